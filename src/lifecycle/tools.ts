// The tools a character may use, and what happens when it uses one. A tool can never reach config.json.
import type { Deps } from "../deps.ts";
import { fitHints } from "../memory/context-recall.ts";
import { counter, linesOf } from "../memory/context-text.ts";
import { isClosed } from "../memory/join.ts";
import type { PromptMessage, ToolCall, ToolSpec } from "../model/models.ts";
import type { PromptName } from "../prompt/catalogue.ts";
import { RemoveBeatInput, RemoveBeatParameters, SetBeatInput, SetBeatParameters } from "../schema/beat.ts";
import type { ToolExchange } from "../schema/message.ts";
import { NoInput, parametersOf, RecallMemoryInput } from "../schema/tool.ts";
import { localClock, localDate, localTime, partOfDay } from "../schema/zone.ts";
import { companion } from "../store/store.ts";
import { faultOf } from "./fault.ts";
import { beatsAhead, removePlannedBeat, setPlannedBeat } from "./plan-beat.ts";
import type { Reader } from "./read-companion.ts";
import { recall } from "./recall.ts";
import type { Outcome, Tool, ToolUse } from "./tool.ts";
import { othersRecalled } from "./tool-use.ts";
import { updateRelationship, updateSelfSoul } from "./tools-self.ts";
import { remember, searchTheWeb } from "./tools-world.ts";
import type { Turn } from "./turn.ts";

/** What a model reads of one tool result, in characters. */
const resultCharacters = 4_000;
/** Look-ups in one turn, and tokens of what one of them brings. */
const mostRecalls = 3;
const recallTokens = 600;

const getCurrentState: Tool = {
  name: "get_current_state",
  prompt: "tool_get_current_state",
  parameters: parametersOf(NoInput),
  described: {},
  async run(deps, reader) {
    const now = deps.clock.now();
    const core = await deps.store.read(companion(reader.user), "core_memory");
    const short = await deps.store.read(companion(reader.user), "short_term");
    const { level, heartbeat_hours, since, stage } = core.relationship;
    const state = {
      date: localDate(now, reader.zone),
      time: localClock(now, reader.zone),
      part_of_day: partOfDay(localTime(now, reader.zone).hour),
      time_zone: reader.zone,
      relationship: { level, heartbeat_hours, since: localDate(since, reader.zone), stage },
      bond: reader.config.bond.kind,
      messages_in_this_topic: isClosed(short) ? 0 : short.conversations.length,
      ...(await beatsAhead(deps, reader)),
    };
    return { ok: true, result: JSON.stringify(state) };
  },
};

/**
 * Looks in the past for what the model asks (R3, A88): hint lines as in the context, at most 600 tokens, at most 3 times a turn.
 * What stands in the request already is not brought again; what is brought is told as recalled.
 */
const recallMemory: Tool = {
  name: "recall_memory",
  prompt: "tool_recall_memory",
  parameters: parametersOf(RecallMemoryInput),
  described: { query: "tool_recall_memory_query" },
  async run(deps, reader, input, use) {
    const say = (name: PromptName) => deps.prompts.render(name, reader.language, {});
    const asked = RecallMemoryInput.safeParse(input);
    if (!asked.success) return { ok: false, result: 'The arguments must be {"query": "…"}, not empty.' };
    if (use.recalls >= mostRecalls) return { ok: false, result: say("recall_enough") };
    use.recalls += 1;
    if (!use.begun) return { ok: true, result: say("recall_none") };
    const found = await recall(deps, reader, { ...use.begun, text: asked.data.query, asked: true });
    const fresh = [...found.memories, ...found.knowledge].filter(({ id }) => !use.known.has(id));
    const { kept } = fitHints(fresh, recallTokens, counter());
    for (const { id } of kept) use.known.add(id);
    const brought = kept.flatMap(({ id }) => found.told.get(id) ?? []);
    use.recalled.push(...brought);
    if (await othersRecalled(deps, reader.user, brought)) use.mayWrite = false;
    return { ok: true, result: linesOf(kept).join("\n") || say("recall_none") };
  },
};

/** A beat of every day, at a minute of the person's clock (A162). */
const setScheduledHeartbeat: Tool = {
  name: "set_scheduled_heartbeat",
  prompt: "tool_set_scheduled_heartbeat",
  parameters: parametersOf(SetBeatParameters),
  described: {
    hour: "tool_set_scheduled_heartbeat_hour",
    minute: "tool_set_scheduled_heartbeat_minute",
    message_template: "tool_set_scheduled_heartbeat_message_template",
  },
  writes: true,
  async run(deps, reader, input) {
    const wish = SetBeatInput.safeParse(input);
    if (!wish.success)
      return { ok: false, result: "hour must be 0 to 23, minute 0 to 59, message_template a text." };
    const { outcome, planned } = await setPlannedBeat(deps, reader, wish.data);
    return { ok: outcome === "set", result: JSON.stringify({ outcome, scheduled: planned }) };
  },
};

