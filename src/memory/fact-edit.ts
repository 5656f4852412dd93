// What the owner changes of a fact by page or program: its wording, weight, scope, or its value, the old one staying answerable (invariant 3).
import type { Seconds } from "../schema/common.ts";
import type { Fact, Facts } from "../schema/fact.ts";
import { areContrary, isSingleValued, normaliseKey } from "./fact-key.ts";
import { closed } from "./fact-life.ts";
import { isOpen } from "./fact-same.ts";
import { normaliseValue, sameValue } from "./fact-value.ts";

/** Fields that are left out stay as they are. Times in unix seconds; null takes an end away. */
export type FactWish = {
  category?: Fact["category"] | undefined;
  key?: string | undefined;
  value?: unknown;
  statement?: string | undefined;
  importance?: number | undefined;
  scope?: Fact["scope"] | undefined;
  pinned?: boolean | undefined;
  valid_from?: Seconds | undefined;
  valid_to?: Seconds | null | undefined;
  /** The value that stands there was never so. Default: true where it stood for less than a day. */
  mistake?: boolean | undefined;
};

/** What is put right so soon was a slip, and nobody is told it as a former value. */
const slipLasts: Seconds = 86_400;

export type EditInput = {
  now: Seconds;
  newId: () => string;
  changeId: string;
  /** The statement of a key and a value, where the owner gives none. */
  state: (key: string, value: unknown) => string;
};

export type FactEdited =
  | { ok: true; facts: Facts; fact: Fact }
  | { ok: false; reason: "not_found" | "closed" | "no_value" };

/**
 * The facts with the owner's wish. A new value keeps the entry's id; what it said before becomes a closed entry of its own that
 * names it in `superseded_by`; a slip is marked as one. The owner's word is the evidence of what the owner changed, and it makes a fact that waited live.
 * Under a key with one value the others are closed. A fact that is a former one already is `closed`.
 */
export function editFact(facts: Facts, id: string, wish: FactWish, input: EditInput): FactEdited {
  const old = facts.find((fact) => fact.id === id && !fact.is_deleted);
  if (old === undefined) return { ok: false, reason: "not_found" };
  if (old.status === "closed") return { ok: false, reason: "closed" };
  const value = wish.value === undefined ? old.value : normaliseValue(wish.value);
  const key = keyFor(old, wish, value);
  if (value === undefined || key === "") return { ok: false, reason: "no_value" };
  const says = !sameValue(old.value, value) || old.value !== value || key !== old.key;
  const fact = says ? restated(old, { ...wish, key, value }, input) : reweighed(old, wish, input);
  const former =
    says && isOpen(old) && !sameValue(old.value, value) ? [formerOf(old, fact, wish, input)] : [];
  const next = facts.map((one) => {
    if (one.id === id) return fact;
    return says && isRival(one, fact) ? closed(one, { at: input.now, by: id }) : one;
  });
  return { ok: true, fact, facts: [...next, ...former] };
}

function keyFor(old: Fact, wish: FactWish, value: unknown): string {
  if (wish.key !== undefined) return normaliseKey(wish.category ?? old.category, wish.key, value);
  // A key that carries its value as its subject follows it: likes:茶 is no key for 咖啡.
  const follows = normaliseKey(old.category, old.key.split(":", 1)[0], old.value) === old.key;
  return follows && old.key.includes(":")
    ? normaliseKey(old.category, old.key.split(":", 1)[0], value)
    : old.key;
}

function isRival(other: Fact, fact: Fact): boolean {
  if (!isOpen(other)) return false;
  if (areContrary(other.key, fact.key)) return true;
  return other.key === fact.key && (isSingleValued(fact.key) || other.status === "conflicted");
}

/**
 * The old sentence with the new value in the place of the old one ("住在杭州" to "住在上海"), where it says that value once,
 * as a whole word, and nothing besides that may have held for it alone; undefined elsewhere.
 */
function saidAnew(old: Fact, key: string, value: unknown): string | undefined {
  const [former, next] = [old.value, value];
  if (
    key !== keyFor(old, {}, next) ||
    typeof former !== "string" ||
    typeof next !== "string" ||
    former === ""
  )
    return undefined;
  if (/[，,；;。.：:\n]/u.test(old.statement)) return undefined;
  const [before = "", after, ...more] = old.statement.split(former);
  if (after === undefined || more.length > 0 || before + after === "") return undefined;
  const inWord = (edge: string) => /[\p{L}\p{N}]{2}/u.test(edge) && !/\p{Script=Han}/u.test(edge);
  if (inWord(before.slice(-1) + former.slice(0, 1)) || inWord(former.slice(-1) + after.slice(0, 1)))
    return undefined;
  return before + next + after;
}

function restated(
  old: Fact,
  wish: FactWish & { key: string; value: unknown },
  { now, changeId, state }: EditInput,
): Fact {
  const { key, value } = wish;
  return {
    ...old,
    category: wish.category ?? old.category,
    key,
    value,
    statement: wish.statement ?? saidAnew(old, key, value) ?? state(key, value),
    // It coloured what stood there before.
    role_wording: undefined,
    source: "owner",
    confidence: 1,
    status: "live",
    evidence: [{ kind: "owner", change_id: changeId }],
    valid_from: wish.valid_from ?? now,
    valid_to: wish.valid_to ?? null,
    superseded_by: null,
    last_updated_at: now,
    last_confirmed_at: now,
    said: undefined,
    metadata: { by: "owner" },
    ...weights(old, wish),
  };
}

function reweighed(old: Fact, wish: FactWish, { now, changeId }: EditInput): Fact {
  const statement = wish.statement ?? old.statement;
  const own = statement === old.statement ? [] : [{ kind: "owner" as const, change_id: changeId }];
  return {
    ...old,
    category: wish.category ?? old.category,
    statement,
    ...(statement === old.statement ? {} : { role_wording: undefined }),
    evidence: [...old.evidence, ...own],
    valid_from: wish.valid_from ?? old.valid_from,
    valid_to: wish.valid_to === undefined ? old.valid_to : wish.valid_to,
    last_updated_at: now,
    ...weights(old, wish),
  };
}

function weights(old: Fact, wish: FactWish): Pick<Fact, "importance" | "scope" | "pinned"> {
  return {
    importance: wish.importance ?? old.importance,
    scope: wish.scope ?? old.scope,
    pinned: wish.pinned ?? old.pinned,
  };
}

function formerOf(old: Fact, fact: Fact, wish: FactWish, { now, newId }: EditInput): Fact {
  const at = Math.min(now, fact.valid_from ?? now);
  const mistake = wish.mistake ?? now - (old.valid_from ?? old.first_mentioned_at ?? 0) < slipLasts;
  return {
    ...closed(old, { at, by: fact.id, mistake }),
    id: `fact_${newId()}`,
    pinned: false,
    last_updated_at: now,
  };
}
