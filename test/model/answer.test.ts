// From what a model wrote to an answer that may be kept (cases llm-output).
import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { type Raw, readAnswer } from "../../src/model/answer.ts";
import type { Material } from "../../src/model/models.ts";
import { SummaryAnswer } from "../../src/schema/answer.ts";

const said = (role: "user" | "assistant", content: string, place: number) => ({
  message_id: `m${place}`,
  role,
  content,
  timestamp: 1_767_225_600 + place * 60,
  topic_id: "t1",
});

const messages = [
  said("user", "周末想去海边，你觉得呢？", 1),
  said("assistant", "好呀，周六出发怎么样？", 2),
  said("user", "行，那就周六早上。对了我晕船，别订船票。", 3),
  said("assistant", "记下啦，不坐船～", 4),
];

const topic: Material = { role: "short_to_mid", language: "zh", messages };

const read = (text: string, finish: Raw["finish"] = "stop") =>
  readAnswer({ text, finish }, { schema: SummaryAnswer, material: topic });

const tags = '"emotion_tags":{"basic_emotion":"开心","scene":"闲聊","atmosphere":"轻松"}';
const tagValues = { basic_emotion: "开心", scene: "闲聊", atmosphere: "轻松" };
const whole = `{"summary":"约好周六早上去海边，用户晕船，不订船票",${tags}}`;
const summary = "约好周六早上去海边，用户晕船，不订船票";

test.each([
  ["a fence (C001)", `\`\`\`json\n${whole}\n\`\`\``],
  ["a fence that is never closed", `\`\`\`json\n${whole}`],
  ["prose around a fence (C002)", `下面是压缩结果：\n\n\`\`\`json\n${whole}\n\`\`\`\n\n如需调整请告诉我。`],
  [
    "stray braces in prose (C004)",
    `好的，我先分析：用户{晕船}，所以要注意。最终输出如下 ${whole} 以上，{完}`,
  ],
  ["an open brace in prose", `格式是 { 这样。${whole}`],
  ["a second object (C005)", `${whole}\n{"summary":"（第二次尝试）去海边",${tags}}`],
  [
    "a draft inside a think block (C010)",
    `<think>要输出 {"summary":"草稿在此不要存",${tags}} 这样的格式。</think>\n${whole}`,
  ],
  [
    "thought blocks of two dialects (C013)",
    `<thinking>{"summary":"x"}</thinking><|begin_of_thought|>再想想<|end_of_thought|>${whole}`,
  ],
  [
    "a closing tag whose opening one stood in the template",
    `先看 {"summary":"草稿在此不要存",${tags}}</think>\n${whole}`,
  ],
  ["an array of one (C014)", `[${whole}]`],
  ["wrappers two levels deep (C016)", `{"result":{"mid_term":${whole}}}`],
  ["JSON in a string", JSON.stringify({ output: whole })],
  ["a missing last brace", whole.slice(0, -1)],
  ["an incomplete first object", `{"summary":"x"}\n${whole}`],
])("finds the answer behind %s", (_, text) => {
  const reading = read(text);
  expect(reading).toMatchObject({ ok: true, value: { summary, emotion_tags: tagValues } });
});

test.each([
  [
    "Python quotes (C006)",
    "{'summary': '约好周六早上去海边，用户晕船', 'emotion_tags': {'basic_emotion': '开心', 'scene': '闲聊', 'atmosphere': '轻松'}}",
    "约好周六早上去海边，用户晕船",
  ],
  [
    "Python quotes around an apostrophe",
    `{'summary': 'They'll go to the sea, 周六早上', ${tags}}`,
    "They'll go to the sea, 周六早上",
  ],
  [
    "full-width quotes, colons and commas, only at syntax positions (C008)",
    "{“summary”：“约好周六早上去海边，用户晕船”，“emotion_tags”：{“basic_emotion”：“开心”，“scene”：“闲聊”，“atmosphere”：“轻松”}}",
    "约好周六早上去海边，用户晕船",
  ],
  [
    "typographic quotes inside typographic quotes",
    `｛“summary”：“用户说“晕船”：不订船票”，${tags}｝`,
    "用户说“晕船”：不订船票",
  ],
  [
    "full-width colons in a text that needs no repair",
    `{"summary":"约好：周六，“海边”",${tags}}`,
    "约好：周六，“海边”",
  ],
  [
    "comments and trailing commas (C036)",
    '{\n  "summary": "约好周六去海边", // 一句话\n  "emotion_tags": {"basic_emotion": "开心", "scene": "闲聊", "atmosphere": "轻松",},\n}',
    "约好周六去海边",
  ],
  [
    "bare quotes inside a text",
    `{"summary":"用户说"晕船"，所以不订船票",${tags}}`,
    '用户说"晕船"，所以不订船票',
  ],
  [
    "a tag as a word of the talk",
    `{"summary":"用户问<think>标签是什么意思",${tags}}`,
    "用户问<think>标签是什么意思",
  ],
])("mends %s", (_, text, expected) => {
  expect(read(text)).toMatchObject({ ok: true, value: { summary: expected } });
});

