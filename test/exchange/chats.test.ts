// The readers of chats: what was said comes out in order with its time and side, everything else is named.
import { describe, expect, it } from "vitest";
import { readChatGpt } from "../../src/exchange/chatgpt.ts";
import { readClaude } from "../../src/exchange/claude.ts";
import { readQq } from "../../src/exchange/qq.ts";
import { readSillyTavern } from "../../src/exchange/silly-tavern.ts";
import { readTelegram } from "../../src/exchange/telegram.ts";
import { readWechat } from "../../src/exchange/wechat.ts";
import { found, inPieces, linesIn, told } from "./pieces.ts";

const at = (iso: string) => Date.parse(iso) / 1000;
const jsonl = (...lines: unknown[]) =>
  lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n");

describe("SillyTavern", () => {
  const header = {
    user_name: "阿木",
    character_name: "林溪",
    create_date: "2026-1-2 @10h 00m 00s 000ms",
    chat_metadata: {},
  };
  const line = (name: string, mes: string, more: object = {}) => ({
    name,
    is_user: name === "阿木",
    is_system: false,
    send_date: "January 2, 2026 10:01am",
    mes,
    ...more,
  });

  it("keeps swipes as other answers, the shown one as what was said", async () => {
    const list = await found(
      readSillyTavern,
      jsonl(
        header,
        line("林溪", "第二个", { swipes: ["第一个", "第二个", ""], swipe_id: 1, extra: { model: "m" } }),
      ),
    );
    expect(linesIn(list)).toMatchObject([
      {
        side: "assistant",
        content: "第二个",
        others: ["第一个"],
        model: "m",
        timestamp: at("2026-01-02T10:01:00+08:00"),
      },
    ]);
  });

  it("leaves out what the program said, and takes what the two said and hid from the model", async () => {
    const list = await found(
      readSillyTavern,
      jsonl(
        header,
        line("System", "Welcome", { is_system: true }),
        line("阿木", "被藏起来的话", { is_system: true }),
        line("林溪", "旁白", { is_system: true, extra: { type: "narrator" } }),
        line("林溪", "  "),
      ),
    );
    expect(told(list)).toEqual([
      "left-out system",
      "user: 被藏起来的话",
      "left-out system",
      "left-out empty",
    ]);
  });

  it("names broken lines by their number and takes the rest", async () => {
    const list = await found(
      readSillyTavern,
      jsonl(
        header,
        '{"name":"林溪","mes":"断',
        line("阿木", "还在"),
        '"text"',
        { name: "x" },
        "",
        line("林溪", "在"),
      ),
    );
    expect(told(list)).toEqual([
      "unreadable 2 no_json",
      "user: 还在",
      "unreadable 4 no_json",
      "unreadable 5 no_text",
      "assistant: 在",
    ]);
  });

  it("without a header is read by its lines, with Windows line ends too", async () => {
    const list = await found(
      readSillyTavern,
      `${jsonl(line("阿木", "早"))}\r\n${jsonl(line("林溪", "早呀"))}\r\n`,
    );
    expect(told(list)).toEqual(["user: 早", "assistant: 早呀"]);
  });
});

