// What background models really answer: fences, prose, thinking, cut and refused texts, wrong shapes (C001–C038).
import { expect } from "vitest";
import { basicEmotions } from "../../src/schema/emotion.ts";
import { answersOf } from "./case.ts";
import { type Check, describeCases, type Scene } from "./runner.ts";

const seaside = "约好周六早上去海边，用户晕船，不订船票";
/** The text of the answer's summary field, where it is not the usual one. */
const summaries: Record<string, string> = {
  C006: "约好周六早上去海边，用户晕船",
  C008: "约好周六早上去海边，用户晕船",
  C024: "用户的猫去世了",
  C036: "约好周六去海边",
};
const summaryOf = (scene: Scene) => summaries[scene.case.id] ?? seaside;

/** The only summary that is there. */
async function onlyEntry(scene: Scene) {
  const mid = await scene.read("mid_term");
  expect(mid).toHaveLength(1);
  return mid[0] as (typeof mid)[number];
}

const storedOnce: Check = async (scene) => {
  const entry = await onlyEntry(scene);
  expect(entry.summary).toBe(summaryOf(scene));
  expect(entry.by).toBe("model");
  expect(entry.message_ids).toEqual(scene.history.map(({ message_id }) => message_id));
  const short = await scene.read("short_term");
  expect(short.conversations).toEqual([]);
  expect(short.pending).toEqual([]);
  expect(short.topic_id).not.toBe(entry.topic_id);
  expect((await scene.log()).map(({ content }) => content)).toEqual(
    scene.history.map(({ content }) => content),
  );
};

const noEntry: Check = async (scene) => {
  expect(scene.answers[0]?.status).toBe(200);
  expect(scene.answers[0]?.body.compressed).toEqual([]);
  expect(await scene.read("mid_term")).toEqual([]);
};

const keptWhole: Check = async (scene) => {
  const said = scene.history.map(({ content }) => content);
  const { conversations } = await scene.read("short_term");
  expect(conversations.map(({ content }) => content)).toEqual(said);
  expect((await scene.log()).map(({ content }) => content)).toEqual(said);
};

const pendingTopic = async (scene: Scene) => (await scene.read("short_term")).pending[0];

/** The model goes on answering what it answered first: else a short valid answer would save the day at the guided retry. */
function repeatAnswer({ stage, case: theCase }: Scene): void {
  const [answer] = answersOf(theCase);
  if (answer) stage.upstream.fallback(answer.role, answer);
}

/** Lets the topic be tried until nothing is due any more; answers the pauses that it waited, in seconds. */
async function runOut(scene: Scene): Promise<number[]> {
  const { stage } = scene;
  repeatAnswer(scene);
  const pauses: number[] = [];
  for (let run = 0; run < 10; run += 1) {
    const pending = await pendingTopic(scene);
    if (!pending) return pauses;
    const pause = pending.next_at - stage.now();
    pauses.push(pause);
    await stage.moveClock({ advance_s: pause + 2 });
  }
  throw new Error("the topic is tried again and again");
}

const triedAgain: Check = async (scene) => {
  const { stage } = scene;
  const { upstream } = stage;
  const pending = await pendingTopic(scene);
  expect(pending?.attempts).toBe(1);
  expect(pending?.message_count).toBe(scene.history.length);
  const asked = upstream.of("short_to_mid").length;
  const pauses = await runOut(scene);
  // One minute, two, four; then the engine in code sums it up, and no model is asked again.
  expect(pauses.map((pause) => Math.round(pause / 60))).toEqual([1, 2, 4]);
  expect(upstream.of("short_to_mid").length).toBeGreaterThan(asked);
  expect(upstream.of("short_to_mid").length).toBeLessThanOrEqual(6);
  expect((await onlyEntry(scene)).by).toBe("extractive");
  // A week later it has been tried again now and then, and given up.
  const day = 86_400;
  await stage.moveClock({ advance_s: 3 * day });
  const inAll = upstream.of("short_to_mid").length;
  expect(inAll).toBeLessThanOrEqual(12);
  await stage.moveClock({ advance_s: 4 * day });
  expect(upstream.of("short_to_mid")).toHaveLength(inAll);
};

const nowhere =
  (words: string): Check =>
  async (scene) => {
    for (const [name, text] of await scene.everyFile()) expect(text, name).not.toContain(words);
  };

const importanceOf = async (scene: Scene) =>
  (await scene.read("core_memory")).memories.map(({ importance }) => importance);

