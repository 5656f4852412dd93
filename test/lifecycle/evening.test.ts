// A scripted evening over HTTP: pieces, an interruption, silence, a beat, an answer, good night, a planned good morning. Its log reads like a chat (issue 5c).
import { afterAll, beforeAll, expect, it } from "vitest";
import { chat, until } from "../support/house.ts";
import { dataOf, openScene, type Scene } from "./scene.ts";

let scene: Scene;

beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());

type Words = {
  language: "zh" | "en";
  name: string;
  pieces: [string, string, string];
  toPieces: [string, string];
  wish: string;
  joke: [string, string, string];
  breaksIn: string;
  quietly: string;
  beat: string;
  answer: string;
  toAnswer: string;
  night: string;
  plan: string;
  toNight: string;
  morning: string;
};

const zh: Words = {
  language: "zh",
  name: "小夏",
  pieces: ["下班啦", "今天开了一天的会", "嗓子都哑了。"],
  toPieces: ["辛苦啦", "先坐下歇会儿"],
  wish: "陪我说说话吧。",
  joke: ["要不要听个笑话", "从前有一只特别特别懒的猫".repeat(4), "后来它睡着了"],
  breaksIn: "算了，让我静静。",
  quietly: "好，那就安静待会儿",
  beat: "嗓子好点没？我刚想起冰箱里还有梨",
  answer: "好多了，在找梨。",
  toAnswer: "那就炖个梨汤",
  night: "晚安",
  plan: "叫她起床喝梨汤",
  toNight: "晚安，做个好梦",
  morning: "早呀，梨汤在锅里温着",
};
const en: Words = {
  language: "en",
  name: "Mira",
  pieces: ["home at last", "meetings all day long", "I have no voice left."],
  toPieces: ["you poor thing", "sit down for a bit"],
  wish: "Talk to me a little.",
  joke: [
    "want to hear a joke?",
    "once there was a very, very lazy cat ".repeat(12).trim(),
    "then it fell asleep",
  ],
  breaksIn: "Never mind, let's just be quiet.",
  quietly: "okay, quiet it is",
  beat: "how's the voice? there are still pears in the fridge",
  answer: "Much better, looking for the pears.",
  toAnswer: "make it a pear soup then",
  night: "good night",
  plan: "wake her for the pear soup",
  toNight: "good night, sweet dreams",
  morning: "morning! the soup is keeping warm",
};

it.each([zh, en])(
  "an evening and the morning after read like a chat between two people: $language",
  async (say) => {
    await scene.house.api("POST", "/test/clock", { set: Date.parse("2026-03-10T20:00:00+08:00") / 1000 });
    const user = await scene.house.create({
      name: say.name,
      language: say.language,
      heartbeat: { enabled: true },
      pacing_speed: 0.05,
    });
    await scene.house.api("POST", `/api/friends/${user}`);
    const core = await scene.read(user, "core_memory");
    const relationship = { ...core.relationship, level: "特别关心", heartbeat_hours: 1 / 3 };
    await scene.house.api("PUT", `/api/memory/${user}/core_memory?confirm=true`, { ...core, relationship });
    const id = (n: number) => `${say.language}-${n}`;
    const send = (content: string, message_id: string, onEvent?: Parameters<typeof chat>[3]) =>
      chat(scene.house, user, { content, message_id }, onEvent);
    const there = (id: string) =>
      until(`${id} is stored`, async () =>
        (await scene.read(user, "conversation").catch(() => [])).some(({ message_id }) => message_id === id),
      );

    // In pieces.
    scene.upstream.push("chat", { text: say.toPieces.join("\n") });
    const pieces = [send(say.pieces[0], id(1))];
    await there(id(1));
    pieces.push(send(say.pieces[1], id(2)));
    await there(id(2));
    pieces.push(send(say.pieces[2], id(3)));
    await Promise.all(pieces);

    // Broken in on.
    await scene.house.api("PUT", `/api/ai-users/${user}`, { pacing_speed: 0.2 });
    scene.upstream.push("chat", { text: say.joke.join("\n") }, { text: say.quietly });
    let second: Promise<unknown> | undefined;
    const joke = await send(say.wish, id(4), (event) => {
      if (event.event === "bubble") second ??= send(say.breaksIn, id(5));
    });
    await second;
    expect(dataOf(joke, "reply-end")).toMatchObject([{ finish: "interrupted" }]);
    await scene.house.api("PUT", `/api/ai-users/${user}`, { pacing_speed: 0.05 });

    // Silence, and a word of its own accord.
    scene.upstream.push("chat", { text: say.beat });
    await scene.advance(40 * 60);
    const beat = (await scene.read(user, "conversation")).at(-1);
    expect(beat).toMatchObject({ content: say.beat, beat: { kind: "silence" } });

    // An answer, good night, and a plan for the morning.
    scene.upstream.push("chat", { text: say.toAnswer });
    await send(say.answer, id(6));
    scene.upstream.push(
      "chat",
      {
        tool: {
          name: "set_scheduled_heartbeat",
          arguments: { hour: 7, minute: 40, message_template: say.plan },
        },
      },
      { text: say.toNight },
    );
    const night = await send(say.night, id(7));
    expect(dataOf(night, "topic-end")).toMatchObject([{ trigger: "farewell" }]);
    scene.upstream.push("chat", { text: say.morning });
    await scene.advance(12 * 3600);

    const log = await scene.read(user, "conversation");
    const me = (content: string) => ["user", content];
    const other = (content: string) => ["assistant", content];
    expect(log.map(({ role, content }) => [role, content])).toEqual([
      ...say.pieces.map(me),
      ...say.toPieces.map(other),
      me(say.wish),
      other(say.joke[0]),
      me(say.breaksIn),
      other(say.quietly),
      other(say.beat),
      me(say.answer),
      other(say.toAnswer),
      me(say.night),
      other(say.toNight),
      other(say.morning),
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
    await scene.house.api("DELETE", `/api/ai-users/${user}?forever=true`);
  },
  60_000,
);
