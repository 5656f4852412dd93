// Chinese rules about health, likes and dislikes.
import { bare, group, type Read, rule, type StatementRule } from "./extractive-statements-rule.ts";
import { anywhere, clause, closing, inner } from "./extractive-statements-zh-words.ts";

const illness =
  "(?:高血压|低血压|糖尿病|高血脂|痛风|哮喘|鼻炎|胃炎|胃溃疡|偏头痛|抑郁症|焦虑症|双相|强迫症|甲亢|甲减|贫血|湿疹|心脏病|乳糖不耐受?|颈椎病|腰椎间盘突出|关节炎|近视|散光|癫痫|失眠症|荨麻疹|多动症|\\p{Script=Han}{1,4}(?:炎|癌|综合征|结节))";
const bodyPart = "(?:颈椎|脖子|腰|[左右]?膝盖?|肩膀?|胃|心脏|嗓子|牙|背|[左右]?脚踝|手腕|偏头痛)";

/** Files what was read under its own subject; what points (这个, 你) or asks is none. */
export const subject =
  (base: string, label = ""): Read =>
  (match) => {
    const value = bare(group(match, "v"));
    return value === "" || /^[你他她它我]|什么|[哪这那]/.test(value)
      ? undefined
      : { value, key: `${base}:${value}`, ...(label ? { statement: `${label}${value}` } : {}) };
  };

const readAllergy: Read = (match) => {
  const value = group(match, "v")
    .replace(/^(?:对|于)/, "")
    .replace(/(?:严重|轻微|有点|也|都|不|没有?)+$/, "");
  if (value === "" || /什么|[哪你他她这那]|的话/.test(value)) return undefined;
  const no = /不过敏|没有?过敏/.test(match[0]);
  return {
    value: no ? `对${value}不过敏` : `对${value}过敏`,
    key: `allergy:${value}`,
    statement: no ? `对${value}不过敏` : `对${value}过敏`,
  };
};

export const healthRulesZh: readonly StatementRule[] = [
  rule(
    "allergy",
    "",
    clause(
      `我(?:从小)?(?:就|也)?对(?<v>${inner}{1,12}?)(?:严重|轻微|有点|也|都)?(?:不|没有?)?过敏(?:的|了)?`,
    ),
    readAllergy,
  ),
  rule(
    "allergy",
    "",
    clause(
      "我(?:有点|严重|会)?(?<v>海鲜|花粉|花生|芒果|青霉素|尘螨|牛奶|鸡蛋|酒精|虾|螃蟹|猫毛|狗毛|坚果|大豆|小麦)(?:不|没有?)?过敏(?:的|了)?",
    ),
    readAllergy,
  ),
  rule(
    "medical_condition",
    "",
    clause(
      `我(?:有|得了|患有|患了|查出了?|确诊了?|一直有|从小有|是)(?:点|一点|轻微的?|轻度|重度)?(?<v>${illness})(?:患者)?了?`,
    ),
    subject("medical_condition"),
  ),
  rule(
    "medical_condition",
    "",
    anywhere(`我(?:这|的)?(?<v>${bodyPart})[^。！!？?]{0,10}?老毛病`),
    (match) => ({ value: `${group(match, "v")}老毛病`, key: `medical_condition:${group(match, "v")}` }),
  ),
  rule(
    "medical_condition",
    "",
    anywhere(`(?<=^|[，,。！!就是怕])(?<v>${bodyPart})[^。！!？?我你他她]{0,8}?老毛病`),
    (match) => ({ value: `${group(match, "v")}老毛病`, key: `medical_condition:${group(match, "v")}` }),
  ),
  rule("color_vision", "", clause("我(?:是|有)?(?<v>红绿色[弱盲]|色[弱盲])")),
  rule(
    "injury",
    "",
    clause(
      "(?:我)?(?:前天|昨天|今天|上周|刚才)?[^，,。他她]{0,8}?(?<v>崴了脚|扭了脚|扭伤了\\S{1,3}|摔断了?\\S{1,4}|骨折)了?",
    ),
    (match, sentence) =>
      /(?:他|她|妈|爸|阿姨|邻居)/.test(sentence) ? undefined : { value: bare(group(match, "v")) },
  ),
  rule(
    "medication",
    "在服：",
    clause(
      "(?:是)?(?<v>[\\p{Script=Han}]{2,6}?)[，,](?:一天|每天|每日)[一两三\\d][片粒次颗](?:[，,]\\S{1,6}吃)?",
    ),
    (match, sentence) =>
      /(?:他|她)的?药|他吃|她吃/.test(sentence)
        ? undefined
        : subject("medication", "在服：")(match, sentence),
  ),
  rule(
    "medication",
    "在服：",
    clause(
      "我(?:每天|一直|现在|早上|晚上)+(?:在)?(?:吃|服用)着?(?<v>[\\p{Script=Han}]{2,6}(?:片|药|胶囊|素))",
    ),
    subject("medication", "在服："),
  ),
  rule("smoking", "", clause("我(?:从来?|一直)?不(?:抽|吸)烟?(?:的)?"), (_match, sentence) =>
    /烟/.test(sentence) ? { value: "不抽烟" } : undefined,
  ),
  rule("alcohol", "", clause("我(?:从来?|一直)?(?<v>滴酒不沾|不喝酒|不能喝酒)的?")),
];

