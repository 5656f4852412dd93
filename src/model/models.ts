// THE PORT of the models. Engines stand behind it in openai.ts and extractive.ts; fallback.ts picks between them.
import type { z } from "zod";
import type { Id, Language, Seconds } from "../schema/common.ts";
import type { Message } from "../schema/message.ts";
import type { MidEntry } from "../schema/mid-term.ts";
import type { BackgroundRole, ModelRole } from "../schema/models.ts";
import type { UsageCount } from "../schema/stream-event.ts";

export type ToolCall = { id: string; name: string; arguments: string };

export type PromptMessage =
  | { role: "system" | "user"; content: string }
  | { role: "assistant"; content: string; tool_calls?: ToolCall[]; reasoning?: string }
  | { role: "tool"; tool_call_id: string; content: string };

/** OpenAI function format (A166). */
export type ToolSpec = {
  type: "function";
  function: { name: string; description: string; parameters: Record<string, unknown> };
};

export type ReplyRequest = {
  companion: Id;
  role: "chat" | "reasoner";
  /** Of the sentence in a failure; default "en". */
  language?: Language;
  messages: readonly PromptMessage[];
  tools?: readonly ToolSpec[];
  /** One model key that is preferred where it is configured (the companion's `models`). */
  prefer?: string;
  thinking?: boolean;
  signal?: AbortSignal;
};

/** Why a model gave nothing. `retryable`: the same call may succeed later. */
export type ModelFailure = {
  code:
    | "no_model"
    | "model_unreachable"
    | "model_refused"
    | "model_invalid"
    | "model_busy"
    | "context_too_long"
    | "aborted";
  /** For people; without keys, HTML or provider internals. */
  message: string;
  retryable: boolean;
  retryAfter?: Seconds;
  /** The provider's content filter stopped it: the very same request will hardly ever pass (C023). */
  filtered?: true;
  /** A model did answer, but so that it cannot be kept (nonsense, a refusal, too long): asking for ever would only cost. */
  unusable?: true;
  /** Key of the model entry that failed last. */
  model: string;
};

/**
 * A reply as it comes. The iterable NEVER throws: a failure is the last event. Exactly one `done` or `failed` ends it.
 * `done.finish`: "stop" whole, "length" the provider's cap was reached. A stream without finish_reason is `failed`
 * with code model_unreachable, whatever text came before (C048, C049). Text deltas are never empty.
 */
export type ModelEvent =
  | { type: "thinking"; text: string }
  | { type: "text"; text: string }
  | { type: "tool-calls"; calls: ToolCall[]; reasoning: string }
  | { type: "done"; finish: "stop" | "length" | "tool_calls"; usage: UsageCount; model: string }
  | { type: "failed"; failure: ModelFailure; usage: UsageCount; model: string };

/** What the extractive engine works on, since it reads no prompt. */
export type Material =
  | { role: "short_to_mid"; language: Language; messages: readonly Message[]; parts?: readonly string[] }
  | { role: "mid_to_long"; language: Language; entries: readonly MidEntry[]; timeZone?: string }
  | { role: "core_memory"; language: Language; messages: readonly Message[]; existing: readonly string[] }
  /** `messages`: statements of the person to be read by rules. */
  | { role: "facts"; language: Language; messages?: readonly Message[] }
  | { role: "self_soul" | "relationship"; language: Language };

export type AnswerRequest<T> = {
  companion: Id;
  role: BackgroundRole;
  messages: readonly PromptMessage[];
  /** Shape of the answer. Parsed after repair; the type of the value that comes out. */
  schema: z.ZodType<T>;
  /** Name of the field whose value is a list of entries, where a bare entry or a bare array is to be wrapped ("entries"). */
  list?: string;
  /** Content check after the schema: what is wrong, in words for the guided retry, or undefined. */
  check?: (value: T) => string | undefined;
  material: Material;
  /** "extractive": ask no model (R33, third failure). Default: a model, extractive only where none is configured. */
  engine?: "extractive";
  prefer?: string;
  signal?: AbortSignal;
};

export type Answered<T> =
  | {
      ok: true;
      value: T;
      by: "model" | "extractive";
      model: string;
      /**
       * True where a model was missing, so that a model should redo this later. Where the caller chose `engine:
       * "extractive"` it is false: only the caller knows whether a model failed before.
       */
      redo: boolean;
      usage: UsageCount;
      /** Language of the answer where it is not the one that was asked for, after one retry (C034). */
      language?: Language;
    }
  | { ok: false; failure: ModelFailure; usage: UsageCount };

/** One finished call, for the books: `record` is given to the engine by main.ts. */
export type UsageRecord = {
  companion: Id;
  role: ModelRole;
  model: string;
  usage: UsageCount;
  cost: number;
  currency: string;
  /** Our own estimate of a reply's input tokens, where the provider counted them: what the estimate is corrected by. */
  expected_input?: number | undefined;
};

export type ModelState = {
  role: ModelRole;
  /** Keys of the usable models in order; empty where none has a key. */
  ready: string[];
};

/** Texts that become vectors (A172). */
export type EmbedRequest = {
  companion: Id;
  texts: readonly string[];
  /** "memory": background work, tried again, within its share of the day's tokens. "query": somebody waits, asked once. */
  purpose: "memory" | "query";
  signal?: AbortSignal;
};

export type Embedded =
  | {
      ok: true;
      /** In the order of the texts, all of one length; undefined where the provider will not take this one text. */
      vectors: (Float32Array | undefined)[];
      /** Vectors of another space cannot be compared with these. */
      space: string;
      model: string;
      usage: UsageCount;
    }
  | { ok: false; failure: ModelFailure; usage: UsageCount };

export type Models = {
  reply(request: ReplyRequest): AsyncIterable<ModelEvent>;
  /** Never throws. A role without a usable model is answered by the extractive engine with redo: true. */
  answer<T>(request: AnswerRequest<T>): Promise<Answered<T>>;
  /** Never throws. None: nothing is embedded. */
  embed?(request: EmbedRequest): Promise<Embedded>;
  /** Names what the vectors of `embed` can be compared with; undefined where the role has no usable model. */
  embeddingSpace?(): string | undefined;
  /** Tokens that the model which would answer a reply now can read; undefined where none is usable. */
  window(role: "chat" | "reasoner", prefer?: string): number | undefined;
  /** Which roles have a usable model now. */
  state(): ModelState[];
  /**
   * One tiny call to the first usable model of a role, for the models page and `doctor`. `error` is one word for the
   * reason (no_model, key, balance, unknown_model, address, busy, unreachable, silent, deadline, …); `provider_error`
   * the provider's own sentence, without keys and HTML.
   */
  test(
    role: ModelRole,
  ): Promise<{ ok: boolean; model: string; ms: number; error?: string; provider_error?: string }>;
  /**
   * The names of the models that an address offers, for the models page. `api_key`: one that is not stored yet; left out, the
   * one that is bound to the same origin is sent. Never throws; `error` and `provider_error` as in `test`. None: nobody is asked.
   */
  list?(where: {
    base_url: string;
    api_key?: string | undefined;
  }): Promise<{ ok: boolean; models: string[]; error?: string; provider_error?: string }>;
  /** Local servers found by the probe (Ollama, LM Studio): offered, never switched on. */
  offers(): { name: string; base_url: string; models: string[] }[];
};
