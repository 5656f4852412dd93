// Talk that somebody pasted: 「我：」 and 「她：」, "Me:" and "Her:", with a date in front or without.
import { type ChatLine, type Found, leftOut, type Pieces, type ReadOptions, unreadable } from "./chat.ts";
import { headerOf } from "./dated-text.ts";
import { linesOf } from "./lines.ts";
import { orderOf, type SlashDate, secondsOfSlash, slashDateOf } from "./slash-dates.ts";
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

type Spoken = { name: string; text: string; time: number | undefined };
/** `date`: what it begins with, where that is a date without an order. */
type PastedLine = { place: number; text: string; spoken: Spoken | undefined; date: SlashDate | undefined };

/** Names and dates stand at the beginning of a line; no more of it is looked at, however long it is. In characters. */
const headLength = 200;
const dateBefore =
  /^[[(【（]?\s*(\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}日?[,，]?[ T]+(?:(?:凌晨|早上|上午|中午|下午|傍晚|晚上)\s*)?\d{1,2}[:：点時时]\d{1,2}(?:[:：]\d{2})?(?:\s*[ap]\.?\s?m(?![a-z])\.?)?)\s*[\])】）]?\s*[-–—,，]?\s*/i;
/** A clock without a day in front of the name says nothing that could be kept. */
const clockBefore =
  /^(?:[[(（【]\d{1,2}[:：]\d{2}(?:[:：]\d{2})?[\])）】]\s*|\d{1,2}[:：]\d{2}(?:[:：]\d{2})?\s+)/;
/** "小溪 2026/1/2 10:01:05", alone on its line, as a chat window copies several messages. */
const nameAndDate =
  /^([^\s:：][^:：]{0,38}?)(?:\s*[(<（][^()<>（）]{3,60}[)>）])?\s+(\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}日?\s+(?:(?:凌晨|早上|上午|中午|下午|傍晚|晚上)\s*)?\d{1,2}:\d{2}(?::\d{2})?(?:\s*[ap]m)?)$/i;
