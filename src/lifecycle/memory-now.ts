// The owner asks for the memory work at once: keep what was just said, and turn summaries into long memories (A53, A86).
import type { Deps } from "../deps.ts";
import { waitingTopics } from "../memory/judge-queue.ts";
import type { Id } from "../schema/common.ts";
import { companion } from "../store/store.ts";
import { judgeBond } from "./bond.ts";
import { compress } from "./compress.ts";
import { extract } from "./extract.ts";
import { judgeCore } from "./judge-core.ts";
import { readCompanion } from "./read-companion.ts";
import { endOpenTopic } from "./receive.ts";
import type { Between } from "./upkeep.ts";

export type CompressedNow = {
  compressed: { id: string; by: string }[];
  pending: { topic_id: string; next_at: number; reason: string }[];
};

/** Who else works on a companion: turns, and the background. */
export type Order = { between: Between; alone: Between };

/** Ends the open topic and compresses every topic that waits, whatever its pause. A failure leaves it pending. */
export async function compressNow(deps: Deps, user: Id, order: Order): Promise<CompressedNow> {
  const reader = await readCompanion(deps, user);
  // The background must not take the topic first: the owner would get no answer about it.
  return order.alone(user, async () => {
    await order.between(user, () => endOpenTopic(deps, reader, "manual", "compress"));
    return compressWaiting(deps, user);
  });
}

async function compressWaiting(deps: Deps, user: Id): Promise<CompressedNow> {
  const ended = await deps.store.read(companion(user), "short_term");
  const result: CompressedNow = { compressed: [], pending: [] };
  for (const { topic_id } of ended.pending) {
    const done = await compress(deps, user, topic_id, { asked: true });
    if (done.outcome === "compressed")
      result.compressed.push({ id: done.entry.id, by: done.entry.by ?? "model" });
  }
  const { pending } = await deps.store.read(companion(user), "short_term");
  result.pending = pending.map(({ topic_id, next_at, last_error }) => ({
    topic_id,
    next_at,
    reason: last_error ?? "",
  }));
  return result;
}

export type ExtractedNow = {
  extracted: { id: string; by: string }[];
  core: string[];
  failure?: string;
};

/** Extracts everything that waits, works out trust anew, then lets the core be judged. With "extractive" no model is asked, and none judges. */
export async function extractNow(
  deps: Deps,
  user: Id,
  order: Order,
  engine?: "extractive",
): Promise<ExtractedNow> {
  return order.alone(user, () => extractWaiting(deps, user, engine));
}

async function extractWaiting(deps: Deps, user: Id, engine?: "extractive"): Promise<ExtractedNow> {
  const reader = await readCompanion(deps, user);
  const progress = (done: number, total: number) => {
    const message = reader.language === "zh" ? `已提炼 ${done}/${total}` : `${done} of ${total} extracted`;
    deps.publish(
      reader.owner,
      { event: "notice", data: { code: "extract-progress", message, job: "extract", done, total } },
      user,
    );
  };
  const { extracted, failure } = await extract(deps, user, progress, engine);
  await judgeBond(deps, reader);
  if (engine !== undefined) return { extracted, core: [], ...(failure === undefined ? {} : { failure }) };
  const { steps } = await deps.store.read(companion(user), "heartbeat");
  const judged = await judgeCore(deps, user, waitingTopics(steps.judge_core));
  return { extracted, core: judged.admitted, ...(failure === undefined ? {} : { failure }) };
}
