// Speaks without a model: finds what fits in memory and says it in the character's own lines (invariant 7).
import type { Deps } from "../deps.ts";
import { offlineReply } from "../memory/offline.ts";
import { splitBubbles } from "../memory/reply.ts";
import { localDate } from "../schema/zone.ts";
import type { Reader } from "./read-companion.ts";
import type { Received } from "./receive.ts";
import { findMemories } from "./search-memory.ts";

/** Bubbles of an offline answer to the received message. */
export async function speakOffline(deps: Deps, reader: Reader, received: Received): Promise<string[]> {
  const { message, short } = received;
  const lines = reader.lines;
  if (!lines) return [plain[reader.language]];
  const hits = await findMemories(deps, reader, { text: message.content, limit: 3, at: message.timestamp });
  const fresh = hits.filter((hit) => !hit.message_ids.includes(message.message_id));
  const text = offlineReply({
    text: message.content,
    hits: fresh.map((hit) => ({
      text: hit.text,
      date: localDate(hit.date, reader.zone),
      speaker: hit.speaker ?? "user",
    })),
    lines,
    language: reader.language,
    firstOfTopic: short.topic_id !== message.topic_id || short.conversations.length === 0,
    random: deps.random,
  });
  return splitBubbles(text);
}

const plain = {
  zh: "现在还没有接上模型，我只能先记下你说的话。在设置里接上一个模型，我就能好好回你。",
  en: "No model is connected yet, so I can only keep what you say. Connect one in the settings and I can answer properly.",
};
