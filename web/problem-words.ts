// A failure in the person's words: what happened, what is safe, what to do. Pure.
import { ApiFailure } from "./api.ts";
import type { Problem } from "./conversation.ts";
import type { Words } from "./words-zh.ts";

/** Codes that say: the models, not the house. */
const modelCodes = new Set(["model_unreachable", "model_refused", "model_invalid", "context_too_long"]);

/** Why a message was not sent. It is kept here in every case, and the words say so. */
export function unsentWords(problem: Problem, words: Words): string {
  if (problem.code === "offline") return words.failed.offline;
  if (problem.code === "conflict") return words.failed.conflict;
  if (problem.code === "rate_limited") return words.failed.wait(Math.ceil(problem.retryAfter ?? 10));
  return words.failed.send;
}

/** Why a message that is safe has no answer. */
export function unansweredWords(problem: Problem, name: string, words: Words): string {
  const head = words.failed.reply(name);
  if (problem.code === "offline") return head;
  if (modelCodes.has(problem.code)) return `${head}${words.gap}${words.failed.models}`;
  if (problem.code === "model_busy" || problem.code === "rate_limited") {
    return `${head}${words.gap}${words.failed.busy}`;
  }
  return head;
}

/** Why something could not be read. */
export function loadWords(cause: unknown, words: Words): string {
  if (!(cause instanceof ApiFailure)) return words.failed.unknown;
  if (cause.code === "rate_limited") return words.failed.wait(Math.ceil(cause.retryAfter ?? 10));
  if (cause.status === 404) return words.failed.gone;
  return words.failed.load;
}

/** Why something could not be saved. The server's own words where they are about what the person wrote. */
export function saveWords(cause: unknown, words: Words): string {
  if (!(cause instanceof ApiFailure)) return words.failed.unknown;
  if (cause.code === "rate_limited") return words.failed.wait(Math.ceil(cause.retryAfter ?? 10));
  return words.failed.save;
}

/** What a refused registration asks for. The server answers 403 and names the field in code, details or message. */
export function entryNeeds(failure: ApiFailure): "setup_code" | "invite" | null {
  if (failure.status !== 403) return null;
  const told = `${failure.code} ${JSON.stringify(failure.details ?? null)} ${failure.message}`;
  if (/setup/i.test(told)) return "setup_code";
  return /invit/i.test(told) ? "invite" : null;
}
