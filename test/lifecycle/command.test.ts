// Commands in speech over HTTP: done before the reply, proven by the message, in the very next request (A219–A223, R28).
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Fact, Facts } from "../../src/schema/fact.ts";
import type { Lines } from "../../src/schema/soul.ts";
import { shownText } from "../support/house.ts";
import { dataOf, lastOf, openScene, type Scene, textOf } from "./scene.ts";

let scene: Scene;
let user: string;
let zh: Lines;
let en: Lines;

const linesOf = async (soul: string): Promise<Lines> =>
  JSON.parse(await readFile(resolve(import.meta.dirname, `../../souls/${soul}/lines.json`), "utf8"));
const says = (text: string, lines: readonly string[]) =>
  lines.some((line) =>
    line.split(/\{\{\w+\}\}/).every((piece) => text.includes(piece.replace(/^[，,、]/, "").trim())),
  );

beforeAll(async () => {
  [zh, en] = [await linesOf("xiaoyu"), await linesOf("june")];
  scene = await openScene();
});
afterAll(() => scene.close());
beforeEach(async () => {
  scene.upstream.reset();
  scene.upstream.fallback("chat", { text: "嗯嗯，我在听" });
  user = await scene.house.create({ soul: "xiaoyu", greeting: null, reads_shared_facts: false });
});

const say = async (content: string, more: Record<string, unknown> = {}) =>
  shownText(await scene.house.chat(user, content, more));
const chats = () => scene.upstream.of("chat");
const factsOf = async (): Promise<Facts> => {
  const { body } = await scene.house.api<{ facts: Facts }>("GET", `/api/memory/${user}/facts?all=true`);
  return body.facts;
};
const live = async (): Promise<Fact[]> => (await factsOf()).filter(({ status }) => status === "live");
/** The system part of the last request: everything but the talk. */
const system = () =>
  (chats().at(-1)?.body.messages ?? [])
    .filter(({ role }) => role === "system")
    .map(({ content }) => content)
    .join("\n");
const speakEnglish = async () => {
  user = await scene.house.create({ soul: "june", greeting: null, reads_shared_facts: false });
  scene.upstream.fallback("chat", { text: "I'm listening" });
};

describe("a pure command", () => {
  it("is kept with the person's own words as its proof, and answered at once without the chat model", async () => {
    const reply = await say("记住，我讨厌吃香菜");
    expect(chats()).toHaveLength(0);
    expect(says(reply, zh.noted)).toBe(true);
    expect(reply).toContain("讨厌吃香菜");
    const [fact] = await live();
    expect(fact).toMatchObject({ category: "dislike", value: "吃香菜", confidence: 1 });
    const [said] = await scene.read(user, "conversation");
    expect(fact?.evidence).toEqual([{ message_id: said?.message_id, quote: "我讨厌吃香菜" }]);
  });

  it("is one undoable change of the owner's, caused by the message", async () => {
    await say("记住，我讨厌吃香菜");
    const [said] = await scene.read(user, "conversation");
    const { body } = await scene.house.api<{ changes: { id: string; by: string; cause: string }[] }>(
      "GET",
      `/api/memory/${user}/changes`,
    );
    expect(body.changes[0]).toMatchObject({ by: "owner", cause: said?.message_id });
    await scene.house.api("POST", `/api/memory/${user}/changes/${body.changes[0]?.id}/undo`);
    expect(await live()).toEqual([]);
  });

  it("keeps what fits no key in the person's words, for this companion alone", async () => {
    const reply = await say("记住，车停在负三层 B12");
    expect(reply).toContain("车停在负三层 B12");
    expect(await live()).toMatchObject([
      { key: "note:车停在负三层 b12", value: "车停在负三层 B12", scope: "private" },
    ]);
  });

  it("says in the English soul's lines what it noted", async () => {
    await speakEnglish();
    const reply = await say("Remember that I hate cilantro.");
    expect(says(reply, en.noted)).toBe(true);
    expect(chats()).toHaveLength(0);
    expect(await live()).toMatchObject([{ category: "dislike", value: "cilantro" }]);
  });

  it("has the name in the very next request", async () => {
    await say("以后叫我阿木");
    await say("今天好累");
    expect(system()).toContain("怎么称呼对方：阿木");
  });

  it("does several in one message", async () => {
    await say("记住，我对花生过敏。以后叫我阿木。");
    expect(chats()).toHaveLength(0);
    expect((await live()).map(({ key }) => key).sort()).toEqual(["allergy:花生", "call_name"]);
  });

  it("tells in English what it knows, and that it knows nothing", async () => {
    await speakEnglish();
    expect(says(await say("What do you know about me?"), en.unknown)).toBe(true);
    await say("Remember that I live in Leeds.");
    await say("Update: I live in Shanghai now");
    const reply = await say("What do you know about me?");
    expect(reply).toContain("Shanghai");
    expect(reply).not.toContain("Leeds");
    // It is said to the person, not of them.
    expect(reply).toContain("About you");
    expect(reply).not.toMatch(/\b(?:them|their|they)\b/i);
    expect(chats()).toHaveLength(0);
  });

  it("tells what it knows from live facts only, and nothing where nothing is known", async () => {
    expect(says(await say("你都记得我什么？"), zh.unknown)).toBe(true);
    await say("记住，我住在杭州");
    await say("更新：我现在住在上海");
    const reply = await say("你都记得我什么？");
    expect(reply).toContain("上海");
    expect(reply).not.toContain("杭州");
    expect(chats()).toHaveLength(0);
  });
});

