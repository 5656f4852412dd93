// What one message of the person feels like, by rules and words in both languages: a hint for the tone, never a label (A236, R37).
import type { EmotionCode } from "../schema/emotion.ts";
import { allMatches } from "./all-matches.ts";
import { plainText } from "./phrases.ts";
import { emojiFeelings, faces, lexicons, type WordFeeling } from "./turn-emotion-words.ts";

/** `intensity`: 0 to 1; 0 where the emotion is neutral. */
export type TurnEmotion = { emotion: EmotionCode; intensity: number };

/** Of a longer message the beginning and the end are read: what stands between is mostly pasted. */
const readHead = 1_500;
const readTail = 500;

/** Less than this is no sign of a mood. */
const least = 0.3;

/** Where two codes are equally strong, the heavier one is meant: a low mood that is missed does more harm. */
const heaviestFirst: readonly EmotionCode[] = [
  "sad",
  "hurt",
  "lonely",
  "afraid",
  "angry",
  "anxious",
  "tired",
  "serious",
  "caring",
  "joy",
  "content",
  "curious",
];

const bright: ReadonlySet<EmotionCode | "none"> = new Set(["joy", "content"]);
const quiet: ReadonlySet<EmotionCode | "none"> = new Set(["caring", "curious", "serious", "none", "neutral"]);
const heavy = (code: WordFeeling["code"]) => !bright.has(code) && !quiet.has(code);

type Hit = { code: EmotionCode; strength: number };

/**
 * Emotion and strength of a message. Whichever of the two languages its words are in is read. Negations, measures, "but",
 * what is only imagined, other people's feelings, quotations and code are heeded; irony is left alone, so that it is neutral.
 */
