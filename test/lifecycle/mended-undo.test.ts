// An undo puts a message back where it stood and never runs over what was changed later (invariant 3, DESIGN 3).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Message } from "../../src/schema/message.ts";
import { openScene, type Scene } from "./scene.ts";

let scene: Scene;
let user: string;

beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());
beforeEach(async () => {
  scene.upstream.reset();
  scene.upstream.fallback("chat", { text: "嗯嗯" });
  user = await scene.house.create();
});

type Refused = { error: { code: string; details: { later: string[] } } };
const save = async (content: string, role = "user") => {
  const { body } = await scene.house.api<{ message: Message }>("POST", `/api/ai-users/${user}/save-message`, {
    content,
    role,
    timestamp: 1_773_144_000,
  });
  return body.message.message_id;
};
const edit = (id: string, content: string) =>
  scene.house.api("PUT", `/api/ai-users/${user}/messages/${id}`, { content });
const remove = (id: string) =>
  scene.house.api<{ change_id: string }>("DELETE", `/api/ai-users/${user}/messages/${id}`);
const undo = <T = { change_id: string }>(id: string | undefined) =>
  scene.house.api<T>("POST", `/api/memory/${user}/changes/${id}/undo`);
/** Change lines of the log, newest first. */
const lines = async () =>
  (
    await scene.house.api<{ changes: { id: string; edits: { document: string }[] }[] }>(
      "GET",
      `/api/memory/${user}/changes`,
    )
  ).body.changes
    .filter(({ edits }) => edits.some(({ document }) => document === "conversation"))
    .map(({ id }) => id);
const both = async () => {
  const { conversations } = await scene.read(user, "short_term");
  expect(conversations).toEqual(await scene.read(user, "conversation"));
  return conversations.map(({ content }) => content);
};

describe("the undo of an edit", () => {
  it("that was followed by another one is refused, and names it; the later one can be undone", async () => {
    const id = await save("我叫小李");
    await edit(id, "我叫阿沐");
    await edit(id, "我叫阿木");
    const [second, first] = await lines();
    const refused = await undo<Refused>(first);
    expect([refused.status, refused.body.error.code]).toEqual([409, "conflict"]);
    expect(refused.body.error.details.later).toEqual([second]);
    expect(await both()).toEqual(["我叫阿木"]);
    expect((await undo(second)).status).toBe(200);
    expect(await both()).toEqual(["我叫阿沐"]);
  });

  it("of a message that was deleted since is refused and names the deletion", async () => {
    const id = await save("我叫小李");
    await edit(id, "我叫阿沐");
    const [first] = await lines();
    const { body } = await remove(id);
    const refused = await undo<Refused>(first);
    expect([refused.status, refused.body.error.details.later]).toEqual([409, [body.change_id]]);
    expect(await both()).toEqual([]);
  });
});

describe("the undo of a deletion", () => {
  it("puts a question back before its reply, though all was said in one second", async () => {
    const asked = await save("几点出发");
    await save("九点吧", "assistant");
    await save("好");
    const { body } = await remove(asked);
    expect(await both()).toEqual(["九点吧", "好"]);
    expect((await undo(body.change_id)).status).toBe(200);
    expect(await both()).toEqual(["几点出发", "九点吧", "好"]);
  });

  it("puts a reply back behind its question, and the last message at the end", async () => {
    await save("几点出发");
    const reply = await save("九点吧", "assistant");
    await save("带什么");
    const last = await save("带水", "assistant");
    for (const id of [reply, last]) {
      const { body } = await remove(id);
      await undo(body.change_id);
      expect(await both()).toEqual(["几点出发", "九点吧", "带什么", "带水"]);
    }
  });

  it("puts what was deleted from the end back in its order, whichever comes back first", async () => {
    const words = ["几点出发", "九点吧", "带什么"];
    const ids: string[] = [];
    for (const word of words) ids.push(await save(word));
    for (const order of ["012", "021", "102", "120", "201", "210"]) {
      const lines: string[] = [];
      for (const id of ids.toReversed()) lines.unshift((await remove(id)).body.change_id);
      for (const at of order) expect((await undo(lines[Number(at)])).status).toBe(200);
      expect(await both()).toEqual(words);
    }
  });

  it("done twice is refused, and leaves one message", async () => {
    const id = await save("一句");
    const { body } = await remove(id);
    await undo(body.change_id);
    expect((await undo<Refused>(body.change_id)).status).toBe(409);
    expect(await both()).toEqual(["一句"]);
  });

  it("can itself be undone", async () => {
    await save("第一句");
    const id = await save("第二句");
    await save("第三句");
    const { body } = await remove(id);
    const undone = await undo(body.change_id);
    expect((await undo(undone.body.change_id)).status).toBe(200);
    expect(await both()).toEqual(["第一句", "第三句"]);
  });
});

describe("a fact whose proof was edited or deleted", () => {
  type Fact = { id: string; value: unknown; status: string };
  type Line = { id: string; edits: { document: string }[] };
  const facts = async () => (await scene.json<Fact[]>(user, "facts.json")).map(({ status }) => status);
  const linesOf = async (document: string) =>
    (await scene.house.api<{ changes: Line[] }>("GET", `/api/memory/${user}/changes`)).body.changes.filter(
      ({ edits }) => edits.some((one) => one.document === document),
    );

  it.each([
    ["edited", (id: string) => edit(id, "今天下雨了")],
    ["deleted", (id: string) => remove(id)],
  ])(
    "does not come back without it by an undo: its message, %s, has to come back first",
    async (_how, change) => {
      await scene.house.chat(user, "记住我喜欢拉面", { message_id: "proof" });
      await change("proof");
      expect(await facts()).toEqual(["closed"]);
      const [withdrawal] = await linesOf("facts");
      const refused = await undo<Refused>(withdrawal?.id);
      expect([refused.status, refused.body.error.code]).toEqual([409, "conflict"]);
      expect(refused.body.error.details).toMatchObject({ document: "conversation", entry: "proof" });
      expect(await facts()).toEqual(["closed"]);
      const [said] = await linesOf("conversation");
      expect((await undo(said?.id)).status).toBe(200);
      expect(await facts()).toEqual(["live"]);
    },
  );

  it("stays withdrawn when a span is undone and its message was changed again after that", async () => {
    await scene.house.chat(user, "记住我喜欢爵士乐", { message_id: "proof" });
    await scene.advance(60);
    await edit("proof", "今天下雨了");
    const [withdrawal] = await linesOf("facts");
    const span = { from: await scene.now(), to: await scene.now() };
    await scene.advance(60);
    await edit("proof", "今天下雪了");
    const { body } = await scene.house.api<{ undone: string[]; refused: unknown[] }>(
      "POST",
      `/api/memory/${user}/changes/undo`,
      span,
    );
    expect(body.undone).toContain(withdrawal?.id);
    expect(body.refused).toHaveLength(1);
    expect(await facts()).toEqual(["closed"]);
  });
});
