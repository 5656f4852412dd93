// What all companions of an account may know: the statement of a shared fact, never the words it was said in (A126, DESIGN 3).
import type { Seconds } from "../schema/common.ts";
import type { Fact, Facts, SharedFacts } from "../schema/fact.ts";
import { foldQuote } from "./evidence.ts";
import { statementOf } from "./fact-key.ts";
import { isLiveAt } from "./fact-life.ts";

/** A126: shared by default only where the person stated it and it is of these kinds. */
const sharedCategories: ReadonlySet<Fact["category"]> = new Set([
  "personal_info",
  "health",
  "important_date",
]);

/** The scope that a new fact gets. `shares`: the companion's setting `shares_facts`. */
export function scopeOf(fact: Pick<Fact, "category" | "source">, shares: boolean): Fact["scope"] {
  const stated = fact.source === "explicit_statement" || fact.source === "owner";
  return shares && stated && sharedCategories.has(fact.category) ? "shared" : "private";
}

/** Below this a fact is for reference only (A203, R24), and nobody else's business. */
const sureEnough = 0.6;

/** The statement, or one made of key and value where it is the person's own sentence. */
function statementFor(fact: Fact): string {
  const said = fact.evidence.flatMap((one) => ("quote" in one ? [foldQuote(String(one.quote))] : []));
  const statement = foldQuote(fact.statement);
  const isQuote =
    statement === "" ||
    said.some(
      (quote) => quote !== "" && (quote === statement || (statement.includes(quote) && quote.length > 12)),
    );
  if (!isQuote) return fact.statement;
  const text = `${fact.statement}${String(fact.value ?? "")}`;
  return statementOf(fact.key, fact.value, /\p{Script=Han}/u.test(text) ? "zh" : "en");
}

/** One companion's part of the account's projection: its live shared facts at a moment, without quotes. */
export function projectShared(facts: Facts, origin: string, now: Seconds): SharedFacts {
  return facts
    .filter((fact) => fact.scope === "shared" && isLiveAt(fact, now) && fact.confidence >= sureEnough)
    .map((fact) => ({
      id: fact.id,
      origin,
      key: fact.key,
      value: fact.value,
      statement: statementFor(fact),
      ...(fact.valid_from === undefined ? {} : { valid_from: fact.valid_from }),
    }));
}
