// What 他, 那件事, "him" or "that" in a spoken command points at: the person or the matter that the last exchange named, or nothing that can be told.
import { type Known, mattersIn, type Named, peopleIn } from "./command-named.ts";

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
  const plain = words.normalize("NFKC").trim();
  return [...wordsZh, ...wordsEn].find(([, form]) => form.test(plain))?.[0];
}

/** Exchanges that are looked at, the newest first; what lies further back is not what "that" means. */
const mostExchanges = 3;

/**
 * The words for what is pointed at: the one person, or the one matter, that the last exchange names, by the person or by the
 * companion just before; where it names none, the exchange before it. Undefined where there is none, or more than one that
 * could be meant: then it is asked, never guessed. `talk`: the messages before the command, oldest first.
 */
export function referentOf(pointing: Pointing, talk: readonly Said[], known: Known): string[] | undefined {
  for (const exchange of exchangesOf(talk).slice(0, mostExchanges)) {
    const all = namedBy(exchange, pointing, known);
    const [one, ...others] = all;
    if (one !== undefined) return others.length > 0 || one.vague ? undefined : one.words;
  }
  return undefined;
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
