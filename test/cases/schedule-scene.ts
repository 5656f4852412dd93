// What the cases about beats share: a companion that is a friend, its level, its plans, and what the house tells of them.
import { expect } from "vitest";
import type { Message } from "../../src/schema/message.ts";
import type { HeartbeatView } from "../../src/schema/request-heartbeat.ts";
import type { Scene } from "./runner.ts";

/** Companions that are no friends make no beats (A198). */
export async function befriend({ stage, user }: Scene): Promise<void> {
  // The house is told to look for the folder that was just laid.
  await stage.house.api("POST", "/api/folders");
  const { status } = await stage.house.api("POST", `/api/friends/${user}`);
  expect(status).toBe(200);
  await stage.house.api("PUT", `/api/ai-users/${user}`, { pacing: "instant" });
}

export async function statusOf({ stage, user }: Scene): Promise<HeartbeatView> {
  const { body } = await stage.house.api<{ ai_users: HeartbeatView[] }>("GET", "/api/heartbeat/status");
  const mine = body.ai_users.find(({ user_id }) => user_id === user);
  if (!mine) throw new Error("it has no status");
  return mine;
}

/** Sets level and hours as the owner would, through the file's own endpoint. */
export async function setLevel(scene: Scene, level: string, heartbeat_hours: number): Promise<void> {
  const { house } = scene.stage;
  const core = await scene.read("core_memory");
  const relationship = { ...core.relationship, level, heartbeat_hours, since: scene.stage.now() };
  const path = `/api/memory/${scene.user}/core_memory?confirm=true`;
  const { status } = await house.api("PUT", path, { ...core, relationship });
  expect(status).toBe(200);
}

export async function setPlans({ stage, user }: Scene, ...clocks: string[]): Promise<void> {
  const planned = clocks.map((clock) => {
    const [hour, minute] = clock.split(":").map(Number);
    return { hour, minute, message_template: `${clock}的问候` };
  });
  const { status } = await stage.house.api("POST", "/api/heartbeat/configure", { user_id: user, planned });
  expect(status).toBe(200);
}

/** The beats in the log, one for each reply, with the second they were sent at. */
export async function beatsOf(scene: Scene): Promise<{ at: number; kind: string }[]> {
  const log: Message[] = await scene.log().catch(() => []);
  const first = new Map<string, { at: number; kind: string }>();
  for (const one of log)
    if (one.beat && one.reply_id && !first.has(one.reply_id))
      first.set(one.reply_id, { at: one.timestamp, kind: one.beat.kind });
  return [...first.values()];
}

/** Every answer is another one: what was just said is not said again. */
export function talkative({ stage }: Scene, count = 60): void {
  for (let n = 1; n <= count; n += 1) stage.upstream.push("chat", { text: `想到第${n}件小事` });
}
