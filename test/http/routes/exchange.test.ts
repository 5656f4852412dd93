// Cards and transcripts through the door: previewed, made, taken out again; what steers is taken only after it was seen.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readCardFile } from "../../../src/exchange/card.ts";
import { plainPng, readPng, withTexts } from "../../../src/exchange/png.ts";
import type { Config } from "../../../src/schema/config.ts";
import type { Message } from "../../../src/schema/message.ts";
import type { CardPreview, FileAnswer } from "../../../src/schema/request-exchange.ts";
import { openScene, type Scene, textOf } from "../../lifecycle/scene.ts";

let scene: Scene;

beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());
beforeEach(() => {
  scene.upstream.reset();
  scene.upstream.fallback("chat", { text: "嗯嗯" });
});

type Refused = { error: { code: string; details: { path: string; message: string }[] } };
type Made = { user_id: string; name: string; friend: boolean };

const card = {
  spec: "chara_card_v2",
  spec_version: "2.0",
  data: {
    name: "林溪",
    description: "{{char}}是花店店主。",
    personality: "温和",
    scenario: "",
    first_mes: "今天要什么花？",
    mes_example: "<START>\n{{user}}: 早\n{{char}}: 早呀",
    creator_notes: "作者的话",
    system_prompt: "每句话都要押韵",
    post_history_instructions: "三句以内",
    alternate_greetings: ["下雨了"],
    tags: ["日常"],
    creator: "某人",
    character_version: "1",
    extensions: { regex_scripts: [{ findRegex: "/x/", replaceString: "<b>" }] },
    character_book: {
      entries: [
        { keys: ["百合"], content: "最爱百合", enabled: true, insertion_order: 1, extensions: { depth: 4 } },
      ],
    },
  },
};
const take = <T = Made>(more: object = {}, value: object = card) =>
  scene.house.api<T>("POST", "/api/ai-users/import", { format: "card", card: value, ...more });
const companions = async () =>
  (await scene.house.api<{ ai_users: { user_id: string }[] }>("GET", "/api/ai-users")).body.ai_users;
const configOf = (user: string) => scene.json<Config>(user, "config.json");

describe("a card", () => {
  it("comes with the bond one chose, and the level that goes with it", async () => {
    const { body } = await take<Made>({ bond: { kind: "恋人", romance: "slow" } });
    expect((await configOf(body.user_id)).bond).toEqual({ kind: "恋人", romance: "slow" });
    expect(body).toMatchObject({ level: "关系较好" });
    const plain = await take<Made>();
    expect(plain.body).toMatchObject({ level: "一般" });
    expect((await take({ bond: "" })).status).toBe(422);
  });

  it("is shown before it is taken, with what would be made, left out and looked at; nothing is made", async () => {
    const before = await companions();
    const { status, body } = await take<CardPreview>({ preview: true });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      version: "v2",
      make: { name: "林溪", language: "zh", greeting: "今天要什么花？", reminder: "" },
      steering: [
        { name: "system_prompt", text: "每句话都要押韵", taken: false },
        { name: "post_history_instructions", text: "三句以内", taken: false },
      ],
      kept: ["character_version", "creator", "creator_notes", "extensions", "tags"],
    });
    expect(body.suspicious.map(({ path }) => path)).toEqual(["extensions.regex_scripts"]);
    expect(await companions()).toEqual(before);
  });

  it("becomes a companion whose prompt holds the character and nothing that steers", async () => {
    const { status, body } = await take();
    expect([status, body.name, body.friend]).toEqual([201, "林溪", true]);
    expect(body).not.toHaveProperty("card");
    await scene.house.chat(body.user_id, "有百合吗");
    const asked = textOf(scene.upstream.of("chat").at(-1)?.body);
    expect(asked).toContain("林溪是花店店主");
    expect(asked).toContain("最爱百合");
    expect(asked).not.toMatch(/押韵|三句以内|作者的话|findRegex|某人/);
    const tools = JSON.stringify(scene.upstream.of("chat").at(-1)?.body);
    expect(tools).not.toContain("regex_scripts");
    expect((await configOf(body.user_id)).reminder).toBe("");
  });

  it("has what steers taken only by one who has seen it", async () => {
    const blind = await take<Refused>({ take: ["system_prompt"] });
    expect([blind.status, blind.body.error.details[0]?.path]).toEqual([422, "seen"]);
    const { seen } = (await take<CardPreview>({ preview: true })).body;
    const other = { ...card, data: { ...card.data, system_prompt: "别的话" } };
    expect((await take<Refused>({ take: ["system_prompt"], seen }, other)).status).toBe(422);
    const { status, body } = await take({ take: ["system_prompt", "post_history_instructions"], seen });
    expect(status).toBe(201);
    const config = await configOf(body.user_id);
    expect(config.base_soul).toContain("每句话都要押韵");
    expect(config.reminder).toBe("三句以内");
  });

  it("goes out as it came, as JSON and inside of a picture, also after talk", async () => {
    const { body } = await take();
    await scene.house.chat(body.user_id, "早");
    const json = await scene.house.api("GET", `/api/ai-users/${body.user_id}/card?spec=v2&as=json`);
    expect(JSON.stringify(json.body)).toBe(JSON.stringify(card));
    const picture = await fetch(`${scene.house.url}/api/ai-users/${body.user_id}/card?spec=v2&as=png`, {
      headers: { authorization: `Bearer ${scene.house.token}` },
    });
    expect(picture.headers.get("content-type")).toBe("image/png");
    const read = readCardFile(new Uint8Array(await picture.arrayBuffer()), "png");
    expect(read.ok && JSON.stringify(read.card.original)).toBe(JSON.stringify(card));
  });

  it("carries what was changed here", async () => {
    const { body } = await take();
    await scene.house.api("PUT", `/api/ai-users/${body.user_id}`, {
      name: "林小溪",
      base_soul: "换了一家店",
    });
    const out = await scene.house.api<{ data: Record<string, unknown> }>(
      "GET",
      `/api/ai-users/${body.user_id}/card?spec=v3`,
    );
    expect(out.body).toMatchObject({
      spec: "chara_card_v3",
      data: {
        name: "林小溪",
        description: "换了一家店",
        personality: "",
        creator: "某人",
        group_only_greetings: [],
      },
    });
    expect((await configOf(body.user_id)).card).toBeDefined();
  });

  it("comes in every form: JSON as text, a picture in base64, a picture as the body", async () => {
    const packed = Buffer.from(JSON.stringify(card)).toString("base64");
    const png = withTexts(plainPng([1, 2, 3], [4, 5, 6], 2, 2), new Map([["chara", packed]]));
    const post = (more: object) =>
      scene.house
        .api("POST", "/api/ai-users/import", { format: "card", ...more })
        .then(({ status }) => status);
    expect(await post({ content: JSON.stringify(card) })).toBe(201);
    expect(await post({ content: Buffer.from(png).toString("base64"), file_name: "a.png" })).toBe(201);
    expect(await post({ content: `data:image/png;base64,${Buffer.from(png).toString("base64")}` })).toBe(201);
    const raw = await fetch(`${scene.house.url}/api/ai-users/import`, {
      method: "POST",
      headers: { authorization: `Bearer ${scene.house.token}`, "content-type": "image/png" },
      body: new Uint8Array(png),
    });
    expect(raw.status).toBe(201);
  });
});

