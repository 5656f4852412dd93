// What is asked about later, grown from the person's own words: events with a day, wishes; due after the event, dropped once told (A249).
import { describe, expect, it } from "vitest";
import { isoWithOffset } from "../../src/memory/beat-time.ts";
import {
  addFollowUps,
  followUpFigures,
  growFollowUps,
  isPromised,
  isSecondLook,
  isTold,
  mattersAhead,
  secondLookAt,
} from "../../src/memory/follow-up.ts";
import type { FollowUp } from "../../src/schema/heartbeat.ts";
import { traditional } from "../support/traditional.ts";

const zone = "Asia/Shanghai";
const at = (iso: string) => Date.parse(iso) / 1000;
/** A Tuesday. */
const said = at("2026-03-10T20:00:00+08:00");
const grow = (content: string, timestamp = said) =>
  growFollowUps({ message_id: "m1", content, timestamp }, zone);
const dueOf = (content: string) =>
  grow(content).map(({ due_at }) => isoWithOffset(due_at, zone).slice(0, 16));

describe("an event that lies ahead", () => {
  it.each([
    ["我明天考试", "2026-03-11T19:30"],
    ["周五飞成都", "2026-03-13T19:30"],
    ["明天下午三点面试，好紧张", "2026-03-11T18:00"],
    ["后天我妈做手术", "2026-03-12T19:30"],
    ["下周三答辩", "2026-03-18T19:30"],
    ["I have an exam tomorrow", "2026-03-11T19:30"],
    ["My flight is on Friday", "2026-03-13T19:30"],
    ["interview tomorrow at 9 am, wish me luck", "2026-03-11T12:00"],
    ["明晚十点半上台演出", "2026-03-12T10:00"],
    ["今晚有演出", "2026-03-11T10:00"],
    ["I have a date tonight", "2026-03-11T10:00"],
    ["we're flying home on Friday night", "2026-03-14T10:00"],
    ["论文周五要交", "2026-03-13T19:30"],
    ["my essay is due on Friday", "2026-03-13T19:30"],
    ["明天拔智齿", "2026-03-11T19:30"],
    ["taking the cat to the vet tomorrow", "2026-03-11T19:30"],
    ["my plane leaves Friday at 7am", "2026-03-13T10:00"],
    ["big test tomorrow", "2026-03-11T19:30"],
  ])("%j is asked about afterwards", (text, due) => {
    expect(dueOf(text)).toEqual([due]);
    expect(grow(text)[0]).toMatchObject({ kind: "event", message_ids: ["m1"] });
  });

  it.each([
    ["周三要考试，周五去体检", ["2026-03-11T19:30", "2026-03-13T19:30"]],
    ["exam tomorrow and my flight is on Friday", ["2026-03-11T19:30", "2026-03-13T19:30"]],
    ["明天下午三点，我有个面试", ["2026-03-11T18:00"]],
  ])("%j is as many as it names days", (text, due) => expect(dueOf(text)).toEqual(due));

  it("keeps its words, with the day beside the relative one, and names its message", () => {
    expect(grow("我明天考试")[0]).toMatchObject({ text: "我明天（2026-03-11）考试", id: "follow_m1" });
  });

  it.each([
    "明天有考试吗？",
    "如果明天考试我就完了",
    "明天的考试取消了",
    "昨天考试考砸了",
    "明天吃火锅",
    "考试好难",
    "明年三月去留学考试",
    "tomorrow's exam is cancelled",
    "if I have an exam tomorrow I'll cry",
    "do you have an interview tomorrow?",
    "今天论文交了！",
    "今天面试结束了",
    "今晚的演出顺利结束",
    "",
  ])("%j grows nothing", (text) => expect(grow(text)).toEqual([]));
});

describe("what lies ahead (A58)", () => {
  const [exam, flight] = [...grow("下周三答辩"), ...grow("周五飞成都")];
  const wish = grow("我想学吉他")[0];
  const waiting = [exam, wish, flight].flatMap((one) => one ?? []);

  it("is told in the order in which it comes, until it is let go", () => {
    const families = (now: number) => mattersAhead(waiting, now).map(({ family, about }) => family ?? about);
    expect(families(said)).toEqual(["travel", "吉他", "stage"]);
    expect(families((flight?.due_at ?? 0) + followUpFigures.lapse + 1)).toEqual(["吉他", "stage"]);
    expect(families(said + 30 * 86_400)).toEqual([]);
  });

  it("holds nothing that is not to be brought up, no empty word, and no look at a message once more", () => {
    const look = { id: secondLookAt("m9"), due_at: said + 60, text: "在吗", message_ids: ["m9"] };
    const empty = { id: "own", due_at: said + 60, text: " ", message_ids: [] };
    expect(mattersAhead([look, empty], said)).toEqual([]);
    expect(mattersAhead(waiting, said, [{ words: ["成都", "吉他"], names: [] }])).toEqual([exam]);
  });
});