describe("Telegram", () => {
  const message = (id: number, from: number, text: unknown, more: object = {}) => ({
    id,
    type: "message",
    date: "2026-01-02T10:01:00",
    date_unixtime: "1767319260",
    from: from === 1 ? "阿木" : "小溪",
    from_id: `user${from}`,
    text,
    ...more,
  });

  it("as a whole export gives every personal chat as a thread, with the account's owner as the person", async () => {
    const list = await found(readTelegram, {
      about: "…",
      personal_information: { user_id: 1, first_name: "阿木" },
      chats: {
        about: "…",
        list: [
          {
            name: "小溪",
            type: "personal_chat",
            id: 7,
            messages: [message(1, 1, "早"), message(2, 2, "早呀")],
          },
          { name: "群", type: "private_group", id: 8, messages: [message(1, 3, "群里的话")] },
        ],
      },
    });
    expect(told(list)).toEqual(["user: 早", "assistant: 早呀"]);
    expect(linesIn(list).map(({ thread }) => thread)).toEqual([
      { id: "7", title: "小溪" },
      { id: "7", title: "小溪" },
    ]);
  });

  it("as a whole export holds no chat at once, keeps what was whole of one that was cut off, and reads its parts in any order", async () => {
    const chat = (id: number, type: string, said: string) => ({
      messages: [message(1, 1, said)],
      id,
      type,
      name: `人${id}`,
    });
    const whole = {
      chats: { list: [chat(7, "personal_chat", "早"), chat(8, "private_group", "群里的话"), 5] },
    };
    const list = await found(readTelegram, whole);
    expect(told(list)).toEqual(["阿木: 早", "unreadable 2 no_json"]);
    expect(linesIn(list).map(({ thread }) => thread)).toEqual([{ id: "7", title: "人7" }]);
    // Each chat is longer than what may be held; only its messages are.
    const { messages, ...head } = chat(9, "personal_chat", "很长".repeat(1_000_000));
    const long = JSON.stringify({ chats: { list: [{ ...head, messages: Array(34).fill(messages[0]) }] } });
    let count = 0;
    for await (const one of readTelegram(inPieces(long, 1_000_000), { zone: "UTC" }))
      if (one.kind === "line") count += 1;
    expect(count).toBe(34);
    const cut = JSON.stringify({
      chats: { list: [{ ...head, messages: [message(1, 1, "早"), message(2, 2, "早呀")] }] },
    });
    expect(told(await found(readTelegram, cut.slice(0, -40)))).toEqual(["阿木: 早", "unreadable 2 cut_off"]);
  });

  it("shows pictures, places and files as tags beside their words", async () => {
    const list = await found(readTelegram, {
      name: "小溪",
      messages: [
        message(1, 2, "看", { photo: "photos/1.jpg" }),
        message(2, 2, "", { media_type: "sticker", sticker_emoji: "🌸", file: "x.webp" }),
        message(3, 2, "", { file: "../../etc/passwd" }),
        message(4, 2, ""),
        message(5, 2, 17),
      ],
    });
    expect(told(list)).toEqual([
      "小溪: [图片] 看",
      "小溪: [贴纸🌸]",
      "小溪: [文件]",
      "left-out empty",
      "left-out empty",
    ]);
  });

  const page = (...messages: string[]) =>
    `<!DOCTYPE html>\n<html>\n <body>\n  <div class="page_wrap">\n   <div class="page_header">\n     <div class="text bold">\n小溪\n     </div>\n   </div>\n${messages.join("\n")}\n`;
  const spoken = (id: number, clock: string, name: string, body: string) =>
    `     <div class="message default clearfix${name === "" ? " joined" : ""}" id="message${id}">
      <div class="body">
       <div class="pull_right date details" title="02.01.2026 ${clock}">
${clock.slice(0, 5)}
       </div>
${name === "" ? "" : `       <div class="from_name">\n${name} \n       </div>\n`}${body}
      </div>
     </div>`;
  const words = (text: string) => `       <div class="text">\n${text}\n       </div>`;

  it("as a page is the same talk: names go on, links lead somewhere, media are tags", async () => {
    const list = await found(
      readTelegram,
      page(
        `     <div class="message service" id="message-1">\n      <div class="body details">\n2 January 2026\n      </div>\n     </div>`,
        spoken(
          1,
          "10:01:00 UTC+08:00",
          "阿木",
          words('早<br>看 <a href="https://example.org/">这里</a> &lt;3'),
        ),
        spoken(2, "10:01:05 UTC+08:00", "", words("还有")),
        spoken(
          3,
          "10:02:00 UTC+08:00",
          "小溪",
          `       <div class="media_wrap clearfix">\n        <a class="photo_wrap clearfix pull_left" href="photos/1.jpg">\n        </a>\n       </div>\n${words("好看吗")}`,
        ),
        spoken(
          4,
          "10:03:00",
          "阿木",
          `       <div class="forwarded body">\n       <div class="from_name">\n别人 <span class="date details" title="01.01.2026 08:00:00"> 01.01.2026</span>\n       </div>\n${words("转来的话")}\n       </div>`,
        ),
        spoken(5, "10:04:00", "", ""),
      ),
    );
    expect(told(list)).toEqual([
      "left-out system",
      "阿木: 早\n看 这里 (https://example.org/) <3",
      "阿木: 还有",
      "小溪: [图片] 好看吗",
      "阿木: 转来的话",
      "left-out empty",
    ]);
    expect(list[0]).toEqual({ kind: "about", assistant: "小溪" });
    expect(linesIn(list).map(({ id, timestamp }) => [id, timestamp])).toEqual([
      ["1", at("2026-01-02T10:01:00+08:00")],
      ["2", at("2026-01-02T10:01:05+08:00")],
      ["3", at("2026-01-02T10:02:00+08:00")],
      ["4", at("2026-01-02T10:03:00+08:00")],
    ]);
  });

  it("as a page without messages says so, and one of hostile tags gives text alone", async () => {
    expect(told(await found(readTelegram, page()))).toEqual(["unreadable 1 no_shape"]);
    const hostile = spoken(
      1,
      "99:99:99",
      "<b>阿木</b>",
      words('<script>alert(1)</script><img src=x onerror="a">早'),
    );
    const list = await found(readTelegram, page(hostile));
    expect(told(list)).toEqual(["阿木: alert(1)早"]);
    expect(linesIn(list)[0]?.timestamp).toBeUndefined();
  });

  it("that was cut off gives what was whole and says so", async () => {
    const text = JSON.stringify({ name: "小溪", messages: [message(1, 1, "早"), message(2, 2, "早呀")] });
    expect(told(await found(readTelegram, text.slice(0, -30)))).toEqual(["阿木: 早", "unreadable 2 cut_off"]);
  });
});

