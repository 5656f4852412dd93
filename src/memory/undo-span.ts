// Which lines of the change log a line has to wait for before it is undone, and which belong to a topic or a span of time. Pure (DESIGN 3, 7).
import type { Change, Edit } from "../schema/change.ts";
import type { Seconds } from "../schema/common.ts";

/** Seconds, both ends counted; where several are given all must hold. */
export type Span = { topic_id?: string; from?: Seconds; to?: Seconds };

/**
 * The lines of a span out of all `lines` (newest first). An undo whose line lies in the span as well is left alone with it: both
 * together have done nothing. `said`: ids of the topic's messages.
 */
export function changesToUndo(lines: readonly Change[], span: Span, said: ReadonlySet<string>): Change[] {
  return standing(lines.filter((change) => isInside(change, span, said)));
}

/** Without the undos whose line is there as well, and these lines (newest first): both together have done nothing. */
function standing(lines: readonly Change[]): Change[] {
  const ids = new Set(lines.map(({ id }) => id));
  const undone = new Set<string>();
  return lines.filter(({ id, undoes }) => {
    if (undone.has(id)) return false;
    if (undoes === undefined || !ids.has(undoes)) return true;
    undone.add(undoes);
    return false;
  });
}

/**
 * Ids of the lines among `newer` (newest first, all after the change) that changed one of its entries and still stand. While there
 * is one, the change cannot be undone, even where an entry happens to look again as it did: what lies between would be lost.
 */
export function laterChanges(change: Change, newer: readonly Change[]): string[] {
  const entries = new Set(change.edits.map(nameOf));
  return standing(newer)
    .filter(({ edits }) => edits.some((edit) => entries.has(nameOf(edit))))
    .map(({ id }) => id);
}

function nameOf({ document, entry, list }: Edit): string {
  return JSON.stringify([document, typeof list === "string" ? list : "", entry]);
}

function isInside(change: Change, { topic_id, from, to }: Span, said: ReadonlySet<string>): boolean {
  if (change.at < (from ?? 0) || change.at > (to ?? Number.POSITIVE_INFINITY)) return false;
  if (topic_id === undefined) return true;
  const ofTopic = ({ document, entry, before, after }: Edit) =>
    (document === "conversation" && said.has(entry)) ||
    [before, after].some((value) => topicOf(value) === topic_id);
  return change.cause === topic_id || said.has(change.cause) || change.edits.some(ofTopic);
}

function topicOf(value: unknown): unknown {
  return typeof value === "object" && value !== null && "topic_id" in value ? value.topic_id : undefined;
}
