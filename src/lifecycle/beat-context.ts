// The reduced context of a beat: persona, core, facts, the last summaries and messages, and the time; no index, no recall (issue 5, item 4).
import type { Deps } from "../deps.ts";
import { speakable, speaksOf, unmentioned } from "../memory/avoided.ts";
import { type Assembled, assembleContext, type PrefixInput, renderPrefix } from "../memory/context.ts";
import { type Budgets, budgets } from "../memory/context-types.ts";
import { withCorrections } from "../memory/corrections.ts";
import { liveFacts } from "../memory/fact-life.ts";
import { isSecondLook } from "../memory/follow-up.ts";
import type { DueBeat } from "../memory/heartbeat.ts";
import { helpLines, regionOf } from "../memory/help-lines.ts";
import { ago } from "../memory/now.ts";
import type { PromptMessage } from "../model/models.ts";
import { wordsIn } from "../prompt/catalogue.ts";
import { localClock, localDate } from "../schema/zone.ts";
import { account, companion } from "../store/store.ts";
import { mattersOf } from "./avoided.ts";
import type { BeatWorld } from "./beat-world.ts";

/** A beat needs no more of the talk than where it was left. */
const reduced: Budgets = {
  ...budgets,
  mid: 400,
  long_index: 0,
  short: 1_000,
  short_ceiling: 1_200,
  tail: 0,
  lore: 0,
  recall: 0,
};
const lastMessages = 12;
const lastSummaries = 3;

export type BeatContext = Pick<Assembled, "sections" | "tokens"> & { messages: readonly PromptMessage[] };

/** The messages that the model is asked with; the last one tells what the moment is (A143). */
export async function beatContext(deps: Deps, world: BeatWorld, beat: DueBeat): Promise<BeatContext> {
  const { reader } = world;
  const owner = companion(reader.user);
  const words = wordsIn(deps.prompts, reader.language);
  const now = deps.clock.now();
  const facts = liveFacts(world.facts, now);
  const avoided = await mattersOf(deps, reader);
  const { memories } = await deps.store.view(owner, "core_memory");
  const mid = await deps.store.view(owner, "mid_term");
  const input: PrefixInput = {
    words,
    language: reader.language,
    timeZone: reader.zone,
    now,
    budgets: reduced,
    topicId: "beat",
    openedAt: now,
    config: reader.config,
    selfSoul: (await deps.store.view(owner, "self_soul")).content,
    account: { display_name: reader.account?.display_name ?? "", about_me: reader.account?.about_me ?? "" },
    relationship: world.relationship,
    core: memories.filter(({ content, category }) => category === "taboo" || !speaksOf(content, avoided)),
    facts: speakable(facts, avoided),
    sharedFacts: unmentioned(
      reader.account ? await deps.store.view(account(reader.owner), "shared_facts") : [],
      avoided,
    ),
    mid: mid.filter(({ summary }) => !speaksOf(summary, avoided)).slice(-lastSummaries),
    pending: [],
    long: [],
    rank: new Map(),
    previous: null,
    tools: false,
    helpLines: [helpLines(reader.language, regionOf(reader.zone))],
  };
  const prefix = renderPrefix(withCorrections(input, world.facts));
  const { messages, sections, tokens } = assembleContext({
    words,
    language: reader.language,
    timeZone: reader.zone,
    now,
    budgets: reduced,
    prefix,
    open: world.recent.slice(-lastMessages),
    parts: [],
    message: { message_id: "", content: momentOf(deps, world, beat, prefix.person) },
    lore: [],
    recall: [],
    reminder: reader.config.reminder,
    lastAt: world.recent.at(-1)?.timestamp ?? null,
  });
  return { messages, sections, tokens };
}

/** What stands in the place of a message: why the companion is asked now. */
function momentOf(deps: Deps, world: BeatWorld, beat: DueBeat, person: string): string {
  const { reader, terms } = world;
  const words = wordsIn(deps.prompts, reader.language);
  const now = deps.clock.now();
  const lines: string[] = [];
  if (beat.kind === "planned")
    lines.push(words("beat_planned", { person, plan: planInWords(deps, world, beat, person) }));
  else if (beat.followUp) {
    const name = isSecondLook(beat.followUp) ? "beat_again" : "beat_follow_up";
    lines.push(words(name, { person, matter: beat.text }));
  } else {
    const silent_for = ago(now - terms.heardAt, reader.language).replace(/(?:前| ago)$/, "");
    lines.push(words("beat_silence", { ai_name: reader.config.name, person, silent_for }));
  }
  if (beat.late && beat.kind === "planned") {
    const when = `${localDate(beat.due_at, reader.zone)} ${localClock(beat.due_at, reader.zone)}`;
    lines.push(words("beat_late", { when }));
  }
  return [...lines, words("beat_decide")].join("\n");
}

/** What a planned beat is about: the character's own note, or the day that it is. */
function planInWords(
  deps: Deps,
  { reader, occasions }: Pick<BeatWorld, "reader" | "occasions">,
  beat: Pick<DueBeat, "key" | "text">,
  person: string,
): string {
  const words = wordsIn(deps.prompts, reader.language);
  const occasion = occasions.find(({ key }) => key === beat.key);
  if (!occasion) return beat.text;
  const { kind, text } = occasion;
  if (kind === "festival") return words("beat_festival", { text });
  if (kind === "hundredth_day")
    return text === "" ? words("beat_met", { person }) : words("beat_hundredth_day", { text });
  return words(`beat_${kind}`, { person, text });
}
