// The one question about two accounts of a thing: asked with a reply, not lost with a turn that failed (part 2, item 1).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Fact } from "../../src/schema/fact.ts";
import { lastOf, openScene, type Scene, summaryAnswer } from "./scene.ts";

let scene: Scene;
let user: string;

beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());
beforeEach(() => {
  scene.upstream.reset();
  scene.upstream.fallback("chat", { text: "嗯" });
});

const refused = { http: { status: 401, body: { error: { message: "Incorrect API key", type: "auth" } } } };

const facts = () => scene.json<Fact[]>(user, "facts.json");
const memory = <T>(method: string, path: string, body?: unknown) =>
  scene.house.api<T>(method, `/api/memory/${user}${path}`, body);

async function topic(line: string, value: string): Promise<void> {
  await scene.house.chat(user, line);
  const birthday = { op: "ADD", category: "important_date", key: "birthday", value, quote: line };
  const operations = [{ ...birthday, confidence: 1, source: "explicit_statement" }];
  scene.upstream.push(
    "short_to_mid",
    summaryAnswer(/[a-z]/.test(line) ? "They spoke of a birthday." : "聊了生日。", { operations }),
  );
  await memory("POST", "/compress");
  await scene.advance();
}

/** Whether the newest request of the talk holds the question. */
const asked = (): boolean => {
  const text = lastOf(scene.upstream.of("chat").at(-1)?.body);
  return /05-01/.test(text) && /06-02/.test(text) && /只问这一次|, this once/.test(text);
};

describe.each([
  ["zh", "我的生日是5月1日", "我的生日是6月2日", "今天天气不错"],
  ["en", "My birthday is May 1", "My birthday is June 2", "Nice weather today"],
] as const)("two birthdays from two talks (%s)", (language, first, second, small) => {
  beforeEach(async () => {
    user = await scene.house.create({ reads_shared_facts: false, language });
    await topic(first, "05-01");
    await topic(second, "06-02");
  });

  it("are both kept, and asked about once with the next reply", async () => {
    expect((await facts()).map(({ status }) => status)).toEqual(["conflicted", "conflicted"]);
    await scene.house.chat(user, small);
    expect(asked()).toBe(true);
    await scene.house.chat(user, small);
    expect(asked()).toBe(false);
  });

  it("are not asked about where the person does not want it brought up", async () => {
    await scene.house.chat(user, language === "zh" ? "别再提我的生日" : "don't mention my birthday again");
    await scene.house.chat(user, small);
    expect(asked()).toBe(false);
  });

  it("are asked about again where the turn that asked failed", async () => {
    scene.upstream.push("chat", refused);
    await scene.house.chat(user, small, { message_id: "failed-1" });
    expect(asked()).toBe(true);
    await scene.house.chat(user, small);
    expect(asked()).toBe(true);
    await scene.house.chat(user, small);
    expect(asked()).toBe(false);
  });

  it("are asked about again where the same message is sent once more", async () => {
    scene.upstream.push("chat", refused);
    await scene.house.chat(user, small, { message_id: "failed-2" });
    await scene.house.chat(user, small, { message_id: "failed-2" });
    expect(asked()).toBe(true);
  });
});

describe("a claim whose quote stands nowhere", () => {
  it("waits where the owner sees it, and carries no doubt once it is accepted", async () => {
    user = await scene.house.create({ reads_shared_facts: false });
    await scene.house.chat(user, "今天太阳真好");
    const operation = { op: "ADD", category: "preference", key: "likes", value: "滑雪", quote: "我喜欢滑雪" };
    scene.upstream.push("short_to_mid", summaryAnswer("聊了天气。", { operations: [operation] }));
    await memory("POST", "/compress");
    await scene.advance();
    const listed = await memory<{ facts: Fact[] }>("GET", "/facts?all=true");
    expect(listed.body.facts).toMatchObject([
      { status: "quarantined", user_id: user, metadata: { doubt: "no_quote" } },
    ]);
    expect((await memory<{ facts: Fact[] }>("GET", "/facts")).body.facts).toEqual([]);
    await memory("POST", `/facts/${listed.body.facts[0]?.id}/accept`);
    const [fact] = await facts();
    expect(fact).toMatchObject({ status: "live", user_id: user });
    expect(fact?.metadata).not.toHaveProperty("doubt");
  });
});
