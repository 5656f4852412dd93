// Files that a power cut, an editor or a mistake left broken: never overwritten, reported, and the rest works (C137–C152).
import { lstat, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { inputFile } from "./case.ts";
import { openTopicFiles, putOf, topicId } from "./companion-folder.ts";
import { rawRequest } from "./raw-request.ts";
import {
  type Check,
  dataOf,
  describeCases,
  doStep,
  ErrorBody,
  errorOf,
  isThere,
  type Scene,
  type Step,
} from "./runner.ts";

const goodEntry = {
  id: "mid_1767000000",
  topic_id: "t_good",
  summary: "约好月底一起看展",
  emotion_tags: { basic_emotion: "开心", scene: "闲聊", atmosphere: "轻松" },
  message_count: 6,
  time_precision: "hour",
  extracted_to_long: true,
};

const relationship = { level: "一般", heartbeat_hours: 72, reason: "", since: 0, history: [] };

const messagesAt = (now: number) =>
  ["在海边捡到一只橘猫", "给它起名叫年糕吧", "好，就叫年糕"].map((content, index) => ({
    message_id: `k${index}`,
    role: index === 1 ? ("assistant" as const) : ("user" as const),
    content,
    timestamp: now - 300 + index * 60,
    topic_id: topicId,
  }));

/** The bytes that a case puts there, as they stand in our layout; the rest of the file is the case's to the letter. */
function bytesOf(scene: Scene): { name: string; bytes: Buffer } {
  const put = putOf(scene.case);
  if (!put) throw new Error("the case puts nothing");
  const { name, bytes } = put;
  if (name === "core_memories.json") {
    const wrapped = `{"relationship": ${JSON.stringify(relationship)},\n"memories": ${bytes.toString()}}`;
    return { name: "core_memory.json", bytes: Buffer.from(wrapped) };
  }
  if (name !== "config.json") return { name, bytes };
  // Whose companion it is stands in the file too.
  const own = `"owner": "${scene.stage.account}", "user_id": "${scene.user}",`;
  return { name, bytes: Buffer.from(bytes.toString().replace("{", `{${own}`)) };
}

const start: Step = async (scene) => {
  await scene.stage.restart(async () => {
    const { name, bytes } = bytesOf(scene);
    await writeFile(join(scene.folder, name), bytes);
  });
};

type FileState = {
  name: string;
  valid: boolean;
  warnings?: string[];
  error?: { line: number; column: number; message: string; last_good: boolean };
};

async function stateOf(scene: Scene, name: string): Promise<FileState | undefined> {
  const path = `/api/memory/${scene.user}/files`;
  const { body } = await scene.stage.house.api<{ files: FileState[] }>("GET", path);
  return body.files.find((file) => file.name === name);
}

const bytesStay: Check = async (scene) => {
  const { name, bytes } = bytesOf(scene);
  const stands = async () => expect((await readFile(join(scene.folder, name))).equals(bytes)).toBe(true);
  await stands();
  // Work that wants to write the file leaves it alone too, and so does the next start.
  await doStep(scene, "POST /api/memory/{id}/compress", {});
  await stands();
  await scene.stage.restart();
  await stateOf(scene, name);
  await stands();
};

const chatWorks: Check = (scene) => {
  expect(scene.turns.length).toBeGreaterThan(0);
  for (const events of scene.turns) {
    expect(errorOf(events)).toBeUndefined();
    expect(dataOf(events, "reply-end")).toHaveLength(1);
  }
};

const contextOf = async (scene: Scene) =>
  JSON.stringify((await scene.stage.house.api("GET", `/api/memory/${scene.user}?message=`)).body);

async function recoveredTexts(scene: Scene): Promise<string> {
  const folder = join(scene.folder, ".recovered");
  const names = await readdir(folder).catch(() => []);
  return (await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")))).join("\n");
}

/** A server has run on the good files, so that there is a last good version. */
const runOnGood: Step = async (scene) => {
  await scene.stage.house.api("GET", `/api/memory/${scene.user}/files`);
};

const change = (scene: Scene, wish: object) =>
  scene.stage.house
    .api("PUT", `/api/ai-users/${scene.user}`, wish)
    .then((answer) => expect(answer.status).toBe(200));

const outside = (scene: Scene) => `${scene.stage.house.folder}-outside`;
const secret = "只属于别人的灵魂";
const otherConfig = (scene: Scene) => join(scene.stage.house.folder, "ai_users", "other_user", "config.json");

const stage = describeCases("file-damage", {
  laying: ({ id }, now) => {
    if (["C138", "C150", "C151"].includes(id)) return { files: openTopicFiles(messagesAt(now), now) };
    if (["C137", "C144"].includes(id)) return { files: { "mid_term.json": [goodEntry] } };
    const memories = [{ id: "core_0", content: "想去看极光", importance: 8 }];
    return id === "C142" ? { files: { "core_memory.json": { relationship, memories } } } : {};
  },
  before: {
    C137: runOnGood,
    C138: runOnGood,
    C142: runOnGood,
    C144: runOnGood,
    C146: async (scene) =>
      writeFile(join(scene.folder, "mid_term.json"), inputFile("extra_fields_mid_term.json")),
    C148: async (scene) => {
      const [cut = "", ...whole] = inputFile("log_bad_last_line.jsonl")
        .toString()
        .trimEnd()
        .split("\n")
        .reverse();
      const lines = whole.reverse().map((line, index) => {
        return JSON.stringify({ message_id: `g${index}`, topic_id: topicId, ...JSON.parse(line) });
      });
      scene.found.set("cut", cut);
      await writeFile(join(scene.folder, "conversation.json"), `[\n${[...lines, cut].join(",\n")}`);
    },
    // There never was a good version: the read error must not pass for "no file yet".
    C150: async (scene) => void (await mkdir(join(scene.folder, "mid_term.json"))),
    C151: async (scene) => {
      const shared = join(scene.stage.house.folder, "shared");
      await mkdir(shared, { recursive: true });
      await writeFile(join(shared, "mid_real.json"), "[]");
      await symlink(join(shared, "mid_real.json"), join(scene.folder, "mid_term.json"));
      await mkdir(outside(scene));
      await symlink(outside(scene), join(scene.folder, "long_term_details"));
    },
    C152: async (scene) => {
      await mkdir(join(otherConfig(scene), ".."), { recursive: true });
      await writeFile(
        otherConfig(scene),
        JSON.stringify({ format: 1, owner: "someone_else", base_soul: secret }),
      );
    },
  },
  steps: {
    "start the server": start,
    "change one setting by the API": (scene) => change(scene, { reminder: "少用感叹号" }),
    "add one core memory by the API": async (scene) => {
      const { house } = scene.stage;
      const path = `/api/memory/${scene.user}/core_memory?confirm=true`;
      const { memories } = { memories: [{ id: "core_0", content: "想去看极光", importance: 8 }] };
      const added = { id: "core_2", content: "答应每年陪他过生日", importance: 9 };
      scene.answers.push(await house.api("PUT", path, { relationship, memories: [...memories, added] }));
    },
    "POST /api/memory/{id}/extract (fake model answers well)": (scene) =>
      doStep(scene, "POST /api/memory/{id}/extract", {}),
    "change one summary in the editor": async (scene) => {
      const path = join(scene.folder, "mid_term.json");
      const text = (await readFile(path, "utf8")).replace("约好看展", "约好周日看展");
      await writeFile(`${path}.new`, text);
      await rename(`${path}.new`, path);
    },
    "open the chat list and the chat": async (scene) => {
      const { house } = scene.stage;
      scene.answers.push(await house.api("GET", "/api/ai-users"));
      scene.answers.push(await house.api("GET", `/api/ai-users/${scene.user}/messages`));
    },
    "GET the details of long_1": async (scene) => {
      const { house } = scene.stage;
      const headers = { authorization: `Bearer ${house.token}` };
      const name = "..%2f..%2fother_user%2fconfig.json";
      const paths = [
        `files/long_term_details/${name}`,
        `files/${name}`,
        "files/long_term_details/../../other_user/config.json",
      ];
      for (const path of paths) {
        const found = (scene.found.get("raw") ?? []) as string[];
        const { status, text } = await rawRequest(house.url, {
          path: `/api/memory/${scene.user}/${path}`,
          headers,
        });
        scene.found.set("raw", [...found, `${status} ${text}`]);
      }
      await doStep(scene, "chat: x 是什么来着，说说细节", {});
      scene.answers.push(await house.api("GET", `/api/memory/${scene.user}/search?q=x`));
    },
    "delete long_1": async (scene) => {
      scene.answers.push(await scene.stage.house.api("PUT", `/api/memory/${scene.user}/long_term`, []));
    },
  },
  checks: {
    "the damaged file is never overwritten: its bytes stay on disk under the same name or a quarantine name that the user is told":
      bytesStay,
    "the other tiers and the chat work": async (scene) => {
      chatWorks(scene);
      for (const name of ["short_term.json", "conversation.json"])
        expect((await stateOf(scene, name))?.valid).toBe(true);
      expect((await scene.log()).map(({ role }) => role)).toEqual(["user", "assistant"]);
    },
    // That the page shows it too is told by test/web.
    "API and UI name the file and the position of the error": async (scene) => {
      const { name, bytes } = bytesOf(scene);
      const state = await stateOf(scene, name);
      expect(state).toMatchObject({ name: "mid_term.json", valid: false });
      const lines = bytes.toString().split("\n");
      expect(state?.error?.line).toBeGreaterThan(lines.length - 2);
      expect(state?.error?.line).toBeLessThanOrEqual(lines.length);
      expect(state?.error?.column).toBeGreaterThan(0);
      expect(state?.error?.message).not.toBe("");
    },
    "the last good copy is offered": async (scene) => {
      expect((await stateOf(scene, "mid_term.json"))?.error?.last_good).toBe(true);
      expect(await contextOf(scene)).toContain(goodEntry.summary);
      expect(await recoveredTexts(scene)).toContain(goodEntry.summary);
    },
    "NOT 500 on every request": (scene) => {
      expect(scene.answers.map(({ status }) => status)).toEqual([200]);
      chatWorks(scene);
    },
    "NOT an empty list is written over it at the next compression": async (scene) => {
      const { body } = await scene.stage.house.api<{ compressed: object[] }>(
        "POST",
        `/api/memory/${scene.user}/compress`,
      );
      expect(body.compressed).toHaveLength(1);
      const { name, bytes } = bytesOf(scene);
      expect((await readFile(join(scene.folder, name))).equals(bytes)).toBe(true);
      const beside = JSON.parse(await readFile(join(scene.folder, ".recovered", name), "utf8"));
      expect(beside).toHaveLength(2);
      expect(beside[0].summary).toBe(goodEntry.summary);
    },

    "messages are rebuilt from the conversation log where possible": async (scene) => {
      chatWorks(scene);
      const asked = JSON.stringify(scene.stage.upstream.of("chat")[0]?.body.messages);
      for (const { content } of messagesAt(0)) expect(asked).toContain(content);
      expect((await scene.log()).map(({ content }) => content).slice(0, 4)).toEqual([
        ...messagesAt(0).map(({ content }) => content),
        "在吗",
      ]);
    },

    "read as usual: base_soul is used": (scene) => {
      chatWorks(scene);
      expect(JSON.stringify(scene.stage.upstream.of("chat")[0]?.body.messages[0])).toContain(
        "温柔、爱看展，说话简短",
      );
    },
    "after the API change all other fields are still there": async (scene) => {
      const before = JSON.parse(bytesOf(scene).bytes.toString().replace("\ufeff", ""));
      expect(await scene.read("config")).toMatchObject({ ...before, reminder: "少用感叹号" });
      expect(before).toMatchObject({ custom_color: "#ffaacc", timezone: "Asia/Shanghai" });
    },
    "NOT defaults replace the file": async (scene) =>
      expect(JSON.parse(await scene.text("config.json"))).toMatchObject({
        name: "小夏",
        custom_color: "#ffaacc",
      }),

    "comments and trailing commas are either read (and the user is told they will be lost at the next write) or refused with line and column":
      async (scene) => {
        const { bytes } = bytesOf(scene);
        const state = await stateOf(scene, "core_memory.json");
        const line =
          bytes
            .toString()
            .split("\n")
            .findIndex((text) => text.includes("//")) + 1;
        expect(state).toMatchObject({ valid: false, error: { line, column: 3, last_good: true } });
        chatWorks(scene);
      },
    "NOT the file is replaced without the user's entries": async (scene) => {
      const { name, bytes } = bytesOf(scene);
      expect(scene.answers.at(-1)?.status).toBe(200);
      expect((await readFile(join(scene.folder, name))).equals(bytes)).toBe(true);
      // The new one waits beside, and both are there once the comma and the comment are gone.
      expect(await recoveredTexts(scene)).toContain("答应每年陪他过生日");
      const mended = bytes
        .toString()
        .replace(/\/\/.*/, "")
        .replace("9,}", "9}")
        .replace(/},\s*\]/, "}]");
      await writeFile(join(scene.folder, name), mended);
      await stateOf(scene, name);
      const contents = (await scene.read("core_memory")).memories.map(({ content }) => content);
      expect(contents).toEqual(expect.arrayContaining(["极度恐高", "答应每年陪他过生日"]));
      await writeFile(join(scene.folder, name), bytes);
    },

    "a warning names the doubled key; a documented rule decides": async (scene) => {
      const state = await stateOf(scene, "config.json");
      expect(state?.valid).toBe(true);
      expect(state?.warnings?.join()).toContain('"base_soul"');
      // Our rule: the last one counts.
      const asked = JSON.stringify(scene.stage.upstream.of("chat")[0]?.body.messages[0]);
      expect(asked).toContain("第二版：毒舌");
      expect(asked).not.toContain("第一版");
    },
    "NOT one of the two texts disappears at the next write without a backup": async (scene) => {
      expect((await stateOf(scene, "config.json"))?.warnings).toHaveLength(1);
      scene.found.set("warned", true);
      const { house } = scene.stage;
      const asked = await house.api("GET", `/api/memory/${scene.user}/files/config.json`);
      expect(JSON.stringify(asked.body)).toContain("第一版");
      expect(await recoveredTexts(scene)).toContain("第一版：温柔");
    },

    "a clear error; the rest works": async (scene) => {
      const state = await stateOf(scene, "mid_term.json");
      expect(state).toMatchObject({ valid: false, error: { line: 1, column: 1 } });
      expect(state?.error?.message).toMatch(/array/i);
      chatWorks(scene);
      expect(scene.answers[0]?.status).toBe(200);
    },
    "NOT mid.map is not a function": (scene) =>
      expect(JSON.stringify([scene.answers.map(({ body }) => body), scene.turns])).not.toMatch(
        /is not a function/,
      ),

    "my_note, 颜色 and nested x.y are still in the file, also in the entries that were changed": async (
      scene,
    ) => {
      // Once more through a write of the server, after the editor's.
      const [first, second] = await scene.read("mid_term");
      expect(first).toMatchObject({
        extracted_to_long: true,
        my_note: "这条很重要",
        颜色: "红",
        x: { y: [1, 2, { z: null }] },
      });
      const before = JSON.parse(inputFile("extra_fields_mid_term.json").toString());
      expect(second).toMatchObject({ ...before[1], summary: "约好周日看展", extracted_to_long: true });
      await scene.stage.house.api("PUT", `/api/memory/${scene.user}/pin/mid_1767225600`, { pinned: true });
      expect((await scene.read("mid_term"))[0]).toMatchObject({ my_note: "这条很重要", 颜色: "红" });
    },

    "the chat is listed; 3 good messages are shown; the broken line is reported and kept": async (scene) => {
      const [list, page] = scene.answers as unknown as [
        { body: { ai_users: { user_id: string }[] } },
        { status: number; body: { messages: { content: string }[] } },
      ];
      expect(list.body.ai_users.map(({ user_id }) => user_id)).toContain(scene.user);
      expect(page.body.messages.map(({ content }) => content)).toEqual(["第1句", "第2句", "第3句"]);
      expect((await stateOf(scene, "conversation.json"))?.warnings?.length).toBe(1);
      expect(await recoveredTexts(scene)).toContain(String(scene.found.get("cut")));
    },
    "NOT the whole chat vanishes": async (scene) => {
      const said = await scene.stage.house.chat(scene.user, "还在吗");
      expect(errorOf(said)).toBeUndefined();
      expect((await scene.log()).map(({ content }) => content).slice(0, 4)).toEqual([
        "第1句",
        "第2句",
        "第3句",
        "还在吗",
      ]);
    },

    "compress answers an error; short_term is kept": async (scene) => {
      chatWorks(scene);
      const [answer] = scene.answers;
      expect(answer?.status).toBeGreaterThanOrEqual(400);
      expect(ErrorBody.parse(answer?.body).error.message).toContain("mid_term.json");
      const { conversations } = await scene.read("short_term");
      expect(conversations.map(({ content }) => content).slice(0, 4)).toEqual([
        ...messagesAt(0).map(({ content }) => content),
        "你好",
      ]);
    },
    'NOT a read error is taken for "no file yet" and a new file is written': async (scene) => {
      expect((await lstat(join(scene.folder, "mid_term.json"))).isDirectory()).toBe(true);
      expect(await readdir(join(scene.folder, "mid_term.json"))).toEqual([]);
      expect(await stateOf(scene, "mid_term.json")).toMatchObject({
        valid: false,
        error: { last_good: false },
      });
    },

    // Our rule: a link inside the data folder is followed and stays a link.
    "outside targets are refused with a message; a link inside is followed and stays a link, or is refused by a documented rule":
      async (scene) => {
        const [compressed, extracted] = scene.answers;
        expect(compressed?.status).toBe(200);
        expect((await lstat(join(scene.folder, "mid_term.json"))).isSymbolicLink()).toBe(true);
        const real = JSON.parse(
          await readFile(join(scene.stage.house.folder, "shared", "mid_real.json"), "utf8"),
        );
        expect(real).toHaveLength(1);
        expect(real[0].extracted_to_long).toBe(false);
        expect(extracted?.status).toBeGreaterThanOrEqual(400);
        expect(ErrorBody.parse(extracted?.body).error.message).toMatch(/long_term_details.*outside/);
        expect(await readdir(outside(scene))).toEqual([]);
        expect((await lstat(join(scene.folder, "long_term_details"))).isSymbolicLink()).toBe(true);
      },

    "refused; the other user's file is neither shown nor deleted": async (scene) => {
      const raw = scene.found.get("raw") as string[];
      expect(raw.map((text) => text.slice(0, 3))).toEqual(["404", "404", "404"]);
      const [search, removed] = scene.answers;
      expect(removed?.status).toBe(200);
      expect(await scene.read("long_term")).toEqual([]);
      expect(await isThere(otherConfig(scene))).toBe(true);
      const seen = JSON.stringify([raw, search?.body, scene.turns, scene.stage.upstream.of("chat")]);
      expect(seen).not.toContain(secret);
      expect(await readFile(otherConfig(scene), "utf8")).toContain(secret);
    },
  },
});

afterAll(() => rm(`${stage().house.folder}-outside`, { recursive: true, force: true }));
