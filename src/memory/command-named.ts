// The people and the matters that a sentence names, as far as rules can tell: what "别再提他" or "stop talking about that" may mean.
import { asTyped, simplify } from "../schema/simplified.ts";
import { namesOf } from "./evidence-people.ts";
import type { Partner } from "./partner.ts";

/** One person or matter, by the words that stand for it in the sentence. `is`: where the word itself tells. */
export type Named = {
  words: string[];
  is?: "he" | "she" | undefined;
  /** A role that many people have (朋友, "colleague"): somebody is meant, and nobody can tell who. */
  vague?: boolean;
};

/** What is known beside the sentence. */
export type Known = {
  /** Names of other people, from facts and graph. */
  people: readonly string[];
  /** Things and places that facts and graph name. */
  things: readonly string[];
  /** How the person and the companion are called: they are never who is meant. */
  own: readonly string[];
  /** Whom the person is, or was last, together with. */
  partners?: readonly Partner[];
};

const kin = {
  he: "前男友 前夫 男朋友 男友 老公 丈夫 未婚夫 爸爸 老爸 父亲 我爸 爷爷 外公 姥爷 哥哥 弟弟 表哥 表弟 堂哥 堂弟 我哥 我弟 叔叔 舅舅 伯伯 儿子 岳父 公公 姐夫 妹夫 侄子",
  she: "前女友 前妻 女朋友 女友 老婆 妻子 未婚妻 妈妈 老妈 母亲 我妈 奶奶 外婆 姥姥 姐姐 妹妹 表姐 表妹 堂姐 堂妹 我姐 我妹 阿姨 姑姑 姨妈 舅妈 女儿 岳母 婆婆 嫂子 侄女 闺蜜",
  either:
    "前任 对象 爱人 老板 领导 上司 经理 主管 组长 同事 同学 同桌 室友 舍友 房东 邻居 老师 导师 班主任 教练 客户 甲方 朋友 网友 孩子 医生",
} as const;
const kinEn = {
  he: "ex-boyfriend ex-husband boyfriend husband fiance dad father stepdad brother son uncle grandpa grandfather nephew",
  she: "ex-girlfriend ex-wife girlfriend wife fiancee mom mum mother stepmom sister daughter aunt grandma grandmother niece",
  either:
    "ex boss manager supervisor coworker colleague landlord roommate flatmate friend teacher professor neighbor neighbour partner cousin client coach therapist doctor",
} as const;

/** Many people are this to somebody. */
const vague =
  /^(?:同事|同学|老师|客户|朋友|网友|孩子|医生|friend|coworker|colleague|teacher|client|cousin|doctor|neighbou?r)$/i;
/** Who is named so is one person: the word is hidden beside the name. */
const onlyOne =
  /^(?:前|男|女|老公|老婆|丈夫|妻子|未婚|对象)|^(?:ex|boyfriend|girlfriend|husband|wife|partner|fianc)/i;

type Kin = { is?: "he" | "she" | undefined };
const kinOf = new Map<string, Kin>();
for (const list of [kin, kinEn])
  for (const is of ["he", "she", "either"] as const)
    for (const word of list[is].split(" ")) kinOf.set(word, is === "either" ? {} : { is });
const longestFirst = [...kinOf.keys()].sort((a, b) => b.length - a.length);
const kinWord = new RegExp(
  longestFirst.map((word) => (/[a-z]/.test(word) ? `\\b${word}\\b` : word)).join("|"),
  "giu",
);

/** Full names: a common surname with one or two characters, between words that people stand between. */
const surname =
  "[李王张刘陈杨赵吴徐孙朱郭林罗郑梁宋唐冯邓曹彭萧肖董袁潘蒋蔡苏魏吕丁沈姚卢姜崔谭汪廖贾傅邹孟熊秦邱尹薛闫侯陶黎郝龚邵]";
