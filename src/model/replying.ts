// The way of a reply: one model after the other until one speaks, then its words as they come (the port's `reply`).
import type { UsageCount } from "../schema/stream-event.ts";
import type { Endpoint } from "./config.ts";
import { type Fault, failureOf } from "./failure.ts";
import type { House } from "./house.ts";
import type { ModelEvent, Models, ReplyRequest, ToolCall } from "./models.ts";
import type { Call } from "./request-body.ts";
import type { Piece } from "./stream-reading.ts";
import { createThinkFilter } from "./think-tags.ts";
import { addUsage, estimateUsage, noUsage } from "./usage.ts";

/** How one model's turn ended where it did not end well. */
type Failed = { fault: Fault; spoke: boolean; usage: UsageCount };

/** A thinking chat is a chat with its switch on; the reasoner thinks unless told otherwise. */
function callOf(request: ReplyRequest): Call {
  const thinking = request.thinking ?? request.role === "reasoner";
  return { messages: request.messages, tools: request.tools, stream: true, thinking };
}

/** Keeps what one model has said, and tells thought from speech. */
function createHearing(request: ReplyRequest) {
  const filter = createThinkFilter();
  let spoken = "";
  let thought = "";
  function* events(thinking: string, text: string): Generator<ModelEvent> {
    if (thinking !== "") yield { type: "thinking", text: thinking };
    if (text !== "") yield { type: "text", text };
    thought += thinking;
    spoken += text;
  }
  return {
    *hear(piece: Piece): Generator<ModelEvent> {
      if (piece.type === "thinking") yield* events(piece.text, "");
      else if (piece.type === "text") {
        const { thinking, text } = filter.push(piece.text);
        yield* events(thinking, text);
      } else if (piece.type === "again") thought = "";
    },
    /** What the think filter held back. */
    *rest(): Generator<ModelEvent> {
      const { thinking, text } = filter.end();
      yield* events(thinking, text);
    },
    spoke: () => spoken.trim() !== "",
    thought: () => thought,
    usage(counted: UsageCount | undefined, calls: readonly ToolCall[] = []): UsageCount {
      if (counted) return counted;
      const called = calls.map((call) => call.name + call.arguments).join("");
      return estimateUsage(request.messages, request.tools, thought + spoken + called);
    },
  };
}

async function* replyOf(
  house: House,
  request: ReplyRequest,
  endpoint: Endpoint,
): AsyncGenerator<ModelEvent, Failed | undefined> {
  const hearing = createHearing(request);
  for await (const piece of house.engine.reply(endpoint, callOf(request), request.signal)) {
    yield* hearing.hear(piece);
    if (piece.type !== "end" && piece.type !== "fault") continue;
    yield* hearing.rest();
    const calls = piece.type === "end" ? piece.calls : [];
    const empty = piece.type === "end" && calls.length === 0 && !hearing.spoke();
    if (piece.type === "fault" || empty) {
      const fault: Fault = piece.type === "fault" ? piece.fault : { reason: "empty", again: false };
      // Nothing is guessed for a call of which not a word arrived: most such calls are free.
      const heard = piece.usage || hearing.spoke() || hearing.thought() !== "";
      const usage = heard ? hearing.usage(piece.usage) : noUsage();
      house.record(request.companion, request.role, endpoint, usage);
      house.failed(endpoint, request.role, fault);
      return { fault, spoke: hearing.spoke(), usage };
    }
    const usage = hearing.usage(piece.usage, calls);
    const expected = piece.usage
      ? estimateUsage(request.messages, request.tools, "").input_tokens
      : undefined;
    house.record(request.companion, request.role, endpoint, usage, expected);
    house.answered(endpoint);
    if (calls.length > 0) yield { type: "tool-calls", calls, reasoning: hearing.thought() };
    const finish = piece.finish === "length" || piece.finish === "tool_calls" ? piece.finish : "stop";
    yield { type: "done", finish, usage, model: endpoint.key };
    return undefined;
  }
  return { fault: { reason: "cut", again: false }, spoke: hearing.spoke(), usage: noUsage() };
}

/**
 * Whether the next model is worth a call: never after a first word, an abort, or where the next window is no larger than
 * the one that was too small.
 */
function goesOn(failed: Failed, endpoint: Endpoint, next: Endpoint | undefined): boolean {
  if (!next || failed.spoke || failed.fault.reason === "aborted") return false;
  return failed.fault.reason !== "too_long" || next.entry.context_tokens > endpoint.entry.context_tokens;
}

async function* reply(house: House, request: ReplyRequest): AsyncGenerator<ModelEvent> {
  const own = house.endpoints(request.role, request.prefer);
  // Without a reasoner the chat model thinks.
  const endpoints = own.length > 0 ? own : house.endpoints("chat", request.prefer);
  let usage = noUsage();
  let model = "";
  let fault: Fault = { reason: "no_model", again: false };
  for (const [place, endpoint] of endpoints.entries()) {
    const failed = yield* replyOf(house, request, endpoint);
    if (!failed) return;
    model = endpoint.key;
    fault = failed.fault;
    usage = addUsage(usage, failed.usage);
    if (!goesOn(failed, endpoint, endpoints[place + 1])) break;
  }
  yield { type: "failed", failure: failureOf(fault, model, request.language), usage, model };
}

/** The port's `reply`: never throws, even where this room makes a mistake; the person would wait for ever. */
export function createReplying(house: House): Models["reply"] {
  return async function* (request) {
    let ended = false;
    try {
      for await (const event of reply(house, request)) {
        ended = event.type === "done" || event.type === "failed";
        yield event;
      }
    } catch (error) {
      house.options.log?.warn(
        { error: error instanceof Error ? error.name : typeof error },
        "a reply broke in our own code",
      );
      if (ended) return;
      const failure = failureOf({ reason: "invalid", again: false }, "", request.language);
      yield { type: "failed", failure, usage: noUsage(), model: "" };
    }
  };
}