describe("ChatGPT", () => {
  const node = (id: string, parent: string | null, children: string[], message: object | null) => ({
    id,
    parent,
    children,
    message,
  });
  const said = (id: string, role: string, text: unknown, more: object = {}) => ({
    id,
    author: { role },
    create_time: 1767225601,
    content: { content_type: "text", parts: [text] },
    metadata: {},
    recipient: "all",
    ...more,
  });
  const talk = (mapping: object[], current?: string) => ({
    title: "t",
    conversation_id: "c1",
    create_time: 1767225600,
    current_node: current,
    mapping: Object.fromEntries(mapping.map((one) => [(one as { id: string }).id, one])),
  });

  it("takes the branch that was last shown and counts what stands on others", async () => {
    const list = await found(readChatGpt, [
      talk(
        [
          node("r", null, ["u"], null),
          node("u", "r", ["a1", "a2"], said("u", "user", "问")),
          node("a1", "u", [], said("a1", "assistant", "旧答")),
          node("a2", "u", [], said("a2", "assistant", "新答")),
        ],
        "a2",
      ),
    ]);
    expect(told(list)).toEqual(["user: 问", "assistant: 新答", "left-out other_branch"]);
  });

  it("leaves out tools, thoughts and calls of tools, and shows pictures as tags", async () => {
    const list = await found(readChatGpt, [
      talk([
        node("r", null, ["u"], null),
        node("u", "r", ["t"], said("u", "user", { content_type: "image_asset_pointer" })),
        node("t", "u", ["c"], said("t", "tool", "结果")),
        node("c", "t", ["k"], said("c", "assistant", "print(1)", { recipient: "python" })),
        node(
          "k",
          "c",
          ["a"],
          said("k", "assistant", "", { content: { content_type: "thoughts", thoughts: [] } }),
        ),
        node("a", "k", [], said("a", "assistant", "好", { create_time: null })),
      ]),
    ]);
    expect(told(list)).toEqual([
      "user: [图片]",
      "left-out tool",
      "left-out tool",
      "left-out empty",
      "assistant: 好",
    ]);
    expect(linesIn(list).at(-1)?.timestamp).toBe(1767225601);
  });

  it("says what was said without the program's own marks for its sources", async () => {
    const mark = "\ue200cite\ue202turn0search1\ue202turn0search4\ue201";
    const content = { content_type: "text", parts: [`百合不错。${mark}也便宜。${mark}`] };
    const mapping = { a: { id: "a", parent: null, message: { author: { role: "assistant" }, content } } };
    expect(told(await found(readChatGpt, [{ title: "花", create_time: 1, mapping }]))).toEqual([
      "assistant: 百合不错。也便宜。",
    ]);
  });

  it("that was cut off in the middle of a conversation keeps its messages but the torn one", async () => {
    const list = [
      talk([
        node("r", null, ["u"], null),
        node("u", "r", ["a"], said("u", "user", "问")),
        node("a", "u", ["v"], said("a", "assistant", "答")),
        node("v", "a", [], said("v", "user", "再问")),
      ]),
    ];
    const text = JSON.stringify(list);
    expect(told(await found(readChatGpt, text.slice(0, text.indexOf("再问"))))).toEqual([
      "user: 问",
      "assistant: 答",
      "unreadable 3 cut_off",
    ]);
  });

  it("with a tree that bites its tail, or without one, ends", async () => {
    const ring = talk(
      [node("a", "b", ["b"], said("a", "user", "甲")), node("b", "a", ["a"], said("b", "assistant", "乙"))],
      "b",
    );
    expect(told(await found(readChatGpt, [ring, { title: "leer" }, 5]))).toEqual([
      "user: 甲",
      "assistant: 乙",
      "unreadable 3 no_shape",
      "unreadable 4 no_shape",
    ]);
  });
});

