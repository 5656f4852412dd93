// Finds what a text names: people, kin, places, titles, dates, numbers. By pattern and list, no model.
import { simplify } from "../schema/simplified.ts";

const kin =
  "爸爸|妈妈|爸妈|父母|父亲|母亲|老爸|老妈|爷爷|奶奶|外公|外婆|姥姥|姥爷|公公|婆婆|岳父|岳母|丈夫|妻子|老公|老婆|先生|太太|爱人|男朋友|女朋友|男友|女友|前任|前男友|前女友|未婚夫|未婚妻|儿子|女儿|孩子|宝宝|双胞胎|孙子|孙女|哥哥|姐姐|弟弟|妹妹|堂哥|堂姐|堂弟|堂妹|表哥|表姐|表弟|表妹|叔叔|伯伯|阿姨|姑姑|姑妈|舅舅|舅妈|姨妈|侄子|侄女|外甥|闺蜜|室友|同学|同桌|同事|老板|领导|经理|客户|房东|邻居|医生|老师|导师|班主任|教练|营养师|心理咨询师";
const englishKin =
  "mom|mum|mother|dad|father|parents?|grandma|grandmother|grandpa|grandfather|husband|wife|boyfriend|girlfriend|fiancee?|partner|son|daughter|kids?|child|children|baby|twins|brothers?|sisters?|siblings?|cousins?|aunt|uncle|nephew|niece|roommate|colleagues?|coworkers?|boss|manager|landlord|neighbou?rs?|doctor|therapist|teacher|coach|classmates?|best friend";

const cities =
  "北京|上海|天津|重庆|广州|深圳|杭州|南京|苏州|成都|武汉|西安|长沙|郑州|青岛|大连|厦门|福州|宁波|无锡|合肥|济南|昆明|大理|丽江|贵阳|南宁|桂林|海口|三亚|哈尔滨|长春|沈阳|太原|石家庄|兰州|西宁|银川|乌鲁木齐|拉萨|呼和浩特|珠海|东莞|佛山|温州|绍兴|扬州|洛阳|香港|澳门|台北|台湾|云南|四川|浙江|江苏|广东|广西|福建|海南|山东|山西|河南|河北|湖南|湖北|江西|安徽|贵州|陕西|甘肃|青海|新疆|西藏|内蒙古|黑龙江|吉林|辽宁|宁夏|中国|日本|韩国|美国|英国|法国|德国|意大利|西班牙|泰国|新加坡|澳大利亚|加拿大|俄罗斯|东京|京都|大阪|首尔|纽约|伦敦|巴黎|柏林|悉尼|多伦多";

const numeral = "[零一二两三四五六七八九十百千万半]";
const unit =
  "(?:多)?(?:万|千|百|亿)?(?:元|块钱?|岁|斤|公斤|公里|里|米|厘米|平米|分钟|个?小时|天|个月|个星期|周|年|点半?|楼|层|次|只|条|本|页|人|个人|度|分|倍|遍|杯|瓶|集|章|公升|毫克|kg|km|cm|%|％)";

export type FactKind = "date" | "number" | "name" | "title" | "place" | "kin" | "latin";