const fullName = new RegExp(
  `(?<=^|[^\\p{Script=Han}]|[跟和对给被让见找把是叫的我个到了又])(${surname}\\p{Script=Han}{1,2}?)(?=[又说讲的和跟把也都就是在来去没不还总老给昨今前最刚吵打闹离分结约聊走跑吃买送发找问骂哭笑欠借骗追要想有会]|[^\\p{Script=Han}]|$)`,
  "gu",
);
/** 小雅, 老周, 阿木, also right behind a role: 我前女友小雅. */
const familiarName =
  /(?<=^|[^\p{Script=Han}]|[跟和对给被让见找把是叫的我个到了又友学事板哥姐妹弟师妈爸夫妻])([小老阿](?![时师板心伙是家想总大实早毛病了公婆区猫狗橘鸟岛学孩半声])\p{Script=Han}{1,2}?)(?=[又说讲的和跟把也都就是在来去没不还总老给昨今前最刚吵打闹离分结约聊走跑吃买送发找问骂哭笑欠借骗追要想有会]|[^\p{Script=Han}]|$)/gu;
/** Right behind a role a name of this form needs no sign of its end: 我前女友小雅弹吉他. */
const behindRole =
  /(?<=友|前任|同学|同事|老板|哥|姐|妹|弟|夫|妻|老公|老婆)([小老阿](?![时师板公婆])\p{Script=Han})/gu;
/** A capital at the beginning of a sentence is a name only where it does or is something. */
const firstWord =
  /^\s*(\p{Lu}\p{Ll}+)(?:'s)?\s+(?:and|is|was|has|had|will|would|can|could|did|does|isn't|wasn't|hasn't|never|always|keeps?|kept|said|says|told|came|left|got|went|\p{Ll}+ed)\b/u;
const noFirstName =
  /^(?:Everything|Nothing|Something|Anything|Everyone|Everybody|Someone|Somebody|Nobody|Work|Life|School|Home|Dinner|Lunch|Breakfast|Winter|Summer|Spring|Autumn|Traffic|People|Things|Sleep|Weather|Money|Love|Music|Food|Time)$/;
/** 抱抱, 聊聊 are mostly verbs; who is called so is known by facts. */
const doubled = /^(\p{Script=Han})\1$/u;
const noName =
  /^(?:王者|王牌|王国|张开|张嘴|张罗|陈述|陈旧|朱红|孙子|林子|林地|罗马|宋代|唐代|唐朝|徐徐|梁上|董事|蔡菜|苏州|苏打|魏晋|丁点|沈阳|卢布|姜汤|崔促|汪汪|傅里|孟买|熊猫|熊孩|秦始|秦岭|陶瓷|郭城|吴江|杨梅|杨树|李子|李树|刘海|萧条|肖像|侯车|邓紫|唐人|林区)/;

type Spot = { word: string; start: number; is?: "he" | "she" | undefined; isName: boolean };

/** The people that a sentence names: kin and roles, names, and a name right behind its role as one. */
export function peopleIn(sentence: string, known: Known): Named[] {
  const text = sentence.normalize("NFKC");
  const spots: Spot[] = [];
  const add = (spot: Spot) => {
    const inside = spots.some(
      ({ start, word }) => spot.start < start + word.length && start < spot.start + spot.word.length,
    );
    if (!inside && !known.own.includes(spot.word)) spots.push(spot);
  };
  for (const name of known.people)
    for (const start of placesOf(text, name)) add({ word: name, start, isName: true });
  for (const match of text.matchAll(kinWord)) {
    const word = match[0];
    add({ word, start: match.index, is: kinOf.get(word.toLowerCase())?.is, isName: false });
  }
  for (const name of namesOf(text).filter((one) => isName(one, text)))
    for (const start of placesOf(text, name)) add({ word: name, start, isName: true });
  for (const form of [fullName, familiarName, behindRole])
    for (const { 1: word = "", index } of text.matchAll(form))
      if (!noName.test(word)) add({ word, start: index, isName: true });
  spots.sort((a, b) => a.start - b.start);
  return onceEach(withRoles(spots, text));
}

