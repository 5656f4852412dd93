// Tells by a file's beginning which program wrote it.
import type { ChatFormat, ChatReader } from "./chat.ts";
import { readChatGpt } from "./chatgpt.ts";
import { readClaude } from "./claude.ts";
import { headerOf } from "./dated-text.ts";
import { fieldOf, isFields, parseJson } from "./fields.ts";
import { readLetta, readMem0, readOpenMemory } from "./memories.ts";
import { readPlainText } from "./plain-text.ts";
import { readQq } from "./qq.ts";
import { readSillyTavern } from "./silly-tavern.ts";
import { readTelegram } from "./telegram.ts";
import { csvColumns, readWechat } from "./wechat.ts";

/** The reader of each format. */
export const chatReaders: Readonly<Record<ChatFormat, ChatReader>> = {
  sillytavern: readSillyTavern,
  telegram: readTelegram,
  chatgpt: readChatGpt,
  claude: readClaude,
  qq: readQq,
  wechat: readWechat,
  text: readPlainText,
  mem0: readMem0,
  letta: readLetta,
  openmemory: readOpenMemory,
};

/** The format of a file by its first characters; undefined where none fits. */
export function detectFormat(head: string): ChatFormat | undefined {
  if (isNoText(head)) return undefined;
  const start = head.replace(/^\uFEFF/, "").trimStart();
  // A bracket may hold a date as well ("[2026-01-02 10:01] 我：早").
  if (/^(?:\{|\[\s*[{["\]])/.test(start)) return ofJson(start);
  const [first = ""] = start.split("\n", 1);
  if (/^<(?:!doctype|html)/i.test(start))
    return /class="page_wrap"|id="message-?\d/.test(start) ? "telegram" : "wechat";
  if (csvColumns(first)) return "wechat";
  if (/^消息记录|^消息分组[:：]|^消息对象[:：]/m.test(start.slice(0, 2_000))) return "qq";
  const lines = start.split("\n").slice(0, 400);
  const headed = lines.flatMap((line) => headerOf(line, "UTC") ?? []);
  // Behind a colon a number is something that was said.
  if (headed.some(({ name, number }) => /^\d{5,12}$/.test(number) && !/[:：]/.test(name))) return "qq";
  if (headed.length > 0 && !headed.some(({ name }) => /[:：]/.test(name))) return "wechat";
  return lines.some((line) => /^.{1,60}[:：]/.test(line)) ? "text" : undefined;
}

/** Bytes that are no text: a picture or an archive, which no colon makes a talk. */
function isNoText(head: string): boolean {
  let odd = 0;
  for (const character of head) {
    const code = character.codePointAt(0) ?? 0;
    if (code === 0) return true;
    if ((code < 32 && code !== 9 && code !== 10 && code !== 12 && code !== 13) || code === 0xfffd) odd += 1;
  }
  return odd > 8 && odd * 20 > head.length;
}

const signs: readonly [ChatFormat, RegExp][] = [
  ["claude", /"chat_messages"\s*:/],
  ["chatgpt", /"mapping"\s*:\s*\{/],
  ["wechat", /"weflow"\s*:|"isSend"\s*:/],
  ["qq", /"chatInfo"\s*:|"selfUin"\s*:|qq-?chat-?exporter/i],
  ["telegram", /"(?:date_unixtime|text_entities|personal_information|from_id)"\s*:/],
  ["letta", /"(?:core_memory|blocks|passages|archival_memory|archival_passages)"\s*:\s*\[|"agent_type"\s*:/],
  ["letta", /"id"\s*:\s*"(?:agent|block|passage)-[\da-f]{8}/],
  [
    "openmemory",
    /"(?:app_name|app_id)"\s*:|"memories"\s*:\s*\[|"state"\s*:\s*"(?:active|paused|archived|deleted)"/,
  ],
  ["mem0", /"memory"\s*:\s*"/],
];

function ofJson(start: string): ChatFormat | undefined {
  const [first = ""] = start.split("\n", 1);
  const line = parseJson(first);
  const header =
    isFields(line) && ["user_name", "character_name", "chat_metadata", "mes"].some((key) => key in line);
  if (header && !isFields(fieldOf(line, "data"))) return "sillytavern";
  return signs.find(([, sign]) => sign.test(start))?.[0];
}