describe("Claude", () => {
  const said = (uuid: string, parent: string, text: string) => ({
    uuid,
    sender: text.startsWith("问") ? "human" : "assistant",
    text,
    created_at: "2026-01-01T08:00:00Z",
    parent_message_uuid: parent,
  });

  it("takes the branch that was shown last: what was asked or answered again stands elsewhere", async () => {
    const root = "00000000-0000-4000-8000-000000000000";
    const chat_messages = [
      said("1", root, "问"),
      said("2", "1", "旧答"),
      said("3", "2", "问旧答"),
      said("4", "1", "新答"),
      said("5", "4", "问新答"),
      said("6", root, "问错了"),
    ];
    const talk = { uuid: "c", name: "n", chat_messages, current_leaf_message_uuid: "5" };
    expect(told(await found(readClaude, [talk]))).toEqual([
      "user: 问",
      "left-out other_branch",
      "left-out other_branch",
      "assistant: 新答",
      "user: 问新答",
      "left-out other_branch",
    ]);
    const last = { ...talk, chat_messages: chat_messages.slice(0, 5), current_leaf_message_uuid: undefined };
    expect(told(await found(readClaude, [last])).slice(-2)).toEqual(["assistant: 新答", "user: 问新答"]);
  });

  it("that was cut off in the middle of a conversation keeps its messages but the torn one", async () => {
    const chat_messages = [said("1", "0", "问"), said("2", "1", "答"), said("3", "2", "再问")];
    const text = JSON.stringify([{ uuid: "c", name: "n", chat_messages }]);
    expect(told(await found(readClaude, text.slice(0, text.indexOf("再问"))))).toEqual([
      "user: 问",
      "assistant: 答",
      "unreadable 3 cut_off",
    ]);
  });

  it("loses nothing where a parent is not in the file, or parents go round", async () => {
    const talk = (chat_messages: object[]) => [{ uuid: "c", name: "n", chat_messages }];
    const torn = talk([said("1", "0", "问"), said("3", "2", "答"), said("4", "3", "问二")]);
    expect(told(await found(readClaude, torn))).toEqual(["user: 问", "assistant: 答", "user: 问二"]);
    const round = talk([said("1", "2", "问"), said("2", "1", "答")]);
    expect(told(await found(readClaude, round))).toEqual(["user: 问", "assistant: 答"]);
  });

  it("gives what was said, without thoughts and tools, files as tags", async () => {
    const list = await found(readClaude, [
      {
        uuid: "c",
        name: "花",
        chat_messages: [
          {
            uuid: "1",
            sender: "human",
            text: "送什么花？",
            created_at: "2026-01-01T08:00:00.123456Z",
            attachments: [{ file_name: "a.txt" }],
          },
          {
            uuid: "2",
            sender: "assistant",
            text: "旧字段",
            content: [
              { type: "thinking", thinking: "想" },
              { type: "text", text: "百合。" },
              { type: "tool_use", name: "x" },
            ],
            created_at: "2026-01-01T08:00:05Z",
          },
          {
            uuid: "3",
            sender: "assistant",
            text: "",
            content: [{ type: "tool_result" }],
            created_at: "2026-01-01T08:00:06Z",
          },
          { uuid: "4", sender: "system", text: "x" },
        ],
      },
      { uuid: "d" },
    ]);
    expect(told(list)).toEqual([
      "user: [文件 a.txt]\n送什么花？",
      "assistant: 百合。",
      "left-out empty",
      "left-out system",
      "unreadable 5 no_shape",
    ]);
    expect(linesIn(list)[0]).toMatchObject({
      timestamp: at("2026-01-01T08:00:00.123Z"),
      thread: { id: "c", title: "花" },
      id: "1",
    });
  });
});

