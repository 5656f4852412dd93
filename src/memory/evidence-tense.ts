// Whether words speak of what was so and is no longer: 以前, 那时候, "used to", "back then".
import { simplify } from "../schema/simplified.ts";

const before =
  /(?:住|当|做|养|干|待|呆|任职|租|开)过(?![年节来去])(?!手术|检查|治疗|胃镜|CT|梦)|那(?:都|已经)?是\S{1,6}(?:以前|之前|年前|过去)的事|以前|从前|早先|早些年|曾经?(?=在|是|住|当|做|有|养)|过去(?!了)|那时候?|那会儿|当年|当时|前些年|(?<!(?:am|are|is|was|'m|'re|'s|get|gets|got|getting|be) )\bused to\b|\b(?:back (?:then|when|in the day)|formerly|previously|in the old days|years ago|at the time)\b/i;
/** 跟以前一样 and "as before" speak of now as well. */
const still = /跟以前一样|和以前一样|还像以前|一直到现在|至今|\b(?:as before|still|to this day)\b/i;

/** True where a clause tells of a former state of things. */
export function speaksOfBefore(clause: string): boolean {
  const plain = simplify(clause);
  return before.test(plain) && !still.test(plain);
}

const behindIt =
  /^[，,。.;；]?\s*(?:不过|但是?|可是?|只是)?(?:那|这)(?:都|已经|也)?是[^，。]{1,8}(?:以前|之前|年前|过去|时候)的事|^[,.;!]?\s*(?:well,? |but |though )*(?:i was|that was)\b[^.!?]{0,24}\b(?:until|till|ago|back (?:then|in))\b/i;

/** So much behind a clause is looked at, in characters. */
const reach = 400;

/** The same of a clause in its message, where what follows says so: 我是护士，不过那是十年前的事了. */
export function toldOfBefore(clause: string, message: string): boolean {
  if (speaksOfBefore(clause)) return true;
  const at = clause === "" ? -1 : simplify(message).indexOf(simplify(clause));
  const from = at + clause.length;
  return at >= 0 && behindIt.test(simplify(message.slice(from, from + reach).replace(/[’‘]/g, "'")));
}
