// What a later message does to statements read before: corrects a slip, takes back a joke, asks to forget.
import type { FactOperation } from "../schema/answer.ts";

export type SaidOperation = FactOperation & { message_id: string };

const slip =
  /(?<![你您他她])(?:说|打|记|看|搞|弄|讲|写|算)(?:错|反|岔)了|口误|笔误|我说成|纠正一下|更正一下|^(?:等等|等一下|不对)[，,。！!\s].*是|\bgot (?:it|that) wrong\b|\bi (?:misspoke|mistyped)\b|\bmy (?:mistake|bad)\b|\bbackwards\b|^(?:wait|hold on|no wait|scratch that|correction)\b.*\b(?:it's|is|was)\b/i;
const retraction =
  /(?<![别不没])开玩笑(?!也|都)|说着玩|逗你的?|骗你的|瞎说的|说说而已|别当真|\b(?:just )?(?:kidding|joking)\b|\bjk\b/i;
const forgetting =
  /(?:你|请|帮我|都|就)(?:把.{1,20})?(?:忘掉|忘了吧|忘记吧|删掉|删了吧)|别(?:记着|存|留记录|留着)|不要(?:记下|存|保存)|当我没说|(?:^|[.!?,;]\s*|\b(?:please|just|and|so)\s+)forget (?:about|what|the|that|it|him|her|this)\b|\b(?:don't|do not) (?:keep|store|save|record)\b|\bkeep no record\b|\bdelete (?:what|that|it)\b|\bpretend i never said\b/i;

const straight = (text: string) => text.replace(/[’‘]/g, "'").trim();

/** 我说错了, 等等…是…, "I got it wrong": the person corrects what they said before. */
export function isSlip(text: string): boolean {
  return slip.test(straight(text));
}

/** 开玩笑的, "just kidding". */
export function isRetraction(text: string): boolean {
  return retraction.test(straight(text));
}

/** 你忘掉吧, "forget what I said". */
export function isForgetting(text: string): boolean {
  return forgetting.test(straight(text));
}

const dates =
  /(?<!不是|不是的|not the |not )(?:\d{1,2}月\d{1,2}[日号]?|\b\d{1,2}(?:st|nd|rd|th)? (?:January|February|March|April|May|June|July|August|September|October|November|December)\b|\b(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}(?:st|nd|rd|th)?\b)/;
const dateValue = /\d{1,2}月\d{1,2}[日号]?|\d{1,2} [A-Z][a-z]+|[A-Z][a-z]+ \d{1,2}/;
const sides: readonly (readonly [RegExp, string, string])[] = [
  [/左/, "左", "右"],
  [/右/, "右", "左"],
  [/\bleft\b/, "left", "right"],
  [/\bright\b/, "right", "left"],
];

/** The stretch of a clause around a found text, as it stands in the message. */
function clauseAround(text: string, found: string): string {
  const at = text.indexOf(found);
  const start = Math.max(
    ...["，", ",", "。", "：", ":", "！", "!", ". "].map((sign) => text.lastIndexOf(sign, at)),
  );
  const rest = /^[^，,。：:！!.;；]*/.exec(text.slice(at + found.length))?.[0] ?? "";
  return text.slice(start + 1, at + found.length + rest.length).trim();
}

/**
 * A statement as a correcting message has it: another date, or the other side. Undefined where the message gives nothing of
 * the kind; the statement then is dropped, since it was called wrong.
 */
export function mended(operation: SaidOperation, text: string, messageId: string): SaidOperation | undefined {
  const value = String(operation.value ?? "");
  const date = dates.exec(text)?.[0];
  if (date !== undefined && dateValue.test(value)) {
    const corrected = value.replace(dateValue, date);
    if (corrected === value) return undefined;
    return rewritten(operation, value, corrected, clauseAround(text, date), messageId);
  }
  const side = sides.find(
    ([has, wrong, right]) => has.test(value) && text.includes(right) && !text.includes(wrong),
  );
  if (side === undefined) return undefined;
  const [, wrong, right] = side;
  return rewritten(operation, value, value.replaceAll(wrong, right), clauseAround(text, right), messageId);
}

function rewritten(
  operation: SaidOperation,
  before: string,
  value: string,
  quote: string,
  messageId: string,
): SaidOperation {
  const statement = operation.statement?.replace(before, value);
  return { ...operation, op: "UPDATE", value, statement, quote, message_id: messageId };
}
