// Talk that somebody pasted: 「我：」 and 「她：」, "Me:" and "Her:", with a date in front or without.
import { type ChatLine, type Found, leftOut, type Pieces, type ReadOptions, unreadable } from "./chat.ts";
import { headerOf } from "./dated-text.ts";
import { linesOf } from "./lines.ts";
import { timeOf } from "./times.ts";

/** Characters of a pasted text that are read; a longer talk is a file of some program. */
const longestText = 16 * 1024 * 1024;

/** Names that mean the person, or the other one, wherever they stand. */
export const selfNames = new Set([
  "我",
  "本人",
  "自己",
  "用户",
  "me",
  "i",
  "myself",
  "you",
  "user",
  "human",
  "主人",
]);
export const otherNames = new Set([
  "她",
  "他",
  "它",
  "ta",
  "你",
  "对方",
  "角色",
  "助手",
  "ai",
  "bot",
  "assistant",
  "character",
  "char",
  "her",
  "him",
  "she",
  "he",
  "them",
  "they",
]);

type Spoken = { place: number; name: string; text: string; time: number | undefined };

/** Names and dates stand at the beginning of a line; no more of it is looked at, however long it is. In characters. */
const headLength = 200;
const dateBefore =
  /^[[(【（]?\s*(\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}日?[ T]+(?:(?:凌晨|早上|上午|中午|下午|傍晚|晚上)\s*)?\d{1,2}[:：点時时]\d{1,2}(?:[:：]\d{2})?(?:\s*[ap]m(?![a-z]))?)\s*[\])】）]?\s*[-–—,，]?\s*/i;
const nameBefore = /^[「『"“【[]?([^:：\n「『"“”』」【】[\]]{1,24}?)[」』"”】\]]?\s*[:：]\s*/;

/**
 * The lines of a pasted talk. A name counts as one where it stands twice, behind a date, or is known to mean somebody, and where no
 * more than two stand there at all; any other "word:" goes on with the message before. What stands in front of the first name is
 * nobody's.
 */
export async function* readPlainText(
  pieces: Pieces,
  { zone, names = [] }: ReadOptions,
): AsyncIterable<Found> {
  const lines: { place: number; text: string; spoken: Spoken | undefined }[] = [];
  const counts = new Map<string, number>();
  let size = 0;
  for await (const { place, text } of linesOf(pieces)) {
    size += text.length;
    if (size > longestText) {
      yield unreadable(place, "too_large");
      break;
    }
    const spoken = spokenOf(place, text, zone);
    if (spoken) counts.set(spoken.name, (counts.get(spoken.name) ?? 0) + 1);
    lines.push({ place, text, spoken });
  }
  const known = new Set(names);
  const isName = ({ name, time }: Spoken) =>
    time !== undefined || counts.size <= 2 || (counts.get(name) ?? 0) > 1 || known.has(name) || isKnown(name);
  yield* messages(lines, isName);
}

function isKnown(name: string): boolean {
  return selfNames.has(name.toLowerCase()) || otherNames.has(name.toLowerCase());
}

function spokenOf(place: number, text: string, zone: string): Spoken | undefined {
  const headed = headerOf(text, zone);
  if (headed && !/[:：]/.test(headed.name)) return { place, name: headed.name, text: "", time: headed.time };
  const line = text.trimStart();
  const date = dateBefore.exec(line.slice(0, headLength));
  const behind = line.slice(date?.[0].length ?? 0).trimStart();
  const match = nameBefore.exec(behind.slice(0, headLength));
  if (!match) return undefined;
  const [name, said] = withoutMarks(match[1] ?? "", behind.slice(match[0].length).trimStart());
  if (/^(?:https?|ftp|mailto|\d+)$/i.test(name.trim()) || said.startsWith("//")) return undefined;
  return {
    place,
    name: name.trim(),
    text: said,
    time: date ? timeOf(date[1]?.replace("：", ":"), zone) : undefined,
  };
}

/** A name in bold or slanted letters ("**Me**: hi", "**Me:** hi") without the marks; those in what was said stay. */
function withoutMarks(name: string, said: string): [name: string, said: string] {
  const [mark = ""] = /^(?:\*{1,3}|_{1,3})/.exec(name) ?? [];
  if (mark === "") return [name, said];
  const bare = name.slice(mark.length);
  if (bare.endsWith(mark)) return [bare.slice(0, -mark.length), said];
  return said.startsWith(mark) ? [bare, said.slice(mark.length).trimStart()] : [name, said];
}

function* messages(
  lines: readonly { place: number; text: string; spoken: Spoken | undefined }[],
  isName: (spoken: Spoken) => boolean,
): Iterable<Found> {
  let open: ChatLine | undefined;
  for (const { place, text, spoken } of lines) {
    if (spoken && isName(spoken)) {
      if (open) yield closed(open);
      open = { place, speaker: spoken.name, content: spoken.text, timestamp: spoken.time };
    } else if (open) open.content += `\n${text}`;
    else if (text.trim() !== "") yield unreadable(place, "unknown_speaker");
  }
  if (open) yield closed(open);
}

function closed(line: ChatLine): Found {
  const content = line.content.trim();
  return content === "" ? leftOut(line.place, "empty") : { kind: "line", line: { ...line, content } };
}
