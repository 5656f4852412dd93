// Leanings and themes: counts with their proof and a minimum sample; one happy evening is no preference (A217, A218).
import { describe, expect, test } from "vitest";
import { leanings, themes } from "../../src/memory/leaning.ts";
import { profileOf } from "../../src/memory/profile.ts";
import { EmotionEntry } from "../../src/schema/emotion.ts";
import { MidEntry } from "../../src/schema/mid-term.ts";

const day = 86_400;
const start = 1_767_225_600;
const zone = "Asia/Shanghai";
let made = 0;
/** So many turns of one mood in a topic, on one day. */
const turns = (topic_id: string, emotion: EmotionEntry["emotion"], count: number, on = 0) =>
  Array.from({ length: count }, (_, n) => {
    made += 1;
    return EmotionEntry.parse({
      id: `e${made}`,
      message_id: `m${made}`,
      topic_id,
      at: start + on * day + n * 60,
      emotion,
      intensity: 0.5,
    });
  });
const others = turns("other", "sad", 10).concat(turns("other", "joy", 3), turns("other", "serious", 10));
const pot = { name: "火锅", topic_ids: ["t1", "t2", "t3"] };
const happy = [...turns("t1", "joy", 3, 1), ...turns("t2", "content", 3, 2), ...turns("t3", "joy", 2, 3)];
const known = () => false;

describe("a leaning", () => {
  test("is what goes with good spirits clearly more often than all else, with the turns that prove it", () => {
    const [found, ...more] = leanings([...others, ...happy], [pot], zone, known);
    expect(more).toEqual([]);
    expect(found).toMatchObject({ subject: "火锅", spirits: "good", count: 8, of: 8 });
    expect(found?.message_ids.sort()).toEqual(happy.map(({ message_id }) => message_id).sort());
  });

  test("may be one to low spirits", () => {
    const low = [...turns("t1", "anxious", 3, 1), ...turns("t2", "sad", 3, 2), ...turns("t3", "hurt", 2, 3)];
    const rest = [...turns("other", "joy", 10), ...turns("other", "serious", 5)];
    expect(leanings([...rest, ...low], [{ ...pot, name: "加班" }], zone, known)).toMatchObject([
      { subject: "加班", spirits: "low", count: 8 },
    ]);
  });

  test.each([
    ["it lies on one day", [...turns("t1", "joy", 9, 1)]],
    [
      "there are too few turns",
      [...turns("t1", "joy", 2, 1), ...turns("t2", "joy", 1, 2), ...turns("t3", "joy", 1, 3)],
    ],
    [
      "the mood is mixed",
      [...turns("t1", "joy", 5, 1), ...turns("t2", "sad", 5, 2), ...turns("t3", "sad", 2, 3)],
    ],
    ["only neutral turns speak of it", [...turns("t1", "neutral", 9, 1), ...turns("t2", "neutral", 9, 2)]],
  ])("is none where %s", (_, about) => {
    expect(leanings([...others, ...about], [pot], zone, known)).toEqual([]);
  });

  test("is none where the person is always of good cheer, or a fact says it already", () => {
    expect(leanings([...turns("other", "joy", 40), ...happy], [pot], zone, known)).toEqual([]);
    expect(leanings([...others, ...happy], [pot], zone, (subject) => subject === "火锅")).toEqual([]);
  });
});

const talk = (n: number, names: string[], more: Partial<MidEntry> = {}) =>
  MidEntry.parse({
    id: `mid_${start + n * day}`,
    topic_id: `t${n}`,
    summary: "聊天",
    message_count: 2,
    key_entities: names,
    message_ids: [`m${n}a`, `m${n}b`],
    ended_at: start + n * day,
    ...more,
  });

describe("themes", () => {
  test("are names of three talks and more, those that come up together as one, most talks first", () => {
    const mid = [
      talk(1, ["老岳", "火锅"]),
      talk(2, ["火锅", "老岳"]),
      talk(3, ["火锅", "老岳", "考试"]),
      talk(4, ["火锅"]),
      talk(5, ["考试"]),
      talk(6, ["考试", "展览"]),
    ];
    expect(themes(mid)).toEqual([
      { names: ["火锅", "老岳"], talks: 4, last: start + 4 * day, message_ids: ["m1a", "m2a", "m3a", "m4a"] },
      { names: ["考试"], talks: 3, last: start + 6 * day, message_ids: ["m3a", "m5a", "m6a"] },
    ]);
  });

  test("count a talk once, skip empty names and summaries that wait to be made again", () => {
    expect(themes([talk(1, ["猫", "猫", " "]), talk(2, ["猫"]), talk(3, ["猫"], { stale: true })])).toEqual(
      [],
    );
  });
});

test("the profile says of them that they seem so, names no fact behind them, and gives the proof", () => {
  const observed = {
    leanings: [
      { subject: "火锅", spirits: "good" as const, count: 7, of: 8, message_ids: ["m1", "m1", "m2"] },
    ],
    themes: [{ names: ["火锅", "老岳"], talks: 4, last: start, message_ids: ["m1"] }],
    zone,
  };
  expect(profileOf([], [], "zh", observed).sections).toEqual([
    {
      title: "看起来",
      lines: [
        {
          text: "聊到「火锅」时似乎多半是高兴的（流露心情 8 次，其中 7 次）",
          fact_id: null,
          message_ids: ["m1", "m2"],
        },
      ],
    },
    {
      title: "常聊的",
      lines: [{ text: "火锅、老岳：聊过 4 次，最近一次在 2026-01-01", fact_id: null, message_ids: ["m1"] }],
    },
  ]);
  const english = profileOf([], [], "en", observed).sections.flatMap(({ lines }) =>
    lines.map(({ text }) => text),
  );
  expect(english).toEqual([
    '"火锅" seems to lift their spirits (7 of 8 moods heard while it came up)',
    "火锅, 老岳: in 4 talks, last on 2026-01-01",
  ]);
});