describe("a wish", () => {
  it.each([
    ["我想学吉他", "吉他"],
    ["我一直想学画画", "画"],
    ["我打算开始戒烟", "烟"],
    ["今年我要考虑学日语了", "日语"],
    ["I want to learn guitar", "guitar"],
    ["I've always wanted to learn to play the piano", "piano"],
    ["I'm planning to quit smoking", "smoking"],
    ["I'd love to take up pottery", "pottery"],
    ["我想开始跑步", "跑步"],
    ["最近想养只猫", "猫"],
    ["想戒烟", "烟"],
    ["我想练一练吉他", "吉他"],
    ["我想学做饭", "做饭"],
    ["我想写一本小说", "小说"],
    ["今年想把日语捡起来", "日语"],
    ["打算报个瑜伽班", "瑜伽班"],
    ["我想考驾照", "驾照"],
    ["以后想开一家咖啡店", "咖啡店"],
    ["I wish I could play the guitar", "guitar"],
    ["thinking of taking up pottery", "pottery"],
    ["I want to pick up the guitar again", "guitar"],
    ["I really should start meditating", "meditating"],
  ])("%j is asked about a week later", (text, about) => {
    const [grown] = grow(text);
    expect(grown).toMatchObject({ kind: "wish" });
    expect(grown?.about).toContain(about);
    expect(isoWithOffset(grown?.due_at ?? 0, zone).slice(0, 16)).toBe("2026-03-17T19:30");
  });

  it.each([
    "我不想学数学",
    "他想学吉他",
    "我想你了",
    "我想吃火锅",
    "你想学吉他吗？",
    "I don't want to learn French",
    "I want to sleep",
    "do you want to learn guitar?",
    "我要去学校了",
    "我要学习了",
    "我要减少加班",
    "我要写作业了",
    "要做饭了",
    "我在想要不要学车",
    "I'm going to try to sleep",
    "I'm going to write an email",
    "I'm going to start dinner",
    "我要写代码了",
    "我打算写完这份报告",
    "我想种草",
    "I want to write you a letter",
    "I'm thinking about you",
    "I want to pick up my kids",
    "I wish I could sleep",
  ])("%j is none", (text) => expect(grow(text)).toEqual([]));
});

const exam = grow("我明天考试")[0] as FollowUp;
const guitar = grow("我想学吉他")[0] as FollowUp;
const later = (content: string, iso = "2026-03-11T18:00:00+08:00", role: "user" | "assistant" = "user") => [
  { message_id: "m9", role, content, timestamp: at(iso) },
];

describe("what the person has told", () => {
  it.each(["考完了，感觉还行", "数学考得一般", "成绩还没出", "The exam was fine"])(
    "%j after the exam tells of it",
    (text) => {
      expect(isTold(exam, later(text))).toBe(true);
    },
  );

  it.each([
    ["晚饭吃什么", "2026-03-11T18:00:00+08:00"],
    ["还在复习考试内容", "2026-03-10T22:00:00+08:00"],
  ])("%j does not", (text, iso) => expect(isTold(exam, later(text, iso))).toBe(false));

  it.each([
    ["我明天考试", "过了！"],
    ["我明天考试", "终于解放了"],
    ["我明天考试", "最后一道大题没做出来"],
    ["I have an exam tomorrow", "it went great"],
    ["I have an exam tomorrow", "it was so hard"],
    ["interview tomorrow", "I bombed it"],
    ["interview tomorrow", "the interviewer was nice"],
    ["明天飞成都", "在吃火锅了，成都真热"],
    ["I'm flying to Tokyo tomorrow", "I'm in Tokyo!"],
    ["明天我妈做手术", "我妈出来了，一切顺利"],
  ])("after %j also %j tells of it", (event, text) =>
    expect(isTold(grow(event)[0] as FollowUp, later(text))).toBe(true),
  );

  it.each([
    ["我明天考试", "过了！", "2026-03-11T07:00:00+08:00"],
    ["我明天考试", "过了！", "2026-03-15T18:00:00+08:00"],
    ["我明天考试", "有个问题想问你", "2026-03-11T18:00:00+08:00"],
    ["明天飞成都", "到点了该吃饭了", "2026-03-11T18:00:00+08:00"],
    ["I have an exam tomorrow", "had a great lunch", "2026-03-11T18:00:00+08:00"],
  ])("after %j %j at %s tells nothing", (event, text, iso) =>
    expect(isTold(grow(event)[0] as FollowUp, later(text, iso))).toBe(false),
  );

  it("before the event only counts where it is off", () => {
    expect(isTold(exam, later("考试取消了", "2026-03-10T22:00:00+08:00"))).toBe(true);
  });

  it("the companion's own words and the message itself tell nothing", () => {
    expect(isTold(exam, later("考试怎么样", "2026-03-11T18:00:00+08:00", "assistant"))).toBe(false);
    expect(
      isTold(exam, [{ message_id: "m1", role: "user", content: "我明天考试完了", timestamp: said }]),
    ).toBe(false);
  });

  it("of a wish only its beginning or its end counts", () => {
    expect(isTold(guitar, later("吉他买了，开始学了"))).toBe(true);
    expect(isTold(guitar, later("不学吉他了，没时间"))).toBe(true);
    expect(isTold(guitar, later("路过吉他店"))).toBe(false);
    const gym = grow("I plan to start going to the gym")[0] as FollowUp;
    expect(isTold(gym, later("I started at the gym today"))).toBe(true);
  });

  it("of an evening only what is said from the evening on counts", () => {
    const show = growFollowUps(
      { message_id: "m1", content: "今晚有演出", timestamp: at("2026-03-10T11:00:00+08:00") },
      zone,
    )[0] as FollowUp;
    expect(isTold(show, later("在准备演出的衣服", "2026-03-10T15:00:00+08:00"))).toBe(false);
    expect(isTold(show, later("演出超成功", "2026-03-10T22:00:00+08:00"))).toBe(true);
  });
});

