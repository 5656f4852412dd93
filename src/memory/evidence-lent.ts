// Whether words were only lent: handed over to be translated or rewritten, played, forwarded, or put into another's mouth.
import { asRead } from "./text.ts";

/** A task, and behind its colon the words that it is done on: 翻译成英文：我对花生过敏, "Write me an intro: I'm Li Hua". */
const task =
  /(?:翻译|译成|译为|译一下|润色|改写|仿写|续写|扩写|缩写|批改|校对|造句|朗读|跟我读|跟我念|怎么翻|(?:帮我|给我|替我|请|要我|让我)(?:写|编|拟|起草|设计)[^。！？!?\n]{0,24}|(?:写|编|拟)(?:一)?[篇段封首份则](?:关于)?[^。！？!?\n]{0,20}|(?:英文|英语|中文|汉语|日语|日文|法语|韩语|粤语)(?:怎么说|怎么写|是什么|什么意思)|什么意思|题目|例句|原文|转发|转自|转载|(?:朋友圈|群里|网上|有人|微博|帖子|评论区?|热搜|新闻)[^。！？!?\n]{0,6}(?:发|说|写|问|评论|看到)(?:了|着|道)?(?:一条|一句)?|旁白|字幕|剧本|人设|开场白)[^。！？!?\n：:]{0,12}[：:]/;
const taskEnglish =
  /(?:\b(?:translate|translation|rewrite|rephrase|paraphrase|proofread|polish|summari[sz]e|repeat after me|read (?:this|it) (?:out|aloud)|fwd|fw|forwarded|caption|headline|example sentence|prompt|screenplay|voice-?over)\b|\b(?:write|compose|draft|make up) (?:me |us |him |her )?(?:an?|the|some|my) (?:[\w-]+ ){0,5}?(?:intro(?:duction)?|essay|letter|e-?mail|bio|poem|song|story|post|speech|paragraph|caption|script|scene|monologue|review|diary entry|cv|resume)\b|\bhow (?:do|would|to) (?:you |i |we )?say\b|\bwhat does\b[^.!?\n]{0,20}\bmean\b)[^.!?\n:]{0,40}:/i;
/** Whoever is named speaks: 他唱, the stranger said. A doctor's word is about the one who tells it. */
const spokenBehind =
  /^[\s”"」』]*(?:(?:那|这|有)(?:个|位)?)?(?!我|咱|俺|医生|大夫|护士|你|您)[\p{Script=Han}]{1,8}?(?:说|问|喊|叫|唱|写|念|回答|介绍)(?:道|着|的)?[\s。！!]*$/u;
const spokenBehindEnglish =
  /^\s*(?:(?:said|says|wrote|whispered|shouted|replied|answered|sang|cried|muttered)\b(?!\s+i\b)(?![^,.]*\b(?:doctor|nurse|gp)\b)[^,.;]{0,30}(?=$|[,;])|the (?!doctor|nurse|gp\b|vet\b|dentist)[\w-]+ (?:said|says|wrote)\s*(?=$|[,;]))/i;
/** What is played or told of a made-up one. */
const played =
  /(?:扮演|饰演|出演|演的角色|我演(?:的是|一?个|个)|演(?:一个|个)|我的角色|角色是|(?:游戏|小说|剧本|故事|电影|剧|书)里(?:面|头)?[，,]?(?:我(?!最|很|也|特别|还|就|觉得|喜欢|爱|讨厌|看|读|学|们)|主角|女主|男主)|cos(?:成|的是)?)|\b(?:i'm|i am|i was|i'll be|i get to|i got to) (?:playing|cast as|play) (?:an?|the)\b|\bi play an? (?:[\w-]+ ){1,3}?(?:who|that)\b|\bmy character\b|\bin (?:the|my|this|a) (?:novel|game|play|story|movie|film|show|book|script)\b[^.!?]{0,12}\b(?:i|i'm|my)\b(?!\s+(?:love|like|hate|enjoy|really|prefer|read|saw|learned|found|think|always|favou?rite)\b)/i;
/** 早上：我…, 优点：我… are headings of the person's own. */
const label =
  /^[ \t]*(?![早中晚上下午今明昨周第优缺现以]|\d|monday|tuesday|wednesday|thursday|friday|saturday|sunday|morning|evening|then|now)([^\s：:，,。！？!?\n]{1,12}(?: [A-Z][a-z]{1,12})?)[：:][ \t]*(?=我|咱|I\b|I'|My\b)/gm;

/** True where two or more take turns in the text, each behind a name: a copied talk, nobody's own words. */
function isTranscript(text: string): boolean {
  return new Set([...text.matchAll(label)].map(([, name]) => name)).size > 1;
}

/**
 * True where a clause is not the person's own saying: it stands behind a task's colon, in a copied talk, in front of "said the
 * stranger", or tells of a part that is played (part 2, item 2). `before`: the message up to the clause; `after`: the rest of its
 * sentence; quotations are hidden in both.
 */
export function isLent(
  message: string,
  { before, clause, after }: Record<"before" | "clause" | "after", string>,
): boolean {
  const [led, own, next] = [asRead(before), asRead(clause), asRead(after)];
  if (task.test(led) || taskEnglish.test(led) || isTranscript(asRead(message))) return true;
  if (played.test(own) || played.test(led.slice(led.search(/(?<![^。！？!?\n])[^。！？!?\n]*$/))))
    return true;
  const behind = next.replace(/^[\s,，]+/, "");
  return behind !== next && (spokenBehind.test(behind) || spokenBehindEnglish.test(behind));
}
