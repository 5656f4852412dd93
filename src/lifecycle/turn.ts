// One turn from top to bottom: receive, assemble, respond, keep. Read it to know what happens to a message.
import type { Deps } from "../deps.ts";
import type { Id } from "../schema/common.ts";
import type { Message } from "../schema/message.ts";
import type { RelationshipLevel } from "../schema/relationship.ts";
import type { TopicTrigger } from "../schema/short-term.ts";
import type { StreamEvent } from "../schema/stream-event.ts";
import { assemble, noContext } from "./assemble.ts";
import { follow } from "./edit.ts";
import { dropPlanned, noteForBeats } from "./follow-ups.ts";
import { type Heeded, heed } from "./heed.ts";
import { keepPrivately, keepTurn, leaveUnanswered, tellEnd, topicEnd } from "./keep-turn.ts";
import { type Reader, readCompanion } from "./read-companion.ts";
import type { Received } from "./receive.ts";
import { receiveAll } from "./receive-all.ts";
import { settleReply } from "./replace-reply.ts";
import { repliesTo } from "./replay.ts";
import { answered, decideReply, type ReplyDecision } from "./reply-decision.ts";
import { respond } from "./respond.ts";

export type TurnRequest = {
  account: Id;
  user: Id;
  content: string;
  message_id?: string;
  pacing?: "human" | "instant";
  thinking?: boolean;
  private?: boolean;
  scene?: "story";
};

export type Turn = {
  request: TurnRequest;
  messageId: string;
  /** The message as it stands in the log already, where this is a second try. */
  stored?: Message;
  /** What was said privately so far, in memory only; undefined in an ordinary turn. */
  privately?: Message[];
  signal: AbortSignal;
  emit: (event: StreamEvent) => void;
  /** Ids of messages that came right before and are answered along with this one. */
  also?: readonly string[] | undefined;
  /**
   * Waits until the person seems to have said all; the next message that came meanwhile, or null when it is time to answer. Only where
   * the pace is a human's.
   */
  more?: (said: string) => Promise<Pick<Turn, "request" | "messageId" | "emit"> | null>;
};

/**
 * Answers one message, or several that came right after one another. Storage failures throw AppError before anything is
 * acknowledged; a model's failure is an `error` event, after which the person's message is kept and may be sent again under its id.
 */
export async function runTurn(deps: Deps, first: Turn): Promise<void> {
  const { user } = first.request;
  const reader = await readCompanion(deps, user);
  const { turn: taken, received, before } = await receiveAll(deps, first, reader);
  const earlier = taken.stored ? await repliesTo(deps, user, taken.stored) : [];
  // What a reply answered along with it, the one in its place answers too.
  const turn = taken.also ? taken : { ...taken, also: earlier[0]?.also_answers };
  const heeded = await heedAll(deps, reader, turn, received, before, earlier.length > 0);
  const messages = [...before, received.message];
  const decision = await decideReply(deps, reader, turn, messages, heeded);
  const noted = !turn.privately && !turn.stored && !heeded.danger;
  // Before the reply, which takes its time: a stop in the middle of it loses no good night.
  if (noted) for (const message of messages) await noteForBeats(deps, reader, message);
  if (decision.reply === false) {
    await leaveUnanswered(deps, reader, turn, messages, decision.level);
  } else {
    const scene = { reader, received, before, heeded, decision };
    const left = await answerTurn(deps, turn, scene, earlier);
    if (left) await leaveUnanswered(deps, reader, turn, messages, left);
  }
  if (noted) await dropPlanned(deps, reader, messages);
}

/** Heeds every one of the messages; what an earlier one of them asked for is done, and the answer is that to the last. */
async function heedAll(
  deps: Deps,
  reader: Reader,
  turn: Turn,
  received: Received,
  before: readonly Message[],
  again: boolean,
): Promise<Heeded> {
  const state: string[] = [];
  for (const message of before)
    state.push(...(await heed(deps, reader, turn, { ...received, message }, again)).state);
  const heeded = await heed(deps, reader, turn, received, again);
  return state.length > 0 ? { ...heeded, state: [...new Set([...state, ...heeded.state])] } : heeded;
}

type Answering = {
  reader: Reader;
  received: Received;
  before: readonly Message[];
  heeded: Heeded;
  decision: Exclude<ReplyDecision, { reply: false }>;
};

/** Gives the reply and keeps it. Answers the level where the model left the message at having read it. */
async function answerTurn(
  deps: Deps,
  turn: Turn,
  { reader, received, before, heeded, decision }: Answering,
  earlier: readonly Message[],
): Promise<RelationshipLevel | null> {
  const { user, private: isPrivate, scene } = turn.request;
  const maySkip = decision.reply === "perhaps";
  const state = [...heeded.state, ...(maySkip ? [decision.line] : [])];
  const context = heeded.answer
    ? noContext
    : await assemble(deps, reader, received, { private: isPrivate, scene, ...heeded, state, before });
  const reply = await respond(deps, turn, {
    private: turn.privately !== undefined,
    reader,
    context,
    received,
    before,
    ...heeded,
    maySkip,
  });
  if (reply.outcome === "skipped" && maySkip) return decision.level;
  let trigger: TopicTrigger | null = null;
  if (turn.privately) keepPrivately(turn.privately, received.message, reply.bubbles);
  else {
    const failed = reply.outcome === "failed";
    reply.bubbles = await settleReply(deps, user, earlier, reply.bubbles, failed);
    const message =
      reply.bubbles.length > 0 ? await answered(deps, reader, received.message) : received.message;
    // What is answered in a topic that is over joins it there; the talk of now is not displaced.
    if (received.over) await follow(deps, user, { edited: reply.bubbles, removed: [] }, turn.messageId);
    else {
      trigger = topicEnd(message, reply, [reader.config.name]);
      await keepTurn(deps, user, message, reply.bubbles, trigger);
    }
  }
  tellEnd(turn, received.message, reply, trigger, context);
  return null;
}
