// Telegram's export of one chat as a page (messages.html, and its further parts): the same talk as its JSON, read line by line.
import { type Found, leftOut, type Pieces, type ReadOptions, unreadable } from "./chat.ts";
import { linesOf } from "./lines.ts";
import { readable } from "./page-text.ts";
import { timeOf } from "./times.ts";

/** A message while its lines come; `into`: what the next lines belong to. */
type Open = {
  place: number;
  id: string;
  service: boolean;
  speaker: string;
  time: string;
  text: string[];
  tag: string;
  into: "speaker" | "text" | "none";
};

const tags: readonly [RegExp, string][] = [
  [/\bmedia_voice_message\b/, "[语音]"],
  [/\bphoto_wrap\b|\bmedia_photo\b/, "[图片]"],
  [/\bsticker_wrap\b/, "[贴纸]"],
  [/\banimated_wrap\b/, "[动图]"],
  [/\bvideo_file_wrap\b|\bmedia_video\b/, "[视频]"],
  [/\bmedia_audio_file\b/, "[音频]"],
  [/\bmedia_location\b|\bmedia_live_location\b|\bmedia_venue\b/, "[位置]"],
  [/\bmedia_contact\b/, "[名片]"],
  [/\bmedia_poll\b/, "[投票]"],
  [/\bmedia_file\b/, "[文件]"],
];

/** The messages of such a page. Where a message names nobody, the one before spoke on. */
export async function* readTelegramPage(pieces: Pieces, { zone }: ReadOptions): AsyncIterable<Found> {
  let open: Open | undefined;
  let speaker = "";
  let titled = false;
  let any = 0;
  for await (const { text: line } of linesOf(pieces)) {
    const begins = /<div class="message (default|service)[^"]*" id="message(-?\d+)"/.exec(line);
    if (begins) {
      if (open) yield closed(open, zone);
      any += 1;
      const [, kind, id = ""] = begins;
      open = {
        place: any,
        id,
        service: kind === "service",
        speaker,
        time: "",
        text: [],
        tag: "",
        into: "none",
      };
    } else if (open) {
      hear(open, line);
      speaker = open.speaker;
    } else if (/class="text bold"/.test(line)) titled = true;
    else if (titled && line.trim() !== "") {
      yield { kind: "about", assistant: readable(line) };
      titled = false;
    }
  }
  if (open) yield closed(open, zone);
  if (any === 0) yield unreadable(1, "no_shape");
}

/** Characters of a line that is nothing but a tag; what is longer is talk. */
const longestTag = 4_000;

function hear(open: Open, line: string): void {
  if (line.length > longestTag) {
    if (open.into === "text") open.text.push(line);
    return;
  }
  const time = /class="[^"]*\bdate details"[^>]*title="([^"]{1,60})"/.exec(line)?.[1];
  if (time !== undefined && open.time === "") open.time = time;
  else if (/<div class="from_name">/.test(line)) {
    // What is handed on names its first speaker too; it was said by the one who hands it on.
    open.into = open.text.length > 0 || open.tag !== "" || isForwarded(open) ? "none" : "speaker";
  } else if (/<div class="forwarded body">/.test(line)) open.text.push("");
  else if (/<div class="text">/.test(line)) open.into = "text";
  else if (/^\s*<\/div>/.test(line)) open.into = "none";
  else if (/^\s*<(?:div|a) class="/.test(line))
    open.tag ||= tags.find(([pattern]) => pattern.test(line))?.[1] ?? "";
  else if (open.into === "speaker" && line.trim() !== "") {
    open.speaker = readable(line.replace(/<span class="date details".*$/, ""));
    open.into = "none";
  } else if (open.into === "text") open.text.push(line);
}

/** An empty first line stands for the frame of something that is handed on. */
function isForwarded({ text }: Open): boolean {
  return text[0] === "";
}

function closed({ place, id, service, speaker, time, text, tag }: Open, zone: string): Found {
  if (service) return leftOut(place, "system");
  const said = readable(text.join("\n"));
  const content = [tag, said].filter(Boolean).join(" ");
  if (content === "") return leftOut(place, "empty");
  return { kind: "line", line: { place, speaker, content, timestamp: timeIn(time, zone), id } };
}

/** "14.05.2023 21:13:05 UTC+08:00"; older pages name no zone. */
function timeIn(text: string, zone: string): number | undefined {
  const match = /^(\d{2})\.(\d{2})\.(\d{4}) (\d{2}:\d{2}:\d{2})(?: UTC([+-]\d{2}:\d{2}))?$/.exec(text.trim());
  if (!match) return undefined;
  const [, day, month, year, clock, offset] = match;
  return timeOf(`${year}-${month}-${day} ${clock}${offset ?? ""}`, zone);
}
