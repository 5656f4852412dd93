// The tool recall_memory: the model looks in the past by itself, a few times a turn, within its tokens (R3, A88).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { counter } from "../../src/memory/context-text.ts";
import { dataOf, openScene, type Scene } from "./scene.ts";

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

const at = (date: string) => Date.parse(date) / 1000;
async function bring(contents: string[], id = "x"): Promise<void> {
  const messages = contents.map((content, n) => ({
    message_id: `${id}${n}`,
    role: "user",
    content,
    timestamp: at("2026-01-05T20:00:00+08:00") + n * 86_400,
  }));
  const topics = messages.map((message) => ({ topic_id: `t_${message.message_id}`, messages: [message] }));
  await scene.house.api("POST", `/api/ai-users/${user}/import`, {
    format: "messages",
    topics,
    summarise: "none",
  });
}
const call = (query: unknown, id = "call_1") => ({
  id,
  name: "recall_memory",
  arguments: JSON.stringify({ query }),
});
const chats = () => scene.upstream.of("chat").map(({ body }) => body);
const answers = () =>
  (chats().at(-1)?.messages ?? []).filter(({ role }) => role === "tool").map(({ content }) => content ?? "");

describe("recall_memory", () => {
  it("is offered beside get_current_state in every turn, described in the companion's language", async () => {
    await scene.house.chat(user, "在吗");
    await scene.house.chat(user, "早");
    const english = await scene.house.create({ name: "Mira", language: "en" });
    await scene.house.chat(english, "hi");
    const [first, second, other] = chats().map(
      ({ tools }) =>
        tools as {
          function: {
            name: string;
            description: string;
            parameters: { required: string[]; properties: { query: { type: string; description: string } } };
          };
        }[],
    );
    expect(first?.slice(0, 2).map((tool) => tool.function.name)).toEqual([
      "get_current_state",
      "recall_memory",
    ]);
    expect(second).toEqual(first);
    const recall = first?.[1]?.function;
    expect(recall?.parameters).toMatchObject({
      type: "object",
      required: ["query"],
      properties: { query: { type: "string" } },
    });
    expect(recall?.parameters.properties.query.description).toMatch(/\p{Script=Han}/u);
    // The five levels are names in the files, and are the same in every language.
    const described = JSON.stringify(other).match(/"description":"[^"]*"/g) ?? [];
    expect(described.length).toBeGreaterThan(1);
    expect(described.join("\n")).not.toMatch(/\p{Script=Han}/u);
    expect(JSON.stringify(first)).not.toContain("$schema");
  });

  it("answers with hints as the context has them, and what it brought is told and kept as recalled", async () => {
    await bring(["陶艺课上我把花瓶摔碎了", "周末去看了莫奈展"]);
    scene.upstream.push("chat", { tool: call("花瓶") }, { text: "摔碎了\n可惜" });
    const [end] = dataOf(await scene.house.chat(user, "你还在吗"), "reply-end");
    expect(answers()).toEqual([
      "- 2026-01-05 晚上，小林说：“陶艺课上我把花瓶摔碎了”".replace(
        "小林",
        answers()[0]?.match(/，(.+?)说/)?.[1] ?? "",
      ),
    ]);
    expect(end?.recalled.map(({ id, date }) => [id, date])).toEqual([["x0", "2026-01-05"]]);
    const log = await scene.read(user, "conversation");
    const bubble = log.find(({ tools }) => tools);
    expect(bubble?.tools?.[0]).toMatchObject({ name: "recall_memory", ok: true, result: answers()[0] });
    expect(bubble?.recalled?.map(({ id }) => id)).toEqual(["x0"]);
    await scene.house.chat(user, "哦");
    expect(JSON.stringify(chats().at(-1)?.messages)).not.toContain("花瓶");
  });

  it("keeps what it brought where the model had begun to speak before it looked", async () => {
    await bring(["陶艺课上我把花瓶摔碎了"]);
    scene.upstream.push("chat", { text: "我想想\n", tool: call("花瓶") }, { text: "摔碎了" });
    const [end] = dataOf(await scene.house.chat(user, "嗯"), "reply-end");
    expect(end?.recalled.map(({ id }) => id)).toEqual(["x0"]);
  });

  it("brings nothing twice: neither what the request holds nor what it brought before", async () => {
    await bring(["陶艺课上我把花瓶摔碎了"]);
    scene.upstream.push("chat", { tool: call("花瓶") }, { text: "好" });
    await scene.house.chat(user, "我的花瓶怎么样了？");
    expect(answers()[0]).not.toContain("摔碎");
    scene.upstream.push("chat", { tool: call("花瓶", "a") }, { tool: call("花瓶", "b") }, { text: "好" });
    await scene.house.chat(user, "嗯");
    expect(answers().map((answer) => answer.includes("摔碎"))).toEqual([true, false]);
  });

  it("works three times in a turn, and anew in the next", async () => {
    await bring(["花瓶碎了", "猫病了", "伞丢了", "车坏了"]);
    const calls = ["花瓶", "猫", "伞", "车"].map((word, n) => call(word, `c${n}`));
    scene.upstream.push("chat", { tool: calls }, { text: "好" });
    const events = await scene.house.chat(user, "嗯");
    expect(dataOf(events, "tool-result").map(({ ok }) => ok)).toEqual([true, true, true, false]);
    expect(answers()[3]).not.toContain("车坏了");
    scene.upstream.push("chat", { tool: call("车") }, { text: "好" });
    await scene.house.chat(user, "哦");
    expect(answers()[0]).toContain("车坏了");
  });

  it("brings no more than 600 tokens, whole lines", async () => {
    await bring(
      Array.from({ length: 60 }, (_, n) =>
        n % 2 ? `看到${n}只鸟` : `第${n}次说到花瓶：${"换了一种釉色，烧出来不一样。".repeat(4)}`,
      ),
    );
    scene.upstream.push("chat", { tool: call("花瓶") }, { text: "好" });
    await scene.house.chat(user, "嗯");
    const [answer = ""] = answers();
    expect(answer.split("\n").length).toBeGreaterThan(3);
    expect(counter()(answer)).toBeLessThanOrEqual(600);
  });

  it("says so where nothing is found, and where the query is empty or none", async () => {
    scene.upstream.push("chat", { tool: call("量子纠缠") }, { text: "好" });
    await scene.house.chat(user, "嗯");
    expect(answers()[0]).toMatch(/没有找到/);
    for (const bad of ["", "   ", 7, null, undefined]) {
      scene.upstream.push("chat", { tool: call(bad) }, { text: "好" });
      const [result] = dataOf(await scene.house.chat(user, "嗯"), "tool-result");
      expect([bad, result?.ok]).toEqual([bad, false]);
    }
  });

  it("does not bring up what the person does not want to hear of", async () => {
    await bring(["陶艺课上我把花瓶摔碎了"]);
    const avoided = {
      id: "a",
      category: "preference",
      key: "avoids_topics",
      value: "花瓶",
      statement: "别提花瓶",
    };
    await scene.house.api("PUT", `/api/memory/${user}/facts`, [avoided]);
    scene.upstream.push("chat", { tool: call("花瓶") }, { text: "好" });
    await scene.house.chat(user, "嗯");
    expect(answers()[0]).not.toContain("摔碎");
  });
});
