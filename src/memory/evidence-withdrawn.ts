// Whether what a message said was taken back later in the same talk: corrected, called a joke, or asked to be forgotten.
import { simplify } from "../schema/simplified.ts";
import { forgetEn } from "./command-forget-en.ts";
import { forgetZh } from "./command-forget-zh.ts";
import { sentencesOf } from "./command-text.ts";
import { foldQuote, type SpokenMessage } from "./evidence.ts";
import { shareOfClaim } from "./evidence-support.ts";
import { numbersIn } from "./fact-numerals.ts";
import { foldValue } from "./fact-value.ts";
import { asRead } from "./text.ts";

export type Withdrawal = "corrected" | "joke" | "forgotten";

/** The person's own slip; 你记错了 speaks of the other's. */
const slip =
  /(?<![你您他她])(?:说|打|记|看|搞|弄|讲|写|算|输)(?:错|反|岔)了|口误|笔误|我说成|纠正一下|更正一下|^(?:等等|等一下|不对|啊?不是?)[，,。！!\s]|\bgot (?:it|that) wrong\b|\bi (?:misspoke|mistyped|miscounted)\b|\bmy (?:mistake|bad)\b|\bbackwards\b|^(?:wait|hold on|no wait|scratch that|correction)\b/i;
const retraction =
  /(?<![别不没非])开玩笑(?!也|都|的事)|说着玩|逗你的?|骗你的|瞎说的|说说而已|别当真|\bjust kidding\b|\bkidding\b|\bjoking\b|\bjk\b|\bnot serious\b/i;
