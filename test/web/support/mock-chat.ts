// Replies of the scripted server: every message is answered in two bubbles, or in the way the next fault says.
import type { ServerResponse } from "node:http";
import type { Message } from "../../../src/schema/message.ts";
import { baseTime } from "./base-time.ts";
import { type Asked, refuse } from "./mock-answer.ts";
import { sendFlood } from "./mock-flood.ts";
import type { MockState } from "./mock-state.ts";

type Data = Record<string, unknown>;

function frame(event: string, data: Data, id?: string): string {
  return `${id === undefined ? "" : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

function open(response: ServerResponse): void {
  response.writeHead(200, {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-cache, no-transform",
  });
  response.write(": here\n\n");
}

/** Keeps an event stream of the account open. */
export function openEvents({ state, response }: Asked): void {
  open(response);
  state.listeners.add(response);
  response.on("close", () => state.listeners.delete(response));
}

/** Tells every open window of the account. */
export function tell(state: MockState, event: string, data: Data): void {
  state.count += 1;
  for (const listener of state.listeners) listener.write(frame(event, data, `boot-${state.count}`));
}

/** Puts messages into the log, as if they had been said before. */
export function remember(state: MockState, user_id: string, messages: readonly Message[]): void {
  state.messages.set(user_id, [...(state.messages.get(user_id) ?? []), ...messages]);
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

type Turn = {
  asked: Asked;
  user_id: string;
  message: Message;
  send: (event: string, data: Data) => void;
  /** Said to one window, and kept nowhere. */
  isPrivate: boolean;
};

/** What the companion says to a message, in bubbles; a reply that was written down beforehand goes first. */
function wordsFor({ state }: Asked, message: Message): string[] {
  return state.replies.shift() ?? [`听到了：${message.content}`, "今晚早点睡。"];
}

const usage = { input_tokens: 900, cached_tokens: 700, output_tokens: 30 };
const recalled = [
  {
    type: "mid",
    id: "mid_1",
    date: "2026-09-18",
    text: "面试那天，面试官一直看手机，没等你讲完",
    message_ids: ["old_1"],
  },
];

async function sayBubbles(turn: Turn, reply_id: string): Promise<Message[]> {
  const { asked, user_id, message, send } = turn;
  const said: Message[] = [];
  const keep = (content: string, index: number) => {
    const bubble: Message = {
      message_id: `${reply_id}_${index}`,
      role: "assistant",
      content,
      timestamp: message.timestamp + 60 + index,
      topic_id: "topic_1",
      reply_id,
      answers: message.message_id,
    };
    if (!turn.isPrivate) remember(asked.state, user_id, [bubble]);
    said.push(bubble);
    const data = { message_id: bubble.message_id, index, content, delay_ms: 0, timestamp: bubble.timestamp };
    send("bubble", data);
    if (!turn.isPrivate) tell(asked.state, "bubble", { ...data, user_id });
  };
  const { flood } = asked.state;
  asked.state.flood = null;
  if (flood !== null) {
    await sendFlood(flood, asked.state, send, keep);
    return said;
  }
  for (const [index, content] of wordsFor(asked, message).entries()) {
    await wait(asked.state.pace);
    if (asked.state.stopped.has(user_id)) break;
    for (const text of [content.slice(0, 3), content.slice(3)]) {
      send("text-delta", { text });
      await wait(asked.state.pace);
    }
    keep(content, index);
  }
  return said;
}

async function replyTo(turn: Turn): Promise<void> {
  const { asked, user_id, send } = turn;
  asked.state.count += 1;
  const reply_id = `reply_${asked.state.count}`;
  asked.state.stopped.delete(user_id);
  send("reply-start", { reply_id });
  if (!turn.isPrivate) tell(asked.state, "reply-start", { reply_id, user_id });
  const said = await sayBubbles(turn, reply_id);
  const finish = asked.state.stopped.has(user_id) ? "interrupted" : "stop";
  const first = said[0];
  const last = said.at(-1);
  if (first !== undefined) first.recalled = recalled;
  if (last !== undefined) last.finish = finish;
  const end = {
    reply_id,
    message_ids: said.map((one) => one.message_id),
    model: "scripted",
    finish,
    usage,
    recalled,
  };
  send("reply-end", { ...end, context: { tokens: 900, sections: [] } });
  if (!turn.isPrivate)
    tell(asked.state, "reply-end", { ...end, context: { tokens: 900, sections: [] }, user_id });
}

/** POST chat: durable first, then the reply; a message that stands already is not stored twice. */
export async function answerChat(asked: Asked): Promise<void> {
  const { state, path, body, response } = asked;
  const user_id = path.split("/")[3] ?? "";
  const log = state.messages.get(user_id);
  const message_id = String(body.message_id);
  state.sent.push(message_id);
  const fault = state.faults.shift();
  if (log === undefined || fault === "refuse") {
    refuse(response, log === undefined ? 404 : 503, log === undefined ? "not_found" : "storage");
    return;
  }
  const known = log.find((one) => one.message_id === message_id);
  state.count += 1;
  const message: Message = known ?? {
    message_id,
    role: "user",
    content: String(body.content),
    timestamp: baseTime + state.count,
    topic_id: "topic_1",
    ...(body.scene === "story" ? { scene: "story" } : {}),
  };
  const isPrivate = body.private === true;
  state.bodies.push(body);
  if (known === undefined && !isPrivate) remember(state, user_id, [message]);
  // What is answered after all was not left unread.
  delete message.read;
  open(response);
  const send = (event: string, data: Data) => void response.write(frame(event, data));
  const mark = isPrivate ? { private: true } : {};
  send("message-saved", { message_id, topic_id: "topic_1", timestamp: message.timestamp, ...mark });
  if (!isPrivate) tell(state, "message", { message, user_id });
  if (fault === "cut-after-saved") {
    await wait(state.pace);
    asked.request.socket.destroy();
    return;
  }
  if (fault === "hang") {
    send("reply-start", { reply_id: `hanging_${state.count}` });
    return;
  }
  if (fault === "model") send("error", { code: "model_unreachable", message: "no model", retryable: true });
  else if (fault === "skip") send("reply-skip", { reason: "level" });
  else if (fault === "skip-said") {
    message.read = { at: message.timestamp, reason: "看到了，这会儿一时没顾上回。" };
    send("reply-skip", { reason: message.read.reason });
  } else await replyTo({ asked, user_id, message, send, isPrivate });
  response.end();
}
