// Leaves out of what is recalled the matters that the person does not want brought up (别再提); nothing of them is deleted.
import type { Deps } from "../deps.ts";
import { avoidedMatters, goingOn, type Matter, speaksOf, unspoken, withNames } from "../memory/avoided.ts";
import { liftedBy } from "../memory/command-allow.ts";
import type { FactOperation } from "../schema/answer.ts";
import type { Facts } from "../schema/fact.ts";
import { companion } from "../store/store.ts";
import type { Reader } from "./read-companion.ts";
import { findMemories } from "./search-memory.ts";

/** Messages that may tell who a matter is about, and milliseconds to wait for an index that is being built. */
const mostTelling = 30;
/** Wishes of which more is looked for than their own words. */
const mostMatters = 10;
const patience = 300;

/** The matters not to be brought up, with the names of whom they are about; without a wish nothing is looked for. */
export async function mattersOf(deps: Deps, reader: Reader): Promise<Matter[]> {
  const owner = companion(reader.user);
  const facts = await deps.store.view(owner, "facts");
  const matters = avoidedMatters(facts);
  if (matters.length === 0) return [];
  const texts = facts.flatMap(({ statement, evidence }) => [
    statement,
    ...evidence.flatMap((proof) => ("quote" in proof ? [String(proof.quote)] : [])),
  ]);
  for (const { words } of matters.slice(0, mostMatters))
    for (const text of [words[0] ?? "", `${words.slice(1).join(" ")}?`]) {
      const query = { text, limit: mostTelling, types: ["message"], patience, privately: true } as const;
      // A damaged month does not keep the companion from answering.
      const told = await findMemories(deps, reader, query).catch(() => []);
      texts.push(...told.map((hit) => hit.text));
    }
  return withNames(matters, texts, await deps.store.view(owner, "graph"));
}

type Hit = {
  text: string;
  title?: string | undefined;
  type?: string;
  id?: string;
  topic_id?: string | undefined;
};

/** The matters that stay unspoken in answer to a message: one that the message itself brings up is no secret. */
export async function mattersLeftAlone(deps: Deps, reader: Reader, message: string): Promise<Matter[]> {
  return unspoken(await mattersOf(deps, reader), message);
}

/** The hits that may be spoken of: none that names a matter, nor one that goes on about it in the talk that did. */
export async function withoutAvoided<H extends Hit>(
  deps: Deps,
  reader: Reader,
  matters: readonly Matter[],
  hits: readonly H[],
): Promise<H[]> {
  if (hits.length === 0 || matters.length === 0) return [...hits];
  const silent = hits.filter(({ text, title = "" }) => !speaksOf(`${title} ${text}`, matters));
  const about = await aboutThem(deps, reader, silent, matters);
  return silent.filter(({ type, id = "" }) => type !== "message" || !about.has(id));
}

/** Of the topics in which the messages were said, the ids of those that go on about a matter. */
async function aboutThem(
  deps: Deps,
  { user }: Reader,
  hits: readonly Hit[],
  matters: readonly Matter[],
): Promise<Set<string>> {
  const topics = new Set(hits.flatMap(({ type, topic_id = "" }) => (type === "message" ? [topic_id] : [])));
  topics.delete("");
  const talks = await Promise.all(
    [...topics].map((topic) => deps.store.log.topic(user, topic).catch(() => [])),
  );
  return new Set(talks.flatMap((talk) => [...goingOn(talk, matters)]));
}

/**
 * What lets a matter be spoken of again (A223): the wishes that the words name are over, as former ones, not forgotten. `quote`:
 * the person's words. Undefined where no such wish is held.
 */
export function allowPlan(
  facts: Facts,
  what: string,
  quote: string,
): { operations: FactOperation[]; ended: true } | undefined {
  const operations = liftedBy(facts, what).map(({ id, key, category, value, statement }): FactOperation => {
    return { op: "DELETE", target_id: id, key, category, value, statement, quote };
  });
  return operations.length === 0 ? undefined : { operations, ended: true };
}
