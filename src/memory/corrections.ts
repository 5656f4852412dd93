// What the person has put right, written into the lines of a context that still say it wrongly (invariant 2, part 2 item 5).
import type { Facts } from "../schema/fact.ts";
import { simplify } from "../schema/simplified.ts";
import { parseCommand } from "./command.ts";
import type { PrefixInput } from "./context.ts";
import type { Words } from "./context-types.ts";
import { keyBase } from "./fact-key.ts";
import { isOpen } from "./fact-same.ts";
import { foldValue } from "./fact-value.ts";

export type Correction = {
  wrong: string;
  /** What takes its place; undefined where it was only denied. */
  right?: string | undefined;
  /** What the fact says now, else what it wrongly said. */
  statement: string;
  /** A name is put into the place of the other one; anything else may be right elsewhere in the same words, and is only noted. */
  isName: boolean;
};

type Pair = Omit<Correction, "isName"> & { key: string };

const names: ReadonlySet<string> = new Set(["name", "nickname", "call_name", "pet_name"]);
/** A chain of corrections is followed so far; a longer one is a circle. */
const longestChain = 20;
/** A quote without one of these denies nothing. */
const denying = /[不没错别]|\bnot\b|n['’]t\b|\bwrong\b/iu;

/**
 * What was corrected: by facts that were never so (`mistake`), and by what the person denied in the words that prove a fact. The
 * facts may be all of a companion, closed ones included. What came to be so later, and what is gone for good, corrects nothing.
 */
export function correctionsOf(facts: Facts): Correction[] {
  const open = facts.filter(isOpen);
  const found = new Map<string, Correction>();
  for (const pair of [...mistakenIn(facts), ...deniedIn(open)]) {
    const { key, ...correction } = pair;
    const { wrong, right = "" } = correction;
    const base = keyBase(key);
    // Said again, it is right after all.
    const holds = open.some(
      (fact) => keyBase(fact.key) === base && foldValue(fact.value) === foldValue(wrong),
    );
    if (holds || !tellsEnough(wrong) || foldValue(wrong) === foldValue(right)) continue;
    // Somebody or something else is called so.
    const isElsewhere = open.some(
      (fact) => fact.statement.includes(wrong) && (right === "" || !fact.statement.includes(right)),
    );
    const isName = names.has(base) && right !== "" && !isElsewhere;
    found.set(JSON.stringify([base, wrong]), { ...correction, isName });
  }
  return [...found.values()];
}

function mistakenIn(facts: Facts): Pair[] {
  const byId = new Map(facts.map((fact) => [fact.id, fact]));
  const wrongs = facts.filter(
    ({ status, is_deleted, metadata }) =>
      status === "closed" && !is_deleted && metadata.mistake === true && metadata.unproven_at === undefined,
  );
  return wrongs.flatMap((fact): Pair[] => {
    const wrong = String(fact.value ?? "");
    let now = byId.get(fact.superseded_by ?? "");
    for (let n = 0; n < longestChain && now && !isOpen(now); n += 1) now = byId.get(now.superseded_by ?? "");
    const isSettled = now !== undefined && isOpen(now);
    // What was put right and has changed since is told by the facts alone.
    if (!isSettled && fact.superseded_by) return [];
    const right = isSettled ? String(now?.value ?? "") : undefined;
    const statement = isSettled ? (now?.statement ?? "") : fact.statement;
    return [{ key: fact.key, wrong, right, statement }];
  });
}

/** 我不叫李明，我叫李铭 where nothing had been noted that was wrong. */
function deniedIn(open: Facts): Pair[] {
  return open.flatMap(({ key, value, statement, evidence }) =>
    evidence.flatMap((one): Pair[] => {
      const quote = "quote" in one ? String(one.quote) : "";
      if (!denying.test(simplify(quote))) return [];
      const command = parseCommand(quote);
      if (command?.kind !== "correct" || command.ended || command.wrong === undefined) return [];
      const right = String(value ?? "");
      return command.right === undefined || foldValue(command.right) !== foldValue(right)
        ? []
        : [{ key, wrong: command.wrong, right, statement }];
    }),
  );
}

/** A single sign, or a bare number, stands in too many lines that speak of something else. */
function tellsEnough(wrong: string): boolean {
  return [...wrong].length >= 2 && /\p{L}/u.test(wrong);
}

/** Where the words stand: Latin ones whole and in either case, others anywhere. */
function placesOf(words: string): RegExp {
  const literal = words.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  return /^[\p{Script=Latin}\p{N}\s'’.-]+$/u.test(words)
    ? new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, "giu")
    : new RegExp(literal, "gu");
}

/**
 * A line with what was put right. `isQuoted`: it shows somebody's own words, and says that it was corrected. A line that has the
 * right words too tells of the correction itself and stays.
 */
export function putRight(
  text: string,
  corrections: readonly Correction[],
  words: Words,
  isQuoted = false,
): string {
  return corrections.reduce((line, { wrong, right, statement, isName }) => {
    if (!isWrong(line, wrong, right)) return line;
    if (isName && right !== undefined) {
      const shown = isQuoted ? words("corrected_name", { right }) : right;
      return line.replace(placesOf(wrong), () => shown);
    }
    const note =
      right === undefined
        ? words("corrected_not_so", { statement })
        : words("corrected", { statement, wrong });
    return note.startsWith("（") ? line + note : `${line} ${note}`;
  }, text);
}

function isWrong(line: string, wrong: string, right: string | undefined): boolean {
  const without = (text: string, gone: string) => text.replace(placesOf(gone), "");
  if (right === undefined) return placesOf(wrong).test(line);
  const hidesIt = right.includes(wrong);
  if (!placesOf(wrong).test(hidesIt ? without(line, right) : line)) return false;
  return hidesIt ? !placesOf(right).test(line) : !placesOf(right).test(without(line, wrong));
}

/** A title, which needs no note where the text below it has the same one. */
export function titleRight(
  title: string,
  texts: readonly string[],
  corrections: readonly Correction[],
  words: Words,
): string {
  const own = corrections.filter(
    ({ wrong, isName }) => isName || !texts.some((text) => placesOf(wrong).test(text)),
  );
  return putRight(title, own, words);
}

type Remembered = Pick<PrefixInput, "words" | "mid" | "long" | "core" | "pending" | "previous">;

/**
 * What a context is rendered from, with every remembered line put right: summaries, long entries, core memories, the ends of
 * talks. The files stay as they are.
 */
export function withCorrections<Input extends Remembered>(input: Input, facts: Facts): Input {
  const corrections = correctionsOf(facts);
  if (corrections.length === 0) return input;
  const right = (text: string) => putRight(text, corrections, input.words);
  const coloured = <Entry extends { role_wording?: string | undefined }>(entry: Entry): Entry =>
    entry.role_wording === undefined ? entry : { ...entry, role_wording: right(entry.role_wording) };
  const tail = <Tail extends NonNullable<PrefixInput["previous"]>>(one: Tail): Tail => ({
    ...one,
    messages: one.messages.map((message) => ({
      ...message,
      content: putRight(message.content, corrections, input.words, true),
    })),
  });
  return {
    ...input,
    mid: input.mid.map((entry) => coloured({ ...entry, summary: right(entry.summary) })),
    long: input.long.map((entry) =>
      coloured({
        ...entry,
        title: titleRight(entry.title, entry.key_points, corrections, input.words),
        key_points: entry.key_points.map(right),
      }),
    ),
    core: input.core.map((entry) => ({ ...entry, content: right(entry.content) })),
    pending: input.pending.map(tail),
    previous: input.previous && tail(input.previous),
  };
}
