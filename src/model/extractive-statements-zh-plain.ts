// Chinese rules for what people plainly say of themselves: where they work, what they can, how tall they are, whom they have.
import { bare, group, rule, type StatementRule } from "./extractive-statements-rule.ts";
import {
  anywhere,
  cities,
  clause,
  date,
  givenName,
  lover,
  professions,
  provinces,
} from "./extractive-statements-zh-words.ts";

/** No firm: 我在楼上上班, 我在杭州工作. */
const noFirm = new RegExp(
  `^(?:${cities}|${provinces}|家|外面?|这|那|哪|楼|国内|国外|老家|学校|公司|单位|医院|银行|办公室|市里?|县|乡|一|两|同|加|认真|努力|好好|辛苦|拼命)|[里上下边内外面]$|什么|的$`,
);
const firm = "[\\p{Script=Han}A-Za-z0-9&]{2,10}?";
const kinOfLover: Readonly<Record<string, string>> = {
  老公: "husband",
  丈夫: "husband",
  老婆: "wife",
  妻子: "wife",
  男朋友: "boyfriend",
  男友: "boyfriend",
  女朋友: "girlfriend",
  女友: "girlfriend",
};
const count = "(?:[一两二三四五六]|\\d)";

const readFirm = (match: RegExpExecArray) => {
  const value = group(match, "v");
  return value === "" || noFirm.test(value) ? undefined : { value };
};
const said = (key: string, label: string) => (match: RegExpExecArray) => {
  const value = bare(group(match, "v"));
  return value === "" || /什么|哪|你|(?<!吉)他|她/.test(value)
    ? undefined
    : { value, key: `${key}:${value}`, statement: `${label}${value}` };
};