function isName(word: string, text: string): boolean {
  if (doubled.test(word)) return false;
  const starts =
    new RegExp(`^\\W*${word}\\b`).test(text) && text.indexOf(word, text.indexOf(word) + 1) === -1;
  if (!/^\p{Lu}/u.test(word) || !starts || text.trim() === word) return true;
  return firstWord.exec(text)?.[1] === word && !noFirstName.test(word);
}

function placesOf(text: string, word: string): number[] {
  const places: number[] = [];
  const [folded, wanted] = [text.toLowerCase(), word.toLowerCase()];
  const latin = /^[\p{Script=Latin}]/u.test(word);
  for (
    let at = folded.indexOf(wanted);
    at >= 0 && wanted !== "";
    at = folded.indexOf(wanted, at + wanted.length)
  ) {
    const after = folded.charAt(at + wanted.length);
    const whole = !/\p{L}/u.test(after) && !/\p{L}/u.test(folded.charAt(at - 1));
    if (!latin || whole) places.push(at);
  }
  return places;
}

/** 我前女友小雅, "my ex Marlowe": one person, whose sex the role tells. */
function withRoles(spots: readonly Spot[], text: string): Named[] {
  const people: Named[] = [];
  for (let i = 0; i < spots.length; i += 1) {
    const [spot, next] = [spots[i], spots[i + 1]];
    if (spot === undefined) continue;
    const end = spot.start + spot.word.length;
    const close =
      next !== undefined && /^[\s,，]{0,2}(?:叫|named|called)?\s?$/.test(text.slice(end, next.start));
    if (next !== undefined && close && !spot.isName && next.isName) {
      const words = onlyOne.test(spot.word) ? [next.word, spot.word] : [next.word];
      people.push({ words, is: spot.is });
      i += 1;
    } else
      people.push({
        words: formsOf(spot.word),
        is: spot.is,
        ...(vague.test(spot.word) ? { vague: true } : {}),
      });
  }
  return people;
}

/** 我爸 and 爸爸 are one. */
function formsOf(word: string): string[] {
  const one = /^(?:我|老)?(?:(.)\1|([爸妈哥姐弟妹]))$/u.exec(word);
  const sign = one?.[1] ?? one?.[2];
  if (sign === undefined || !/[爸妈哥姐弟妹]/.test(sign)) return [word];
  return [`${sign}${sign}`, `我${sign}`];
}

function onceEach(named: readonly Named[]): Named[] {
  const seen = new Set<string>();
  return named.filter(({ words }) => {
    const [first = ""] = words;
    const isNew = first !== "" && !seen.has(first.toLowerCase());
    seen.add(first.toLowerCase());
    return isNew;
  });
}

const matterZh =
  "考研成绩 考试成绩 高考成绩 高考 中考 考研 考试 面试 论文 答辩 成绩 挂科 补考 分手 复合 离婚 出轨 吵架 冷战 相亲 催婚 结婚 婚礼 怀孕 流产 备孕 车祸 事故 手术 住院 体检 化疗 确诊 病情 葬礼 后事 减肥 体重 身材 工资 奖金 裁员 失业 辞职 加班 绩效 升职 跳槽 借钱 借款 欠款 欠债 贷款 房贷 房租 买房 搬家 官司 项目 比赛 霸凌 抑郁 失眠 网贷 炒股 股票 彩票 遗产 户口 驾照 学校 工作";
const matterEn =
  "exam exams interview thesis dissertation grades breakup break-up divorce wedding engagement pregnancy miscarriage accident crash surgery operation hospital diagnosis chemo funeral diet weight salary layoff layoffs job promotion debt debts loan mortgage rent lawsuit project affair bullying depression insomnia drinking school work";
