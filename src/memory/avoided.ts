// What the person does not want to be reminded of (别再提): it stays remembered and is not brought up (A223, part 2 item 4).
import type { Facts, SharedFacts } from "../schema/fact.ts";
import type { Graph } from "../schema/graph.ts";
import { simplify } from "../schema/simplified.ts";
import { matterOf } from "./command-target.ts";
import { kinIn, kinWords } from "./evidence-people.ts";
import { keyBase } from "./fact-key.ts";
import { isOpen } from "./fact-same.ts";
import { foldValue } from "./fact-value.ts";

/** The key of such a fact. It stands among the facts themselves, so that it is proven, shown, undone and erased like them. */
export const avoidedKey = "avoids_topics";

/** One matter: the words it goes by, in lower case, and the names of whom it is about. */
export type Matter = { words: readonly string[]; names: readonly string[] };

const han = /\p{Script=Han}/u;
const lower = (text: string) => simplify(text.normalize("NFKC").replace(/[’‘]/g, "'").toLowerCase().trim());
const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Characters that point at something and name nothing. */
const pointing = /^[他她它这那事人话谁你我啥钱]$/;

/** The matters not to be brought up. */
export function avoidedMatters(facts: Facts): Matter[] {
  return facts.flatMap((fact) => {
    if (!isOpen(fact) || keyBase(fact.key) !== avoidedKey) return [];
    const matter = lower(matterOf(String(fact.value ?? ""))).replace(/^(?:和|跟|与|我)|^(?:my|our) /, "");
    const words = [...new Set([matter, ...otherWords(matter)])].filter(
      (word) => /[\p{L}\p{N}]{2}|\p{Script=Han}/u.test(word) && !pointing.test(word),
    );
    return words.length === 0 ? [] : [{ words, names: [] }];
  });
}

const isKin = (word: string) => kinIn(word).size > 0;

/** Of somebody who is named by what they are, all the words for it: 前男友 is 前任, "ex" is "ex-boyfriend", 妈 is 妈妈. */
function otherWords(matter: string): string[] {
  const groups = kinIn(matter);
  const rest = [...groups].reduce(
    (text, group) => kinWords(group).reduce((left, word) => left.replace(word, ""), text),
    matter,
  );
  if (groups.size === 0 || /[\p{L}\p{N}]/u.test(rest.replace(/^s$/, ""))) return [];
  const meant = groups.has("ex") ? ["ex", "ex_wife", "ex_husband"] : [...groups];
  return meant.flatMap(kinWords);
}

/** Who is called so, by what the texts and the graph say: 我前男友叫阿杰, "my cat Luna". */
export function withNames(matters: readonly Matter[], texts: readonly string[], graph: Graph): Matter[] {
  return matters.map((matter) => {
    const given = givenIn(matter.words);
    const names = texts.flatMap((text) => namesBehind(text, given));
    for (const { subject, predicate, object, quote = "" } of graph.relations) {
      names.push(...namesBehind(quote, given));
      if (speaksOf(predicate, [matter])) names.push(subject, object);
    }
    return { ...matter, names: [...new Set(names.map(lower))].filter(isName) };
  });
}

/** The two talkers are no matter, and neither is who is only named by what they are. */
const isName = (name: string) =>
  name.length > 1 && !/^(?:用户|我们?|user|the user|me|ai|companion|你)$/.test(name) && !isKin(name);

const nameZh =
  '["“「]?(\\p{Script=Han}{2,3}?|[A-Za-z]{2,20})(?=["”」]|[，,。！!；;、\\s]|的|[在是和跟他她它今昨]|$)';

function givenIn(words: readonly string[]): RegExp[] {
  const [chinese, latin] = [words.filter((word) => han.test(word)), words.filter((word) => !han.test(word))];
  const forms: RegExp[] = [];
  if (chinese.length > 0)
    forms.push(
      new RegExp(`(?:${chinese.map(escaped).join("|")})(?:的?名字)?(?:叫做?|名叫|是叫)${nameZh}`, "gu"),
    );
  if (latin.length > 0) {
    const either = latin.map((word) =>
      escaped(word).replace(/^[a-z]/, (one) => `[${one}${one.toUpperCase()}]`),
    );
    forms.push(
      new RegExp(
        `\\b(?:${either.join("|")})(?:[- ](?:boyfriend|girlfriend|husband|wife))?(?:'s name is|,? (?:is |was )?(?:called|named)|,| is)? (\\p{Lu}\\p{Ll}+)\\b`,
        "gu",
      ),
    );
  }
  return forms;
}

function namesBehind(text: string, given: readonly RegExp[]): string[] {
  const plain = simplify(text.normalize("NFKC").replace(/[’‘]/g, "'"));
  return given.flatMap((form) => [...plain.matchAll(form)].map(([, name = ""]) => name));
}

const patterns = new Map<string, RegExp>();
const mostPatterns = 500;

/** A Latin word as a whole, in singular and plural: "cat" is not in "education". */
function patternOf(word: string): RegExp {
  const known = patterns.get(word);
  if (known) return known;
  const stem = escaped(word.replace(/(?<=[a-z]{2}[^s])s$/, "")).replace(/[\s-]+/g, "[\\s-]+");
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${stem}(?:'?s|es)?(?![\\p{L}\\p{N}])`, "u");
  if (patterns.size >= mostPatterns) patterns.clear();
  patterns.set(word, pattern);
  return pattern;
}

/** Chinese words stand anywhere. */
const occurs = (word: string, plain: string, folded: string): boolean =>
  han.test(word) ? folded.includes(foldValue(word)) : patternOf(word).test(plain);

/** True where a text speaks of one of the matters. */
export function speaksOf(text: string, matters: readonly Matter[]): boolean {
  if (matters.length === 0) return false;
  const plain = lower(text);
  const folded = foldValue(plain);
  return matters.some(({ words, names }) => [...words, ...names].some((word) => occurs(word, plain, folded)));
}

/** The matters that stay unspoken in answer to a message: who brings a matter up may be answered about it. */
export function unspoken(matters: readonly Matter[], message: string): Matter[] {
  return matters.filter((matter) => !speaksOf(message, [matter]));
}

/** Whoever is spoken of goes on to be spoken of: 他, she; "it" mostly points elsewhere. */
const goesOn = /[他她它]|\b(?:he|she|him|her|his|they|them)\b/i;

/**
 * The ids of those messages of one topic that go on about a matter without naming it: what the companion answers to it, and what
 * the person then says of him or her. `talk`: the whole topic, in its order.
 */
export function goingOn(
  talk: readonly { message_id: string; role: string; content: string }[],
  matters: readonly Matter[],
): Set<string> {
  const ids = new Set<string>();
  let isAbout = false;
  for (const { message_id, role, content } of talk) {
    const names = speaksOf(content, matters);
    isAbout = names || (isAbout && (role === "assistant" || goesOn.test(simplify(content))));
    if (isAbout && !names) ids.add(message_id);
  }
  return ids;
}

/** What other companions share, without what speaks of the matters. */
export function unmentioned(facts: SharedFacts, matters: readonly Matter[]): SharedFacts {
  return facts.filter(({ statement, value }) => !speaksOf(`${statement} ${String(value ?? "")}`, matters));
}

/** The facts without those that speak of the matters; the wish itself and what keeps somebody safe stay (A110). */
export function speakable(facts: Facts, matters: readonly Matter[]): Facts {
  return facts.filter(
    (fact) =>
      fact.category === "health" ||
      keyBase(fact.key) === avoidedKey ||
      !speaksOf(`${fact.statement} ${String(fact.value ?? "")}`, matters),
  );
}