export const plainRulesZh: readonly StatementRule[] = [
  rule(
    "employer",
    "工作单位：",
    clause(`我(?:现在|目前|一直|刚|就)*在(?<v>${firm})(?:公司)?(?:上班|工作|任职|实习)(?:了|的)?`),
    readFirm,
  ),
  rule(
    "employer",
    "工作单位：",
    clause(
      `(?:我)?(?:刚|已经|上个月|上周|最近|去年|今年|下个月)*(?:跳槽|入职)(?:去|到|进)?了?(?<v>${firm})(?:上班|工作)?了?`,
    ),
    readFirm,
  ),
  rule(
    "occupation",
    "职业：",
    clause("我(?:现在|目前)?是做(?<v>[\\p{Script=Han}A-Za-z]{2,8}?)的"),
    (match) => (/什么|梦|事|这|那/.test(group(match, "v")) ? undefined : { value: group(match, "v") }),
  ),
  rule(
    "occupation",
    "职业：",
    clause("我(?:现在|目前)?(?:是|做)(?<v>自由职业|自由撰稿|全职妈妈|全职爸爸)(?:者)?"),
  ),
  rule(
    "hometown",
    "老家在",
    clause(`我的?(?:老家|家乡)就?(?:在|是)(?<v>(?:${provinces})[\\p{Script=Han}]{0,4}?)的?`),
  ),
  rule("hometown", "老家在", clause(`我是(?:土生土长的)?(?<v>${provinces})人`)),
  rule("height", "身高：", clause("(?:我的?)?身高(?:是|有)?(?<v>1?[.米]?\\d{2,3}(?:cm|CM|厘米|公分|米)?)")),
  rule(
    "weight",
    "体重：",
    clause("(?:我的?)?体重(?:是|有|大概|差不多)*(?<v>\\d{2,3}(?:公斤|斤|kg|KG|千克)?)"),
  ),
  rule("blood_type", "血型：", clause("(?:我的?)?血型是?(?<v>AB|A|B|O)型?"), (match) => ({
    value: `${group(match, "v")}型`,
  })),
  rule(
    "child",
    "",
    clause(`我(?:们)?(?:现在)?有(?<n>${count}个)?(?<v>孩子|小孩|女儿|儿子|双胞胎)(?:了)?`),
    (match) => {
      const value = `有${group(match, "n")}${group(match, "v")}`;
      return { value, key: `child:${group(match, "v")}`, statement: value };
    },
  ),
  rule("child", "", clause("我(?:们)?(?:还|一直|现在)?没有?(?:要)?(?:孩子|小孩)"), () => ({
    value: "没有孩子",
    key: "child:没有",
    statement: "没有孩子",
  })),
  rule(
    "skill",
    "",
    clause(
      "我(?:从小|也|还|其实)?会(?<v>(?:弹|拉|吹|打)(?:吉他|钢琴|古筝|琵琶|尤克里里|小提琴|大提琴|二胡|笛子|口琴|萨克斯|架子鼓|鼓)|游泳|开车|做饭|滑雪|手语|编程|修车|剪辑|书法)",
    ),
    said("skill", "会"),
  ),
  rule(
    "language",
    "",
    clause("我(?:也|还|其实)?会(?:说|讲)(?<v>\\p{Script=Han}{1,4}(?:语|话|文))"),
    said("language", "会说"),
  ),
  rule(
    "learning",
    "",
    clause("我(?:最近|现在|正|一直)*在学(?<v>(?!校|习|院)[\\p{Script=Han}A-Za-z]{1,6}?)"),
    said("learning", "在学"),
  ),
  rule(
    "family",
    "",
    clause(`我的?(?<role>${lover})(?:现在)?是(?:一?[名个位])?(?<v>\\p{Script=Han}{0,4}${professions})`),
    (match) => {
      const whose = kinOfLover[group(match, "role")] ?? "partner";
      const value = group(match, "v");
      return { key: `${whose}_occupation`, value, statement: `${group(match, "role")}是${value}` };
    },
  ),
  rule(
    "partner",
    "",
    clause(`我现在的?(?<role>${lover})(?:的名字)?(?:叫|名叫)(?<v>${givenName})`),
    (match) => ({
      value: `${group(match, "v")}（${group(match, "role")}）`,
    }),
  ),
  rule(
    "family",
    "",
    clause(`我的?(?:前任|前男友|前女友|前夫|前妻)(?:叫|名叫)(?<v>${givenName})`),
    (match) => ({
      key: "ex",
      value: group(match, "v"),
      statement: `前任叫${group(match, "v")}`,
    }),
  ),
  rule(
    "pet_name",
    "宠物：",
    anywhere(
      `一[只条个]叫\\S{1,4}?[，,](?:另外?|还有)?一[只条个]叫(?<v>\\p{Script=Han}{2,3})(?=[，,。！!]|$)`,
    ),
    (match) => ({ value: group(match, "v"), key: `pet_name:${group(match, "v")}` }),
  ),
  rule(
    "phone_number",
    "电话：",
    anywhere(
      "(?:换|改)了?(?:个)?(?:手机号|电话|号码|手机号码)了?[，,](?:现在|新的?号?码?|改成)*(?:是|为)?(?<v>1\\d{10}|\\d{7,8})",
    ),
  ),
  rule(
    "diet",
    "",
    clause("我(?:现在|一直|从小)?(?:是(?:个)?(?:纯)?素食(?:者|主义者)|(?:只)?吃(?:全|纯)?素)(?:的|了)?"),
    () => ({
      value: "吃素",
    }),
  ),
  rule("smoking", "", clause("我(?:已经|终于|去年|今年)*(?:把烟)?戒(?:了)?烟?了"), (_match, sentence) =>
    /烟/.test(sentence) ? { value: "已经戒烟" } : undefined,
  ),
  rule("english_name", "英文名：", clause("我的?英文名字?(?:叫|是)(?<v>[A-Z][A-Za-z]{1,14})")),
  rule(
    "birthday",
    "生日：",
    clause("(?<v>(?:今|明|后|大后|昨)天|[这下]个?(?:周|星期|礼拜)[一二三四五六日天])(?:就)?是我的?生日"),
  ),
  rule(
    "birthday",
    "生日：",
    clause(
      "我的?生日(?:就)?(?:是|在)(?<v>(?:今|明|后|大后|昨)天|[这下]个?(?:周|星期|礼拜)[一二三四五六日天])",
    ),
  ),
  rule(
    "birthday",
    "",
    clause(`(?:我们?的?|我和\\S{1,5}的)(?<v>结婚|恋爱|相识|在一起的?)?纪念日(?:就?是|在)?(?<day>${date})`),
    (match) => {
      const what = `${group(match, "v")}纪念日`;
      return {
        key: `anniversary:${what}`,
        value: group(match, "day"),
        statement: `${what}是${group(match, "day")}`,
      };
    },
  ),
];
