// Chinese rules for how people say they live and grew up: who raised them, brothers and sisters, partner, children, who shares the home, pets.
import { group, type Read, rule, type StatementRule } from "./extractive-statements-rule.ts";
import { all, lovers } from "./extractive-statements-zh-kin.ts";
import {
  animal,
  anywhere,
  cities,
  clause,
  closing,
  countries,
  isPassing,
  provinces,
} from "./extractive-statements-zh-words.ts";

const number = "[一二两三四五六七八九十几半\\d]{1,3}";
const lasting = `${number}(?:多)?(?:年|个?月|周)(?:半|多)?`;
const asSaid: Read = (match) => ({ value: group(match, "v").replace(/[了的]$/, "") });

const pets = `[一两二三四五六七八九十\\d]{1,2}[只条个][小大]?${animal}`;
const apart = "、|和|还有|，|,|";
/** How many of them, by the animal: who gets a dog has their cats still. */
const readPets: Read = (match) => {
  const value = group(match, "v");
  const [, what = ""] = /^.{1,2}[只条个][小大]?(.+)$/u.exec(value) ?? [];
  const kind = /猫/.test(what) ? "猫" : /狗|犬/.test(what) ? "狗" : what;
  return { value, key: `pet_count:${kind}`, statement: `有${value}` };
};

