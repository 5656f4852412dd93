// Who of the speakers of a file is the person and who the companion: by the file itself, by names, by what is left over.
import type { ChatLine, Found, Side } from "./chat.ts";
import { otherNames, selfNames } from "./plain-text.ts";

export type GivenSide = Side | "skip";

export type Speaker = {
  name: string;
  count: number;
  /** What the format itself said of it. */
  side?: Side;
  /** The first thing that it said, in part. */
  first: string;
};

export type Hints = {
  /** Names of the two as the house knows them. */
  person: readonly string[];
  companion: readonly string[];
  /** Names that the file gives to its sides. */
  user?: string;
  assistant?: string;
  /** What the owner said of a name. */
  given: Readonly<Record<string, GivenSide>>;
};

/** Names whose side is remembered. */
const mostNames = 2_000;

/** Name -> side; null where nothing tells, so that the owner has to say. Of two, one that is known tells the other. */
export function sidesOf(speakers: readonly Speaker[], hints: Hints): Map<string, GivenSide | null> {
  const sides = new Map(speakers.map((speaker) => [speaker.name, ofOne(speaker, hints)]));
  const open = speakers.filter(({ name }) => sides.get(name) === null);
  const [last] = open;
  if (last === undefined || open.length > 1) return sides;
  const others = new Set([...sides.values()].filter((side) => side === "user" || side === "assistant"));
  const [other] = others;
  // In a talk of three nobody is what is left over.
  if (others.size === 1 && sides.size === 2) sides.set(last.name, other === "user" ? "assistant" : "user");
  return sides;
}

function ofOne({ name, side }: Speaker, hints: Hints): GivenSide | null {
  if (Object.hasOwn(hints.given, name)) return hints.given[name] ?? null;
  if (side !== undefined) return side;
  if (isAmong(name, [hints.user ?? "", ...hints.person])) return "user";
  if (isAmong(name, [hints.assistant ?? "", ...hints.companion])) return "assistant";
  const plain = plainForms(name);
  if (plain.some((one) => selfNames.has(one))) return "user";
  return plain.some((one) => otherNames.has(one)) ? "assistant" : null;
}

/** A name as it stands, and without the verb of "她说" or "You said". */
function plainForms(name: string): string[] {
  const plain = name.trim().toLowerCase();
  return [plain, plain.replace(/(?:说|說|(?<!\s)\s+said)$/, "").trim()];
}

function isAmong(name: string, names: readonly string[]): boolean {
  const known = names.map((one) => one.trim().toLowerCase());
  return plainForms(name).some((plain) => plain !== "" && known.includes(plain));
}

/**
 * The same with a name of its own for each side where the file says whose a line is but has one name for both, or none: some tables
 * carry the other one's name in every row. `names` are those of the two, and a plain word for each that takes over where it is taken.
 */
export async function* toldApart(
  found: AsyncIterable<Found>,
  names: Readonly<Record<Side, readonly [name: string, plain: string]>>,
): AsyncIterable<Found> {
  const sides = new Map<string, Side>();
  const nameOf = ({ speaker, side }: ChatLine): string => {
    if (side === undefined) return speaker;
    const others = names[side === "user" ? "assistant" : "user"];
    const own = [speaker, ...names[side]].filter((name) => name !== "" && !others.includes(name));
    const name = own.find((one) => (sides.get(one) ?? side) === side) ?? speaker;
    if (sides.size < mostNames) sides.set(name, side);
    return name;
  };
  for await (const one of found)
    yield one.kind === "line" ? { ...one, line: { ...one.line, speaker: nameOf(one.line) } } : one;
}
