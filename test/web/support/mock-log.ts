// The log of the scripted server: paged from its end, around a message or a moment; searched, edited, deleted, brought back, answered anew.
import type { Message } from "../../../src/schema/message.ts";
import { type Asked, refuse, reply } from "./mock-answer.ts";
import { tell } from "./mock-chat.ts";

const path = /^\/api\/ai-users\/([a-z0-9_-]+)\/messages(?:\/([^/]+))?(\/regenerate|\/choose)?$/;

/** The log, and the memory's search and undo as far as they speak of it. */
export function answerLog(asked: Asked): boolean {
  const match = path.exec(asked.path);
  if (match?.[1] === undefined) return answerAround(asked);
  const all = asked.state.messages.get(match[1]);
  if (all === undefined) return refuse(asked.response, 404, "not_found");
  if (match[2] === undefined) return pageOf(asked, all);
  const at = all.findIndex((one) => one.message_id === decodeURIComponent(match[2] ?? ""));
  const message = all[at];
  if (message === undefined) return refuse(asked.response, 404, "not_found");
  if (asked.state.refusing) return refuse(asked.response, 503, "storage");
  if (match[3] === "/choose") return choose(asked, match[1], message);
  if (match[3] !== undefined) return answerAnew(asked, match[1], message);
  return asked.method === "DELETE" ? remove(asked, match[1], at) : edit(asked, match[1], at, message);
}

function pageOf({ query, response }: Asked, all: readonly Message[]): boolean {
  const limit = Number(query.get("limit") ?? 40);
  const placeOf = (mark: string | null) => all.findIndex((one) => one.message_id === mark);
  for (const name of ["around", "after", "before"]) {
    if (query.has(name) && placeOf(query.get(name)) < 0) return refuse(response, 404, "not_found");
  }
  if (query.has("after")) {
    const from = placeOf(query.get("after")) + 1;
    const messages = all.slice(from, from + limit);
    return reply(response, 200, { messages, more: from + limit < all.length });
  }
  const at = Number(query.get("at"));
  const middle = query.has("at") ? all.findIndex((one) => one.timestamp >= at) : placeOf(query.get("around"));
  if (middle >= 0) {
    const start = Math.max(0, middle - Math.floor((limit - 1) / 2));
    const end = middle + 1 + (limit - 1 - Math.floor((limit - 1) / 2));
    const messages = all.slice(start, end);
    return reply(response, 200, { messages, more: start > 0, later: end < all.length });
  }
  const end = query.has("before") ? placeOf(query.get("before")) : all.length;
  const start = Math.max(0, end - limit);
  return reply(response, 200, { messages: all.slice(start, end), more: start > 0 });
}

function told(asked: Asked, user_id: string, entry_id: string, kind: "changed" | "removed"): void {
  tell(asked.state, "memory-change", { document: "conversation", entry_id, kind, user_id });
}

function edit(asked: Asked, user_id: string, at: number, message: Message): boolean {
  const next = { ...message, content: String(asked.body.content), edited_at: message.timestamp };
  asked.state.messages.get(user_id)?.splice(at, 1, next);
  told(asked, user_id, message.message_id, "changed");
  return reply(asked.response, 200, { message: next });
}

function remove(asked: Asked, user_id: string, at: number): boolean {
  const [message] = asked.state.messages.get(user_id)?.splice(at, 1) ?? [];
  if (message === undefined) return refuse(asked.response, 404, "not_found");
  const change_id = `change_log_${at}`;
  asked.state.deleted.set(change_id, { at, message });
  told(asked, user_id, message.message_id, "removed");
  return reply(asked.response, 200, { deleted: message.message_id, change_id });
}

/** The old reply becomes a version on the first bubble of the new one. */
function answerAnew(asked: Asked, user_id: string, message: Message): boolean {
  const all = asked.state.messages.get(user_id) ?? [];
  const old = all.filter((one) => one.reply_id === message.reply_id && one.role === "assistant");
  if (all.at(-1) !== old.at(-1)) return refuse(asked.response, 409, "conflict");
  asked.state.count += 1;
  const { timestamp, topic_id, answers } = message;
  const earlier = old[0]?.versions ?? [];
  const fresh: Message = {
    message_id: `anew_${asked.state.count}`,
    role: "assistant",
    content: `换个说法，第 ${earlier.length + 2} 种`,
    timestamp,
    topic_id,
    answers,
    reply_id: `anew_reply_${asked.state.count}`,
    finish: "stop",
    versions: [...earlier, { at: timestamp, contents: old.map((one) => one.content) }],
  };
  asked.state.messages.set(user_id, [...all.slice(0, all.length - old.length), fresh]);
  tell(asked.state, "reply-start", { reply_id: fresh.reply_id, user_id });
  const bubble = { message_id: fresh.message_id, index: 0, content: fresh.content, delay_ms: 0, timestamp };
  tell(asked.state, "bubble", { ...bubble, user_id });
  for (const one of old) told(asked, user_id, one.message_id, "removed");
  const end = { reply_id: fresh.reply_id, message_ids: [fresh.message_id], finish: "stop", recalled: [] };
  tell(asked.state, "reply-end", { ...end, model: "scripted", user_id });
  return reply(asked.response, 200, { messages: [fresh] });
}

/** One bubble is enough here: the wording that counted takes the place of the chosen one. */
function choose(asked: Asked, user_id: string, message: Message): boolean {
  const all = asked.state.messages.get(user_id) ?? [];
  const number = Number(asked.body.version);
  const chosen = message.versions?.[number];
  if (chosen === undefined) return refuse(asked.response, 422, "invalid");
  const former = { at: message.timestamp, contents: [message.content] };
  const next: Message = {
    ...message,
    content: chosen.contents.join("\n"),
    versions: (message.versions ?? []).with(number, former),
  };
  all.splice(all.indexOf(message), 1, next);
  const change_id = `change_choose_${number}`;
  asked.state.deleted.set(change_id, { at: all.indexOf(next), message });
  told(asked, user_id, message.message_id, "changed");
  return reply(asked.response, 200, { messages: [next], change_id });
}

function answerAround(asked: Asked): boolean {
  const { state, query, response } = asked;
  const search = /^\/api\/memory\/([a-z0-9_-]+)\/search$/.exec(asked.path);
  if (search?.[1] !== undefined && query.get("type") === "message") {
    const wanted = query.get("q") ?? "";
    const found = (state.messages.get(search[1]) ?? []).filter((one) => one.content.includes(wanted));
    const results = found.toReversed().map((one) => ({
      type: "message",
      id: one.message_id,
      text: one.content,
      score: 1,
      date: one.timestamp,
      message_ids: [one.message_id],
      speaker: one.role,
    }));
    return reply(response, 200, { results, tokens: 1 });
  }
  const undo = /^\/api\/memory\/([a-z0-9_-]+)\/changes\/(change_(?:log|choose)_\d+)\/undo$/.exec(asked.path);
  const gone = state.deleted.get(undo?.[2] ?? "");
  if (undo?.[1] === undefined || gone === undefined) return false;
  const held = state.messages.get(undo[1]);
  // What was changed comes back in its own place, what was deleted between the others.
  const there = held?.[gone.at]?.message_id === gone.message.message_id ? 1 : 0;
  held?.splice(gone.at, there, gone.message);
  told(asked, undo[1], gone.message.message_id, "changed");
  return reply(response, 200, { change_id: "change_undo", undone: undo[2] });
}
