// The way of background work: a model's answer, one guided retry, the next model, or the engine in code (the port's `answer`).
import { z } from "zod";
import type { Language } from "../schema/common.ts";
import type { UsageCount } from "../schema/stream-event.ts";
import { type Raw, type Reading, readAnswer } from "./answer.ts";
import type { Endpoint } from "./config.ts";
import { type Fault, failureOf } from "./failure.ts";
import type { House } from "./house.ts";
import type { Answered, AnswerRequest, Models, PromptMessage } from "./models.ts";
import type { Call } from "./request-body.ts";
import { stripThinking } from "./think-tags.ts";
import { addUsage, estimateUsage, noUsage } from "./usage.ts";

/** Background work wants the likely answer, not a lively one. */
const coolest = 0.3;
/** How much of a bad answer is shown to the model again, in characters. */
const shownAgain = 4_000;

type Heard = { raw: Raw } | { fault: Fault };
type Tried<T> = { value: T; language?: Language } | { fault: Fault; cause?: string };

const schemas = new WeakMap<z.ZodType, Record<string, unknown>>();

/** The JSON schema of an answer, for servers that take nothing less (LM Studio). */
function jsonSchemaOf(schema: z.ZodType): Record<string, unknown> {
  const known = schemas.get(schema);
  if (known) return known;
  const made = z.toJSONSchema(schema, { io: "output", target: "draft-7", unrepresentable: "any" });
  schemas.set(schema, made as Record<string, unknown>);
  return made as Record<string, unknown>;
}

/** One call, put together from its pieces and written into the books. */
async function hear<T>(
  house: House,
  request: AnswerRequest<T>,
  endpoint: Endpoint,
  messages: readonly PromptMessage[],
  count: (usage: UsageCount) => void,
): Promise<Heard> {
  const answer = { name: request.role, schema: jsonSchemaOf(request.schema) };
  const call: Call = { messages, stream: false, thinking: false, coolest, answer };
  let text = "";
  let thought = "";
  for await (const piece of house.engine.answer(endpoint, call, request.signal)) {
    if (piece.type === "text") text += piece.text;
    if (piece.type === "thinking") thought += piece.text;
    if (piece.type === "again") thought = "";
    if (piece.type !== "end" && piece.type !== "fault") continue;
    const heard = piece.type === "end" || text + thought !== "";
    const usage = piece.usage ?? (heard ? estimateUsage(messages, undefined, thought + text) : noUsage());
    house.record(request.companion, request.role, endpoint, usage);
    count(usage);
    return piece.type === "end" ? { raw: { text, finish: piece.finish } } : { fault: piece.fault };
  }
  return { fault: { reason: "cut", again: false } };
}

/** The same request with the bad answer and what is wrong with it. A cut or empty answer is not worth showing again. */
function guided(house: House, request: AnswerRequest<unknown>, raw: Raw, fault: string): PromptMessage[] {
  const content = house.options.guide(request.material.language, fault);
  const shown = raw.finish === "length" ? "" : (stripThinking(raw.text) ?? "").trim().slice(0, shownAgain);
  const messages = [...request.messages];
  if (shown !== "") return [...messages, { role: "assistant", content: shown }, { role: "user", content }];
  // Two messages of one side in a row are refused by some providers.
  const last = messages.at(-1);
  if (last?.role !== "user") return [...messages, { role: "user", content }];
  return [...messages.slice(0, -1), { role: "user", content: `${last.content}\n\n${content}` }];
}

function outcome<T>(reading: Reading<T>): Tried<T> {
  if (reading.ok)
    return { value: reading.value, ...(reading.stray === undefined ? {} : { language: reading.stray }) };
  const reason =
    reading.kind === "filtered" ? "filtered" : reading.kind === "refused" ? "declined" : "invalid";
  return { fault: { reason, again: false }, cause: reading.kind === "cut" ? "length" : reading.kind };
}

/** One model: a call, and where its answer cannot be used one more with the fault named. Each has its own deadline. */
async function tryModel<T>(
  house: House,
  request: AnswerRequest<T>,
  endpoint: Endpoint,
  count: (usage: UsageCount) => void,
): Promise<Tried<T>> {
  const first = await hear(house, request, endpoint, request.messages, count);
  if ("fault" in first) return first;
  const reading = readAnswer(first.raw, request);
  const tried = outcome(reading);
  const fault = reading.fault;
  if (fault === undefined || (!reading.ok && (reading.kind === "filtered" || reading.kind === "refused")))
    return tried;
  const messages = guided(house, request as AnswerRequest<unknown>, first.raw, fault);
  const second = await hear(house, request, endpoint, messages, count);
  const again = "fault" in second ? second : outcome(readAnswer(second.raw, request));
  // An answer in another language, or one whose last sentences were left out, is better than none (C034, A27).
  return "fault" in again && reading.ok ? tried : again;
}

async function inCode<T>(
  house: House,
  request: AnswerRequest<T>,
  redo: boolean,
  usage: UsageCount,
): Promise<Answered<T>> {
  const parsed = request.schema.safeParse(await house.options.extractive(request.material));
  if (parsed.success)
    return { ok: true, value: parsed.data, by: "extractive", model: "extractive", redo, usage };
  const failure = failureOf({ reason: "no_model", again: false }, "extractive", request.material.language);
  return { ok: false, failure, usage };
}

async function answer<T>(house: House, request: AnswerRequest<T>): Promise<Answered<T>> {
  let usage = noUsage();
  const count = (more: UsageCount) => {
    usage = addUsage(usage, more);
  };
  const { language } = request.material;
  const endpoints = request.engine === "extractive" ? [] : house.endpoints(request.role, request.prefer);
  const [first] = endpoints;
  if (!first) return inCode(house, request, request.engine !== "extractive", usage);
  if (house.options.backgroundAllowed?.(request.companion) === false)
    return { ok: false, failure: failureOf({ reason: "budget", again: false }, first.key, language), usage };
  let fault: Fault = { reason: "invalid", again: false };
  let model = first.key;
  for (const endpoint of endpoints) {
    const tried = await tryModel(house, request, endpoint, count);
    model = endpoint.key;
    if (!("fault" in tried)) {
      house.answered(endpoint);
      return { ok: true, ...tried, by: "model", model, redo: false, usage };
    }
    fault = tried.fault;
    house.failed(endpoint, request.role, fault, tried.cause);
    if (fault.reason === "aborted") break;
  }
  return { ok: false, failure: failureOf(fault, model, language), usage };
}

/** The port's `answer`: never throws; a mistake of our own, or of a request's `check`, is a logged failure. */
export function createAnswering(house: House): Models["answer"] {
  return async (request) => {
    try {
      return await answer(house, request);
    } catch (error) {
      house.options.log?.warn(
        { role: request.role, error: error instanceof Error ? error.name : typeof error },
        "an answer broke in our own code",
      );
      const failure = failureOf({ reason: "invalid", again: false }, "", request.material.language);
      return { ok: false, failure, usage: noUsage() };
    }
  };
}