describe("a correction", () => {
  it.each([
    ["xiaoyu", "记住，我叫李磊", "不是李磊，是李雷", "李磊", "李雷"],
    ["june", "Remember that my name is Hanna.", "No, my name is not Hanna, it's Anna.", "Hanna", "Anna"],
  ])(
    "in the middle of a topic leaves only the right name in the next request (%s)",
    async (soul, first, second, wrong, right) => {
      user = await scene.house.create({ soul, greeting: null });
      await say(first);
      await say(soul === "june" ? "what a day" : "今天过得还行");
      expect(system()).toContain(wrong);
      const reply = await say(second);
      expect(reply).toContain(right);
      await say(soul === "june" ? "so who am I" : "好啦，继续说");
      expect(system()).toContain(right);
      expect(system().replaceAll(right, "")).not.toContain(wrong);
    },
  );

  it("makes the wrong value no former one: it was never so", async () => {
    await say("记住，我叫李磊");
    await say("不是李磊，是李雷");
    const closed = (await factsOf()).filter(({ status }) => status === "closed");
    expect(closed).toMatchObject([{ value: "李磊", metadata: { mistake: true } }]);
    const { body } = await scene.house.api<{ results: { type: string; text: string }[] }>(
      "GET",
      `/api/memory/${user}/search?q=${encodeURIComponent("李磊")}&types=fact`,
    );
    expect(body.results.filter(({ type }) => type === "fact")).toEqual([]);
  });

  it("of what was never said closes it and shows it", async () => {
    await say("记住，我喜欢狗");
    const reply = await say("我没说过我喜欢狗");
    expect(reply).toContain("喜欢狗");
    expect(reply).toContain("撤销");
    expect(await live()).toEqual([]);
  });

  it("of what was never said closes it and shows it in English too", async () => {
    await speakEnglish();
    await say("Remember that I like dogs.");
    const reply = await say("I never said I like dogs");
    expect(reply).toContain("dogs");
    expect(reply).toMatch(/undo.*erase/s);
    expect(await live()).toEqual([]);
  });

  it.each([
    ["xiaoyu", "记住，我住在杭州", "你记错了，我住在苏州", "苏州", "杭州"],
    ["june", "Remember that I live in Leeds.", "You got that wrong, I live in York", "York", "Leeds"],
  ])(
    "that somebody got it wrong puts the right value in its place (%s)",
    async (soul, first, second, right, wrong) => {
      user = await scene.house.create({ soul, greeting: null });
      await say(first);
      expect(says(await say(second), (soul === "june" ? en : zh).corrected)).toBe(true);
      expect(chats()).toHaveLength(0);
      const values = (await live()).map(({ value }) => String(value)).join();
      expect(values).toContain(right);
      expect(values).not.toContain(wrong);
    },
  );

  it.each([
    ["xiaoyu", "你记错了"],
    ["xiaoyu", "我没说过"],
    ["june", "You got that wrong"],
    ["june", "I never said that"],
  ])("that names nothing changes nothing (%s: %s)", async (soul, content) => {
    user = await scene.house.create({ soul, greeting: null });
    await say(soul === "june" ? "Remember that I live in Leeds." : "记住，我住在杭州");
    await say(content);
    expect(await live()).toHaveLength(1);
    expect(chats()).toHaveLength(1);
  });

  it("of nothing that is known goes to the model and changes nothing", async () => {
    await say("不是周三，是周四");
    expect(chats()).toHaveLength(1);
    expect(await factsOf()).toEqual([]);
  });
});

