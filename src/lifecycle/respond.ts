// Lets the model speak: streams, runs its tools, splits its words into bubbles, and says how it ended.
import type { Deps } from "../deps.ts";
import type { BoundaryReason } from "../memory/boundary.ts";
import type { Danger } from "../memory/danger.ts";
import { createMarkerFilter } from "../memory/marker.ts";
import { createBubbleSplitter } from "../memory/reply.ts";
import { cleanSpoken } from "../memory/text.ts";
import { wholeCharacters } from "../memory/whole-characters.ts";
import type { ModelFailure, PromptMessage, ToolCall } from "../model/models.ts";
import type { Finish, Message } from "../schema/message.ts";
import type { UsageCount } from "../schema/stream-event.ts";
import type { Context } from "./assemble.ts";
import { backInCharacter, type Guard, guardOf } from "./boundary.ts";
import { addHelp, dangerReply, needsHelp } from "./danger-reply.ts";
import { type Delivery, startDelivery } from "./deliver.ts";
import { speakOffline } from "./offline.ts";
import type { Reader } from "./read-companion.ts";
import type { Received } from "./receive.ts";
import { type ErrorData, emptyReply, failureData } from "./reply-failure.ts";
import type { ToolUse } from "./tool.ts";
import { newToolUse } from "./tool-use.ts";
import { toolSpecs, useTools } from "./tools.ts";
import type { Turn } from "./turn.ts";

export type Reply = {
  reply_id: string;
  bubbles: Message[];
  topicEnded: boolean;
  model: string;
  usage: UsageCount;
  danger: boolean;
} & ({ outcome: "whole" | "cut" | "interrupted" | "skipped" } | { outcome: "failed"; error: ErrorData });

type Scene = {
  /** The talk is not kept (DESIGN 7). */
  private: boolean;
  reader: Reader;
  context: Context;
  received: Received;
  /** What came right before and is answered along with it. */
  before?: readonly Message[];
  danger: Danger | null;
  /** The bubbles that answer at once, without a model. */
  answer?: readonly string[] | undefined;
  /** The message asks for what lies outside the character's world. */
  outside: boolean;
  /** The character may leave it at having read (R10): what it says is held back until that is known. */
  maySkip?: boolean;
};

/** What one stream came to. */
type Round = {
  text: string;
  calls: ToolCall[];
  reasoning: string;
  ended: boolean;
  finish: "stop" | "length" | "tool_calls";
  failure?: ModelFailure;
  /** The model left it at having read. */
  skipped?: boolean;
  /** Why the words may not be said. */
  fault?: BoundaryReason | undefined;
};

const noUsage: UsageCount = { input_tokens: 0, cached_tokens: 0, output_tokens: 0 };

/** The tool loop has at most this many rounds (issue 1, A160–A166). */
const maximumRounds = 5;

/**
 * Answers the received message. Model failures are outcomes, never exceptions; only a storage failure throws. With no
 * model configured the companion answers from memory and says so (invariant 7).
 */
export async function respond(deps: Deps, turn: Turn, scene: Scene): Promise<Reply> {
  const reply_id = deps.newId();
  const state = { model: "", usage: noUsage };
  turn.emit({ event: "reply-start", data: { reply_id } });
  const delivery = startDelivery(deps, turn, {
    message: scene.received.message,
    also: turn.also,
    replyId: reply_id,
    model: () => state.model,
    pacing: scene.danger ? "instant" : (turn.request.pacing ?? scene.reader.config.pacing),
    speed: scene.reader.config.pacing_speed,
    recalled: scene.context.recalled,
  });
  const last = scene.answer
    ? sayAtOnce(scene.answer, delivery, state)
    : await speak(deps, turn, scene, delivery, state);
  const base = { reply_id, topicEnded: last.ended, danger: scene.danger !== null };
  if (last.skipped) return { ...base, ...state, bubbles: [], outcome: "skipped" };
  const ended = await conclude(deps, scene, delivery, last, state);
  const { bubbles, dropped } = await delivery.close(ended.finish);
  // Only now is it known: a paced reply is stopped while its last bubbles wait.
  if (dropped || last.failure?.code === "aborted") {
    const marked = await markInterrupted(deps, turn, bubbles);
    return { ...base, ...state, bubbles: marked, outcome: "interrupted" };
  }
  if (ended.outcome === "failed")
    return { ...base, ...state, bubbles, outcome: "failed", error: ended.error };
  return { ...base, ...state, bubbles, outcome: ended.outcome };
}