export function emotionOf(text: string): TurnEmotion {
  const shown = excerpt(text).replace(/```[\s\S]*?(?:```|$)|`[^`\n]*`|https?:\/\/\S+/g, " ");
  const plain = plainText(shown);
  const hits = [...wordHits(plain), ...faceHits(plain)];
  const ironic = isIronic(plain);
  const heard = ironic ? hits.filter((hit) => heavy(hit.code)) : hits;
  const best = strongest([...heard, ...emojiHits(shown, heard, ironic)]);
  if (best === undefined || best.strength < least) return { emotion: "neutral", intensity: 0 };
  const louder = Math.min(1, best.strength + loudness(shown));
  return { emotion: best.code, intensity: Math.round(louder * 100) / 100 };
}

function excerpt(text: string): string {
  if (text.length <= readHead + readTail) return text;
  return `${text.slice(0, readHead)}\n${text.slice(-readTail)}`.replace(/\p{Cs}/gu, "");
}

const sentenceEnd = /(?<=[。.!?！？…\n~～])(?=[^。.!?！？…\n~～])/u;
const clauseEnd = /[,，;；、:：\n。.!?]+|(?<!\s)\s*(?:——|--)\s*|(?=但是|不过|可是|然而|\bbut\b)/u;
const imagined =
  /如果|要是|假如|假设|万一|倘若|(?:会|该)有多|\bif\b|\bsuppose\b|\bimagine\b|\bwould\b|\bwould've\b|\bas though\b/;
const turned = /(?:^|[^不])(?:但是|但|不过|可是|然而|只是)|\b(?:but|however|though)\b/;

function wordHits(plain: string): Hit[] {
  const hits: Hit[] = [];
  for (const sentence of plain.split(sentenceEnd)) {
    const asks = /\?|[吗呢么][~～。.!\s]*$/.test(sentence);
    const weight = imagined.test(sentence) ? 0.35 : 1;
    const clauses = sentence.split(clauseEnd).filter((clause) => clause.trim() !== "");
    const turn = clauses.findLastIndex((clause) => turned.test(clause));
    clauses.forEach((clause, at) => {
      // What stands before a "but" is conceded, what stands behind it is meant.
      const place = turn > 0 && at < turn ? 0.6 : 1;
      for (const hit of clauseHits(clause, asks))
        hits.push({ ...hit, strength: hit.strength * weight * place });
    });
  }
  return hits;
}

function clauseHits(clause: string, asks: boolean): Hit[] {
  const hits: Hit[] = [];
  for (const language of ["zh", "en"] as const) {
    const { pattern, feelings } = lexicons[language];
    for (const match of allMatches(pattern, clause)) {
      const feeling = feelings.get(match[0]);
      if (feeling === undefined || feeling.code === "none") continue;
      // Words like 什么 and "where" ask only in a question.
      if (feeling.code === "curious" && feeling.strength < 0.5 && !asks) continue;
      const hit = judged(feeling.code, feeling.strength, {
        word: match[0],
        before: clause.slice(0, match.index),
        after: clause.slice(match.index + match[0].length),
      });
      if (hit) hits.push(hit);
    }
  }
  return hits;
}

type Place = { word: string; before: string; after: string };

/** Their denial is a low mood: "not happy", 不安心. That something is not tasty is none. */
const stateWord =
  /开心|高兴|快乐|幸福|满意|舒服|踏实|安心|放心|自在|轻松|\b(?:happy|satisfied|content|comfortable|relaxed|glad|proud|relieved|rested|excited|calm)\b/;

const loathing = /^(?:讨厌|i hate|can't stand)$/;
const tasteZh =
  /^(?:吃|喝|闻|穿|用)?(?![你您他她它我]|这|那|人|别人|有人|自己|一切|生活|活着|世界|死|透|得|了|的|啊|呀|吧|呢|被|老板|领导|同事|上班|上学|加班|开会|考试|作业|工作|堵车|排队|等)\p{Script=Han}{1,6}(?:的?(?:味道?|气味|口感|颜色))?$/u;
const tasteEn =
  /^ (?:(?:eating|drinking|the (?:taste|smell|texture|colou?r) of) )?(?!(?:i|my|this|that|these|those|it|him|her|them|they|he|she|you|your|u|his|their|our|the|how|when|what|why|being|having|myself|everyone|everybody|everything|people|men|women|life|work|school|home|mondays?|feeling|to|so|all|\w+ing)\b)[\w-]+(?: (?:and |or )?[\w-]+)?\s*$/;

/** 我讨厌香菜, "I hate coriander" tell of a taste, not of anger at anybody. */
function isTaste({ word, after }: Place): boolean {
  return loathing.test(word) && (tasteZh.test(after) || tasteEn.test(after));
}

/** The hit as its surroundings leave it, or undefined where they take it away. */
function judged(code: EmotionCode, strength: number, place: Place): Hit | undefined {
  const { word, before } = place;
  if (isTaste(place)) return undefined;
  const comforting = isComfort(before) && heavy(code);
  if (comforting) return { code: "caring", strength: 0.5 };
  const whose = ownerOf(place);
  // "You say, why do people dream?" asks all the same.
  if (whose === "you") return code === "curious" || code === "serious" ? { code, strength } : undefined;
  if (isNegated(before)) {
    return stateWord.test(word) && !word.startsWith("不") && whose === "me"
      ? { code: "sad", strength: strength * 0.7 }
      : undefined;
  }
  const measured = strength * measure(place);
  if (whose === "me") return { code, strength: measured };
  return heavy(code) ? { code: "caring", strength: 0.5 } : { code, strength: measured * 0.5 };
}

const someoneZh =
  "他们?|她们?|大家|有人|全场|人们|家长|主角|男主|女主|人家|爸爸?|妈妈?|老爸|老妈|爷爷|奶奶|外公|外婆|姥姥|姥爷|老公|老婆|男朋友|女朋友|男友|女友|哥哥?|姐姐?|弟弟?|妹妹?|儿子|女儿|孩子|朋友|闺蜜|同事|同学|室友|老师|老板|领导|组长|学生|邻居|猫|狗|前任";
const someoneEn =
  "he|she|they|some|(?:my|his|her|our|their|the) (?:mom|mum|mother|dad|father|sister|brother|friend|wife|husband|boyfriend|girlfriend|son|daughter|kid|kids|boss|lead|teacher|colleague|roommate|neighbou?r|cat|dog|grandma|grandpa|grandmother|grandfather|ex|aunt|uncle|cousin|students?)";
const otherBefore = new RegExp(
  `(?:${someoneZh})(?![\\s\\S]*我)|\\b(?:${someoneEn})\\b(?![\\s\\S]*\\b(?:i|i'm|me)\\b)`,
);
const meAfter = /^[^,，。]{0,3}我|^\s*(?:me|us|my)\b|^\s*(?:that|about|when|because)\s+(?:i|my)\b/;
const youBefore =
  /(?:^|[^让使令跟和对给陪想爱谢])(?:你们?|您)(?![\s\S]*我)[^我]{0,6}$|\b(?:you|you're|are you|were you|u)\b(?![\s\S]*\b(?:i|i'm|me)\b)/;
