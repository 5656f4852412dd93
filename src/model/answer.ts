// Text -> value: every step between what a model wrote and an answer that may be kept (DESIGN 5). Pure.
import type { z } from "zod";
import type { Language } from "../schema/common.ts";
import { isLongerThanSource, isRefusal, memoryTexts, saysNothing, strayLanguage } from "./answer-checks.ts";
import { fillEntries, shapesOf } from "./answer-shape.ts";
import { inForm, isTooLong } from "./answer-summary.ts";
import { findCandidates, parseCandidate } from "./answer-text.ts";
import type { Finish } from "./chunk.ts";
import type { AnswerRequest } from "./models.ts";
import { stripThinking } from "./think-tags.ts";

export type Raw = { text: string; finish: Finish };

/** What an answer is to be. */
export type Wanted<T> = Pick<AnswerRequest<T>, "schema" | "list" | "check" | "material">;

/**
 * An answer that may be kept, or what is wrong with it. `stray`: it is whole, but in another language than asked for;
 * one more try is worth it, then it is kept with the flag (C034). A summary over 200 characters is worth one more try too; the
 * value holds as many of its sentences as fit (A27). `fault`: in words for the guided retry.
 * "filtered" and "refused" are final for the same request (C021, C023).
 */
export type Reading<T> =
  | { ok: true; value: T; stray?: Language; fault?: string }
  | { ok: false; kind: "cut" | "filtered" | "refused" | "empty" | "shape" | "content"; fault: string };

const words = {
  zh: {
    cut: "还没写完就到了长度上限。请写得更短。",
    filtered: "被内容审核拦下了。",
    refused: "没有给出要求的内容。",
    empty: "里面没有答案，只有思考过程或空白。",
    noJson: "里面没有 JSON 对象。",
    fields: (paths: string) => `这些字段缺失或写法不对：${paths}。`,
    nothing: "几乎没有信息。请写出谈到的具体的人、事、时间和约定。",
    long: "比原文还长。请只留要点。",
    tooLong: "summary 超过了 200 字。请压到 200 字以内：先写事实，再写说定的和还没定的，次要的舍去。",
    stray: "语言不对，请用中文写。",
  },
  en: {
    cut: "it ran into the length limit before it was finished. Write less.",
    filtered: "the content filter stopped it.",
    refused: "it does not give what was asked for.",
    empty: "there is no answer in it, only thinking or blanks.",
    noJson: "there is no JSON object in it.",
    fields: (paths: string) => `these fields are missing or wrongly written: ${paths}.`,
    nothing: "it says next to nothing. Name the people, things, times and promises that were spoken of.",
    long: "it is longer than what it sums up. Keep only what matters.",
    tooLong:
      "the summary is over 200 characters. Bring it within 200 (some 35 words): facts first, then what was agreed and what is open; leave out what matters least.",
    stray: "it is in the wrong language. Write in English.",
  },
} as const;

type Parsed<T> = { ok: true; value: T } | { ok: false; issues: string[] };

const rooted = "(root)";

function pathsOf(error: z.ZodError): string[] {
  return [...new Set(error.issues.map((issue) => issue.path.join(".") || rooted))].slice(0, 8);
}

/** The first shape of one candidate that fits the schema; else the complaints about the shape that is likeliest meant. */
function fitting<T>(value: unknown, wanted: Wanted<T>): Parsed<T> {
  let issues: string[] | undefined;
  for (const shape of shapesOf(value, wanted.list)) {
    const parsed = wanted.schema.safeParse(fillEntries(shape, wanted.material));
    if (parsed.success) return { ok: true, value: parsed.data };
    issues ??= pathsOf(parsed.error);
  }
  return { ok: false, issues: issues ?? [] };
}

/** The first candidate that fits wins (C005); of those that do not, the longest is complained about. */
function firstFitting<T>(text: string, wanted: Wanted<T>): Parsed<T> | undefined {
  let longest = 0;
  let complaint: Parsed<T> | undefined;
  for (const candidate of findCandidates(text)) {
    const parsed = parseCandidate(candidate);
    const found = parsed && fitting(parsed.value, wanted);
    if (!found) continue;
    if (found.ok) return found;
    if (found.issues.length > 0 && candidate.length > longest) {
      longest = candidate.length;
      complaint = found;
    }
  }
  return complaint;
}

/** A summary as it is kept (A27, A68); every other answer is kept as it is. */
function formed<T>(value: T, { material }: Wanted<T>): { value: T; tooLong: boolean } {
  const { summary } = (typeof value === "object" && value !== null ? value : {}) as { summary?: unknown };
  if (material.role !== "short_to_mid" || typeof summary !== "string") return { value, tooLong: false };
  return { value: { ...value, summary: inForm(summary) }, tooLong: isTooLong(summary) };
}

const summing: ReadonlySet<string> = new Set(["short_to_mid", "mid_to_long", "self_soul"]);

function judge<T>(value: T, wanted: Wanted<T>): Reading<T> {
  const { material } = wanted;
  const say = words[material.language];
  const texts = memoryTexts(material, value);
  if (texts.some(isRefusal)) return { ok: false, kind: "refused", fault: say.refused };
  // "恐高" is a whole core memory, but no summary of a talk.
  if (summing.has(material.role) && texts.some(saysNothing))
    return { ok: false, kind: "content", fault: say.nothing };
  if (texts.some((text) => isLongerThanSource(material, text)))
    return { ok: false, kind: "content", fault: say.long };
  const fault = wanted.check?.(value);
  if (fault !== undefined) return { ok: false, kind: "content", fault };
  const stray = strayLanguage(material, texts);
  const kept = formed(value, wanted);
  const reading = { ok: true, value: kept.value } as const;
  if (kept.tooLong) return { ...reading, ...(stray === undefined ? {} : { stray }), fault: say.tooLong };
  return stray === undefined ? reading : { ...reading, stray, fault: say.stray };
}

/**
 * Reads one answer. An answer that was cut or filtered is never repaired into one (C019, C023), and thinking is none
 * (C011, C017). What the request's own `check` throws is our mistake and passes through.
 */
export function readAnswer<T>(raw: Raw, wanted: Wanted<T>): Reading<T> {
  const say = words[wanted.material.language];
  if (raw.finish === "filtered") return { ok: false, kind: "filtered", fault: say.filtered };
  if (raw.finish === "length") return { ok: false, kind: "cut", fault: say.cut };
  const text = stripThinking(raw.text);
  if (text === undefined || text.trim() === "") return { ok: false, kind: "empty", fault: say.empty };
  const found = firstFitting(text, wanted);
  if (found?.ok) return judge(found.value, wanted);
  if (!found && isRefusal(text)) return { ok: false, kind: "refused", fault: say.refused };
  const fault = found ? say.fields(found.issues.join(", ")) : say.noJson;
  return { ok: false, kind: "shape", fault };
}
