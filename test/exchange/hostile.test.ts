// Files that mean harm, or were only damaged: no reader throws, none runs without end, and every line that is given is whole.
import fc from "fast-check";
import { deflateSync, strToU8, zipSync } from "fflate";
import { expect, it } from "vitest";
import { readCard } from "../../src/exchange/card.ts";
import { draftOf, unfilledPlaces } from "../../src/exchange/card-draft.ts";
import { suspicionsOf } from "../../src/exchange/card-suspicions.ts";
import { charxLimits, readCharx } from "../../src/exchange/charx.ts";
import type { ChatFormat } from "../../src/exchange/chat.ts";
import { chatReaders, detectFormat } from "../../src/exchange/detect.ts";
import { inputFile } from "../cases/case.ts";
import { all, found, inPieces, linesIn } from "./pieces.ts";

const input = (name: string) => inputFile(`import/${name}`).toString("utf8");
const samples: Record<ChatFormat, string[]> = {
  sillytavern: [input("st_old.jsonl")],
  telegram: [
    input("telegram_chat.json"),
    '<html>\n<div class="message default clearfix" id="message1">\n<div class="pull_right date details" title="02.01.2026 10:01:00">\n</div>\n<div class="from_name">\n阿木\n</div>\n<div class="text">\n早\n</div>\n',
  ],
  chatgpt: [input("chatgpt_conversations.json")],
  claude: [
    '[{"uuid":"c","name":"n","chat_messages":[{"uuid":"1","sender":"human","text":"早","created_at":"2026-01-01T08:00:00Z"}]}]',
  ],
  qq: [input("qq_v4.json"), "消息对象:小溪\n\n2026-01-02 10:01:00 阿木(10001)\n早\n"],
  wechat: [
    input("wechat_weflow.json"),
    'IsSender,CreateTime,StrContent\n1,1767319260,"早"\n',
    "<html>{ type:1, text: '早',is_send:1,avatar_path:'',timestamp:1767319260,is_chatroom:0,displayname:'a'},\n",
  ],
  text: [
    "我：早\n她：早呀\n2026-01-02 10:01 我：嗯",
    "12/31/25, 10:15 PM - Me: hi\n[1/2/2026, 22:10:05] 她: 早\n",
  ],
  mem0: [input("mem0_get_all.json")],
  letta: ['{"blocks":[{"label":"human","value":"x"}]}'],
  openmemory: ['{"memories":[{"id":"a","content":"x","created_at":1767225600}]}'],
};
const formats = Object.keys(samples) as ChatFormat[];
const damage = fc.array(
  fc.tuple(
    fc.nat(5_000),
    fc.nat(3),
    fc.constantFrom(
      "",
      '"',
      "{",
      "}",
      "[",
      "]",
      ",",
      "\n",
      "\u0000",
      "null",
      "1e999",
      "\ud800",
      '"__proto__":',
      "：",
    ),
  ),
  { maxLength: 5 },
);

it("reads 1,000 damaged files without a fault of its own", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...formats),
      fc.nat(2),
      damage,
      fc.nat(3_000),
      async (format, which, changes, cut) => {
        const list = samples[format];
        let text = list[which % list.length] ?? "";
        for (const [at, gone, put] of changes) {
          const place = at % (text.length + 1);
          text = text.slice(0, place) + put + text.slice(place + gone);
        }
        const all = await found(
          chatReaders[format],
          text.slice(0, Math.max(1, text.length - (cut % text.length))),
        );
        for (const { content, timestamp, place } of linesIn(all)) {
          expect(content.trim()).not.toBe("");
          expect(place).toBeGreaterThan(0);
          if (timestamp !== undefined) expect(timestamp).toBeGreaterThanOrEqual(0);
        }
      },
    ),
    { numRuns: 1_000, seed: 8 },
  );
});

it("reads a file of another program without a fault, whatever it was said to be", async () => {
  for (const format of formats)
    for (const text of Object.values(samples).flat())
      expect(Array.isArray(await found(chatReaders[format], text))).toBe(true);
});

it("does not run on at a line that is made to hold it up", async () => {
  const times = (text: string) => text.repeat(Math.ceil(1_500_000 / text.length));
  const lines = [
    times("<"),
    times("<img "),
    times("<a href="),
    times('<a href="'),
    times("<title>"),
    times("<?xml <title>"),
    times('class="date details" '),
    times("&#"),
    times("[2026-01-02 10:01 "),
    times("12/31/25, 10:15 PM - "),
    times("我："),
    times(" "),
    times("{type:1,text:'"),
    times('{"'),
    times("\\"),
  ];
  for (const line of lines) {
    const files: [ChatFormat, string][] = [
      [
        "telegram",
        `<html>\n<div class="message default" id="message1">\n${line}\n<div class="text">\n${line}\n`,
      ],
      ["wechat", `<html>\n{ type:1, text: '${line}',is_send:1,timestamp:1767319260},\n${line}\n`],
      ["wechat", `IsSender,CreateTime,StrContent\n1,1767319260,"<msg>${line.replaceAll('"', "'")}"\n`],
      ["wechat", `2026-01-02 10:01:00 我\n${line}\n${line}\n`],
      ["qq", `消息对象:小溪\n\n2026-01-02 10:01:00 阿木(10001)\n${line}\n${line}\n`],
      ["text", `我：${line}\n${line}`],
      ["sillytavern", `${line}\n{"mes":"早","name":"a"}`],
      ["mem0", `${line}\n${line}`],
    ];
    for (const [format, text] of files)
      await all(chatReaders[format](inPieces(text, 65_536), { zone: "UTC" }));
    for (const text of files.map(([, one]) => one)) detectFormat(text.slice(0, 65_536));
  }
}, 30_000);

it("does not run on at a card that is made to hold it up", () => {
  for (const seed of [
    " ",
    "\n",
    "{{",
    "{{char",
    "{{//",
    "<",
    "<START>",
    "{{user}}:",
    "<script ",
    "@@",
    "http://",
    "[",
  ]) {
    const text = seed.repeat(Math.ceil(400_000 / seed.length));
    const entries = [{ keys: [text], content: text, enabled: true, extensions: {} }];
    const fields = { description: text, first_mes: text, mes_example: text, system_prompt: text };
    const read = readCard({ name: "n", personality: "x", ...fields, character_book: { entries } });
    expect(read.ok).toBe(true);
    if (!read.ok) continue;
    expect(draftOf(read.card, { person: "p" }).name).toBe("n");
    expect([unfilledPlaces(read.card), suspicionsOf(read.card)].every(Array.isArray)).toBe(true);
  }
}, 30_000);

it("does not inflate an archive that lies about its size, or that packs too well", () => {
  const bomb = zipSync({ "card.json": new Uint8Array(charxLimits.card - 1) });
  expect(readCharx(bomb)).toEqual({ ok: false, reason: "too-large" });
  const others = zipSync({
    "../../evil.json": strToU8("{}"),
    "card.json": strToU8('{"a":1}'),
    "assets/big.png": new Uint8Array(1_000_000),
  });
  const read = readCharx(others);
  expect(read.ok && [new TextDecoder().decode(read.card), read.others]).toEqual(['{"a":1}', 2]);
  const noise = deflateSync(Uint8Array.from({ length: 3_000 }, (_, at) => (at * 7_919) % 251));
  expect(readCharx(Uint8Array.from([0x50, 0x4b, 3, 4, ...noise]))).toMatchObject({ ok: false });
});
