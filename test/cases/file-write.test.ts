// Writing where others write too, or where the disk does not let us (C153–C162).
import { execFileSync, spawn } from "node:child_process";
import { readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { seededRandom } from "../../src/ids.ts";
import type { CoreMemory } from "../../src/schema/core-memory.ts";
import { smallDisk } from "../store/small-disk.ts";
import { type House, startHouse, until } from "../support/house.ts";
import { startUpstream } from "../support/upstream.ts";
import { caseOf, titleOf } from "./case.ts";
import {
  type Check,
  dataOf,
  describeCases,
  doStep,
  ErrorBody,
  errorOf,
  filesBelow,
  isThere,
  openStage,
  proveAll,
  type Scene,
  sceneOf,
  setScene,
} from "./runner.ts";

const oldEntry = {
  id: "mid_1767000000",
  topic_id: "t_old",
  summary: "约好一起看展",
  emotion_tags: { basic_emotion: "开心" },
  message_count: 6,
  time_precision: "hour",
  extracted_to_long: true,
};

type File = { revision: string; content: string };

/** Reads core memory, adds one, and writes it back as it was read. Answers the status. */
async function addCore(scene: Scene, name: string): Promise<number> {
  const { house } = scene.stage;
  const { body } = await house.api<File>("GET", `/api/memory/${scene.user}/files/core_memory.json`);
  const core = JSON.parse(body.content) as CoreMemory;
  const memories = [
    ...core.memories,
    { id: `core_${name}`, content: `第${name}件不能忘的事`, importance: 9 },
  ];
  const path = `/api/memory/${scene.user}/core_memory?confirm=true`;
  const { status } = await house.api(
    "PUT",
    path,
    { ...core, memories },
    { "if-match": `"${body.revision}"` },
  );
  return status;
}

const relationship = { level: "一般", heartbeat_hours: 72, reason: "", since: 0, history: [] };
const twenty = Array.from({ length: 20 }, (_, index) => `${index + 1}`);

const fileWrite = (id: string) => caseOf("file-write", id);

describeCases("file-write", {
  apart: Object.fromEntries(
    ["C154", "C155", "C156", "C157", "C158", "C162"].map((id) => [id, "its server or its disk is its own"]),
  ),
  laying: ({ id }) =>
    id === "C160"
      ? { files: { "mid_term.json": [oldEntry] } }
      : { files: { "core_memory.json": { relationship, memories: [] } } },
  steps: {
    "run them at once": async (scene) => {
      const talk = scene.stage.house.chat(scene.user, "在吗");
      scene.found.set("statuses", await Promise.all(twenty.map((name) => addCore(scene, name))));
      scene.turns.push(await talk);
    },
    "edit a summary in mid_term.json with an editor that saves by rename": async (scene) => {
      // Our own copy is in use before the editor saves.
      await scene.stage.house.api("GET", `/api/memory/${scene.user}?message=`);
      const path = join(scene.folder, "mid_term.json");
      const edited = (await readFile(path, "utf8")).replace("约好一起看展", "约好周日下午一起看展");
      await writeFile(`${path}.swp`, edited);
      await rename(`${path}.swp`, path);
    },
    "chat and end the topic": async (scene) => {
      await doStep(scene, "chat: 我下周三要去杭州出差", {});
      await doStep(scene, "POST /api/memory/{id}/compress", {});
    },
  },
  checks: {
    "20 of 20 are there, or those refused got 409/429": async (scene) => {
      // Our rule: If-Match with an old revision is 412, so a writer knows that it has to read again.
      const statuses = scene.found.get("statuses") as number[];
      expect(statuses.filter((status) => status !== 200 && status !== 412)).toEqual([]);
      // All may be refused: the background may have written the document between their reading and their writing.
      const waiting = twenty.filter((_, index) => statuses[index] !== 200);
      for (const name of waiting) expect(await addCore(scene, name)).toBe(200);
      const contents = (await scene.read("core_memory")).memories.map(({ content }) => content);
      expect(contents.sort()).toEqual(twenty.map((name) => `第${name}件不能忘的事`).sort());
      expect(dataOf(scene.turns[0] ?? [], "reply-end")).toHaveLength(1);
    },
    "NOT lost updates": async (scene) => {
      const statuses = scene.found.get("statuses") as number[];
      const stored = (await scene.read("core_memory")).memories.map(({ id }) => id);
      const taken = twenty.filter((_, index) => statuses[index] === 200).map((name) => `core_${name}`);
      expect(stored.sort()).toEqual(taken.sort());
    },
    "NOT broken JSON": async (scene) => {
      for (const [name, text] of await scene.everyFile())
        if (name.endsWith(".json")) expect(() => JSON.parse(text), name).not.toThrow();
    },

    "the edit and the new entry are both in the file": async (scene) => {
      const mid = await scene.read("mid_term");
      expect(mid.map(({ summary }) => summary)).toEqual([
        "约好周日下午一起看展",
        "聊了聊最近的安排，约好改天再说",
      ]);
    },
    "NOT the server writes its old copy over the edit": async (scene) => {
      await scene.settle();
      const text = await scene.text("mid_term.json");
      expect(text).toContain("约好周日下午一起看展");
      expect(text).not.toContain('"约好一起看展"');
    },
  },
});

it(titleOf(fileWrite("C154")), async () => {
  const stage = await openStage({ child: true });
  try {
    const scene = await setScene(stage, fileWrite("C154"), {});
    const second = startHouse({ child: true, folder: stage.house.folder }).then(
      (house) => house.close().then(() => "it started"),
      (error: Error) => error.message,
    );
    scene.found.set("second", await second);
    await doStep(scene, "chat: 在吗", {});
    await proveAll(scene, {
      "the second refuses to start and names the lock and its pid, or both work without loss": () => {
        const said = String(scene.found.get("second"));
        expect(said).toMatch(/^the server stopped with 1:/);
        expect(said).toContain(String(stage.house.pid));
        expect(said).toMatch(/data folder.*\.lock/);
        // One clear line, no stack.
        expect(said.trim().split("\n")).toHaveLength(1);
        expect(dataOf(scene.turns[0] ?? [], "reply-end")).toHaveLength(1);
      },
      "NOT both write": async () => {
        expect((await scene.log()).map(({ content }) => content)).toEqual(["在吗", "嗯，我在听。"]);
        expect(String(scene.found.get("second"))).not.toContain("listening");
      },
    });
  } finally {
    await stage.close();
  }
});

it(titleOf(fileWrite("C155")), async () => {
  const stage = await openStage({ child: true });
  // Another program that has the pid now.
  const other = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60000)"], { stdio: "ignore" });
  try {
    const scene = await setScene(stage, fileWrite("C155"), {});
    await stage.house.kill();
    const path = join(stage.house.folder, ".lock");
    const lock = JSON.parse(await readFile(path, "utf8"));
    expect(lock.pid).toBe(stage.house.pid);
    await writeFile(path, JSON.stringify({ ...lock, pid: other.pid }));
    await stage.restart();
    await proveAll(scene, {
      "starts (checks more than the pid: start time or an OS lock)": async () => {
        expect(JSON.parse(await readFile(path, "utf8")).pid).toBe(stage.house.pid);
        expect(stage.house.pid).not.toBe(other.pid);
        const events = await stage.house.chat(scene.user, "在吗");
        expect(dataOf(events, "reply-end")).toHaveLength(1);
      },
    });
  } finally {
    other.kill();
    await stage.close();
  }
});