const forgetting =
  /(?:你|请|帮我|都|就)(?:把.{1,20})?(?:忘掉|忘了吧|忘记吧|忘了它|删掉|删了吧)|(?:那句|这句|这事|那事|这件事|的事)(?:你)?(?:忘|删)(?:掉|了吧)|别(?:记着|存|留记录|留着)|不要(?:记下|存|保存|留)|当我没说|(?:^|[.!?,;:—]\s*|\b(?:please|just|and|so)\s+)forget (?:about|what|the|that|it|him|her|them|this)\b|\b(?:don't|do not) (?:keep|store|save|record)\b|\bkeep no record\b|\bdelete (?:what|that|it|this)\b|\bpretend i never said\b/i;
/** The request names what was just said, not what it was about. */
const pointing =
  /刚才|这个|那个|这件|那件|这句|那句|这事|当我没说|\b(?:just|this|that|him|her|it|never said|what i said)\b/i;

/** So many of the person's messages before a request may be what "that" is. */
const reach = 3;

/** True where the message asks to keep nothing of something. 你是不是忘了 and 我忘了 do not. */
export function asksToForget(text: string): boolean {
  const plain = asRead(text);
  return forgetting.test(plain) || commandedIn(plain) !== undefined;
}

const forgetVerb =
  /[忘删抹清]|[别不]|\b(?:forget|delete|erase|remove|wipe|scrub|(?:do not|don't) (?:want you|have|need))\b/i;

/** What the message orders to forget in so many words: 忘掉我住在苏州, "delete that I like jazz"; undefined where it orders nothing. */
function commandedIn(text: string): string | undefined {
  if (!forgetVerb.test(text)) return undefined;
  const sentences = sentencesOf(text);
  for (const [i, sentence] of sentences.entries()) {
    const draft = forgetZh(sentence) ?? forgetEn(sentence, sentences[i + 1]);
    if (draft?.command.kind === "forget") return draft.command.what;
  }
  return undefined;
}

const leadIn =
  /[昨前今]天|上次|上周|那天|刚才|刚刚|之前|以前|我?跟你[说讲提]过?的?|我?告诉过?你的?|我?[说讲提]过?的|[你请把]|那个|那笔|那件|这个|这件|的事情?|不行|算了|[嗯哦啊]|\b(?:i (?:just )?(?:told you|mentioned|said)|(?:the )?other day|yesterday|earlier|last \w+|please|just|what|about|the|that|never mind|it|no|him|her|them)\b/gi;

/** What a request to forget names, without the words that lead to it: 赔偿金额, "severance figure"; "" where it only points. */
export function matterToForget(text: string): string {
  const plain = asRead(text);
  const sentence = plain.split(/(?<=[。！？!?;；\n])|(?<=\.)\s/).find((one) => forgetting.test(one));
  if (sentence === undefined) return withoutLead(commandedIn(plain) ?? "");
  const asked = forgetting.exec(sentence);
  const upTo = sentence.slice(0, (asked?.index ?? 0) + (asked?.[0].length ?? 0));
  const after = sentence.slice(upTo.length).split(/[，,.。!！;；]/, 1)[0] ?? "";
  return withoutLead(
    `${upTo.replace(forgetting, (found) => /把(.{1,20})(?:忘|删)/.exec(found)?.[1] ?? " ")} ${/[a-z]/i.test(asked?.[0] ?? "") ? after : ""}`,
  );
}

function withoutLead(words: string): string {
  return words
    .replace(leadIn, " ")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** True where the person corrects their own words: 我说错了, "I got it wrong". */
export function correctsItself(text: string): boolean {
  return slip.test(asRead(text).trim());
}

const denial =
  /(?:不是|[听看记写当]成了?)\s*([^，,。！!是\s]{1,12})|我(?:现在|其实|真的|从来|根本|可|并|又|都|也|才|早就)*不(?:住在?|叫|姓|属)\s*([^，,。！!了\s]{1,12})(?!了)(?=[，,。！!\s]|$)|(?:^|[\s,])not (?:the )?([^,.;!]{1,24})|\bi (?:do not|don't) (?:live|work|study) (?:in|at|for|as) ((?:(?! any ?more| now)[^,.;!]){1,24})(?! any| now)(?=[,.;!]|$)/gi;
/** 不是住上海 denies 上海. */
const deniedVerb = /^(?:住在?|叫做?|姓|属|在|学|做|养了?)(?=.{2})/;
/** So much of a value must be denied for the value to be: 豆包 of 猫叫豆包. */
const deniedShare = 0.4;

/** True where a later message denies the value by name: 不是21号, "not the 21st". */
function isDenied(value: string, text: string): boolean {
  const folded = foldValue(value);
  if (folded === "") return false;
  const numbers = [...numbersIn(value)];
  const denials = [...simplify(text.replace(/[’‘]/g, "'")).matchAll(denial)].flatMap((match) =>
    match.slice(1),
  );
  const said = denials.flatMap((one) => (one === undefined ? [] : [one, one.replace(deniedVerb, "")]));
  return [...new Set(said)].some((denied) => {
    const plain = foldValue(denied);
    if (plain === "") return false;
    const deniedNumbers = [...numbersIn(denied)];
    // 不是21号 denies 11月21日, and 不是11号 does not deny 11月12日: it is the day that is meant.
    if (deniedNumbers.length > 0) return deniedNumbers.join() === numbers.slice(-deniedNumbers.length).join();
    return (
      plain === folded ||
      (folded.includes(plain) && plain.length / folded.length >= deniedShare && plain.length > 1)
    );
  });
}

/** True where the value says left and the text right, or the other way round. */
function isOtherSide(value: string, text: string): boolean {
  const has = (side: RegExp, where: string) => side.test(where);
  const [left, right] = [
    /左|\bleft (?!for|to|at|the)/i,
    /右|\bright (?:knee|hand|side|eye|leg|arm|foot|ear|one)/i,
  ];
  const contradicts = (one: RegExp, other: RegExp) =>
    has(one, value) && !has(other, value) && has(other, text) && !has(one, text);
  return contradicts(left, right) || contradicts(right, left);
}

/**
 * How a later message of the person took back what `messageId` said of `value`, or undefined where none did. `corrected`: the
 * value is denied by name, or the very next message corrects a slip and does not say the value again. `joke`: the next message
 * calls it one. `forgotten`: a request to forget names it, or points at what was said just before.
 */
export function withdrawalOf(
  messageId: string,
  value: string,
  messages: readonly SpokenMessage[],
): Withdrawal | undefined {
  const said = messages.filter((message) => message.role === "user");
  const at = said.findIndex((message) => message.message_id === messageId);
  const own = said[at];
  if (own === undefined) return undefined;
  if (asksToForget(own.content)) return "forgotten";
  if (isDenied(value, own.content) || isOtherSide(value, own.content)) return "corrected";
  for (const [i, later] of said.slice(at + 1).entries()) {
    const text = later.content;
    const isNext = i === 0;
    if (isNext && retraction.test(simplify(text))) return "joke";
    if (isDenied(value, text)) return "corrected";
    if (isNext && correctsItself(text) && !repeats(value, text)) return "corrected";
    if (!asksToForget(text)) continue;
    const named = shareOfClaim(text, own.content) > 0.15 || shareOfClaim(value, text) >= 0.5;
    if (named || (i < reach && pointing.test(simplify(text)))) return "forgotten";
  }
  return undefined;
}

function repeats(value: string, text: string): boolean {
  return foldQuote(text).includes(foldQuote(value)) || shareOfClaim(value, text) >= 0.99;
}