/** "You make me happy": the person's own feeling although somebody else stands first. */
const causing = /(?:让|使|令|害|弄|搞)(?:得)?我|(?:^|我\S{0,6})被\S{0,8}$|\b(?:make|makes|made|making) me\b/;
/** Words that tell of the speaker, whoever is spoken of: a judgement of others, a loss, and what holds 我 or "me" itself. */
const always =
  /我|\b(?:me|my)\b|讨厌|吵死|太吵|好吵|没素质|没礼貌|可恶|可恨|过分|离谱|恶心|气人|无耻|不要脸|混蛋|骗子|无语|吓人|恐怖|可怕|可爱|好看|漂亮|去世|过世|离世|葬礼|so loud|too loud|so rude|disrespectful|jerk|liar|annoying|irritating|ridiculous|unfair|unacceptable|infuriating|frustrating|bastard|asshole|bullshit|creepy|scary|cute|sweet|kind|died|passed away|funeral/;

function ownerOf({ word, before, after }: Place): "me" | "you" | "other" {
  if (causing.test(before) || meAfter.test(after) || always.test(word)) return "me";
  if (otherBefore.test(before)) return "other";
  return youBefore.test(before) ? "you" : "me";
}

/** 别难过, "don't be sad": the person comforts the other one. */
function isComfort(before: string): boolean {
  return /(?:别|不要|不用|莫)(?:太|再|那么|这么)?$|\b(?:don't|do not|no need to|never)\s+(?:be|feel|get|you)?\s*(?:so|too|that)?\s*$/.test(
    before,
  );
}

const rhetorical =
  /(?:能|怎么能|怎么可能|怎么会|哪能|岂能|忍|禁|由得|由)不(?:太|了)?$|别提多?$|(?:can't|cannot|couldn't|can not) (?:help|stop|believe how)[\s\w]{0,12}$|\bnot only\s*$|\bnever been (?:so|this|more)\s*$|\bwhy not\s*$/;
const negatedZh =
  /(?:不|没|没有|别|不是|并不|并没有|从不|毫不|毫无|绝不|不再|不会|没那么|不觉得|不怎么|一点(?:都|也)?[不没])(?:有)?(?:很|太|那么|这么|怎么|是|会|觉得|感到|感觉|再|特别|什么|啥|多|得|能|算)?$/;
const negatedEn =
  /(?:\b(?:not|never|no|without|hardly|nothing|isn't|wasn't|aren't|weren't|don't|doesn't|didn't|won't|wouldn't|can't|couldn't|haven't|hasn't|ain't|no longer)\b)(?:\s+(?:so|very|really|too|that|all|been|be|feel|feeling|a|any|at|particularly|exactly|even|to)){0,3}\s*$/;

function isNegated(before: string): boolean {
  if (rhetorical.test(before)) return false;
  return negatedZh.test(before) || negatedEn.test(before);
}

const muchZh =
  /(?:很|好|真|非常|特别|超级?|太|极其?|十分|格外|无比|巨|狠|老|最|简直|真的|实在|这么|那么|越来越)(?:的|地|是|有点)?$/;
const muchEn =
  /\b(?:so|very|really|extremely|super|incredibly|totally|absolutely|deeply|truly|too|such|damn|fucking|most|utterly)\s+(?:a\s+)?$/;
const littleZh = /(?:有点儿?|有些|有一点|稍微|略微?|一丝|不太|多少有|还算)(?:的|地|是)?$/;
const littleEn =
  /\b(?:a bit|a little|slightly|kind of|kinda|somewhat|sort of|sorta|rather|a tad)\s+(?:of\s+)?$/;
