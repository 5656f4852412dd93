// Who the person's partner is, or last was, as facts and graph know it, and when words tell of the end of the two: 我们分手了，别再提她了.
import type { Fact, Facts } from "../schema/fact.ts";
import type { Graph } from "../schema/graph.ts";
import { asTyped, simplify } from "../schema/simplified.ts";
import { keyBase, keySubject } from "./fact-key.ts";
import { isOpen } from "./fact-same.ts";
import { isNegative } from "./fact-value.ts";
import { isOpen as isOpenRelation } from "./graph-relation.ts";
import { asRead } from "./text.ts";

/** `words`: the name where one is known, then the role that the person calls them by. */
export type Partner = { words: string[]; is?: "he" | "she" | undefined };

const keys: ReadonlySet<string> = new Set(
  "partner girlfriend boyfriend wife husband spouse fiance fiancee".split(" "),
);
const roles = {
  she: "女朋友|女友|老婆|妻子|太太|媳妇儿?|未婚妻|\\bgirlfriend\\b|\\bwife\\b|\\bfiancee\\b",
  he: "男朋友|男友|老公|丈夫|未婚夫|\\bboyfriend\\b|\\bhusband\\b|\\bfiance\\b",
  either: "对象|爱人|另一半|伴侣|\\bpartner\\b|\\bspouse\\b",
} as const;
const roleWord = new RegExp(`${roles.she}|${roles.he}|${roles.either}`, "iu");
const ofHer = new RegExp(roles.she, "iu");
const ofHim = new RegExp(roles.he, "iu");

/** True where a text names the person's own partner by a role that is not over: 女朋友, "my wife", not 前女友 or 她男朋友. */
export function namesPartnerRole(word: string): boolean {
  const plain = simplify(word);
  const role = roleWord.exec(plain)?.[0];
  return role !== undefined && role === plain;
}

/** What a value says beside a name: 女朋友叫小雨, "girlfriend named June". */
const aroundName = new RegExp(
  `^(?:我的?|my\\s+)?(?:${roleWord.source})?(?:的?名字)?\\s*(?:叫做?|名叫|是|named|called|is|,|:|：)?\\s*|[（(].*$`,
  "giu",
);
const noName =
  /^(?:有|没有?|无|单身|已婚|未婚|恋爱|交往|分手|离婚|结婚|在一起|异地|true|false|yes|no|single|married|dating|none|taken|divorced|engaged)/iu;
const hanName = /^\p{Script=Han}{2,4}$/u;
const latinName = /^\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+){0,2}$/u;

function nameIn(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const typed = value.normalize("NFKC");
  const plain = simplify(typed);
  const name = plain.replace(aroundName, "").trim();
  const isName = !noName.test(name) && (hanName.test(name) || latinName.test(name));
  return isName ? asTyped(name, plain, typed) : undefined;
}

function partnerOf(key: string, texts: readonly string[], name: string | undefined): Partner | undefined {
  const typed = texts.join("\n");
  const read = simplify(typed);
  const told = `${key.replaceAll("_", " ")}\n${read}`;
  const byKey = name === undefined && key !== "partner" ? key : undefined;
  const named = roleWord.exec(read)?.[0];
  const role = named === undefined ? byKey : asTyped(named, read, typed);
  const words = [name, role].filter((word) => word !== undefined);
  if (words.length === 0) return undefined;
  const [she, he] = [ofHer.test(told), ofHim.test(told)];
  return { words, is: she === he ? undefined : she ? "she" : "he" };
}

function ofFact(fact: Fact): Partner | undefined {
  const base = keyBase(fact.key);
  if (!keys.has(base)) return undefined;
  const value = String(fact.value ?? "");
  if (isNegative(value) || /单身|分手|离婚|\b(?:single|divorced|broke up)\b/iu.test(simplify(value)))
    return undefined;
  return partnerOf(base, [value, fact.statement], nameIn(value) ?? nameIn(keySubject(fact.key)));
}

/** What was never so, was forgotten by order, or stands on words that are gone, names nobody. */
function isFormer({ status, is_deleted, metadata }: Fact): boolean {
  return (
    status === "closed" && !is_deleted && metadata.mistake !== true && metadata.unproven_at === undefined
  );
}

/**
 * The person's partner: all whom open facts and relations name, each once; where none is open, the one whose fact ended last, since
 * who is not to be spoken of is mostly over already. Facts that say that there is none (单身, "single") name nobody.
 */
