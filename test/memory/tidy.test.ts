// Idle hours: near-identical episodes become one with all sources kept, faded ones step back, nothing is invented or lost (A206, A216).
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { textLikeness } from "../../src/memory/fact-value.ts";
import { applyTidy, planTidy, type TidyPlan } from "../../src/memory/tidy.ts";
import { LongEntry } from "../../src/schema/long-term.ts";
import { MidEntry } from "../../src/schema/mid-term.ts";

const day = 86_400;
const now = 1_800_000_000;
const none = { entries: {} };

function mid(id: string, summary: string, more: Partial<MidEntry> = {}): MidEntry {
  return MidEntry.parse({
    id,
    topic_id: `topic_${id}`,
    summary,
    message_count: 6,
    extracted_to_long: true,
    ended_at: now - 5 * day,
    started_at: now - 5 * day - 600,
    message_ids: [`m_${id}`],
    by: "model",
    importance: 0.5,
    ...more,
  });
}
function long(id: string, title: string, points: string[], more: Partial<LongEntry> = {}): LongEntry {
  return LongEntry.parse({
    id,
    title,
    key_points: points,
    detail_file: `${id}.json`,
    ended_at: now - 5 * day,
    message_ids: [`m_${id}`],
    by: "model",
    importance: 0.5,
    ...more,
  });
}
const plan = (mids: MidEntry[], longs: LongEntry[] = [], uses = none, at = now) =>
  planTidy(mids, longs, uses, at, textLikeness);

const allergy = "用户再次提到自己对花生过敏，吃了会起疹子";

describe("two episodes that say the same", () => {
  const pair = [
    mid("mid_1", `${allergy}。`, { importance: 0.9, aliases: ["花生"] }),
    mid("mid_2", allergy, { ended_at: now - 2 * day, aliases: ["疹子"] }),
  ];

  test("become one, and both keep their words, messages and topic", () => {
    const found = plan(pair);
    expect(found.merge).toEqual([{ document: "mid_term", keep: "mid_1", absorb: ["mid_2"] }]);
    const [kept, absorbed] = applyTidy(pair, "mid_term", found);
    expect(kept).toMatchObject({
      id: "mid_1",
      summary: `${allergy}。`,
      importance: 0.9,
      message_ids: ["m_mid_1", "m_mid_2"],
      aliases: ["花生", "疹子"],
      started_at: now - 5 * day - 600,
      ended_at: now - 2 * day,
      merged_from: ["mid_2"],
    });
    expect(absorbed).toMatchObject({ ...pair[1], archived: true, merged_into: "mid_1" });
  });

  test("are left as they are the second time", () => {
    const once = applyTidy(pair, "mid_term", plan(pair));
    expect(plan(once).merge).toEqual([]);
    expect(applyTidy(once, "mid_term", plan(pair))).toEqual(once);
  });

  test("of the long tier too, where the other title stays as another name", () => {
    const longs = [
      long("long_1", "Peanut allergy", ["allergic to peanuts, carries an injector"], { importance: 0.9 }),
      long("long_2", "Peanut allergies", ["allergic to peanuts, carries an injector"]),
    ];
    const [kept, absorbed] = applyTidy(longs, "long_term", plan([], longs));
    expect(kept?.aliases).toEqual(["Peanut allergies"]);
    expect(absorbed).toMatchObject({
      archived: true,
      merged_into: "long_1",
      key_points: ["allergic to peanuts, carries an injector"],
    });
  });

  test("keep a model's wording rather than the engine's", () => {
    const mixed = [
      mid("mid_1", allergy, { by: "extractive", importance: 0.9 }),
      mid("mid_2", `${allergy}！`),
    ];
    expect(plan(mixed).merge[0]?.keep).toBe("mid_2");
  });
});

