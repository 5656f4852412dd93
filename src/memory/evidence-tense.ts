// Whether words speak of what was so and is no longer: 以前, 那时候, "used to", "back then".

const before =
  /以前|从前|早先|早些年|曾经?(?=在|是|住|当|做|有|养)|过去(?!了)|那时候?|那会儿|当年|当时|前些年|(?<!(?:am|are|is|was|'m|'re|'s|get|gets|got|getting|be) )\bused to\b|\b(?:back (?:then|when|in the day)|formerly|previously|in the old days|years ago|at the time)\b/i;
/** 跟以前一样 and "as before" speak of now as well. */
const still = /跟以前一样|和以前一样|还像以前|一直到现在|至今|\b(?:as before|still|to this day)\b/i;

/** True where a clause tells of a former state of things. */
export function speaksOfBefore(clause: string): boolean {
  return before.test(clause) && !still.test(clause);
}
