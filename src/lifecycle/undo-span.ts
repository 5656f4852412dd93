// Undoes every change of a topic or a span of time, the newest first, each where nothing later stands in its way (invariant 3, DESIGN 7).
import type { Deps } from "../deps.ts";
import { AppError } from "../error.ts";
import { withdrawnProofs } from "../memory/fact-proof.ts";
import { settleTopic } from "../memory/short-term.ts";
import { changesToUndo, type Span } from "../memory/undo-span.ts";
import type { Change } from "../schema/change.ts";
import type { Id, Seconds } from "../schema/common.ts";
import type { Message } from "../schema/message.ts";
import type { UndoSpanAnswer } from "../schema/request-erase.ts";
import { companion } from "../store/store.ts";
import { withdrawProofs } from "./keep-facts.ts";
import { undoChange } from "./undo.ts";

/** Lines of the change log read at first; twice as many each time that these do not reach back far enough. */
const firstLines = 500;

/**
 * Undoes the lines of a topic (what was said in it, and what was made of it) or of a span in seconds, or of both. Lines that are
 * undone already stay so. What cannot be undone is named with its reason, and hinders the others only where they rest on it. What
 * was taken back stays away: no later step makes it again of the same topic; undoing the undo brings it back.
 */
export async function undoSpan(deps: Deps, user: Id, span: Span): Promise<UndoSpanAnswer> {
  const answer: UndoSpanAnswer = { undone: [], refused: [] };
  const proofs = new Set<string>();
  for (const change of await linesOf(deps, user, span)) {
    const refusal = await undoOne(deps, user, change);
    if (refusal) answer.refused.push({ id: change.id, ...refusal });
    else {
      answer.undone.push(change.id);
      for (const { message_id } of proofsGivenBack(change)) proofs.add(message_id);
    }
  }
  if (proofs.size > 0) await withdrawFallen(deps, user, proofs);
  if (span.topic_id !== undefined && answer.undone.length > 0) await dropWaiting(deps, user, span.topic_id);
  return answer;
}

const proofsGivenBack = ({ edits }: Change) =>
  edits.flatMap(({ document, before, after }) =>
    document === "facts" ? withdrawnProofs(before, after) : [],
  );

/** Facts that came back although their message, outside the span, still says something else: they are taken back again. */
async function withdrawFallen(deps: Deps, user: Id, messageIds: ReadonlySet<string>): Promise<void> {
  const edited: Message[] = [];
  const removed: string[] = [];
  for (const id of messageIds) {
    const message = await deps.store.log.find(user, id);
    if (message) edited.push(message);
    else removed.push(id);
  }
  await withdrawProofs(deps, user, { edited, removed }, "undo");
}

/** A topic that still waits for its summary has been taken back with what was made of it until now; one that is open goes on. */
async function dropWaiting(deps: Deps, user: Id, topicId: string): Promise<void> {
  const meta = { by: "owner" as const, cause: topicId };
  await deps.store.commit(companion(user), ["short_term", "erased"], meta, ({ short_term, erased }) => {
    if (!short_term.pending.some(({ topic_id }) => topic_id === topicId)) return { result: undefined };
    const topic_ids = [...new Set([...erased.topic_ids, topicId])];
    return {
      documents: {
        short_term: settleTopic(short_term, topicId, deps.newId(), deps.clock.now()),
        erased: { ...erased, topic_ids },
      },
      result: undefined,
    };
  });
}

/** The lines to undo, newest first, as they are before the first is undone. */
async function linesOf(deps: Deps, user: Id, span: Span): Promise<Change[]> {
  const messages = span.topic_id === undefined ? [] : await deps.store.log.topic(user, span.topic_id);
  const said = new Set(messages.map(({ message_id }) => message_id));
  const start = Math.max(span.from ?? 0, startOf(messages));
  for (let limit = firstLines; ; limit *= 2) {
    const lines = await deps.store.changes(companion(user), { limit });
    if (lines.length < limit || lines.some(({ at }) => at < start)) return changesToUndo(lines, span, said);
  }
}

/** Nothing was made of a topic before its first word; what was imported may be made of at any time. */
function startOf(messages: readonly Message[]): Seconds {
  const [first] = messages;
  return first === undefined || first.imported_at !== undefined ? 0 : first.timestamp;
}

type Refusal = Omit<UndoSpanAnswer["refused"][number], "id">;

async function undoOne(deps: Deps, user: Id, change: Change): Promise<Refusal | null> {
  if (change.erased) return { reason: "erased", later: [] };
  try {
    await undoChange(deps, user, change.id, { lasting: true });
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "damaged") return { reason: "damaged", later: [] };
    if (error.code !== "conflict") throw error;
    return { reason: "changed", later: laterIn(error) };
  }
}

function laterIn({ details }: AppError): string[] {
  const { later } = typeof details === "object" && details !== null ? (details as { later?: unknown }) : {};
  return Array.isArray(later) ? later.filter((id): id is string => typeof id === "string") : [];
}