const nameBefore = /^[「『"“【[]?([^:：\n「『"“”』」【】[\]]{1,24}?)[」』"”】\]]?\s*[:：]\s*/;
/** Behind such a date everything up to the colon is the name. */
const nameBehindDate = /^([^:：\n]{1,80}?)\s*[:：]\s*/;

/**
 * The lines of a pasted talk. A name counts as one where it stands twice, behind a date, or is known to mean somebody, and where no
 * more than two stand there at all; any other "word:" goes on with the message before. What stands in front of the first name is
 * nobody's. Dates without an order ("1/2/26") are read in the one that was said, else in the one that they speak for; which, and
 * whether that is sure, is told first. A text whose first line is a name with its day and clock is read by such lines alone.
 */
export async function* readPlainText(
  pieces: Pieces,
  { zone, names = [], dates }: ReadOptions,
): AsyncIterable<Found> {
  const lines: PastedLine[] = [];
  const counts = new Map<string, number>();
  let size = 0;
  for await (const { place, text } of linesOf(pieces)) {
    size += text.length;
    if (size > longestText) {
      yield unreadable(place, "too_large");
      break;
    }
    const date = slashDateOf(text.slice(0, headLength));
    const spoken = date ? spokenBehind(text.slice(date.length)) : spokenOf(text, zone);
    if (spoken) counts.set(spoken.name, (counts.get(spoken.name) ?? 0) + 1);
    lines.push({ place, text, spoken, date });
  }
  const first = lines.find((line) => line.text.trim() !== "");
  if (first && headingOf(first.text, zone)) {
    const headed = lines.map((line) => ({ ...line, spoken: headingOf(line.text, zone), date: undefined }));
    return yield* messages(headed, () => true);
  }
  const told = lines.flatMap(({ spoken, date }) => (spoken && date ? [date] : []));
  const found = told.length === 0 ? undefined : dates ? { order: dates, sure: true } : orderOf(told);
  if (found) yield { kind: "about", dates: found };
  const known = new Set(names);
  const isName = ({ name, time }: Spoken) =>
    time !== undefined || counts.size <= 2 || (counts.get(name) ?? 0) > 1 || known.has(name) || isKnown(name);
  const timed = found
    ? lines.map((line) => withTime(line, (date) => secondsOfSlash(date, found.order, zone)))
    : lines.map((line) => ({ ...line, date: undefined }));
  yield* messages(timed, isName);
}

function withTime(line: PastedLine, timeIn: (date: SlashDate) => number | undefined): PastedLine {
  const { spoken, date } = line;
  return spoken && date ? { ...line, spoken: { ...spoken, time: timeIn(date) } } : line;
}

function headingOf(text: string, zone: string): Spoken | undefined {
  const match = text.length > headLength ? null : nameAndDate.exec(text.trim());
  const time = match ? timeOf(match[2], zone) : undefined;
  return match && time !== undefined ? { name: match[1] ?? "", text: "", time } : undefined;
}

function isKnown(name: string): boolean {
  return selfNames.has(name.toLowerCase()) || otherNames.has(name.toLowerCase());
}

/** What stands behind a date without an order; its time is known once all of them have been seen. */
function spokenBehind(text: string): Spoken | undefined {
  const match = nameBehindDate.exec(text.slice(0, headLength));
  return match
    ? { name: (match[1] ?? "").trim(), text: text.slice(match[0].length), time: undefined }
    : undefined;
}

function spokenOf(text: string, zone: string): Spoken | undefined {
  const headed = headerOf(text, zone);
  if (headed && !/[:：]/.test(headed.name)) return { name: headed.name, text: "", time: headed.time };
  // Some programs begin a line with a mark for the direction of writing, which nobody sees.
  const line = text.replace(/^[\s\u200e\u200f\u202a-\u202e]+/, "");
  const date = dateBefore.exec(line.slice(0, headLength));
  const behind = line
    .slice(date?.[0].length ?? 0)
    .trimStart()
    .replace(clockBefore, "");
  const match = nameBefore.exec(behind.slice(0, headLength));
  if (!match || isClock(behind)) return undefined;
  const [name, said] = withoutMarks(match[1] ?? "", behind.slice(match[0].length).trimStart());
  if (/^(?:https?|ftp|mailto|\d+)$/i.test(name.trim()) || said.startsWith("//")) return undefined;
  return {
    name: name.trim(),
    text: said,
    time: date ? timeOf(date[1]?.replace("：", ":").replace(/([ap])\.?\s?m\.?$/i, "$1m"), zone) : undefined,
  };
}

/** The first colon of a line may be that of a clock ("小溪 10:05"), which parts no name from its words. */
function isClock(line: string): boolean {
  const colon = line.search(/[:：]/);
  return /(?:^|\s)\d{1,2}$/.test(line.slice(0, colon)) && /^\d{2}(?!\d)/.test(line.slice(colon + 1));
}

/** A name in bold or slanted letters ("**Me**: hi", "**Me:** hi") without the marks; those in what was said stay. */
function withoutMarks(name: string, said: string): [name: string, said: string] {
  const [mark = ""] = /^(?:\*{1,3}|_{1,3})/.exec(name) ?? [];
  if (mark === "") return [name, said];
  const bare = name.slice(mark.length);
  if (bare.endsWith(mark)) return [bare.slice(0, -mark.length), said];
  return said.startsWith(mark) ? [bare, said.slice(mark.length).trimStart()] : [name, said];
}

function* messages(lines: readonly PastedLine[], isName: (spoken: Spoken) => boolean): Iterable<Found> {
  let open: ChatLine | undefined;
  for (const { place, text, spoken, date } of lines) {
    if (spoken && (date || isName(spoken))) {
      if (open) yield closed(open);
      open = { place, speaker: spoken.name, content: spoken.text, timestamp: spoken.time };
    } else if (date && text.length > date.length) yield leftOut(place, "system");
    else if (open) open.content += `\n${text}`;
    else if (text.trim() !== "") yield unreadable(place, "unknown_speaker");
  }
  if (open) yield closed(open);
}

function closed(line: ChatLine): Found {
  const content = line.content.trim();
  return content === "" ? leftOut(line.place, "empty") : { kind: "line", line: { ...line, content } };
}
