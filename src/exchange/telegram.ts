// Telegram's export of one chat (result.json or a page) or of all: texts joined, media as tags, no file of it is ever opened.
import { type Found, leftOut, type Pieces, type ReadOptions, unreadable } from "./chat.ts";
import { type Fields, fieldOf, isFields, nameIn, parseJson, textIn } from "./fields.ts";
import { longestElement, walkJson } from "./json-stream.ts";
import { peeked } from "./peek.ts";
import { readTelegramPage } from "./telegram-page.ts";
import { secondsOf, timeOf } from "./times.ts";

/** Also into each chat: one alone may be larger than anything that is held at once. */
const into = new Set(["chats", "left_chats"].flatMap((name) => [name, `${name}.list[]`]));

/** The messages of one chat, as JSON or as a page, or of every personal chat of a whole export, each chat as a thread. */
export async function* readTelegram(pieces: Pieces, options: ReadOptions): AsyncIterable<Found> {
  const { head, whole } = await peeked(pieces);
  if (head.trimStart().startsWith("<")) yield* readTelegramPage(whole, options);
  else yield* readResult(whole, options);
}

async function* readResult(pieces: Pieces, { zone }: ReadOptions): AsyncIterable<Found> {
  let place = 0;
  let owner = "";
  let chat = new OneChat();
  for await (const piece of walkJson(pieces, { into })) {
    if ("end" in piece) {
      if (piece.end === "cut_off") yield unreadable(place + 1, "cut_off");
      continue;
    }
    const path = piece.path.join(".");
    const of = /^(?:left_)?chats\.list(?:\.(\w+))?$/.exec(path);
    if (path === "personal_information") owner = nameIn(parseJson(piece.text ?? ""), "user_id");
    else if (path === "name") yield { kind: "about", assistant: named(parseJson(piece.text ?? "")) };
    else if (path === "messages" || of?.[1] === "messages") {
      const held = of ? chat.hear(piece.text) : [piece.text];
      for (const text of held) yield messageOf(parsed(text), ++place, zone, of ? chat.whose(owner) : {});
    } else if (of?.[1] !== undefined) chat.tell(of[1], parseJson(piece.text ?? ""));
    else if (of) {
      if (piece.text !== "{}") yield unreadable(++place, piece.text === null ? "too_large" : "no_json");
      for (const text of chat.rest()) yield messageOf(parsed(text), ++place, zone, chat.whose(owner));
      chat = new OneChat();
    }
  }
}

function parsed(text: string | null): unknown {
  return text === null ? null : parseJson(text);
}

function named(value: unknown): string {
  return typeof value === "string" ? value : "";
}

type Chat = { thread?: { id: string; title: string }; owner?: string };

/** A chat of a whole account while its parts come. Only those with one other are read: a group is nobody's. */
class OneChat {
  private readonly told: Fields = {};
  /** Messages that stand before it is known what chat it is: Telegram itself writes that first. */
  private held: (string | null)[] = [];
  private size = 0;

  tell(name: string, value: unknown): void {
    if (["name", "type", "id"].includes(name)) this.told[name] = value;
  }

  /** Those that can be read now. */
  hear(text: string | null): (string | null)[] {
    if ("type" in this.told && "id" in this.told)
      return [...this.rest(), ...(this.isPersonal() ? [text] : [])];
    this.size += text?.length ?? 0;
    this.held.push(this.size > longestElement ? null : text);
    return [];
  }

  /** Those that had to wait. */
  rest(): (string | null)[] {
    const held = this.isPersonal() ? this.held : [];
    this.held = [];
    return held;
  }

  whose(owner: string): Chat {
    return { thread: { id: nameIn(this.told, "id"), title: textIn(this.told, "name") }, owner };
  }

  private isPersonal(): boolean {
    return ["personal_chat", "bot_chat"].includes(textIn(this.told, "type"));
  }
}

function messageOf(value: unknown, place: number, zone: string, { thread, owner }: Chat): Found {
  if (value === null) return unreadable(place, "too_large");
  if (!isFields(value)) return unreadable(place, "no_json");
  if (textIn(value, "type") === "service") return leftOut(place, "system");
  const content = contentOf(value);
  if (content === "") return leftOut(place, "empty");
  const from = nameIn(value, "from_id");
  const id = nameIn(value, "id");
  const isOwner = owner !== undefined && owner !== "" && from === `user${owner}`;
  return {
    kind: "line",
    line: {
      place,
      speaker: textIn(value, "from") || from,
      ...(thread && owner ? { side: isOwner ? ("user" as const) : ("assistant" as const) } : {}),
      content,
      timestamp: secondsOf(fieldOf(value, "date_unixtime")) ?? timeOf(fieldOf(value, "date"), zone),
      ...(id === "" ? {} : { id }),
      ...(thread ? { thread } : {}),
    },
  };
}

const tags: Readonly<Record<string, string>> = {
  voice_message: "语音",
  video_message: "视频消息",
  video_file: "视频",
  audio_file: "音频",
  sticker: "贴纸",
  animation: "动图",
};

function contentOf(value: Fields): string {
  const text = partsOf(fieldOf(value, "text")).trim();
  const tag = tagOf(value);
  return [tag, text].filter(Boolean).join(" ");
}

function tagOf(value: Fields): string {
  const media = textIn(value, "media_type");
  const known = Object.hasOwn(tags, media) ? tags[media] : undefined;
  if (known !== undefined) return `[${known}${textIn(value, "sticker_emoji")}]`;
  if ("photo" in value) return "[图片]";
  if ("location_information" in value) return "[位置]";
  if ("contact_information" in value) return "[名片]";
  if ("poll" in value) return `[投票 ${textIn(fieldOf(value, "poll"), "question")}]`;
  return "file" in value ? "[文件]" : "";
}

/** A text, or a list of texts and marked pieces; a link keeps where it leads. */
function partsOf(text: unknown): string {
  if (typeof text === "string") return text;
  if (!Array.isArray(text)) return "";
  return text
    .map((part) => {
      if (typeof part === "string") return part;
      const shown = textIn(part, "text");
      const target = textIn(part, "href");
      return target === "" || target === shown ? shown : `${shown} (${target})`;
    })
    .join("");
}