/** In the order in which they are kept where there is no room for all. */
const patterns: readonly (readonly [FactKind, RegExp])[] = [
  ["title", /《([^《》\n]{1,30})》/gu],
  [
    "date",
    new RegExp(
      `(?:\\d{4}|[零〇一二三四五六七八九]{4})年(?:\\d{1,2}月)?(?:\\d{1,2}[日号])?|(?:\\d{1,2}|${numeral}{1,3})月(?:\\d{1,2}|${numeral}{1,3})[日号]|(?:\\d{1,2}|${numeral}{1,2})月份|\\d{4}-\\d{1,2}-\\d{1,2}|(?:下|上|这|本)?(?:周|星期|礼拜)[一二三四五六日天末]|\\d{1,2}[:：]\\d{2}|\\d{1,2}[日号](?![线楼])|生日|春节|中秋|国庆|元旦|清明|端午|七夕|圣诞节?`,
      "gu",
    ),
  ],
  [
    "date",
    /\b(?:(?:January|February|March|April|May|June|July|August|September|October|November|December)(?:\s+\d{1,2}(?:st|nd|rd|th)?)?(?:,?\s+\d{4})?|\d{1,2}(?:st|nd|rd|th)?\s+(?:of\s+)?(?:January|February|March|April|May|June|July|August|September|October|November|December)|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|(?:19|20)\d{2}|Christmas|Thanksgiving|Halloween|Easter)\b/g,
  ],
  [
    "name",
    /(?:叫做?|名叫|名字是|小名|外号|绰号|昵称)(?:是|叫)?["“「]?(\p{Script=Han}{1,4}?)(?=["”」，,。！!？?、的了吧啊呀和是，\s]|$)/gu,
  ],
  [
    "name",
    /(?<!\p{Script=Han})([小老阿](?!时|心|伙|学|姐|孩|区|说|吃|师|板|家|公|婆|人|是|爸|妈|虎|鼠|实|姨|哥|弟|妹|朋|声|明星|事|组|气|票|型|众)\p{Script=Han})(?=[说在和跟也的就来去是有要，,。])/gu,
  ],
  [
    "name",
    /([赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦许何吕张孔曹严华金魏陶姜谢邹喻苏潘葛范彭鲁马方任袁柳鲍史唐薛雷贺倪汤罗郝安常于傅齐康伍余顾孟黄穆萧尹姚邵汪毛戴宋庞熊纪舒屈项祝董梁杜阮蓝江童颜郭梅盛林钟徐邱骆高夏蔡田樊胡凌霍万柯卢莫房丁邓洪包石崔龚程邢裴陆翁段侯武刘景龙叶黎白乔甄曾关廖](?:老师|医生|主任|经理|总|工|阿姨|叔叔?|哥|姐|教授|同学|师傅))/gu,
  ],
  ["place", new RegExp(cities, "gu")],
  [
    "place",
    /(?<=[去到在从住来往回逛爬看])((?:(?![去到在从了的我你他她们是和跟])\p{Script=Han}){1,5}(?:公园|大学|学院|中学|小学|医院|机场|火车站|地铁站|博物馆|图书馆|美术馆|动物园|古镇|古城|书店|咖啡馆|餐厅|寺|湖|山|岛|海边|海滩|路|街|区|县|镇|村))/gu,
  ],
  ["number", new RegExp(`(?<!\\d)(?:\\d{1,12}(?:\\.\\d{1,6})?|${numeral}{1,4})${unit}`, "gu")],
  [
    "number",
    /[$€£¥￥]\s?\d[\d,.]{0,20}|\b\d{1,12}(?:[.,]\d{1,6}){0,3}(?![\d])(?:%|\s?(?:years?|months?|weeks?|days?|hours?|minutes?|miles?|kg|km|pounds?|dollars?|am|pm))?\b/gi,
  ],
  ["kin", new RegExp(kin, "gu")],
  ["kin", new RegExp(`\\b(?:${englishKin})\\b`, "gi")],
  [
    "latin",
    /(?<![.!?]\s|^|["“]\s?)(?<![\p{Script=Latin}\d'’])(?!I\b|OK\b)[A-Z][\p{Script=Latin}\d]+(?:['’][A-Za-z]+)?(?:\s+(?!I\b)[A-Z][\p{Script=Latin}\d]+)*/gu,
  ],
  ["title", /["“「]([^"“”「」\n]{2,24})["”」]/gu],
];

// A capital letter at the start of a sentence proves nothing, and these prove nothing anywhere.
const noNames = new Set(
  "The This That These Those It He She We You They And But So Yes No Not What When Where Why How Who Wow Hey Hi Oh Ok Thanks Sure Just Maybe Really Good Great Nice My Your Our His Her Its Is Are Was Were Do Does Did Have Has Had Can Could Will Would Should Let Im Ive".split(
    " ",
  ),
);

export type NamedFact = { kind: FactKind; text: string };

// Texts come from strangers: what is looked at stays bounded, so that no pattern can be made to run long.
const longestText = 20_000;
const mostFacts = 400;

// 一次, 一点, 半天: "a" rather than a number.
const vague = /^[一半](?:次|点|个|人|个人|层|天|条|只|本|页|度|遍|倍|杯|块|里)$/;

/** What a text names, each once, in the order of kinds above. At most the first 20,000 characters are looked at. */
export function namedFacts(text: string): NamedFact[] {
  const found = new Map<string, NamedFact>();
  const typed = text.slice(0, longestText).normalize("NFKC");
  let rest = simplify(typed);
  for (const [kind, pattern] of patterns) {
    rest = rest.replace(pattern, (match: string, ...others: unknown[]) => {
      const [inner] = others;
      const named = (typeof inner === "string" ? inner : match).trim().replace(/['’]s$/, "");
      const key = named.toLowerCase();
      if (named === "" || named.includes("\u0000") || noNames.has(named) || vague.test(named)) return match;
      const at = Number(others.find((one) => typeof one === "number")) + match.indexOf(named);
      if (!found.has(key) && found.size < mostFacts)
        found.set(key, { kind, text: typed.slice(at, at + named.length) });
      // What one pattern has read is hidden from the next: 3月20号 is one date, not also two numbers.
      return match.replace(named, "\u0000".repeat(named.length));
    });
  }
  return [...found.values()];
}
