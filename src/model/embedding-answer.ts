// Reads what an embeddings endpoint answered: one vector of finite numbers for each text, or a fault.
import type { Fault } from "./failure.ts";
import { faultOfEvent } from "./faults.ts";

/** Vectors in the order of the texts; `tokens`: what the provider counted, where it did. */
export type Vectors = { vectors: Float32Array[]; tokens?: number };

/** Longer than any model's vectors are; an answer beyond it is no vector. */
const mostDimensions = 8_192;

const invalid: Fault = { reason: "invalid", again: true };

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

/** Undefined for what is no vector: not a list, empty or too long, with something that is no finite number, or all zeros. */
function vectorOf(value: unknown): Float32Array | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > mostDimensions) return undefined;
  const vector = new Float32Array(value.length);
  let filled = false;
  for (let at = 0; at < value.length; at++) {
    const number: unknown = value[at];
    if (typeof number !== "number") return undefined;
    vector[at] = number;
    if (!Number.isFinite(vector[at])) return undefined;
    if (number !== 0) filled = true;
  }
  return filled ? vector : undefined;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/**
 * The answer of `/embeddings` to `count` texts. Each text must have its vector, all of one length; `index` says which text a
 * vector is of, and where it is missing the order does. Anything else is a fault: half an answer would lay a vector to the
 * wrong text.
 */
export function readVectors(body: string, count: number, apiKey = ""): Vectors | Fault {
  const value = parsed(body);
  if (value === undefined) return { reason: "unreachable", again: true };
  const { data, error, usage } = fieldsOf(value);
  if (!Array.isArray(data)) return error === undefined ? invalid : faultOfEvent(error, apiKey);
  if (data.length !== count) return invalid;
  const vectors = new Array<Float32Array | undefined>(count);
  for (const [place, item] of data.entries()) {
    const { index = place, embedding } = fieldsOf(item);
    const vector = vectorOf(embedding);
    if (typeof index !== "number" || !(index in data) || vectors[index] || !vector) return invalid;
    vectors[index] = vector;
  }
  const whole = vectors.filter((vector) => vector !== undefined);
  if (whole.length !== count || whole.some(({ length }) => length !== whole[0]?.length)) return invalid;
  const { prompt_tokens, total_tokens } = fieldsOf(usage);
  const tokens = prompt_tokens ?? total_tokens;
  return typeof tokens === "number" && tokens >= 0 ? { vectors: whole, tokens } : { vectors: whole };
}