describe("an event that is put off", () => {
  it.each([
    "考试推迟到下周三",
    "考试改到下周三了",
    "考试延期到下周三",
    "the exam is postponed to next Wednesday",
    "the exam was moved to next Wednesday",
  ])("%j ends the old question", (text) =>
    expect(isTold(exam, later(text, "2026-03-10T22:00:00+08:00"))).toBe(true),
  );

  it.each(["考试推迟到下周三", "考试改到下周三了", "the exam is postponed to next Wednesday"])(
    "%j is asked about on the new day",
    (text) =>
      expect(grow(text).map(({ due_at }) => isoWithOffset(due_at, zone).slice(0, 10))).toEqual([
        "2026-03-18",
      ]),
  );

  it("without a new day is asked about no more", () => expect(grow("明天的考试推迟了")).toEqual([]));
});

describe("what is asked about soon", () => {
  it("is an event within a day and a half, and no wish", () => {
    const due = exam.due_at;
    expect(isPromised([exam], due - 36 * 3600)).toBe(true);
    expect(isPromised([exam], due - 36 * 3600 - 1)).toBe(false);
    expect(isPromised([guitar], guitar.due_at)).toBe(false);
    expect(isPromised([], due)).toBe(false);
  });
});

describe("the look at a message that was left unanswered", () => {
  const look = (id: string) => ({
    id: secondLookAt(id),
    due_at: said,
    text: "哈哈",
    message_ids: [id],
    said_at: said,
  });

  it("is told from what is asked about, and two of them are two", () => {
    expect([look("m1"), exam, guitar].map(isSecondLook)).toEqual([true, false, false]);
    expect(addFollowUps([look("m1")], [look("m2"), look("m1")])).toEqual([look("m1"), look("m2")]);
  });
});

describe("the list of what waits", () => {
  it("takes the same matter once, whoever says it again", () => {
    const again = growFollowUps({ message_id: "m2", content: "明天考试，好慌", timestamp: said + 60 }, zone);
    expect(addFollowUps([exam], again)).toEqual([exam]);
    expect(
      addFollowUps(
        [guitar],
        growFollowUps({ message_id: "m3", content: "我真的想学吉他", timestamp: said }, zone),
      ),
    ).toEqual([guitar]);
  });

  it("holds at most twenty, those that are due first", () => {
    const many = Array.from(
      { length: 30 },
      (_, n): FollowUp => ({ ...exam, id: `f${n}`, family: `kind${n}`, due_at: said + (30 - n) * 3600 }),
    );
    const kept = addFollowUps([], many);
    expect(kept.length).toBe(followUpFigures.most);
    expect(kept[0]?.due_at).toBe(said + 3600);
  });

  it("grows at most two from one message, under ids of their own", () => {
    const grown = grow("明天考试。周五飞成都。下周三答辩。");
    expect(grown.map(({ id }) => id)).toEqual(["follow_m1", "follow_m1_2"]);
  });
});

describe("in traditional characters", () => {
  it.each([
    "我明天面试，有点紧张",
    "周五要去医院复查",
    "我下周三飞去东京",
    "明天下午三点答辩",
    "明天考试取消了",
    "明天要考试吗",
  ])("an event is asked about as in simplified ones, in the person's words: %s", (text) => {
    const bare = (content: string) => grow(content).map(({ text: _words, ...rest }) => rest);
    expect(bare(traditional(text))).toEqual(bare(text));
    for (const { text: words } of grow(traditional(text))) expect(traditional(words)).toBe(words);
  });

  it("a wish is told by its words as they were written, and what is told of either in either", () => {
    expect(grow("我想學鋼琴").map(({ about }) => about)).toEqual(["鋼琴"]);
    expect(isTold(exam, later("考完了，感覺還行"))).toBe(true);
    expect(isTold(exam, later("考試沒過"))).toBe(true);
  });
});
