// One truth at a time among long memories: what says an older one again joins it, what says otherwise closes it (invariant 3, C078, C081–C084).
import type { Seconds } from "../schema/common.ts";
import type { FormerPoint, LongDetail, LongEntry } from "../schema/long-term.ts";
import { importanceOf, momentOf } from "./context-text.ts";
import { saysTheSame } from "./core-memory.ts";
import { countGraphemes } from "./graphemes.ts";
import { indexCharacters } from "./long-term.ts";
import { claimsTheSame, ends, type PlainClaim, plainClaim } from "./plain-claim.ts";
import { sameEpisode } from "./tidy.ts";

/** How alike two texts are, 0 to 1. */
export type Likeness = (a: string, b: string) => number;

/** A fact's value that another took the place of, and the messages that prove each: facts know first what has changed. */
export type TurnedFact = {
  former: string;
  current: string;
  before: ReadonlySet<string>;
  after: ReadonlySet<string>;
};

export type TruthInput = {
  likeness: Likeness;
  turned?: readonly TurnedFact[];
};

/** True for an entry whose every point was ended by a later one. */
export function isFormerLong(entry: Pick<LongEntry, "superseded_by">): boolean {
  return typeof entry.superseded_by === "string" && entry.superseded_by !== "";
}

/** True for an entry that speaks for itself: not former, not part of another. What has only faded still counts. */
function stands(entry: LongEntry): boolean {
  const away = entry.archived === true && entry.archived_by !== "fading";
  return !isFormerLong(entry) && entry.merged_into === undefined && !away;
}

/** Points of fewer signs say nothing without their title (as in tidy.ts). */
const speakingPoints = 12;

/**
 * Holds long entries against each other. Sentences are taken apart once, however many entries they are compared with.
 */
export class LongTruth {
  private readonly input: TruthInput;
  private readonly claims = new Map<string, PlainClaim>();

  constructor(input: TruthInput) {
    this.input = input;
  }

  /**
   * The entry that a new one only says again, and the points that the new one has besides. Such a one is under the same title
   * (or speaks for itself without it) and all of its points, or all of the new one's, are the other's too; nothing may differ
   * in a "not" or a number. To an owner's own entry nothing is added. Undefined where the new one is news.
   */
  repeatedBy(
    made: LongEntry,
    entries: readonly LongEntry[],
  ): { entry: LongEntry; added: string[] } | undefined {
    for (const entry of entries) {
      if (entry.id === made.id || !stands(entry)) continue;
      const titled = sameTitle(entry, made);
      const plain = made.key_points.join("").length >= speakingPoints;
      if (!titled && !plain) continue;
      const added = made.key_points.filter((point) => !entry.key_points.some((old) => this.same(point, old)));
      const covered = entry.key_points.every((old) => made.key_points.some((point) => this.same(point, old)));
      if (added.length === 0 || (titled && covered && entry.by !== "owner")) {
        if (!this.endedPoints(entry, made, false).length) return { entry, added };
      }
    }
    return undefined;
  }

  /**
   * The entries after one of them was made or written anew: points that it ends become former in those that are older, and where
   * it is itself the older one (an imported past) its own do. `named`: ids that the answer says it replaces; there each of its
   * points also ends the one nearest to it. Pinned entries stay as they are. Nothing is removed.
   */
  settle(entries: readonly LongEntry[], madeId: string, named: ReadonlySet<string> = new Set()): LongEntry[] {
    let made = entries.find(({ id }) => id === madeId);
    if (made === undefined || !stands(made)) return [...entries];
    const at = momentOf(made) ?? 0;
    const next = new Map<string, LongEntry>();
    for (const entry of entries) {
      if (entry.id === madeId || !stands(entry)) continue;
      const isOlder = (momentOf(entry) ?? 0) <= at;
      const [earlier, later]: [LongEntry, LongEntry] = isOlder ? [entry, made] : [made, entry];
      if (earlier.pinned === true) continue;
      const ended = this.endedPoints(earlier, later, isOlder && named.has(entry.id));
      if (ended.length === 0) continue;
      const changed = withFormer(earlier, ended, later);
      next.set(changed.id, changed);
      if (!isOlder) made = changed;
      if (!stands(made)) break;
    }
    return entries.map((entry) => next.get(entry.id) ?? entry);
  }

  private claim(sentence: string): PlainClaim {
    const known = this.claims.get(sentence);
    if (known) return known;
    const claim = plainClaim(sentence);
    this.claims.set(sentence, claim);
    return claim;
  }

  private same(a: string, b: string): boolean {
    const [one, other] = [this.claim(a), this.claim(b)];
    if (claimsTheSame(one, other)) return true;
    // Before the dear comparison: what shares no beginning, middle or end of its matter is not nearly the same.
    if (one.numbers !== other.numbers || !sharesPair(one.core, other.core)) return false;
    return saysTheSame(a, b, (x, y) => (this.input.likeness(x, y) >= sameEpisode ? 1 : 0));
  }

  private endedPoints(earlier: LongEntry, later: LongEntry, named: boolean): string[] {
    const turned = (this.input.turned ?? []).filter((turn) => isAbout(turn, earlier, later));
    const contradicted = earlier.key_points.filter(
      (old) =>
        later.key_points.some((point) => ends(this.claim(point), this.claim(old))) ||
        turned.some(({ former, current }) => old.includes(former) && !old.includes(current)),
    );
    if (!named) return contradicted;
    return [...new Set([...contradicted, ...this.nearest(earlier, later)])];
  }

