// A birthday by the lunar year, told or ordered without any model, is one certain fact that says that it is lunar (part 2, item 3).
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Fact } from "../../src/schema/fact.ts";
import { openScene, type Scene } from "./scene.ts";

let scene: Scene;

beforeAll(async () => {
  scene = await openScene({ offline: true });
});
afterAll(() => scene.close());

async function birthdayAfter(words: string, language: "zh" | "en") {
  const user = await scene.house.create({ language, greeting: null, reads_shared_facts: false });
  await scene.house.chat(user, words);
  await scene.advance(10 * 3600);
  const facts = await scene.json<Fact[]>(user, "facts.json");
  return facts.map(({ key, value, status, statement }) => ({ key, value, status, statement }));
}

describe("a lunar birthday", () => {
  it.each([
    ["我的生日是农历腊月初八", "lunar:12-08", "农历腊月初八"],
    ["我农历生日是八月十五", "lunar:08-15", "农历八月十五"],
    ["记住我农历生日是腊月初八", "lunar:12-08", "农历腊月初八"],
    ["记住我的阴历生日是正月廿三", "lunar:01-23", "农历正月廿三"],
  ])("is kept as one: %s", async (words, value, shown) => {
    const statement = expect.stringContaining(shown);
    expect(await birthdayAfter(words, "zh")).toEqual([{ key: "birthday", value, status: "live", statement }]);
  });

  it.each([
    ["My lunar birthday is August 15", "lunar:08-15"],
    ["Remember my lunar birthday is March 3", "lunar:03-03"],
    ["My birthday is on the 15th day of the 8th lunar month", "lunar:08-15"],
  ])("is kept as one in English: %s", async (words, value) => {
    const statement = expect.stringContaining("lunar month");
    expect(await birthdayAfter(words, "en")).toEqual([{ key: "birthday", value, status: "live", statement }]);
  });

  it.each([
    ["记住我生日是8月15号", "zh", "08-15"],
    ["Remember my birthday is August 15", "en", "08-15"],
  ] as const)("is solar where nothing says otherwise: %s", async (words, language, value) => {
    expect(await birthdayAfter(words, language)).toMatchObject([{ key: "birthday", value, status: "live" }]);
  });
});
