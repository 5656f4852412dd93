// Days that were put down and went by: over with the day, still answerable, while days that come again stay (part 2, item 3).
import { describe, expect, test } from "vitest";
import { isLiveAt, settleFacts } from "../../src/memory/fact-life.ts";
import { fromLocal } from "../../src/schema/zone.ts";
import { apply, day, evening, known, talk } from "./fact-sample.ts";

const told = (quote: string, value: string, key = "event") =>
  ({ category: "important_date", key, value, quote, statement: quote }) as const;

function only(quote: string, value: string, key?: string) {
  const [fact] = known(quote, told(quote, value, key));
  if (fact === undefined) throw new Error("nothing was noted");
  return fact;
}

describe("a day that was put down", () => {
  test.each([
    ["明天我要去体检", "体检"],
    ["后天考试", "考试"],
    ["下周三在武汉面试", "武汉面试"],
    ["I have a check-up tomorrow", "check-up"],
    ["明天我要去体检", "明天去体检"],
    ["My driving test is next Wednesday", "driving test"],
    ["the lease ends in two weeks", "lease ends"],
  ])("is over once it has gone by: %s", (quote, value) => {
    const fact = only(quote, value);
    expect(isLiveAt(fact, fact.valid_from ?? 0)).toBe(true);
    expect(isLiveAt(fact, (fact.valid_from ?? 0) + 30 * day)).toBe(false);
    const settled = settleFacts([fact], (fact.valid_from ?? 0) + 30 * day);
    expect(settled).toMatchObject([{ status: "closed", is_deleted: false }]);
  });

  test.each([
    ["后天是我妈妈的生日", "后天", "birthday_妈妈"],
    ["下周三是我们的结婚纪念日", "下周三", "anniversary"],
    ["my sister's birthday is tomorrow", "tomorrow", "birthday_sister"],
    ["the wedding is next Saturday", "wedding", "event"],
    ["我昨天做完了手术", "手术", "event"],
    ["I had surgery yesterday", "surgery", "event"],
    ["医生让我复查", "复查", "event"],
    ["后天考无障碍设计认证", "2026年2月10日考无障碍设计认证", "exam"],
    ["I have the exam tomorrow", "exam on February 9, 2026", "exam"],
  ])(
    "stays where it comes again, is past already, is no day at all, or names its own day: %s",
    (quote, value, key) => {
      const fact = only(quote, value, key);
      expect(isLiveAt(fact, evening + 400 * day)).toBe(true);
    },
  );

  test("lasts to the end of its day on the person's clock, and of the later one where two are meant", () => {
    const quote = "明天我要去体检";
    const midnight = fromLocal({ year: 2026, month: 3, day: 12, hour: 1 }, "Asia/Shanghai");
    const { facts } = apply([{ op: "ADD", ...told(quote, "体检") }], talk([quote], midnight));
    const end = fromLocal({ year: 2026, month: 3, day: 14 }, "Asia/Shanghai");
    expect(facts).toMatchObject([{ valid_to: end, metadata: { candidates: ["2026-03-12", "2026-03-13"] } }]);
  });

  test("moves with what the person says of it next", () => {
    const first = known("明天我要去体检", told("明天我要去体检", "体检"), evening);
    const later = "体检改到下周五了";
    const { facts } = apply([{ op: "UPDATE", ...told(later, "体检") }], talk([later], evening + 3600), first);
    const live = facts.filter((fact) => isLiveAt(fact, evening + 5 * day));
    expect(live.map(({ value }) => value)).toEqual(["体检"]);
  });
});