describe("two episodes are not merged", () => {
  test.each([
    ["a negation apart", "检查结果：用户对花生过敏", "检查结果：用户对花生不过敏"],
    ["a number apart", "用户在3月5日去看了牙医，一切都好", "用户在3月8日去看了牙医，一切都好"],
    [
      "an English negation apart",
      "She is allergic to peanuts after all",
      "She is not allergic to peanuts after all",
    ],
    ["merely alike", "用户和朋友去杭州看了荷花，很开心", "用户和同事去苏州看了园林，很开心"],
    [
      "one inside a longer one",
      "用户养了一只猫叫豆豉",
      "用户养了一只猫叫豆豉，去年冬天在地下车库捡的，还独占沙发",
    ],
  ])("where they are %s", (_why, one, other) => {
    expect(plan([mid("mid_1", one), mid("mid_2", other)]).merge).toEqual([]);
  });

  test("where one waits for its extraction, a better summary or an edit, or is archived", () => {
    for (const more of [
      { extracted_to_long: false },
      { redo: true },
      { stale: true },
      { archived: true },
    ] as Partial<MidEntry>[])
      expect(plan([mid("mid_1", allergy), mid("mid_2", allergy, more)]).merge).toEqual([]);
  });

  test("where the owner wrote both, or pinned both", () => {
    for (const more of [{ by: "owner" as const }, { pinned: true }])
      expect(plan([mid("mid_1", allergy, more), mid("mid_2", allergy, more)]).merge).toEqual([]);
  });

  test("but an owner's entry may absorb a model's, never the other way round", () => {
    expect(
      plan([
        mid("mid_1", allergy, { importance: 1 }),
        mid("mid_2", allergy, { by: "owner", importance: 0.1 }),
      ]).merge,
    ).toEqual([{ document: "mid_term", keep: "mid_2", absorb: ["mid_1"] }]);
  });

  test("where it was pinned or went between plan and commit", () => {
    const pair = [mid("mid_1", allergy, { importance: 0.9 }), mid("mid_2", allergy)];
    const made = plan(pair);
    const pinned = pair.map((entry) => (entry.id === "mid_2" ? { ...entry, pinned: true } : entry));
    expect(applyTidy(pinned, "mid_term", made)).toEqual(pinned);
    expect(applyTidy([pair[1] as MidEntry], "mid_term", made)).toEqual([pair[1]]);
  });
});

describe("a faded entry", () => {
  const faded = mid("mid_1", "聊了聊天气", { ended_at: now - 400 * day });

  test("steps back in place and comes again when it was used", () => {
    const first = plan([faded]);
    expect(first.archive).toEqual([{ document: "mid_term", id: "mid_1" }]);
    const [archived] = applyTidy([faded], "mid_term", first);
    expect(archived).toMatchObject({ ...faded, archived: true });
    const later = planTidy(
      [archived as MidEntry],
      [],
      { entries: { mid_1: { count: 1, last_used_at: now } } },
      now,
      textLikeness,
    );
    expect(later.restore).toEqual([{ document: "mid_term", id: "mid_1" }]);
    expect(applyTidy([archived as MidEntry], "mid_term", later)[0]).toEqual({ ...faded, archived: false });
  });

  test("stays where it is pinned, was used, is important, or is not extracted yet", () => {
    const used = { entries: { mid_1: { count: 4, last_used_at: now - 30 * day } } };
    expect(planTidy([faded], [], used, now, textLikeness).archive).toEqual([]);
    for (const more of [
      { pinned: true },
      { importance: 1 },
      { extracted_to_long: false },
    ] as Partial<MidEntry>[])
      expect(plan([{ ...faded, ...more }]).archive).toEqual([]);
  });

  test("that the owner archived does not come back by itself", () => {
    const hidden = mid("mid_1", "旧事", { archived: true });
    expect(plan([hidden]).restore).toEqual([]);
    expect(plan([hidden]).archive).toEqual([]);
  });

  test("without any known time counts as new", () => {
    const { ended_at: _e, started_at: _s, ...timeless } = mid("by_hand", "没有日期");
    expect(plan([timeless as MidEntry]).archive).toEqual([]);
  });
});