const removeScheduledHeartbeat: Tool = {
  name: "remove_scheduled_heartbeat",
  prompt: "tool_remove_scheduled_heartbeat",
  parameters: parametersOf(RemoveBeatParameters),
  described: {
    hour: "tool_remove_scheduled_heartbeat_hour",
    minute: "tool_remove_scheduled_heartbeat_minute",
  },
  writes: true,
  async run(deps, reader, input) {
    const wish = RemoveBeatInput.safeParse(input);
    if (!wish.success) return { ok: false, result: "hour must be 0 to 23, minute 0 to 59." };
    const { removed, planned } = await removePlannedBeat(deps, reader, wish.data);
    return { ok: removed > 0, result: JSON.stringify({ removed, scheduled: planned }) };
  },
};

const tools: readonly Tool[] = [
  getCurrentState,
  recallMemory,
  setScheduledHeartbeat,
  removeScheduledHeartbeat,
  updateSelfSoul,
  updateRelationship,
  remember,
  searchTheWeb,
];

/** Calls of one round that are run; a model that sends more of them is told so. */
const mostCalls = 16;

/** What there is in this house and may be used as the turn stands. */
function offeredTools(deps: Deps, use: Pick<ToolUse, "mayWrite">): Tool[] {
  return tools.filter(({ writes, offered }) => (use.mayWrite || !writes) && (offered?.(deps) ?? true));
}

/** The tools offered in a turn, described in the companion's language (A166); the same in every turn that may write (prefix rule). */
export function toolSpecs(deps: Deps, reader: Reader, use: Pick<ToolUse, "mayWrite">): ToolSpec[] {
  const say = (prompt: PromptName) => deps.prompts.render(prompt, reader.language, {});
  return offeredTools(deps, use).map(({ name, prompt, parameters, described }) => {
    const properties = Object.entries(parameters.properties as Record<string, object>).map(([key, shape]) => {
      const words = described[key];
      return [key, words ? { ...shape, description: say(words) } : shape];
    });
    return {
      type: "function",
      function: {
        name,
        description: say(prompt),
        parameters: { ...parameters, properties: Object.fromEntries(properties) },
      },
    };
  });
}

/**
 * Runs the calls in their order. A call that is unknown or malformed is answered with what is wrong, never thrown. `calls` are
 * those that were answered, as they may be sent back: arguments that are no JSON object became an empty one (C069).
 */
export async function useTools(
  deps: Deps,
  turn: Turn,
  reader: Reader,
  calls: readonly ToolCall[],
  use: ToolUse,
): Promise<{ exchanges: ToolExchange[]; answers: PromptMessage[]; calls: ToolCall[] }> {
  const exchanges: ToolExchange[] = [];
  for (const [place, call] of calls.entries()) {
    const { id, name } = call;
    const sent = parseArguments(call.arguments) ? call.arguments : "{}";
    turn.emit({ event: "tool-call", data: { id, name, arguments: sent } });
    const { ok, result } =
      place < mostCalls
        ? await useTool(deps, reader, call, use)
        : { ok: false, result: "Too many calls at once." };
    exchanges.push({ id, name, arguments: sent, ok, result });
    turn.emit({ event: "tool-result", data: { id, name, ok, summary: result.slice(0, 200) } });
  }
  const answers = exchanges.map(
    (exchange): PromptMessage => ({ role: "tool", tool_call_id: exchange.id, content: exchange.result }),
  );
  return {
    exchanges,
    answers,
    calls: exchanges.map(({ id, name, arguments: sent }) => ({ id, name, arguments: sent })),
  };
}

async function useTool(deps: Deps, reader: Reader, call: ToolCall, use: ToolUse): Promise<Outcome> {
  const tool = tools.find(({ name, offered }) => name === call.name && (offered?.(deps) ?? true));
  if (!tool) {
    const names = offeredTools(deps, use).map(({ name }) => name);
    return { ok: false, result: `Unknown tool: there is no tool of this name. Tools: ${names.join(", ")}.` };
  }
  if (tool.writes && !use.mayWrite) return { ok: false, result: "This may not be done in this turn." };
  const input = parseArguments(call.arguments);
  if (!input) return { ok: false, result: "The arguments are not a JSON object." };
  const key = `${tool.name} ${JSON.stringify(input)}`;
  const before = tool.writes ? use.done.get(key) : undefined;
  if (before) return before;
  const outcome = await runTool(deps, reader, tool, input, use);
  if (tool.writes) use.done.set(key, outcome);
  return outcome;
}

async function runTool(
  deps: Deps,
  reader: Reader,
  tool: Tool,
  input: unknown,
  use: ToolUse,
): Promise<Outcome> {
  try {
    const { ok, result } = await tool.run(deps, reader, input, use);
    return { ok, result: result.slice(0, resultCharacters) };
  } catch (error) {
    deps.log.warn({ tool: tool.name, ...faultOf(error) }, "a tool failed");
    return { ok: false, result: "This did not work just now." };
  }
}

function parseArguments(text: string): Record<string, unknown> | undefined {
  if (text.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
