// What is kept because the person asked for it, and what only sounds like a request (C113–C116, A219–A221).
import { expect } from "vitest";
import { type Check, dataOf, describeCases, type Scene } from "./runner.ts";

const liveFacts = async (scene: Scene) =>
  (await scene.read("facts")).filter(({ status }) => status === "live");

const nothingKept: Check = async (scene) => {
  await scene.settle();
  expect(await scene.read("facts")).toEqual([]);
  expect((await scene.read("core_memory")).memories).toEqual([]);
};

describeCases("trigger-remember", {
  checks: {
    "a manual memory is stored whose text says: 用户讨厌吃香菜": async (scene) => {
      const [said] = await scene.log();
      const facts = await liveFacts(scene);
      expect(facts).toMatchObject([{ category: "dislike", statement: "讨厌吃香菜", confidence: 1 }]);
      // It is the person's: their message is the proof.
      expect(facts[0]?.evidence).toEqual([{ message_id: said?.message_id, quote: "我讨厌吃香菜" }]);
    },
    "three memories, one for each message": async (scene) => {
      const said = (await scene.log()).filter(({ role }) => role === "user");
      const facts = await liveFacts(scene);
      expect(facts.map(({ key, value }) => [key, value])).toEqual([
        ["call_name", "阿木"],
        ["birthday", "03-03"],
        ["note:绿色最衬我", "绿色最衬我"],
      ]);
      const proofs = facts.map(({ evidence }) =>
        evidence.map((one) => ("message_id" in one ? one.message_id : "")),
      );
      expect(proofs).toEqual(said.map(({ message_id }) => [message_id]));
    },
    "normal chat reply": (scene) => {
      expect(dataOf(scene.turns[0] ?? [], "bubble").map(({ content }) => content)).toEqual(["好呀"]);
      expect(scene.stage.upstream.of("chat")).toHaveLength(1);
    },
    "NOT a manual memory is stored": nothingKept,
  },
});
