// Chinese rules for what people say of their family: schools of children, where they are, weddings and babies, how one gets along.
import { group, type Read, rule, type StatementRule } from "./extractive-statements-rule.ts";
import { all, children, elders, family } from "./extractive-statements-zh-kin.ts";
import {
  anywhere,
  cities,
  clause,
  closing,
  countries,
  inner,
  isPassing,
  professions,
  provinces,
} from "./extractive-statements-zh-words.ts";

const number = "[一二两三四五六七八九十几半\\d]{1,3}";
const lasting = `${number}(?:多)?(?:年|个?月|周)(?:半|多)?`;
const levels =
  "(?:幼儿园(?:[小中大]班)?|学前班|小学(?:[一二三四五六]年级)?|[一二三四五六]年级|初中|高中|中专|职高|大学|研究生|初[一二三]|高[一二三]|大[一二三四]|研[一二三])";
const abroad = `(?:${cities}|${provinces}|${countries}|部队|老家|体制内|外地|乡下)`;

/** Of two daughters each has a key of her own: daughter_school:大女儿. */
const keyOf = (match: RegExpExecArray, what: string) => {
  const [which, kin] = [group(match, "which"), group(match, "kin")];
  return `${family[kin] ?? "family"}_${what}${which === "" ? "" : `:${which}${kin}`}`;
};
/** 妹妹 + 下个月结婚, filed under what of theirs it is. */
/** What somebody of the family is or does: 大女儿上初二. */
function ofOne(match: RegExpExecArray, what: string, value: string) {
  const statement = `${group(match, "which")}${group(match, "kin")}${value}`;
  return { key: keyOf(match, what), value, statement };
}

const told =
  (what: string): Read =>
  (match) =>
    ofOne(match, what, group(match, "v").replace(/了$/, ""));
const withThem =
  (what: string): Read =>
  (match, sentence) => {
    const value = group(match, "v").replace(/[了的]$/, "");
    return isPassing(sentence) || /最近|刚/.test(match[0])
      ? undefined
      : { key: keyOf(match, what), value, statement: `和${group(match, "kin")}${value}` };
  };

