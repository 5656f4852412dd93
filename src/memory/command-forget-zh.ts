// Spoken forgetting in Chinese: 忘掉我说的…, 那笔借款你删掉, and what is not to be brought up again (别再提).
import type { Facts } from "../schema/fact.ts";
import type { Draft } from "./command-draft.ts";
import { namesKnown, saysKnown, statesSelf } from "./command-forget-plain.ts";
import { pointingOf } from "./command-pointing.ts";
import { clauseMatch, groupPlace, type Sentence, trimmed } from "./command-text.ts";
import { lead, tail } from "./command-zh.ts";

/** What may be forgotten on request: something said, told or kept here, not a mood and not the past. */
const referable =
  /我(?:刚才|刚刚|刚|之前|上次|昨天|前天|那天|今天)?(?:跟你|和你|对你|给你)?(?:说|讲|提|告诉|发)|刚才|刚刚|之前|(?:这|那)[件个些条句段笔]|的事|的话|关于|密码|地址|住址|电话|号码|账号|卡号|证件|身份证|名字|生日|工资|记忆|记录|秘密|照片|^这$|^那$|句$/;
const notReferable =
  /不开心|不愉快|烦恼|过去|伤心|难过|痛苦|忧伤|什么|哪[里儿些]|谁|多少|怎么|有没有|代码|文章|作业|这段代码/;
const strong = "(?:忘掉|忘记|忘了|忘光|删掉|删了|删除|抹掉|抹去|清除|清掉)";
const noKeep =
  "(?:别|不要|不用|不许)(?:再)?(?:记下(?!来)|记录|记得|记|存|保存|保留|留着|留(?=记录|底|痕))(?:着|下来|住|记录|底|档|痕迹)?";
const softEnd = "(?:吧|了吧|掉吧|啦|好吗|好不好|行吗|可以吗)";
/** Clauses that belong to the request or say why. */
const following = new RegExp(
  `^(?:[，,]\\s*(?:名字|内容|什么)?(?:也|都|就(?!当我没))?(?:${noKeep}${tail}|就?当我没(?:说|讲|提)过?${tail}|(?:因为|我不想|我怕|怕|免得|省得|让)[^，,]*|(?:拜托|谢谢)[^，,]{0,2}|好吗|好不好))+`,
);
const supports = new RegExp(`${noKeep}|当我没(?:说|讲|提)`);

const objectFirst = new RegExp(
  `([^，,：:；]{2,40}?)[，,]?\\s*(?:你|您|就|请|麻烦|帮我|赶紧|快|都|也|全|给我|还是|可以)*(${strong})(${softEnd}?)(?=$|[，,])`,
);
const verbFirst = new RegExp(
  `(${lead})(?:把([^，,]{1,40}?)(?:都|全|给)*${strong}|(${strong})([^，,]{1,40}?))(${softEnd}?)(?=$|[，,])`,
);
const keepNot = new RegExp(
  `(?:([^，,：:；]{2,30}?)[，,]?\\s*)?(?:你|您|请|就|也|千万|以后)*${noKeep}([^，,]{0,30}?)${tail}(?=$|[，,])`,
);

/**
 * 忘掉我刚才说的密码, 这个人的事你忘了吧, 那笔借款你删掉，别留记录, 忘掉我住在苏州 (A213). `facts`: what is held now; some
 * words ask for forgetting only where a fact says what they name.
 */
export function forgetZh(sentence: Sentence, _next?: Sentence, facts: Facts = []): Draft | undefined {
  const { plain, text } = sentence;
  if (sentence.question && !/(?:好吗|好不好|可以吗|行吗|能不能|可不可以)/.test(plain)) return undefined;
  const found =
    forgetVerbFirst(plain, facts) ?? forgetObjectFirst(plain, facts) ?? forgetKeepNot(plain, facts);
  if (!found) return undefined;
  const what = trimmed(text.slice(found.what.from, found.what.to));
  const to = found.to + (following.exec(plain.slice(found.to))?.[0].length ?? 0);
  return what === "" ? undefined : { command: { kind: "forget", what }, from: found.from, to };
}

type Forgetting = { what: { from: number; to: number }; from: number; to: number };

const noMatter = /^(?:我|你|他|她|它|他们|算了|好了|那|就)$/;

function mayForget(what: string, plain: string): boolean {
  if (notReferable.test(what) || noMatter.test(what)) return false;
  return referable.test(what) || (supports.test(plain) && what.length > 2);
}