describe("a run", () => {
  test("does a bounded piece of work, and the next ones the rest", () => {
    const many = Array.from({ length: 60 }, (_, n) =>
      mid(`mid_${n}`, `第${"甲乙丙丁戊己庚辛壬癸"[Math.floor(n / 6)]}件事，大家都说了很多，后来也没有结果`),
    );
    const seen = { calls: 0 };
    const counted = (a: string, b: string) => {
      seen.calls += 1;
      return textLikeness(a, b);
    };
    let entries = many;
    const sizes: number[] = [];
    for (let run = 0; run < 6; run += 1) {
      seen.calls = 0;
      const made = planTidy(entries, [], none, now, counted);
      expect(seen.calls).toBeLessThanOrEqual(2_000);
      sizes.push(made.merge.length);
      entries = applyTidy(entries, "mid_term", made);
    }
    expect(Math.max(...sizes)).toBeLessThanOrEqual(5);
    expect(sizes.at(-1)).toBe(0);
    expect(entries.filter((entry) => entry.archived !== true)).toHaveLength(10);
    expect(entries).toHaveLength(60);
  });

  test("over hundreds that are alike and not the same stops at its limit", () => {
    const alike = [
      "在老城区的茶馆里喝了一下午的茶，听人说书",
      "和同事加班改方案改到深夜才打车回家",
      "陪奶奶去医院复查，路上聊了很多旧事",
    ];
    const mids = Array.from({ length: 300 }, (_, n) => mid(`mid_${n}`, `${alike[n % 3]}，第${n}回`));
    let calls = 0;
    const made = planTidy(mids, [], none, now, (a, b) => {
      calls += 1;
      return textLikeness(a, b);
    });
    expect(made.merge).toEqual([]);
    expect(calls).toBe(0);
    const words = mids.map((entry, n) => ({
      ...entry,
      summary: `${alike[n % 3]}，${String.fromCodePoint(0x4e00 + n)}${String.fromCodePoint(0x6e00 + n)}${String.fromCodePoint(0x7e00 + n)}`,
    }));
    planTidy(words, [], none, now, () => {
      calls += 1;
      return 0;
    });
    expect(calls).toBe(2_000);
  });

  test("begins elsewhere in another hour, so that its limit never hides a pair for good", () => {
    const crowd = Array.from({ length: 90 }, (_, n) =>
      mid(
        `mid_${n}`,
        `和同事加班改方案改到深夜才打车回家，${String.fromCodePoint(0x4e00 + n)}${String.fromCodePoint(0x6e00 + n)}`,
        { importance: 0.9 },
      ),
    );
    const mids = [...crowd, mid("mid_a", allergy), mid("mid_b", allergy)];
    const merges = Array.from(
      { length: 20 },
      (_, n) => planTidy(mids, [], none, now + n * 5 * 3_600, (a, b) => (a === b ? 1 : 0)).merge.length,
    );
    expect(Math.min(...merges)).toBe(0);
    expect(Math.max(...merges)).toBe(1);
  });

  test("over three thousand long entries takes no comparison of all with all", () => {
    const longs = Array.from({ length: 3_000 }, (_, n) =>
      long(`long_${n}`, `第 ${n} 次见面`, [
        `在${String.fromCharCode(0x4e00 + n)}${String.fromCharCode(0x5e00 + n)}路的店里坐了很久`,
      ]),
    );
    let calls = 0;
    planTidy([], longs, none, now, (a, b) => {
      calls += 1;
      return textLikeness(a, b);
    });
    expect(calls).toBeLessThanOrEqual(2_000);
  });

  test("keeps every entry, every word and every message id, whatever the texts", () => {
    const text = fc.constantFrom(
      allergy,
      `${allergy}。`,
      "聊了聊天气和晚饭",
      "聊了聊天气和晚饭！",
      "",
      "a",
      "She moved to Chengdu in August",
    );
    const entry = fc.record({
      summary: text,
      pinned: fc.boolean(),
      owner: fc.boolean(),
      age: fc.integer({ min: 0, max: 900 }),
      done: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 10 }), (raw) => {
        const entries = raw.map((one, n) =>
          mid(`mid_${n}`, one.summary, {
            pinned: one.pinned,
            by: one.owner ? "owner" : "model",
            ended_at: now - one.age * day,
            extracted_to_long: one.done,
          }),
        );
        const made: TidyPlan = plan(entries);
        const after = applyTidy(entries, "mid_term", made);
        expect(after.map(({ id, summary, topic_id }) => [id, summary, topic_id])).toEqual(
          entries.map(({ id, summary, topic_id }) => [id, summary, topic_id]),
        );
        for (const one of entries) {
          const holder = after.find((other) => other.id === one.id);
          for (const id of one.message_ids ?? []) expect(holder?.message_ids).toContain(id);
          if (one.pinned || one.by === "owner") expect(holder?.merged_into).toBeUndefined();
          if (one.pinned || !one.extracted_to_long) expect(holder?.archived).toBeUndefined();
        }
        for (const one of after) {
          if (one.merged_into === undefined) continue;
          expect(after.find((other) => other.id === one.merged_into)?.message_ids).toEqual(
            expect.arrayContaining(one.message_ids ?? []),
          );
        }
      }),
      { seed: 4, numRuns: 150 },
    );
  });
});
