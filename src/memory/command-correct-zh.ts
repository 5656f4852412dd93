// Corrections in Chinese: 不是…是…, 你记错了, 我没说过, 不对，是….
import type { Facts } from "../schema/fact.ts";
import { correctSelfZh, statedSelfZh } from "./command-correct-self.ts";
import type { Draft } from "./command-draft.ts";
import { endedIn } from "./command-ended.ts";
import { clauseMatch, groupPlace, type Place, type Sentence, trimmed } from "./command-text.ts";

const before = "(?:(?:不对|错了|不|等等|等一下|诶|啊|哎|哎呀|其实)[，,]?\\s*)*";
const notBut = new RegExp(
  `${before}(?:我(?:说|指|讲)的)?不是([^，,。：:]{1,14}?)[，,]\\s*(?:而|应该)?(?:我(?:说|指|讲)的)?是([^，,]{1,20})`,
);
const butNot = /是([^，,]{1,20}?)[，,](?:[^，,]{1,12}[，,])?\s*(?:而)?不是([^，,]{1,20})/;
const notNamed =
  /我(?:的名字)?不(叫|姓|住|属)(?:在)?([^，,]{1,12}?)[，,]\s*(?:我)?(?:是)?(?:叫|姓|住|属)(?:在)?([^，,]{1,20})/;
const attribute =
  /(?:我的?|我家)?(?:名字|生日|职业|工作|专业|老家|家乡|学校|公司|血型|星座|猫|狗|妈妈?|爸爸?|老婆|老公|女儿|儿子|男朋友|女朋友|电话|地址)(?:的名字|的生日)?不(?:是|叫)([^，,]{1,12}?)[，,]\s*(?:而)?(?:是|叫)([^，,]{1,20})/;
/** An idea turned over (不是不爱，是不能), not a thing put right. */
const rhetoric =
  /^(?:我|你|他|她|因为|不|没|说|所有|每|谁|这样|那样|吗|吧|啊|的|只|很|太|故意|什么|想|要|在|人|所谓|一个人|第一次|为了|针对)|(?:问题|原因|时候|关系|意思|错|理由|借口|情绪|心情|累|气|开心|难过|喜欢|爱)$/;
const marker =
  /(?:我|你|是我|是你|你们|您)?(?:刚才?|又|可能|肯定|好像)?(?:记|说|打|写|搞|弄|听|看|讲|认)(?:错|反|混|岔|串)了|口误|手误|打错字/;
const yourMistake =
  /(?:你|您|你们)(?:刚才?|又|可能|肯定|好像|是)*(?:记|搞|弄|听|看|说|认|叫)(?:错|反|混|岔|串)了|(?:你|您)(?:记得?|说)的?不对/;
const ownMistake =
  /(?:^|[，,：:\s])(?:等等|等下|不对|啊|哎呀?)?(?:是)?我?(?:刚才?|又|可能)*(?:记|说|打|写|搞|弄|看|讲)(?:错|反|混|岔|串)了|我(?:说|记|写|打|看)成[^，,]{1,12}了|口误|手误/;
const itIs =
  /(?:^|[，,：:\s])(?:[^，,。是]{0,6})(?:应该是|其实是|其实叫|应该叫|我说的是|改成|是|叫)(?!吗|吧|不是|的|我记|你记|我说|你说)([^，,]{1,20})/;
const heardAs = /(?:你|您)(?:怎么)?(?:就|给|又)?(?:把[^，,]{1,10})?(?:听|记|说|当|看|写)成了?([^，,]{1,14})/;
const iMeant = /我(?:说|指|讲)的是([^，,]{1,20})/;
const neverSaid =
  /(?<!当|当作|假装)我(?:从来|可|根本|压根|明明|都|真的|好像|什么时候)*没有?(?:跟你|和你|对你)?(?:这么|这样)?(?:说|讲|提|告诉你)过?(?:你)?(?=过|$|[，,]|我|这|啊|呀|吧)(?:过)?((?:我|这)[^，,]{0,30}|[啊呀吧]?)(?=$|[，,])/;
const wrongIs =
  /(?:不对|不是|不)[，,]\s*(?:[看打说记写]错了[，,]\s*)?(?:应该是|我说的是|我是说|是)(?!我|你|他|她|因为|不是|这样|吗|吧)([^，,]{1,20})/;
const amend = /(?:纠正|更正|订正)(?:一下|一点)?[，,：:]\s*(.+)$/;

/** What a sentence puts right; `all` are the sentences of the message, since the right thing may stand in the next. */
export function correctZh(
  sentence: Sentence,
  next: Sentence | undefined,
  facts: Facts = [],
): Draft | undefined {
  const { plain } = sentence;
  if (sentence.question && !/^.{0,8}(?:记|搞|弄|听)(?:错|混)了吧/.test(plain)) return undefined;
  return (
    endedIn(sentence, facts) ??
    correctSelfZh(sentence, next, facts) ??
    pair(sentence, notBut, 1, 2, (x, y) => !rhetoric.test(x) && !/^(?:我|你|他|她|因为|不|没)/.test(y)) ??
    pair(sentence, notNamed, 2, 3, () => true) ??
    pair(sentence, attribute, 1, 2, (x) => !/什么|谁/.test(x)) ??
    pair(
      sentence,
      butNot,
      2,
      1,
      (x, y) => marker.test(plain) || (/[\d０-９A-Z]/.test(x) && /[\d０-９A-Z]/.test(y)),
    ) ??
    statedSelfZh(sentence, facts) ??
    misheard(sentence, next) ??
    mistake(sentence, next) ??
    one(sentence, wrongIs, "right") ??
    one(sentence, amend, "right") ??
    unsaid(sentence)
  );
}