describe("spoken forgetting", () => {
  it("closes what is meant, shows it, and offers undo and erasure", async () => {
    await say("记住，我的生日是3月5日");
    await say("记住，我喜欢喝乌龙茶");
    const reply = await say("忘掉我的生日吧");
    expect(says(reply, zh.forgotten)).toBe(true);
    expect(reply).toContain("划掉的是：生日");
    expect(reply).toMatch(/撤销.*彻底删除/s);
    expect((await live()).map(({ key }) => key)).toEqual(["likes:喝乌龙茶"]);
  });

  it("closes what is meant, shows it, and offers undo and erasure in English", async () => {
    await speakEnglish();
    await say("Remember that my birthday is May 4th.");
    await say("Remember that I like oolong tea.");
    const reply = await say("Please forget my birthday");
    expect(says(reply, en.forgotten)).toBe(true);
    expect(reply).toMatch(/Crossed out: .*(?:05-04|May 4)/i);
    expect(reply).toMatch(/undo.*erase/s);
    expect((await live()).map(({ category }) => category)).toEqual(["preference"]);
    expect(chats()).toHaveLength(0);
  });

  it("is undone by the change that it made", async () => {
    await say("记住，我的生日是3月5日");
    await say("忘掉我的生日吧");
    const { body } = await scene.house.api<{ changes: { id: string }[] }>(
      "GET",
      `/api/memory/${user}/changes`,
    );
    await scene.house.api("POST", `/api/memory/${user}/changes/${body.changes[0]?.id}/undo`);
    expect((await live()).map(({ key }) => key)).toEqual(["birthday"]);
  });

  it.each(["Forget it, never mind", "Do you remember my birthday?", "Remember when we went to the beach?"])(
    "is not heard in %s",
    async (content) => {
      await speakEnglish();
      await say("Remember that my birthday is May 4th.");
      await say(content);
      expect(chats()).toHaveLength(1);
      expect(await live()).toHaveLength(1);
    },
  );

  it("never claims to have forgotten what it had not noted", async () => {
    const reply = await say("忘掉我刚才说的门锁密码");
    expect(chats()).toHaveLength(0);
    expect(says(reply, zh.forgotten)).toBe(false);
    expect(reply).toContain("彻底删除");
    await speakEnglish();
    const english = await say("Forget my door code.");
    expect(says(english, en.forgotten)).toBe(false);
    expect(english).toContain("erase");
  });

  it.each([
    "算了忘了吧",
    "你给我记住",
    "你给我记着",
    "帮我记着点",
    "帮我盯着点",
    "你还记得我生日吗",
    "我的天，今天也太热了吧",
  ])("is not heard in %s", async (content) => {
    await say("记住，我的生日是3月5日");
    await say(content);
    expect(chats()).toHaveLength(1);
    expect(await live()).toHaveLength(1);
  });
});

