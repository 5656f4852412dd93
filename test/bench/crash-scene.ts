// What the crash bench has seen and been promised: acknowledgements, hand edits, and what is still under way at a kill.
import { chat, type House } from "../support/house.ts";
import type { Upstream } from "../support/upstream.ts";

/** Promises of one companion that must hold after every restart. */
export type Evidence = {
  /** Ids of messages whose `message-saved` or `bubble` frame, or whose import's answer, arrived. */
  acknowledged: Set<string>;
  /** Texts that were written into a file by hand, by message or entry id. */
  edits: Map<string, string>;
};

export type Scene = {
  house: House;
  user: string;
  upstream: Upstream;
  /** The server's one file. */
  program: string;
  random: () => number;
  evidence: Evidence;
  /** Unix seconds of the house's clock when this run began. */
  now: number;
  /** Requests without an answer so far. */
  waiting: Set<Promise<unknown>>;
};

const sentences = [
  "今天路上堵了四十分钟",
  "晚上想吃火锅",
  "周末去看展吧",
  "早，昨晚没睡好",
  "我妈下周三要来，得收拾屋子",
];
export const farewell = "那我先睡了，晚安";

export const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

export function pick<T>(list: readonly T[], random: () => number): T {
  return list[Math.floor(random() * list.length)] as T;
}

/** Keeps a request in sight until it is answered; a server that was killed answers none. */
export function watched<T>(scene: Scene, request: Promise<T>): Promise<T | undefined> {
  const quiet = request.catch(() => undefined);
  scene.waiting.add(quiet);
  return quiet.finally(() => scene.waiting.delete(quiet));
}

/** One turn. False where the server is gone. Calls `saved` at the first acknowledgement. */
export async function say(scene: Scene, content: string, saved: () => void = () => {}): Promise<boolean> {
  const { house, user, evidence } = scene;
  const events = await watched(
    scene,
    chat(house, user, { content, pacing: "instant" }, (event) => {
      if (event.event !== "message-saved" && event.event !== "bubble") return;
      evidence.acknowledged.add(event.data.message_id);
      saved();
    }),
  );
  return events?.some(({ event }) => event === "reply-end") ?? false;
}

export function anything(scene: Scene): string {
  return `${pick(sentences, scene.random)}（${Math.floor(scene.random() * 1_000)}）`;
}

/** Talks until the server is gone; resolves then. */
export async function talkOn(scene: Scene, saved: () => void = () => {}): Promise<void> {
  while (await say(scene, anything(scene), saved));
}

/** Resolves when a request of one of these roles has reached the scripted model, or after three seconds. */
export async function modelAsked(scene: Scene, role: string): Promise<void> {
  for (let tries = 0; tries < 1_500 && scene.upstream.of(role).length === 0; tries++) await pause(2);
}
