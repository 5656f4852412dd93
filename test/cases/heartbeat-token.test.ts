// The silent answer of a beat, streamed in pieces: nobody sees it, nothing is stored, and the rhythm goes on (C057).
import { expect } from "vitest";
import { describeCases, type Scene } from "./runner.ts";
import { befriend, statusOf } from "./schedule-scene.ts";

describeCases("heartbeat-token", {
  before: {
    C057: async (scene: Scene) => {
      await befriend(scene);
      scene.found.set("before", await scene.text("conversation.json").catch(() => ""));
    },
  },
  checks: {
    "nothing is sent to the user, nothing is added to short_term or the conversation log": async (scene) => {
      expect(scene.answers[0]).toMatchObject({ status: 200, body: { decision: "silent", messages: [] } });
      expect(await scene.text("conversation.json").catch(() => "")).toBe(scene.found.get("before"));
      expect((await scene.read("short_term")).conversations).toEqual([]);
      for (const [name, text] of await scene.everyFile())
        expect([name, /HEARTBEAT/i.test(text)]).toEqual([name, false]);
    },
    "the next heartbeat is planned one normal interval later": async (scene) => {
      const { next_silence_beat_at, last_beat } = await statusOf(scene);
      expect((next_silence_beat_at ?? 0) - (last_beat?.at ?? 0)).toBe(72 * 3600);
    },
  },
});
