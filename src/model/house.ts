// What replies and answers share: the settings as they are now, the engine, the books, and which model is down.
import type { Id, Language } from "../schema/common.ts";
import type { ModelRole, ModelsConfig, Secrets } from "../schema/models.ts";
import type { UsageCount } from "../schema/stream-event.ts";
import { createCircuit } from "./circuit.ts";
import { type Endpoint, endpointsOf, type Keys, type SingleModel } from "./config.ts";
import type { Fault } from "./failure.ts";
import type { Material, UsageRecord } from "./models.ts";
import { createEngine, defaultLimits, type Engine, type Limits } from "./openai.ts";
import type { Offer } from "./probe.ts";
import { costOf } from "./usage.ts";

export type ModelsOptions = {
  /** Asked at each use, so that a PUT of models.json works at once. */
  config: () => ModelsConfig;
  secrets?: () => Secrets;
  environment?: Readonly<Record<string, string | undefined>>;
  /** OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_MODEL, EMBEDDING_MODEL. */
  single?: SingleModel;
  /** The engine in code, which may take its time. What it gives is checked against the request's schema. */
  extractive: (material: Material) => unknown;
  /** The words of the guided retry around a fault (prompt `guided_retry`). */
  guide: (language: Language, fault: string) => string;
  /** Every call that used tokens, for the books. */
  record?: (record: UsageRecord) => void;
  /** False where the day's background tokens, or this share of them, are used up. */
  backgroundAllowed?: (companion: Id, share?: number) => boolean;
  offers?: () => Offer[];
  /** A clock for distances only: the circuit, and `ms` of a test. */
  milliseconds: () => number;
  random?: () => number;
  limits?: Partial<Limits>;
  log?: { warn(fields: object, message: string): void };
};

/** The rooms' common ground; one for each `createModels`. */
export type House = {
  engine: Engine;
  options: ModelsOptions;
  /** The usable models of a role, those that fail lately last. */
  endpoints(role: ModelRole, prefer?: string): Endpoint[];
  /** `cause`: what was wrong with an answer that came, for the log (C017). */
  failed(endpoint: Endpoint, role: ModelRole, fault: Fault, cause?: string): void;
  answered(endpoint: Endpoint): void;
  /** `expected`: our own estimate of the input tokens that the provider counted. */
  record(companion: Id, role: ModelRole, endpoint: Endpoint, usage: UsageCount, expected?: number): void;
};

export function createHouse(options: ModelsOptions): House {
  const engine = createEngine({ ...defaultLimits, ...options.limits }, options.random ?? (() => 0.5));
  const circuit = createCircuit(options.milliseconds);
  return {
    engine,
    options,
    endpoints: (role, prefer) => circuit.order(endpointsOf(role, options.config(), keysOf(options), prefer)),
    failed(endpoint, role, fault, cause) {
      circuit.failed(endpoint.key, fault.reason);
      const { reason, status } = fault;
      options.log?.warn({ model: endpoint.key, role, reason, status, cause }, "a model gave no answer");
    },
    answered: (endpoint) => circuit.answered(endpoint.key),
    record(companion, role, endpoint, usage, expected) {
      if (usage.input_tokens + usage.output_tokens === 0) return;
      const { cost, currency } = costOf(endpoint.entry, usage);
      const model = endpoint.key;
      options.record?.({ companion, role, model, usage, cost, currency, expected_input: expected });
    },
  };
}

/** Where the keys are, read anew at each use. */
export function keysOf(options: ModelsOptions): Keys {
  return {
    secrets: options.secrets?.(),
    environment: options.environment,
    single: options.single,
  };
}
