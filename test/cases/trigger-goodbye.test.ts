// Farewells: what ends the talk and what only sounds like it (C102–C109, A48).
import { expect } from "vitest";
import { type Check, dataOf, describeCases } from "./runner.ts";

const staysOpen: Check = async (scene) => {
  expect(dataOf(scene.turns[0] ?? [], "topic-end")).toEqual([]);
  await scene.settle();
  const { conversations, pending } = await scene.read("short_term");
  expect(pending).toEqual([]);
  expect(conversations.map(({ content }) => content)).toEqual([
    scene.case.do[0]?.slice("chat: ".length),
    "好呀",
  ]);
};

describeCases("trigger-goodbye", {
  checks: {
    "topic end is detected, compression starts once": async (scene) => {
      const log = await scene.log();
      const topic = log[0]?.topic_id;
      expect(dataOf(scene.turns[0] ?? [], "topic-end")).toEqual([{ topic_id: topic, trigger: "farewell" }]);
      await scene.settle();
      const mid = await scene.read("mid_term");
      expect(mid.map(({ topic_id }) => topic_id)).toEqual([topic]);
      expect(mid[0]?.message_ids).toEqual(log.map(({ message_id }) => message_id));
      const short = await scene.read("short_term");
      expect(short).toMatchObject({ conversations: [], pending: [] });
      expect(short.topic_id).not.toBe(topic);
      // Once, also when all is looked at again.
      await scene.settle();
      expect(await scene.read("mid_term")).toHaveLength(1);
    },
    "the topic stays open": staysOpen,
    "NOT compression starts": async (scene) => {
      await scene.settle();
      expect(await scene.read("mid_term")).toEqual([]);
      expect(scene.stage.upstream.of("short_to_mid")).toEqual([]);
    },
    "NOT short_term is emptied": staysOpen,
  },
});