export function partnersOf(facts: Facts, graph: Graph): Partner[] {
  const open = [...facts.filter(isOpen).flatMap((fact) => ofFact(fact) ?? []), ...ofGraph(graph)];
  if (open.length > 0) return united(open);
  const ended = (fact: Fact) => fact.valid_to ?? fact.last_updated_at ?? 0;
  const former = facts.filter((fact) => isFormer(fact) && ofFact(fact) !== undefined);
  const [last] = former.sort((a, b) => ended(b) - ended(a));
  return last === undefined ? [] : united([ofFact(last)].flatMap((one) => one ?? []));
}

function ofGraph({ entities, relations }: Graph): Partner[] {
  const person = entities.find(({ node }) => node === "User");
  return relations
    .filter((one) => isOpenRelation(one) && one.negated !== true && one.subject === person?.name)
    .flatMap(({ predicate, object }) => {
      const name = nameIn(object);
      const role = roleWord.exec(simplify(predicate))?.[0];
      const isPartner = role !== undefined && !/前|\bex\b/iu.test(predicate);
      return isPartner && name !== undefined ? (partnerOf("partner", [role], name) ?? []) : [];
    });
}

/** The same name, or a role alone beside a name, is one person. */
function united(partners: readonly Partner[]): Partner[] {
  const found: Partner[] = [];
  for (const partner of partners) {
    const isBare = (one: Partner) => one.words.every(namesPartnerRole);
    const at = found.findIndex(
      (one) => one.words.some((word) => partner.words.includes(word)) || isBare(one) || isBare(partner),
    );
    const before = found[at];
    if (before === undefined) found.push(partner);
    else {
      const words = isBare(before)
        ? [...partner.words, ...before.words]
        : [...before.words, ...partner.words];
      found[at] = { words: [...new Set(words)], is: before.is ?? partner.is };
    }
  }
  return found;
}

const notZh = "(?<![没不别想要]|差点|差一点|如果|要是|万一|假如)";
const endsZh = `(?:${notZh}(?:分手|离婚|分开|掰|散伙|一刀两断)(?:了|吧)|${notZh}(?:离了婚|(?:离|分)了(?=[啊呀吧呢啦]*$)))`;
const withZh = `(?:跟|和|与|同)(?:[她他]|${roleWord.source.replaceAll("\\b", "")}|\\p{Script=Han}{2,4}?)`;
const partingZh = new RegExp(
  [
    `^(?:(?:今天|昨天|前天|刚|上周|上个?月|终于|其实|唉|哎)[，, ]*)*(?:我们?(?:俩|两个?人?)?|咱们?俩?|我${withZh})?(?:已经|刚|还是|终于|昨天|今天|彻底|就|也|都|最后|正式|前几天|上周|上个?月)*${endsZh}`,
    `^我?(?:刚|又|昨天|今天)?(?:被(?:她|他|人)?(?:给)?(?:甩|绿|踹|分手)了|失恋了)`,
    `^(?:她|他)(?:把我|给我)?(?:甩|踹|绿)了?(?:我)?了?`,
    `^(?:她|他)(?:跟|和|向)我提(?:出)?了?(?:分手|离婚)`,
  ].join("|"),
  "u",
);
const leadEn =
  "(?:(?:so|well|hey|yeah|ugh|and|today|yesterday|last (?:week|month|night)|actually|finally)[, ]+)*";
const lovedEn = "(?:her|him|my (?:girlfriend|boyfriend|wife|husband|partner|fiancee?))";
const partingEn = new RegExp(
  [
    `^${leadEn}(?:we|me and \\w+|\\w+ and i)(?:'ve| have| are| were|'re)?(?: just| finally| already| recently)? (?:broke up|broken up|split up|separated|divorced|(?:got|getting) divorced|parted ways|(?:over|done)(?= now$| for good$|$))(?! (?:the|a|into|over)\\b)`,
    `^${leadEn}(?:she|he)(?:'s| has)?(?: just| finally)? (?:dumped|left|broke up with|broken up with|cheated on|divorced) me(?= (?:for|last|yesterday|today|and|because|after|in|on)\\b|$)`,
    `^${leadEn}i(?:'ve| have)?(?: just| finally)? (?:(?:dumped|left|divorced) ${lovedEn}(?= (?:for|last|yesterday|today|and|because|after)\\b|$)|(?:broke|broken) up with\\b|got dumped|got divorced)`,
  ].join("|"),
  "i",
);
const hypothetical =
  /\b(?:if|almost|nearly|might|would|didn't|haven't|not|never|dream\w*)\b|如果|要是|万一|差点|梦[见到]|假如|了的话/i;

/** True where a text says that the person and their partner are over; not of others, and not what did not happen. */
export function tellsParting(text: string): boolean {
  return asRead(text)
    .split(/[,，。.!！?？;；~…\n]+/u)
    .map((clause) => clause.trim())
    .some((clause) => !hypothetical.test(clause) && (partingZh.test(clause) || partingEn.test(clause)));
}
