// Chinese rules for what people tell in passing: in an answer of a few words, in a half sentence, without 我.
import { bare, group, rule, type StatementRule } from "./extractive-statements-rule.ts";
import { anywhere, clause, date, inner, kin, kinWords } from "./extractive-statements-zh-words.ts";

const place =
  "(?:路|街|巷子?|弄堂?|胡同|小区|花园|新村|大院|家属院|厂区|校区|镇上?|村里?|江边|河边|湖边|海边|地铁站|桥)";
const carName =
  "捷达|桑塔纳|朗逸|帕萨特|迈腾|高尔夫|甲壳虫|卡罗拉|凯美瑞|雷凌|思域|雅阁|飞度|轩逸|逍客|卡宴|奥迪|宝马|奔驰|沃尔沃|特斯拉|比亚迪|吉利|长城|五菱|哈弗|奇瑞|面包车|皮卡|越野车|电动车|摩托车|轿车|小车";
const askedKin: readonly (readonly [RegExp, string, string])[] = [
  [/哥哥?|兄长/, "哥哥", "brother"],
  [/弟弟?/, "弟弟", "brother"],
  [/姐姐?/, "姐姐", "sister"],
  [/妹妹?/, "妹妹", "sister"],
  [/女儿|闺女/, "女儿", "daughter"],
  [/儿子/, "儿子", "son"],
];
const relative = "(?:后天|大后天|明天|今天|[下这本]?个?(?:周|星期)[一二三四五六日天末])";
const occasion = "(?:比赛|考试|高考|中考|面试|答辩|手术|婚礼|演出|毕业典礼|开学|体检)";

/** One rule for each kin that may have been asked for; the answer names it. */
const namedKin = askedKin.map(([asked, word, key]) =>
  rule(
    "family",
    "",
    anywhere(
      "^(?:嗯[，,]?|对[，,]?)?(?:我?有过?(?:一?个)?|是有一?个)[，,]?(?:名字)?(?:就)?叫(?<v>\\p{Script=Han}{2,3})(?=[，,。！!]|$)",
    ),
    (match) => ({ value: group(match, "v"), key, statement: `${word}${group(match, "v")}` }),
    new RegExp(`有(?:没有|一?个|几个)?(?:${asked.source})|(?:${asked.source})(?:吗|呢)`),
  ),
);

export const toldRulesZh: readonly StatementRule[] = [
  ...namedKin,
  rule(
    "address",
    "住在",
    anywhere(
      `^(?:就在|在)?(?<v>${inner}{1,8}?${place}(?:(?:的|里|上|后面|旁边|附近|对面)+${inner}{0,6})?)(?=[，,。！!]|$)`,
    ),
    (match) => (/[我你他她它]|不|没|还在/.test(group(match, "v")) ? undefined : { value: group(match, "v") }),
    /(?:住|房子|新家|新房|屋子|搬).{0,6}(?:哪|什么地方|啥地方)|(?:哪儿?|哪里).{0,4}(?:住|租|找的房)/,
  ),
  rule(
    "address",
    "住在",
    anywhere(
      `我家(?:就)?(?:住在?|在)?(?<v>${inner}{2,8}?${place})[^。！!？?]{0,8}[，,]?(?:在那儿?)?住了(?:快|都|有)?${inner}{1,4}年`,
    ),
    (match) => ({ value: group(match, "v").replace(/那个|这个|那边/, "") }),
  ),
  rule(
    "car",
    "车：",
    anywhere(
      `我(?:的|家)?(?:那|这)?辆(?<v>(?:老|旧|新|破|二手)?(?:白色?|黑色?|红色?|银色?|灰色?|蓝色?)?的?(?:${carName}))`,
    ),
  ),
  rule("car", "车：", clause(`我(?:现在|平时)?开的(?:就)?(?:是)?(?:一)?(?:辆|台)?(?<v>${carName})`)),
  rule(
    "breakfast",
    "早饭：",
    anywhere(
      `早(?:上|饭|餐|点)[^。！!？?]{0,12}[，,]我?(?:从来都是|永远是?|雷打不动|固定|一直是?|每天都?是?)(?:就?是?|吃)?(?<v>[一两](?:个|碗|份|杯|根|套|笼)${inner}{1,6})`,
    ),
    (match) => ({ value: bare(group(match, "v")).replace(/^[一两][个碗份杯根套笼]/, "") }),
  ),
  rule(
    "habit",
    "",
    clause(
      "(?:我)?(?:还|又|在家|家里|阳台上?|最近|开始)*(?<v>养了[一两三几](?:罐|盆|缸|株|棵|盒|池)(?:的)?\\p{Script=Han}{1,8}?)",
    ),
    (match) =>
      /结果|死|又|都/.test(group(match, "v"))
        ? undefined
        : { value: group(match, "v"), key: `habit:${group(match, "v").slice(0, 24)}` },
  ),
  rule(
    "habit",
    "",
    anywhere(
      `(?:天天|每天|平时)[^。！!？?]{0,14}[，,](?<v>周末(?:就|都|会|才|固定|去)*(?:[跑走骑打练做写读看听喝吃学画弹唱跳送陪遛喂浇种烤煮爬钓]${inner}{1,10}))(?=[，,。！!]|$)`,
    ),
    (match) => ({ value: bare(group(match, "v")), key: `habit:${bare(group(match, "v")).slice(0, 24)}` }),
  ),
  rule(
    "layoff",
    "",
    anywhere(
      "(?:裁(?:掉|了|员)|优化(?:掉|了)|砍(?:掉|了))[^。！!？?]{0,10}[，,](?:这次|这回|也|就|里面)*(?:有我|我也在(?:里面|其中|内|名单)|包括我|轮到我了?|我是其中)",
    ),
    () => ({ value: "被裁员" }),
  ),
  rule(
    "medical_condition",
    "",
    anywhere(
      "(?:凌晨|半夜|夜里)[^，,。！!？?]{0,3}[点钟]?半?(?:了)?(?:还|都)(?:睁着眼|醒着|睡不着|没睡着)[^。！!？?]*(?:[一两三几半]个?(?:周|礼拜|星期|月)|好几天|天天)",
    ),
    () => ({ value: "失眠", key: "medical_condition:失眠" }),
  ),
  rule(
    "medical_condition",
    "",
    clause(
      "我?(?:最近|这阵子|这段时间|这几周|这个月|连着[一两三几]\\S{1,3})(?:一直|总|老是?|天天|又)*(?<v>失眠|睡不着觉?|睡不好觉?)(?:[，,]?\\S{0,4}(?:快|都)?[一两三几]个?(?:周|礼拜|星期|月)了?)?了?",
    ),
    () => ({ value: "失眠", key: "medical_condition:失眠" }),
  ),
  rule(
    "event",
    "",
    clause(
      `(?<day>${relative}|${date})(?:就|是|要|去|有)*(?<who>(?!我|你|他|她|它|大家|公司|学校|单位)\\p{Script=Han}{2,3}?)的?(?:就|要|去|有|得|又)*(?<v>${occasion})了?`,
    ),
    (match) => {
      const [day, who, what] = [group(match, "day"), group(match, "who"), group(match, "v")];
      const key = kin[who] ?? who;
      return /[的了要就去有]|这|那|没|不/.test(who) || new RegExp(`^(?:${kinWords})的`).test(who)
        ? undefined
        : { value: `${who}${day}${what}`, key: `event:${key}${what}`, statement: `${who}${day}${what}` };
    },
  ),
];
