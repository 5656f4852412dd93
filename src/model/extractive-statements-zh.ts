// Chinese rules about who the person is, where they live and what they do.
import { group, type Read, rule, type StatementRule } from "./extractive-statements-rule.ts";
import {
  anywhere,
  cities,
  clause,
  closing,
  date,
  endMark,
  fullName,
  givenName,
  inner,
  latinName,
  mark,
  place,
  professions,
} from "./extractive-statements-zh-words.ts";

/** 叫我起床, 叫我去: no name. */
const noName = /^[去来吃喝打做起看给到别一过买帮了回]/;

const readCall: Read = (match, sentence) => {
  const value = group(match, "v");
  const others = /(?:他|她|人|们|学|同事|家|谁|都|老|总|才|奶|爷|妈|爸)\S{0,4}[叫喊]我/;
  return noName.test(value) || /[别不]\S{0,2}[叫喊]我/.test(sentence) || others.test(sentence)
    ? undefined
    : { value };
};

const readNeverCall: Read = (match) => {
  const value = group(match, "v").replace(/["“”「」]/g, "");
  return noName.test(value)
    ? undefined
    : { value: `叫我${value}`, key: `taboo:叫${value}`, statement: `不许叫“${value}”` };
};

const readJob: Read = (match) => {
  const value = group(match, "v");
  return /[的你他她这那]|什么|打工人/.test(value) ? undefined : { value };
};

const readTaken: Read = (match, sentence) =>
  /从今天起|从现在起|要我了|录取|入职|转正|升职/.test(sentence) ? { value: group(match, "v") } : undefined;

/** 我在家做饭, 我在北京做手术: done, and no calling. */
const noWork =
  /在(?:家里?|宿舍|这|那|哪|床上|路上)|做(?:手术|检查|体检|治疗|核酸|作业|客|饭|菜|早饭|晚饭|梦|美甲|头发|头|实验|准备|运动|瑜伽|面膜|家务|题|卷子|咨询|什么|的|完|好)/;

const joined =
  (...names: string[]): Read =>
  (match) =>
    noWork.test(match[0])
      ? undefined
      : { value: names.map((name) => group(match, name).replace(/^一[家所个]/, "")).join("") };

export const identityRulesZh: readonly StatementRule[] = [
  rule(
    "name",
    "名字叫",
    clause(`我(?:的?(?:真|本)?名字?)?就?(?:叫做?|是叫|名叫)(?<v>${fullName}|${latinName})`),
  ),
  rule(
    "name",
    "名字叫",
    anywhere(`^(?:我?叫|我是)?(?<v>${fullName})(?=[，,。])`),
    undefined,
    /怎么称呼|叫什么|名字/,
  ),
  rule(
    "call_name",
    "希望被叫作",
    clause(
      `(?:(?:你|也|以后|就|可以|请|还是|直接|平时)+)?(?:叫|喊|称呼)我${mark}(?<v>\\p{Script=Han}{1,4}?|${latinName})${endMark}(?:吧|就好|就行|就可以|好了|得了)?`,
    ),
    readCall,
  ),
  rule(
    "nickname",
    "外号",
    anywhere(
      `(?:同学|朋友|大家|同事|学生|家里人|别人|他们)[^，,。别不]{0,6}[叫喊]我${mark}(?<v>[\\p{Script=Han}A-Za-z]{2,8}?)${endMark}${closing}`,
    ),
    (match) => (noName.test(group(match, "v")) ? undefined : { value: group(match, "v") }),
  ),
  rule(
    "nickname",
    "外号",
    clause(`我的?(?:外号|绰号|昵称|小名|网名)(?:是|叫)${mark}(?<v>[\\p{Script=Han}A-Za-z]{1,10}?)${endMark}`),
  ),
  rule(
    "taboo",
    "",
    anywhere(
      `(?<![你他她说])(?:永远|千万|以后|请|都|再也)?(?:别|不要|不许)再?[叫喊]我(?<v>["“「]?\\p{Script=Han}{1,4}["”」]?)${closing}`,
    ),
    readNeverCall,
  ),
  rule(
    "birthday",
    "生日是",
    anywhere(`我的?(?:农历|阴历|旧历|老历)?的?生日(?:快到了|就?要到了)?[是在，,]{0,2}(?<v>${date})`),
  ),
  rule("birthday", "生日是", anywhere(`我是?(?<v>${date})(?:出生|生的|生日|过生日)`)),
  rule(
    "age",
    "年龄：",
    clause(
      "我(?:今年|都|已经|刚)*(?<v>\\d{1,3}|[二三四五六七八九]?十[一二三四五六七八九]?)岁?了?(?:还\\S{1,10})?",
    ),
    (match) => (/岁|了|今年/.test(match[0]) ? { value: `${group(match, "v")}岁` } : undefined),
  ),
  rule("gender", "性别：", clause("我是(?:个|一个)?(?<v>男|女)(?:的|生|孩子?|人)")),
  rule("handedness", "", clause("我是(?<v>左撇子|右撇子)")),
  rule("blood_type", "血型：", clause("我(?:的血型)?是(?<v>(?:A|B|AB|O)型)血?")),
  rule("zodiac", "星座：", clause("我(?:的星座)?是(?<v>\\p{Script=Han}{2}座)的?")),
  rule("chinese_zodiac", "属", clause("我属(?<v>[鼠牛虎兔龙蛇马羊猴鸡狗猪])的?")),
  rule("mbti", "MBTI：", clause("我(?:的MBTI)?是(?<v>[EIei][NSns][FTft][JPjp])")),
  rule(
    "location",
    "住在",
    clause(
      `我(?:现在|目前|一直|一个人|家)*(?:和\\S{1,4}(?:现在|目前|一直|一个人|家)*)?(?:住在?|定居在?|生活在|租在|家在)(?<v>${place})`,
    ),
  ),
  rule(
    "location",
    "住在",
    clause(
      `(?:我们?)?(?:[上下这]个?(?:周|星期|月)[一二三四五六日天]?|现在|昨天|前天|刚|已经|终于|去年|月底|年底|明年|明天|后天|就|要|会|反正|我)*搬[来到去]了?(?<v>${place})(?:来|去)?了?`,
    ),
  ),
  rule(
    "location",
    "住在",
    anywhere(`^(?:终于)?到(?<v>${place})了[！!，,].{0,12}(?:屋子|房子|新家|租的|住处)`),
  ),
  rule(
    "address",
    "住址：",
    clause(
      "我(?:现在|家)?住在?(?<v>\\p{Script=Han}{2,10}(?:路|街|巷|小区|花园|新村|弄)(?:\\d+[号弄栋])?(?:\\d+[室号])?)",
    ),
  ),
  rule("address", "租在", clause("(?:我)?(?:租|搬)到(?<v>\\p{Script=Han}{2,6})来了?")),
  rule("hometown", "老家在", clause(`我的?老家就?(?:在|是)(?<v>${place})的?`)),
  rule("hometown", "老家在", clause(`我是(?<v>(?:${cities})|\\p{Script=Han}{2,3}(?:省|市|县))(?:本地)?人`)),
  rule(
    "hometown",
    "老家在",
    anywhere(`^(?:我是)?(?<v>${cities})(?:的|人)?(?=[，,。])`),
    undefined,
    /哪里人|哪儿人|老家|家乡/,
  ),
  rule("birthplace", "出生在", clause(`我也?(?:是|在)(?<v>${place})(?:出生|生)的?`)),
  rule(
    "occupation",
    "职业：",
    clause(
      `我(?:现在|目前)?(?:是|在做|当|做)(?:一?[名个位]|了)?(?<v>[\\p{Script=Han}A-Za-z]{0,8}?${professions})`,
    ),
    readJob,
  ),
  rule(
    "occupation",
    "职业：",
    clause(
      `(?:我|现在)(?:现在)?在(?<where>${inner}{2,14}?)(?<v>(?:教|当|做)(?![过了])[\\p{Script=Han}A-Za-z]{2,8}?)的?`,
    ),
    joined("where", "v"),
  ),
  rule(
    "occupation",
    "职业：",
    anywhere(`^我?在(?:一[家所个])?(?<v>${inner}{2,16}?(?:做|当|教)${inner}{2,8})(?=[，,。])`),
    undefined,
    /做什么(?:的|工作)|什么工作|干什么的|哪一行/,
  ),
  rule(
    "occupation",
    "职业：",
    clause(
      `(?:从今天起|从现在起|从今往后)?${inner}{0,6}(?:当|做)(?<v>\\p{Script=Han}{0,4}?${professions})了?`,
    ),
    readTaken,
  ),
  rule(
    "class",
    "",
    clause(
      `(?:我)?(?:现在|这学期|下学年|今年)?(?:${inner}{0,6})?(?:带|给我派了)(?<v>[高初][一二三][一二三四五六七八九十\\d]{1,3}班)`,
    ),
    (match) => ({ value: `带${group(match, "v")}` }),
  ),
  rule(
    "employer",
    "工作单位：",
    clause(
      `我(?:现在|目前)?在(?<v>${inner}{1,14}(?:公司|医院|学校|中学|小学|大学|银行|工作室|研究所|事务所|出版社|报社|局|厂|店))里?(?:上班|工作|实习)`,
    ),
  ),
  rule(
    "layoff",
    "",
    clause("我(?:昨天|前天|上周|上个月|刚刚?|今天)?(?:被(?<v>裁员|裁|辞退|开除)了|没工作了|失业了|丢了工作)"),
    (match) => ({
      value: group(match, "v") === "" ? "失业" : `被${group(match, "v")}`.replace(/裁$/, "裁员"),
    }),
  ),
  rule(
    "education",
    "上过",
    clause(
      `(?:我|我们都)(?:大学|本科|研究生|当年)*(?:是|在)?(?<v>(?![们也都是在])\\p{Script=Han}{2,8}?(?:大学|学院|师大|理工|交大|科大|工大))(?:学(?<what>\\p{Script=Han}{2,8})|毕业|读的?|念?的)`,
    ),
    joined("v", "what"),
  ),
  rule("first_job", "第一份工作：", clause(`我的?第一份工作就?是(?<v>${inner}{2,20})`)),
  rule(
    "emergency_contact",
    "紧急联系人：",
    clause(`我的?紧急联系人(?:是|换成|改成)(?<v>${givenName}|\\p{Script=Han}{1,4}?)了?`),
  ),
  rule(
    "parking",
    "车位：",
    clause("(?:记一下，)?我的?车位(?:是|在|换成)了?(?<v>[A-Za-z\\d\\p{Script=Han}]{2,16}?)"),
  ),
  rule(
    "phone_plan",
    "手机套餐：",
    clause("我?的?(?:手机)?套餐(?:从\\S{1,6}?)?(?<v>(?:每月|一个月|降到|改成|换成)\\S{1,8}?)"),
    (match) => ({
      value: group(match, "v")
        .replace(/^(?:降到|改成|换成)/, "每月")
        .replace(/了$/, ""),
    }),
  ),
  rule(
    "car",
    "车：",
    clause(`(?:我)?(?:今天|昨天|刚|新)*(?:提|买)了?(?:一)?[辆台](?<v>${inner}{1,10}?(?:车|SUV|皮卡))`),
  ),
];
