// Chinese rules about habits, days that matter, and wishes.
import { bare, group, type Read, rule, type StatementRule } from "./extractive-statements-rule.ts";
import { subject } from "./extractive-statements-zh-life.ts";
import { anywhere, clause, date, inner } from "./extractive-statements-zh-words.ts";

const sports =
  "跑步?|慢跑|游泳|瑜伽课?|骑车|骑自行车|骑行|打羽毛球|打乒乓球|打篮球|打网球|踢足球|健身|爬山|登山|跳舞|打太极|散步|跳绳|攀岩|滑雪|普拉提";
const every =
  "每(?:天|晚|周[一二三四五六日天、和周]*|个?星期[一二三四五六日天、和]*|个?月|年)(?:早上|晚上|上午|下午|中午|傍晚|早晚)?";
const occasion =
  "(?:考试|面试|答辩|手术|婚礼|结婚|入职|体检|比赛|出差|开学|毕业典礼|高考|中考|考研|出国|开庭|演出|复查|打疫苗)";
const when =
  "(?:今天|明天|后天|大后天|下个?(?:周|星期|月)[一二三四五六日天]?\\d{0,2}号?|这?周[一二三四五六日天]|月底|年底|明年\\S{0,3}?)";

/** After how often comes what is done; 每天已经够忙 tells no habit. */
const acts = new RegExp(
  `^${every}(?:都|会|要|得|去|固定|坚持)*(?:[跑走游骑打练做写读看听喝吃学画弹唱跳给接送陪上回遛喂浇记拉花泡煮冥背起睡烤抄带放锻健逛逗种养]|至少)`,
);

const readHabit: Read = (match, sentence) => {
  const value = bare(group(match, "v"));
  if (/改(?:成|为)?(?:打|骑|踢|练|游)/.test(sentence)) return undefined;
  const sport = new RegExp(sports).test(value);
  if (sport) return { value: value.replace(/^(?:我|就|都|去)/, ""), key: "sport" };
  return !acts.test(value) ||
    /想|觉得|感觉|好像|盼|说/.test(value) ||
    /她|他/.test(sentence.split(match[0])[0] ?? "")
    ? undefined
    : { value, key: `habit:${value.slice(0, 24)}` };
};

const readOccasion: Read = (match) => {
  const [day, what] = [group(match, "day"), group(match, "v")];
  return { value: `${day}${what}`, key: `event:${what.slice(0, 16)}`, statement: `${day}${what}` };
};

export const habitRulesZh: readonly StatementRule[] = [
  rule(
    "habit",
    "",
    clause(`我?(?:先|都|会|要|也)?(?<v>${every}(?:都|要|会|就|去)*(?:${inner}{2,14}))`),
    (match, sentence) =>
      /我|改成|改骑|改打|改为/.test(sentence) || new RegExp(`(?:${sports})`).test(match[0])
        ? readHabit(match, sentence)
        : undefined,
  ),
  rule(
    "sport",
    "",
    anywhere(`改(?:成)?(?<v>(?:打|骑|踢|练|游)\\p{Script=Han}{1,4}(?:了|[，,]${every}(?:${inner}{0,10})))`),
    (match, sentence) =>
      /我|不上了|不让/.test(sentence) || new RegExp(sports).test(match[0])
        ? { value: bare(group(match, "v")) }
        : undefined,
  ),
  rule("sport", "", anywhere(`改成?(?<v>${every}(?:${inner}{0,4})(?:${sports}))`)),
  rule(
    "wake_time",
    "起床：",
    clause(
      "我(?:每天|一般|通常|都|早上|现在)*(?<v>[\\d一二三四五六七八九十]{1,2}点(?:半|多)?)(?:就|才)?起床?",
    ),
  ),
  rule(
    "bedtime",
    "睡觉：",
    clause(
      "我(?:每天|一般|通常|都|晚上|现在|基本)*(?:要)?(?<v>[\\d一二三四五六七八九十]{1,2}点(?:半|多)?)(?:就|才|以后才)?睡觉?",
    ),
  ),
  rule(
    "breakfast",
    "早饭：",
    clause(`(?:从今天起)?我?早[饭餐](?:都|就|一般|通常)?(?:吃|是|改成|改为|换成)(?:了)?(?<v>${inner}{1,8})`),
  ),
  rule(
    "habit",
    "",
    clause(`我(?:出门|睡前|早上|晚上)?(?<v>总忘${inner}{1,6}|习惯了?(?:先|每|早|晚)${inner}{1,12})`),
    (match) => ({ value: group(match, "v"), key: `habit:${group(match, "v")}` }),
  ),
  rule("habit", "", clause(`我(?:把)?(?<v>咖啡|烟|酒|奶茶|糖|甜食|熬夜)(?:彻底|已经)?戒了`), (match) => ({
    value: `戒了${group(match, "v")}`,
    key: `habit:戒${group(match, "v")}`,
  })),
  rule("driving", "", clause("我没有?驾照(?:[，,]也不打算[学考])?"), () => ({ value: "没有驾照" })),
  rule("mahjong", "", clause("我不会打(?<v>麻将|牌)?"), (match, sentence) => {
    const what = /麻将/.test(sentence) ? "麻将" : group(match, "v");
    return what ? { value: `不会打${what}`, key: `skill:打${what}` } : undefined;
  }),
  rule(
    "never",
    "",
    clause("我?(?:\\S{0,4}了)?(?:还|从来)没(?<v>(?:见过|去过|坐过|吃过)\\p{Script=Han}{1,6})"),
    (match, sentence) =>
      /我/.test(sentence)
        ? { value: `没${group(match, "v")}`, key: `never:${group(match, "v")}` }
        : undefined,
  ),
  rule(
    "skill",
    "",
    clause(
      "我(?:小时候|以前)?(?<v>(?:学|拉|弹|练|画|打|跳|吹)过?[一二两三四五六七八九十\\d]{1,3}年(?:的)?\\p{Script=Han}{1,6})",
    ),
    (match) => ({ value: group(match, "v"), key: `skill:${group(match, "v").replace(/^.*年的?/, "")}` }),
  ),
  rule(
    "injury",
    "",
    anywhere("(?<v>[一二三四五六七八九十\\d]{1,3}岁[^。！!？?]{0,14}?(?:[左右]?\\p{Script=Han}{1,2})断了)"),
    (match, sentence) =>
      /我/.test(sentence) && !/他|她/.test(sentence) ? { value: bare(group(match, "v")) } : undefined,
  ),
  rule(
    "event",
    "",
    clause(
      `我?(?:要|报了|报名了|得)?(?<day>${date}|${when})(?:早上|上午|中午|下午|晚上|就|要|去|有|的|我)*(?<v>${inner}{0,6}?${occasion})`,
    ),
    readOccasion,
  ),
  rule("event", "", anywhere(`我报了(?:一个)?(?<v>${inner}{2,14}考试)[，,](?<day>${date})考`), readOccasion),
  rule(
    "wish",
    "心愿：",
    anywhere(
      "我这辈子(?:最想做成一件事|最想|一定要|的(?:愿望|梦想)(?:是|就是))[：:，,]?(?<v>[^，,。！!？?；;]{3,24})",
    ),
    (match) => ({ value: group(match, "v"), key: `wish:${group(match, "v").slice(0, 20)}` }),
  ),
  rule(
    "wish",
    "心愿：",
    clause(`我的(?:梦想|愿望|心愿|理想)(?:就)?是(?<v>${inner}{2,24})`),
    subject("wish", "心愿："),
  ),
];
