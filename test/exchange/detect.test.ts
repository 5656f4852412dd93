// Which program wrote a file, by its first characters; and in which encoding.
import { describe, expect, it } from "vitest";
import { decoded, encodingOf } from "../../src/exchange/decode.ts";
import { detectFormat } from "../../src/exchange/detect.ts";
import { inputFile } from "../cases/case.ts";
import { all } from "./pieces.ts";

const ofInput = (name: string) => detectFormat(inputFile(`import/${name}`).toString("utf8"));

describe("a file", () => {
  const texts: [string, string, string | undefined][] = [
    [
      "a SillyTavern chat without header",
      '{"name":"a","is_user":true,"mes":"早"}\n{"name":"b","mes":"在"}',
      "sillytavern",
    ],
    ["a Claude export", '[{"uuid":"c","name":"n","chat_messages":[]}]', "claude"],
    ["an OpenMemory export", '{"user":{},"memories":[{"content":"x","app_name":"a"}]}', "openmemory"],
    [
      "an OpenMemory export, a memory a line",
      '{"id":"o","content":"x","metadata":{},"created_at":"2025-05-01T00:00:00","state":"active","app":"openmemory"}',
      "openmemory",
    ],
    [
      "a Telegram chat of an older program",
      '{"name":"小溪","type":"personal_chat","id":1,"messages":[{"id":2,"type":"message","from":"a","from_id":7,"text":"早"}]}',
      "telegram",
    ],
    ["a Letta agent", '{"agents":[{"agent_type":"letta"}],"blocks":[]}', "letta"],
    ["a Letta agent as shown", '{"id":"agent-0a1b2c3d-1","name":"溪","memory":{"blocks":[]}}', "letta"],
    ["Letta passages", '[{"text":"住在上海","id":"passage-0a1b2c3d-1","metadata":{}}]', "letta"],
    ["Letta blocks", '[{"value":"住在上海","label":"human","id":"block-0a1b2c3d-1"}]', "letta"],
    ["a QQ record", "消息记录（此消息记录为文本格式，不支持重新导入）\n\n消息对象:小溪", "qq"],
    ["a QQ record without its head", "2026-01-02 10:01:00 阿木(10001)\n早", "qq"],
    ["a WeChat text", "2026-01-02 10:01:00 我\n早", "wechat"],
    ["a WeChat table", "\ufefflocalId,IsSender,CreateTime,StrContent\n", "wechat"],
    [
      "a Telegram page",
      '<!DOCTYPE html>\n<html>\n <body onload="CheckLocation();">\n  <div class="page_wrap">\n',
      "telegram",
    ],
    ["a WeChat page", "<!DOCTYPE html><html>", "wechat"],
    ["pasted talk", "我：早\n她：早呀", "text"],
    ["pasted talk with dates", "2026-01-02 10:01 我：早\n2026-01-02 10:02 她：早呀", "text"],
    ["pasted talk with dates in brackets", "[2026-01-02 10:01] 我：早\n[2026-01-02 10:02] 她：早呀", "text"],
    ["pasted talk with dates and a number in it", "2026-01-02 10:01 我：打这个（13800138000）\n", "text"],
    ["a messenger's talk", "[31/12/2025, 22:10:05] Me: hi\n[31/12/2025, 22:11:05] Ann: hey", "text"],
    ["nothing that anybody knows", "lorem ipsum dolor", undefined],
    ["some other JSON", '{"a":[1,2,3]}', undefined],
    ["an empty file", "", undefined],
  ];
  it.each(texts)("is told: %s", (_name, text, format) => {
    expect(detectFormat(text)).toBe(format);
  });

  it("of each case is told", () => {
    expect(
      [
        "st_old.jsonl",
        "telegram_chat.json",
        "chatgpt_conversations.json",
        "qq_v4.json",
        "wechat_weflow.json",
        "mem0_get_all.json",
      ].map(ofInput),
    ).toEqual(["sillytavern", "telegram", "chatgpt", "qq", "wechat", "mem0"]);
  });
});

describe("bytes", () => {
  async function* cut(bytes: Uint8Array, length: number): AsyncIterable<Uint8Array> {
    for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
  }
  const text = async (bytes: Uint8Array) => (await all(decoded(cut(bytes, 5)))).join("");
  // 消息 in GB18030.
  const old = Uint8Array.from([0xcf, 0xfb, 0xcf, 0xa2, 0x0a]);

  it("are read in the encoding that they are in", async () => {
    expect(await text(Buffer.from("\ufeff早，小溪", "utf8"))).toBe("早，小溪");
    expect(await text(Buffer.from("\ufeff早，小溪", "utf16le"))).toBe("早，小溪");
    expect(await text(old)).toBe("消息\n");
    expect(await text(new Uint8Array())).toBe("");
  });

  it("stay UTF-8 where a few of many are broken, and lose only these", async () => {
    const bytes = Buffer.concat([
      Buffer.from("一段很长的中文聊天记录".repeat(20), "utf8"),
      Buffer.from([0xff]),
      Buffer.from("完", "utf8"),
    ]);
    expect(encodingOf(bytes)).toBe("utf-8");
    expect(await text(bytes)).toContain("聊天记录\ufffd完");
  });
});

describe("bytes that are no text", () => {
  it("are no talk, whatever colons stand in them; a stray sign in a talk is no reason", () => {
    const noise = Array.from({ length: 400 }, (_, at) => String.fromCharCode((at * 37) % 256)).join("");
    expect(detectFormat(`我：早\n${noise}`)).toBeUndefined();
    expect(detectFormat("我：早\u0000你：早")).toBeUndefined();
    expect(detectFormat(`${"\ufffd".repeat(40)}我：早`)).toBeUndefined();
    expect(detectFormat(`我：早\u0007\n你：早\ufffd\n${"我：嗯\n".repeat(30)}`)).toBe("text");
  });
});
