// Which lines of the change log belong to a topic or a span of time, and which of them are still to be undone. Pure (DESIGN 7).
import type { Change, Edit } from "../schema/change.ts";
import type { Seconds } from "../schema/common.ts";

/** Seconds, both ends counted; where several are given all must hold. */
export type Span = { topic_id?: string; from?: Seconds; to?: Seconds };

/**
 * The lines of a span out of all `lines` (newest first). An undo whose line lies in the span as well is left alone with it: both
 * together have done nothing. `said`: ids of the topic's messages.
 */
export function changesToUndo(lines: readonly Change[], span: Span, said: ReadonlySet<string>): Change[] {
  const inside = lines.filter((change) => isInside(change, span, said));
  const ids = new Set(inside.map(({ id }) => id));
  const undone = new Set<string>();
  return inside.filter(({ id, undoes }) => {
    if (undone.has(id)) return false;
    if (undoes === undefined || !ids.has(undoes)) return true;
    undone.add(undoes);
    return false;
  });
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
