// The answers of the other background roles: long entries, core memories, facts (cases C028, C029, C032).
import { expect, test } from "vitest";
import { readAnswer } from "../../src/model/answer.ts";
import type { Material } from "../../src/model/models.ts";
import { CoreAnswer, EntriesAnswer, FactsAnswer } from "../../src/schema/answer.ts";
import type { MidEntry } from "../../src/schema/mid-term.ts";

const mid = (id: string, text: string): MidEntry => ({
  id,
  topic_id: `t_${id}`,
  summary: text,
  emotion_tags: {},
  message_count: 8,
  time_precision: "hour",
  extracted_to_long: false,
});

const entries: Material = {
  role: "mid_to_long",
  language: "zh",
  entries: [
    mid("mid_1713500000", "周四上午去面试，准备了自我介绍"),
    mid("mid_1713600000", "面试通过了，下周一入职"),
  ],
};

const extract = (text: string) =>
  readAnswer({ text, finish: "stop" }, { schema: EntriesAnswer, list: "entries", material: entries });

test("takes a bare entry for the list, drops invented ids and fills in the detail (C032)", () => {
  const reading = extract(
    '{"title":"面试准备","key_points":["周四上午面试"],"source_mid_ids":["mid_1713500000","mid_9999999999"]}',
  );
  expect(reading).toMatchObject({
    ok: true,
    value: {
      entries: [
        {
          title: "面试准备",
          source_mid_ids: ["mid_1713500000"],
          detail_content: "周四上午去面试，准备了自我介绍",
        },
      ],
    },
  });
});

test("takes a bare array for the list, and all that were sent where no source is named", () => {
  const reading = extract('[{"title":"找工作","key_points":"1. 周四面试\\n2. 下周一入职"}]');
  expect(reading).toMatchObject({
    ok: true,
    value: {
      entries: [
        {
          key_points: ["周四面试", "下周一入职"],
          source_mid_ids: ["mid_1713500000", "mid_1713600000"],
          detail_content: "周四上午去面试，准备了自我介绍\n面试通过了，下周一入职",
        },
      ],
    },
  });
});

test("refuses an extraction of nothing, and one whose only entry has no title", () => {
  expect(extract('{"entries":[]}')).toMatchObject({ ok: false, kind: "shape" });
  expect(extract('{"entries":[{"key_points":["a"]}]}').fault).toContain("title");
});

test("keeps the entries that are whole where one is not", () => {
  const reading = extract(
    '{"entries":[{"key_points":["没有题目"]},{"title":"找工作","key_points":["下周一入职"]}]}',
  );
  expect(reading.ok && reading.value.entries.map(({ title }) => title)).toEqual(["找工作"]);
});

const judge = (text: string) =>
  readAnswer(
    { text, finish: "stop" },
    {
      schema: CoreAnswer,
      list: "core_memories",
      material: { role: "core_memory", language: "zh", messages: [], existing: [] },
    },
  );

test.each([
  ['{"should_create":true,"content":"极度恐高，坐摩天轮会哭","importance":"9"}', 9],
  ['{"should_create":true,"content":"毕生想成为作家","importance":"8/10"}', 8],
  ['{"core_memories":[{"content":"恐高","importance":10}]}', 10],
  ['[{"content":"恐高","importance":"９分"}]', 9],
])("reads the mark of a core memory as a number: %s (C028, C029)", (text, importance) => {
  const reading = judge(text);
  expect(reading.ok && reading.value.core_memories).toMatchObject([{ importance }]);
});

test.each([
  '{"should_create":false}',
  '{"should_create":"否","content":""}',
  '{"core_memories":[]}',
  "[]",
  '{"core_memories":null}',
])("takes %s for no core memory", (text) => {
  expect(judge(text)).toEqual({ ok: true, value: { core_memories: [] } });
});

test("asks again where a core memory has no mark, instead of inventing one", () => {
  expect(judge('{"core_memories":[{"content":"恐高"}]}')).toMatchObject({ ok: false, kind: "shape" });
});

test("takes a bare list of operations", () => {
  const reading = readAnswer(
    { text: '[{"op":"add","category":"健康","key":"allergy:花生","confidence":"90%"}]', finish: "stop" },
    { schema: FactsAnswer, list: "operations", material: { role: "facts", language: "zh" } },
  );
  expect(reading).toMatchObject({
    ok: true,
    value: { operations: [{ op: "ADD", category: "health", key: "allergy:花生", confidence: 0.9 }] },
  });
});
