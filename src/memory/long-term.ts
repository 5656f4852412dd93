// The long tier: an index of short entries, and beside each its detail document (A13–A18, A83, A92, C032).
import type { By, Seconds } from "../schema/common.ts";
import type { LongDetail, LongEntry } from "../schema/long-term.ts";
import type { MidEntry } from "../schema/mid-term.ts";
import { localDate } from "../schema/zone.ts";
import { momentOf } from "./context-text.ts";
import { detailFileName } from "./detail-file-name.ts";
import { entryId } from "./entry-id.ts";
import { countGraphemes, cutText } from "./graphemes.ts";
import { endOfMid } from "./mid-term.ts";
import { roleWording } from "./role-wording.ts";

/** Characters of key points that the index holds for one entry; A15 asks for about 50, a long title comes on top. */
export const indexCharacters = 100;
/** Characters of a title in the index; the detail holds the whole of it (R6, C166). */
const longestTitle = 120;

/** One entry of the answer of role mid_to_long; anything but the title may be missing. */
export type EntryLike = {
  title: string;
  key_points: readonly string[];
  detail_content?: string;
  source_mid_ids?: readonly string[];
  aliases?: readonly string[];
  importance?: number;
  /** The same in the character's own words (R30). */
  role_wording?: string;
};

/** What is there already: ids of long entries and names of detail files. `now`: the moment of what bears no time of its own. */
export type TakenNames = { ids: ReadonlySet<string>; files: readonly string[]; now?: Seconds };

/** `long_<second of the topic's end>` (A14, R5). */
export function longId(endedAt: Seconds, taken: ReadonlySet<string>): string {
  return entryId("long", endedAt, taken);
}

/**
 * Index entry and detail document of a promotion. `mids` are the entries that were sent, at least one. Source ids that were
 * not sent are dropped, and none at all means all that were sent (C032). Missing detail: the joined summaries.
 * Key points beyond the index's size move to the end of the detail, so that none is lost.
 */
export function makeLong(
  entry: EntryLike,
  mids: readonly MidEntry[],
  taken: TakenNames,
  zone: string,
  by: By,
  redo = false,
): { index: LongEntry; detail: LongDetail } {
  const sources = sourcesOf(entry, mids);
  const newest = sources.at(-1);
  if (newest === undefined) throw new Error("a long entry needs the mid entries it comes from");
  const whole = titleOf(entry, newest);
  const title = cutText(whole, longestTitle);
  const { shown, rest } = indexPoints(entry.key_points);
  const written = entry.detail_content?.trim() || sources.map((mid) => mid.summary).join("\n");
  const endOf = (mid: MidEntry) => momentOf(mid) ?? taken.now ?? endOfMid(mid);
  const ended_at = endOf(newest);
  const wording = roleWording(entry.role_wording, `${whole}\n${entry.key_points.join("\n")}\n${written}`);
  const provenance = {
    started_at: Math.min(...sources.map((mid) => mid.started_at ?? endOf(mid))),
    ended_at,
    message_ids: [...new Set(sources.flatMap((mid) => mid.message_ids ?? []))],
    by,
    importance: importanceOf(entry, sources),
    aliases: [...new Set((entry.aliases ?? []).map((alias) => alias.trim()).filter(Boolean))],
    ...(redo ? { redo: true } : {}),
  };
  const id = longId(ended_at, taken.ids);
  const detail_file = detailFileName(title, localDate(ended_at, zone), taken.files);
  return {
    index: {
      id,
      title,
      key_points: shown.length > 0 ? shown : [title],
      detail_file,
      ...provenance,
      ...(wording === undefined ? {} : { role_wording: wording }),
    },
    detail: {
      title: whole,
      detail_content: [written, ...rest].join("\n"),
      emotion_tags: newest.emotion_tags,
      source_mid_ids: sources.map((mid) => mid.id),
      id,
      ...provenance,
    },
  };
}

/** The sent entries that an answer names, oldest first; all of them where it names none that was sent. */
export function sourcesOf(entry: EntryLike, mids: readonly MidEntry[]): MidEntry[] {
  const named = new Set(entry.source_mid_ids ?? []);
  const known = mids.filter((mid) => named.has(mid.id));
  return [...(known.length > 0 ? known : mids)].sort((a, b) => endOfMid(a) - endOfMid(b));
}

function titleOf(entry: EntryLike, newest: MidEntry): string {
  const points = entry.key_points.find((point) => point.trim() !== "");
  const words = [entry.title, newest.topic, points, newest.summary].find((text) => text?.trim());
  return (words ?? newest.id).replace(/\s+/g, " ").trim();
}

function indexPoints(points: readonly string[]): { shown: string[]; rest: string[] } {
  const whole = [...new Set(points.map((point) => point.replace(/\s+/g, " ").trim()).filter(Boolean))];
  const shown: string[] = [];
  let size = 0;
  for (const [at, point] of whole.entries()) {
    size += countGraphemes(point, indexCharacters);
    if (size > indexCharacters) {
      // A first point that alone is too long stands cut in the index and whole in the detail.
      return shown.length > 0
        ? { shown, rest: whole.slice(at) }
        : { shown: [cutText(point, indexCharacters)], rest: whole };
    }
    shown.push(point);
  }
  return { shown, rest: [] };
}

function importanceOf(entry: EntryLike, sources: readonly MidEntry[]): number {
  const given = entry.importance;
  if (given !== undefined && Number.isFinite(given))
    return Math.min(1, Math.max(0, given > 1 ? given / 10 : given));
  return Math.max(...sources.map((mid) => mid.importance ?? 0.5));
}
