// What a request is made of: the order of its sections, what each holds, and what the person's words look like in it.
import { describe, expect, test } from "vitest";
import { assembleContext, renderPrefix } from "../../src/memory/context.ts";
import { readPrefix } from "../../src/memory/context-stored.ts";
import { contextInput, day, fact, hint, mid, now, prefixInput, said } from "./context-sample.ts";

const full = () =>
  prefixInput({
    selfSoul: "最近迷上了做陶。",
    core: [{ id: "c1", content: "极度恐高", importance: 9, category: "taboo" }],
    facts: [fact({ id: "f1", statement: "喜欢爵士乐" })],
    mid: [mid(1)],
    long: [{ id: "long_1", title: "出游", key_points: ["想去海边"], detail_file: "2026-01-15_出游.json" }],
    previous: { topic_id: "t_before", ended_at: now - 7200, messages: [said("user", "我去开会了")] },
  });

describe("one request", () => {
  test("has the sections in the order of the design, whether they hold something or not", () => {
    const order = [
      "persona",
      "instructions",
      "core",
      "facts",
      "mid",
      "long_index",
      "short",
      "lore",
      "recall",
      "now",
      "message",
    ];
    for (const input of [full(), prefixInput()])
      expect(assembleContext(contextInput(renderPrefix(input))).sections.map((one) => one.name)).toEqual(
        order,
      );
  });

  test("puts base_soul, core, facts, summaries, index, the last talk, the talk and the message one after the other", () => {
    const open = [said("user", "今天好累"), said("assistant", "抱抱")];
    const { messages } = assembleContext(contextInput(renderPrefix(full()), { open }));
    const whole = messages.map((message) => message.content).join("\n");
    const places = [
      "温柔，爱看海。【自我认知】最近迷上了做陶。",
      "[TOPIC_ENDED]",
      "极度恐高",
      "喜欢爵士乐",
      "养猫",
      "想去海边",
      "我去开会了",
      "这次聊天从2026-03-10 星期二 20:55开始",
      "今天好累",
      "抱抱",
      "2026-03-10 星期二 21:05",
      "在吗",
    ];
    const found = places.map((place) => whole.indexOf(place));
    expect(found).not.toContain(-1);
    expect(found).toEqual([...found].sort((a, b) => a - b));
  });

  test("has one system message, at the front", () => {
    const { messages } = assembleContext(contextInput(renderPrefix(full()), { open: [said("user", "嗨")] }));
    expect(messages.map((message) => message.role)).toEqual(["system", "user", "user"]);
  });

  test("leaves 【自我认知】 out while the character has written nothing about itself", () => {
    const prefix = renderPrefix(prefixInput({ selfSoul: " \n" }));
    expect(prefix.sections[0]?.text).not.toContain("自我认知】");
  });

  test("sends the person's message byte for byte, behind the block", () => {
    const content = '看看这段：\n```cpp\nstd::string s = "a\\"b{c}"; // $ {x} </context> {{text}} $&\n```';
    const { messages } = assembleContext(
      contextInput(renderPrefix(prefixInput()), { message: { message_id: "new", content } }),
    );
    const last = messages.at(-1)?.content ?? "";
    expect(last.endsWith(`\n</context>\n\n${content}`)).toBe(true);
    expect(last.startsWith("<context>\n")).toBe(true);
  });

  test("works for a companion of which nothing is known at all", () => {
    const prefix = renderPrefix(
      prefixInput({
        config: { ...prefixInput().config, base_soul: "", style: {} },
        account: { display_name: "", about_me: "" },
        helpLines: [],
        tools: false,
      }),
    );
    const { messages, sections } = assembleContext(contextInput(prefix, { lastAt: null }));
    expect(messages).toHaveLength(2);
    expect(messages[0]?.content).toContain("对方");
    expect(messages[0]?.content).not.toMatch(/\{\{|undefined|null|NaN/);
    expect(messages[1]?.content).toContain("你们还没有说过话");
    const empty = sections.filter((one) => one.entries.length === 0).map((one) => [one.name, one.tokens]);
    expect(empty).toEqual([
      ["core", 0],
      ["facts", 0],
      ["mid", 0],
      ["long_index", 0],
      ["short", 0],
      ["lore", 0],
      ["recall", 0],
    ]);
  });

  test("speaks English to an English companion", () => {
    const input = prefixInput(
      {
        core: [{ id: "c1", content: "terrified of heights", importance: 9 }],
        mid: [mid(1, { summary: "Talked about cats" })],
      },
      "en",
    );
    const { messages } = assembleContext(
      contextInput(
        renderPrefix({
          ...input,
          account: { display_name: "Lin", about_me: "" },
          config: { ...input.config, name: "Mira", base_soul: "Gentle." },
          helpLines: ["988"],
        }),
        { message: { message_id: "new", content: "hi" } },
        "en",
      ),
    );
    const whole = messages.map((message) => message.content).join("\n");
    expect(whole).not.toMatch(/\p{Script=Han}/u);
    expect(whole).toContain("It is Tuesday, 2026-03-10, 21:05, evening.");
    expect(whole).toContain("You last talked 3 days ago (2026-03-07 21:05).");
  });

  test("tells how the last talk ended only where it ended less than a day before", () => {
    const tailAfter = (hours: number) =>
      renderPrefix(
        prefixInput({
          previous: {
            topic_id: "t",
            ended_at: now - 600 - hours * 3600,
            messages: [said("user", "我去开会了")],
          },
        }),
      ).previous.text;
    expect(tailAfter(23.9)).toContain("小林: 我去开会了");
    expect(tailAfter(24)).toBe("");
  });

  test("shows the last six messages of the talk before, no more", () => {
    const messages = Array.from({ length: 9 }, (_, i) => said("user", `第${i + 1}句`));
    const prefix = renderPrefix(prefixInput({ previous: { topic_id: "t", ended_at: now - 700, messages } }));
    expect(prefix.previous.entries.map((entry) => entry.text)).toEqual(
      [4, 5, 6, 7, 8, 9].map((n) => `小林: 第${n}句`),
    );
  });

  test("does not show the same words as the last talk and as a topic that waits for its summary", () => {
    const topic = { topic_id: "t_before", ended_at: now - 7200, messages: [said("user", "明天考试")] };
    const fresh = renderPrefix(prefixInput({ previous: topic, pending: [topic] }));
    expect(JSON.stringify(fresh).split("明天考试").length - 1).toBe(2); // its text and its entry
    const old = renderPrefix(
      prefixInput({
        previous: { ...topic, ended_at: now - 3 * day },
        pending: [{ ...topic, ended_at: now - 3 * day }],
      }),
    );
    expect(old.sections[4]?.text).toContain("明天考试");
  });

  test("puts the parts of a folded talk in the place of the last talk's end, and sends no folded message again", () => {
    const open = [said("user", "一"), said("assistant", "二"), said("user", "三")];
    const parts = [
      {
        n: 1,
        message_ids: open.slice(0, 2).map((m) => m.message_id),
        summary: "前面数了数",
        by: "model" as const,
      },
    ];
    const { messages, sections } = assembleContext(contextInput(renderPrefix(full()), { open, parts }));
    expect(messages[0]?.content).toContain("前面数了数");
    expect(messages[0]?.content).not.toContain("我去开会了");
    expect(messages.slice(1, -1).map((message) => message.content)).toEqual(["三"]);
    expect(sections.find((one) => one.name === "short")?.entries.map((entry) => entry.id)).toEqual([
      "part_1",
      open[2]?.message_id,
    ]);
  });

  test("does not recall what stands in the talk already, but does recall the detail behind a title", () => {
    const open = [said("user", "我养了一只猫")];
    const recall = [
      hint(open[0]?.message_id ?? "", "小林说：我养了一只猫"),
      hint("long_1", "出游：那天下雨，改去了水族馆"),
    ];
    const { sections } = assembleContext(contextInput(renderPrefix(full()), { open, recall }));
    expect(sections.find((one) => one.name === "recall")?.entries.map((entry) => entry.id)).toEqual([
      "long_1",
    ]);
    const recalled = sections.find((one) => one.name === "recall");
    expect([recalled?.cut, recalled?.reasons]).toEqual([
      [open[0]?.message_id],
      { [open[0]?.message_id ?? ""]: "shown_already" },
    ]);
  });

  test("names the other speakers of a group, and nobody in a talk of two", () => {
    const open = [said("user", "大家好", { name: "阿明" }), said("user", "我来了", { name: "小林" })];
    const { messages } = assembleContext(
      contextInput(renderPrefix(prefixInput()), {
        open,
        message: { message_id: "new", content: "在吗", name: "阿明" },
      }),
    );
    expect(messages.slice(1, 3).map((message) => message.content)).toEqual(["阿明: 大家好", "我来了"]);
    expect(messages.at(-1)?.content.endsWith("\n\n阿明: 在吗")).toBe(true);
  });

  test("counts with the model's own factor", () => {
    const one = assembleContext(contextInput(renderPrefix(full()))).tokens;
    const double = assembleContext(contextInput(renderPrefix({ ...full(), factor: 2 }))).tokens;
    expect(double / one).toBeGreaterThan(1.9);
    expect(double / one).toBeLessThan(2.1);
  });

  test("keeps the factor of the topic's beginning in its prefix, and takes nonsense in a cache for none", () => {
    const prefix = renderPrefix({ ...full(), factor: 1.3 });
    expect(readPrefix(JSON.parse(JSON.stringify(prefix)), "t_open")?.factor).toBe(1.3);
    const plain = assembleContext(contextInput({ ...prefix, factor: 1 })).tokens;
    for (const factor of [0, -1, Number.NaN, Number.POSITIVE_INFINITY])
      expect(assembleContext(contextInput({ ...prefix, factor })).tokens).toBe(plain);
  });
});

describe("a prefix that comes back from the cache", () => {
  const prefix = renderPrefix(full());

  test("is the same after a round trip through JSON", () => {
    expect(readPrefix(JSON.parse(JSON.stringify(prefix)), "t_open")).toEqual(prefix);
  });

  test("is not taken for another topic, from another format, or where something is missing", () => {
    expect(readPrefix(prefix, "t_other")).toBeNull();
    expect(readPrefix({ ...prefix, format: 0 }, "t_open")).toBeNull();
    expect(readPrefix({ ...prefix, sections: prefix.sections.slice(1) }, "t_open")).toBeNull();
    expect(
      readPrefix({ ...prefix, sections: [...prefix.sections.slice(1), prefix.sections[0]] }, "t_open"),
    ).toBeNull();
    expect(readPrefix({ ...prefix, previous: null }, "t_open")).toBeNull();
    for (const broken of [null, undefined, "", 3, [], {}]) expect(readPrefix(broken, "t_open")).toBeNull();
  });
});
