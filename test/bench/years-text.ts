// Sentences of a made-up life, drawn by a seeded generator: about 40 characters each, thousands of different ones.

type Random = () => number;

const people = [
  "妈妈",
  "表姐",
  "老周",
  "小林",
  "室友阿杰",
  "陈老师",
  "楼下的刘阿姨",
  "大学同学苏苏",
  "新来的实习生",
  "我爸",
];
const places = [
  "河边",
  "公司楼下",
  "老城区的书店",
  "医院",
  "菜市场",
  "健身房",
  "青石桥",
  "火车站",
  "图书馆三楼",
  "外婆家",
];
const deeds = [
  "吃了一碗牛肉面",
  "把旧自行车修好了",
  "看了一场很闷的电影",
  "排了两个小时的队",
  "碰到下大雨",
  "买到一本绝版的诗集",
  "第一次试着画速写",
  "把合同又谈了一遍",
  "学会了做红烧鱼",
  "弄丢了一把伞",
];
const feelings = [
  "心里踏实了不少",
  "有点说不出的累",
  "其实挺开心的",
  "还是放不下那件事",
  "忽然想起小时候",
  "没想象中那么难",
  "回来就睡着了",
  "到现在还在想",
  "觉得该早点开始",
  "笑了一路",
];
const times = [
  "今天下午",
  "早上出门前",
  "昨天夜里",
  "中午休息的时候",
  "下班以后",
  "刚才",
  "周末那天",
  "天快黑的时候",
];
const replies = [
  "听起来这一天过得不轻松",
  "难怪你刚才语气不一样",
  "我猜你后来又回头看了一眼",
  "这种事换谁都会记很久",
  "下次可以换个时间再去",
  "那你现在好点了吗",
];
const questions = [
  "后来怎么样了",
  "是哪一家来着",
  "他当时怎么说",
  "要不要明天再试一次",
  "你最想留住的是哪一刻",
  "晚饭吃了没有",
];

const pick = <T>(list: readonly T[], random: Random): T => list[Math.floor(random() * list.length)] as T;

/** What the person says. */
export function said(random: Random): string {
  const number = 10 + Math.floor(random() * 90);
  return `${pick(times, random)}和${pick(people, random)}去了${pick(places, random)}，${pick(deeds, random)}，花了${number}块，${pick(feelings, random)}。`;
}

/** What the companion answers. */
export function answered(random: Random): string {
  return `${pick(replies, random)}，${pick(places, random)}那边我记得你提过，${pick(feelings, random)}也正常，${pick(questions, random)}？`;
}

/** A summary of a day, a title and two key points; all of them name things of that day. */
export function rememberedDay(random: Random): {
  title: string;
  points: string[];
  summary: string;
  detail: string;
} {
  const [who, where, what] = [pick(people, random), pick(places, random), pick(deeds, random)];
  const feeling = pick(feelings, random);
  return {
    title: `和${who}在${where}`,
    points: [`${what}`, `${feeling}，${pick(questions, random)}`],
    summary: `两个人聊到${who}：在${where}${what}，说${feeling}；约好过几天再说这件事。`,
    detail: `那天他和${who}去了${where}，${what}。说起来的时候${feeling}。之后两个人又聊了工作和天气，约好过几天再说这件事，也提到上一次在${pick(places, random)}的情形。`,
  };
}

/** A fact about the person: key, value, statement. */
export function fact(random: Random): { key: string; value: string; statement: string } {
  const [who, where] = [pick(people, random), pick(places, random)];
  return { key: `常去的地方·${who}`, value: where, statement: `常和${who}一起去${where}` };
}

/** Messages that a context is put together for: small talk, questions about the past, a time word. */
export const askings = [
  "还记得我和表姐去青石桥那次吗，后来怎么样了？",
  "上个月我和老周在图书馆三楼做了什么？",
  "我是不是说过外婆家的事？",
  "去年夏天我学会了做什么菜？",
  "那本绝版的诗集是在哪买到的？",
  "陈老师当时怎么说的来着？",
  "嗯",
  "好啊",
  "今天有点累，不太想说话，想早点睡",
  "周末那天下大雨你还记得吗？",
  "把旧自行车修好花了多少钱？",
  "新来的实习生最近怎么样，我好像跟你说过",
];