export const homeRulesZh: readonly StatementRule[] = [
  rule(
    "upbringing",
    "",
    clause("我(?:从小)?是?(?:在)?(?<v>(?:单亲|重组|离异)家庭)(?:里)?(?:长大|出来|出身)?的?"),
    (match) => (/长大|出来|出身|是/.test(match[0]) ? { value: `${group(match, "v")}长大` } : undefined),
  ),
  rule(
    "upbringing",
    "",
    clause(
      "我(?:从小)?(?:是|由){1,2}(?:我)?(?<v>爷爷奶奶|外公外婆|姥姥姥爷|奶奶|外婆|姥姥|爷爷|外公|姑姑|阿姨|大伯|舅舅|妈妈|爸爸|妈|爸)(?:一个人|一手)?(?:带|养|拉扯|抚养)(?:大|长大)的",
    ),
    (match) => ({
      value: `由${group(match, "v")}带大`,
    }),
  ),
  rule(
    "upbringing",
    "",
    clause(
      "我从小(?:是)?(?:跟|跟着|和)(?:我)?(?<v>爷爷奶奶|外公外婆|姥姥姥爷|奶奶|外婆|姥姥|爷爷|外公|姑姑|妈妈|爸爸)(?:一起)?(?:长大|生活|过)的?",
    ),
    (match) => ({
      value: `跟${group(match, "v")}长大`,
    }),
  ),
  rule(
    "upbringing",
    "",
    clause("我(?:小时候|从小)?(?:就)?是(?:个)?(?<v>留守儿童|孤儿|弃婴|被领养的|领养的)"),
    asSaid,
  ),
  rule(
    "grew_up",
    "",
    clause(
      `我(?:从小|是|就){0,2}在(?<v>${cities}|${provinces}|${countries}|农村|乡下|山里|海边|小县城|县城|小镇|小镇上|部队大院|工厂大院)(?:里)?(?:土生土长|长大)的?`,
    ),
    (match) => ({
      value: group(match, "v"),
      statement: `在${group(match, "v")}长大`,
    }),
  ),
  rule("birth_order", "", clause("我是(?:家里的?)?(?<v>独生子女|独生女|独生子|独苗)"), asSaid),
  rule(
    "birth_order",
    "",
    clause("我(?:在|是)家里?(?:面)?(?:的|是|排行){0,2}(?<v>老大|老二|老三|老幺|老小|最小的?|最大的?)"),
    (match) => ({
      value: `家里${group(match, "v").replace(/的$/, "")}`,
    }),
  ),
  rule(
    "sibling",
    "",
    anywhere(
      `(?<=^|[，,。！!；;\\s])我(?:还|上面|下面)?有(?<v>(?:[一两二三四五]?个)(?:亲|双胞胎|龙凤胎)?(?:哥哥|姐姐|弟弟|妹妹|哥|姐|弟|妹))(?:${closing}|(?=在|是|都|比我|也))`,
    ),
    (match) => {
      const value = group(match, "v").replace(/^个/, "一个");
      return { key: `sibling:${value.replace(/^.个/, "")}`, value: `有${value}`, statement: `有${value}` };
    },
  ),
  rule(
    "child",
    "",
    clause(
      "我们?(?:家|现在)?(?:有|生了)(?<v>一儿一女|两儿一女|一儿两女|儿女双全|一对儿女|一对双胞胎|[一两三]个(?:娃|宝宝|闺女|男孩|女孩))(?:了)?",
    ),
    (match) => ({
      value: `有${group(match, "v")}`,
      key: `child:${group(match, "v")}`,
      statement: `有${group(match, "v")}`,
    }),
  ),
  rule(
    "long_distance",
    "",
    clause(
      `我们?(?:(?:跟|和)我?(?:${lovers}))?(?:现在|一直|是)?(?<v>异地(?:恋)?)(?:了|已经|快|都|有|谈了){0,2}(?:${lasting})?了?`,
    ),
    (match) => (/我们|跟|和/.test(match[0]) ? { value: "异地", statement: "和对象异地" } : undefined),
  ),
  rule(
    "together_for",
    "",
    clause(`我(?:跟|和)我?(?<kin>${lovers})(?:已经)?在一起(?:了|已经|快|都|有){0,2}(?<v>${lasting})了?`),
    (match) => ({
      value: group(match, "v"),
      statement: `和${group(match, "kin")}在一起${group(match, "v")}`,
    }),
  ),
  rule(
    "marital_status",
    "婚姻状况：",
    clause(`我们?(?:都|已经)?结婚(?:了|已经|快|都|有){0,2}${lasting}了?`),
    () => ({
      value: "已婚",
      statement: "已经结婚",
    }),
  ),
  rule(
    "marital_status",
    "婚姻状况：",
    clause(`我(?:是|去年|前年|今年|刚|已经|上个月){0,3}(?:离的婚|离婚(?:已经|快|都|有)?${lasting}了)`),
    () => ({
      value: "离异",
      statement: "已经离婚",
    }),
  ),
  rule(
    "pregnancy",
    "",
    clause(`我(?:现在|已经)?(?:怀孕(?:了|已经|快|都|有){0,2}(?<v>${lasting})了?|怀孕了|怀上了)`),
    (match) => ({
      value: group(match, "v") === "" ? "怀孕" : `怀孕${group(match, "v")}`,
    }),
  ),
  rule(
    "living",
    "",
    clause(
      "我(?:现在|一直|目前|平时|自己){0,2}(?:是)?(?<v>一个人住|独自住|一个人租房|独居)(?:着|的|了|好几年|好多年){0,2}",
    ),
    (_match, sentence) => (isPassing(sentence) ? undefined : { value: "一个人住", statement: "一个人住" }),
  ),
  rule(
    "living",
    "",
    clause(
      `我(?:现在|一直|目前)?(?:还)?(?:跟|和)(?<who>(?:[一两二三四]个)?(?:${all}|爷爷奶奶|外公外婆|朋友|闺蜜|室友|同事|同学|姑姑|舅舅)|公婆|家里?人)(?:一起)?(?<how>住|合租|同居|住在一起|住一起)(?:着|的)?`,
    ),
    (match, sentence) =>
      isPassing(sentence)
        ? undefined
        : { value: `和${group(match, "who")}${group(match, "how").replace(/^住.*/, "一起住")}` },
  ),
  rule(
    "pet_count",
    "",
    clause(
      `(?:我家里?|我们家|我|家里)(?:现在|一共|总共|还){0,2}(?:有|养了?|养着)(?<v>${pets})(?:了|(?:${apart})${pets}了?)?`,
    ),
    readPets,
  ),
  rule(
    "pet_count",
    "",
    clause(
      `(?:我家里?|我们家|我|家里)(?:现在|一共|总共|还){0,2}(?:有|养了?|养着)${pets}(?:${apart})(?<v>${pets})了?`,
    ),
    readPets,
  ),
];
