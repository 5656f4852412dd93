// What the scripted model of the truth bench reads out of a topic: the gold operations, and among them wrong ones of every kind.
import type { GoldFact, Life, Session, Turn } from "./truth-data.ts";
import { denies, shareOf, wordsIn } from "./truth-words.ts";

export type Operation = {
  op: "ADD" | "UPDATE" | "DELETE" | "NOOP";
  category?: string;
  key?: string;
  value?: string;
  statement?: string;
  confidence?: number;
  source?: string;
  quote?: string;
};

type Language = "zh" | "en";

const sentenceOf = (text: string) =>
  text.split(/(?<=[。！？!?])|(?<=\.)\s+/).filter((part) => part.trim() !== "");

/** The sentence of a turn that says all that the turn says of a value; where no single one does, the whole turn. */
function quoteFor(value: string, text: string): string {
  const wanted = wordsIn(value);
  const whole = shareOf(wanted, wordsIn(text));
  const says = (one: string) => shareOf(wanted, wordsIn(one)) + (denies(one) === denies(value) ? 0.1 : 0);
  const best = sentenceOf(text)
    .map((part) => part.trim())
    .reduce((most, one) => (says(one) > says(most) ? one : most));
  return shareOf(wanted, wordsIn(best)) >= whole && denies(best) === denies(value) ? best : text;
}

/** The sentence that goes with a value: it says who, where the value does not say it itself. */
const about = ({ category, value }: Pick<GoldFact, "category" | "value">, language: Language) =>
  category === "relationship" || category === "important_date"
    ? value
    : language === "zh"
      ? `用户${value}`
      : `The user ${value}`;

type Told = { gold: GoldFact; turns: Turn[]; parts: { text: string; from: Turn }[] };

