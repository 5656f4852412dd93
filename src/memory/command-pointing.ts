// What 他, 那件事, "him" or "that" in a spoken command points at: the person or the matter that the last exchange named, or nothing that can be told.
import { asTyped, simplify } from "../schema/simplified.ts";
import { type Known, mattersIn, type Named, peopleIn, readKnown } from "./command-named.ts";
import { namesPartnerRole, type Partner, tellsParting } from "./partner.ts";

export type Pointing = "he" | "she" | "person" | "matter";

/** One message of the talk before the command. */
export type Said = { role: "user" | "assistant"; content: string };

const aboutZh = "(?:的(?:事情?|名字|话题?))?";
const wordsZh: readonly (readonly [Pointing, RegExp])[] = [
  ["he", new RegExp(`^(?:他|那个男的|那男的)${aboutZh}$`)],
  ["she", new RegExp(`^(?:她|那个女的|那女的)${aboutZh}$`)],
  ["person", new RegExp(`^(?:[他她]们|人家|[这那]个?人|[这那]个?家伙|此人)${aboutZh}$`)],
  [
    "matter",
    /^(?:|它|[这那](?:个|些|件|事儿?|茬儿?|天|次|种事|些事情?|件事情?|个话题|话题|段(?:事|经历|日子|时间)?)?)(?:的事情?)?$/,
  ],
];
const wordsEn: readonly (readonly [Pointing, RegExp])[] = [
  ["he", /^(?:him|(?:that|this) (?:guy|man|boy|dude))$/i],
  ["she", /^(?:her|(?:that|this) (?:girl|woman|lady))$/i],
  ["person", /^(?:them|(?:that|this) (?:person|one)|(?:those|these) people)$/i],
  [
    "matter",
    /^(?:it|this|that|these|those|all (?:this|that)|(?:that|this|the) (?:whole )?(?:thing|topic|subject|matter|story|stuff|incident|business)|(?:those|these) things|what happened)$/i,
  ],
];

/** What the words of a command point at without naming it; undefined where they name something. Empty words point at the matter. */
export function pointingOf(words: string): Pointing | undefined {
  const plain = simplify(words.normalize("NFKC").trim());
  return [...wordsZh, ...wordsEn].find(([, form]) => form.test(plain))?.[0];
}

/** Exchanges that are looked at, the newest first; what lies further back is not what "that" means. */
const mostExchanges = 3;

/**
 * The words for what is pointed at: the one person, or the one matter, that the sentences right before the command name, else the
 * last exchange, by the person or by the companion just before; where it names none, the exchange before it. Who tells that the
 * two are over (我们分手了，别再提她了) means their partner, whom facts know by name. Undefined where there is none, or more than one
 * that could be meant: then it is asked, never guessed. `talk`: the messages before the command, oldest first; `before`: what the
 * command's own message says before it.
 */
export function referentOf(
  pointing: Pointing,
  talk: readonly Said[],
  known: Known,
  before = "",
): string[] | undefined {
  const names = [...known.people, ...known.things, ...(known.partners ?? []).flatMap(({ words }) => words)];
  const typed = [...names, before, ...talk.map(({ content }) => content).reverse()]
    .join("\n")
    .normalize("NFKC");
  const read = simplify(typed);
  const words =
    read === typed
      ? wordsFor(pointing, talk, known, before)
      : wordsFor(
          pointing,
          talk.map(({ role, content }) => ({ role, content: simplify(content) })),
          readKnown(known),
          simplify(before),
        );
  return words?.map((word) => asTyped(word, read, typed));
}

function wordsFor(
  pointing: Pointing,
  talk: readonly Said[],
  known: Known,
  before: string,
): string[] | undefined {
  const here: Said[][] = before.trim() === "" ? [] : [[{ role: "user", content: before }]];
  const earlier = exchangesOf(talk).slice(0, mostExchanges);
  for (const exchange of [...here, ...earlier]) {
    const all = namedBy(exchange, pointing, known);
    const ended = pointing === "matter" ? undefined : partedFrom(exchange, all, pointing, known);
    if (ended !== undefined) return ended.length > 0 ? ended : undefined;
    const [one, ...others] = all;
    if (one === undefined) continue;
    const another = here[0] === exchange && pointing !== "matter" && isOther(before, one);
    if (others.length > 0 || one.vague || another) return undefined;
    return withName(one, pointing, known);
  }
  return undefined;
}

/**
 * The words for the partner where the exchange tells that it is over with them; empty where somebody else is named beside it and
 * could be meant, or where there are several; undefined where nothing of the kind is told, or nobody known fits.
 */
