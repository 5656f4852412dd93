// Whatever a person does in whatever order, each memory has its evidence, and what was erased stands nowhere (invariants 1, 2 and 4).
import { describe, expect, it } from "vitest";
import { seededRandom } from "../../src/ids.ts";
import { startHouse } from "../support/house.ts";

import { type Language, playAnyOrder } from "./any-order-play.ts";
import { openScene, summaryAnswer } from "./scene.ts";

/** What a model reads out of a talk: facts with their words, one that nobody said, and a summary that repeats the talk. */
const claims: readonly [RegExp, string][] = [
  [/我妈妈叫(李秀兰)|My mother is called (\w+)/, "mother"],
  [/我女朋友叫(赵敏)|My girlfriend is (\w+)/, "girlfriend"],
  [/我住在(杭州)|我搬到(北京)|I live in (\w+)|I moved to (\w+)/, "location"],
  [/我对(花生)过敏|I am allergic to (\w+)/, "allergy"],
  [/我现在(单身)|I'm (single) now/, "relationship_status"],
];

function readTalk(talk: string) {
  const found = talk.split("\n").flatMap((line) =>
    claims.flatMap(([pattern, key]) => {
      const match = pattern.exec(line);
      const value = match?.slice(1).find((group) => group !== undefined);
      if (!match || value === undefined) return [];
      return [
        { op: "ADD", category: "personal_info", key, value, statement: `${key}: ${value}`, quote: match[0] },
      ];
    }),
  );
  const invented = {
    op: "ADD",
    category: "habit",
    key: "habit",
    value: "滑雪",
    statement: "滑雪",
    quote: "我天天滑雪",
  };
  const told = found.slice(-3).map(({ statement }) => statement);
  return summaryAnswer(`聊了近况。They talked. ${told.join("; ")}`, { operations: [...found, invented] });
}

describe.each<[string, Language, boolean, number]>([
  ["without a model, in Chinese", "zh", true, 11],
  ["without a model, in English", "en", true, 0],
  ["with a model that also invents, in Chinese", "zh", false, 17],
  ["with a model that also invents, in English", "en", false, 22],
])("thirty steps %s", (_name, language, offline, seed) => {
  it("leave every memory with its evidence after each, and nothing of what was erased", async () => {
    const scene = await openScene({ offline });
    try {
      scene.upstream.fallback("chat", ({ messages }) => ({
        text: `嗯，${String(messages.at(-1)?.content ?? "").slice(-30)}`,
      }));
      scene.upstream.fallback("short_to_mid", ({ messages }) =>
        readTalk(messages.map(({ content }) => content ?? "").join("\n")),
      );
      const user = await scene.house.create({ language });
      const restart = async () => {
        const clock = new Date((await scene.now()) * 1_000).toISOString();
        const { folder } = scene.house;
        await scene.house.close();
        scene.house = await startHouse({ folder, clock, ...(offline ? {} : { upstream: scene.upstream }) });
      };
      const random = seededRandom(`play ${seed}`);
      expect(await playAnyOrder({ scene, user, language, random, restart }, 30)).toEqual([]);
    } finally {
      await scene.close();
    }
  }, 120_000);
});