describeCases(
  "llm-output",
  {
    steps: {
      "run the core judgement (as after a topic end)": async (scene) => {
        const { house } = scene.stage;
        await house.api("POST", `/api/memory/${scene.user}/compress`);
        scene.answers.push(await house.api("POST", `/api/memory/${scene.user}/extract`));
        expect(scene.stage.upstream.of("core_judge")).toHaveLength(1);
      },
    },
    checks: {
      "mid_term.json has exactly one new entry whose summary is the text of the answer's summary field; short_term.json is then emptied":
        storedOnce,
      "NOT the fence characters appear in any stored field": nowhere("```"),

      "exactly one entry is stored (first or last valid object, always the same rule)": storedOnce,
      "NOT two entries for one topic": async (scene) => void (await onlyEntry(scene)),
      "NOT a failure because text follows the first object": async (scene) => {
        expect(scene.answers[0]?.body.pending).toEqual([]);
        expect(scene.stage.upstream.of("short_to_mid")).toHaveLength(1);
      },

      "one entry is stored; the full-width comma inside the summary text is kept as it is": storedOnce,
      "NOT 、，： inside values are turned into ASCII": async (scene) =>
        expect((await onlyEntry(scene)).summary).not.toMatch(/[,:]/),

      "NOT the draft inside the think block is stored": nowhere("草稿"),
      "NOT <think> appears in any file": nowhere("<think"),
      "the stored summary is the one after the thought blocks": storedOnce,
      "the entry is found one or two levels down, or the answer is a failure with retry": storedOnce,
      "NOT an entry with an undefined or empty summary is stored": async (scene) =>
        expect((await scene.read("mid_term")).map(({ summary }) => summary)).toEqual([seaside]),

      "mid_term.json has no new entry": noEntry,
      "short_term.json still holds every message of the topic, byte-equal content": keptWhole,
      "the topic is marked pending and is tried again later, with a bounded number of tries and growing waits":
        triedAgain,
      "the log names the cause (length) and the model key": async (scene) => {
        const lines = scene.stage.house.output().split("\n");
        expect(lines.some((line) => line.includes('"length"') && line.includes('"short_to_mid"'))).toBe(true);
      },
      "NOT reasoning_content is stored as a summary": nowhere("很长的思考"),
      "NOT the first N characters of the chat are stored as a summary": noEntry,
      "NOT the half sentence is stored": nowhere("用户晕"),
      "NOT the refusal sentence is stored in any tier": nowhere("无法对这段对话"),
      "not retried with the same request more than once": async (scene) => {
        await runOut(scene);
        const asked = scene.stage.upstream.of("short_to_mid").map(({ body }) => JSON.stringify(body));
        for (const request of asked)
          expect(asked.filter((other) => other === request).length).toBeLessThanOrEqual(2);
        expect(asked.length).toBeLessThanOrEqual(2);
      },

      "the summary is stored": storedOnce,
      "every stored tag is in the allowed set or absent, plus the model's own words kept in a separate field or the log":
        async (scene) => {
          const { emotion_tags: tags } = await onlyEntry(scene);
          // 失落 is the nearest of the six; 沉重 has none near it.
          expect([undefined, ...basicEmotions]).toContain(tags.basic_emotion);
          expect(["失落", undefined]).toContain(tags.basic_emotion);
          expect(tags.atmosphere).toBeUndefined();
          expect(tags.words).toEqual(["伤心", "倾诉", "沉重"]);
        },
      "NOT the summary is lost because a tag is not in the set": async (scene) =>
        expect((await onlyEntry(scene)).summary).toBe("用户的猫去世了"),
      "NOT 伤心 is silently turned into 开心 (first member)": async (scene) =>
        expect((await onlyEntry(scene)).emotion_tags.basic_emotion).not.toBe("开心"),
      "one basic_emotion from the list (the first) is stored as a string": async (scene) =>
        expect((await onlyEntry(scene)).emotion_tags.basic_emotion).toBe("好奇"),
      "stored: 开心, 闲聊, 轻松 (split on separators, trim punctuation, take the first member of the set)":
        async (scene) =>
          expect((await onlyEntry(scene)).emotion_tags).toMatchObject({
            basic_emotion: "开心",
            scene: "闲聊",
            atmosphere: "轻松",
          }),

      "stored with importance 9 as a number": async (scene) => expect(await importanceOf(scene)).toEqual([9]),
      "stored with importance 8": async (scene) => expect(await importanceOf(scene)).toEqual([8]),
      "NOT 0.8": async (scene) => expect(await importanceOf(scene)).not.toContain(0.8),
      "NOT 810": async (scene) => expect(await importanceOf(scene)).not.toContain(810),
      "NOT NaN": async (scene) =>
        expect(await scene.text("core_memory.json")).not.toMatch(/NaN|"importance": null/),

      "stored source_mid_ids holds only ids that exist and were sent": async (scene) => {
        const [entry] = await scene.read("long_term");
        const detail = JSON.parse(await scene.text(`long_term_details/${entry?.detail_file}`));
        expect(detail.source_mid_ids).toEqual(["mid_1713500000"]);
      },
      "mid_1713500000 gets extracted_to_long true": async (scene) =>
        expect((await onlyEntry(scene)).extracted_to_long).toBe(true),
      "NOT the whole extraction is dropped because of the invented id": async (scene) =>
        // Asked for by the case, or done by the background a moment earlier: the folder was due when it was laid.
        expect(await scene.read("long_term")).toMatchObject([{ by: "model" }]),

      "the request sent upstream asks for the language of the conversation": (scene) => {
        const [first] = scene.stage.upstream.of("short_to_mid");
        expect(JSON.stringify(first?.body.messages)).toContain("用这次聊天所用的语言");
      },
      "at most one retry; then the text is stored with a language flag rather than lost": async (scene) => {
        expect(scene.stage.upstream.of("short_to_mid").length).toBeLessThanOrEqual(2);
        const entry = await onlyEntry(scene);
        expect(entry.summary).toMatch(/^They agreed to go to the seaside/);
        expect(entry.language).toBe("en");
      },
    },
    before: Object.fromEntries(
      ["C011", "C017", "C019", "C021", "C023", "C034", "C038"].map((id) => [
        id,
        async (scene) => repeatAnswer(scene),
      ]),
    ),
  },
  { child: true },
);