/** What plain words name: the person's own matters, or a value that a fact has; a name alone only where nothing else is said. */
function mayForgetPlain(what: string, verb: string, alone: boolean, facts: Facts): boolean {
  if (notReferable.test(what) || noMatter.test(what)) return false;
  // 我的微信你删了吧 is about a thing; what a fact says is meant.
  const isThing = /^我的/.test(what) && !/忘|抹/.test(verb);
  if (statesSelf(what) && (!isThing || saysKnown(facts, what))) return true;
  return alone && namesKnown(facts, what);
}

function forgetVerbFirst(plain: string, facts: Facts): Forgetting | undefined {
  const match = clauseMatch(plain, verbFirst);
  const what = match && (groupPlace(match, 2) ?? groupPlace(match, 4));
  if (!match || !what) return undefined;
  const [, leading = "", object, verb = "", , end = ""] = match;
  const said = plain.slice(what.from, what.to);
  const found = { what, from: match.index, to: match.index + match[0].length };
  // 忘了 is also "have forgotten": it needs a sign of the request.
  const weak = object === undefined && /忘[了记]/.test(verb);
  const asked =
    end !== "" || /请|麻烦|帮我|拜托|求|快|赶紧|我要你|我想让你|我希望你|能不能|可不可以/.test(leading);
  const bare = leading.trim() === "" && /^(?:我(?:刚|之前|上次|说|跟你|和你|的))/.test(said);
  const alone = plain.slice(0, found.from).trim() === "" && plain.slice(found.to).trim() === "";
  if (weak && !asked && leading.trim() === "" && alone && !/了$/.test(said)) {
    if (statesSelf(said) && !notReferable.test(said) && saysKnown(facts, said)) return found;
  }
  if (weak && !asked && !bare) return undefined;
  const plainly =
    (!weak || asked) && mayForgetPlain(said, object === undefined ? verb : match[0], alone, facts);
  // 忘了面试了 tells; 忘掉我离婚了 asks.
  if (/了$/.test(said) && (weak || !plainly)) return undefined;
  return plainly || mayForget(said, plain) ? found : undefined;
}

function forgetObjectFirst(plain: string, facts: Facts): Forgetting | undefined {
  const match = clauseMatch(plain, objectFirst);
  const what = match && groupPlace(match, 1);
  if (!match || !what) return undefined;
  const said = plain.slice(what.from, what.to);
  const weak = /忘[了记]/.test(match[2] ?? "");
  const asked = match[3] !== "" || /[你请]\s*(?:就|快|赶紧|都|也|全|给我)*忘/.test(match[0]);
  if (
    /^(?:我|他|她|你|我们)?(?:把|也|都|早|已经|差点|怎么|是不是|会|不会|真|竟然|又)|我$|^我(?:都|也|早|又|会|想|要|把)/.test(
      said,
    )
  )
    return undefined;
  if (weak && !asked && !supports.test(plain)) return undefined;
  const alone = match.index + match[0].length === plain.trimEnd().length;
  const plainly = (asked || /[你请帮]/.test(match[0])) && mayForgetPlain(said, match[2] ?? "", alone, facts);
  if (!plainly && !mayForget(said, plain)) return undefined;
  return { what, from: match.index, to: match.index + match[0].length };
}

function forgetKeepNot(plain: string, facts: Facts): Forgetting | undefined {
  const match = clauseMatch(plain, keepNot);
  if (!match) return undefined;
  const before = groupPlace(match, 1);
  const after = groupPlace(match, 2);
  const may = (said: string, isAfter: boolean) =>
    mayForget(said, "") ||
    (isAfter && !/^我的/.test(said) && statesSelf(said) && !notReferable.test(said)) ||
    (statesSelf(said) && saysKnown(facts, said));
  const what = [before, after].find(
    (place) => place && may(plain.slice(place.from, place.to), place === after),
  );
  return what && { what, from: match.index, to: match.index + match[0].length };
}

/** 提醒, 提高, 聊天, 谈恋爱 are other verbs. */
const talkOf =
  "(?:提醒我|提起|提到|提及|提(?![醒起到及前高交出升取案议神拔炼示款货防速倡供])|聊起|聊到|聊(?!天|得来)|谈起|谈到|谈(?!恋爱|判|生意|价)|说起|说|讲|问起|问)";
