// Chinese rules for how people say they live: health, food and drink, what they listen to and play, when they sleep, what they can and believe.
import { bare, group, type Read, rule, type StatementRule } from "./extractive-statements-rule.ts";
import { anywhere, clause, closing, inner, isPassing } from "./extractive-statements-zh-words.ts";

const number = "[一二两三四五六七八九十几半\\d]{1,3}";
const lasting = `${number}(?:多)?(?:年|个?月)(?:半|多)?`;
const zodiac = "(?:白羊|牡羊|金牛|双子|巨蟹|狮子|处女|天秤|天蝎|射手|摩羯|魔羯|水瓶|双鱼)";
const feared =
  "(?:狗|猫|蛇|蟑螂|老鼠|蜘蛛|虫子|毛毛虫|打雷|黑|鬼|高|水|血|打针|抽血|看牙|坐飞机|坐电梯|青蛙|蛤蟆|蜜蜂|飞蛾|蛾子|鸟|鸡|鹅|生人|密集的东西|鬼片|恐怖片)";
const people =
  "(?:汉|回|满|蒙古|藏|维吾尔|壮|苗|彝|土家|侗|瑶|白|朝鲜|哈尼|傣|黎|傈僳|畲|布依|羌|纳西|仡佬|锡伯|达斡尔|鄂温克|哈萨克)族";
const medicine =
  "(?:优甲乐|二甲双胍|褪黑素|舍曲林|氟西汀|帕罗西汀|艾司西酞普兰|阿司匹林|氨氯地平|缬沙坦|胰岛素|他汀|降压药|降糖药|抗抑郁药|抗焦虑药|安眠药|避孕药|中药)";
const often = "(?:每天|天天|每晚|总是|经常|一般|平时|基本|老是|都|要|得|会){1,4}";
/** How liking is pressed; bounded. */
const very = "(?:特别|很|超级?|最|一直|从小|平时|真的|就|也|挺|蛮|其实|非常|还){0,3}";

/** Someone, or something only pointed at: no subject of a liking. */
const points = /^[你他她它我自]|什么|怎么|时候|[哪这那就才]|不|[吗呢]$/;
const liked =
  (base: string, label: string): Read =>
  (match) => {
    const value = bare(group(match, "v"));
    return value.length < 2 || points.test(value)
      ? undefined
      : { value, key: `${base}:${value}`, statement: `${label}${value}` };
  };
const lastingly =
  (key: string, value: string | undefined = undefined, statement = value): Read =>
  (match, sentence) => {
    const own = value ?? bare(group(match, "v"));
    return isPassing(sentence) ? undefined : { key, value: own, statement: statement ?? own };
  };