const muchAfter =
  /^(?:死了?|坏了|极了|透了|得不行|得要命|得很|疯了|炸了|爆了|得要死|到不行|到爆)|^\s+(?:as hell|to death|to bits|beyond words|so much)/;

/** 难过的时候我会…, "when I'm sad I …": a habit, not a mood. */
const habitAfter = /^(?:的|了)?时候/;
const habitBefore = /\bwhen(?:ever)? (?:i'm|i am|i feel|i get|i was)\s+(?:\w+\s+)?$/;

function measure({ before, after }: Place): number {
  if (habitAfter.test(after) || habitBefore.test(before)) return 0.4;
  if (littleZh.test(before) || littleEn.test(before)) return 0.7;
  const much = muchZh.test(before) || muchEn.test(before);
  return (much ? 1.2 : 1) * (muchAfter.test(after) ? 1.3 : 1);
}

const irony =
  /🙄|🙃|呵呵|真有你的|可真行|可真棒|我谢谢(?:你|您|他|她)|我真(?:的)?谢谢|谢谢你全家|还真是(?:太)?(?:谢谢|棒|厉害)|(?:太好了|真好|太棒了|好极了|真不错|真棒|可真好)[,，。!呢啊]*(?:又|这下|偏偏|居然|竟然|果然)|\byeah,? right\b|\b(?:oh|well|just|that's just) (?:great|perfect|wonderful|fantastic|lovely|brilliant|awesome)\b|\b(?:great|wonderful|fantastic|perfect|lovely|brilliant),? (?:another|yet another|again|now)\b|\bthanks (?:a lot|for nothing)\b|\bhow (?:nice|lovely|wonderful) of (?:him|her|them)\b|(?:^|\s)\/s\s*$/;

function isIronic(plain: string): boolean {
  return irony.test(plain);
}

function faceHits(plain: string): Hit[] {
  return faces.flatMap(([pattern, { code, strength }]) =>
    code !== "none" && plain.search(pattern) >= 0 ? [{ code, strength }] : [],
  );
}

/** Emoji colour what the words say; 😭 and 😂 beside words of the other side are only loud. */
function emojiHits(text: string, words: readonly Hit[], ironic: boolean): Hit[] {
  const hits: Hit[] = [];
  const counts = new Map<string, number>();
  for (const sign of text) {
    const feeling = emojiFeelings.get(sign);
    if (feeling === undefined || feeling.code === "none") continue;
    const seen = (counts.get(sign) ?? 0) + 1;
    counts.set(sign, seen);
    // The same sign again is louder, not another feeling.
    if (seen <= 3) hits.push({ code: feeling.code, strength: seen === 1 ? feeling.strength : 0.1 });
  }
  if (ironic) return hits.filter((hit) => heavy(hit.code));
  const said = strongest(words);
  if (said === undefined || said.strength < 0.4) return hits;
  const opposed = (hit: Hit) =>
    bright.has(said.code) ? heavy(hit.code) : heavy(said.code) && bright.has(hit.code);
  return hits.filter((hit) => !opposed(hit));
}

/** The code with the strongest hit; each further hit of a code adds a little. */
function strongest(hits: readonly Hit[]): Hit | undefined {
  const sums = new Map<EmotionCode, { top: number; more: number }>();
  for (const { code, strength } of hits) {
    const sum = sums.get(code) ?? { top: 0, more: -1 };
    sums.set(code, { top: Math.max(sum.top, strength), more: sum.more + (strength >= least ? 1 : 0) });
  }
  let best: Hit | undefined;
  for (const code of heaviestFirst) {
    const sum = sums.get(code);
    if (sum === undefined) continue;
    const strength = Math.min(1, sum.top + 0.1 * Math.min(3, Math.max(0, sum.more)));
    if (best === undefined || strength > best.strength) best = { code, strength };
  }
  return best;
}

/** Exclamation marks, shouting and drawn-out words add up to 0.2. */
function loudness(text: string): number {
  const marks = text.match(/[!！]/g)?.length ?? 0;
  const words = text.match(/\b[A-Z]{2,}\b/g) ?? [];
  const shouting = words.length >= 3 && !/\b[a-z]{3,}\b/.test(text) ? 0.1 : 0;
  return Math.min(0.2, Math.min(0.15, marks * 0.05) + shouting);
}
