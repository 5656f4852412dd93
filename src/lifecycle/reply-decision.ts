// Decides whether a message is answered at all, and keeps what it came to: read, with a reason, and looked at again later (A154, A155, R10).
import type { Deps } from "../deps.ts";
import { addFollowUps, isSecondLook, secondLookAt } from "../memory/follow-up.ts";
import { cutText } from "../memory/graphemes.ts";
import { drawReply, lookAgainAfter, mustReply, replyPercent, skipReason } from "../memory/reply-decision.ts";
import { emotionOf } from "../memory/turn-emotion.ts";
import { wordsIn } from "../prompt/catalogue.ts";
import type { Message } from "../schema/message.ts";
import type { RelationshipLevel } from "../schema/relationship.ts";
import { companion } from "../store/store.ts";
import type { Heeded } from "./heed.ts";
import type { Reader } from "./read-companion.ts";
import type { Turn } from "./turn.ts";

export type ReplyDecision =
  | { reply: true }
  /** The model is told the rate and may leave it at having read. */
  | { reply: "perhaps"; level: RelationshipLevel; line: string }
  | { reply: false; level: RelationshipLevel };

/** Bubbles count too: so many lines of the log hold the thirty messages that are looked for. */
const looked = 200;

/**
 * What is to be done with these messages, the last of which is answered. Private talk and stories are always answered. Where a model
 * is there it decides, told the rate; without one a draw does.
 */
export async function decideReply(
  deps: Deps,
  reader: Reader,
  turn: Turn,
  messages: readonly Message[],
  heeded: Heeded,
): Promise<ReplyDecision> {
  const { reply_policy, models } = reader.config;
  const last = messages.at(-1);
  if (reply_policy === "always" || !last || turn.privately || last.scene === "story") return { reply: true };
  const ids = new Set(messages.map(({ message_id }) => message_id));
  const tail = await deps.store.log.tail(reader.user, looked);
  const text = messages.map(({ content }) => content).join("\n");
  const must = mustReply({
    policy: reply_policy,
    text,
    mood: emotionOf(text),
    isDanger: heeded.danger !== null,
    isCommand: heeded.answer !== undefined || heeded.state.length > 0,
    isAskedAgain: turn.stored !== undefined,
    before: tail.filter(({ message_id }) => !ids.has(message_id)),
    at: last.timestamp,
    zone: reader.zone,
  });
  if (must !== null) return { reply: true };
  const { level } = (await deps.store.view(companion(reader.user), "core_memory")).relationship;
  if (deps.models.window("chat", models?.chat) === undefined)
    return drawReply(level, deps.random) ? { reply: true } : { reply: false, level };
  const words = wordsIn(deps.prompts, reader.language);
  const person = reader.account?.display_name || words("someone");
  return { reply: "perhaps", level, line: words("may_skip", { person, rate: replyPercent(level) }) };
}

/** Marks messages as read and not answered, durably, and notes that they are looked at again. Answers them as they stand now. */
export async function leaveRead(
  deps: Deps,
  reader: Reader,
  messages: readonly Message[],
  level: RelationshipLevel,
): Promise<{ read: Message[]; reason: string }> {
  const now = deps.clock.now();
  const reason = skipReason(level, reader.language);
  const read = messages.map((message): Message => ({ ...message, read: { at: now, reason } }));
  const last = read.at(-1);
  const meta = { by: "character" as const, cause: last?.message_id ?? "reply" };
  await deps.store.log.rewrite(reader.user, meta, { edit: read });
  tellRewritten(deps, reader, read);
  if (!last) return { read, reason };
  const again = {
    id: secondLookAt(last.message_id),
    due_at: now + lookAgainAfter(deps.random),
    text: cutText(last.content.replace(/\s+/g, " "), 60),
    message_ids: [last.message_id],
    said_at: last.timestamp,
  };
  await deps.store.commit(companion(reader.user), ["heartbeat"], meta, ({ heartbeat }) => ({
    documents: { heartbeat: { ...heartbeat, follow_ups: addFollowUps(heartbeat.follow_ups, [again]) } },
    result: undefined,
  }));
  return { read, reason };
}

/** An answer was given: what was left read before it needs no second look, and an answered message is not "read" any more. */
export async function answered(deps: Deps, reader: Reader, message: Message): Promise<Message> {
  const { user } = reader;
  const owner = companion(user);
  const { follow_ups } = await deps.store.view(owner, "heartbeat");
  if (follow_ups.some(isSecondLook)) {
    const meta = { by: "system" as const, cause: message.message_id };
    await deps.store.commit(owner, ["heartbeat"], meta, ({ heartbeat }) => {
      const left = heartbeat.follow_ups.filter((one) => !isSecondLook(one));
      return { documents: { heartbeat: { ...heartbeat, follow_ups: left } }, result: undefined };
    });
  }
  if (message.read === undefined) return message;
  const { read: _read, ...rest } = message;
  await deps.store.log.rewrite(user, { by: "system", cause: message.message_id }, { edit: [rest] });
  tellRewritten(deps, reader, [rest]);
  return rest;
}

/** Every window of the account reads these messages again: whether they were left unanswered is seen in all of them. */
function tellRewritten(deps: Deps, { owner, user }: Reader, messages: readonly Message[]): void {
  for (const { message_id } of messages) {
    const data = { document: "conversation", entry_id: message_id, kind: "changed" as const };
    deps.publish(owner, { event: "memory-change", data }, user);
  }
}
