// Asks the model whether to speak first: by the tool `decide`, by HEARTBEAT_OK, or simply by speaking (A143, A149, A150, R17).
import type { Deps } from "../deps.ts";
import { createMarkerFilter } from "../memory/marker.ts";
import { cleanSpoken } from "../memory/text.ts";
import {
  isSilence,
  readWrittenDecision,
  type WrittenDecision,
  withoutThoughts,
} from "../memory/written-decision.ts";
import type { ModelFailure, PromptMessage, ToolCall, ToolSpec } from "../model/models.ts";
import { wordsIn } from "../prompt/catalogue.ts";
import { DecideInput, DecideParameters } from "../schema/beat.ts";
import type { UsageCount } from "../schema/stream-event.ts";
import { parametersOf } from "../schema/tool.ts";
import type { Reader } from "./read-companion.ts";

/** What the model came to. `reason` is its own, where it gave one; `nextHours` its own next moment. */
export type Asked = {
  model: string;
  usage: UsageCount;
  reason?: string | undefined;
  nextHours?: number | undefined;
} & (
  | { outcome: "spoken"; text: string }
  | { outcome: "silent" }
  | { outcome: "failed"; failure: ModelFailure }
);

export const askLimits = {
  /** A beat that goes on beyond so many characters is cut off: nobody writes like that first. */
  characters: 3_000,
  /** What is kept of such a one. */
  kept: 600,
  rounds: 3,
  reasonCharacters: 200,
  /** Milliseconds for all rounds; a model that thinks for ever holds nobody. */
  patienceMs: 120_000,
} as const;

type Round = {
  text: string;
  silent: boolean;
  endless: boolean;
  calls: ToolCall[];
  /** A decision that stood in the text: not every model can call a tool. */
  written?: WrittenDecision | undefined;
  reasoning: string;
  finish: string;
  failure?: ModelFailure;
};

/**
 * Asks at most three rounds. Nothing is shown while the model speaks: only the end tells whether anything may be sent. A cut or
 * endless answer is taken up to its last whole line. Never throws for a model's failure.
 */
export async function askBeat(
  deps: Deps,
  reader: Reader,
  request: { messages: readonly PromptMessage[]; signal: AbortSignal; decide?: boolean },
): Promise<Asked> {
  const patience = new AbortController();
  const over = new AbortController();
  void deps.wait(askLimits.patienceMs, over.signal).then((whole) => whole && patience.abort());
  try {
    return await askRounds(deps, reader, request.messages, {
      signal: AbortSignal.any([request.signal, patience.signal]),
      decide: request.decide !== false,
    });
  } finally {
    over.abort();
  }
}

async function askRounds(
  deps: Deps,
  reader: Reader,
  first: readonly PromptMessage[],
  { signal, decide }: { signal: AbortSignal; decide: boolean },
): Promise<Asked> {
  const spent = { model: "", usage: { input_tokens: 0, cached_tokens: 0, output_tokens: 0 } as UsageCount };
  let messages = first;
  let said: DecideInput | undefined;
  for (let round = 1; ; round += 1) {
    const offered = decide && round < askLimits.rounds ? [decideTool(deps, reader)] : undefined;
    const answer = await oneRound(deps, reader, { messages, tools: offered, signal }, spent);
    said = readDecision(answer) ?? said;
    const base = { ...spent, reason: reasonOf(said), nextHours: said?.next_in_hours };
    if (said?.speak === false) return { ...base, outcome: "silent" };
    if (answer.failure) return { ...base, outcome: "failed", failure: answer.failure };
    if (answer.silent) return { ...base, outcome: "silent" };
    const begun = answer.endless ? answer.text.slice(0, askLimits.kept) : answer.text;
    const text = answer.endless || answer.finish === "length" ? wholeLines(begun) : answer.text.trim();
    if (text !== "") return { ...base, outcome: "spoken", text };
    const decided = answer.calls.length > 0 || answer.written !== undefined;
    if (!decided || round >= askLimits.rounds) return { ...base, outcome: "silent" };
    messages = [...messages, ...answersTo(answer, wordsIn(deps.prompts, reader.language)("beat_decide"))];
  }
}

