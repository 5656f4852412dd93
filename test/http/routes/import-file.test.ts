// Files of other programs through the door: looked at first, taken whole, named where they cannot be read, cancelled and taken back.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ImportJob } from "../../../src/schema/import-job.ts";
import type { LongEntry } from "../../../src/schema/long-term.ts";
import type { Message } from "../../../src/schema/message.ts";
import type { FileAnswer, FilePreview } from "../../../src/schema/request-exchange.ts";
import { everyByte, openScene, type Scene, summaryAnswer } from "../../lifecycle/scene.ts";
import { until } from "../../support/house.ts";

let scene: Scene;
let user: string;

beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());
beforeEach(async () => {
  scene.upstream.reset();
  scene.upstream.fallback("chat", { text: "嗯嗯" });
  user = await scene.house.create({ name: "小溪" });
});

type Refused = { error: { code: string; message: string; details: { path: string; message: string }[] } };

const bring = <T = FileAnswer>(content: unknown, more: Record<string, unknown> = {}) =>
  scene.house.api<T>("POST", `/api/ai-users/${user}/import`, { format: "auto", content, ...more });

async function upload<T = FileAnswer>(body: BodyInit, query = "", type = "application/octet-stream") {
  const response = await fetch(`${scene.house.url}/api/ai-users/${user}/import${query}`, {
    method: "POST",
    headers: { authorization: `Bearer ${scene.house.token}`, "content-type": type },
    body,
    ...(body instanceof ReadableStream ? { duplex: "half" } : {}),
  } as RequestInit);
  return { status: response.status, body: (await response.json()) as T };
}

const messages = async () =>
  (await scene.house.api<{ messages: Message[] }>("GET", `/api/ai-users/${user}/messages?limit=500`)).body
    .messages;
const told = async () => (await messages()).map(({ role, content }) => `${role}: ${content}`);
const imports = async () =>
  (await scene.house.api<{ imports: ImportJob[] }>("GET", `/api/ai-users/${user}/imports`)).body.imports;
const undo = (id: string) => scene.house.api("POST", `/api/ai-users/${user}/imports/${id}/undo`);

const at = (iso: string) => Date.parse(iso) / 1000;
const tavern = (count: number, start: number, step = 60) =>
  [
    JSON.stringify({ user_name: "阿木", character_name: "小溪" }),
    ...Array.from({ length: count }, (_, n) =>
      JSON.stringify({
        name: n % 2 ? "小溪" : "阿木",
        is_user: n % 2 === 0,
        send_date: (start + n * step) * 1000,
        mes: n % 2 ? `第${n}句回答` : `第${n}句话，说说院子里的柿子树`,
      }),
    ),
  ].join("\n");

const pasted =
  "2026-01-02 10:01 我：今天去了医院\n2026-01-02 10:02 小溪：结果怎么样\n2026-01-03 09:00 我：没事";

describe("a preview", () => {
  it("shows how much, from when to when, who, how it begins and what is odd, and stores nothing", async () => {
    const before = await everyByte(scene.path(user));
    const { status, body } = await bring<FilePreview>(`开头一句\n${pasted}`, { preview: true });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      format: "text",
      messages: 3,
      memories: 0,
      topics: 2,
      from: at("2026-01-02T10:01:00+08:00"),
      to: at("2026-01-03T09:00:00+08:00"),
      undated: 0,
      speakers: [
        { name: "我", count: 2, side: "user", first: "今天去了医院" },
        { name: "小溪", count: 1, side: "assistant" },
      ],
      unreadable: { count: 1, list: [{ place: 1, reason: "unknown_speaker" }] },
    });
    expect(body.first.map(({ speaker, side }) => [speaker, side])).toEqual([
      ["我", "user"],
      ["小溪", "assistant"],
      ["我", "user"],
    ]);
    expect(await everyByte(scene.path(user))).toBe(before);
  });

  it("asks whose words they are where nobody can know, and the import takes the answer", async () => {
    const talk = "甲：早\n乙：早呀\n甲：忙吗\n乙：不忙";
    const seen = await bring<FilePreview>(talk, { preview: true });
    expect(seen.body.speakers.map(({ name, side }) => [name, side])).toEqual([
      ["甲", null],
      ["乙", null],
    ]);
    const refused = await bring<Refused>(talk);
    expect([refused.status, refused.body.error.details.map(({ path }) => path)]).toEqual([
      422,
      ["speakers.甲", "speakers.乙"],
    ]);
    expect(await imports()).toEqual([]);
    expect((await bring(talk, { speakers: { 甲: "assistant", 乙: "user" } })).status).toBe(200);
    expect(await told()).toEqual(["assistant: 早", "user: 早呀", "assistant: 忙吗", "user: 不忙"]);
  });

  it("tells the two sides apart where the file has one name for both, or none", async () => {
    const table = (own: string, other: string) =>
      `IsSender,CreateTime,StrContent,NickName\n0,1767319200,早,${other}\n1,1767319260,早呀,${own}\n0,1767319320,忙吗,${other}\n`;
    const sides = async (file: string) => {
      const { body } = await bring<FilePreview>(file, { preview: true });
      return body.speakers.map(({ name, count, side }) => [name, count, side]);
    };
    const both = [
      ["小溪", 2, "assistant"],
      ["owner", 1, "user"],
    ];
    expect(await sides(table("小溪", "小溪"))).toEqual(both);
    expect(await sides(table("", ""))).toEqual(both);
    expect(await sides(table("小溪", "溪溪"))).toEqual([
      ["溪溪", 2, "assistant"],
      ["owner", 1, "user"],
    ]);
    expect(await sides(table("阿木", "阿木"))).toEqual([
      ["阿木", 2, "assistant"],
      ["owner", 1, "user"],
    ]);
    // What is said of a name holds for that side alone.
    await bring(table("小溪", "小溪"), { speakers: { owner: "skip" } });
    expect(await told()).toEqual(["assistant: 早", "assistant: 忙吗"]);
  });
});

