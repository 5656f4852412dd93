// Erasing in the smaller books: core memories, moods, lore, what is planned, the character's own words, use counts, knowledge (invariant 4).

import type { SelfSoul } from "../schema/config.ts";
import type { CoreMemory } from "../schema/core-memory.ts";
import type { Emotions } from "../schema/emotion.ts";
import type { Heartbeat } from "../schema/heartbeat.ts";
import type { Uses } from "../schema/ledger.ts";
import type { Lore } from "../schema/lore.ts";
import type { EraseMatch } from "../schema/request-erase.ts";
import { type EraseTarget, goes, isDerived, isNamed, matchOf, restsOnErased } from "./erase-target.ts";
import { cutOut, firstHolding, restsOn, scrub } from "./erase-text.ts";
import { waitingTopics } from "./judge-queue.ts";

/** Core memories without what must go. `rejudge`: messages of those that rest on other words too, to be judged again. */
export function eraseCore(
  core: CoreMemory,
  target: EraseTarget,
): { core_memory: CoreMemory; found: EraseMatch[]; rejudge: string[] } {
  const { memories, ...rest } = core;
  const gone = memories.filter((entry) => goes(target, entry));
  const lost = new Set(gone);
  const rejudge = gone
    .filter((entry) => isDerived(entry) && !target.asked.has(entry.id))
    .flatMap(({ message_ids }) => (message_ids ?? []).filter((id) => !target.messages.has(id)));
  const found = gone.map((entry) => matchOf(target, "core_memory", entry.id, entry));
  if (firstHolding(rest, target.holds) !== undefined)
    found.push(matchOf(target, "core_memory", "", rest, true));
  const stays = memories
    .filter((entry) => !lost.has(entry))
    .map((entry) =>
      restsOn(entry, target.messages)
        ? { ...entry, message_ids: entry.message_ids?.filter((id) => !target.messages.has(id)) }
        : entry,
    );
  return { core_memory: { ...scrub(rest, target.holds), memories: stays }, found, rejudge };
}

/** Moods without those of erased messages; the tone of a topic that is summarised again goes too. */
export function eraseEmotions(
  emotions: Emotions,
  target: EraseTarget,
): { emotions: Emotions; found: EraseMatch[] } {
  const isGone = (entry: Emotions[number]) =>
    isNamed(target, entry.id) ||
    restsOn(entry, target.messages) ||
    (entry.message_id === undefined &&
      restsOnErased(target, { ...entry, by: undefined, message_ids: undefined })) ||
    firstHolding(entry, target.holds) !== undefined;
  const found = emotions.filter(isGone).map((entry) => ({ ...matchOf(target, "emotions", entry.id, entry) }));
  return { emotions: emotions.filter((entry) => !isGone(entry)), found };
}

/** Lore without the entries that hold the text. */
export function eraseLore(lore: Lore, target: EraseTarget): { lore: Lore; found: EraseMatch[] } {
  const gone = lore.filter((entry) => goes(target, entry));
  const lost = new Set(gone);
  return {
    lore: lore.filter((entry) => !lost.has(entry)),
    found: gone.map((entry) => matchOf(target, "lore", entry.id, entry)),
  };
}

/** What is planned, without what must go; `judge`: topics that the core judgement looks at again. */
export function eraseHeartbeat(
  heartbeat: Heartbeat,
  target: EraseTarget,
  judge: readonly string[],
): { heartbeat: Heartbeat; found: EraseMatch[] } {
  const { follow_ups, planned, ...rest } = heartbeat;
  const goneLater = new Set(
    follow_ups.filter(
      (one) => isNamed(target, one.id) || restsOn(one, target.messages) || holding(one, target),
    ),
  );
  const gonePlans = new Set(
    planned.filter(
      (one) => isNamed(target, one.id ?? "") || restsOn(one, target.messages) || holding(one, target),
    ),
  );
  const found = [...goneLater, ...gonePlans].map((one) => matchOf(target, "heartbeat", one.id ?? "", one));
  if (holding(rest, target)) found.push(matchOf(target, "heartbeat", "", rest, true));
  const bare: Heartbeat = {
    ...scrub(rest, target.holds),
    follow_ups: follow_ups.filter((one) => !goneLater.has(one)),
    planned: planned.filter((one) => !gonePlans.has(one)),
  };
  return { heartbeat: judge.length > 0 ? withJudging(bare, judge) : bare, found };
}

const holding = (value: unknown, { holds }: EraseTarget) => firstHolding(value, holds) !== undefined;

function withJudging(heartbeat: Heartbeat, topics: readonly string[]): Heartbeat {
  const judge = heartbeat.steps.judge_core ?? { attempts: 0, next_at: 0 };
  const waiting = [...new Set([...waitingTopics(judge), ...topics])];
  return { ...heartbeat, steps: { ...heartbeat.steps, judge_core: { ...judge, topics: waiting } } };
}

/** The character's own words without the sentences that hold the text, in what it is now and in what it was. */
export function eraseSelfSoul(
  soul: SelfSoul,
  target: EraseTarget,
): { self_soul: SelfSoul; found: EraseMatch[] } {
  const { content, history, ...rest } = soul;
  const cut = (text: string) => cutOut(text, target.holds, "sentence");
  const found = [soul, ...history].flatMap((one, at) =>
    target.holds(one.content)
      ? [matchOf(target, "self_soul", at === 0 ? "" : `version ${at}`, one.content, true)]
      : [],
  );
  return {
    self_soul: {
      ...scrub(rest, target.holds),
      content: cut(content),
      history: history.map((one) => ({ ...scrub(one, target.holds), content: cut(one.content) })),
    },
    found,
  };
}

/** Use counts without those of entries that are gone. */
export function eraseUses(uses: Uses, goneIds: ReadonlySet<string>): Uses {
  const entries = Object.entries(uses.entries).filter(([id]) => !goneIds.has(id));
  return { ...uses, entries: Object.fromEntries(entries) };
}

/** The owner's knowledge files that change: without the lines that hold the text; null where the name holds it or nothing is left. */
export function eraseKnowledge(
  files: ReadonlyMap<string, string>,
  target: EraseTarget,
): { files: Map<string, string | null>; found: EraseMatch[] } {
  const changed = new Map<string, string | null>();
  const found: EraseMatch[] = [];
  for (const [name, text] of files) {
    if (!target.holds(name) && !target.holds(text)) continue;
    const left = target.holds(name) ? "" : cutOut(text, target.holds, "line");
    changed.set(name, left.trim() === "" ? null : left);
    const shown = text.split("\n").find(target.holds) ?? (target.holds(text) ? text : name);
    found.push(matchOf(target, `knowledge/${name}`, "", shown, left.trim() === "" ? undefined : true));
  }
  return { files: changed, found };
}
