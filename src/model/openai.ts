// The engine of an OpenAI-compatible model: watches each call and tries again where that helps (DESIGN 5).
import type { Endpoint } from "./config.ts";
import { type Connection, createConnection } from "./connection.ts";
import type { Vectors } from "./embedding-answer.ts";
import type { Fault, Reason } from "./failure.ts";
import type { Call } from "./request-body.ts";
import type { Piece, ReadingLimits } from "./stream-reading.ts";
import { createWatch, pause, type Watch } from "./watch.ts";

/** All in milliseconds but `tries`. */
export type Limits = ReadingLimits & {
  /** From the request to the first byte of a reply. */
  firstByteMs: number;
  /** A reply that still runs after this is given up. */
  longestReplyMs: number;
  /** Requests in all for one call to one model. */
  tries: number;
  /** Before the second and the third try, where the provider names no time. */
  pausesMs: readonly number[];
  /** How long a provider that says "later" is waited for, all pauses of a call together. */
  replyPatienceMs: number;
  answerPatienceMs: number;
};

/** The figures of DESIGN 5. A person who waits for a reply has less patience than a background step (C060: 15 s). */
export const defaultLimits: Limits = {
  firstByteMs: 120_000,
  betweenBytesMs: 30_000,
  usageMs: 2_000,
  longestReplyMs: 600_000,
  tries: 3,
  pausesMs: [500, 1_500],
  replyPatienceMs: 10_000,
  answerPatienceMs: 20_000,
};

/** Iterables that never throw: one `end` or `fault` is their last piece. */
export type Engine = {
  /** A reply: watched byte by byte, tried again only before its first text. */
  reply(endpoint: Endpoint, call: Call, signal?: AbortSignal): AsyncGenerator<Piece>;
  /** Background work: one deadline (`timeout_s`) for all tries together. */
  answer(endpoint: Endpoint, call: Call, signal?: AbortSignal): AsyncGenerator<Piece>;
  /** The names of the models that an address offers; asked once, within ten seconds. Never throws. */
  list(endpoint: Endpoint): Promise<{ models: string[] } | Fault>;
  /** Vectors of texts, all or none; one deadline (`timeout_s`) for all tries together, a single try with `once`. Never throws. */
  embed(
    endpoint: Endpoint,
    texts: readonly string[],
    options: { once?: boolean; signal?: AbortSignal | undefined },
  ): Promise<Vectors | Fault>;
};

/** Somebody waits for the list; milliseconds. */
const listMs = 10_000;

/** What was said once must not be said twice. */
const spoke = (piece: Piece) => piece.type === "text" || (piece.type === "end" && piece.calls.length > 0);

/** One call: how a try begins, what ends the whole of it, and how long it may pause. */
type Plan = { start: () => AsyncGenerator<Piece>; outer: Watch; patienceMs: number };

/** Milliseconds before the next try, or undefined where there is none. */
function pauseBefore(fault: Fault, tries: number, leftMs: number, limits: Limits, random: () => number) {
  if (!fault.again || tries >= limits.tries) return undefined;
  if (fault.retryAfter !== undefined) {
    const ms = fault.retryAfter * 1000;
    return ms > leftMs ? undefined : ms;
  }
  const ms = limits.pausesMs[tries - 1] ?? limits.pausesMs.at(-1) ?? 0;
  // Many companions share one provider: a little spread keeps their tries apart.
  return ms * (0.75 + random() * 0.5);
}

async function* tryAgain(plan: Plan, limits: Limits, random: () => number): AsyncGenerator<Piece> {
  let leftMs = plan.patienceMs;
  for (let tries = 1; ; tries += 1) {
    let said = false;
    let failed: Extract<Piece, { type: "fault" }> | undefined;
    for await (const piece of plan.start()) {
      said ||= spoke(piece);
      if (piece.type === "fault") failed = piece;
      else yield piece;
    }
    if (!failed) return;
    const ms = said ? undefined : pauseBefore(failed.fault, tries, leftMs, limits, random);
    if (ms === undefined) {
      yield failed;
      return;
    }
    leftMs -= ms;
    if (!(await pause(ms, plan.outer.signal))) {
      yield { type: "fault", fault: { reason: plan.outer.reason() ?? "aborted", again: false } };
      return;
    }
    yield { type: "again" };
  }
}

async function listOnce(connection: Connection, endpoint: Endpoint): Promise<{ models: string[] } | Fault> {
  const watch = createWatch(listMs, "deadline");
  try {
    return await connection.list(endpoint, watch);
  } finally {
    watch.close();
  }
}

/** `random`: 0 ≤ x < 1, spreads the pauses between tries. */
export function createEngine(limits: Limits, random: () => number): Engine {
  const connection = createConnection(limits);

  async function* ask(
    endpoint: Endpoint,
    call: Call,
    whole: { ms: number; reason: Reason; patienceMs: number; firstMs: number; firstReason: Reason },
    signal: AbortSignal | undefined,
  ): AsyncGenerator<Piece> {
    const outer = createWatch(whole.ms, whole.reason, signal ? { signal } : undefined);
    async function* start() {
      const watch = createWatch(whole.firstMs, whole.firstReason, outer);
      try {
        yield* connection.attempt(endpoint, call, watch);
      } finally {
        watch.close();
      }
    }
    try {
      yield* tryAgain({ start, outer, patienceMs: whole.patienceMs }, limits, random);
    } finally {
      outer.close();
    }
  }

  return {
    reply: (endpoint, call, signal) =>
      ask(
        endpoint,
        call,
        {
          ms: limits.longestReplyMs,
          reason: "stalled",
          patienceMs: limits.replyPatienceMs,
          firstMs: limits.firstByteMs,
          firstReason: "silent",
        },
        signal,
      ),
    answer(endpoint, call, signal) {
      const ms = endpoint.entry.timeout_s * 1000;
      const patienceMs = Math.min(limits.answerPatienceMs, ms);
      const whole = { ms, reason: "deadline", patienceMs, firstMs: ms, firstReason: "deadline" } as const;
      return ask(endpoint, call, whole, signal);
    },
    list: (endpoint) => listOnce(connection, endpoint),
    async embed(endpoint, texts, { once, signal }) {
      const ms = endpoint.entry.timeout_s * 1000;
      const watch = createWatch(ms, "deadline", signal ? { signal } : undefined);
      try {
        let leftMs = Math.min(limits.answerPatienceMs, ms);
        for (let tries = 1; ; tries += 1) {
          const told = await connection.embed(endpoint, texts, watch);
          if ("vectors" in told || once) return told;
          const pauseMs = pauseBefore(told, tries, leftMs, limits, random);
          if (pauseMs === undefined) return told;
          leftMs -= pauseMs;
          if (!(await pause(pauseMs, watch.signal)))
            return { reason: watch.reason() ?? "aborted", again: false };
        }
      } finally {
        watch.close();
      }
    },
  };
}
