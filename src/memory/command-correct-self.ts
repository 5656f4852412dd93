// Plain corrections of what is held of oneself: 我不住上海，住苏州, 我现在不住上海了, "I don't live in Leeds, I live in York", "you're wrong, I'm …".
import type { Facts } from "../schema/fact.ts";
import type { Draft } from "./command-draft.ts";
import { saysKnown } from "./command-forget-plain.ts";
import { clauseMatch, groupPlace, type Place, type Sentence, trimmed } from "./command-text.ts";
import { keyBase } from "./fact-key.ts";
import { isOpen } from "./fact-same.ts";

/** The key that a verb speaks of, so that the birthplace stays where only the home is put right. */
const keysOf: readonly (readonly [RegExp, string])[] = [
  [/^(?:住|live)/i, "location"],
  [/^(?:叫|名字)/, "name"],
  [/^属/, "chinese_zodiac"],
];
const keyOf = (verb: string) => keysOf.find(([form]) => form.test(verb))?.[1];

/** What only says that something was wrong; it belongs to the correction beside it. */
const signZh =
  "(?:(?:不对|错了|不是(?!(?:又|是|都|可能|肯定|好像)*[记搞弄叫说听写认][错混反])|不|诶|啊|哎|喂|等等|拜托|其实|[你您]?(?:又|是|都|可能|肯定|好像)*[记搞弄叫说听写认][错混反](?:了?了|了?[吧啦])?)[呀哦]*[，,\\s]*)";
const signEn =
  "(?:(?:no|nope|hey|wait|sorry|actually|wrong|well|scratch that|strike that|i misspoke|correction|not true|that(?:'s| is)(?: not)? (?:wrong|incorrect|right|true)|you(?:'re| are) (?:wrong|mistaken|confused)|you(?:'ve)? (?:got|have|had) (?:that|it|this) (?:all )?wrong|you (?:misremember(?:ed)?|misheard|mixed that up))(?: there)?[,.!:;—-]*\\s*)";
const onlySigns = new RegExp(`^\\s*(?:${signZh}|${signEn})*$`, "i");
const tellsWrong =
  /[错混反]了|不对|\bwrong\b|\bmistaken\b|\bconfused\b|not (?:true|right)|mixed|mis(?:heard|remember)/i;
