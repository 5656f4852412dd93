// Words that say what somebody is like, so that a bare "is" or 很 leads to a trait and not to a thing (A35, A36, A38).
import { foldName } from "./graph-merge.ts";
import type { Meaning } from "./graph-words.ts";
import { asRead } from "./text.ts";

const personality =
  /^(?:很|比较|有点儿?|特别|非常|挺|太|是个?|超级?)*(?:内向|外向|开朗|温柔|急性子|慢性子|急躁|敏感|乐观|悲观|完美主义(?:者)?|拖延(?:症)?|社恐|社牛|慢热|固执|倔强?|害羞|腼腆|自律|懒散?|细心|粗心|大大咧咧|幽默|善良|独立|好强|要强|耐心|冲动|理性|感性|佛系|胆小|自信|自卑|话痨|安静|爱操心|心软|强迫症|洁癖|路痴|热心|随和|谨慎|直爽|爱较真)(?:的人|的)?$|^(?:an? |very |quite |rather |really |a bit |so |too |pretty )*(?:introvert(?:ed)?|extrovert(?:ed)?|shy|outgoing|stubborn|patient|impatient|kind|gentle|sensitive|optimist(?:ic)?|pessimist(?:ic)?|perfectionist|procrastinator|honest|lazy|careful|careless|confident|insecure|independent|impulsive|calm|quiet|talkative|funny|generous|ambitious|disciplined|messy|cautious|easy-?going|hot-?tempered|soft-?hearted|curious person|people pleaser|night owl|early bird)(?: person)?$/;
const pattern =
  /^(?:很|比较|有点儿?|特别|非常|挺|总是|老是|容易)*(?:一\S{1,6}就(?:很|比较|有点儿?|特别|非常|挺|总是|老是|容易)*)?(?:焦虑|紧张|易怒|生气|烦躁|难过|低落|玻璃心|想太多|多愁善感|情绪化|失眠|崩溃|发脾气|爱哭|哭)(?:的人|的)?$|^(?:an? |very |quite |rather |really |a bit |so |too |easily |often |always )*(?:anxious|nervous|moody|irritable|emotional|overthinker|overthinks|worrier|short-?tempered|prone to (?:anxiety|tears|anger))(?: person)?$/;
/** Predicates that say nothing but that somebody is so. */
const copula =
  /^(?:是|是个|是一个|很|比较|有点|特别|非常|挺|容易|总是|老是|算是|属于|性格|为人|is|is a|is an|am|be|being|becomes?|gets?|tends to be|is very|is quite|is easily|is often|feels?)$/;

/** What a bare predicate means where its object is a trait; undefined where it is none. */
export function traitMeaning(predicate: string, object: string): Meaning | undefined {
  if (!copula.test(asRead(predicate).toLowerCase().trim())) return undefined;
  const folded = foldName(object);
  if (pattern.test(folded)) return { edge: "HAS_TRAIT", type: "emotional_pattern", node: "Trait" };
  return personality.test(folded) ? { edge: "HAS_TRAIT", type: "personality", node: "Trait" } : undefined;
}