describe("QQ", () => {
  const record = `消息记录（此消息记录为文本格式，不支持重新导入）

================================================================
消息分组:我的好友
================================================================
消息对象:小溪
================================================================

2026-01-02 10:01:00 阿木(10001)
早

2026-01-02 10:02:00 小溪(10002)
早呀
今天冷

2026-01-02 10:03:00 系统消息(10000)
对方已下线

2026-01-02 下午 3:04:00 小溪改名了(10002)
[图片]
`;
  it("as the desktop client's text: names stay with their number, lines stay together, system lines go", async () => {
    const list = await found(readQq, record);
    expect(list[0]).toEqual({ kind: "about", assistant: "小溪" });
    expect(told(list)).toEqual(["阿木: 早", "小溪: 早呀\n今天冷", "left-out system", "小溪: [图片]"]);
    expect(linesIn(list).at(-1)?.timestamp).toBe(at("2026-01-02T15:04:00+08:00"));
  });

  it("as JSON with newer names, and with one broken message", async () => {
    const list = await found(readQq, {
      chatInfo: { name: "小溪", selfUid: "u_a" },
      messages: [
        {
          messageId: "9",
          timestamp: "2026-01-02T02:01:00.000Z",
          sender: { uid: "u_a", nickname: "阿木" },
          content: { text: "早" },
        },
        "kaputt",
        {
          messageId: "10",
          time: "2026-01-02 10:02:00",
          sender: { uid: "u_b", name: "小溪" },
          type: "voice",
          content: {},
        },
      ],
    });
    expect(told(list)).toEqual(["user: 早", "unreadable 2 no_json", "assistant: [语音]"]);
  });
});

describe("WeChat", () => {
  const csv = `localId,TalkerId,Type,SubType,IsSender,CreateTime,Status,StrContent,StrTime,Remark,NickName,Sender
1,2,1,0,1,1767319260,2,"早, ""小溪""
第二行",2026-01-02 10:01:00,,阿木,wxid_a
2,2,49,57,0,1767319320,2,"<msg><appmsg><title>看&lt;这个&gt;</title></appmsg></msg>",2026-01-02 10:02:00,,小溪,wxid_b
3,2,3,0,0,1767319380,2,<?xml version="1.0"?><msg><img/></msg>,2026-01-02 10:03:00,,小溪,wxid_b
4,2,10000,0,0,1767319380,2,你撤回了一条消息,,,,
5,2,1
6,2,1,0,0,gestern,2,没有时间,,,小溪,wxid_b
`;
  it("as a table, with quotes, commas and line breaks in fields", async () => {
    const list = await found(readWechat, csv);
    expect(told(list)).toEqual([
      'user: 早, "小溪"\n第二行',
      "assistant: 看<这个>",
      "assistant: [图片]",
      "left-out system",
      "unreadable 7 no_shape",
      "assistant: 没有时间",
    ]);
    expect(linesIn(list)[0]).toMatchObject({ timestamp: 1767319260, speaker: "阿木", place: 2 });
  });

  it("as text", async () => {
    const list = await found(readWechat, "2026-01-02 10:01:00 我\n早\n\n2026-01-02 10:02:00 小溪\n早呀\n");
    expect(told(list)).toEqual(["我: 早", "小溪: 早呀"]);
  });

  it("as a page, whose messages stand in a script", async () => {
    const page = `<!DOCTYPE html><script>
const chatMessages = [
{ type:1, text: '早<br>呀 it\\'s &lt;3',is_send:1,avatar_path:'./a.png',timestamp:1767319260,is_chatroom:0,displayname:'阿木'},
{ type:1, text: '<script>alert(1)</script>在',is_send:0,avatar_path:'',timestamp:1767319320,is_chatroom:0,displayname:'小溪'},
{ type:1, text: kaputt
]</script>`;
    expect(told(await found(readWechat, page))).toEqual([
      "user: 早\n呀 it's <3",
      "assistant: alert(1)在",
      "unreadable 5 no_shape",
    ]);
    expect(told(await found(readWechat, "<html><body>nichts</body></html>"))).toEqual([
      "unreadable 1 no_shape",
    ]);
  });

  it("loses no more than a row to a quote that was never closed", async () => {
    const broken = `IsSender,CreateTime,StrContent\n1,1767319260,"offen\n${"0,1767319320,x\n".repeat(90_000)}`;
    const list = await found(readWechat, broken);
    expect(told(list)[0]).toMatch(/^unreadable 2 cut_off/);
    expect(linesIn(list).length).toBeGreaterThan(10_000);
  });
});
