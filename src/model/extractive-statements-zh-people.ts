// Chinese rules about whom the person has: partner, family, friends, animals.
import { group, type Read, rule, type StatementRule } from "./extractive-statements-rule.ts";
import {
  animal,
  anywhere,
  cities,
  clause,
  closing,
  endMark,
  givenName,
  inner,
  kin,
  kinWords,
  latinName,
  lover,
  mark,
  professions,
} from "./extractive-statements-zh-words.ts";

const kinKey = (match: RegExpExecArray) => kin[group(match, "kin")] ?? "family";

const readKin: Read = (match) => {
  const [name, more] = [group(match, "v"), group(match, "more")];
  const isNamed = /叫/.test(match[0]) || /[，,]\S{2,3}(?:[，,]|$)/.test(match[0]);
  if (!isNamed || /^[在也都还说是住最刚又很想要就不没我你他她]/.test(name) || /[的了在]$/.test(name))
    return undefined;
  const value = more ? `${name}，${more}` : name;
  return { key: kinKey(match), value, statement: `${group(match, "kin")}叫${value}` };
};

const readKinEvent: Read = (match) => {
  const value = group(match, "v").replace(/了$/, "");
  const kind = /中风/.test(value) ? "stroke" : "death";
  return { key: `${kinKey(match)}_${kind}`, value, statement: `${group(match, "kin")}${value}` };
};

const readKinDoes: Read = (match) => {
  const value = group(match, "v");
  return { key: kinKey(match), value, statement: `${group(match, "kin")}${value}` };
};

const readPet: Read = (match) => {
  const value = group(match, "v");
  return /[了的吗呢吧]$|^就/.test(value) ? undefined : { value, key: `pet_name:${value}` };
};