/** A pure command is answered in the character's own lines. */
function sayAtOnce(answer: readonly string[], delivery: Delivery, state: { model: string }): Round {
  state.model = "command";
  delivery.add(answer);
  return { text: answer.join("\n"), calls: [], reasoning: "", ended: false, finish: "stop" };
}

async function speak(
  deps: Deps,
  turn: Turn,
  scene: Scene,
  delivery: Delivery,
  state: { model: string; usage: UsageCount },
): Promise<Round> {
  let messages: readonly PromptMessage[] = scene.context.messages;
  let spoken = "";
  let retried = false;
  const guard = guardOf(deps, scene.reader, scene.received.message.content);
  const use = await newToolUse(deps, turn, scene.received, scene.context, scene.before);
  for (let round = 1; ; round++) {
    const last = await stream(
      deps,
      turn,
      scene,
      messages,
      delivery,
      state,
      guard,
      round < maximumRounds ? use : undefined,
    );
    if (last.fault)
      return mend(deps, turn, scene, { ...last, fault: last.fault, messages }, delivery, state, guard);
    spoken += last.text;
    if (last.failure?.code === "context_too_long" && !retried && spoken === "") {
      retried = true;
      messages = scene.context.smaller();
      continue;
    }
    // A model may call tools that it was not offered any more.
    const skipped = last.skipped === true && spoken.trim() === "";
    if (last.failure || last.calls.length === 0 || round >= maximumRounds)
      return { ...last, text: spoken, skipped };
    const used = await useTools(deps, turn, scene.reader, last.calls, use);
    delivery.addTools(used.exchanges, use.recalled.splice(0));
    messages = [
      ...messages,
      { role: "assistant", content: last.text, tool_calls: used.calls, reasoning: last.reasoning },
      ...used.answers,
    ];
  }
}

/** The words that were caught go; what is said instead is whole and checked. */
async function mend(
  deps: Deps,
  turn: Turn,
  { reader, danger }: Scene,
  caught: Round & { fault: BoundaryReason; messages: readonly PromptMessage[] },
  delivery: Delivery,
  state: { model: string; usage: UsageCount },
  guard: Guard,
): Promise<Round> {
  const said = delivery.withdraw();
  const { fault: reason, text, messages } = caught;
  const role = turn.request.thinking ? "reasoner" : "chat";
  const mended = danger
    ? { bubbles: dangerReply(deps, reader, danger), usage: noUsage, model: "" }
    : await backInCharacter(deps, reader, guard, { reason, text, messages, role, signal: turn.signal });
  state.model = mended.model || state.model;
  state.usage = addUsage(state.usage, mended.usage);
  // A beginning that went out already is not said twice.
  delivery.add(mended.bubbles.filter((bubble) => !said.includes(bubble)));
  return { text: mended.bubbles.join("\n"), calls: [], reasoning: "", ended: false, finish: "stop" };
}

