// Chinese rules for what people say of themselves in the first days: their name, what they do and learn, where they came to, how old they are.
import { group, type Read, rule, type StatementRule } from "./extractive-statements-rule.ts";
import {
  anywhere,
  cities,
  clause,
  closing,
  countries,
  fullName,
  inner,
  isPassing,
  kinWords,
  lover,
  place,
  professions,
  provinces,
} from "./extractive-statements-zh-words.ts";

/** 我叫外卖, 我叫停, 我叫他: what is called is no name. */
const noName = new RegExp(
  `^(?:[了他她它你您我不着过得起来去停苦喊好冤屈车人谁什啥外滴快跑救代骂醒住号饿疼累痛一两半几个这那上下家服客保网闪物房警急修搬开司]|大(?:家|夫|爷|妈|声|哥|姐)|老(?:板|师|乡|公|婆)|小(?:白|孩|丑|号|偷|三|编|学|狗|猫|朋|弟|妹|姐|伙|组|众|心|气|透|可|仙|区|时|费|事|人|店|站|说|声|哥|车|二)|阿(?:姨|伯|婆|公))|美团|顺丰|曹操|货拉拉|奶茶|咖啡|火锅|烧烤|炸鸡|夜宵|早餐|午餐|晚餐|朋友|同事|同学|邻居|(?:${kinWords}|${lover}|${professions})$|[了的吗呢吧啊]$`,
);
const familiar = "[阿小]\\p{Script=Han}|大\\p{Script=Han}|(?<twin>\\p{Script=Han})\\k<twin>";
const greeting =
  "(?:嗨|嘿|哈喽|哈啰|你好|您好|大家好|你们好|初次见面|早上好|晚上好|下午好)(?:[呀啊哦哟])?[，,！!～~。\\s]{0,3}";
/** What is said beside one's name at the first meeting. */
const meeting =
  /多多?指教|多多?关照|第一次(?:来|用|见|玩)|初次见面|初来乍到|很?高兴认识|认识一下|交个朋友|刚(?:来|下载|注册)/;

/** 我是男生, 我是来看看的: what one is and does, and no name. */
const whatOneIs =
  /[人生的手党族控座型狗鬼迷粉后级师员家者男女友来去想说觉要会有在到过]$|^(?:男|女|来|去|想|单|独|社|内向|外向|路|第|不|没|从|被|真|很|好)/;
const isFullName = new RegExp(`^(?:${fullName})$`, "u");
const isFamiliar = new RegExp(`^(?:${familiar}|[A-Z][a-z]+)$`, "u");

/** 我叫 names; 我是 names where the name tells it by its form, or the sentence is one of a first meeting. */
const readCalled: Read = (match, sentence) => {
  const value = group(match, "v");
  if (noName.test(value) || isFullName.test(value)) return undefined;
  // 我叫破喉咙: three characters that are no full name are one only where people meet.
  if (value.length > 2 && /^\p{Script=Han}/u.test(value) && !meeting.test(sentence)) return undefined;
  const isSaid =
    match[0].includes("叫") || isFamiliar.test(value) || (meeting.test(sentence) && !whatOneIs.test(value));
  return isSaid ? { value, statement: `叫${value}` } : undefined;
};

/** 的, 你, 什么 and a denial make a subject of study none. */
const noSubject =
  /什么|啥|哪|怎么|东西|^(?:都|忘|会(?!计|展)|很|好|挺|还)|[你他她它我这那不没么]|^[的了校习院]|专业$/;
const readMajor: Read = (match) => {
  const value = group(match, "v").replace(/(?:专业|的)+$/, "");
  return value.length < 2 || noSubject.test(value) ? undefined : { value };
};

const years = "(?:\\d{1,2}|[一二两三四五六七八九十几半]{1,3})(?:多)?(?:年|个?月|周)";
const fields =
  "(?:销售|运营|设计|财务|会计|行政|人事|测试|开发|后端|前端|算法|产品|市场|外贸|电商|直播|教育|培训|物流|采购|质检|新媒体|自媒体|房产|保险|装修|木工|电工|餐饮|美容|美发|美甲|微商|代购|家政|护工|保洁|翻译|剪辑|摄影|审计|法务|文员|前台|客服)";
const driven = "(?:出租车?|货车|卡车|大货|公交车?|大巴|网约车|滴滴|地铁|校车|叉车|挖掘机|吊车|火车|高铁)";
/** What is no firm and tells all the same where one works. */
const institution = "(?:银行|医院|学校)";
const shop =
  "(?:\\p{Script=Han}{0,6}(?:店|馆|餐厅|公司|工作室|厂|诊所|民宿|超市|酒吧|农场|书吧|理发屋|花房|幼儿园|培训班))";
/** How one comes to speak of what is so now. Bounded, since a clause has few of them. */
const now = "(?:现在|目前|今年|已经|还|刚|一直|平时|其实|就|也|都|才){0,3}";

