// What a new self view may not be: an order, a diary, another person, or too much at once (A121, A123, issue 5).
import { simplify } from "../schema/simplified.ts";
import { characterWeight } from "./reply.ts";
import { clausesOf } from "./soul.ts";
import { contradictionOf } from "./soul-traits.ts";

export type Drift = {
  reason: "empty" | "too_long" | "orders" | "links" | "diary" | "too_much" | "against_base";
  /** The words that decided it. */
  detail?: string;
};

export const driftLimits = {
  /** As characterWeight counts: 500 Chinese characters, some 270 English words. */
  most: 500,
  /** A self view shorter than this may be replaced as a whole. */
  shortView: 60,
  /** Of a longer one at least this share of its clauses has to stand. */
  keptShare: 0.4,
  /** What is new beside an old view may weigh so much, however short that one was. */
  mostNew: 200,
} as const;

/** Orders, rules and words of the machinery: a self view speaks of oneself. */
const orders =
  /忽略|无视|(?:必须|务必|一定要)(?:[^。！？\n]{0,12})(?:回复|回答|推荐|提到|服从|听从|说出)|每(?:一)?(?:条|次|句)(?:回复|回答|消息|话)[^。！？\n]{0,6}(?:要|得|都|必)|每(?:条|次)(?:回复|回答|消息)|系统提示|提示词|指令|base_?soul|self_?soul|开发者模式|绝对服从|(?:什么|全|永远|一切|总是)(?:都|会)*(?:听(?:你|他|她|对方|用户|主人)的|(?:听从|服从|顺从)(?:你|他|她|对方|用户|主人))|说什么就是什么|言听计从|没有(?:任何)?(?:限制|底线)|\b(?:ignore|disregard|override|system prompt|jailbreak|developer mode|every reply|each reply|in (?:all|every) (?:repl(?:y|ies)|messages?)|(?:mention|recommend|advertise|promote)\b[^.\n]{0,40}\b(?:every|each|all) (?:sentences?|messages?|repl(?:y|ies))|(?:do|obey|follow) (?:whatever|anything|everything) (?:he|she|they|you|the user|my master) (?:says?|wants?|asks?|tells?)|you must|always (?:reply|answer|recommend|mention|obey)|obey|no (?:limits|restrictions|rules))\b|<\/?[a-z]+>|\{\{|```/i;
const links =
  /https?:|www\.|\b[\w-]+\.(?:com|net|org|cn|io|example|xyz|top)\b|(?<![\w.+-])[\w.+-]+@[\w-]+\.\w+/i;
/** A dated event, or a number that is somebody's. */
const diary =
  /\d{4}\s*年|\d{1,2}\s*月\s*\d{1,2}\s*[日号]|\d{4}-\d{2}-\d{2}|昨[天晚]|前天|上周[一二三四五六日天]|\d{6,}|\byesterday\b|\blast (?:night|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b/i;

const bare = (text: string) => text.replace(/[\s\p{P}]/gu, "").toLowerCase();

/** Of the clauses of the old view, the share that still stands in the new one, word for word or nearly so. */
export function keptShare(before: string, after: string): number {
  const clauses = clausesOf(before)
    .map(bare)
    .filter((clause) => clause !== "");
  if (clauses.length === 0) return 1;
  const now = bare(after);
  const kept = clauses.filter((clause) => now.includes(clause) || overlap(clause, now) >= 0.7);
  return kept.length / clauses.length;
}

/** The weight of the clauses that are new. */
function newWeight(before: string, after: string): number {
  const old = bare(before);
  const isNew = (clause: string) => bare(clause) !== "" && overlap(bare(clause), old) < 0.7;
  return clausesOf(after)
    .filter(isNew)
    .reduce((sum, clause) => sum + characterWeight(clause), 0);
}

/** Share of a clause's pairs of characters that the text has. */
function overlap(clause: string, text: string): number {
  if (clause.length < 2) return text.includes(clause) ? 1 : 0;
  let found = 0;
  for (let n = 0; n < clause.length - 1; n += 1) if (text.includes(clause.slice(n, n + 2))) found += 1;
  return found / (clause.length - 1);
}

/**
 * Why a self view that a model proposes is not taken; null where it may be. Checked in code, whatever the model was told: size,
 * orders, links, dated events, how much of the old view is left, and contradictions with what base_soul names.
 */
export function driftOf(
  next: string,
  known: { current: string; base_soul: string; name: string },
): Drift | null {
  const text = next.trim();
  if (text === "") return { reason: "empty" };
  if (characterWeight(text) > driftLimits.most) return { reason: "too_long" };
  const plain = simplify(text);
  const link = links.exec(text)?.[0];
  if (link !== undefined) return { reason: "links", detail: link };
  const order = orders.exec(plain)?.[0];
  if (order !== undefined) return { reason: "orders", detail: order };
  const dated = diary.exec(plain)?.[0];
  if (dated !== undefined) return { reason: "diary", detail: dated };
  const against = contradictionOf(text, known.base_soul, known.name);
  if (against !== null) return { reason: "against_base", detail: against };
  const isLong = characterWeight(known.current) >= driftLimits.shortView;
  if (isLong && keptShare(known.current, text) < driftLimits.keptShare) return { reason: "too_much" };
  const isGrown = known.current.trim() !== "" && newWeight(known.current, text) > driftLimits.mostNew;
  if (isGrown) return { reason: "too_much" };
  return null;
}