async function stream(
  deps: Deps,
  turn: Turn,
  scene: Scene,
  messages: readonly PromptMessage[],
  delivery: Delivery,
  state: { model: string; usage: UsageCount },
  guard: Guard,
  use: ToolUse | undefined,
): Promise<Round> {
  const { config } = scene.reader;
  const filter = createMarkerFilter({ heartbeat: scene.maySkip === true });
  const splitter = createBubbleSplitter();
  const round: Round = { text: "", calls: [], reasoning: "", ended: false, finish: "stop" };
  const preview = (turn.request.pacing ?? config.pacing) === "instant";
  const whole = wholeCharacters();
  function say(raw: string): void {
    const text = cleanSpoken(whole.push(raw));
    if (text === "" || round.fault) return;
    round.text += text;
    const bubbles = splitter.push(text);
    round.fault = guard.whole(bubbles.join("\n")) ?? (preview ? guard.growing(round.text) : undefined);
    if (round.fault) {
      stop.abort();
      return;
    }
    if (preview) turn.emit({ event: "text-delta", data: { text } });
    delivery.add(bubbles);
    // A line that is followed by words is not the last one: it need not wait for the next to be complete.
    if (text.slice(text.lastIndexOf("\n") + 1).trim() !== "") delivery.release();
  }
  const stop = new AbortController();
  const events = deps.models.reply({
    companion: config.user_id ?? scene.reader.user,
    role: turn.request.thinking ? "reasoner" : "chat",
    messages,
    tools: use ? toolSpecs(deps, scene.reader, use) : undefined,
    prefer: config.models?.[turn.request.thinking ? "reasoner" : "chat"],
    thinking: turn.request.thinking,
    language: scene.reader.language,
    signal: AbortSignal.any([turn.signal, stop.signal]),
  });
  for await (const event of events) {
    if (event.type === "thinking") turn.emit({ event: "thinking-delta", data: { text: event.text } });
    else if (event.type === "text") say(filter.push(event.text));
    else if (event.type === "tool-calls")
      Object.assign(round, { calls: event.calls, reasoning: event.reasoning });
    else {
      state.model = event.model;
      state.usage = addUsage(state.usage, event.usage);
      if (event.type === "done") round.finish = event.finish;
      else round.failure = event.failure;
    }
  }
  const rest = filter.end();
  // Only a whole answer says so; what was said before it stays said.
  if (rest.silent && !round.failure && round.calls.length === 0) round.skipped = true;
  say(rest.text + whole.end());
  const left = splitter.end();
  round.fault ??= guard.whole(round.text);
  // The person's own stop goes before ours.
  if (round.fault && !turn.signal.aborted) return { ...round, failure: undefined };
  round.ended = rest.topicEnded && !round.failure && round.calls.length === 0;
  delivery.add(left);
  return { ...round, fault: undefined };
}

function addUsage(a: UsageCount, b: UsageCount): UsageCount {
  return {
    input_tokens: a.input_tokens + b.input_tokens,
    cached_tokens: a.cached_tokens + b.cached_tokens,
    output_tokens: a.output_tokens + b.output_tokens,
    ...(a.estimated || b.estimated ? { estimated: true } : {}),
  };
}

type Ending =
  | { outcome: "whole" | "cut"; finish: Finish }
  | { outcome: "failed"; finish: Finish; error: ErrorData };

/** What is still to be said after the model's last word, and how the reply counts. */
async function conclude(
  deps: Deps,
  scene: Scene,
  delivery: Delivery,
  last: Round,
  state: { model: string },
): Promise<Ending> {
  const { reader, danger } = scene;
  const silent = last.text.trim() === "";
  // Somebody in danger is answered whatever the model did, also where it said nothing at all.
  if (last.failure?.code === "no_model" || (danger && silent)) {
    state.model = "offline";
    delivery.add(
      danger
        ? dangerReply(deps, reader, danger)
        : await speakOffline(deps, reader, scene.received, scene.private, scene.outside),
    );
    return { outcome: "whole", finish: "stop" };
  }
  if (danger && needsHelp(reader, danger, last.text)) delivery.add(addHelp(reader, danger));
  if (last.failure) return { outcome: "failed", finish: "cut", error: failureData(last.failure) };
  if (silent) return { outcome: "failed", finish: "cut", error: emptyReply(reader.language) };
  return last.finish === "length" ? { outcome: "cut", finish: "cut" } : { outcome: "whole", finish: "stop" };
}

/** Where the person stopped the reply, the last bubble that went out is marked. */
async function markInterrupted(deps: Deps, turn: Turn, bubbles: readonly Message[]): Promise<Message[]> {
  const last = bubbles.at(-1);
  if (!last || last.finish) return [...bubbles];
  const marked: Message = { ...last, finish: "interrupted" };
  const meta = { by: "system" as const, cause: last.reply_id ?? last.message_id };
  if (!turn.privately) await deps.store.log.rewrite(turn.request.user, meta, { edit: [marked] });
  return [...bubbles.slice(0, -1), marked];
}
