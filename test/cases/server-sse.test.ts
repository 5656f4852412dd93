// The event stream: headers, silence, a reader that leaves, a server that stops (C191–C195).
import { expect, it } from "vitest";
import { chat, until } from "../support/house.ts";
import { answersOf, caseOf, thirtyWords, titleOf } from "./case.ts";
import {
  dataOf,
  describeCases,
  doStep,
  errorOf,
  openStage,
  proveAll,
  type Room,
  type Scene,
  setScene,
} from "./runner.ts";

const whole = thirtyWords.join("");

type Arrival = { atMs: number; text: string };

/** The raw stream of one turn, piece by piece with its time of arrival. */
async function rawChat(scene: Scene): Promise<{ headers: Headers; arrivals: Arrival[] }> {
  const { house } = scene.stage;
  const began = performance.now();
  const response = await fetch(`${house.url}/api/ai-users/${scene.user}/chat`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${house.token}`,
      "content-type": "application/json",
      "accept-encoding": "gzip, br",
    },
    body: JSON.stringify({ content: "在吗", pacing: "instant" }),
  });
  const arrivals: Arrival[] = [];
  const decoder = new TextDecoder();
  for await (const piece of response.body ?? [])
    arrivals.push({ atMs: performance.now() - began, text: decoder.decode(piece, { stream: true }) });
  return { headers: response.headers, arrivals };
}

/** Starts a turn, leaves or stops after so many words, and says what was heard until then. */
async function leaveAfter(scene: Scene, words: number, then: () => Promise<void>): Promise<void> {
  const leaving = new AbortController();
  let heard = 0;
  const gone = chat(
    scene.stage.house,
    scene.user,
    { content: "讲个长故事", pacing: "instant" },
    ({ event }) => {
      if (event === "text-delta") heard += 1;
      if (event === "text-delta" && heard === words) void then().finally(() => leaving.abort());
    },
    leaving.signal,
  );
  // The stream breaks off: that is what is tried here.
  await gone.catch(() => {});
  expect(heard).toBeGreaterThanOrEqual(words);
  expect(heard).toBeLessThan(30);
}

async function messages(scene: Scene): Promise<{ role: string; content: string; finish?: string }[]> {
  const { house } = scene.stage;
  const { body } = await house.api<{ messages: [] }>("GET", `/api/ai-users/${scene.user}/messages`);
  return body.messages;
}

const room: Room = {
  apart: { C195: "its server is a process of its own" },
  steps: {
    "POST chat, look at the headers and at the arrival times behind a buffering proxy": async (scene) =>
      void scene.found.set("raw", await rawChat(scene)),
    "POST chat through a proxy with a 60 s read timeout": async (scene) =>
      void scene.found.set("raw", await rawChat(scene)),
    "close the connection after 3 chunks": (scene) => leaveAfter(scene, 3, async () => {}),
    // Thirty chunks take less than two seconds here: it is waited for the reply, not for a time.
    "wait 8 s": async (scene) => {
      await until("the end of the reply", async () => (await messages(scene)).length > 1);
    },
    "GET the chat": async (scene) => void scene.found.set("chat", await messages(scene)),
  },
  checks: {
    "content-type text/event-stream; charset=utf-8, cache-control no-cache or no-transform, x-accel-buffering: no, no content-encoding":
      (scene) => {
        const { headers } = scene.found.get("raw") as Awaited<ReturnType<typeof rawChat>>;
        expect(headers.get("content-type")?.toLowerCase()).toBe("text/event-stream; charset=utf-8");
        expect(headers.get("cache-control")).toMatch(/no-cache|no-transform/);
        expect(headers.get("x-accel-buffering")).toBe("no");
        expect(headers.get("content-encoding")).toBeNull();
      },
    "first chunk within 1 s": (scene) => {
      const { arrivals } = scene.found.get("raw") as Awaited<ReturnType<typeof rawChat>>;
      expect(arrivals[0]?.atMs).toBeLessThan(1_000);
      // The words come as they are spoken, not all at the end.
      const withWords = arrivals.filter(({ text }) => text.includes("text-delta"));
      expect(withWords.length).toBeGreaterThan(5);
      const all = arrivals.map(({ text }) => text).join("");
      const words = [...all.matchAll(/event: text-delta\ndata: (.*)\n/g)].map(
        ([, data = "{}"]) => JSON.parse(data).text,
      );
      expect(words.join("")).toBe(whole);
    },
    'comment lines (starting with ":") at least every 20 s; the reply arrives': (scene) => {
      const { arrivals } = scene.found.get("raw") as Awaited<ReturnType<typeof rawChat>>;
      const gaps = arrivals.map(({ atMs }, index) => atMs - (arrivals[index - 1]?.atMs ?? 0));
      expect(Math.max(...gaps)).toBeLessThan(20_000);
      // In the middle of the silence, not only at its ends.
      const still = arrivals.filter(({ atMs, text }) => atMs > 5_000 && atMs < 16_900 && /^:/m.test(text));
      expect(still.length).toBeGreaterThanOrEqual(1);
      expect(arrivals.map(({ text }) => text).join("")).toContain('"content":"想好了"');
    },
    "NOT keep-alives sent as data:": (scene) => {
      const { arrivals } = scene.found.get("raw") as Awaited<ReturnType<typeof rawChat>>;
      for (const block of arrivals
        .map(({ text }) => text)
        .join("")
        .split("\n\n")
        .filter(Boolean))
        expect(block).toMatch(
          /^(:|(id: .*\n)?event: (message-saved|reply-start|text-delta|bubble|reply-end)\ndata: \{)/,
        );
    },
    "the full reply is stored once (generation goes on), or the part is stored marked incomplete by a documented rule; never nothing":
      async (scene) => {
        const stored = scene.found.get("chat") as Awaited<ReturnType<typeof messages>>;
        // Our rule: generation goes on.
        expect(stored.map(({ content }) => content)).toEqual(["讲个长故事", whole]);
        expect(stored[1]?.finish).toBe("stop");
        expect(scene.stage.upstream.of("chat")).toHaveLength(1);
        await scene.settle();
        expect(await messages(scene)).toEqual(stored);
      },
  },
};

describeCases("server-sse", room);

const restart = caseOf("server-sse", "C195");

it(titleOf(restart), async () => {
  const stage = await openStage({ child: true });
  // So long a reply that the server does not wait for its end.
  const scene = await setScene(stage, restart, {});
  stage.upstream.reset();
  const [{ role, ...answer } = { role: "chat" }] = answersOf(restart);
  stage.upstream.push(role, { ...answer, chunkDelayMs: 250 });
  try {
    await leaveAfter(scene, 3, () => stage.house.close());
    await stage.restart();
    await doStep(scene, "GET the chat", room);
    await doStep(scene, "chat: 继续", {});
    await proveAll(scene, {
      "the user's message is there; the reply is whole, or marked interrupted with a retry button; order is right":
        async () => {
          const [asked, ...reply] = scene.found.get("chat") as Awaited<ReturnType<typeof messages>>;
          expect(asked).toMatchObject({ role: "user", content: "讲个长故事" });
          const said = reply.map(({ content }) => content).join("");
          const finish = reply.at(-1)?.finish;
          if (finish === "stop") expect(said).toBe(whole);
          else {
            // What came before the stop, or nothing; whatever stands there is marked.
            expect(whole.startsWith(said)).toBe(true);
            expect(reply.length === 0 || finish === "interrupted").toBe(true);
          }
          expect((await messages(scene)).slice(-2).map(({ role, content }) => [role, content])).toEqual([
            ["user", "继续"],
            ["assistant", "嗯，我在听。"],
          ]);
        },
      'NOT an endless "typing" state': () => {
        expect(errorOf(scene.turns[0] ?? [])).toBeUndefined();
        expect(dataOf(scene.turns[0] ?? [], "reply-end")).toHaveLength(1);
      },
    });
  } finally {
    await stage.close();
  }
});