export const tasteRulesZh: readonly StatementRule[] = [
  rule(
    "favorite_drink",
    "最爱喝",
    clause(`(?:我)?(?:现在)?最(?:爱|喜欢)喝的?(?:是|就是)?(?<v>${inner}{1,8})`),
    (match) => (bare(group(match, "v")) === "" ? undefined : { value: bare(group(match, "v")) }),
  ),
  rule("favorite_drink", "最爱喝", anywhere(`^(?<v>${inner}{2,8})[，,]我最(?:爱|喜欢)喝的`)),
  rule("favorite_book", "最喜欢的书：", anywhere("我最(?:喜欢|爱看)的书(?:是|，)?(?<v>《[^《》]{1,20}》)")),
  rule(
    "favorite_thing",
    "最喜欢的",
    clause(
      `我最(?:喜欢|爱)的(?<what>颜色|电影|歌手|歌|季节|食物|水果|动物|城市|数字|节日|运动|游戏|动漫|演员|作家)(?:是|就是)(?<v>${inner}{1,12})`,
    ),
    (match) => {
      const keys: Record<string, string> = {
        颜色: "favorite_color",
        电影: "favorite_movie",
        歌手: "favorite_singer",
        歌: "favorite_song",
        季节: "favorite_season",
        食物: "favorite_food",
        数字: "favorite_number",
      };
      const [what, value] = [group(match, "what"), bare(group(match, "v"))];
      return { value, key: keys[what] ?? `favorite_${what}`, statement: `最喜欢的${what}是${value}` };
    },
  ),
  rule(
    "favorite_food",
    "爱吃",
    clause(`(?:我)?(?:从小|一直|特别|最|超|真的|就|很|也)*(?:爱|喜欢)吃(?<v>${inner}{1,8})`),
    (match, sentence) =>
      /不(?:爱|喜欢)吃|他|她|你/.test(sentence) || !/我/.test(sentence)
        ? undefined
        : subject("favorite_food", "爱吃")(match, sentence),
  ),
  rule(
    "favorite_food",
    "爱吃",
    clause("我(?:从小|一直)+就?爱(?<v>(?!吃|喝|看|听|玩)[\\p{Script=Han}]{2,4})"),
    subject("favorite_food", "爱吃"),
  ),
  rule(
    "favorite_food",
    "",
    clause(`我(?:这人)?(?:一)?高兴就?(?:要|得|会|想)?吃(?<v>${inner}{2,6})`),
    (match) => ({
      value: `高兴就吃${group(match, "v")}`,
      key: `favorite_food:${group(match, "v")}`,
      statement: `高兴就吃${group(match, "v")}`,
    }),
  ),
  rule(
    "likes",
    "喜欢",
    clause(`我(?:从小|一直|特别|最|超|真的|很|也|其实|蛮|挺)*喜欢(?<v>(?!上|过|你|吃|的)${inner}{1,14})`),
    subject("likes", "喜欢"),
  ),
  rule(
    "hobby",
    "爱好：",
    clause(`我的?(?:业余)?爱好(?:就)?是(?<v>${inner}{1,12})`),
    subject("hobby", "爱好："),
  ),
  rule(
    "hobby",
    "收藏",
    clause(`我(?:喜欢|爱|在)?(?:收藏?|收集)(?<v>(?!到|了|拾|费)${inner}{2,8})`),
    (match) => ({ value: `收藏${group(match, "v")}`, key: `hobby:收藏${group(match, "v")}` }),
  ),
  rule(
    "hates_food",
    "",
    clause(
      "我(?:从来?|真的?|一直|是)?不(?:爱|喜欢|能|敢|太?爱)?吃(?<v>(?!了|完|下|饭|到|惯|过|早|晚|午|东西)[\\p{Script=Han}]{1,5}?)(?:的)?",
    ),
    (match) => ({ value: `不吃${group(match, "v")}`, key: `hates_food:${group(match, "v")}` }),
  ),
  rule(
    "dislikes",
    "",
    clause(
      "我(?:从来?|真的?|一直)?不(?:看|听|玩|打|喝|穿)(?<v>(?!了|完|下|到|懂|见|过|起|着|清|够|惯|出|酒|烟)[\\p{Script=Han}]{2,6}?)(?:的)?",
    ),
    (match) => ({
      value: match[0].replace(/^.*?我/, "").replace(/的$/, ""),
      key: `dislikes:${bare(group(match, "v"))}`,
    }),
  ),
  rule(
    "dislikes",
    "讨厌",
    anywhere(
      `我(?:最|特别|很|真的|从小)*(?:讨厌|受不了|反感|恨)(?<v>(?!你|他|她|自己)[^，,。！!？?；;]{2,24})${closing}`,
    ),
    subject("dislikes", "讨厌"),
  ),
  rule(
    "dislikes",
    "不喜欢",
    clause(`我(?:真的|一直|从来|其实|最|也)*不喜欢(?<v>(?!你|他|她|这|那)${inner}{1,14})`),
    subject("dislikes", "不喜欢"),
  ),
  rule(
    "fear",
    "",
    clause(
      "我(?:有点|很|真的|从小|其实)?(?<v>恐高|恐血|恐飞|晕血|晕针|晕车|晕船|怕黑|怕狗|怕蛇|怕虫子|怕打雷|怕打针|怕水)(?:的|症)?",
    ),
    (match) => ({ value: group(match, "v"), key: `fear:${group(match, "v")}` }),
  ),
  rule(
    "avoids_topics",
    "不愿提起",
    anywhere(
      `(?:别|不要|不许)(?:再)?(?:跟|和|对|在)我(?:面前)?(?:聊|提|说|讲)(?:起)?(?<v>[^。！!？?；;]{2,24}?)(?:这些|的事|的话题)?(?=[，,。！!]|$)`,
    ),
    subject("avoids_topics", "不愿提起"),
  ),
  rule(
    "taboo",
    "",
    anywhere("(?:永远|千万|以后|请)?(?:别|不要|不许)(?:再)?(?<v>劝我\\p{Script=Han}{1,8})"),
    (match) => ({ value: `别${group(match, "v")}`, key: `taboo:${group(match, "v")}` }),
  ),
  rule(
    "taboo",
    "",
    anywhere(
      "(?<v>我(?:难受|难过|生气|伤心|心情不好|不开心|哭)的时候[^，,。！!]{0,4}(?:别|不要)[^，,。！!？?]{1,12})",
    ),
    (match) => ({
      value: group(match, "v").replace(/我/g, ""),
      key: `taboo:${group(match, "v").replace(/我/g, "").slice(0, 20)}`,
    }),
  ),
];
