// Ids made of seconds, and keys that would reach into the language (C172, C174).
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { logText, putOf, topicId } from "./companion-folder.ts";
import { describeCases, doStep, errorOf, type Scene } from "./runner.ts";

/** Two topics whose last messages stand in the same second: one waits, the other is open. */
function twoTopics(now: number) {
  const say = (id: string, topic_id: string, content: string) => ({
    message_id: id,
    role: "user" as const,
    content,
    timestamp: now - 60,
    topic_id,
  });
  const first = ["a1", "a2"].map((id) => say(id, "topic_first", `我叫阿沐，${id} 这天去了博物馆`));
  const second = ["b1", "b2"].map((id) => say(id, topicId, `我在准备面试，${id} 这天练了一整天`));
  const pending = [
    {
      topic_id: "topic_first",
      ended_at: now - 60,
      trigger: "shift",
      attempts: 1,
      next_at: now + 3_000,
      message_count: 2,
    },
  ];
  return {
    "conversation.json": logText([...first, ...second]),
    "short_term.json": { topic_id: topicId, conversations: second, created_at: now - 60, pending },
  };
}

describeCases("ids-clock", {
  laying: ({ id }, now) => (id === "C172" ? { files: twoTopics(now) } : {}),
  before: {
    // The owner and the id are ours; the rest of the file is the case's, with its keys as they stand.
    C174: async (scene) => {
      const put = putOf(scene.case);
      const bytes = put?.bytes
        .toString()
        .replace("{", `{"owner":"${scene.stage.account}","user_id":"${scene.user}",`);
      await writeFile(join(scene.folder, put?.name ?? ""), bytes ?? "");
    },
  },
  steps: {
    "compress twice at once": async (scene) => {
      const compress = () => doStep(scene, "POST /api/memory/{id}/compress", {});
      await Promise.all([compress(), compress()]);
    },
    "start the server": async () => {},
  },
  checks: {
    "two entries with different ids": async (scene: Scene) => {
      expect(scene.answers.map(({ status }) => status)).toEqual([200, 200]);
      const mid = await scene.read("mid_term");
      const second = mid[0]?.ended_at;
      expect(mid.map(({ id }) => id).sort()).toEqual([`mid_${second}`, `mid_${second}_2`]);
      expect(mid.map(({ topic_id }) => topic_id).sort()).toEqual([topicId, "topic_first"].sort());
    },
    "({}).polluted is undefined in the process; unknown key kept or dropped, no crash": async (scene) => {
      // The server runs in this process.
      expect(Reflect.get({}, "polluted")).toBeUndefined();
      expect(scene.answers[0]?.status).toBe(200);
      expect(JSON.stringify(scene.answers[0]?.body)).toContain("温柔");
      expect(errorOf(scene.turns[0] ?? [])).toBeUndefined();
      const renamed = await scene.stage.house.api("PUT", `/api/ai-users/${scene.user}`, { name: "小秋" });
      expect(renamed.status).toBe(200);
      expect(await scene.read("config")).toMatchObject({ name: "小秋", base_soul: "温柔" });
      expect(Reflect.get({}, "polluted")).toBeUndefined();
    },
  },
});
