// Sorts what a provider's answer, a broken connection or a stream's error event means into our own reasons (DESIGN 5, cases upstream-error).
import { APIError } from "openai";
import type { Fault, Reason } from "./failure.ts";

const contextWords =
  /context[_ -]?(?:length|window|size)|maximum context|too many (?:input )?tokens|prompt is too long|reduce the length|range of input length|max(?:imum)? (?:input|prompt|message) tokens|input (?:is )?too long|exceed[a-z]* (?:the )?(?:available )?context|超[过出].{0,8}(?:上下文|长度)|上下文.{0,6}(?:过长|超)/i;
const filterWords =
  /content[_ ]?filter|content[_ ]?policy|data_?inspection|inappropriate content|content exists risk|sensitive|moderation|内容安全|敏感|违规/i;
const balanceWords =
  /insufficient[_ ]?(?:quota|balance|funds)|arrear|overdue|payment required|exceeded your current quota|欠费|余额/i;
const busyWords = /overload|rate[_ ]?limit|too many requests|capacity|try again later|繁忙|限流/i;

/** Longest message of a provider that is shown on the models page, in characters. */
const shownLength = 300;

/**
 * The provider's own message for the models page and `doctor`: one line, without tags, keys or the rest of an HTML body.
 * Undefined where it sent none as JSON.
 */
export function providerWords(body: unknown, apiKey = ""): string | undefined {
  const message = typeof body === "string" ? body : fieldOf(body, "message");
  if (typeof message !== "string" || /<\/?(?:html|body|head|!doctype)/i.test(message)) return undefined;
  const line = message
    .replaceAll(apiKey === "" ? "\u0000" : apiKey, "***")
    .replace(/\b(?:sk|ak|key)-[\w*-]{4,}/gi, "***")
    .replace(/<[^<>]*>/g, "")
    .replace(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, shownLength);
  return line === "" ? undefined : line;
}

function fieldOf(value: unknown, field: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[field] : undefined;
}

/** Seconds of a Retry-After header: a number, or a date measured against the answer's own Date header. */
export function retryAfterOf(headers: Headers | undefined): number | undefined {
  const milliseconds = Number(headers?.get("retry-after-ms") ?? Number.NaN);
  if (Number.isFinite(milliseconds)) return Math.max(0, milliseconds / 1000);
  const value = headers?.get("retry-after");
  if (!value) return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(value)) return Number(value);
  const distance = (Date.parse(value) - Date.parse(headers?.get("date") ?? "")) / 1000;
  return Number.isFinite(distance) ? Math.max(0, distance) : undefined;
}

const repeatable = (status: number) => status === 408 || status === 409 || status === 429 || status >= 500;

function reasonOf(status: number, said: string): Reason {
  if (balanceWords.test(said) || status === 402) return "balance";
  if (status === 400 || status === 413 || status === 422 || status === 500) {
    if (contextWords.test(said)) return "too_long";
    if (filterWords.test(said)) return "filtered";
  }
  if (status === 413) return "too_long";
  if (status === 401 || status === 403) return filterWords.test(said) ? "filtered" : "key";
  if (status === 404) return "unknown_model";
  if (status === 429 || status === 503 || status === 529) return "busy";
  if (repeatable(status)) return busyWords.test(said) ? "busy" : "unreachable";
  return status >= 300 && status < 400 ? "address" : "refused";
}

/** What an HTTP status with a provider's error object means. */
export function faultOfStatus(status: number, error: unknown, headers?: Headers, apiKey?: string): Fault {
  const said = [fieldOf(error, "code"), fieldOf(error, "type"), fieldOf(error, "message")].join(" ");
  const reason = reasonOf(status, said);
  const retryAfter = retryAfterOf(headers);
  const providerError = providerWords(error, apiKey);
  return {
    reason,
    again: repeatable(status) && (reason === "busy" || reason === "unreachable"),
    status,
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...(providerError === undefined ? {} : { providerError }),
  };
}

/** An error object that arrives inside a stream or a 200 answer (C047): its code may be a status, a word, or absent. */
export function faultOfEvent(error: unknown, apiKey?: string): Fault {
  const code = Number(fieldOf(error, "code") ?? fieldOf(error, "status"));
  if (Number.isInteger(code) && code >= 400 && code < 600)
    return faultOfStatus(code, error, undefined, apiKey);
  const said = JSON.stringify(error ?? "");
  const status = contextWords.test(said) || filterWords.test(said) ? 400 : busyWords.test(said) ? 503 : 500;
  return faultOfStatus(status, error, undefined, apiKey);
}

/** What a thrown error means: the client's own with a status, or a broken connection. */
export function faultOfError(error: unknown, apiKey?: string): Fault {
  if (error instanceof APIError && typeof error.status === "number")
    return faultOfStatus(error.status, error.error, error.headers, apiKey);
  return { reason: "unreachable", again: true };
}
