// The tools that take something in: remember (what the person has just said) and search_web (what strangers wrote) (A165, DESIGN 7).
import type { Deps } from "../deps.ts";
import { applyOperations } from "../memory/fact.ts";
import { markManual } from "../memory/manual-id.ts";
import { tellsHealth } from "../memory/offer.ts";
import { webLines } from "../memory/web-result.ts";
import { type FactOperation, FactsAnswer } from "../schema/answer.ts";
import type { Message } from "../schema/message.ts";
import { parametersOf, RememberInput, SearchWebInput } from "../schema/tool.ts";
import { similarity } from "../search/tokenise.ts";
import { companion } from "../store/store.ts";
import { changesBetween, followFacts } from "./keep-facts.ts";
import type { Reader } from "./read-companion.ts";
import { canSearchWeb, searchWeb } from "./search-web.ts";
import type { Tool } from "./tool.ts";

/** A reading of the person's words belongs to the statement where the two are this alike. */
const sameMatter = 0.2;
const mostSearches = 3;

/**
 * What is to be noted, as proposals: where the rules in code read facts out of the person's words that the statement is about, those
 * and their quotes; else the statement itself, with the words nearest to it as its quote. The fact rules judge either (invariant 2).
 */
async function proposalsFor(
  deps: Deps,
  { user, language }: Reader,
  statement: string,
  messages: readonly Message[],
): Promise<FactOperation[]> {
  const read = await deps.models.answer({
    companion: user,
    role: "facts",
    messages: [],
    schema: FactsAnswer,
    material: { role: "facts", language, messages },
    engine: "extractive",
  });
  const told = read.ok ? read.value.operations.filter(({ op }) => op === "ADD" || op === "UPDATE") : [];
  const meant = told.filter(
    ({ value, statement: words }) =>
      statement.includes(String(value ?? "\n")) || similarity(statement, words ?? "") >= sameMatter,
  );
  if (meant.length > 0) return meant;
  const said = messages.map(({ content }) => content).join("\n");
  const clauses = said.split(/(?<=[。！？!?\n；;])/).map((clause) => clause.trim());
  const [quote = said] = clauses
    .filter((clause) => clause !== "")
    .sort((a, b) => similarity(b, statement) - similarity(a, statement));
  const category = tellsHealth(statement) ? ("health" as const) : ("personal_info" as const);
  const value = [...statement].slice(0, 180).join("");
  return [{ op: "ADD", category, key: "note", value, statement: value, quote }];
}

export const remember: Tool = {
  name: "remember",
  prompt: "tool_remember",
  parameters: parametersOf(RememberInput),
  described: { statement: "tool_remember_statement" },
  writes: true,
  async run(deps, reader, input, { messages, cause }) {
    const wish = RememberInput.safeParse(input);
    if (!wish.success) return { ok: false, result: 'The arguments must be {"statement": "…"}, not empty.' };
    const proposals = await proposalsFor(deps, reader, wish.data.statement, messages);
    const meta = { by: "character" as const, cause };
    const { result } = await deps.store.commit(
      companion(reader.user),
      ["facts", "graph"],
      meta,
      ({ facts, graph }) => {
        const moment = { user: reader.user, now: deps.clock.now() };
        const applied = applyOperations(proposals, facts, {
          now: moment.now,
          zone: reader.zone,
          language: reader.language,
          newId: deps.newId,
          userId: reader.user,
          messages,
          by: "model",
          shares: reader.config.shares_facts,
        });
        const kept = markManual(applied.facts, facts, moment);
        const changes = changesBetween({ facts, graph }, { facts: kept, graph });
        return { documents: { facts: kept }, result: { changes, outcomes: applied.outcomes } };
      },
    );
    await followFacts(deps, reader.user, result.changes);
    const ops = result.outcomes.map(({ op }) => op);
    if (ops.some((op) => op !== "refused" && op !== "quarantined")) return { ok: true, result: "Noted." };
    return ops.includes("quarantined")
      ? { ok: true, result: "Set aside: it is not clear from their words. Do not speak of it as known." }
      : { ok: false, result: "Not noted: the other person has not said this just now." };
  },
};

export const searchTheWeb: Tool = {
  name: "search_web",
  prompt: "tool_search_web",
  parameters: parametersOf(SearchWebInput),
  described: { query: "tool_search_web_query" },
  offered: canSearchWeb,
  async run(deps, reader, input, use) {
    const asked = SearchWebInput.safeParse(input);
    if (!asked.success) return { ok: false, result: 'The arguments must be {"query": "…"}, not empty.' };
    const { language } = reader;
    if (use.searches >= mostSearches)
      return { ok: false, result: deps.prompts.render("web_enough", language, {}) };
    use.searches += 1;
    // From here on strangers' words stand in this turn, whatever they say.
    use.mayWrite = false;
    const found = await searchWeb(deps, asked.data.query, use.signal);
    if (!found.ok) return { ok: false, result: deps.prompts.render("web_failed", language, {}) };
    const text = webLines(found.results);
    if (text === "") return { ok: true, result: deps.prompts.render("web_none", language, {}) };
    return { ok: true, result: deps.prompts.render("web_results", language, { text }) };
  },
};