const suppressVerb = new RegExp(
  `(${lead}(?:咱们?|我们)?(?:以后|今后|永远)?(?:都)?)(?:别|不要|不许|不准|不能|少)(再|老是|老|总是|总|一直)?(跟我|和我|对我|在我面前)?(?:再)?(${talkOf})([^，,]{0,30}?)${tail}(?=$|[，,])`,
);
const suppressObject = new RegExp(
  `([^，,：:；]{1,30}?)[，,]?\\s*(?:你|请|咱们?|我们|就|也|都)*(以后|今后|永远)?(?:都|就|也)?(?:别|不要|不许|不准)(再|老是|老|总)?(?:跟我|和我)?${talkOf}(?:它)?${tail}(?=$|[，,])`,
);
const weary = new RegExp(
  `(?:我)?(以后|真的|实在)?(?:都)?(?:不想|不愿意?)再(?:跟你|和你)?(?:听到|听你|${talkOf})(?:提|说|起)?([^，,]{1,30}?)${tail}(?=$|[，,])`,
);
/** 我不想聊工作，别提了 */
const wearyThen = new RegExp(
  `我?(?:真的|实在|现在|今天)?(?:不想|不愿意?|不喜欢)(?:再)?(?:跟你|和你)?(?:${talkOf})([^，,]{1,16}?)(?:的事情?)?[，,]\\s*(?:你|请|求你|以后|就|都|也)*(?:别|不要)(?:再|老|总)*(?:跟我|和我)?(?:提|说|问|聊)(?:它|这个|这些|了)*${tail}(?=$|[，,])`,
);
const noSubject =
  /^(?:话|别|这样|了|你|我$|那么多|那些没用|这种|太多|没用|下去|废话|傻话|丧气话|对不起|谢谢|抱歉|一[遍次]|多|不)/;

/** 提 with these behind it is another word: 别提意见, 别提分手. */
const otherLifting = /^(?:问|价|名|成|条件|分手|离婚|意见|建议|要求|请|干|琴|钱$)/;

/** 别再提我前任, 别提体重, 这件事以后别提了. 别提了 alone is no request. */
export function suppressZh({ plain, text, question }: Sentence): Draft | undefined {
  if (question && !/能不能|可不可以|好吗|好不好|可以吗|行吗/.test(plain)) return undefined;
  const first = clauseMatch(plain, suppressVerb);
  const object = first && groupPlace(first, 5);
  if (first && object) {
    const [, leading = "", again, withMe, verb = "", said = ""] = first;
    // 别提这个人了 needs no "again": somebody is pointed at. 别说她了 asks not to scold her.
    const pointing = said === "" ? undefined : pointingOf(said);
    const points = pointing !== undefined && !/茬/.test(said);
    const named = /^提起?$/.test(verb) && said !== "" && pointing === undefined && !otherLifting.test(said);
    const firm =
      points ||
      named ||
      again !== undefined ||
      withMe !== undefined ||
      /以后|今后|永远|从现在起|请/.test(leading);
    const spoken = /^[说讲问]$/.test(verb);
    const about = spoken ? pointing === "matter" || /^(?:这|那|关于)|的事|起/.test(said) : true;
    if (
      firm &&
      about &&
      !noSubject.test(said) &&
      !(said === "" && !/^(?:提(?!醒)|聊)/.test(verb)) &&
      !/多.{0,3}$/.test(said.slice(0, 2))
    ) {
      return drafted(text, first, object);
    }
  }
  const then = clauseMatch(plain, wearyThen);
  const matter = then && groupPlace(then, 1);
  if (then && matter && !noSubject.test(plain.slice(matter.from, matter.to)))
    return drafted(text, then, matter);
  for (const form of [suppressObject, weary]) {
    const match = clauseMatch(plain, form);
    const place = match && groupPlace(match, form === weary ? 2 : 1);
    if (!match || !place) continue;
    const said = plain.slice(place.from, place.to);
    const firm = form === weary || match[2] !== undefined || match[3] !== undefined;
    const points = /[这那](?:事|件|些|个[人话]|段|次)|^[他她]的/.test(said) && pointingOf(said) !== undefined;
    if (firm && !noSubject.test(said) && (points || !leadsOnly.test(said))) {
      return drafted(text, match, place);
    }
  }
  return undefined;
}

/** Words before 别再提了 that name nothing. */
const leadsOnly =
  /^(?:那|就|算了|好|求你|拜托|求求你|以后|从现在起|烦死|行|够|他|她|它|妈|爸|所以|请|可以).{0,2}$|[说让叫]我?$/;

function drafted(text: string, match: RegExpExecArray, place: { from: number; to: number }): Draft {
  const what = trimmed(text.slice(place.from, place.to)).replace(/^(?:关于|起|到)/, "");
  return { command: { kind: "suppress", what }, from: match.index, to: match.index + match[0].length };
}