const matterWord = new RegExp(
  [
    ...matterZh.split(" "),
    ...matterEn
      .split(" ")
      .sort((a, b) => b.length - a.length)
      .map((word) => `\\b${word}\\b`),
  ].join("|"),
  "giu",
);
const toldOf = [
  /(?:关于|提到|提起|聊到|聊起|说到|说起|谈到|谈起)(?:我的?)?([\p{Script=Han}]{2,6}?)(?=这件事|那件事|的事|的时候|[，。！？,.!?\s]|就|我|$)/gu,
  /(?:^|[，。！？\s我])(?:我的?|跟)?([\p{Script=Han}]{2,6}?)(?:这件事|那件事|这事|那事)/gu,
  /《([^》\n]{1,20})》/gu,
];

/** The matters that a sentence names: events and worries by a list, what is said to be spoken of, titles, and what is known. */
export function mattersIn(sentence: string, known: Known): Named[] {
  const text = sentence.normalize("NFKC");
  const spots: { word: string; start: number }[] = [];
  const add = (word: string, start: number) => {
    const inside = spots.some(
      (one) => start < one.start + one.word.length && one.start < start + word.length,
    );
    if (!inside && !known.own.includes(word)) spots.push({ word, start });
  };
  for (const form of toldOf)
    for (const match of text.matchAll(form))
      add(match[1] ?? "", match.index + match[0].indexOf(match[1] ?? ""));
  for (const match of text.matchAll(matterWord)) add(match[0], match.index);
  for (const thing of known.things) for (const start of placesOf(text, thing)) add(thing, start);
  spots.sort((a, b) => a.start - b.start);
  return onceEach(spots.map(({ word }) => ({ words: [word] })));
}

const filler = /^(?:嗯+|哦|噢|就|是|当然是|it's|that's|oh|well)[\s，,：:]*/i;
const introduction =
  /^(?:我(?:说|指|讲)的是|我是(?:说|指)|指的是|说的是|i (?:mean|meant)|the one about|about)[\s，,：:]*/i;
const ending =
  /(?:的事情?|这件事|那件事|这个人|那个人|啊|呀|吧|啦|了|呗|嘛|please|obviously)*[\s。.！!~～]*$/i;
/** A name with all that may stand around it, in characters. */
const longestAnswer = 200;
/** What names nothing either. */
const pointing =
  /^(?:[他她它]们?|[这那](?:个|件|些)?(?:人|事|事情)?|him|her|it|them|that|this|nothing|no one|nobody|fine|ok|okay)$/i;
const dismissal =
  /^(?:算了|没什么|没事|不用|没谁|不告诉|当我没说|随便|都|never ?mind|nothing|no ?one|nobody|forget it|skip it|whatever)/i;

/** The name with which somebody answers "whom or what do you mean?"; undefined where the message is no such answer. */
export function nameGiven(message: string, known: Known): string | undefined {
  if (message.length > longestAnswer) return undefined;
  const typed = message.normalize("NFKC").trim();
  const text = simplify(typed);
  const name = nameIn(text, readKnown(known));
  return name === undefined ? undefined : asTyped(name, text, typed);
}

/** What is known, as the rules read it. */
export function readKnown(known: Known): Known {
  const { people, things, own, partners } = known;
  return {
    people: people.map(simplify),
    things: things.map(simplify),
    own: own.map(simplify),
    ...(partners === undefined
      ? {}
      : { partners: partners.map((one) => ({ ...one, words: one.words.map(simplify) })) }),
  };
}

function nameIn(text: string, known: Known): string | undefined {
  if (/[?？]$/.test(text) || dismissal.test(text)) return undefined;
  const bare = text.replace(filler, "").replace(filler, "");
  const introduced = introduction.test(bare);
  let core = bare.replace(introduction, "");
  core = core.replace(ending, "").trim();
  const short = /\p{Script=Han}/u.test(core) ? [...core].length <= 10 : core.split(/\s+/).length <= 5;
  if (core.length < 2 || !short || /[，,。！!；;]/.test(core)) return undefined;
  const named = [...peopleIn(core, known), ...mattersIn(core, known)];
  const one = named.length === 1 && named[0]?.vague !== true;
  return one || (introduced && named.length === 0 && !pointing.test(core)) ? core : undefined;
}