export const peopleRulesZh: readonly StatementRule[] = [
  rule("partner", "伴侣：", clause(`我(?:跟|和|与)(?<v>\\p{Script=Han}{2,3}|${latinName})(?:正式)?在一起了`)),
  rule("partner", "", clause(`我的?(?<role>${lover})(?:的名字)?(?:叫|名叫)(?<v>${givenName})`), (match) => ({
    value: `${group(match, "v")}（${group(match, "role")}）`,
  })),
  rule(
    "partner",
    "",
    clause("我(?:一直|现在|还是?|又)*(?:单着|单身|没有?对象|没有?[男女]朋友)(?:呢|的|了)?"),
    () => ({ value: "单身" }),
  ),
  rule("partner", "", clause(`我们?(?:跟|和)?(?:${lover}|他|她)?分手了`), () => ({
    value: "单身（分手了）",
  })),
  rule(
    "marital_status",
    "婚姻状况：",
    clause("我们?(?:去年|今年|上个月|昨天|刚|已经)*(?:结婚|领证)了"),
    () => ({ value: "已婚", statement: "已经结婚" }),
  ),
  rule("marital_status", "婚姻状况：", clause("我(?:已经|去年|今年|刚)*(?:离婚|离异)了?"), () => ({
    value: "离异",
  })),
  rule("divorce", "", clause("我们?是?(?<v>\\S{1,8}年)离(?:婚)?的"), (match) => ({
    value: `${group(match, "v")}离婚`,
  })),
  rule(
    "family",
    "",
    clause(
      `(?:还有)?我(?:的|家)?(?:有个)?(?<kin>${kinWords})[，,]?(?:的名字)?(?:叫|名叫|小名叫?)?(?<v>\\p{Script=Han}{2,3})(?:[，,](?<more>在${inner}{2,14}|[一二三四五六七八九十\\d]{1,3}岁))?`,
    ),
    readKin,
  ),
  rule(
    "family",
    "",
    clause(`我(?<kin>${kinWords})(?<v>在(?:${cities})(?:读|上|工作|当|做|打工|念)${inner}{0,8})`),
    (match) => ({
      key: kinKey(match),
      value: group(match, "v"),
      statement: `${group(match, "kin")}${group(match, "v")}`,
    }),
  ),
  rule(
    "family",
    "",
    clause(
      `我的?(?<kin>${kinWords})(?<v>开了一辈子${inner}{1,6}|当了一辈子${inner}{1,8}|是(?:一?[名个位])?\\p{Script=Han}{0,6}${professions})`,
    ),
    (match) => ({
      key: kinKey(match),
      value: group(match, "v"),
      statement: `${group(match, "kin")}${group(match, "v")}`,
    }),
  ),
  rule(
    "family",
    "",
    anywhere(
      `我(?<kin>${kinWords})[^，,。！!？?]{0,6}[，,][他她](?<v>(?:开|当|做|教)了一辈子\\p{Script=Han}{1,6})`,
    ),
    readKinDoes,
  ),
  rule(
    "event",
    "",
    anywhere(
      `(?:我的?)?(?<kin>奶奶|外婆|姥姥|爷爷|外公|姥爷|爸爸?|妈妈?|父亲|母亲)(?<v>走了)[，,][^。！!？?]{0,20}(?:握着|最后|没救|葬|抢救|永远|哭)`,
    ),
    (match) => ({ key: `${kinKey(match)}_death`, value: "去世", statement: `${group(match, "kin")}去世` }),
  ),
  rule(
    "event",
    "",
    anywhere(
      `^(?<name>\\p{Script=Han}{2,3})(?:今天|昨天|前天|昨晚)?(?<v>走了)[，,][^。！!？?]{0,24}(?:没救回来|没抢救|最后一口气)`,
    ),
    (match) => ({
      key: `death:${group(match, "name")}`,
      value: "去世",
      statement: `${group(match, "name")}去世`,
    }),
  ),
  rule(
    "event",
    "",
    clause(
      `我的?(?<kin>${kinWords})(?:下个月|下周\\S?|明天|后天|月底|年底|最近|马上)?(?:要|得)?(?<v>做\\p{Script=Han}{1,6}手术(?:[，,][左右]\\p{Script=Han}{1,2})?)`,
    ),
    (match) => ({
      key: `${kinKey(match)}_surgery`,
      value: group(match, "v"),
      statement: `${group(match, "kin")}要${group(match, "v")}`,
    }),
  ),
  rule(
    "event",
    "",
    clause(
      `(?<day>[下这]*(?:个?月|周)[一二三四五六日天\\d]*号?|明天|后天|大后天|今天)是我的?(?<kin>${kinWords})的?(?<v>\\p{Script=Han}{0,4}(?:生日|大寿))`,
    ),
    (match) => ({
      key: `${kinKey(match)}_birthday`,
      value: `${group(match, "day")}${group(match, "v")}`,
      statement: `${group(match, "kin")}${group(match, "v")}：${group(match, "day")}`,
    }),
  ),
  rule(
    "event",
    "",
    clause(
      `我?(?<kin>${kinWords})(?<v>(?:今天|昨天|前天|上周\\S?|昨晚)?(?:去世|过世|离世|病逝|中风|不在人世)了?)`,
    ),
    readKinEvent,
  ),
  rule(
    "pet_name",
    "宠物：",
    anywhere(
      `我(?:们?家)?(?:的|养了?|有|里有)?[^。！!？?，,]{0,6}${animal}[^。！!？?]{0,12}?(?:叫|名叫|名字叫)${mark}(?<v>${givenName})${endMark}${closing}`,
    ),
    readPet,
  ),
  rule(
    "pet_name",
    "宠物：",
    anywhere(`${animal}[^。！!？?]{0,20}?取名叫?${mark}(?<v>${givenName})${endMark}${closing}`),
    readPet,
  ),
  rule("friend", "朋友：", clause(`我的?(?:最好的朋友|好朋友|闺蜜|发小|死党)(?:是|叫)(?<v>${givenName})`)),
];
