// WeChat's chats as common exporters write them: WeFlow's JSON, and the CSV, text and page of MemoTrace (留痕).
import { type Found, leftOut, type Pieces, type ReadOptions, type Side, unreadable } from "./chat.ts";
import { rowsOf } from "./csv.ts";
import { readDatedText } from "./dated-text.ts";
import { fieldOf, isFields, nameIn, parseJson, textIn } from "./fields.ts";
import { walkJson } from "./json-stream.ts";
import { linesOf } from "./lines.ts";
import { unescaped } from "./page-text.ts";
import { peeked } from "./peek.ts";
import { timeOf } from "./times.ts";

/** Messages of any of the four forms. */
export async function* readWechat(pieces: Pieces, options: ReadOptions): AsyncIterable<Found> {
  const { head, whole } = await peeked(pieces);
  const start = head.trimStart();
  if (start.startsWith("{") || start.startsWith("[")) yield* readJson(whole, options);
  else if (start.startsWith("<")) yield* readPage(whole, options);
  else if (csvColumns(start.split("\n", 1)[0] ?? "")) yield* readCsv(whole, options);
  else yield* readDatedText(whole, options);
}

async function* readJson(pieces: Pieces, options: ReadOptions): AsyncIterable<Found> {
  let place = 0;
  for await (const piece of walkJson(pieces)) {
    if ("end" in piece) {
      if (piece.end === "cut_off") yield unreadable(place + 1, "cut_off");
      continue;
    }
    if (piece.path.join(".") === "session") {
      const session = parseJson(piece.text ?? "");
      yield { kind: "about", assistant: textIn(session, "displayName") || textIn(session, "nickname") };
    } else if (piece.element && (piece.path.length === 0 || piece.path.join(".") === "messages")) {
      place += 1;
      const value = piece.text === null ? null : parseJson(piece.text);
      if (value === null) yield unreadable(place, "too_large");
      else if (!isFields(value)) yield unreadable(place, "no_json");
      else
        yield messageOf(
          {
            place,
            side: sideOf(fieldOf(value, "isSend")),
            kind: nameIn(value, "localType"),
            content: textIn(value, "content") || textIn(value, "parsedContent"),
            time: fieldOf(value, "createTime"),
            speaker: textIn(value, "senderDisplayName") || textIn(value, "senderUsername"),
            id: nameIn(value, "serverId") || nameIn(value, "localId"),
          },
          options,
        );
    }
  }
}

type Raw = {
  place: number;
  side: Side | undefined;
  kind: string;
  content: string;
  time: unknown;
  speaker: string;
  id: string;
};

function sideOf(value: unknown): Side | undefined {
  if (value === 1 || value === "1" || value === true) return "user";
  return value === 0 || value === "0" || value === false ? "assistant" : undefined;
}

const kinds: Readonly<Record<string, string>> = {
  "3": "[图片]",
  "34": "[语音]",
  "42": "[名片]",
  "43": "[视频]",
  "47": "[表情]",
  "48": "[位置]",
  "50": "[通话]",
};

function messageOf(raw: Raw, { zone }: ReadOptions): Found {
  const { place, side, kind, speaker, id } = raw;
  if (side === undefined || kind === "10000" || kind === "10002") return leftOut(place, "system");
  const content = contentOf(kind, raw.content);
  if (content === "") return leftOut(place, "empty");
  return {
    kind: "line",
    line: { place, speaker, side, content, timestamp: timeOf(raw.time, zone), ...(id === "" ? {} : { id }) },
  };
}

/** The words of a message; of a quote or a link its title, of a picture and the like a tag. */
function contentOf(kind: string, raw: string): string {
  const tag = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  if (tag !== undefined) return tag;
  const text = raw.trim();
  if (!/^(?:<\?xml|<msg|<appmsg)/.test(text)) return text;
  const from = text.indexOf("<title>");
  const to = text.indexOf("</title>", from);
  const inside = from === -1 || to === -1 ? "" : text.slice(from + "<title>".length, to).trim();
  const title = inside
    .replace(/^<!\[CDATA\[/, "")
    .replace(/\]\]>$/, "")
    .trim();
  return title ? unescaped(title) : "[链接]";
}

const columnNames = {
  side: ["issender", "issend", "is_sender", "is_send", "是否发送"],
  time: ["createtime", "create_time", "timestamp", "时间戳", "strtime", "时间"],
  content: ["strcontent", "content", "msg", "内容", "消息内容"],
  speaker: ["nickname", "sender", "talker", "发送人", "发送者", "昵称"],
  kind: ["type", "localtype", "type_name", "类型"],
  id: ["msgsvrid", "serverid", "localid", "id"],
} as const;

type Columns = Record<keyof typeof columnNames, number>;

/** Where each column stands, or undefined where the line is no header of such a table. */
export function csvColumns(line: string): Columns | undefined {
  const names = line
    .replace(/^\uFEFF/, "")
    .split(",")
    .map((name) =>
      name
        .replace(/^"|"\r?$|\r$/g, "")
        .trim()
        .toLowerCase(),
    );
  const at = (wanted: readonly string[]) => {
    const name = wanted.find((one) => names.includes(one));
    return name === undefined ? -1 : names.indexOf(name);
  };
  const columns = Object.fromEntries(
    Object.entries(columnNames).map(([key, wanted]) => [key, at(wanted)]),
  ) as Columns;
  return columns.side >= 0 && columns.time >= 0 && columns.content >= 0 ? columns : undefined;
}

async function* readCsv(pieces: Pieces, options: ReadOptions): AsyncIterable<Found> {
  let columns: Columns | undefined;
  for await (const { place, fields, whole } of rowsOf(pieces)) {
    if (!columns) {
      columns = csvColumns(fields.join(","));
      if (!columns) return yield unreadable(place, "no_shape");
      continue;
    }
    const read = (column: number) => fields[column]?.trim() ?? "";
    if (!whole) yield unreadable(place, "cut_off");
    else if (fields.length <= Math.max(columns.side, columns.time, columns.content))
      yield unreadable(place, "no_shape");
    else
      yield messageOf(
        {
          place,
          side: sideOf(read(columns.side)),
          kind: read(columns.kind),
          content: read(columns.content),
          time: read(columns.time),
          speaker: read(columns.speaker),
          id: read(columns.id),
        },
        options,
      );
  }
}

const pageMessage =
  /\{\s*type:\s*(\d+),\s*text:\s*'((?:\\.|[^'\\])*)',\s*is_send:\s*(\d)[^{}]*?timestamp:\s*(\d+)(?:[^{}]*?displayname:\s*'((?:\\.|[^'\\])*)')?/;

/** The page keeps its messages as a list in a script, one a line. */
async function* readPage(pieces: Pieces, options: ReadOptions): AsyncIterable<Found> {
  let any = false;
  for await (const { place, text } of linesOf(pieces)) {
    if (!/\btype:\s*\d+,\s*text:/.test(text)) continue;
    any = true;
    const match = pageMessage.exec(text);
    if (!match) {
      yield unreadable(place, "no_shape");
      continue;
    }
    const [, kind = "", said = "", send, time = "", speaker = ""] = match;
    const content = unescaped(
      said
        .replace(/<br\s*\/?>/gi, "\n")
        .replace(/<img\b[^<>]*>/gi, "[表情]")
        .replace(/<[^<>]{1,500}>/g, "")
        .replace(/\\(.)/g, (_, character: string) => (character === "n" ? "\n" : character)),
    );
    yield messageOf({ place, side: sideOf(send), kind, content, time, speaker, id: "" }, options);
  }
  if (!any) yield unreadable(1, "no_shape");
}