function decideTool(deps: Deps, reader: Reader): ToolSpec {
  const words = wordsIn(deps.prompts, reader.language);
  const parameters = parametersOf(DecideParameters);
  const shapes = parameters.properties as Record<string, object>;
  const described = {
    speak: { ...shapes.speak, description: words("tool_decide_speak") },
    reason: { ...shapes.reason, description: words("tool_decide_reason") },
    next_in_hours: { ...shapes.next_in_hours, description: words("tool_decide_next_in_hours") },
  };
  return {
    type: "function",
    function: {
      name: "decide",
      description: words("tool_decide"),
      parameters: { ...parameters, properties: described },
    },
  };
}

async function oneRound(
  deps: Deps,
  reader: Reader,
  request: { messages: readonly PromptMessage[]; tools: ToolSpec[] | undefined; signal: AbortSignal },
  spent: { model: string; usage: UsageCount },
): Promise<Round> {
  const filter = createMarkerFilter({ heartbeat: true });
  const round: Round = { text: "", silent: false, endless: false, calls: [], reasoning: "", finish: "stop" };
  const enough = new AbortController();
  let length = 0;
  const events = deps.models.reply({
    companion: reader.user,
    role: "chat",
    messages: request.messages,
    ...(request.tools ? { tools: request.tools } : {}),
    ...(reader.config.models?.chat === undefined ? {} : { prefer: reader.config.models.chat }),
    language: reader.language,
    signal: AbortSignal.any([request.signal, enough.signal]),
  });
  for await (const event of events) {
    if (event.type === "text") {
      length += event.text.length;
      if (length <= askLimits.characters) filter.push(event.text);
      else enough.abort();
    } else if (event.type === "tool-calls") {
      Object.assign(round, { calls: event.calls, reasoning: event.reasoning });
    } else if (event.type !== "thinking") {
      spent.model = event.model || spent.model;
      spent.usage = addUsage(spent.usage, event.usage);
      if (event.type === "done") round.finish = event.finish;
      else if (!enough.signal.aborted) round.failure = event.failure;
    }
  }
  const end = filter.end();
  round.endless = enough.signal.aborted;
  const spoken = cleanSpoken(end.text).replace(/\p{Cs}/gu, "\ufffd");
  const { text, decision } = readWrittenDecision(spoken);
  return { ...round, text: isSilence(text) ? "" : text, silent: end.silent, written: decision };
}

function addUsage(a: UsageCount, b: UsageCount): UsageCount {
  return {
    input_tokens: a.input_tokens + b.input_tokens,
    cached_tokens: a.cached_tokens + b.cached_tokens,
    output_tokens: a.output_tokens + b.output_tokens,
  };
}

function readDecision({ calls, written }: Round): DecideInput | undefined {
  const decisions = calls.filter(({ name }) => name === "decide").map(({ arguments: text }) => parsed(text));
  const read = [written, ...decisions]
    .map((value) => DecideInput.safeParse(value))
    .findLast(({ success }) => success);
  return read?.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The reason as it is stored: one line, short, and without marks. */
function reasonOf(said: DecideInput | undefined): string | undefined {
  if (said?.reason === undefined) return undefined;
  const filter = createMarkerFilter();
  const reason = withoutThoughts(said.reason);
  const text = (filter.push(reason) + filter.end().text).replace(/\s+/g, " ").trim();
  const short = [...cleanSpoken(text)].slice(0, askLimits.reasonCharacters).join("");
  return short === "" ? undefined : short;
}

/** What is left of an answer that broke off: its whole lines; of a single line its whole sentences. */
function wholeLines(text: string): string {
  const end = text.lastIndexOf("\n");
  if (end > 0) return text.slice(0, end).trim();
  return /^[\s\S]*[。！？!?…]|^[\s\S]*\.(?=\s)/.exec(text)?.[0].trim() ?? "";
}

/** What follows an answer that decided and said nothing yet. `say`: how a decision goes with its words, where no tool can be answered. */
function answersTo(round: Round, say: string): PromptMessage[] {
  if (round.calls.length === 0)
    return [
      { role: "assistant", content: JSON.stringify(round.written) },
      { role: "user", content: say },
    ];
  const results = round.calls.map(
    ({ id, name }): PromptMessage => ({
      role: "tool",
      tool_call_id: id,
      content: name === "decide" ? "ok" : "There is no tool of this name here.",
    }),
  );
  return [
    { role: "assistant", content: round.text, tool_calls: round.calls, reasoning: round.reasoning },
    ...results,
  ];
}
