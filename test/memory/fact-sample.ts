// What the tests of facts share: a talk, operations on it, and how they are applied.
import type { SpokenMessage } from "../../src/memory/evidence.ts";
import { type Applied, applyOperations } from "../../src/memory/fact.ts";
import type { ApplyInput } from "../../src/memory/fact-proposal.ts";
import type { FactOperation } from "../../src/schema/answer.ts";
import type { Fact, Facts } from "../../src/schema/fact.ts";

/** 2026-03-10, a Tuesday, 21:00 in Shanghai. */
export const evening = 1_773_147_600;
export const hour = 3600;
export const day = 86_400;
export const zone = "Asia/Shanghai";

/** Messages a minute apart; a text that begins with ">" is the companion's. */
export function talk(texts: readonly string[], at = evening, prefix = "m"): SpokenMessage[] {
  return texts.map((text, i) => ({
    message_id: `${prefix}${i + 1}`,
    role: text.startsWith(">") ? "assistant" : "user",
    content: text.replace(/^>\s*/, ""),
    timestamp: at + i * 60,
  }));
}

export function operation(fields: Partial<FactOperation>): FactOperation {
  return { op: "ADD", source: "explicit_statement", ...fields };
}

export function inputOf(messages: readonly SpokenMessage[], fields: Partial<ApplyInput> = {}): ApplyInput {
  let n = 0;
  const now = (messages.at(-1)?.timestamp ?? evening) + 60;
  return { now, zone, newId: () => `${now}_${++n}`, language: "zh", messages, by: "model", ...fields };
}

/** Applies operations to a talk; the quote defaults to the first message of the person. */
export function apply(
  operations: readonly Partial<FactOperation>[],
  messages: readonly SpokenMessage[],
  facts: Facts = [],
  fields: Partial<ApplyInput> = {},
): Applied {
  return applyOperations(operations.map(operation), facts, inputOf(messages, fields));
}

export const live = (facts: Facts): Fact[] =>
  facts.filter((fact) => fact.status === "live" && !fact.is_deleted);

/** "key=value" of what is live, in the order of the file. */
export const shown = (facts: Facts): string[] =>
  live(facts).map((fact) => `${fact.key}=${String(fact.value)}`);

/** What the person said at a time, as a fact, by the way that facts are made. */
export function known(
  said: string,
  fields: Partial<FactOperation>,
  at = evening - 30 * day,
  before: Facts = [],
): Facts {
  const messages = talk([said], at, `old${at}_`);
  return apply([{ quote: said, ...fields }], messages, before).facts;
}