export const familyRulesZh: readonly StatementRule[] = [
  rule(
    "family",
    "",
    clause(
      `我(?:的|家)?(?<which>大|小)?(?<kin>${children})(?:今年|现在|已经|马上|刚刚?|才|在|都){0,3}(?<v>(?:上|读|念)(?:的)?${levels}|[初高大][一二三四]|[一二三四五六]年级)了?`,
    ),
    (match) => ofOne(match, "school", group(match, "v").replace("的", "")),
  ),
  rule(
    "family",
    "",
    clause(
      `我(?:的|家)?(?<which>大|小)?(?<kin>${children})(?<when>今年|明年|马上|下个?月)(?:就|要|该){0,2}(?<v>高考|中考|小升初|考研)了?`,
    ),
    // 今年中考 alone would be read as a date, the middle of the year.
    (match) => ofOne(match, "exam", `${group(match, "when")}参加${group(match, "v")}`),
  ),
  rule(
    "family",
    "",
    clause(
      `我的?(?<kin>${all})(?<v>(?:下个?月|下下个月|下周|这个月|月底|年底|年初|今年|明年|上个?月|上周|去年|国庆|五一|春节|马上|刚刚?|已经|快|就|要){1,4}(?:结婚|订婚|领证|出嫁|生(?:了|孩子|二胎|宝宝|娃)(?:二胎|三胎|个?(?:女儿|儿子|宝宝|孩子|娃))?|当(?:爸爸?|妈妈?)))了?`,
    ),
    (match) => {
      const kind = /结婚|订婚|领证|出嫁/.test(group(match, "v")) ? "marriage" : "baby";
      return told(kind)(match, "");
    },
  ),
  rule(
    "family",
    "",
    clause(`我的?(?<kin>${all})(?:已经|现在|刚)?(?<v>怀孕(?:了)?|怀了(?:二胎|三胎|宝宝|双胞胎)|有喜了)`),
    told("pregnancy"),
  ),
  rule(
    "family",
    "",
    clause(
      `我的?(?<kin>${elders})(?:去年|前年|今年|刚|已经|早就){0,2}(?<v>退休)(?:了|在家|好几年|${lasting}){0,3}`,
    ),
    told("occupation"),
  ),
  rule(
    "family",
    "",
    clause(
      `我的?(?<kin>${all})(?:现在|一直|也)?(?<v>在${abroad}(?:读书|读大学|上大学|上学|留学|读研|工作|上班|打工|当兵|做生意|定居|生活)?)(?:了|呢)?`,
    ),
    (match, sentence) =>
      isPassing(sentence) || /在(?:老家|乡下|外地)$/.test(group(match, "v"))
        ? undefined
        : told("place")(match, sentence),
  ),
  rule(
    "family",
    "",
    clause(
      `我的?(?<kin>${elders})(?:在我${inner}{1,8}(?:时候|岁时?|那年)|去年|前年|今年|早年|很早|早|${number}年前|小时候){1,2}就?(?<v>去世|过世|离世|病逝|不在)了`,
    ),
    (match) => ({
      key: keyOf(match, "death"),
      value: "去世",
      statement: `${group(match, "kin")}已经去世`,
    }),
  ),
  rule(
    "family",
    "",
    clause(
      "我(?:爸妈|父母)(?:(?:在?我)[^，,。！!？?]{1,10}?(?:时候|岁|年级|那年)|早|去年|前年|很早|已经|刚|就){0,3}(?<v>离婚|离异|分居)(?:了|的|很多年|好多年){0,2}",
    ),
    (match) => ({
      key: "parents_status",
      value: group(match, "v"),
      statement: `父母${group(match, "v")}`,
    }),
  ),
  rule(
    "family",
    "",
    clause(
      `我(?:跟|和|与)我?(?<kin>${all})的?(?<v>(?:关系|感情)(?:一直|从小|向来|都|真的|现在|也){0,2}(?:不太好|不怎么好|不好|不亲|很差|很僵|很紧张|很一般|一般|很冷淡|很疏远|很好|挺好|特别好|非常好))(?:的)?`,
    ),
    withThem("relation"),
  ),
  rule(
    "family",
    "",
    clause(
      `我(?:跟|和|与)我?(?<kin>${all})(?:一直|从小|向来|都|真的|平时){0,2}(?<v>处不来|合不来|处不好|不太?亲|很亲|特别亲|不怎么?说话|很少说话|没什么话说|没话说|断绝关系|很少联系|不怎么联系|不联系|没有?联系)(?:了|的)?`,
    ),
    withThem("relation"),
  ),
  rule(
    "family",
    "",
    anywhere(
      `我有(?:一)?个(?<kin>哥哥|姐姐|弟弟|妹妹|哥|姐|弟|妹)(?<v>(?:在${abroad}|是\\p{Script=Han}{0,6}${professions})(?:工作|上班|读书|当兵)?)${closing}`,
    ),
    told("place"),
  ),
  rule(
    "family",
    "",
    anywhere(
      `我有(?:一)?个(?<v>${number}岁半?|${number}个月)(?:大)?的?(?<kin>女儿|闺女|儿子|孩子|宝宝|娃)(?=${closing}|叫)`,
    ),
    (match) => ({
      key: `${family[group(match, "kin")] ?? "child"}_age`,
      value: group(match, "v"),
      statement: `${group(match, "kin")}${group(match, "v")}`,
    }),
  ),
  rule(
    "family",
    "",
    anywhere(
      `我有(?:一)?个${inner}{0,8}?(?<kin>女儿|闺女|儿子|孩子|娃)[，,](?:小名|名字)?叫(?<v>\\p{Script=Han}{2,3})${closing}`,
    ),
    (match) => ({
      key: family[group(match, "kin")] ?? "child",
      value: group(match, "v"),
      statement: `${group(match, "kin")}叫${group(match, "v")}`,
    }),
  ),
];
