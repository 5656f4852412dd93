// Whether the person said something in confidence, so that it stays with the companion they told it to.
import { simplify } from "../schema/simplified.ts";
import { type SpokenMessage, spokenText } from "./evidence.ts";
import { asRead } from "./text.ts";

const people =
  "(?:别人|任何人|其他人|外人|旁人|人家|大家|谁|他们?|她们?|同事|朋友|同学|家里人?|家人|[我他她]?(?:妈妈?|爸爸?|爸妈|父母|老公|老婆|对象|老板|领导|男朋友|女朋友|男友|女友|孩子|儿子|女儿))";
const mustNot = "(?:别|不要|不许|不准|不能|不可以|切勿|莫)(?:再|去|跑去|随便)*";
const never = "(?:没|没有|从没|从来没有?|还没|不敢|不想|不打算|不肯)(?:再|去)?";
const chinese = new RegExp(
  [
    `(?:${mustNot}|${never})(?:告诉过?|透露给|泄露给)${people}`,
    `(?:${mustNot}|${never})(?:跟|和|对|同|向|给)${people}(?:去|再)?(?:说|讲|提|透露|聊|开口)`,
    `${mustNot}(?:往外|到处)?(?:说|讲|传|透露|声张|外传)(?:出去|给${people}|$|[，,。！!；;])`,
    `(?:${mustNot}|${never})(?:让|被|叫|给)${people}(?:知道|晓得|发现|看到|听到)`,
    "(?:谁|任何人|别人|其他人)[也都](?:别|不要|不能|没有?|不)(?:告诉|说|讲|提|透露|知道|跟|敢)",
    `(?:没|没有)(?:别)?人知道|${people}(?:都|还|并|也)*不知道|(?:瞒着|背着)(?:所有人|${people})`,
    "(?<!不用|不必|没必要|无需)(?:保密|保守秘密|守住?秘密)(?!工作|单位|局|协议|条例|员)|天知地知|你知我知|烂在肚子里",
    "(?:只|就|仅)(?:告诉了?|跟|和|对)你(?:一个人)?(?:说|讲|$|[，,。！!])|(?:只有|就)你(?:一个人)?(?:知道|晓得)",
    "(?:我们|咱们?|我跟你|我和你|你我)(?:俩|两个?人?)?(?:之间)?(?:知道|的(?:小)?秘密)",
    "(?<!不)是(?:我的|个|一个)?(?:小|大)*秘密|(?:说|讲|告诉你)(?:一?个|件)?(?:小|大)*秘密",
    "(?<!不)我(?:一直|正|正在|也|其实|最近)*(?:偷偷|悄悄|暗中|私下)(?:地|里)?(?:在|准备|谈|交|攒|去|吃|看|报|投|找|辞|怀|打|跟|和|做|学|写|喜欢|爱)",
  ].join("|"),
  "u",
);
/** 这又不是秘密 and 公开的秘密 ask for nothing. */
const open =
  /不(?:是|算)(?:什么|个)?秘密|公开的秘密|(?:不用|不必|没必要|没什么好)(?:保密|瞒)|不能不(?:告诉|说)|\b(?:no|not a|isn't a|open) (?:longer a )?secret\b/i;
const others =
  "(?:any(?:one|body)(?: else)?|a (?:living )?soul|others?|other people|people|everyone|him|her|them|(?:my|our) [\\w-]+)";
const english = new RegExp(
  [
    `\\b(?:don't|do not|never|mustn't|can't|shouldn't|not to|please not)(?: you)?(?: ever| please)* (?:(?:tell|let) ${others}\\b|(?:mention|say|share|repeat|breathe) (?:it|this|that|a word|any of this|anything)(?: of (?:it|this))? (?:to|with) ${others}\\b)`,
    "\\b(?:haven't|have not|hasn't|never|didn't|did not)(?: yet| ever| even)* (?:told|tell) (?:any(?:one|body)|a (?:living )?soul|my [\\w-]+|him|her|them)\\b",
    "\\btell no ?(?:one|body)\\b|\\b(?:no ?one|no-one|nobody|none of my \\w+)(?: else)? (?:knows|must know|should know|can know|may know|is to know)\\b",
    "\\bbetween (?:you and me|you and i|me and you|us|the two of us)\\b|\\bto yourself\\b|\\boff the record\\b|\\bunder wraps\\b",
    "\\bkeep (?:it|this|that)(?: [\\w-]+){0,4}? (?:secret|private|confidential|quiet|between us)\\b",
    "\\b(?:it's|it is|this is|that's|here's|tell you|share|have)(?: a| my| our)(?: little| big| dark)* secret\\b(?! (?:recipe|ingredient|santa|garden|weapon|admirer|sauce))",
    "\\b(?:you're|you are) the (?:only|first)(?: one| person)? (?:who knows|who's heard|to know|to hear|i(?:'ve| have)? told)\\b|\\bonly you know\\b|\\bonly telling you\\b",
    "\\bi(?:'m|'ve| am| have)?(?: been)? secretly\\b|\\bbehind (?:his|her|their|my [\\w-]+) back\\b|\\bin (?:strict )?confidence\\b",
    `\\bdon't want ${others} (?:else )?(?:to know|finding out|to find out)\\b`,
  ].join("|"),
  "i",
);

/** True where a text asks for silence about something, or says that nobody else knows it. */
export function asksForSecrecy(text: string): boolean {
  const plain = asRead(text);
  if (open.test(plain)) return false;
  return chinese.test(plain) || english.test(plain);
}

const leadsToClaim =
  /^.*?(?:告诉过?|[说讲提]过?|知道|晓得|透露|瞒着|背着)(?:我\S{1,3}?)?[^我]{0,12}?(?=我(?!妈|爸|老|男|女|家|们))|^.*?\b(?:tell(?:ing)?|told|know(?:s|ing)?|mention|say)\b.*?(?=\b(?:i|i'm|i've|i'd)\b)/i;

/** A clause without the request for secrecy that opens it: what is denied in 别告诉我妈我怀孕了 is not the claim. */
export function withoutSecrecy(clause: string): string {
  const plain = simplify(clause.replace(/[’‘]/g, "'"));
  return asksForSecrecy(plain) ? plain.replace(leadsToClaim, "") : clause;
}

/** So long is a sentence that says nothing but that something is a secret, in characters. */
const shortRequest = 40;

/**
 * True where what was said in the message at a place of the talk was said in confidence (A126): there, or where the person's
 * message right before it (跟你说个秘密) or after it (别告诉别人) says nothing else.
 */
export function isSecretAt(messages: readonly SpokenMessage[], at: number): boolean {
  const own = messages[at];
  if (own === undefined) return false;
  if (asksForSecrecy(spokenText(own))) return true;
  const said = messages.filter((message) => message.role === "user");
  const place = said.indexOf(own);
  return [said[place - 1], said[place + 1]].some((beside) => {
    const text = beside === undefined ? "" : spokenText(beside);
    return text.length <= shortRequest && asksForSecrecy(text);
  });
}