describe("a file that is taken", () => {
  it("is cut into topics by silence, has its own times, and adds nothing a second time", async () => {
    const { status, body } = await bring(pasted);
    expect([status, body]).toMatchObject([200, { format: "text", messages: 3, topics: 2, skipped: 0 }]);
    const first = await messages();
    expect(first.map(({ timestamp }) => timestamp)).toEqual(
      ["2026-01-02T10:01:00", "2026-01-02T10:02:00", "2026-01-03T09:00:00"].map((time) =>
        at(`${time}+08:00`),
      ),
    );
    expect(new Set(first.map(({ topic_id }) => topic_id)).size).toBe(2);
    expect((await bring(pasted)).body).toMatchObject({ messages: 0, skipped: 3 });
    expect(await messages()).toEqual(first);
  });

  it("that has grown since adds only what is new, in the topic that goes on", async () => {
    await bring(pasted);
    await bring(`${pasted}\n2026-01-03 09:01 小溪：那就好`);
    const all = await messages();
    expect(all.map(({ content }) => content)).toEqual(["今天去了医院", "结果怎么样", "没事", "那就好"]);
    expect(all[3]?.topic_id).toBe(all[2]?.topic_id);
  });

  it("without any times is dated so that it ends at the date that was said, and stays one", async () => {
    const talk = "我：早\n小溪：早\n我：早";
    const date = at("2025-05-01T12:00:00+08:00");
    expect((await bring(talk, { date })).body.messages).toBe(3);
    expect((await messages()).map(({ timestamp }) => timestamp)).toEqual([date - 2, date - 1, date]);
    expect((await bring(talk, { date: date + 500 })).body).toMatchObject({ messages: 0, skipped: 3 });
  });

  it("without any times stands before what was said here a moment ago, and not around it", async () => {
    await scene.house.chat(user, "刚来");
    await bring("我：很久以前\n小溪：是啊\n我：那时候\n小溪：记得");
    const list = await told();
    expect(list.slice(0, 4)).toEqual([
      "user: 很久以前",
      "assistant: 是啊",
      "user: 那时候",
      "assistant: 记得",
    ]);
    expect(list.slice(4)).toContain("user: 刚来");
    const times = (await messages()).map(({ timestamp }) => timestamp);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it("whose dates may mean two days each is asked about, and taken as its owner says", async () => {
    const talk = "1/2/26, 22:10 - 我: 早\n1/2/26, 22:11 - 小溪: 早呀";
    const seen = await bring<FilePreview>(talk, { preview: true });
    expect(seen.body.dates).toEqual({ order: "day_first", sure: false });
    const refused = await bring<Refused>(talk);
    expect([refused.status, refused.body.error.details[0]?.path]).toEqual([422, "dates"]);
    expect(await imports()).toEqual([]);
    const again = await upload<FilePreview>(talk, "?preview=true&dates=month_first");
    expect(again.body.dates).toEqual({ order: "month_first", sure: true });
    expect((await upload(talk, "?dates=month_first")).status).toBe(200);
    expect((await messages()).slice(0, 2).map(({ content, timestamp }) => [content, timestamp])).toEqual([
      ["早", at("2026-01-02T22:10:00+08:00")],
      ["早呀", at("2026-01-02T22:11:00+08:00")],
    ]);
  });

  it("as a stream in the encoding of an older program, with the names of its two sides said in the query", async () => {
    // "甲：早\n乙：在\n甲：忙\n乙：不" in GB18030.
    const bytes = Uint8Array.from(
      "bcd7a3bad4e70ad2d2a3bad4da0abcd7a3bac3a60ad2d2a3bab2bb"
        .match(/../g)
        ?.map((pair) => Number.parseInt(pair, 16)) ?? [],
    );
    const query = `?format=text&speakers=${encodeURIComponent('{"甲":"user","乙":"assistant"}')}`;
    expect((await upload(bytes, query, "text/plain")).status).toBe(200);
    expect(await told()).toEqual(["user: 早", "assistant: 在", "user: 忙", "assistant: 不"]);
  });

  it("is found by a search at once, and summarised where that is asked", async () => {
    const { body } = await bring(tavern(12, at("2025-10-01T10:00:00+08:00")), { summarise: "extractive" });
    expect(body).toMatchObject({ format: "sillytavern", messages: 12, topics: 1 });
    const found = await scene.house.api<{ results: { text: string }[] }>(
      "GET",
      `/api/memory/${user}/search?q=${encodeURIComponent("柿子树")}`,
    );
    expect(found.body.results.length).toBeGreaterThan(0);
    expect(await scene.read(user, "mid_term")).toHaveLength(1);
  });

  it("leaves out a third one whom nobody knows, and conversations that were not chosen", async () => {
    const talk = [
      {
        uuid: "c1",
        name: "花",
        chat_messages: [{ uuid: "1", sender: "human", text: "要", created_at: "2026-01-01T08:00:00Z" }],
      },
      {
        uuid: "c2",
        name: "工作",
        chat_messages: [{ uuid: "2", sender: "human", text: "不要", created_at: "2026-01-01T09:00:00Z" }],
      },
    ];
    const seen = await bring<FilePreview>(talk, { preview: true });
    expect(seen.body.threads).toEqual([
      { id: "c1", title: "花", count: 1 },
      { id: "c2", title: "工作", count: 1 },
    ]);
    expect((await bring(talk, { threads: ["c1"] })).body).toMatchObject({
      messages: 1,
      left_out: { other_thread: 1 },
    });
    expect(await told()).toEqual(["user: 要"]);
    const three = await bring("我：早\n小溪：早\n丙：插一句\n丙：再插一句", { speakers: { 丙: "skip" } });
    expect(three.body).toMatchObject({ messages: 2, left_out: { skipped_speaker: 2 } });
  });

  it("of a whole Telegram account is taken chat by chat, never all of them at once", async () => {
    const said = (id: number, from: string, text: string) => ({
      id,
      type: "message",
      date_unixtime: "1767319260",
      from,
      from_id: from === "阿木" ? "user1" : "user2",
      text,
    });
    const account = {
      personal_information: { user_id: 1 },
      chats: {
        list: [
          {
            id: 7,
            name: "小溪",
            type: "personal_chat",
            messages: [said(1, "阿木", "早"), said(2, "小溪", "早呀")],
          },
          { id: 8, name: "老板", type: "personal_chat", messages: [said(1, "老板", "来上班")] },
        ],
      },
    };
    const all = await bring<Refused>(account);
    expect([all.status, all.body.error.details[0]?.path]).toEqual([422, "threads"]);
    expect((await bring(account, { threads: ["7"] })).body).toMatchObject({
      format: "telegram",
      messages: 2,
    });
    expect(await told()).toEqual(["user: 早", "assistant: 早呀"]);
  });

  it("names what cannot be read and takes the rest; times to come are none", async () => {
    const text = tavern(4, at("2025-10-01T10:00:00+08:00")).split("\n");
    const later = JSON.stringify({
      name: "阿木",
      is_user: true,
      send_date: "2040-01-01T00:00:00Z",
      mes: "从未来",
    });
    const { body } = await bring([...text.slice(0, 3), "{kaputt", ...text.slice(3), later].join("\n"));
    expect(body).toMatchObject({
      messages: 4,
      unreadable: {
        count: 2,
        list: [
          { place: 4, reason: "no_json" },
          { place: 7, reason: "no_time" },
        ],
      },
    });
  });

  it("keeps erased messages away", async () => {
    await bring(pasted);
    const erased = await scene.house.api("POST", `/api/memory/${user}/erase`, {
      query: "医院",
      preview: false,
    });
    expect(erased.status).toBe(200);
    expect((await bring(pasted)).body).toMatchObject({ messages: 0, skipped: 3 });
    expect(await everyByte(scene.path(user))).not.toContain("医院");
  });
});

describe("a file that is refused", () => {
  const bad: [string, unknown, Record<string, unknown>, number, string][] = [
    ["nothing that anybody knows", "lorem ipsum", {}, 422, "format"],
    ["nothing but blanks", " \n ", {}, 422, "content"],
    ["an empty text", "", {}, 422, "content"],
    ["a packed archive", "PK\u0003\u0004\u0014conversations.json", {}, 422, "content"],
    ["a format that is none", "我：早", { format: "fax" }, 422, "format"],
    ["a side that is none", "我：早", { speakers: { 我: "me" } }, 422, "speakers.我"],
    [
      "nothing in it",
      '{"name":"x","type":"personal_chat","messages":[],"text_entities":1}',
      { format: "telegram" },
      422,
      "content",
    ],
    [
      "all of it broken",
      '{"user_name":"a","character_name":"b"}\n{kaputt\n',
      { format: "sillytavern" },
      422,
      "content.2",
    ],
  ];
  it.each(bad)("says why, and leaves no trace: %s", async (_name, content, more, status, path) => {
    const answer = await bring<Refused>(content, more);
    expect([answer.status, answer.body.error.details[0]?.path]).toEqual([status, path]);
    expect([await messages(), await imports()]).toEqual([[], []]);
  });

  it("of a type that is no file, or with a query that is wrong", async () => {
    expect((await upload("x", "", "image/png")).status).toBe(415);
    expect(
      (await upload<Refused>("我：早", "?format=text&speakers=kaputt")).body.error.details[0]?.path,
    ).toBe("speakers");
    expect((await upload("我：早", "?format=nix")).status).toBe(422);
  });
});

describe("memories", () => {
  const memories = [
    { id: "m1", memory: "住在上海", created_at: "2026-01-05T09:00:00-08:00" },
    { id: "m2", memory: "养了一只叫板栗的刺猬", created_at: "2026-01-06T09:00:00Z" },
  ];

  it("are found, are undone in one call, and may come again", async () => {
    const { body } = await bring({ results: memories }, { format: "mem0" });
    expect(body).toMatchObject({ messages: 0, memories: 2 });
    const found = await scene.house.api<{ results: { text: string; type: string }[] }>(
      "GET",
      `/api/memory/${user}/search?q=${encodeURIComponent("板栗是什么")}`,
    );
    expect(found.body.results[0]?.text).toContain("刺猬");
    expect((await undo(body.import_id)).body).toEqual({ messages: 0, entries: 2 });
    expect(await scene.read(user, "long_term")).toEqual([]);
    expect(await everyByte(scene.path(user))).not.toContain("刺猬");
    expect((await bring({ results: memories }, { format: "mem0" })).body.memories).toBe(2);
  });

  it("that were erased do not come back", async () => {
    await bring(memories, { format: "mem0" });
    const [, second] = await scene.read(user, "long_term");
    const wish = { entry_ids: [(second as LongEntry).id], preview: false };
    expect((await scene.house.api("POST", `/api/memory/${user}/erase`, wish)).status).toBe(200);
    expect((await bring(memories, { format: "mem0" })).body).toMatchObject({ memories: 0, skipped: 2 });
    expect(await everyByte(scene.path(user))).not.toContain("刺猬");
  });
});

describe("an import that is taken back", () => {
  it("goes with what was made of it; what was said before and since stays", async () => {
    await scene.house.chat(user, "先前说的");
    const { body } = await bring(tavern(12, at("2025-10-01T10:00:00+08:00")), { summarise: "extractive" });
    await scene.house.chat(user, "后来说的");
    expect(await scene.read(user, "mid_term")).toHaveLength(1);
    expect((await imports())[0]).toMatchObject({
      id: body.import_id,
      state: "done",
      format: "sillytavern",
      messages: 12,
    });
    expect((await undo(body.import_id)).body).toEqual({ messages: 12, entries: 0 });
    expect(await told()).toEqual(["user: 先前说的", "assistant: 嗯嗯", "user: 后来说的", "assistant: 嗯嗯"]);
    expect(await scene.read(user, "mid_term")).toEqual([]);
    expect(await everyByte(scene.path(user))).not.toContain("柿子树");
    expect((await imports())[0]?.state).toBe("undone");
    expect((await undo(body.import_id)).status).toBe(409);
    expect((await undo("nobody")).status).toBe(404);
  });

  it("leaves what another import had brought already", async () => {
    await bring(pasted);
    const second = await bring(`${pasted}\n2026-01-03 09:01 小溪：那就好`);
    expect((await undo(second.body.import_id)).body).toEqual({ messages: 1, entries: 0 });
    expect((await messages()).map(({ content }) => content)).toEqual(["今天去了医院", "结果怎么样", "没事"]);
  });

  it("of plain messages too", async () => {
    const topics = [
      { topic_id: "t", messages: [{ role: "user", content: "一句", timestamp: 1_700_000_000 }] },
    ];
    await scene.house.api("POST", `/api/ai-users/${user}/import`, { format: "messages", topics });
    const [job] = await imports();
    expect(job).toMatchObject({ format: "messages", messages: 1, topics: 1 });
    expect((await undo(job?.id ?? "")).body).toEqual({ messages: 1, entries: 0 });
    expect(await messages()).toEqual([]);
  });

  it("that waited for a model's summary is not summarised after all", async () => {
    scene.upstream.fallback("short_to_mid", summaryAnswer("往事"));
    const { body } = await bring(tavern(12, at("2025-10-01T10:00:00+08:00")), { summarise: "model" });
    await undo(body.import_id);
    await scene.advance(120);
    expect(await scene.read(user, "mid_term")).toEqual([]);
    expect((await scene.read(user, "short_term")).pending).toEqual([]);
  });
});

describe("an import that runs", () => {
  /** A file that comes slowly: its first part at once, the rest when `go` is called. */
  function slow(first: string, rest: string) {
    let go = () => {};
    const wait = new Promise<void>((resolve) => {
      go = resolve;
    });
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        controller.enqueue(encoder.encode(first));
        await wait;
        controller.enqueue(encoder.encode(rest));
        controller.close();
      },
    });
    return { body, go: () => go() };
  }
  const long = tavern(45_000, at("2025-10-01T10:00:00+08:00"));
  const half = long.slice(0, long.length - 400);
  const running = async () => {
    for (let tries = 0; tries < 400; tries++) {
      if ((await imports()).some(({ state, messages: brought }) => state === "running" && brought === 0))
        return;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error("no import runs");
  };
  const cancel = () =>
    scene.house
      .api<{ cancelled: boolean }>("DELETE", `/api/ai-users/${user}/import`)
      .then(({ body }) => body.cancelled);

  it("does not hold up the talk, refuses a second one, and leaves nothing when it is cancelled", async () => {
    const file = slow(half, long.slice(half.length));
    const answer = upload<Refused>(file.body);
    await running();
    await scene.house.chat(user, "在忙吗");
    expect((await bring<Refused>(pasted)).status).toBe(409);
    expect(await cancel()).toBe(true);
    file.go();
    const { status, body } = await answer;
    expect([status, body.error.code]).toEqual([409, "conflict"]);
    expect(await told()).toEqual(["user: 在忙吗", "assistant: 嗯嗯"]);
    expect(await imports()).toEqual([]);
    expect(await everyByte(scene.path(user))).not.toContain("柿子树");
    expect(await cancel()).toBe(false);
    expect((await bring(pasted)).status).toBe(200);
  });

  it("with memories does not hold up the talk either, and leaves nothing when it is cancelled", async () => {
    const memories = Array.from({ length: 2_000 }, (_, n) => ({ id: `m${n}`, memory: `第${n}件事` }));
    const answer = bring<Refused>(memories, { format: "mem0" });
    await until("some of it is there", async () => (await scene.read(user, "long_term")).length > 0);
    await scene.house.chat(user, "在忙吗");
    expect((await imports()).map(({ state }) => state)).toEqual(["running"]);
    expect(await cancel()).toBe(true);
    const { status, body } = await answer;
    expect([status, body.error.code]).toEqual([409, "conflict"]);
    expect(await told()).toEqual(["user: 在忙吗", "assistant: 嗯嗯"]);
    expect([await scene.read(user, "long_term"), await imports()]).toEqual([[], []]);
  });

  it("and loses its sender leaves nothing", async () => {
    const abort = new AbortController();
    const file = slow(half, "");
    const sent = fetch(`${scene.house.url}/api/ai-users/${user}/import`, {
      method: "POST",
      headers: { authorization: `Bearer ${scene.house.token}`, "content-type": "application/octet-stream" },
      body: file.body,
      duplex: "half",
      signal: abort.signal,
    } as RequestInit).catch(() => undefined);
    await running();
    abort.abort();
    await sent;
    for (let tries = 0; tries < 400 && (await imports()).length > 0; tries++)
      await new Promise((resolve) => setTimeout(resolve, 25));
    expect([await imports(), await messages()]).toEqual([[], []]);
  });
});