/** Which turn first tells which part of a value: a faithful model does not write what nobody has said yet. */
function toldOf(gold: GoldFact, turns: ReadonlyMap<string, Turn>): Told {
  const all = gold.evidence.flatMap((id) => turns.get(id) ?? []);
  const [first] = all;
  if (!first) return { gold, turns: [], parts: [] };
  const told = all
    .filter(({ timestamp }) => timestamp >= first.timestamp)
    .sort((a, b) => a.timestamp - b.timestamp);
  const parts = gold.value.split(/(?=[，,；;（(])/).map((text) => {
    const score = (turn: Turn) => shareOf(wordsIn(text), wordsIn(turn.text));
    return { text, from: told.reduce((best, turn) => (score(turn) > score(best) ? turn : best)) };
  });
  return { gold, turns: told, parts };
}

/** The operation for what the turns of a topic tell of a fact; nothing where they tell nothing new of it. */
function goldOperation(told: Told, topic: readonly Turn[], language: Language, former: boolean): Operation[] {
  const { gold, turns, parts } = told;
  const here = turns.filter((turn) => topic.includes(turn));
  const last = here.at(-1);
  if (!last) return [];
  const known = parts.filter(({ from }) => from.timestamp <= last.timestamp);
  const from = known.findLast((part) => here.includes(part.from))?.from;
  const value = known
    .map(({ text }) => text)
    .join("")
    .replace(/^[，,；;\s]+/, "");
  const agrees = here.find((turn) => shareOf(wordsIn(value), wordsIn(turn.text)) >= 0.2);
  const turn = from ?? agrees;
  if (!turn || value === "") return [];
  const isFirst = here.includes(turns[0] ?? turn);
  const { category, key } = gold;
  return [
    {
      op: isFirst && !former ? "ADD" : "UPDATE",
      category,
      key,
      value,
      statement: about({ category, value }, language),
      confidence: 1,
      source: "explicit_statement",
      quote: quoteFor(value, turn.text),
    },
  ];
}

/** Where something ended and nothing took its place, the words that come nearest to saying so. */
function closing(gold: GoldFact, spoken: readonly Turn[], language: Language): Operation[] {
  const wanted = wordsIn(gold.value);
  const best = spoken.toSorted(
    (a, b) => shareOf(wordsIn(b.text), wanted) - shareOf(wordsIn(a.text), wanted),
  )[0];
  if (!best) return [];
  const { key, category, value } = gold;
  return [{ op: "DELETE", key, category, value, statement: about(gold, language), quote: best.text }];
}

const guesses: readonly (readonly [RegExp, string, string])[] = [
  [/过敏|allergic/i, "allergy", "health"],
  [/痛风|gout|吃氨|takes/i, "medical_condition", "health"],
  [/离|再婚|divorce|remarried/i, "marital_status", "personal_info"],
  [/生日|birthday/i, "birthday", "important_date"],
  [/考试|比赛|手术|exam|contest|operated/i, "event", "important_date"],
  [/叫|called/i, "pet_name", "relationship"],
  [/爱|喜欢|likes|loved/i, "likes", "preference"],
  [/喝|抽|麻将|drinks|smokes|mahjong/i, "habit", "habit"],
];

function guess(statement: string): { key: string; category: string } {
  const found = guesses.find(([sign]) => sign.test(statement));
  return found ? { key: found[1], category: found[2] } : { key: "trait", category: "personal_info" };
}

/** 0 to 1 from a seed, the same each time. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Scene = { life: Life; topic: Turn[]; earlier: Turn[]; language: Language; random: () => number };

function pick<T>(list: readonly T[], random: () => number): T[] {
  const one = list[Math.floor(random() * list.length)];
  return one === undefined ? [] : [one];
}

const stated = { confidence: 1, source: "explicit_statement" };

/** What the companion said of itself, as if the person had. */
function wrongSpeaker({ topic, random }: Scene): Operation[] {
  const others = topic.filter(({ role }) => role === "assistant");
  return pick(others, random).map(({ text }) => {
    const quote = pick(sentenceOf(text), random)[0] ?? text;
    const value = quote.replace(/[。！？!?.]+$/, "").trim();
    return { op: "ADD", category: "preference", key: "likes", value, statement: value, ...stated, quote };
  });
}

const supposed = /要是|如果|假如|\bif i\b|\bi wish\b/i;

function hypothetical({ topic }: Scene): Operation[] {
  return topic
    .filter(({ role, text }) => role === "user" && supposed.test(text))
    .map(({ text }) => {
      const quote = sentenceOf(text).find((part) => supposed.test(part)) ?? text;
      const value = quote.replace(/^.*?(?:[，,]\s*|就)/, "").replace(/[。！？!?.]+$/, "");
      return {
        op: "ADD",
        category: "personal_info",
        key: "trait",
        value,
        statement: value,
        ...stated,
        quote,
      };
    });
}

/** A value of before, in the middle of a later talk: with its old words, and with words of today. */
function stale({ life, topic, earlier, language, random }: Scene): Operation[] {
  const before = new Set(earlier.map(({ id }) => id));
  const gone = life.facts.filter(({ superseded_by, evidence }) => {
    const next = life.facts.find(({ id }) => id === superseded_by);
    const isOver = next?.evidence.some((id) => before.has(id)) ?? false;
    return isOver && evidence.some((id) => before.has(id));
  });
  const spoken = topic.filter(({ role }) => role === "user");
  return pick(gone, random).flatMap((fact) => {
    const { key, category, value } = fact;
    const old = earlier.find(({ id }) => fact.evidence.includes(id));
    const base = { category, key, value, statement: about(fact, language), ...stated };
    const named = spoken.find(({ text }) => shareOf(wordsIn(value), wordsIn(text)) > 0.2);
    const today = named ?? pick(spoken, random)[0];
    return [
      ...(old ? [{ op: "UPDATE" as const, ...base, quote: old.text }] : []),
      ...(today ? [{ op: "UPDATE" as const, ...base, quote: today.text }] : []),
      ...(today ? [{ op: "ADD" as const, ...base, quote: quoteFor(value, today.text) }] : []),
    ];
  });
}

/** The same once more, in other dress: another mark, another key, another wording. */
function doubled(operations: readonly Operation[], { language, random }: Scene): Operation[] {
  return operations.flatMap((one) => {
    const dress = Math.floor(random() * 3);
    if (one.op === "DELETE" || one.value === undefined) return [];
    if (dress === 0) return [{ ...one, op: "ADD" as const }];
    if (dress === 1) return [{ ...one, op: "ADD" as const, value: `${one.value}。`, key: `user_${one.key}` }];
    return [
      {
        ...one,
        op: "ADD" as const,
        statement: language === "zh" ? `他说${one.value}` : `says: ${one.value}`,
      },
    ];
  });
}

/** What is true and was told in earlier talks, told once more by the model without any words of today. */
function withoutEvidence({ life, earlier, topic, language, random }: Scene): Operation[] {
  const before = new Map(earlier.map((turn) => [turn.id, turn]));
  const told = life.facts.filter(({ evidence }) => evidence.some((id) => before.has(id)));
  const invented: Operation = {
    op: "ADD",
    category: "habit",
    key: "habit",
    value: language === "zh" ? "每天晚上写日记" : "keeps a diary every night",
    ...stated,
    quote: language === "zh" ? "我每天晚上都写日记" : "I keep a diary every night",
  };
  const noQuote = pick(told, random).map((fact): Operation => {
    const { key, category, value } = fact;
    return { op: "ADD", key, category, value, statement: about(fact, language), ...stated };
  });
  // A memory that was put before the model for this talk, taken for the talk.
  const injected = pick(told, random).flatMap((fact): Operation[] => {
    const { key, category, value, evidence } = fact;
    const turn = evidence.map((id) => before.get(id)).find((one) => one !== undefined);
    if (!turn || topic.includes(turn)) return [];
    return [
      {
        op: "ADD",
        key: `${key}_again`,
        category,
        value,
        statement: about(fact, language),
        ...stated,
        quote: turn.text,
      },
    ];
  });
  return [...(random() < 0.3 ? [invented] : []), ...noQuote, ...injected];
}

/** Everything that must not be kept and that this topic tempts to: with the very words that tempt, and with the next ones. */
function forbiddenOperations({ life, topic, language }: Scene): Operation[] {
  return life.forbidden.flatMap(({ statement, evidence }) => {
    const here = topic.filter(({ id }) => evidence.includes(id));
    const value = statement.replace(/^用户(?:的)?/, "").replace(/^The user(?:'s)? (?:is |has )?/, "");
    return here.flatMap(({ text }): Operation[] => {
      const quote = quoteFor(value, text);
      const base = { ...guess(statement), value, ...stated };
      return [
        { op: "ADD", ...base, statement, quote },
        {
          op: "UPDATE",
          ...base,
          statement: language === "zh" ? `用户${value}` : `The user: ${value}`,
          quote: text,
        },
      ];
    });
  });
}

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((one): [number, T] => [random(), one])
    .sort(([a], [b]) => a - b)
    .map(([, one]) => one);
}

export type Script = (prompt: string) => Operation[];

/**
 * The model: what it answers to a prompt that holds a topic of this life. The gold operations stand among wrong ones in an order
 * that the seed decides; `counts` tells how many of each kind it has proposed.
 */
export function scriptOf(life: Life, language: Language, seed: number, counts: Map<string, number>): Script {
  const random = seeded(seed);
  const ordered = life.sessions.flatMap(({ turns }) => turns);
  const byId = new Map(ordered.map((turn) => [turn.id, turn]));
  const told = life.facts.map((gold) => toldOf(gold, byId));
  const closed = new Set<string>();
  return (prompt) => {
    const session = sessionIn(life.sessions, prompt);
    const topic = session?.turns.filter(({ text }) => prompt.includes(text)) ?? [];
    const start = topic[0]?.timestamp ?? 0;
    const earlier = ordered.filter(({ timestamp }) => timestamp < start);
    const scene: Scene = { life, topic, earlier, language, random };
    const isFormer = (gold: GoldFact) => life.facts.some(({ superseded_by }) => superseded_by === gold.id);
    const gold = told.flatMap((one) => goldOperation(one, topic, language, isFormer(one.gold)));
    const spoken = topic.filter(({ role }) => role === "user");
    const day = new Date(start * 1000 + 8 * 3_600_000).toISOString().slice(0, 10);
    const over = life.facts.filter(
      ({ id, valid_to, superseded_by, valid_from }) =>
        valid_to !== null &&
        superseded_by === null &&
        valid_to > valid_from &&
        valid_to <= day &&
        !closed.has(id),
    );
    for (const { id } of over) closed.add(id);
    const kinds: Record<string, Operation[]> = {
      gold,
      closing: over.flatMap((one) => closing(one, spoken, language)),
      "wrong speaker": wrongSpeaker(scene),
      hypothetical: hypothetical(scene),
      stale: stale(scene),
      duplicate: doubled(gold, scene),
      "no evidence": withoutEvidence(scene),
      "must not": forbiddenOperations(scene),
    };
    for (const [kind, list] of Object.entries(kinds)) counts.set(kind, (counts.get(kind) ?? 0) + list.length);
    return shuffled(Object.values(kinds).flat(), random);
  };
}

/** The session most of whose turns stand in a prompt. */
function sessionIn(sessions: readonly Session[], prompt: string): Session | undefined {
  const share = ({ turns }: Session) =>
    turns.filter(({ text }) => text.length > 5 && prompt.includes(text)).length;
  return sessions.reduce<Session | undefined>(
    (best, one) => (share(one) > (best ? share(best) : 0) ? one : best),
    undefined,
  );
}
