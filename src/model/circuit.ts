// Remembers for a minute which models do not answer, so that a dead first choice does not delay every reply.
import type { Reason } from "./failure.ts";

export type Circuit = {
  /** The same models; those that failed lately stand behind the others, in their order. None is ever left out. */
  order<E extends { key: string }>(endpoints: readonly E[]): E[];
  /** True while it stands behind the others. */
  rests(key: string): boolean;
  failed(key: string, reason: Reason): void;
  answered(key: string): void;
};

/** So many failures in a row put a model behind the others, for so long (milliseconds). */
const failuresInARow = 2;
const restMs = 60_000;

/** The model itself is down; a wrong question, a full context or an abort says nothing about it. */
const countsAsDown: ReadonlySet<Reason> = new Set<Reason>([
  "unreachable",
  "silent",
  "stalled",
  "cut",
  "deadline",
  "busy",
  "key",
  "balance",
  "unknown_model",
]);

/** `milliseconds`: a clock for distances only. */
export function createCircuit(milliseconds: () => number): Circuit {
  const failures = new Map<string, { count: number; at: number }>();
  const rests = (key: string) => {
    const known = failures.get(key);
    return known !== undefined && known.count >= failuresInARow && milliseconds() - known.at < restMs;
  };
  return {
    rests,
    order(endpoints) {
      const rest = endpoints.filter(({ key }) => rests(key));
      return rest.length === 0 ? [...endpoints] : [...endpoints.filter(({ key }) => !rests(key)), ...rest];
    },
    failed(key, reason) {
      if (!countsAsDown.has(reason)) return;
      failures.set(key, { count: (failures.get(key)?.count ?? 0) + 1, at: milliseconds() });
    },
    answered: (key) => void failures.delete(key),
  };
}
