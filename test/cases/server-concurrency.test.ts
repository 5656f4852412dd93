// Two messages at once, and one message twice (C196, C197).
import { expect } from "vitest";
import { chat } from "../support/house.ts";
import { thirtyWords } from "./case.ts";
import { dataOf, describeCases, type Scene } from "./runner.ts";

const whole = thirtyWords.join("");
const say = (scene: Scene, content: string, more: object = {}) =>
  chat(scene.stage.house, scene.user, { content, pacing: "instant", ...more });

describeCases("server-concurrency", {
  steps: {
    'POST chat "一" and 100 ms later "二" to the same AI user': async (scene) => {
      const first = say(scene, "一");
      await new Promise((done) => setTimeout(done, 100));
      scene.turns.push(...(await Promise.all([first, say(scene, "二")])));
    },
    "send the same POST twice at once with the same client message id": async (scene) => {
      const send = () => say(scene, "在吗", { message_id: "client-1" });
      scene.turns.push(...(await Promise.all([send(), send()])));
    },
  },
  checks: {
    // Our rule: strictly one after the other.
    "short_term is 一, reply, 二, reply (or 一, 二, one reply by a documented rule)": async (scene) => {
      const { conversations } = await scene.read("short_term");
      expect(conversations.map(({ content }) => content)).toEqual(["一", whole, "二", "嗯，我在听。"]);
      expect(conversations).toEqual(await scene.log());
      const [, second] = scene.stage.upstream.of("chat");
      const seen = second?.body.messages.map(({ content }) => content ?? "") ?? [];
      expect(seen.some((content) => content === whole)).toBe(true);
    },
    "NOT interleaved halves": (scene) => {
      const texts = scene.turns.map((events) =>
        dataOf(events, "text-delta")
          .map(({ text }) => text)
          .join(""),
      );
      expect(texts).toEqual([whole, "嗯，我在听。"]);
    },
    "NOT a lost message": async (scene) => {
      const said = (await scene.log()).filter(({ role }) => role === "user").map(({ content }) => content);
      expect(said).toEqual(["一", "二"]);
      expect(scene.turns.every((events) => dataOf(events, "reply-end").length === 1)).toBe(true);
    },
    "one message, one model call": async (scene) => {
      expect(scene.stage.upstream.of("chat")).toHaveLength(1);
      expect(
        (await scene.log()).map(({ message_id, content }) => [message_id === "client-1", content]),
      ).toEqual([
        [true, "在吗"],
        [false, "好呀"],
      ]);
      // Both senders see the whole reply.
      for (const events of scene.turns)
        expect(dataOf(events, "bubble").map(({ content }) => content)).toEqual(["好呀"]);
    },
  },
});
