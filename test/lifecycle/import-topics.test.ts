// Topics of a file: cut at silence, at another subject, between conversations, and known again by what was said.
import { expect, it } from "vitest";
import { cutTopics, type SidedLine } from "../../src/lifecycle/import-topics.ts";

const start = 1_760_000_000;
const line = (place: number, content: string, more: Partial<SidedLine> = {}): SidedLine => ({
  place,
  speaker: "",
  side: place % 2 ? "user" : "assistant",
  content,
  timestamp: start + place * 60,
  ...more,
});

async function cut(lines: readonly SidedLine[], format: "telegram" | "text" | "sillytavern" = "telegram") {
  async function* source() {
    yield* lines;
  }
  const topics = [];
  for await (const topic of cutTopics(source(), format)) topics.push(topic);
  return topics;
}
const contents = (topics: Awaited<ReturnType<typeof cut>>) =>
  topics.map(({ messages }) => messages.map(({ content }) => content));

it("ends a topic at six hours of silence, not a second before", async () => {
  const pause = (seconds: number) => [line(1, "早"), line(1, "在吗", { timestamp: start + 60 + seconds })];
  expect(contents(await cut(pause(6 * 3_600 - 1)))).toEqual([["早", "在吗"]]);
  expect(contents(await cut(pause(6 * 3_600)))).toEqual([["早"], ["在吗"]]);
});

it("ends one where somebody says that another subject comes, and where the subject is another one after a pause", async () => {
  const talk = Array.from({ length: 10 }, (_, n) => line(n + 1, `院子里的柿子树今年结了好多柿子呢${n}`));
  const said = await cut([...talk, line(11, "换个话题吧，你会修自行车吗")]);
  expect(said).toHaveLength(2);
  const other = line(21, "明天要交房租还得去银行排队办贷款手续", { timestamp: start + 10 * 60 + 1_200 });
  expect(await cut([...talk, other])).toHaveLength(2);
  const same = line(21, "院子里的柿子树今年结的柿子熟了没有呀", { timestamp: start + 10 * 60 + 1_200 });
  expect(await cut([...talk, same])).toHaveLength(1);
});

it("keeps conversations apart, orders a file that runs backwards, and bounds a talk without end", async () => {
  const thread = (id: string) => ({ id, title: id });
  expect(
    contents(await cut([line(1, "甲", { thread: thread("a") }), line(2, "乙", { thread: thread("b") })])),
  ).toEqual([["甲"], ["乙"]]);
  expect(contents(await cut([line(3, "三"), line(2, "二"), line(1, "一")]))).toEqual([["一", "二", "三"]]);
  const many = await cut(Array.from({ length: 900 }, (_, n) => line(n, "嗯")));
  expect(many.map(({ messages }) => messages.length)).toEqual([400, 400, 100]);
});

it("knows a message again in a later file that begins elsewhere, and the same words within a second as two", async () => {
  const ids = (topics: Awaited<ReturnType<typeof cut>>) =>
    topics.flatMap(({ messages }) => messages.map(({ message_id }) => message_id));
  const talk = [line(1, "早"), line(2, "早呀"), line(3, "忙吗")];
  expect(ids(await cut(talk.slice(1)))).toEqual(ids(await cut(talk)).slice(1));
  const twice = ids(await cut([line(1, "嗯"), line(1, "嗯")]));
  expect(new Set(twice).size).toBe(2);
  // The same id in two programs, and another time, are other messages.
  expect(ids(await cut([line(1, "早", { id: "7" })]))).not.toEqual(
    ids(await cut([line(1, "早", { id: "7" })], "text")),
  );
  expect(ids(await cut([line(1, "早", { id: "7" })]))).not.toEqual(
    ids(await cut([line(3, "早", { id: "7" })])),
  );
});

it("takes the ids of our own export as they are, and makes one where such an id is none", async () => {
  const [own, odd] = await Promise.all([
    cut([line(1, "早", { id: "01HX" })], "sillytavern"),
    cut([line(1, "早", { id: "a b\n" })], "sillytavern"),
  ]);
  expect(own[0]?.messages[0]?.message_id).toBe("01HX");
  expect(odd[0]?.messages[0]?.message_id).toMatch(/^imp_[\da-f]{24}$/);
});
