// Plays one life through a house: every turn of the person over HTTP with the clock where the turn was, the companion's turns as the model's replies.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Fact } from "../../src/schema/fact.ts";
import { type House, shownText, startHouse } from "../support/house.ts";
import { startUpstream, type Upstream, upstreamModelsConfig } from "../support/upstream.ts";
import { type Life, languageOf, type Session } from "./truth-data.ts";
import { scriptOf } from "./truth-script.ts";

/** "code": rules and commands only. "model": the scripted model writes the summaries. */
export type Mode = "code" | "model";

export type Played = {
  facts: Fact[];
  /** When the life ended (seconds). */
  at: number;
  /** Replies that the house gave itself instead of the life's own: answers to commands. */
  ownReplies: number;
  /** What the scripted model proposed, by kind. */
  proposed: Map<string, number>;
};

const day = 86_400;
/** Within a session the clock runs by itself, except over a longer pause (seconds). */
const longPause = 600;

async function moveTo(house: House, at: number): Promise<void> {
  const { body } = await house.api<{ now: number }>("POST", "/test/clock", { advance_s: 0 });
  if (at > body.now) await house.api("POST", "/test/clock", { advance_s: at - body.now });
}

/** One session, turn by turn; the number of replies that were not the life's own. */
async function playSession(
  house: House,
  upstream: Upstream,
  user: string,
  session: Session,
): Promise<number> {
  let own = 0;
  let last = Number.NEGATIVE_INFINITY;
  const { turns } = session;
  for (const [at, turn] of turns.entries()) {
    if (turn.timestamp - last > longPause) await moveTo(house, turn.timestamp);
    last = turn.timestamp;
    if (turn.role === "user") {
      const reply = turns[at + 1];
      const text = reply?.role === "assistant" ? reply.text : "嗯。";
      upstream.fallback("chat", { text });
      const events = await house.chat(user, turn.text, { message_id: turn.id });
      const squeezed = (words: string) => words.replace(/[\s。.]/g, "");
      if (squeezed(shownText(events)) !== squeezed(text)) own += 1;
    } else if (turns[at - 1]?.role !== "user") {
      const { id: message_id, role, text: content, timestamp } = turn;
      await house.api("POST", `/api/ai-users/${user}/messages`, { message_id, role, content, timestamp });
    }
  }
  return own;
}

/** Plays a life from its first turn to a day after its last, in a house of its own. */
export async function play(life: Life, mode: Mode, seed: number): Promise<Played> {
  const upstream = await startUpstream();
  const proposed = new Map<string, number>();
  const language = languageOf(life);
  const model = scriptOf(life, language, seed, proposed);
  upstream.fallback("short_to_mid", ({ messages }) => ({
    text: JSON.stringify({
      summary: language === "zh" ? "聊了近况。" : "They talked about how things are.",
      emotion_tags: { basic_emotion: "愉悦", scene: "闲聊", atmosphere: "轻松" },
      operations: model(messages.map(({ content }) => content ?? "").join("\n")),
    }),
  }));
  const first = life.sessions[0]?.turns[0]?.timestamp ?? 0;
  const house = await startHouse({
    models: upstreamModelsConfig(upstream.url, mode === "code" ? ["chat"] : ["chat", "short_to_mid"]),
    clock: new Date((first - 60) * 1000).toISOString(),
    env: { LOG_LEVEL: "error" },
  });
  try {
    const name = life.sessions[0]?.speakers[1] ?? "小夏";
    const user = await house.create({ name, language, greeting: null, heartbeat: { enabled: false } });
    let ownReplies = 0;
    for (const session of life.sessions) ownReplies += await playSession(house, upstream, user, session);
    const at = (life.sessions.at(-1)?.turns.at(-1)?.timestamp ?? 0) + day;
    await moveTo(house, at);
    const folder = join(house.folder, "ai_users", user);
    await checkLog(folder, life);
    const facts = JSON.parse(await readFile(join(folder, "facts.json"), "utf8")) as Fact[];
    return { facts, at, ownReplies, proposed };
  } finally {
    await house.close();
    await upstream.close();
    await house.remove();
  }
}

/** A bench that measured another talk than the life's would say nothing. */
async function checkLog(folder: string, life: Life): Promise<void> {
  const months = await readdir(join(folder, "conversations")).catch(() => []);
  const files = [
    ...months.map((name) => join(folder, "conversations", name)),
    join(folder, "conversation.json"),
  ];
  const logs = await Promise.all(files.map((file) => readFile(file, "utf8")));
  const said = new Map(
    logs
      .flatMap((text) => JSON.parse(text) as { message_id: string; content: string; timestamp: number }[])
      .map((message) => [message.message_id, message]),
  );
  for (const { turns } of life.sessions)
    for (const { id, role, text, timestamp } of turns) {
      const kept = said.get(id);
      if (role !== "user") continue;
      if (kept?.content !== text) throw new Error(`the log does not hold ${id} as it was said`);
      if (Math.abs(kept.timestamp - timestamp) > longPause * 2)
        throw new Error(`${id} was said at another time`);
    }
}