/** Lets the log end just before a page of the disk, so that one more message needs a page that a full disk does not have. */
async function fillPage(scene: Scene): Promise<void> {
  const { house } = scene.stage;
  const path = join(scene.folder, "conversation.json");
  const save = async (content: string) => {
    await house.api("POST", `/api/ai-users/${scene.user}/save-message`, { content });
    return (await stat(path)).size;
  };
  const before = await save("一");
  const after = await save("a");
  const left = 4_096 - (after % 4_096);
  const overhead = after - before - 1;
  await save("a".repeat((left - overhead - 8 + 4_096) % 4_096 || 1));
}

/** Writes into a file until nothing more goes in. */
async function fillDisk(path: string): Promise<void> {
  for (const size of [65_536, 4_096, 512, 1])
    for (;;) {
      try {
        await writeFile(path, Buffer.alloc(size, 46), { flag: "a" });
      } catch {
        break;
      }
    }
}

const filesAreWhole: Check = async (scene) => {
  for (const [name, text] of await scene.everyFile()) {
    if (!name.endsWith(".json")) continue;
    expect(text.length, name).toBeGreaterThan(0);
    expect(() => JSON.parse(text), name).not.toThrow();
  }
};

it.skipIf(!smallDisk.possible)(titleOf(fileWrite("C156")), async () => {
  await smallDisk.use(async (folder) => {
    const stage = await openStage({ folder });
    const ballast = join(folder, "ballast");
    try {
      const scene = await setScene(stage, fileWrite("C156"), {});
      await doStep(scene, "chat: 我们先随便聊聊", {});
      await fillPage(scene);
      const before = await scene.log();
      await fillDisk(ballast);
      await doStep(scene, "chat: 你好", {});
      await doStep(scene, "POST /api/memory/{id}/compress", {});
      scene.found.set("full", await scene.everyFile());
      expect(await scene.log()).toEqual(before);
      await filesAreWhole(scene);
      await rm(ballast);
      await doStep(scene, "chat: 你好", {});
      await proveAll(scene, {
        "an error for the user; every old file is whole; works again after space is free": async () => {
          const [first, full, freed] = scene.turns;
          expect(errorOf(first ?? [])).toBeUndefined();
          expect(errorOf(full ?? [])).toMatchObject({ code: "storage" });
          expect(errorOf(full ?? [])?.message).toMatch(/full|满/);
          expect(dataOf(full ?? [], "message-saved")).toEqual([]);
          const [compressed] = scene.answers;
          expect(compressed?.status).toBeGreaterThanOrEqual(400);
          expect(ErrorBody.parse(compressed?.body).error.code).toBe("storage");
          expect(dataOf(freed ?? [], "reply-end")).toHaveLength(1);
          expect((await scene.log()).map(({ content }) => content)).toEqual([
            ...before.map(({ content }) => content),
            "你好",
            "嗯，我在听。",
          ]);
          await filesAreWhole(scene);
        },
        "NOT 0-byte files": () => {
          const texts = [...(scene.found.get("full") as Map<string, string>)];
          expect(texts.length).toBeGreaterThan(2);
          expect(texts.filter(([, text]) => text === "").map(([name]) => name)).toEqual([]);
        },
      });
    } finally {
      await rm(ballast, { force: true });
      await stage.house.close();
      await stage.upstream.close();
    }
  });
});

