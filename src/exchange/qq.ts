// QQ's chats: the JSON of qq-chat-exporter, and the text record of the desktop client.
import { type Found, leftOut, type Pieces, type ReadOptions, unreadable } from "./chat.ts";
import { readDatedText } from "./dated-text.ts";
import { fieldOf, isFields, nameIn, parseJson, textIn } from "./fields.ts";
import { walkJson } from "./json-stream.ts";
import { peeked } from "./peek.ts";
import { timeOf } from "./times.ts";

/** Messages of either form. */
export async function* readQq(pieces: Pieces, options: ReadOptions): AsyncIterable<Found> {
  const { head, whole } = await peeked(pieces);
  yield* head.trimStart().startsWith("{") ? readJson(whole, options) : readDatedText(whole, options);
}

async function* readJson(pieces: Pieces, { zone }: ReadOptions): AsyncIterable<Found> {
  let place = 0;
  let own: ReadonlySet<string> = new Set();
  for await (const piece of walkJson(pieces)) {
    if ("end" in piece) {
      if (piece.end === "cut_off") yield unreadable(place + 1, "cut_off");
      continue;
    }
    const path = piece.path.join(".");
    if (path === "chatInfo") {
      const info = parseJson(piece.text ?? "");
      own = new Set([nameIn(info, "selfUin"), nameIn(info, "selfUid")].filter(Boolean));
      yield { kind: "about", assistant: textIn(info, "name"), user: textIn(info, "selfName") };
    } else if (path === "messages" && piece.element) {
      place += 1;
      yield messageOf(piece.text === null ? null : parseJson(piece.text), place, zone, own);
    }
  }
}

function messageOf(value: unknown, place: number, zone: string, own: ReadonlySet<string>): Found {
  if (value === null) return unreadable(place, "too_large");
  if (!isFields(value)) return unreadable(place, "no_json");
  const recalled = fieldOf(value, "recalled") === true;
  if (!recalled && (fieldOf(value, "system") === true || textIn(value, "type") === "system"))
    return leftOut(place, "system");
  const content = recalled ? "[撤回了一条消息]" : contentOf(value);
  if (content === "") return leftOut(place, "empty");
  const sender = fieldOf(value, "sender");
  const ids = [nameIn(sender, "uin"), nameIn(sender, "uid")].filter(Boolean);
  const id = nameIn(value, "id") || nameIn(value, "messageId");
  return {
    kind: "line",
    line: {
      place,
      speaker: textIn(sender, "name") || textIn(sender, "nickname") || (ids[0] ?? ""),
      ...(own.size === 0 || ids.length === 0
        ? {}
        : { side: ids.some((one) => own.has(one)) ? ("user" as const) : ("assistant" as const) }),
      content,
      timestamp: timeOf(fieldOf(value, "timestamp"), zone) ?? timeOf(fieldOf(value, "time"), zone),
      ...(id === "" ? {} : { id }),
    },
  };
}

const kinds: Readonly<Record<string, string>> = {
  image: "[图片]",
  audio: "[语音]",
  voice: "[语音]",
  video: "[视频]",
  file: "[文件]",
  face: "[表情]",
  market_face: "[表情]",
  forward: "[聊天记录]",
  json: "[卡片]",
};

function contentOf(value: unknown): string {
  const content = fieldOf(value, "content");
  const text = (typeof content === "string" ? content : textIn(content, "text")).trim();
  if (text !== "") return text;
  const kind = textIn(value, "type");
  return Object.hasOwn(kinds, kind) ? (kinds[kind] ?? "") : "";
}