/** A form that names both; `wrong` and `right` are the groups. */
function pair(
  { plain, text }: Sentence,
  form: RegExp,
  wrong: number,
  right: number,
  holds: (wrong: string, right: string) => boolean,
): Draft | undefined {
  const match = clauseMatch(plain, form);
  const [x, y] = match ? [groupPlace(match, wrong), groupPlace(match, right)] : [];
  if (!match || !x || !y || !holds(plain.slice(x.from, x.to), plain.slice(y.from, y.to))) return undefined;
  return {
    command: { kind: "correct", wrong: said(text, x), right: said(text, y) },
    // 等等我打反了 in front belongs to it.
    from: marker.test(plain.slice(0, match.index)) ? 0 : match.index,
    to: match.index + match[0].length,
  };
}

function one({ plain, text }: Sentence, form: RegExp, as: "right"): Draft | undefined {
  const match = clauseMatch(plain, form);
  const place = match && groupPlace(match, 1);
  if (!match || !place) return undefined;
  return {
    command: { kind: "correct", [as]: said(text, place) },
    from: match.index,
    to: match.index + match[0].length,
  };
}

/** 我说的是20号，你怎么听成12. */
function misheard({ plain, text, from }: Sentence, next: Sentence | undefined): Draft | undefined {
  const meant = clauseMatch(plain, iMeant);
  const right = meant && groupPlace(meant, 1);
  if (!meant || !right) return undefined;
  const [place, where] = [heardAs.exec(plain), next && heardAs.exec(next.plain)];
  const wrong = (place ?? where)?.[1];
  if (wrong === undefined) return undefined;
  const to = place ? place.index + place[0].length : (next?.to ?? from) - from;
  return {
    command: { kind: "correct", wrong: trimmed(wrong), right: said(text, right) },
    from: meant.index,
    to,
  };
}

/** 你记错了, 我说错了，是右膝: one's own mistake needs the right thing beside it. */
function mistake(sentence: Sentence, next: Sentence | undefined): Draft | undefined {
  const { plain, text, from } = sentence;
  const yours = clauseMatch(plain, yourMistake);
  const own = yours ? undefined : ownMistake.exec(plain);
  const match = yours ?? own;
  if (!match) return undefined;
  const after = match.index + match[0].length;
  const end = after + (/^[吧啦呀啊哦]*/.exec(plain.slice(after))?.[0].length ?? 0);
  // 我记错了时间 tells of something else.
  if (!/^(?:$|[，,：:\s])/.test(plain.slice(end))) return undefined;
  const here =
    rightIn(plain.slice(end), text.slice(end)) ??
    (own ? rightIn(plain.slice(0, match.index), text) : undefined);
  const [, meant, misread] = /^(.{1,20}?)(?:，)?不是(.{1,20})$/.exec(here ?? "") ?? [];
  if (meant !== undefined && misread !== undefined)
    return {
      command: { kind: "correct", wrong: misread, right: meant },
      from: match.index,
      to: plain.length,
    };
  if (here !== undefined)
    return { command: { kind: "correct", right: here }, from: own ? 0 : match.index, to: plain.length };
  const later = next && !next.question ? rightIn(next.plain, next.text) : undefined;
  if (later !== undefined && next)
    return { command: { kind: "correct", right: later }, from: match.index, to: next.to - from };
  return yours ? { command: { kind: "correct" }, from: match.index, to: end } : undefined;
}

function rightIn(plain: string, text: string): string | undefined {
  const named = new RegExp(itIs.source, "d").exec(plain)?.indices?.[1];
  if (named) {
    // 年糕是猫 says of what; 刚翻病历是右膝 only where it was looked up.
    const subject =
      /(?:^|[，,：:\s])((?!刚|那|这|应该|其实|看|查|翻|明明|我|你)[^，,。：:\s是]{1,6}是)$/.exec(
        plain.slice(0, named[0]),
      )?.[1] ?? "";
    return trimmed(text.slice(named[0] - subject.length, named[1]));
  }
  const own = /(?:^|[，,：:\s])(我(?!记|说|打|写|搞|弄|以为|刚|没|都|也)[^，,]{2,30})/d.exec(plain)
    ?.indices?.[1];
  return own && trimmed(text.slice(own[0], own[1]));
}

/** 我没说过, 我没说过我喜欢狗. */
function unsaid({ plain, text }: Sentence): Draft | undefined {
  const match = clauseMatch(plain, neverSaid);
  const place = match && groupPlace(match, 1);
  if (!match || !place) return undefined;
  const what = said(text, place);
  const wrong = /^我/.test(what) ? { wrong: what } : {};
  return { command: { kind: "correct", ...wrong }, from: match.index, to: match.index + match[0].length };
}

function said(text: string, place: Place): string {
  return trimmed(text.slice(place.from, place.to)).replace(/^[“"「『]|[”"」』]$/g, "");
}
