// A scripted evening over HTTP: pieces, an interruption, silence, a beat, an answer, good night, a planned good morning. Its log reads like a chat (issue 5c).
import { afterAll, beforeAll, expect, it } from "vitest";
import { chat, until } from "../support/house.ts";
import { dataOf, openScene, type Scene } from "./scene.ts";

let scene: Scene;

beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());

it("an evening and the morning after read like a chat between two people", async () => {
  const user = await scene.house.create({ heartbeat: { enabled: true }, pacing_speed: 0.05 });
  await scene.house.api("POST", `/api/friends/${user}`);
  const core = await scene.read(user, "core_memory");
  const relationship = { ...core.relationship, level: "特别关心", heartbeat_hours: 1 / 3 };
  await scene.house.api("PUT", `/api/memory/${user}/core_memory?confirm=true`, { ...core, relationship });
  const send = (content: string, message_id: string, onEvent?: Parameters<typeof chat>[3]) =>
    chat(scene.house, user, { content, message_id }, onEvent);
  const there = (id: string) =>
    until(`${id} is stored`, async () =>
      (await scene.read(user, "conversation").catch(() => [])).some(({ message_id }) => message_id === id),
    );

  // In pieces.
  scene.upstream.push("chat", { text: "辛苦啦\n先坐下歇会儿" });
  const pieces = [send("下班啦", "e-1")];
  await there("e-1");
  pieces.push(send("今天开了一天的会", "e-2"));
  await there("e-2");
  pieces.push(send("嗓子都哑了。", "e-3"));
  await Promise.all(pieces);

  // Broken in on.
  await scene.house.api("PUT", `/api/ai-users/${user}`, { pacing_speed: 0.2 });
  scene.upstream.push(
    "chat",
    { text: `要不要听个笑话\n${"从前有一只特别特别懒的猫".repeat(4)}\n后来它睡着了` },
    { text: "好，那就安静待会儿" },
  );
  let second: Promise<unknown> | undefined;
  const joke = await send("陪我说说话吧。", "e-4", (event) => {
    if (event.event === "bubble") second ??= send("算了，让我静静。", "e-5");
  });
  await second;
  expect(dataOf(joke, "reply-end")).toMatchObject([{ finish: "interrupted" }]);
  await scene.house.api("PUT", `/api/ai-users/${user}`, { pacing_speed: 0.05 });

  // Silence, and a word of its own accord.
  scene.upstream.push("chat", { text: "嗓子好点没？我刚想起冰箱里还有梨" });
  await scene.advance(40 * 60);
  const beat = (await scene.read(user, "conversation")).at(-1);
  expect(beat).toMatchObject({ content: "嗓子好点没？我刚想起冰箱里还有梨", beat: { kind: "silence" } });

  // An answer, good night, and a plan for the morning.
  scene.upstream.push("chat", { text: "那就炖个梨汤" });
  await send("好多了，在找梨。", "e-6");
  scene.upstream.push(
    "chat",
    {
      tool: {
        name: "set_scheduled_heartbeat",
        arguments: { hour: 7, minute: 40, message_template: "叫她起床喝梨汤" },
      },
    },
    { text: "晚安，做个好梦" },
  );
  const night = await send("晚安", "e-7");
  expect(dataOf(night, "topic-end")).toMatchObject([{ trigger: "farewell" }]);
  scene.upstream.push("chat", { text: "早呀，梨汤在锅里温着" });
  await scene.advance(12 * 3600);

  const log = await scene.read(user, "conversation");
  expect(log.map(({ role, content }) => `${role === "user" ? "我" : "她"}：${content}`)).toEqual([
    "我：下班啦",
    "我：今天开了一天的会",
    "我：嗓子都哑了。",
    "她：辛苦啦",
    "她：先坐下歇会儿",
    "我：陪我说说话吧。",
    "她：要不要听个笑话",
    "我：算了，让我静静。",
    "她：好，那就安静待会儿",
    "她：嗓子好点没？我刚想起冰箱里还有梨",
    "我：好多了，在找梨。",
    "她：那就炖个梨汤",
    "我：晚安",
    "她：晚安，做个好梦",
    "她：早呀，梨汤在锅里温着",
  ]);
  expect(log.at(-1)).toMatchObject({ beat: { kind: "planned" } });
  const clock = new Intl.DateTimeFormat("en-GB", {
    timeZone: "Asia/Shanghai",
    hour: "2-digit",
    minute: "2-digit",
  });
  expect(clock.format(new Date((log.at(-1)?.timestamp ?? 0) * 1000))).toBe("07:40");
  expect(log.map(({ timestamp }) => timestamp)).toEqual(
    log.map(({ timestamp }) => timestamp).sort((a, b) => a - b),
  );
}, 60_000);