describe("a matter not to be brought up", () => {
  it.each([
    [
      "xiaoyu",
      "我前女友小雅爱弹吉他，弹得特别好",
      "以后别再提小雅了",
      "谁弹吉他来着？",
      "小雅",
      "小雅最近怎么样，你还记得她吗？",
    ],
    [
      "june",
      "My ex Marlowe plays the guitar really well",
      "Please don't bring up Marlowe again.",
      "Who plays the guitar?",
      "Marlowe",
      "Do you remember Marlowe?",
    ],
  ])(
    "is left out of what is recalled and deleted nowhere (%s)",
    async (soul, told, command, question, matter, own) => {
      user = await scene.house.create({ soul, greeting: null });
      await say(told);
      // The last messages of a topic stand in the next one anyway.
      for (const filler of ["one", "two", "three", "four"]) await say(filler);
      await scene.advance(9 * 3600);
      await say(question);
      expect(lastOf(chats().at(-1)?.body)).toContain(matter);
      const before = await scene.said(user);
      await say(command);
      for (const filler of ["one", "two", "three", "four"]) await say(filler);
      await scene.advance(9 * 3600);
      await say(question);
      expect(lastOf(chats().at(-1)?.body)).not.toContain(matter);
      expect((await scene.said(user)).slice(0, before.length)).toEqual(before);
      await scene.advance(9 * 3600);
      // Who speaks of it is answered.
      await say(own);
      expect(
        dataOf(await scene.house.chat(user, own), "reply-end")[0]
          ?.recalled.map(({ text }) => text)
          .join(),
      ).toContain(matter);
    },
  );
});

describe("a command with talk", () => {
  it("is done, and the model answers the talk and knows of it", async () => {
    await say("记住，我对花生过敏。对了，今晚吃什么好呢？");
    expect(chats()).toHaveLength(1);
    expect(await live()).toMatchObject([{ key: "allergy:花生" }]);
    expect(system()).toContain("花生");
    expect(lastOf(chats().at(-1)?.body)).toContain("刚刚按对方的话办好了");
  });
});

describe("a command with talk in English", () => {
  it("is done, and the model answers the talk and knows of it", async () => {
    await speakEnglish();
    await say("Remember that I'm allergic to peanuts. What shall I cook tonight?");
    expect(chats()).toHaveLength(1);
    expect(await live()).toMatchObject([{ category: "health" }]);
    expect(system()).toContain("peanuts");
    expect(lastOf(chats().at(-1)?.body)).toContain("Just done as they asked");
  });
});

describe("commands are off", () => {
  it("in a private turn, and it says that nothing is kept", async () => {
    const reply = await say("记住，我讨厌吃香菜", { private: true });
    expect(says(reply, zh.private)).toBe(true);
    expect(await factsOf()).toEqual([]);
  });

  it("in a story", async () => {
    await say("记住，我是长安城的侠客", { scene: "story" });
    expect(chats()).toHaveLength(1);
    expect(await factsOf()).toEqual([]);
  });

  it("where the message is a cry for help", async () => {
    const reply = await say("记住，我不想活了，今晚就去死");
    expect(says(reply, zh.noted)).toBe(false);
    expect(await factsOf()).toEqual([]);
  });
});

describe("a message that is sent again", () => {
  it("does its command once", async () => {
    await say("记住，我住在杭州", { message_id: "m_one" });
    await say("记住，我住在上海", { message_id: "m_two" });
    await say("记住，我住在杭州", { message_id: "m_one" });
    expect(await live()).toMatchObject([{ value: "上海" }]);
  });
});

describe("without a model", () => {
  it("asks back where it cannot tell what is meant, and does nothing", async () => {
    const offline = await openScene({ offline: true });
    try {
      const one = await offline.house.create({ soul: "xiaoyu", greeting: null });
      const reply = shownText(await offline.house.chat(one, "不是周三，是周四"));
      expect(says(reply, zh.which)).toBe(true);
      const kept = shownText(await offline.house.chat(one, "记住，我讨厌吃香菜"));
      expect(says(kept, zh.noted)).toBe(true);
    } finally {
      await offline.close();
    }
  });
});

describe("what the next request holds", () => {
  it("is not a name that another companion was told to keep to itself", async () => {
    await say("记住，车停在负三层 B12");
    const other = await scene.house.create({ soul: "june", greeting: null });
    await scene.house.chat(other, "Where did I park?");
    expect(textOf(chats().at(-1)?.body)).not.toContain("B12");
  });
});