test.each([
  [
    "an unclosed think block at the length limit (C011)",
    "<think>用户提到晕船，这很重要，我应该",
    "length",
    "cut",
  ],
  ["an unclosed think block", "<think>用户提到晕船，这很重要，我应该", "stop", "empty"],
  ["nothing at the length limit (C017)", "", "length", "cut"],
  ["nothing", " \n", "stop", "empty"],
  ["half a sentence at the length limit (C019)", '{"summary":"约好周六早上去海边，用户晕', "length", "cut"],
  ["half a sentence that claims to be whole", '{"summary":"约好周六早上去海边，用户晕', "stop", "shape"],
  [
    "half a sentence behind everything else",
    `{${tags},"summary":"约好周六早上去海边，用户晕`,
    "stop",
    "shape",
  ],
  ["a whole object at the length limit", whole, "length", "cut"],
  [
    "a refusal (C021)",
    "抱歉，我无法对这段对话进行总结。如果你正在经历困难，请寻求专业帮助。",
    "stop",
    "refused",
  ],
  [
    "a refusal in English",
    "I'm sorry, but I can't help with summarizing this conversation.",
    "stop",
    "refused",
  ],
  ["a refusal in traditional characters", "抱歉，我無法對這段對話進行總結。", "stop", "refused"],
  ["a refusal inside the JSON", `{"summary":"抱歉，我无法对这段对话进行总结。",${tags}}`, "stop", "refused"],
  ["a filtered answer (C023)", '{"summary":"约好周六', "filtered", "filtered"],
  ["an answer without tags (C013)", '{"summary":"约好周六早上去海边"}', "stop", "shape"],
  ["an answer without summary", `{${tags}}`, "stop", "shape"],
  ["a summary that is the word undefined", `{"summary":"undefined",${tags}}`, "stop", "shape"],
  ["a summary that is null", `{"summary":null,${tags}}`, "stop", "shape"],
  ["empty talk (C038)", `{"summary":"好的！",${tags}}`, "stop", "content"],
  ["a sentence that says nothing", `{"summary":"用户和AI进行了一段对话。",${tags}}`, "stop", "content"],
  [
    "a summary longer than the talk",
    `{"summary":"${"约好周六早上去海边，".repeat(30)}",${tags}}`,
    "stop",
    "content",
  ],
  ["prose without any JSON", "约好周六早上去海边，用户晕船，不订船票。", "stop", "shape"],
  ["a number", "42", "stop", "shape"],
] as const)("refuses %s", (_, text, finish, kind) => {
  const reading = read(text, finish);
  expect(reading).toMatchObject({ ok: false, kind });
  expect(reading.fault).toMatch(/\p{Script=Han}/u);
});

test("names the missing fields for the guided retry, in the talk's language", () => {
  expect(read('{"summary":"约好周六早上去海边"}').fault).toContain("emotion_tags");
  const english = readAnswer(
    { text: '{"emotion_tags":{}}', finish: "stop" },
    { schema: SummaryAnswer, material: { ...topic, language: "en" } },
  );
  expect(english.fault).toMatch(/missing.*summary/);
});

test("does not take a person's own refusal, told in a summary, for the model's", () => {
  for (const text of [
    "用户说周六不能去海边，因为晕船",
    "对方抱歉地说无法参加婚礼",
    "我答应陪她去海边，不坐船",
  ])
    expect(read(`{"summary":"${text}",${tags}}`).ok).toBe(true);
});

test("keeps a whole summary in the wrong language, with a flag and a reason to try once more (C034)", () => {
  const english = "They agreed to go to the seaside on Saturday morning; the user gets seasick.";
  const reading = read(JSON.stringify({ summary: english, emotion_tags: tagValues }));
  expect(reading).toMatchObject({ ok: true, stray: "en", value: { summary: english } });
  expect(reading.fault).toContain("中文");
});

test("does not flag a summary in the language of the talk itself", () => {
  const talk = [said("user", "Let's go to the seaside on Saturday, I get seasick though.", 1)];
  const reading = readAnswer(
    {
      text: JSON.stringify({ summary: "They plan a trip to the seaside on Saturday.", emotion_tags: {} }),
      finish: "stop",
    },
    { schema: SummaryAnswer, material: { ...topic, messages: talk } },
  );
  expect(reading).toMatchObject({ ok: true });
  expect(reading).not.toHaveProperty("stray");
});

test("passes the request's own check on as the fault", () => {
  const reading = readAnswer(
    { text: whole, finish: "stop" },
    {
      schema: SummaryAnswer,
      material: topic,
      check: (value) => (value.summary.includes("机票") ? undefined : "没提机票。"),
    },
  );
  expect(reading).toEqual({ ok: false, kind: "content", fault: "没提机票。" });
});

test("reads any value back that was written as JSON, whatever stands around it", () => {
  const schema = z.strictObject({ id: z.literal("right"), note: z.string(), list: z.array(z.number()) });
  const material: Material = { role: "facts", language: "en" };
  const prose = fc.string({ maxLength: 40 }).map((text) => text.replace(/[{}[\]"'“”‘’＂｛｝［］<]/g, ""));
  fc.assert(
    fc.property(fc.string(), fc.array(fc.integer()), prose, prose, (note, list, before, after) => {
      const value = { id: "right", note, list };
      const reading = readAnswer(
        { text: `${before}\n${JSON.stringify(value)}\n${after}`, finish: "stop" },
        { schema, material },
      );
      // A mark of a think tag inside the note is read as one: such a note is no test of this rule.
      fc.pre(!/think|thought|reason|reflect|\|/i.test(note));
      expect(reading).toEqual({ ok: true, value });
    }),
    { seed: 7, numRuns: 300 },
  );
});

test("never throws and never takes long, whatever comes", () => {
  const pieces = fc.constantFrom(
    "{",
    "}",
    "[",
    "]",
    '"',
    "'",
    "“",
    "”",
    ":",
    "，",
    "<think>",
    "</think>",
    "\\",
    "summary",
    "```",
    "\n",
    "a",
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
      expect(read(parts.join("")).ok).toBe(false);
    }),
    { seed: 11, numRuns: 500 },
  );
  for (const hostile of ["{", "[", '{"a":', "“", "<think>", "'{", "<think>x</think>", "{'a':'b',"])
    expect(read(hostile.repeat(30_000)).ok).toBe(false);
}, 20_000);
