// Whether a new value contradicts the one that stands, so that the person is asked, or follows it, so that it takes its place.
import type { Fact } from "../schema/fact.ts";
import { simplify } from "../schema/simplified.ts";
import { correctsItself } from "./evidence-withdrawn.ts";
import type { Proposal } from "./fact-proposal.ts";
import { saidAt } from "./fact-same.ts";
import { foldValue } from "./fact-value.ts";

const changed =
  /现在|搬|换|改|不是|已经|最近|从今天|后来|不再|辞|跳槽|入职|定了|其实|应该是|才对|才是|[记弄搞写说看听]错|\b(?:just (?:started|joined|got)|new job|now|moved|moving|changed?|switch(?:ed)?|actually|instead|no longer|any ?more|from today|correction|i meant|new|wrong|mistaken)\b|[,;—-] ?not (?!far|that|really|sure|bad|too|so|very|only|just|yet)/i;

/** True where the person says themself that the newer words are the right ones. */
function saysItChanged({ said, text, from }: Proposal, main: Fact): boolean {
  const proofs = main.evidence.flatMap((one) => ("message_id" in one ? [String(one.message_id)] : []));
  // Two messages may come within one second.
  const isLater = said > saidAt(main) || (said === saidAt(main) && !from.some((id) => proofs.includes(id)));
  return isLater && (changed.test(simplify(text)) || correctsItself(text));
}

/** What nobody has a second one of. Places of birth are not among them: 四川 and 绵阳 may both be so. */
const unchanging = new Set(["birthday", "blood_type", "gender", "zodiac", "chinese_zodiac"]);

const wide = /\p{Script=Han}/u;

/** One holds the other (05-01 and 1990-05-01, A and A型), or they cannot be compared: another calendar, another script. */
function canBothBe(a: unknown, b: unknown): boolean {
  const [one, other] = [foldValue(a), foldValue(b)];
  if (one === "" || other === "" || one.includes(other) || other.includes(one)) return true;
  return wide.test(one) !== wide.test(other) || one.startsWith("lunar") !== other.startsWith("lunar");
}

/**
 * True where the values of one key cannot both be so and nothing tells which is the later: both said in one talk, or, of what
 * does not change in a life (a birthday), whenever they were said (part 2, item 1). What the owner entered gives way to what
 * the owner says later. `main`: the value that stands; `inThisTalk`: it was said in the talk of the proposal.
 */
export function isContradiction(main: Fact, key: string, proposal: Proposal, inThisTalk: boolean): boolean {
  if (saysItChanged(proposal, main)) return false;
  if (inThisTalk) return true;
  return unchanging.has(key) && main.source !== "owner" && !canBothBe(main.value, proposal.value);
}
