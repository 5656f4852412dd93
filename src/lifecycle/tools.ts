// The tools a character may use, and what happens when it uses one. A tool can never reach config.json.
import type { Deps } from "../deps.ts";
import { isClosed } from "../memory/join.ts";
import type { PromptMessage, ToolCall, ToolSpec } from "../model/models.ts";
import type { PromptName } from "../prompt/catalogue.ts";
import type { ToolExchange } from "../schema/message.ts";
import { localClock, localDate, localTime, partOfDay } from "../schema/zone.ts";
import { companion } from "../store/store.ts";
import { faultOf } from "./fault.ts";
import type { Reader } from "./read-companion.ts";
import type { Turn } from "./turn.ts";

type Tool = {
  name: string;
  /** The prompt that describes it to the model. */
  prompt: PromptName;
  parameters: Record<string, unknown>;
  /** Writes nothing but through a commit. Returns what the model reads. */
  run: (deps: Deps, reader: Reader, input: Record<string, unknown>) => Promise<unknown>;
};

/** What a model reads of one tool result, in characters. */
const resultCharacters = 2_000;

const getCurrentState: Tool = {
  name: "get_current_state",
  prompt: "tool_get_current_state",
  parameters: { type: "object", properties: {}, required: [], additionalProperties: false },
  async run(deps, reader) {
    const now = deps.clock.now();
    const core = await deps.store.read(companion(reader.user), "core_memory");
    const short = await deps.store.read(companion(reader.user), "short_term");
    const { level, heartbeat_hours, since, stage } = core.relationship;
    return {
      date: localDate(now, reader.zone),
      time: localClock(now, reader.zone),
      part_of_day: partOfDay(localTime(now, reader.zone).hour),
      time_zone: reader.zone,
      relationship: { level, heartbeat_hours, since: localDate(since, reader.zone), stage },
      bond: reader.config.bond.kind,
      messages_in_this_topic: isClosed(short) ? 0 : short.conversations.length,
    };
  },
};

const tools: readonly Tool[] = [getCurrentState];

/** The tools offered in a turn, described in the companion's language (A166). */
export function toolSpecs(deps: Deps, reader: Reader): ToolSpec[] {
  return tools.map(({ name, prompt, parameters }) => ({
    type: "function",
    function: { name, description: deps.prompts.render(prompt, reader.language, {}), parameters },
  }));
}

/** Runs the calls in their order. A call that is unknown or malformed is answered with what is wrong, never thrown. */
export async function useTools(
  deps: Deps,
  turn: Turn,
  reader: Reader,
  calls: readonly ToolCall[],
): Promise<{ exchanges: ToolExchange[]; answers: PromptMessage[] }> {
  const exchanges: ToolExchange[] = [];
  for (const call of calls) {
    turn.emit({ event: "tool-call", data: { id: call.id, name: call.name, arguments: call.arguments } });
    const { ok, result } = await useTool(deps, reader, call);
    exchanges.push({ id: call.id, name: call.name, arguments: call.arguments, ok, result });
    turn.emit({
      event: "tool-result",
      data: { id: call.id, name: call.name, ok, summary: result.slice(0, 200) },
    });
  }
  const answers = exchanges.map(
    (exchange): PromptMessage => ({ role: "tool", tool_call_id: exchange.id, content: exchange.result }),
  );
  return { exchanges, answers };
}

async function useTool(deps: Deps, reader: Reader, call: ToolCall): Promise<{ ok: boolean; result: string }> {
  const tool = tools.find((candidate) => candidate.name === call.name);
  if (!tool)
    return {
      ok: false,
      result: `There is no tool of this name. Tools: ${tools.map(({ name }) => name).join(", ")}.`,
    };
  const input = parseArguments(call.arguments);
  if (!input) return { ok: false, result: "The arguments are not a JSON object." };
  try {
    const result = JSON.stringify(await tool.run(deps, reader, input));
    return { ok: true, result: result.slice(0, resultCharacters) };
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