it.skipIf(!smallDisk.possible)(titleOf(fileWrite("C157")), async () => {
  const theCase = fileWrite("C157");
  await smallDisk.use(async (folder, remount) => {
    const upstream = await startUpstream();
    const house = await startHouse({ folder, upstream });
    const user = await house.create({ name: "小夏" });
    await house.close();
    await upstream.close();
    const before = await filesBelow(folder);
    remount("ro");
    const said = await startHouse({ folder, child: true }).then(
      (started) => started.close().then(() => "it started"),
      (error: Error) => error.message,
    );
    remount("rw");
    const checks: Record<string, () => Promise<void>> = {
      "start fails with one clear line, or chat answers a clear error and says that nothing is saved":
        async () => {
          expect(said).toMatch(/^the server stopped with 1: .*(read-only|cannot be written to)/);
          expect(said.trim().split("\n")).toHaveLength(1);
        },
      "NOT replies that look normal and are lost at restart": async () => {
        expect(said).not.toContain("listening");
        expect(await filesBelow(folder)).toEqual(before);
        expect(before.some((name) => name.includes(user))).toBe(true);
      },
    };
    const { must, must_not = [] } = theCase.expect;
    expect(Object.keys(checks)).toEqual([...must, ...must_not.map((sentence) => `NOT ${sentence}`)]);
    for (const check of Object.values(checks)) await check();
  });
});