function partedFrom(
  exchange: readonly Said[],
  named: readonly Named[],
  pointing: Pointing,
  known: Known,
): string[] | undefined {
  const told = exchange.filter(({ role, content }) => role === "user" && tellsParting(content));
  if (told.length === 0) return undefined;
  const [from] = named.filter(({ words }) => told.some(({ content }) => isLeft(content, words)));
  if (from !== undefined && !from.vague) return withName(from, pointing, known);
  const partners = partnersFor(pointing, known);
  const [partner] = partners;
  if (partner === undefined) return undefined;
  const others = named.filter(({ words }) => !words.some((word) => partner.words.includes(word)));
  return partners.length > 1 || others.length > 0 ? [] : partner.words;
}

/** True where one of the words stands for who it is over with: 和小雅分手了, "broke up with June", "June dumped me". */
function isLeft(text: string, words: readonly string[]): boolean {
  return words.some((word) => {
    const who = word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    const left = `[跟和与同](?:我的?)?(?:前?[女男]朋?友|对象|老公|老婆)?${who}(?:已经|刚|昨天|今天|终于|都|就)*(?:分|离|掰)`;
    const gone = `\\bwith (?:my )?${who}\\b|\\b${who} and i\\b|\\bi and ${who}\\b|\\b${who} (?:just )?(?:dumped|left|broke up) `;
    return new RegExp(`${left}|${gone}`, "iu").test(text);
  });
}

/** Partners whom the pronoun may mean. */
function partnersFor(pointing: Pointing, { partners = [] }: Known): Partner[] {
  return partners.filter(({ is }) => is === undefined || !isSex(pointing) || is === pointing);
}

/** 我女朋友 is who facts know by name. */
function withName({ words }: Named, pointing: Pointing, known: Known): string[] {
  const [partner, another] = partnersFor(pointing, known);
  if (partner === undefined || another !== undefined || !words.every(namesPartnerRole)) return words;
  return [...new Set([...partner.words, ...words])];
}

const pronoun = /[他她]|\b(?:he|him|she|her)\b/i;
/** Who says something speaks of somebody else. */
const saying =
  /^[^，,]{0,4}(?:说|觉得|认为|劝|问|告诉|讲)|^\s(?:\w+ ){0,2}(?:says?|said|thinks?|thought|told|asked|tells)\b/i;

/** 我妈说她不好，别再提她了: where the named one speaks, or a pronoun follows in the same clause, somebody else is meant. */
function isOther(before: string, { words }: Named): boolean {
  return before.split(/[，,。.!！?？;；\n]+/u).some((clause) => {
    const named = words.find((word) => clause.includes(word));
    if (named === undefined) return false;
    const behind = clause.slice(clause.indexOf(named) + named.length);
    return pronoun.test(behind) || saying.test(behind);
  });
}

function namedBy(exchange: readonly Said[], pointing: Pointing, known: Known): Named[] {
  const people = (text: string) =>
    peopleIn(text, known).filter(({ is }) => is === undefined || !isSex(pointing) || is === pointing);
  const matters = (text: string) => mattersIn(text, known);
  const named = exchange.flatMap(({ content }) =>
    lastNamed(content, pointing === "matter" ? matters : people),
  );
  // "Stop talking about that" may mean somebody, where nothing else was spoken of.
  const meant =
    named.length > 0 || pointing !== "matter"
      ? named
      : exchange.flatMap(({ content }) => lastNamed(content, people));
  return joined(meant);
}

const isSex = (pointing: Pointing) => pointing === "he" || pointing === "she";

/** What the person said with what was answered, the newest first. */
function exchangesOf(talk: readonly Said[]): Said[][] {
  const exchanges: Said[][] = [];
  for (const said of talk) {
    const open = exchanges.at(-1);
    const begins = said.role === "user" && open?.some(({ role }) => role === "assistant") !== false;
    if (open === undefined || begins) exchanges.push([said]);
    else open.push(said);
  }
  return exchanges.reverse();
}

/** What the last sentence that names anything names. */
function lastNamed(text: string, find: (sentence: string) => Named[]): Named[] {
  const sentences = text.split(/(?<=[。！？!?\n])|(?<=\.)\s+/u).reverse();
  for (const sentence of sentences) {
    const found = find(sentence);
    if (found.length > 0) return found;
  }
  return [];
}

/** Each once: the same thing may be named by both. */
function joined(named: readonly Named[]): Named[] {
  const all: Named[] = [];
  for (const one of named) {
    const same = all.findIndex(({ words }) => words.some((word) => one.words.includes(word)));
    const before = all[same];
    if (before === undefined) all.push(one);
    else all[same] = { ...before, words: [...new Set([...before.words, ...one.words])] };
  }
  return all;
}