  /** For each point of the later entry the earlier one's that is nearest to it; what both say alike is not ended. */
  private nearest(earlier: LongEntry, later: LongEntry): string[] {
    const open = earlier.key_points.filter((old) => !later.key_points.some((point) => this.same(point, old)));
    const news = later.key_points.filter((point) => !earlier.key_points.some((old) => this.same(point, old)));
    return news.flatMap((point) => {
      const ranked = open
        .map((old) => ({ old, likeness: this.input.likeness(point, old) }))
        .sort((a, b) => b.likeness - a.likeness);
      return ranked[0] && ranked[0].likeness > 0 ? [ranked[0].old] : [];
    });
  }
}

function isAbout(turn: TurnedFact, earlier: LongEntry, later: LongEntry): boolean {
  const rests = (entry: LongEntry, ids: ReadonlySet<string>) =>
    entry.message_ids?.some((id) => ids.has(id)) ?? false;
  return rests(earlier, turn.before) && rests(later, turn.after);
}

function sharesPair(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  for (let at = 0; at + 1 < short.length; at += 1) if (long.includes(short.slice(at, at + 2))) return true;
  return short.length < 2;
}

function sameTitle(a: LongEntry, b: LongEntry): boolean {
  const fold = (text: string) =>
    text
      .normalize("NFKC")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, "");
  const names = new Set([a.title, ...(a.aliases ?? [])].map(fold));
  return names.has(fold(b.title)) && fold(b.title) !== "";
}

/** The earlier entry with some of its points former: out of sight as a whole where none is left. */
function withFormer(earlier: LongEntry, ended: readonly string[], later: LongEntry): LongEntry {
  const until = later.started_at ?? momentOf(later);
  const mark = { superseded_by: later.id, ...(until === undefined || until <= 0 ? {} : { valid_to: until }) };
  const rest = earlier.key_points.filter((point) => !ended.includes(point));
  if (rest.length === 0) return { ...earlier, ...mark, archived: true, archived_by: "superseded" };
  const former: FormerPoint[] = ended.map((text) => ({ text, ...mark }));
  return { ...earlier, key_points: rest, former_points: [...(earlier.former_points ?? []), ...former] };
}

/**
 * The entries without marks that point to nothing: where the later one is gone (erased, taken back, deleted by hand), what it had
 * ended counts again. The same list where there is nothing of that kind.
 */
export function reviveLong(entries: LongEntry[]): LongEntry[] {
  const there = new Set(entries.map(({ id }) => id));
  const revived = entries.map((entry) => revive(entry, there));
  return revived.some((entry, at) => entry !== entries[at]) ? revived : entries;
}

function revive(entry: LongEntry, there: ReadonlySet<string>): LongEntry {
  if (entry.superseded_by !== undefined && !there.has(entry.superseded_by)) {
    const { superseded_by: _gone, valid_to: _until, archived_by, ...rest } = entry;
    return archived_by === "superseded" ? { ...rest, archived: false } : { ...rest, archived_by };
  }
  const { former_points: former = [], ...rest } = entry;
  const back = former.filter(({ superseded_by }) => superseded_by !== undefined && !there.has(superseded_by));
  if (back.length === 0) return entry;
  const left = former.filter((point) => !back.includes(point));
  const key_points = [...rest.key_points, ...back.map(({ text }) => text)];
  return { ...rest, key_points, ...(left.length > 0 ? { former_points: left } : {}) };
}

/** The entry that was said again, with the new one's points, evidence and names; its title, file and times of origin stay. */
export function joinedLong(entry: LongEntry, made: LongEntry, added: readonly string[]): LongEntry {
  const names = [entry.title, ...(entry.aliases ?? [])];
  const aliases = [...(made.aliases ?? []), made.title].filter((name) => !names.includes(name));
  const { archived_by, ...rest } = entry;
  return {
    ...rest,
    // Said again, it is no longer faded.
    ...(archived_by === "fading" ? { archived: false } : archived_by === undefined ? {} : { archived_by }),
    key_points: withinIndex(entry.key_points, added),
    message_ids: [...new Set([...(entry.message_ids ?? []), ...(made.message_ids ?? [])])],
    aliases: [...(entry.aliases ?? []), ...aliases],
    importance: Math.max(importanceOf(entry.importance), importanceOf(made.importance)),
    ended_at: latest(entry, made),
  };
}

/** Points beyond the index's size stand in the detail alone. */
function withinIndex(points: readonly string[], added: readonly string[]): string[] {
  const all = [...points];
  let size = points.reduce((sum, point) => sum + countGraphemes(point, indexCharacters), 0);
  for (const point of added) {
    size += countGraphemes(point, indexCharacters);
    if (size <= indexCharacters) all.push(point);
  }
  return all;
}

function latest(entry: LongEntry, made: LongEntry): Seconds {
  return Math.max(momentOf(entry) ?? 0, momentOf(made) ?? 0);
}

/** Beyond so many characters a story that is told again and again gets no further telling, only its sources. */
const longestDetail = 8_000;

/**
 * The detail document of an entry that was said again: the summaries that said it are its sources, and what they tell besides
 * stands at its end. Where there was none it is the new one's, under the old entry's id and title.
 */
export function joinedDetail(old: LongDetail | undefined, made: LongDetail, entry: LongEntry): LongDetail {
  if (old === undefined) return { ...made, title: entry.title, id: entry.id };
  const known = old.detail_content.includes(made.detail_content);
  const own = entry.by === "owner" || old.by === "owner";
  const full = old.detail_content.length + made.detail_content.length > longestDetail;
  return {
    ...old,
    detail_content:
      known || own || full ? old.detail_content : `${old.detail_content}\n${made.detail_content}`,
    source_mid_ids: [...new Set([...old.source_mid_ids, ...made.source_mid_ids])],
    message_ids: [...new Set([...(old.message_ids ?? []), ...(made.message_ids ?? [])])],
  };
}