describe("a card's picture", () => {
  const face = plainPng([1, 2, 3], [4, 5, 6], 8, 9);
  const inside = withTexts(
    face,
    new Map([
      ["chara", Buffer.from(JSON.stringify(card)).toString("base64")],
      ["Comment", "made at home, 52.5 N"],
    ]),
  );
  const send = async (bytes: Uint8Array, query = "", type = "image/png") => {
    const response = await fetch(`${scene.house.url}/api/ai-users/import${query}`, {
      method: "POST",
      headers: { authorization: `Bearer ${scene.house.token}`, "content-type": type },
      body: new Uint8Array(bytes),
    });
    return { status: response.status, body: (await response.json()) as Made & { picture?: string } };
  };
  const get = async (path: string, token = scene.house.token) => {
    const response = await fetch(`${scene.house.url}/api/ai-users/${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
  };

  it("is the companion's face, without anything else that stood in the file, and nothing in it can run", async () => {
    const made = await send(inside);
    expect([made.status, typeof made.body.picture]).toEqual([201, "string"]);
    const { response, bytes } = await get(`${made.body.user_id}/picture`);
    expect(response.status).toBe(200);
    expect(Buffer.from(bytes).equals(Buffer.from(face))).toBe(true);
    const header = (name: string) => response.headers.get(name);
    expect([
      header("content-type"),
      header("x-content-type-options"),
      header("content-security-policy"),
    ]).toEqual(["image/png", "nosniff", "default-src 'none'; sandbox"]);
    expect((await get(`${made.body.user_id}/picture`, "nobody")).response.status).toBe(401);
    // It is no text: it is not among the files that an editor opens.
    const files = await scene.house.api("GET", `/api/memory/${made.body.user_id}/files`);
    expect([files.status, JSON.stringify(files.body).includes("avatar")]).toEqual([200, false]);
  });

  it("goes out with the card again, and with the folder to another house", async () => {
    const { user_id } = (await send(inside)).body;
    const { bytes } = await get(`${user_id}/card?as=png`);
    const read = readPng(bytes);
    const start = (file: Uint8Array) => Buffer.from(file.subarray(0, face.length - 12));
    expect(read.ok && start(bytes).equals(start(face))).toBe(true);
    expect(readCardFile(bytes)).toMatchObject({ ok: true, card: { data: { name: "林溪" } } });
    const zip = (await get(`${user_id}/export`)).bytes;
    const again = (await send(zip, "?new_id=true", "application/zip")).body as unknown as {
      ai_users: { user_id: string }[];
      ignored: string[];
    };
    expect(again.ignored).toEqual([]);
    const copy = await get(`${again.ai_users[0]?.user_id}/picture`);
    expect(Buffer.from(copy.bytes).equals(Buffer.from(face))).toBe(true);
  });

  it("and other pictures that stand in the card as data are left out where they are too large to keep, and it comes all the same", async () => {
    const heavy = (name: string, length: number) => ({
      type: "emotion",
      name,
      ext: "png",
      uri: `data:image/png;base64,${"A".repeat(length)}`,
    });
    const assets = [heavy("small", 1_000), heavy("large", 900_000), heavy("middle", 400_000)];
    const data = { name: "林溪", description: "花店店主", first_mes: "来啦", assets, extensions: {} };
    const one = { spec: "chara_card_v3", spec_version: "3.0", data };
    const seen = await take<CardPreview>({ preview: true }, one);
    expect(seen.body.dropped).toContainEqual({ path: "assets.1", reason: "too_large" });
    const made = await take({}, one);
    expect(made.status).toBe(201);
    const { body } = await scene.house.api<{ data: { assets: { name: string }[] } }>(
      "GET",
      `/api/ai-users/${made.body.user_id}/card?spec=v3&as=json`,
    );
    expect(body.data.assets.map(({ name }) => name)).toEqual(["small", "middle"]);
  });

  it("that is none is no part of the companion, whoever puts it there", async () => {
    const { body } = await take<Made & { picture?: string }>();
    expect(body.picture).toBeUndefined();
    expect((await get(`${body.user_id}/picture`)).response.status).toBe(404);
    const path = join(scene.path(body.user_id), "avatar.png");
    await writeFile(path, "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>");
    expect((await get(`${body.user_id}/picture`)).response.status).toBe(404);
    expect(readPng((await get(`${body.user_id}/card?as=png`)).bytes).ok).toBe(true);
    const zip = (await get(`${body.user_id}/export`)).bytes;
    expect((await send(zip, "?new_id=true", "application/zip")).status).toBe(422);
    await writeFile(path, face);
    const { body: seen } = await scene.house.api<{ picture?: string }>(
      "GET",
      `/api/ai-users/${body.user_id}`,
    );
    expect(seen.picture).toMatch(/./);
    expect((await get(`${body.user_id}/picture`)).response.status).toBe(200);
  });

  it("is told of by the preview, also where it cannot be kept", async () => {
    const look = async (bytes: Uint8Array) =>
      (await send(bytes, "?preview=true")).body as unknown as CardPreview;
    expect((await look(inside)).picture).toBe(true);
    expect((await take<CardPreview>({ preview: true })).body.picture).toBe(false);
    const wide = withTexts(
      plainPng([1, 2, 3], [4, 5, 6], 5_000, 1),
      new Map([["chara", Buffer.from(JSON.stringify(card)).toString("base64")]]),
    );
    const seen = await look(wide);
    expect([seen.picture, seen.dropped.some(({ reason }) => reason === "picture_too_large")]).toEqual([
      false,
      true,
    ]);
    const made = await send(wide);
    expect([made.status, made.body.picture]).toEqual([201, undefined]);
  });
});

describe("a card that is none", () => {
  const bad: [string, object, number, string][] = [
    ["no card at all", { card: { a: 1 } }, 422, "content"],
    ["a name of blanks", { card: { ...card, data: { ...card.data, name: " " } } }, 422, "content"],
    ["neither card nor file", {}, 422, "card"],
    ["both card and file", { card, content: "{}" }, 422, "card"],
    ["a text that is no JSON and no picture", { content: "hello" }, 422, "content"],
    [
      "a soul that is too long",
      { card: { ...card, data: { ...card.data, description: "字".repeat(60_001) } } },
      422,
      "description",
    ],
    [
      "extensions that are a whole program",
      { card: { ...card, data: { ...card.data, extensions: { x: "x".repeat(1_000_001) } } } },
      422,
      "card",
    ],
    ["a steering text that is none", { card, take: ["tools"] }, 422, "take.0"],
  ];
  it.each(bad)("is refused with its path, and nothing is made: %s", async (_name, body, status, path) => {
    const before = (await companions()).length;
    const answer = await scene.house.api<Refused>("POST", "/api/ai-users/import", {
      format: "card",
      ...body,
    });
    expect([answer.status, answer.body.error.details[0]?.path]).toEqual([status, path]);
    expect(await companions()).toHaveLength(before);
  });

  it("is refused as malformed where the body is no JSON, and as unsupported where it is a text", async () => {
    expect((await scene.house.api("POST", "/api/ai-users/import", "{")).status).toBe(400);
    const headers = { "content-type": "text/plain" };
    expect((await scene.house.api("POST", "/api/ai-users/import", "x", headers)).status).toBe(415);
  });

  it("of a stranger's companion is not given out", async () => {
    expect((await scene.house.api("GET", "/api/ai-users/nobody/card")).status).toBe(404);
    expect((await scene.house.api("GET", "/api/ai-users/nobody/transcript")).status).toBe(404);
  });
});

describe("a talk as a text", () => {
  const topics = [
    {
      topic_id: "t1",
      messages: [
        { message_id: "m1", role: "user", content: "# 不是标题\n第二行", timestamp: 1_767_319_260 },
        {
          message_id: "m2",
          role: "assistant",
          content: "*挥手*",
          timestamp: 1_767_319_320.5,
          versions: [{ at: 1, contents: ["旧答"] }],
        },
      ],
    },
    {
      topic_id: "t2",
      messages: [{ message_id: "m3", role: "user", content: "第二天", timestamp: 1_767_405_660 }],
    },
  ];
  const written = async (user: string, format: string) => {
    const response = await fetch(`${scene.house.url}/api/ai-users/${user}/transcript?format=${format}`, {
      headers: { authorization: `Bearer ${scene.house.token}` },
    });
    expect(response.status).toBe(200);
    return response.text();
  };
  const messages = async (user: string) =>
    (
      await scene.house.api<{ messages: Message[] }>("GET", `/api/ai-users/${user}/messages?limit=100`)
    ).body.messages.map(({ import_id: _1, imported_at: _2, name: _3, topic_id: _4, ...message }) => message);
  const talked = async () => {
    const user = await scene.house.create({ name: "小溪" });
    await scene.house.api("POST", `/api/ai-users/${user}/import`, { format: "messages", topics });
    return user;
  };

  it("as JSON is what an import takes again, to the last field", async () => {
    const user = await talked();
    const body = JSON.parse(await written(user, "json"));
    expect(body.topics.map(({ topic_id }: { topic_id: string }) => topic_id)).toEqual(["t1", "t2"]);
    const other = await scene.house.create({ name: "小溪" });
    const back = await scene.house.api("POST", `/api/ai-users/${other}/import`, body);
    expect(back.body).toEqual({ messages: 3, topics: 2, skipped: 0 });
    expect(await messages(other)).toEqual(await messages(user));
    expect((await scene.house.api("POST", `/api/ai-users/${user}/import`, body)).body).toMatchObject({
      messages: 0,
    });
  });

  it("as SillyTavern's comes back with ids, times and other answers", async () => {
    const user = await talked();
    const text = await written(user, "sillytavern");
    const lines = text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines[0]).toMatchObject({ user_name: "owner", character_name: "小溪" });
    expect(lines[2]).toMatchObject({
      name: "小溪",
      is_user: false,
      mes: "*挥手*",
      swipes: ["旧答", "*挥手*"],
      swipe_id: 1,
    });
    const other = await scene.house.create({ name: "小溪" });
    const back = await scene.house.api<FileAnswer>("POST", `/api/ai-users/${other}/import`, {
      format: "auto",
      content: text,
    });
    expect(back.body).toMatchObject({ format: "sillytavern", messages: 3, topics: 2 });
    const plain = (list: Awaited<ReturnType<typeof messages>>) =>
      list.map(({ message_id, role, content, timestamp }) => [message_id, role, content, timestamp]);
    expect(plain(await messages(other))).toEqual(plain(await messages(user)));
    expect(
      (
        await scene.house.api<FileAnswer>("POST", `/api/ai-users/${user}/import`, {
          format: "auto",
          content: text,
        })
      ).body.messages,
    ).toBe(0);
  });

  it("as Markdown has days, names and times, and a line that looks like a heading stays a line", async () => {
    const text = await written(await talked(), "markdown");
    expect(text).toBe(
      "# 与小溪的聊天\n\n## 2026-01-02\n\n**owner** 10:01  \n\\# 不是标题  \n第二行\n\n**小溪** 10:02  \n*挥手*\n\n## 2026-01-03\n\n**owner** 10:01  \n第二天\n",
    );
  });

  it("of a companion that never talked is empty and whole", async () => {
    const user = await scene.house.create({ name: "小溪" });
    expect(JSON.parse(await written(user, "json"))).toMatchObject({ format: "messages", topics: [] });
    expect((await written(user, "sillytavern")).split("\n")).toHaveLength(2);
    expect((await scene.house.api("GET", `/api/ai-users/${user}/transcript?format=pdf`)).status).toBe(422);
  });
});