const signsAfter =
  /^[，,;—\s]*(?:(?:你|您)(?:又|是|都|肯定|好像)*(?:记|搞|弄|叫|说|听)(?:错|混)了|you (?:got|have|had) (?:that|it) (?:all )?wrong|you(?:'re| are) (?:wrong|mistaken))[啊呀吧]*\s*$/i;

const place = "(?:工作|上班|上学|读书|念书|生活)";
const verbZh = "(?:住在?|叫做?|姓|属|学|读|教|养[了着]?)";
const nowZh = "(?:现在|其实|一直|已经|都|真的|本来|从来|根本|可|并|又|就|早)*";
const thenZh = `(?:[，,]\\s*(?:而)?(?:我)?${nowZh}(?:是)?(?:${verbZh}|搬到了?|搬去了?|在|是)([^，,]{1,20}?))`;
/** 我不是住上海，是住苏州 */
const notBut = new RegExp(`我${nowZh}不是(${verbZh})([^，,。：:]{1,14}?)${thenZh}(?=$|[，,])`);
/** 我住的是苏州，不是上海; 我的名字是李茗，不是李鸣 */
const butNot = new RegExp(
  `我(?:${nowZh}(${verbZh})的|的?(名字|生日|职业|工作|专业|老家|家乡|血型|星座|公司|学校))(?:可)?是([^，,]{1,20}?)[，,]\\s*(?:而|可)?不是([^，,]{1,20}?)(?=$|[，,])`,
);
/** 我不住上海，我住苏州; 我现在不住上海了 */
const denied = new RegExp(
  `我(${nowZh})(?:不|没有?)(?:再)?(?:(住在?|叫做?|姓|属)([^，,。：:]{1,14}?)|(在)([^，,。：:]{1,14}?)${place})(了)?(?:[啊呀哦嘛]*)${thenZh}?了?(?=$|[，,])`,
);
/** 不对，我住在苏州 */
const stated = new RegExp(
  `我${nowZh}(?:(?:住在?|叫做?|姓|属于?)(?![了过个院校不他她你我人车得着]|外卖|[^，,]*[吗呢])|在(?=[^，,]{1,12}${place})|的?(?:名字|生日|职业|工作|专业|老家|血型)(?:是|叫|在))[^，,]{1,20}`,
);
const aspectWrong =
  /我?的?(名字|生日|职业|工作|专业|老家|血型|星座|年龄|公司|学校)(?:记|写|叫|弄|搞|说)?错了[，,]\s*(?:应该)?(?:是|叫)([^，,]{1,20})/;
/** Not a thing: 我不住这里, 我不是叫你. */
const worksThere = new RegExp(`(?<=^[^我]+)${place}$`);
const noThing = /^(?:这|那|哪|你|他|她|它|谁|什么|别人|校|院|下去|人|会|不|没|着|得)|[吗呢]$|怎么|什么|^to\b/;

type Said = { wrong?: Place | undefined; right?: Place | undefined; ended?: boolean; verb?: string };

/** What a Chinese sentence puts right of the person themself, in plain words. `facts`: what is held now. */
export function correctSelfZh(
  sentence: Sentence,
  _next: Sentence | undefined,
  facts: Facts,
): Draft | undefined {
  const { plain } = sentence;
  const both = clauseMatch(plain, notBut);
  if (both)
    return drafted(sentence, both, {
      wrong: groupPlace(both, 2),
      right: groupPlace(both, 3),
      verb: both[1] ?? "",
    });
  const turned = clauseMatch(plain, butNot);
  if (turned) {
    const verb = turned[1] ?? turned[2] ?? "";
    return drafted(sentence, turned, { wrong: groupPlace(turned, 4), right: groupPlace(turned, 3), verb });
  }
  return deniedZh(sentence, facts);
}

/** 不对，我住在苏州; 你记错了，我对花生不过敏: what is so beside words that something was wrong, and no wrong thing named. */
export function statedSelfZh(sentence: Sentence, facts: Facts): Draft | undefined {
  return statedZh(sentence) ?? negated(sentence, negativeZh, facts);
}

function deniedZh(sentence: Sentence, facts: Facts): Draft | undefined {
  const { plain, text } = sentence;
  const match = clauseMatch(plain, denied);
  const wrong = match && (groupPlace(match, 3) ?? groupPlace(match, 5));
  if (!match || !wrong) return undefined;
  const right = groupPlace(match, 7);
  const signed = isSigned(plain, match);
  const isHeld = saysKnown(facts, text.slice(wrong.from, wrong.to));
  if (!right && !signed && !isHeld) return undefined;
  const ended = !signed && (match[6] === "了" || /现在|已经|早/.test(match[1] ?? ""));
  return drafted(sentence, match, { wrong, right, ended, verb: match[2] ?? match[4] ?? "" });
}

function statedZh(sentence: Sentence): Draft | undefined {
  const aspect = clauseMatch(sentence.plain, aspectWrong);
  if (aspect) return drafted(sentence, aspect, { right: groupPlace(aspect, 2), verb: aspect[1] ?? "" });
  const match = clauseMatch(sentence.plain, stated);
  if (!match || !isContradicted(sentence.plain, match)) return undefined;
  return drafted(sentence, match, { right: { from: match.index, to: match.index + match[0].length } });
}

const negativeZh =
  /(我[^，,不没]{0,12}(?:不|没有?)(?!知道|记得|想|敢|是)[^，,]{1,16}?)[啊呀哦的]*(?=$|[，,])/;
const negativeEn =
  /((?:i(?:'m not| am not)|i (?:do not|don't|never|did not|didn't|can't|cannot|have never)|i(?:'ve never| have not| haven't))\s+[^,;]{3,50}?)\s*(?=$|[,;])/i;

/** 你记错了，我对花生不过敏: what is held says the contrary, and was never so. */
function negated(sentence: Sentence, form: RegExp, facts: Facts): Draft | undefined {
  const match = clauseMatch(sentence.plain, form);
  if (!match || !isSigned(sentence.plain, match)) return undefined;
  const words = sentence.text.slice(match.index, match.index + (match[1]?.length ?? 0));
  const wrong = trimmed(words)
    .replace(/不|没有?/, "")
    .replace(
      /^i(?:'m| am)? ?(?:not|do not|don't|never|did not|didn't|can't|cannot|have never|'ve never|have not|haven't)\s+/i,
      "",
    );
  if (!saysKnown(facts, wrong)) return undefined;
  const [from, to] = spanOf(sentence.plain, match);
  return { command: { kind: "correct", wrong }, from, to };
}

const verbEn = "(?:live|work|study|teach|come)(?: (?:in|at|as|for|from))?";
const nowEn = "(?:actually |really |still |currently |even |now )?";
const deniedEn = new RegExp(
  `i(?:'m)?\\s+(?:(no longer)\\s+|(?:do not|don't|never)\\s+)${nowEn}(${verbEn})\\s+([^,;:]{1,30}?)(\\s+any ?more|\\s+now)?(?:\\s*[,;—]\\s*(?:but\\s+)?(?:i(?:'m)?\\s+${nowEn}(?:${verbEn}|moved to|in)|it's|but)\\s+([^,;:]{1,40}?))?(?:\\s+now)?\\s*(?=$|[,;])`,
  "i",
);
const nextEn = new RegExp(
  `^\\s*i\\s+${nowEn}(?:${verbEn}|moved to)\\s+([^,;:]{1,40}?)(?:\\s+now)?\\s*$`,
  "di",
);
const statedEn = new RegExp(
  `(?:actually\\s+)?((?:i ${nowEn}(?:live (?:in|at|near|with)|work (?:at|for|in|as)|study|was born|grew up|come from)\\b|my (?:(?:\\w+'s )?(?:name|birthday|job|address|phone(?: number)?|age) is\\b(?! not\\b)|\\w+ is (?:called|named)\\b)|i(?:'m| am) (?:from|called|named|allergic|an?|\\d))[^,;]{1,50}?|i(?:'m| am) (?:(?:left|right)-handed|vegan|vegetarian|pescatarian|married|single|divorced|widowed|engaged|pregnant|retired|unemployed|self-employed|\\w+ years old))\\s*(?=$|[,;])`,
  "i",
);
/** "That's wrong, I'm Joan." */
const nameEn = /(?:I'm|I am|i'm|i am|im)\s+(\p{Lu}\p{Ll}+)\s*(?=$|[,;])/u;
const noName =
  /^(?:German|French|Dutch|Greek|Swiss|Thai|Czech|Muslim|Jewish|Hindu|Catholic|Christian|Buddhist|Jew|Sikh|Kiwi|Aussie|Brit|Turk|Serb|Croat|Dane|Swede|Finn|Pole|Welsh|Scot|Irish|English|British|Spanish|Polish|Turkish|Danish|Swedish|Finnish|Scottish|American|Mexican|Canadian|Italian|Russian|Indian|Asian|African|European|Australian|Korean|Brazilian|Ukrainian|Norwegian|Hungarian|Persian|Chinese|Japanese|Vietnamese|Portuguese|Aries|Taurus|Gemini|Cancer|Leo|Virgo|Libra|Scorpio|Sagittarius|Capricorn|Aquarius|Pisces|Ok|Okay|Fine|Not|So|Just|Here|Sorry)$/;

/** "You're wrong, I live in York"; "you're wrong, I'm not allergic to nuts": see `statedSelfZh`. */
export function statedSelfEn(sentence: Sentence, facts: Facts): Draft | undefined {
  return statedInEn(sentence, facts) ?? negated(sentence, negativeEn, facts);
}

/** What an English sentence, with the next one, puts right of the person themself. `facts`: what is held now. */
export function correctSelfEn(
  sentence: Sentence,
  next: Sentence | undefined,
  facts: Facts,
): Draft | undefined {
  const { plain, text } = sentence;
  const match = clauseMatch(plain, deniedEn);
  const wrong = match && groupPlace(match, 3);
  if (!match || !wrong) return undefined;
  const said = text.slice(wrong.from, wrong.to);
  if (/^(?:here|there|that|this|it|you|for free|alone)\b|\b(?:like that|yet)$/i.test(said)) return undefined;
  const right = groupPlace(match, 5);
  const signed = isSigned(plain, match);
  const ended = !signed && (match[1] !== undefined || /any/i.test(match[4] ?? ""));
  const verb = match[2] ?? "";
  if (right) return drafted(sentence, match, { wrong, right, ended, verb });
  const later = next && !next.question ? nextEn.exec(next.plain)?.indices?.[1] : undefined;
  if (next && later) {
    const draft = drafted(sentence, match, { wrong, ended, verb });
    if (draft?.command.kind !== "correct") return undefined;
    const command = { ...draft.command, right: trimmed(next.text.slice(later[0], later[1])) };
    return { command, from: draft.from, to: next.to - sentence.from };
  }
  if (!signed && !saysKnown(facts, said)) return undefined;
  return drafted(sentence, match, { wrong, ended, verb });
}

function statedInEn(sentence: Sentence, facts: Facts): Draft | undefined {
  const named = clauseMatch(sentence.plain, nameEn);
  const name = named && groupPlace(named, 1);
  const knowsName = facts.some((fact) => isOpen(fact) && keyBase(fact.key) === "name");
  if (named && name && knowsName && isContradicted(sentence.plain, named) && !noName.test(named[1] ?? ""))
    return drafted(sentence, named, { right: name, verb: "名字" });
  const match = clauseMatch(sentence.plain, statedEn);
  if (!match || !isContradicted(sentence.plain, match)) return undefined;
  return drafted(sentence, match, { right: groupPlace(match, 1) });
}

/** True where the words before the match, or right behind it, say that something was wrong. */
function isSigned(plain: string, match: RegExpExecArray): boolean {
  const after = plain.slice(match.index + match[0].length);
  return (
    (signedBefore(plain, match) && tellsWrong.test(plain.slice(0, match.index))) || signsAfter.test(after)
  );
}

/** True where only words of correction stand before the match. */
function signedBefore(plain: string, { index }: RegExpExecArray): boolean {
  const before = plain.slice(0, index);
  return before.trim() !== "" && onlySigns.test(before);
}

const contradicts =
  /不|错|混了|\b(?:scratch|strike|correction|misspoke|no|nope|wrong|not|mistaken|confused|mis\w+|mixed)\b/i;

/** True where the words before say no: a mere "hey" or 啊 does not. */
function isContradicted(plain: string, match: RegExpExecArray): boolean {
  return signedBefore(plain, match) && contradicts.test(plain.slice(0, match.index));
}

/** The match with the words of correction around it. */
function spanOf(plain: string, match: RegExpExecArray): [number, number] {
  const end = match.index + match[0].length;
  const after = signsAfter.exec(plain.slice(end))?.[0].length ?? 0;
  return [onlySigns.test(plain.slice(0, match.index)) ? 0 : match.index, end + after];
}

function drafted(
  sentence: Sentence,
  match: RegExpExecArray,
  { wrong, right, ended, verb = "" }: Said,
): Draft | undefined {
  const said = (place: Place | undefined) =>
    place &&
    trimmed(sentence.text.slice(place.from, place.to))
      .replace(/^[“"「『]|[”"」』]$/g, "")
      .replace(worksThere, "");
  const [x, y] = [said(wrong), said(right)];
  if ([x, y].some((one) => one !== undefined && (one === "" || noThing.test(one)))) return undefined;
  const key = keyOf(verb);
  const [from, to] = spanOf(sentence.plain, match);
  return {
    command: {
      kind: "correct",
      ...(x === undefined ? {} : { wrong: x }),
      ...(y === undefined ? {} : { right: y }),
      ...(ended ? { ended: true as const } : {}),
      ...(key === undefined ? {} : { key }),
    },
    from,
    to,
  };
}