export const waysRulesZh: readonly StatementRule[] = [
  rule(
    "medical_condition",
    "",
    clause(`我(?:是)?(?<v>(?:高度)?近视(?:眼)?(?:[一二三四五六七八九\\d百多]{2,5}度)?)的?`),
    lastingly("medical_condition:近视"),
  ),
  rule(
    "medical_condition",
    "",
    clause(
      `我(?:的)?(?<part>腰|胃|颈椎|肠胃|脾胃|膝盖|心脏|肾|眼睛|听力|关节|肺|肝)(?:一直|从小|向来|都){0,2}(?<v>不好|不太好|不行|有毛病|有问题)的?`,
    ),
    (match, sentence) => {
      const value = `${group(match, "part")}${group(match, "v")}`;
      return isPassing(sentence)
        ? undefined
        : { value, key: `medical_condition:${group(match, "part")}`, statement: value };
    },
  ),
  rule(
    "medical_condition",
    "",
    clause(`我(?:一直|从小)?(?:长期|常年|多年)(?<v>失眠|贫血|便秘|偏头痛|鼻炎|低血糖)`),
    (match) => ({
      value: group(match, "v"),
      key: `medical_condition:${group(match, "v")}`,
    }),
  ),
  rule(
    "medical_condition",
    "",
    clause(
      `我(?:去年|前年|今年|上个月|前阵子|早就|之前|体检|刚){0,3}(?:查出来?|查出了|检查出来?|确诊了?)(?:有|是|了|得了)?(?<v>\\p{Script=Han}{1,6}?(?:结节|囊肿|息肉|炎|症|癌|病|甲亢|甲减|高血压|高血脂|高血糖|脂肪肝|痛风|抑郁|焦虑))`,
    ),
    (match) =>
      /^[有没无]/.test(group(match, "v")) || points.test(group(match, "v"))
        ? undefined
        : { value: group(match, "v"), key: `medical_condition:${group(match, "v")}` },
  ),
  rule(
    "medical_condition",
    "",
    clause(`我(?:是)?(?<v>乳糖不耐受?|脂肪肝|低血糖|高血压|糖尿病|甲减|甲亢)(?:的|患者)?`),
    (match) => ({
      value: group(match, "v"),
      key: `medical_condition:${group(match, "v")}`,
    }),
  ),
  rule(
    "medication",
    "在服：",
    clause(
      `我(?:现在|一直|每天|长期|都|在|早上|晚上){1,3}(?:在)?(?:吃|服|服用|打|靠)(?<v>${medicine})(?:呢|才能睡|睡觉)?`,
    ),
    (match) => ({
      value: group(match, "v"),
      key: `medication:${group(match, "v")}`,
      statement: `在服：${group(match, "v")}`,
    }),
  ),
  rule(
    "diet",
    "",
    clause(
      `我(?:现在|一直|已经|从小|开始){0,2}吃(?:全|纯)?素(?:吃了?)?(?:了|已经|快|都|有){0,2}${lasting}了?`,
    ),
    () => ({ value: "吃素" }),
  ),
  rule(
    "diet",
    "",
    clause(`我(?:现在|一直|从小)?(?:是)?(?<v>吃素|不吃肉|吃清真|只吃清真|在生酮|戒糖)的`),
    lastingly("diet"),
  ),
  rule("favorite_food", "", clause("我(?:这人|这个人|真的|是)?无(?<v>[辣肉甜酒面])不欢"), (match) => ({
    value: `无${group(match, "v")}不欢`,
    key: `favorite_food:${group(match, "v")}`,
    statement: `无${group(match, "v")}不欢`,
  })),
  rule(
    "habit",
    "",
    clause(
      "我(?:基本|几乎)?(?<v>(?:每天|天天)(?:早上|上午|下午|中午)?(?:都|要|得|必须|至少|喝){0,2}[一两三]杯(?:冰|热)?(?:美式|拿铁|咖啡|奶茶|红酒|茶|牛奶|豆浆))(?:续命|提神|打底)?",
    ),
    (match) => ({
      value: group(match, "v"),
      key: `habit:${group(match, "v")}`,
    }),
  ),
  rule(
    "smoking",
    "",
    clause("我(?:从来?|一直|现在)?(?:既)?不(?:抽|吸)烟(?:[、，,]?(?:也)?不喝酒)?(?:的)?"),
    lastingly("smoking", "不抽烟"),
  ),
  rule(
    "alcohol",
    "",
    clause("我(?:从来?|一直|现在)?(?:(?:既)?不(?:抽|吸)烟[、，,]?)(?:也)?不喝酒的?"),
    lastingly("alcohol", "不喝酒"),
  ),
  rule("smoking", "", clause(`我(?:已经)?戒烟(?:已经|快|都|有){0,2}${lasting}了?`), () => ({
    value: "已经戒烟",
  })),
  rule("alcohol", "", clause(`我(?:已经)?戒酒(?:(?:已经|快|都|有){0,2}${lasting})?了`), () => ({
    value: "已经戒酒",
  })),
  rule("smoking", "", clause("我(?<v>烟瘾(?:很|挺|特别|有点|比较)?大)的?"), lastingly("smoking")),
  rule(
    "smoking",
    "",
    clause("我(?:基本|平均|现在)?(?<v>(?:每天|一天)(?:都|要|得|抽){0,2}[一两半]包烟?)"),
    (match) => (/烟|抽/.test(match[0]) ? { value: group(match, "v") } : undefined),
  ),
  rule(
    "likes",
    "喜欢",
    clause(`我${very}爱(?:听|看|玩|逛|读|追)(?<v>${inner}{2,10})`),
    liked("likes", "喜欢"),
  ),
  rule(
    "likes",
    "喜欢",
    clause(
      `我${very}爱(?<v>[打踢](?:\\p{Script=Han}{0,2}球|麻将|游戏|牌)|跳舞|画画|唱歌|旅游|旅行|钓鱼|爬山|跑步|游泳|做饭|逛街|摄影|运动)`,
    ),
    liked("likes", "喜欢"),
  ),
  rule(
    "favorite_food",
    "爱吃",
    clause(
      "我(?:这人|这个人)?(?:是)?(?:个|一个)?(?<v>甜食|肉食|面食|火锅|奶茶|咖啡|螺蛳粉|海鲜)(?:爱好者|控|党|脑袋|动物)",
    ),
    (match) => ({
      value: group(match, "v"),
      key: `favorite_food:${group(match, "v")}`,
      statement: `爱吃${group(match, "v")}`,
    }),
  ),
  rule(
    "likes",
    "喜欢",
    clause(
      `我(?:一直|从小)?是(?<v>\\p{Script=Han}{2,8}?|[A-Za-z]{2,14})的?(?:铁杆|忠实|超级|十年|多年的?)?(?:老)?(?<fan>粉丝|铁粉|歌迷|球迷|影迷|书迷|死忠粉|迷妹|迷弟|粉)`,
    ),
    (match) => {
      const value = group(match, "v");
      return /资深|忠实|铁杆|普通|[真假伪路小老]$|[你他她这那]/.test(value)
        ? undefined
        : { value, key: `likes:${value}`, statement: `是${value}的${group(match, "fan")}` };
    },
  ),
  rule(
    "sport",
    "",
    clause(
      `我(?:平时|一直|从小)?(?<v>踢足球|踢球|打篮球|打羽毛球|打乒乓球|打网球|打排球|练瑜伽|健身|跑步|游泳|练拳击|练跆拳道|练太极)[，,]?(?:都|已经)?(?:[踢打练游跑健])?(?:了)?(?:快|都|有)?(?:${lasting}|${number}年)了?`,
    ),
    (match) => ({ value: group(match, "v") }),
  ),
  rule(
    "bedtime",
    "睡觉：",
    clause(
      `我(?:${often})(?:要|得|会)?熬(?:夜)?到(?<v>(?:凌晨|半夜)?[一二两三四五十\\d]{1,3}点(?:半|多)?)(?:才睡|以后|左右|才睡觉)?`,
    ),
    lastingly("bedtime", undefined, undefined),
  ),
  rule(
    "bedtime",
    "睡觉：",
    clause(
      `我(?:${often})(?<v>(?:凌晨|半夜|晚上)[一二两三四五六七八九十\\d]{1,3}点(?:半|多)?)(?:左右)?(?:才|就)?睡觉?`,
    ),
    lastingly("bedtime", undefined, undefined),
  ),
  rule(
    "sleep_schedule",
    "",
    clause("我(?:一直|从来|就|向来)?是(?:个)?(?<v>夜猫子|早睡早起的?人?|早起的人|夜猫型|特困生体质)"),
    lastingly("sleep_schedule"),
  ),
  rule("habit", "", clause(`我(?:一直)?(?<v>习惯(?:了)?睡前${inner}{2,12})`), (match) => ({
    value: bare(group(match, "v")),
    key: `habit:${bare(group(match, "v")).slice(0, 24)}`,
  })),
  rule(
    "skill",
    "",
    clause(
      "我(?:还|也|真的|到现在都|一直|根本)?不会(?<v>开车|游泳|骑车|骑自行车|做饭|滑冰|滑雪|唱歌|跳舞|打麻将|打牌)(?:的)?",
    ),
    (match) => ({
      value: `不会${group(match, "v")}`,
      key: `skill:${group(match, "v")}`,
      statement: `不会${group(match, "v")}`,
    }),
  ),
  rule(
    "driving",
    "",
    anywhere(`(?<=^|[，,。！!；;\\s])我(?:已经|早就)?有驾照(?:${closing}|(?=但|可|不过|只是|好几年))`),
    () => ({ value: "有驾照" }),
  ),
  rule(
    "religion",
    "",
    clause(
      "我们?(?:家|从小|是|一直|都|全家){0,2}(?<v>信(?:佛教?|基督教?|天主教?|道教?|伊斯兰教?|主|耶稣))的?",
    ),
    lastingly("religion"),
  ),
  rule(
    "religion",
    "信仰：",
    clause(
      "我(?:从小)?是(?:个|一个|一名|虔诚的){0,2}(?<v>基督徒|佛教徒|天主教徒|穆斯林|道教徒|无神论者|居士)",
    ),
    (match) => ({
      value: group(match, "v"),
    }),
  ),
  rule("ethnicity", "民族：", clause(`我(?:们家)?是(?<v>${people})(?:人)?的?`)),
  rule("zodiac", "星座：", clause(`我(?:是)?(?<v>${zodiac}座)(?:的|女生?|男生?)?`)),
  rule(
    "mbti",
    "MBTI：",
    clause("我(?:是|测出来是|的MBTI是)(?:个)?(?<v>[EIei][NSns][FTft][JPjp])(?:型)?(?:的|人格)?"),
  ),
  rule(
    "fear",
    "",
    clause(`我(?:从小|特别|最|很|有点|超级?|真的|其实|就|也){0,3}(?:害怕|怕)(?<v>${feared})的?`),
    (match, sentence) => {
      const value = `怕${group(match, "v")}`;
      return isPassing(sentence) ? undefined : { value, key: `fear:${value}`, statement: value };
    },
  ),
  rule(
    "fear",
    "",
    clause(
      "我(?:有|是|有点|真的|重度|特别){0,2}(?<v>社恐|密集恐惧症?|幽闭恐惧症|深海恐惧症|巨物恐惧症|恐高症|恐婚)(?:的|患者|人)?",
    ),
    (match) => ({
      value: group(match, "v"),
      key: `fear:${group(match, "v")}`,
    }),
  ),
  rule(
    "personality",
    "",
    clause(
      "我(?:这人|这个人)?(?:一直|从小|其实|本来){0,2}(?:就)?(?:是(?:个)?)?(?:比较|很|挺|特别|有点)?(?<v>内向|外向|慢热|社牛)(?:的人?)?",
    ),
    lastingly("personality"),
  ),
];
