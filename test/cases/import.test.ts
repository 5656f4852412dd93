// Bringing a life along: cards and chats of other programs (C217–C234).
import { expect } from "vitest";
import type { LongDetail, LongEntry } from "../../src/schema/long-term.ts";
import type { Lore } from "../../src/schema/lore.ts";
import type { Message } from "../../src/schema/message.ts";
import { inputFile } from "./case.ts";
import { describeCases, type Scene } from "./runner.ts";

type Refused = { error: { code: string; message: string; details: { path: string; message: string }[] } };
type Made = { user_id: string; name: string; base_soul: string };

const nameOf = (put: string) => put.replace("files/", "");
const isCard = (name: string) => /\/(?:card_|no_card|not_a_png)/.test(name);

/** Sends a file as the page does: pictures as what they are, chats as a stream of bytes. */
async function upload(scene: Scene, name: string, query = ""): Promise<void> {
  const path = isCard(name) ? "/api/ai-users/import" : `/api/ai-users/${scene.user}/import`;
  const type = name.endsWith(".png") ? "image/png" : "application/octet-stream";
  const response = await fetch(`${scene.stage.house.url}${path}${query}`, {
    method: "POST",
    headers: { authorization: `Bearer ${scene.stage.house.token}`, "content-type": type },
    body: new Uint8Array(inputFile(name)),
  });
  const body = (await response.json()) as never;
  scene.answers.push({ status: response.status, body, headers: response.headers });
}

const importIt = (scene: Scene) => upload(scene, nameOf(scene.case.given.put ?? ""));

const answer = <T>(scene: Scene, index: number) => {
  const { status, body } = scene.answers[index] ?? { status: 0, body: undefined };
  return { status, body: body as T };
};

async function messages(scene: Scene): Promise<Message[]> {
  const { body } = await scene.stage.house.api<{ messages: Message[] }>(
    "GET",
    `/api/ai-users/${scene.user}/messages?limit=100`,
  );
  return body.messages;
}

const told = async (scene: Scene) =>
  (await messages(scene)).map(({ role, content, timestamp }) => [role, content, timestamp]);

/** The second import came after a first one and left everything as it was. */
function addsNothing(scene: Scene): void {
  const [first, second] = scene.answers.filter(({ body }) => "skipped" in (body as object));
  const counts = (value: unknown) => value as { messages: number; memories: number; skipped: number };
  expect(counts(first?.body).messages + counts(first?.body).memories).toBeGreaterThan(0);
  expect(counts(second?.body)).toMatchObject({
    messages: 0,
    memories: 0,
    skipped: counts(first?.body).messages + counts(first?.body).memories,
  });
}

async function made(scene: Scene): Promise<Made> {
  const { status, body } = answer<Made>(scene, 0);
  expect(status).toBe(201);
  return body;
}

const file = <T>(scene: Scene, user: string, name: string) =>
  scene.stage.house
    .api<{ content: string }>("GET", `/api/memory/${user}/files/${name}`)
    .then(({ body }) => JSON.parse(body.content) as T);

const everyText = async (scene: Scene, user: string) =>
  JSON.stringify(
    (await scene.stage.house.api("POST", `/api/memory/${user}/context`, { message: "你好" })).body,
  );

const original = (scene: Scene) => JSON.parse(inputFile(nameOf(scene.case.given.put ?? "")).toString("utf8"));

