// What a tool of the character is, and what the tools of one turn share.
import type { Deps } from "../deps.ts";
import type { PromptName } from "../prompt/catalogue.ts";
import type { Message, Recalled } from "../schema/message.ts";
import type { Reader } from "./read-companion.ts";
import type { RecallRequest } from "./recall.ts";

/** What the tools of one turn share: where its recall began, what they have brought so far, and what they may still do. */
export type ToolUse = {
  begun: RecallRequest | undefined;
  recalls: number;
  /** Ids of what the request holds already. */
  known: Set<string>;
  /** Brought and not handed on yet. */
  recalled: Recalled[];
  /** What is answered, the last of it last: what is noted in this turn rests on these words. */
  messages: readonly Message[];
  /** The id of the last of them: what led to a change. */
  cause: string;
  /** False where strangers' words stand in the request, or nothing is to be kept: writing tools are withheld. */
  mayWrite: boolean;
  searches: number;
  /** The level has been changed in this turn: one step at a time. */
  moved: boolean;
  /** What writing calls of this turn came to, by name and arguments: the same call twice is done once. */
  done: Map<string, Outcome>;
  signal: AbortSignal;
};

export type Outcome = { ok: boolean; result: string };

export type Tool = {
  name: string;
  /** The prompt that describes it to the model. */
  prompt: PromptName;
  parameters: Record<string, unknown>;
  /** The prompts that describe its parameters. */
  described: Readonly<Record<string, PromptName>>;
  /** It changes something that outlasts the turn. */
  writes?: true;
  /** False: it is not offered in this house. */
  offered?: (deps: Deps) => boolean;
  /** Writes nothing but through a commit. Returns what the model reads. Malformed input is an outcome. */
  run: (deps: Deps, reader: Reader, input: unknown, use: ToolUse) => Promise<Outcome>;
};
