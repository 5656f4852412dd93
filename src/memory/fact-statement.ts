// The statement that a fact is kept with: the proposed one where it says its value and is no copy of a message, else one made here (A39).
import type { FactOperation } from "../schema/answer.ts";
import type { Language } from "../schema/common.ts";
import { simplify } from "../schema/simplified.ts";
import { foldQuote, type SpokenMessage } from "./evidence.ts";
import { shareOfClaim } from "./evidence-support.ts";
import { statementOf } from "./fact-key.ts";
import { foldValue, normaliseValue } from "./fact-value.ts";

/** Characters of a statement. */
const longestStatement = 200;

/** The proposed statement in one line, or one of key and value where it does not say the value or is a whole message again. */
export function cleanStatement(
  operation: Pick<FactOperation, "statement">,
  key: string,
  value: string | number | boolean,
  { messages, language }: { messages: readonly SpokenMessage[]; language: Language },
): string {
  const given = (operation.statement ?? "").replace(/[\p{C}\s]+/gu, " ").trim();
  const short = [...given].slice(0, longestStatement).join("");
  const text = String(value);
  const says =
    foldValue(short).includes(foldValue(text)) || shareOfClaim(text, short) >= 0.5 || saysDay(short, value);
  // A message of twice the length is no copy: it is not folded to be compared.
  const isRaw = messages.some(
    ({ content }) =>
      short.length > 12 && content.length <= 2 * longestStatement && foldQuote(content) === foldQuote(short),
  );
  return short !== "" && says && !isRaw ? short : statementOf(key, value, language);
}

/** A day is kept as 06-01 and said as 6月1号 or "June 1": it stands behind what it is the day of. A lunar one has to be called so. */
function saysDay(statement: string, value: string | number | boolean): boolean {
  const [, named] = /[是：:]\s*([^是：:]+)$/.exec(simplify(statement)) ?? [];
  if (named === undefined || normaliseValue(named.trim()) !== value) return false;
  return !String(value).startsWith("lunar:") || /农历|阴历|旧历|老历|lunar/i.test(named);
}