describeCases("import", {
  steps: {
    "import it": importIt,
    "import it again": importIt,
    "import not_a_png.png": (scene) => upload(scene, "import/not_a_png.png"),
    "GET the chat and memory": async (scene) => {
      scene.found.set("before", await told(scene));
    },
    "export it": async (scene) => {
      const { user_id } = await made(scene);
      scene.answers.push(await scene.stage.house.api("GET", `/api/ai-users/${user_id}/card?spec=v2&as=json`));
    },
  },
  checks: {
    "3 messages with right roles and times (milliseconds); header line is not a message; second import adds nothing":
      async (scene) => {
        expect(await told(scene)).toEqual([
          ["assistant", "*挥手* 你好呀，{{user}}！", 1674563371.558],
          ["user", "你好", 1674563400],
          ["assistant", "今天过得怎么样？", 1674563410],
        ]);
        expect(scene.found.get("before")).toEqual(await told(scene));
        addsNothing(scene);
      },
    "AI user 林溪 with base_soul from description, personality, scenario; {{char}}, <BOT>, {{user}} filled in any letter case":
      async (scene) => {
        const { name, base_soul, user_id } = await made(scene);
        expect(name).toBe("林溪");
        expect(base_soul).toBe("林溪是花店店主，林溪说话慢。\n\n性格：温和\n\n场景：owner常来买花");
        const { body } = await scene.stage.house.api<{ messages: Message[] }>(
          "GET",
          `/api/ai-users/${user_id}/messages`,
        );
        expect(body.messages.map(({ content }) => content)).toEqual(["*抬头* 今天要什么花？"]);
      },
    'creator_notes is not in the prompt; book entries are kept; extensions incl. the one with "" in place of a number survive the export':
      async (scene) => {
        const { user_id } = await made(scene);
        const context = await everyText(scene, user_id);
        expect(context).toContain("林溪是花店店主");
        expect(context).not.toContain("给使用者看的说明");
        const lore = await file<Lore>(scene, user_id, "lore.json");
        expect(lore).toMatchObject([{ keywords: ["百合"], content: "林溪最爱百合", enabled: true }]);
        const exported = answer<Record<string, unknown>>(scene, 1);
        expect(exported.status).toBe(200);
        expect(JSON.stringify(exported.body)).toBe(JSON.stringify(original(scene)));
      },
    "accepted though spec_version is 3.1, with a note": async (scene) => {
      await made(scene);
      await upload(scene, nameOf(scene.case.given.put ?? ""), "?preview=true");
      const preview = answer<{ version: string; dropped: { path: string }[] }>(scene, 1);
      expect(preview.status).toBe(200);
      expect(preview.body.version).toBe("v3");
      expect(preview.body.dropped.map(({ path }) => path)).toContain("spec_version");
    },
    "{{char}} becomes the nickname": async (scene) => {
      const { name, base_soul } = await made(scene);
      expect([name, base_soul.split("\n")[0]]).toEqual(["林溪", "小溪是花店店主，小溪说话慢。"]);
    },
    "unknown fields kept": async (scene) => {
      const { user_id } = await made(scene);
      const { body } = await scene.stage.house.api("GET", `/api/ai-users/${user_id}/card?spec=v3&as=json`);
      expect(JSON.stringify(body)).toBe(JSON.stringify(original(scene)));
    },
    "name 林溪, Chinese text right (base64 of UTF-8 in a tEXt chunk named chara)": async (scene) => {
      const { name, base_soul } = await made(scene);
      expect(name).toBe("林溪");
      expect(base_soul).toContain("林溪是花店店主，林溪说话慢。");
    },
    'a clear message for each: "no card in this PNG", "not a PNG"': (scene) => {
      const found = [0, 1].map((index) => answer<Refused>(scene, index));
      expect(found.map(({ status }) => status)).toEqual([422, 422]);
      expect(found.map(({ body }) => body.error.details[0]?.message)).toEqual([
        "no card in this PNG",
        "not a PNG",
      ]);
      expect(found[0]?.body.error.message).toContain("no card in this PNG");
    },
    "text arrays are joined, link targets kept; service message skipped; voice shown as a tag; times from date_unixtime strings; the file path ../../ is not read":
      async (scene) => {
        expect(await told(scene)).toEqual([
          ["user", "早", 1767319260],
          ["assistant", "看这个 链接 (https://example.org/a)！", 1767319320],
          ["assistant", "[语音]", 1767319380],
        ]);
        expect([...(await scene.everyFile()).values()].join("\n")).not.toContain("secret.ogg");
        addsNothing(scene);
      },
    "root without message and hidden system node are skipped; 2 messages in order": async (scene) => {
      expect(await told(scene)).toEqual([
        ["user", "送什么花好？", 1767225601.2],
        ["assistant", "百合不错。", 1767225603.9],
      ]);
      addsNothing(scene);
    },
    "ms timestamps; recalled and image messages as tags; sides by uin": async (scene) => {
      expect(await told(scene)).toEqual([
        ["user", "早", 1767319260],
        ["assistant", "[图片]", 1767319320],
        ["assistant", "[撤回了一条消息]", 1767319380],
      ]);
      addsNothing(scene);
    },
    "isSend 1 is the user, 0 the other, null a system line; XML of a quote message is reduced to its text":
      async (scene) => {
        expect(await told(scene)).toEqual([
          ["user", "早", 1767319260],
          ["assistant", "就是这个", 1767319320],
        ]);
        expect(answer<{ left_out: object }>(scene, 0).body.left_out).toEqual({ system: 1 });
        addsNothing(scene);
      },
    "3 memories become long-term entries with their own dates; ids kept as source; metadata kept; second import adds nothing":
      async (scene) => {
        addsNothing(scene);
        const long = await scene.read("long_term");
        const seen = long.map(({ key_points, started_at, by, source }: LongEntry) => [
          key_points,
          started_at,
          by,
          (source as { id: string }).id.slice(0, 8),
        ]);
        expect(seen).toEqual([
          [["住在上海"], Date.parse("2026-01-05T09:00:00-08:00") / 1000, "import", "11111111"],
          [["Likes oolong tea"], Date.parse("2026-01-06T01:00:00Z") / 1000, "import", "22222222"],
          [["对花生过敏"], Date.parse("2026-01-07T01:00:00Z") / 1000, "import", "33333333"],
        ]);
        expect(long[0]?.metadata).toMatchObject({ metadata: { category: "profile" }, user_id: "amu" });
        expect(long[0]?.evidence).toMatchObject([{ kind: "import" }]);
        const details = await Promise.all(
          long.map(({ detail_file }) =>
            file<LongDetail>(scene, scene.user, `long_term_details/${detail_file}`),
          ),
        );
        expect(details.map(({ detail_content }) => detail_content)).toEqual([
          "住在上海",
          "Likes oolong tea",
          "对花生过敏",
        ]);
      },
  },
  laying: (theCase) => ({
    config: theCase.id === "C226" ? { name: "小溪" } : {},
  }),
});