const stage = "(?:大[一二三四五]|研[一二三]|博[一二三]|高[一二三]|初[一二三]|(?:小学)?[一二三四五六]年级)";
const exams =
  "(?:考研|考公|考博|考编|高考|中考|雅思|托福|四六级|四级|六级|教资|教师资格证|公务员|事业编|事业单位|国考|省考|法考|司法考试|注会|CPA|cpa|CFA|一建|二建|GRE|gre|GMAT|N1|N2|专升本|自考|成考|保研|选调|雅思考试|考雅思|考托福|考证|考驾照|留学)";

export const selfRulesZh: readonly StatementRule[] = [
  rule(
    "call_name",
    "希望被叫作",
    clause(`我(?:小名|名字)?就?叫(?:做)?(?<v>${familiar}|\\p{Script=Han}{2,3})`),
    readCalled,
  ),
  rule(
    "call_name",
    "希望被叫作",
    anywhere(
      `(?<=^(?:${greeting}){1,3})我(?:就是|是|叫)(?<v>${familiar}|\\p{Script=Han}{2,3}|[A-Z][a-z]{1,14})${closing}`,
    ),
    readCalled,
  ),
  rule(
    "call_name",
    "希望被叫作",
    clause(`我是(?<v>${familiar}|\\p{Script=Han}{2,3}|[A-Z][a-z]{1,14})`),
    (match, sentence) => (meeting.test(sentence) ? readCalled(match, sentence) : undefined),
  ),
  rule("name", "名字叫", clause(`我(?:大名|全名|本名|真名)(?:就)?叫(?<v>${fullName})`)),
  rule(
    "surname",
    "姓",
    clause("我就?姓(?<v>欧阳|司马|上官|诸葛|东方|慕容|皇甫|令狐|\\p{Script=Han})"),
    (match) => {
      const value = group(match, "v");
      return value.length > 1 || isFullName.test(`${value}一`) ? { value } : undefined;
    },
  ),
  rule(
    "occupation",
    "职业：",
    anywhere(`^在(?<where>${inner}{2,10}?)(?:当|做)(?<v>\\p{Script=Han}{0,4}?${professions})${closing}`),
    (match) =>
      /[你他她我]/.test(match[0]) ? undefined : { value: `${group(match, "where")}${group(match, "v")}` },
  ),
  rule("occupation", "职业：", clause(`我${now}(?:是)?(?<v>开${driven})的`)),
  rule(
    "occupation",
    "职业：",
    clause(`我${now}在(?:一家)?(?<v>${inner}{2,14}?(?:开${driven}|跑外卖|送外卖|送快递))`),
  ),
  rule(
    "occupation",
    "职业：",
    clause(`我${now}(?:是|在)?(?<v>[跑送干](?:外卖|快递|货运|滴滴|网约车|业务|长途|工程|装修))的?`),
  ),
  rule(
    "occupation",
    "",
    clause(
      `我(?:自己|现在|去年|今年|跟朋友|和朋友){0,2}(?:开了?|经营着?)(?:一)?[家个间](?:小)?(?<v>${shop})`,
    ),
    (match) => ({ value: `开${group(match, "v")}`, statement: `开了${group(match, "v")}` }),
  ),
  rule(
    "occupation",
    "职业：",
    clause(
      `我${now}(?:做|干|当)(?<v>${fields}|\\p{Script=Han}{0,4}?${professions})(?:了|已经|快|都|有|做|干|当){0,3}${years}了?`,
    ),
  ),
  rule("occupation", "职业：", clause(`我${now}(?:在|是)(?:做|干|搞)(?<v>${fields})的?`)),
  rule(
    "occupation",
    "职业：",
    clause(`我${now}在(?:${cities})(?:做|当|干|搞)(?<v>${fields}|\\p{Script=Han}{0,4}?${professions})的?`),
  ),
  rule("occupation", "", clause(`我${now}退休(?:了)?(?:在家|快|都|有|已经){0,2}(?:${years})?了`), () => ({
    value: "已退休",
    statement: "已经退休",
  })),
  rule("layoff", "", clause(`我${now}失业(?:了)?(?:快|都|有|已经)?${years}了?`), () => ({ value: "失业" })),
  rule("layoff", "", clause("我(?:现在|目前)失业(?:了|中|在家)"), () => ({ value: "失业" })),
  rule(
    "works_in",
    "在",
    clause(`我${now}在(?:一家)?(?<v>${institution})里?(?:上班|工作)(?:了|的)?`),
    (match) => ({
      value: group(match, "v"),
      statement: `在${group(match, "v")}上班`,
    }),
  ),
  rule(
    "work_city",
    "",
    clause(
      `我${now}在(?<v>${cities})(?:上班|工作|(?:做|当|干|搞)(?:${fields}|\\p{Script=Han}{0,4}?${professions}))(?:了|的)?`,
    ),
    (match) => ({
      value: group(match, "v"),
      statement: `在${group(match, "v")}工作`,
    }),
  ),
  rule(
    "major",
    "专业：",
    clause(
      `我${now}(?:(?:大学|本科|研究生|硕士|博士|大专|中专)(?:时候?|期间)?)?(?:是)?(?:学|读|念)的(?:专业)?(?:就)?(?:是)?(?<v>\\p{Script=Han}{2,8}?)(?:专业)?的?`,
    ),
    readMajor,
  ),
  rule("major", "专业：", clause(`我${now}是(?:学|读|念)(?<v>\\p{Script=Han}{2,8}?)(?:专业)?的`), readMajor),
  rule(
    "major",
    "专业：",
    clause("我(?:现在|大学|本科|研究生)?(?:的专业)?是(?<v>\\p{Script=Han}{2,8}?)专业的?"),
    readMajor,
  ),
  rule(
    "school_year",
    "上",
    clause(`我${now}(?:在|是)?(?:上|读|念)?(?<v>${stage})(?:在读)?(?:的?学生)?了?`),
    (match, sentence) =>
      /那[年时会]|当[年时]|以前|\d{4}年|毕业|曾经/.test(sentence) ? undefined : { value: group(match, "v") },
  ),
  rule(
    "school_year",
    "在读：",
    clause(
      `我${now}(?:在|正在)(?<v>${inner}{0,8}?(?:读|念|上)(?:研究生|研|博士|博|硕士|大学|高中|初中|中专|职高))(?:呢)?`,
    ),
    (match) =>
      /[你他她这那]/.test(group(match, "v"))
        ? undefined
        : { value: group(match, "v"), statement: `在${group(match, "v")}` },
  ),
  rule(
    "exam",
    "准备",
    clause(
      `我(?:最近|现在|目前|今年|明年|一直|也|还|正){0,3}(?:在准备|在备考|在备战|在复习|在考|准备|备考|备战|正在考|正在准备|正在备考|要)(?<v>${exams})(?:呢|了)?`,
    ),
    (match) => {
      const value = `准备${group(match, "v")}`;
      return { value, key: `exam:${group(match, "v")}`, statement: value };
    },
  ),
  rule("learning", "", clause(`我(?:最近|现在|正|一直|还|也){0,2}在?学(?<v>车|驾照|开车)(?:呢)?`), () => ({
    value: "学车",
    key: "learning:学车",
    statement: "在学开车",
  })),
  rule(
    "location",
    "住在",
    clause(
      `我们?(?:一家|全家|一个人|上个月|上周|去年|今年|前年|最近|年初|年底|刚刚?|才|已经|终于|前不久|\\p{Script=Han}个月前){0,4}从${inner}{2,6}?搬[来到去回]了?(?<v>${place}|${countries})(?:来|去)?(?:了|住了?)?`,
    ),
  ),
  rule(
    "location",
    "住在",
    clause(
      `我${now}在(?<v>${cities}|${countries})(?:打拼|定居|安家|漂着?|生活|落户)(?:了|快|都|有){0,2}(?:${years})?了?`,
    ),
    (match, sentence) => (isPassing(sentence) ? undefined : { value: group(match, "v") }),
  ),
  rule(
    "location",
    "",
    clause(
      `我${now}(?:一个人)?在(?<v>${cities}|${countries})(?<what>留学|读书|念书|上学|上大学|读大学|读研|读博|念大学)(?:呢|的)?`,
    ),
    (match) => ({ value: group(match, "v"), statement: `在${group(match, "v")}${group(match, "what")}` }),
  ),
  rule("hometown", "老家在", clause(`我是(?:土生土长的?)?(?<v>${provinces}|${cities})(?:的|人)`)),
  rule(
    "hometown",
    "老家在",
    clause(`老家(?:就)?(?:在|是)(?<v>${provinces}|${cities})的?`),
    (match, sentence) =>
      /[你他她]/.test(sentence.slice(0, match.index)) ||
      /(?:妈|爸|友|公|婆|事|板)的?$/.test(sentence.slice(0, match.index))
        ? undefined
        : { value: group(match, "v") },
  ),
  rule(
    "age",
    "年龄：",
    clause(
      "我(?:今年|刚刚?|已经|终于){1,3}满(?<v>\\d{2}|[二三四五六七八九]?十[一二三四五六七八九]?)(?:周?岁)?了?",
    ),
    (match) => ({
      value: `${group(match, "v")}岁`,
    }),
  ),
  rule(
    "birth_year",
    "生于",
    clause("我是?(?<v>(?:19\\d\\d|20[01]\\d|\\d\\d)年(?:\\d{1,2}月)?)(?:的|生的?|出生的?)"),
  ),
  rule("birth_year", "", clause("我是(?:个)?(?<v>(?:[五六七八九零〇]五|[六七八九]零|零零|[05-9][05])后)的?")),
  rule("birthday", "生日是", clause("我(?:是)?(?<v>\\d{1,2}月\\d{1,2}[日号])的生日")),
  rule(
    "height",
    "身高：",
    clause("我(?:的?身高(?:是|有)?|(?:有|才|快)?)(?<v>一米[四五六七八九](?:[一二三四五六七八九])?)(?:高)?"),
  ),
];
