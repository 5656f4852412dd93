// Cuts the messages of a file into topics as they come: where it was silent for long, where the subject changes, where a conversation ends.
import { createHash } from "node:crypto";
import type { ChatFormat, ChatLine, Side } from "../exchange/chat.ts";
import { endTrigger, topicLimits } from "../memory/topic.ts";
import { MessageId, type Seconds } from "../schema/common.ts";
import type { Message } from "../schema/message.ts";
import { cleanText } from "../schema/request.ts";
import type { ImportTopic } from "../schema/request-import.ts";
import { similarity } from "../search/tokenise.ts";

/** A message of a file whose side and time are known. `undated`: the time is ours. */
export type SidedLine = Omit<ChatLine, "side" | "timestamp"> & {
  side: Side;
  timestamp: Seconds;
  undated?: true;
};

/** A subject is compared with this many messages before it. */
const comparedMessages = 12;
/** And so many characters of each: what it is about shows early. */
const comparedLength = 300;
/** What has fewer characters shows no change of subject (memory/topic.ts), and need not be compared. */
const leastTelling = 11;

/**
 * The topics of a file. A message carries no name: in a log a name means that a third one speaks, and here there are two. Ids follow
 * from the file alone, so that the same file, or a later one that holds more, adds nothing twice.
 */
export async function* cutTopics(
  lines: AsyncIterable<SidedLine>,
  format: ChatFormat,
): AsyncIterable<ImportTopic> {
  let open: SidedLine[] = [];
  // The same lines as the rule of a topic's end knows them.
  let talk: Message[] = [];
  for await (const line of lines) {
    const message = messageLike(line);
    if (open.length > 0 && endsBefore(open, talk, line, message)) {
      yield topicOf(open, format);
      open = [];
      talk = [];
    }
    open.push(line);
    talk.push(message);
  }
  if (open.length > 0) yield topicOf(open, format);
}

function endsBefore(
  open: readonly SidedLine[],
  talk: readonly Message[],
  next: SidedLine,
  incoming: Message,
): boolean {
  const last = open.at(-1);
  if (!last || open.length >= topicLimits.overflow) return true;
  if (last.thread?.id !== next.thread?.id) return true;
  const pause = next.timestamp - last.timestamp;
  // A file that runs backwards is cut at its silences all the same.
  if (Math.abs(pause) >= topicLimits.silence) return true;
  if (next.side !== "user" || open.length < topicLimits.announcedMessages) return false;
  const telling = next.content.length >= leastTelling;
  const long = telling && open.length >= topicLimits.shiftMessages && pause >= topicLimits.shiftPause;
  const recent = long
    ? open.slice(-comparedMessages).map(({ content }) => content.slice(0, comparedLength))
    : [];
  const trigger = endTrigger({
    open: talk,
    incoming,
    similarity: long ? similarity(next.content.slice(0, comparedLength), recent.join("\n")) : 1,
    firstTopic: false,
    now: next.timestamp,
  });
  return trigger !== null;
}

function messageLike({ side, content, timestamp }: SidedLine): Message {
  return { message_id: "m", role: side, content, timestamp, topic_id: "t" };
}

function topicOf(open: readonly SidedLine[], format: ChatFormat): ImportTopic {
  const ordered = [...open].sort((a, b) => a.timestamp - b.timestamp);
  const [first] = ordered;
  const topicId = `imp_${hash(["topic", first ? keyOf(first, format) : ""])}`;
  const seen = new Map<string, number>();
  const messages = ordered.map((line) => ({
    message_id: idOf(line, { format, topicId, seen }),
    role: line.side,
    content: line.content,
    timestamp: line.timestamp,
    ...(line.model === undefined ? {} : { model: line.model }),
    ...(line.others === undefined
      ? {}
      : { versions: line.others.map((content) => ({ at: line.timestamp, contents: [cleanText(content)] })) }),
  }));
  return { topic_id: topicId, messages };
}

type Known = { format: ChatFormat; topicId: string; seen: Map<string, number> };

/** The same words twice within a second are two messages. */
function idOf(line: SidedLine, { format, topicId, seen }: Known): string {
  // Our own export names our own messages: they come back as what they were.
  if (format === "sillytavern" && line.id !== undefined && MessageId.safeParse(line.id).success)
    return line.id;
  const key = keyOf(line, format);
  // What has no time of its own is told apart by its place alone.
  const id = hash(line.undated && line.id === undefined ? [topicId, ...key] : key);
  const before = seen.get(id) ?? 0;
  seen.set(id, before + 1);
  return before === 0 ? `imp_${id}` : `imp_${id}_${before + 1}`;
}

function keyOf({ id, side, content, timestamp, undated }: SidedLine, format: ChatFormat): unknown[] {
  const time = undated ? null : timestamp;
  return id === undefined ? [format, side, time, content] : [format, side, time, { id }];
}

function hash(parts: unknown): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 24);
}
