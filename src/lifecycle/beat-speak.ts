// A beat that speaks goes the road of any reply: a topic, bubbles that are durable before they are shown, short_term, the index (A151, A153).
import type { Deps } from "../deps.ts";
import { isClosed, joinTurn } from "../memory/join.ts";
import { splitBubbles } from "../memory/reply.ts";
import type { Message } from "../schema/message.ts";
import type { UsageCount } from "../schema/stream-event.ts";
import { companion } from "../store/store.ts";
import type { BeatContext } from "./beat-context.ts";
import { startDelivery } from "./deliver.ts";
import type { Reader } from "./read-companion.ts";
import { endedBy } from "./receive.ts";
import { currentShort } from "./recover.ts";
import { messageEntry } from "./search-memory.ts";
import type { Turn } from "./turn.ts";

/** A turn that nobody asked for (`Turns.unasked`). */
export type Unasked = Pick<Turn, "signal" | "emit">;

export type Speech = {
  text: string;
  beat: { kind: string; reason: string };
  model: string;
  usage: UsageCount;
  context: Pick<BeatContext, "sections" | "tokens">;
  /** All bubbles at once: somebody waits for the answer. */
  atOnce: boolean;
};

/** Says the words as bubbles. Answers those that went out; none where the person's own word came first. */
export async function speakBeat(
  deps: Deps,
  reader: Reader,
  turn: Unasked,
  speech: Speech,
): Promise<Message[]> {
  const topic_id = await topicFor(deps, reader);
  const reply_id = deps.newId();
  const asTurn: Turn = {
    request: { account: reader.owner, user: reader.user, content: "" },
    messageId: "",
    signal: turn.signal,
    emit: turn.emit,
  };
  turn.emit({ event: "reply-start", data: { reply_id } });
  const delivery = startDelivery(deps, asTurn, {
    message: { message_id: "", topic_id },
    replyId: reply_id,
    model: () => speech.model,
    pacing: speech.atOnce ? "instant" : reader.config.pacing,
    speed: reader.config.pacing_speed,
    recalled: [],
    beat: speech.beat,
  });
  delivery.add(splitBubbles(speech.text));
  const { bubbles, dropped } = await delivery.close("stop");
  const said = dropped ? await markInterrupted(deps, reader, bubbles) : bubbles;
  if (said.length > 0) await keep(deps, reader, topic_id, said);
  turn.emit({
    event: "reply-end",
    data: {
      reply_id,
      message_ids: said.map(({ message_id }) => message_id),
      model: speech.model,
      finish: dropped ? "interrupted" : "stop",
      usage: speech.usage,
      recalled: [],
      context: {
        tokens: speech.context.tokens,
        sections: speech.context.sections.map(({ name, tokens }) => ({ name, tokens })),
      },
      beat: speech.beat,
    },
  });
  return said;
}

/** The open topic where it goes on, else a new one; a talk that has fallen silent ends first. */
async function topicFor(deps: Deps, reader: Reader): Promise<string> {
  const before = await currentShort(deps, reader.user);
  const draft: Message = {
    message_id: deps.newId(),
    role: "assistant",
    content: "",
    timestamp: deps.clock.now(),
    topic_id: before.topic_id || "none",
  };
  const short = await endedBy(deps, reader, before, draft);
  return isClosed(short) ? deps.newId() : short.topic_id;
}

async function markInterrupted(
  deps: Deps,
  { user }: Reader,
  bubbles: readonly Message[],
): Promise<Message[]> {
  const last = bubbles.at(-1);
  if (!last) return [];
  const marked: Message = { ...last, finish: "interrupted" };
  await deps.store.log.rewrite(
    user,
    { by: "system", cause: last.reply_id ?? last.message_id },
    { edit: [marked] },
  );
  return [...bubbles.slice(0, -1), marked];
}

async function keep(
  deps: Deps,
  { user }: Reader,
  topicId: string,
  bubbles: readonly Message[],
): Promise<void> {
  const now = deps.clock.now();
  const meta = { by: "system" as const, cause: "beat" };
  await deps.store.commit(companion(user), ["short_term"], meta, ({ short_term }) => ({
    documents: { short_term: joinTurn(short_term, topicId, bubbles, now) },
    result: undefined,
  }));
  deps.search.update(user, bubbles.map(messageEntry));
}
