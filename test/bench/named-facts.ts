// What counts as a named fact when the quality of summaries is measured (R20). A definition of its own: the engine that is
// measured has another, so that it cannot pass by agreeing with itself.

/*
 * A named fact is a piece of text that a reader could look up or check, and that loses its meaning when it is paraphrased:
 *
 *   number   digits, with the unit behind them where there is one (25分钟, 3.5, $40, 20%); Chinese numerals only with a unit of
 *            time, age, money, length or weight, and not 一 or 半 (which mostly mean "a")
 *   date     year, month and day, weekdays, clock times, named feasts, 生日
 *   name     words in Latin letters inside Chinese text; in English text words with a capital letter that do not open a
 *            sentence; 小X and 阿X; surname with a title (王老师)
 *   title    what stands in 《》
 *   place    what ends in 市 省 县 公园 大学 医院 机场 … after a word of movement, and the large cities
 *   kin      the person's people by role: 妈妈, 女儿, 妻子, 同事, 老板, mother, daughter, boss …
 *
 * Each is counted once a topic, folded (NFKC, lower case). It counts as kept where it stands literally in the summary, in the
 * operations or in key_entities; "25分钟" is also kept by "25 分钟".
 */

type Kind = "number" | "date" | "name" | "title" | "place" | "kin";

const rules: readonly (readonly [Kind, RegExp])[] = [
  ["title", /《([^》]{1,40})》/g],
  [
    "date",
    /\d{4}年\d{1,2}月\d{1,2}[日号]|\d{4}年\d{1,2}月|\d{1,2}月\d{1,2}[日号]|\d{4}-\d{2}-\d{2}|\d{1,2}[:：]\d{2}/g,
  ],
  [
    "date",
    /(?:下|上|这)?(?:周|星期|礼拜)[一二三四五六日天]|周末|[一二三四五六七八九十]{1,2}月(?:[一二三四五六七八九十]{1,3}[号日])?|生日|国庆|中秋|春节|元旦/g,
  ],
  [
    "date",
    /\b(?:\d{1,2}\s)?(?:january|february|april|june|july|august|september|october|november|december)(?:\s\d{1,2})?\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:19|20)\d\d\b|\bchristmas\b/gi,
  ],
  [
    "number",
    /[$€£¥]?\d+(?:[.,]\d+)*\s?(?:分钟|个?小时|天|个月|年|岁|元|块|万|公里|米|斤|公斤|次|点|号|楼|层|页|本|%|％|minutes?|hours?|days?|weeks?|months?|years?|miles?|km|kg|am|pm)?/gi,
  ],
  [
    "number",
    /(?:[二两三四五六七八九]?十[一二三四五六七八九]?|[二两三四五六七八九])(?:分钟|个?小时|天|个月|个星期|周|年|岁|块|万|千|百|公里|斤|公斤)/g,
  ],
  [
    "name",
    /(?<=[\p{Script=Han}，。、“"（(]\s?)[A-Za-z][A-Za-z0-9]+(?:\s[A-Z][A-Za-z0-9]+)*|^[A-Z][A-Za-z0-9]+(?=[\p{Script=Han}])/gu,
  ],
  ["name", /(?<=[a-z,;]\s)(?!I\b)[A-Z][a-z]+(?:\s[A-Z][a-z]+)*/g],
  [
    "name",
    /[王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文](?:老师|医生|主任|经理|总|工|阿姨|叔|哥|姐|教授)/g,
  ],
  [
    "place",
    /(?<=[去到在住回来])[\p{Script=Han}]{2,5}(?:市|省|县|公园|大学|医院|机场|博物馆|图书馆|古镇|咖啡馆)/gu,
  ],
  ["place", /北京|上海|广州|深圳|杭州|南京|苏州|成都|武汉|西安|重庆|天津|厦门|青岛|大理|香港|绍兴/g],
  [
    "kin",
    /妈妈|爸爸|父母|母亲|父亲|奶奶|爷爷|外婆|外公|妻子|丈夫|老公|老婆|女朋友|男朋友|儿子|女儿|孩子|哥哥|姐姐|弟弟|妹妹|表[哥姐弟妹]|堂[哥姐弟妹]|叔叔|阿姨|舅舅|室友|同事|老板|领导|客户|邻居|闺蜜|导师|医生/g,
  ],
  [
    "kin",
    /\b(?:mother|mom|mum|father|dad|parents|grandm[ao]ther|grandma|grandpa|husband|wife|boyfriend|girlfriend|son|daughter|kids?|brother|sister|cousin|aunt|uncle|roommate|colleague|boss|neighbou?r|teacher|doctor)s?\b/gi,
  ],
];

export function fold(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/g, "");
}

/** Named facts of a text, folded, each once. */
export function namedFactsOf(text: string): Set<string> {
  const found = new Set<string>();
  let rest = text.replace(/\[photo:[^\]]*\]/g, " ");
  for (const [, rule] of rules) {
    rest = rest.replace(rule, (match, inner: unknown) => {
      const fact = fold(typeof inner === "string" ? inner : match);
      if (fact !== "") found.add(fact);
      // What one rule has read is not read again by the next: 3月20号 is one fact, not four.
      return "\u0000";
    });
  }
  return found;
}
