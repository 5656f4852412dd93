// Days that come every year, read out of plain talk without a model: whose they are, and what is kept on them (issue 5, item 3).
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Fact } from "../../src/schema/fact.ts";
import { openScene, type Scene } from "../lifecycle/scene.ts";

let scene: Scene;

beforeAll(async () => {
  scene = await openScene({ offline: true });
});
afterAll(() => scene.close());

type Status = {
  ai_users: { user_id: string; occasions: { kind: string; text: string; next_at: number }[] }[];
};

async function told(said: string, language: "zh" | "en") {
  await scene.house.api("POST", "/test/clock", { set: Date.parse("2026-03-10T12:00:00+08:00") / 1000 });
  const user = await scene.house.create({ language, heartbeat: { enabled: true }, shares_facts: false });
  await scene.house.chat(user, said);
  await scene.advance(10 * 3600);
  const facts = await scene.json<Fact[]>(user, "facts.json");
  const { body } = await scene.house.api<Status>("GET", "/api/heartbeat/status");
  const mine = body.ai_users.find(({ user_id }) => user_id === user);
  const days = (mine?.occasions ?? []).filter(({ text }) => text !== "");
  await scene.house.api("DELETE", `/api/ai-users/${user}?forever=true`);
  return {
    facts: facts.map(({ key, value }) => `${key}=${value}`),
    days: days.map(({ kind, text, next_at }) => [
      kind,
      text,
      new Date((next_at + 8 * 3600) * 1000).toISOString().slice(0, 10),
    ]),
  };
}

describe("a day that is told of in passing", () => {
  it.each([
    ["我妈妈的生日是6月1号", "mother_birthday=06-01", "other_birthday", "妈妈的生日是6月1号", "2026-06-01"],
    [
      "我爸农历正月初八生日",
      "father_birthday=lunar:01-08",
      "other_birthday",
      "爸的生日是农历正月初八",
      "2027-02-13",
    ],
    ["4月12日是我老婆的生日", "wife_birthday=04-12", "other_birthday", "老婆的生日是4月12日", "2026-04-12"],
    ["腊月二十三是我生日", "birthday=lunar:12-23", "birthday", "生日：农历腊月廿三", "2027-01-30"],
    [
      "我外婆是2020年4月3日去世的",
      "grandmother_death=2020-04-03",
      "mourning",
      "外婆的忌日是2020年4月3日",
      "2026-04-03",
    ],
    [
      "我家猫年糕的生日是4月1号",
      "pet_birthday:年糕=04-01",
      "other_birthday",
      "年糕的生日是4月1号",
      "2026-04-01",
    ],
  ])("in Chinese: %s", async (said, fact, kind, text, next) => {
    const { facts, days } = await told(said, "zh");
    expect(facts).toEqual([fact]);
    expect(days).toEqual([[kind, text, next]]);
  });

  it.each([
    [
      "My mom's birthday is June 1",
      "mother_birthday=06-01",
      "other_birthday",
      "mom's birthday: June 1",
      "2026-06-01",
    ],
    [
      "April 12 is my wife's birthday",
      "wife_birthday=04-12",
      "other_birthday",
      "wife's birthday: April 12",
      "2026-04-12",
    ],
  ])("in English: %s", async (said, fact, kind, text, next) => {
    const { facts, days } = await told(said, "en");
    expect(facts).toEqual([fact]);
    expect(days).toEqual([[kind, text, next]]);
  });

  it("of a death is one of mourning, also where it was ordered", async () => {
    for (const [said, language] of [
      ["记住，3月25日是我爸的忌日", "zh"],
      ["奶奶的忌日是3月25日", "zh"],
      ["The anniversary of my dad's death is March 25", "en"],
    ] as const) {
      const { days } = await told(said, language);
      expect([said, days.map(([kind, , next]) => [kind, next])]).toEqual([
        said,
        [["mourning", "2026-03-25"]],
      ]);
    }
  });

  it("of two who are together brings the hundredth day too", async () => {
    for (const [said, language] of [
      ["我们2026年1月1日在一起的", "zh"],
      ["We got together on January 1, 2026", "en"],
    ] as const) {
      const { days } = await told(said, language);
      expect(days.map(([kind, , next]) => [kind, next])).toEqual([
        ["anniversary", "2027-01-01"],
        ["hundredth_day", "2026-04-10"],
      ]);
    }
  });

  it.each([
    ["你妈妈的生日是6月1号吗？", "zh"],
    ["小说里他妈妈的生日是6月1号", "zh"],
    ["我妈妈的生日礼物是6月1号买的", "zh"],
    ["我爸3月5日走的，去出差", "zh"],
    ["我们5月20号在一起开会", "zh"],
    ["Is your mom's birthday June 1?", "en"],
  ] as const)("is none in %j", async (said, language) => {
    expect((await told(said, language)).days).toEqual([]);
  });
});
