// What a short sentence claims, bare of who says it, of "now" and of "not": so that two claims can be held against each other (C084).
import { simplify } from "../schema/simplified.ts";

/** A sentence taken apart. `core`: its matter without subject, time words, negation, particles and punctuation. */
export type PlainClaim = {
  core: string;
  /** True where it says that the matter is not so. */
  denied: boolean;
  /** Its numbers, in order: claims that differ in them are never about the same. */
  numbers: string;
  /** Matters that it names as former ("之前住在北京", "used to live in Beijing"), as cores. */
  former: string[];
  /** True where it tells of something that happened, rather than of how things are. */
  event: boolean;
};

const nothing: PlainClaim = { core: "", denied: false, numbers: "", former: [], event: false };

const negations =
  /不再|没有|不|没|無|无|未|别|勿|\b(?:is|are|was|were|do|does|did|can|could|will|would|has|have|had)n'?t\b|\b(?:cannot|no longer|not|never|without)\b/g;
/** Words in which such a sign denies nothing. */
const undenying =
  /(?:^|[,，;；。])不过|不错|不断|不仅|不但|不久|不同(?!意)|不得不|差不多|无论|未来(?!过|得)|别人|特别|区别|分别|告别|没准/g;
const subjects =
  /^(?:(?:对方|用户|本人|自己|他们|她们|他|她|我)(?:说|:)?\s*)+|\b(?:the (?:user|person)|they|user|he|she|i)(?:'s|'m|'re)?\b:?/g;
/** A line of the character's own: it claims nothing about the person (extractive points begin so). */
const ownLine = /^(?:我|i):/;
/** Signs of something that happened. What happened once has not ended because it lies in the past. */
const happened =
  /[了过]|\b(?:\w{2,}ed|went|saw|met|got|took|came|ate|bought|made|did|was|were|had|gave|told|said)\b/;
const nowWords =
  /现在|目前|如今|最近|已经|仍然|依然|还是|\b(?:now|currently|already|still|these days|any ?more|at present)\b/g;
const formerWords =
  /之前|以前|从前|原来|原先|曾经|曾|早先|过去|\b(?:before|formerly|previously|used to|in the past)\b/g;
const lasting = /一直|始终|至今|到现在|还是|仍|从来|\b(?:still|always|ever since)\b/;
const auxiliaries = /\b(?:am|is|are|was|were|be|been|do|does|did|has|have|had|a|an|the|to)\b/g;
const particles = /[的了着过是就也都在]/g;

function folded(text: string): string {
  return simplify(text.normalize("NFKC").replace(/’/g, "'").toLowerCase());
}

/** "lives" and "live", "peanuts" and "peanut" are one. */
function stemmed(text: string): string {
  return text.replace(/\b([a-z]{3,}?)(?:ies|es|ed|s|e|y)\b/g, "$1");
}

function coreOf(text: string): string {
  const bare = text.replace(subjects, " ").replace(nowWords, " ").replace(auxiliaries, " ");
  return stemmed(bare)
    .replace(/[^\p{L}\p{N}]/gu, "")
    .replace(particles, "");
}

/** A core of fewer signs says too little to end anything: three Chinese ones, or six letters. */
function weighty(core: string): boolean {
  return core.length >= (/\p{Script=Han}/u.test(core) ? 3 : 6);
}

/** Takes a sentence apart. */
export function plainClaim(sentence: string): PlainClaim {
  const text = folded(sentence).replace(undenying, " ").trim();
  if (ownLine.test(text)) return nothing;
  const denials = text.match(negations)?.length ?? 0;
  const clauses = text.split(/[,，;；。.!！?？()（）、\n]+/).map((clause) => clause.trim());
  const former = clauses
    .filter((clause) => clause.search(formerWords) >= 0 && !lasting.test(clause))
    .map((clause) => coreOf(clause.replace(formerWords, " ")))
    .filter(weighty);
  return {
    core: coreOf(text.replace(negations, " ")),
    denied: denials % 2 === 1,
    numbers: (text.match(/\d+/g) ?? []).join(" "),
    former,
    event: happened.test(text),
  };
}

/** True where the later claim says that the earlier one is not so, or no longer: its denial, or a matter it names as former. */
export function ends(later: PlainClaim, earlier: PlainClaim): boolean {
  if (!weighty(earlier.core)) return false;
  const same = later.core === earlier.core && later.numbers === earlier.numbers;
  if (same && later.denied !== earlier.denied) return true;
  if (earlier.denied || earlier.event) return false;
  return later.former.some((core) => holds(core, earlier.core) || holds(earlier.core, core));
}

/** True where the shorter is a good part of the longer. */
function holds(longer: string, shorter: string): boolean {
  return longer.includes(shorter) && shorter.length * 2 >= longer.length;
}

/** True where both say the same in nearly the same words. */
export function claimsTheSame(one: PlainClaim, other: PlainClaim): boolean {
  const bare = one.former.length === 0 && other.former.length === 0;
  return (
    bare &&
    one.core !== "" &&
    one.core === other.core &&
    one.denied === other.denied &&
    one.numbers === other.numbers
  );
}