it.skipIf(!smallDisk.possible)(titleOf(fileWrite("C158")), async () => {
  const stage = await openStage();
  const scene = await setScene(stage, fileWrite("C158"), {});
  const path = join(scene.folder, "config.json");
  execFileSync("mount", ["--bind", path, path]);
  try {
    const change = (base_soul: string) =>
      stage.house.api("PUT", `/api/ai-users/${scene.user}`, { base_soul });
    const answer = await change("爽朗的船长");
    await proveAll(scene, {
      "retried for a short time, then a clear error (or a documented in-place fallback with a backup)":
        async () => {
          expect(answer.status).toBeGreaterThanOrEqual(400);
          expect(ErrorBody.parse(answer.body).error).toMatchObject({ code: "storage" });
          expect(ErrorBody.parse(answer.body).error.message).toMatch(/config\.json/);
          expect((await scene.read("config")).base_soul).not.toContain("船长");
        },
      "NOT the process dies": async () => {
        expect(errorOf(await stage.house.chat(scene.user, "在吗"))).toBeUndefined();
      },
      "NOT .tmp files pile up": async () => {
        for (let again = 0; again < 3; again += 1) await change(`第${again}次`);
        expect((await filesBelow(scene.folder)).filter((name) => name.endsWith(".tmp"))).toEqual([]);
      },
    });
    execFileSync("umount", [path]);
    expect((await change("爽朗的船长")).status).toBe(200);
    expect((await scene.read("config")).base_soul).toBe("爽朗的船长");
  } finally {
    try {
      execFileSync("umount", [path], { stdio: "ignore" });
    } catch {
      // It is unmounted already.
    }
    await stage.close();
  }
});

/** Talks and says goodbye again and again until the server is gone; what was acknowledged is put into `saved`. */
async function talkUntilGone(house: House, user: string, round: number, saved: string[]): Promise<void> {
  for (let turn = 0; turn < 200; turn += 1) {
    const content =
      turn % 2 === 0 ? `第${round}轮第${turn}句，我叫阿沐` : `第${round}轮第${turn}句，那先这样，拜拜`;
    try {
      if (dataOf(await house.chat(user, content), "message-saved").length > 0) saved.push(content);
    } catch {
      return;
    }
  }
}

/** Every topic of the log once: open, waiting, or summarised. */
async function topicsAreKept(scene: Scene): Promise<void> {
  const short = await scene.read("short_term");
  const summarised = (await scene.read("mid_term")).map(({ topic_id }) => topic_id);
  expect(new Set(summarised).size).toBe(summarised.length);
  const kept = new Set([...summarised, ...short.pending.map(({ topic_id }) => topic_id), short.topic_id]);
  const said = new Set((await scene.log()).map(({ topic_id }) => topic_id));
  expect([...said].filter((topic) => !kept.has(topic))).toEqual([]);
}

// Two hundred kills are run by `npm run bench`; here are a few at seeded moments.
const kills = 4;

it(titleOf(fileWrite("C162")), async () => {
  const stage = await openStage({ child: true });
  const random = seededRandom("kills");
  try {
    const { user } = await setScene(stage, fileWrite("C162"), {});
    const said: string[] = [];
    for (let round = 0; round < kills; round += 1) {
      const before = said.length;
      const talking = talkUntilGone(stage.house, user, round, said);
      await until("some talk", async () => said.length > before + 1);
      await new Promise((done) => setTimeout(done, random() * 120));
      await stage.house.kill();
      await talking;
      await stage.restart();
      const scene = sceneOf(stage, fileWrite("C162"), user);
      // Its first use brings it back in line.
      await stage.house.api("GET", `/api/memory/${user}/files`);
      await scene.settle();
      await proveAll(scene, {
        "each file parses; a topic is either still in short_term or in mid_term, never in neither; and never twice in mid_term after recovery":
          async () => {
            await filesAreWhole(scene);
            await topicsAreKept(scene);
            const log = (await scene.log()).map(({ content }) => content);
            expect(said.filter((content) => !log.includes(content))).toEqual([]);
          },
      });
    }
    expect(said.length).toBeGreaterThan(kills);
    expect(await readdir(join(stage.house.folder, "ai_users", user))).toContain("mid_term.json");
    expect(await isThere(join(stage.house.folder, ".lock"))).toBe(true);
  } finally {
    await stage.close();
  }
}, 90_000);
