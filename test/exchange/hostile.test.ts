// Files that mean harm, or were only damaged: no reader throws, none runs without end, and every line that is given is whole.
import fc from "fast-check";
import { deflateSync, strToU8, zipSync } from "fflate";
import { expect, it } from "vitest";
import { charxLimits, readCharx } from "../../src/exchange/charx.ts";
import type { ChatFormat } from "../../src/exchange/chat.ts";
import { chatReaders } from "../../src/exchange/detect.ts";
import { inputFile } from "../cases/case.ts";
import { found, linesIn } from "./pieces.ts";

const input = (name: string) => inputFile(`import/${name}`).toString("utf8");
const samples: Record<ChatFormat, string[]> = {
  sillytavern: [input("st_old.jsonl")],
  telegram: [input("telegram_chat.json")],
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
  text: ["我：早\n她：早呀\n2026-01-02 10:01 我：嗯"],
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
