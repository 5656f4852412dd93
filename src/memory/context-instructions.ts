// The instructions section: how to write, what the two are to each other, how close, and what outranks everything.
import type { Config } from "../schema/config.ts";
import type { Relationship } from "../schema/relationship.ts";
import { oneLine, paragraphs } from "./context-text.ts";
import type { ContextWord, Count, Entry, Section, Words } from "./context-types.ts";

const bondWords = ["恋人", "家人", "朋友", "搭档", "师生"] as const;
type BondWord = (typeof bondWords)[number];

/** English and near words for the known bonds; anything else is the owner's own. */
const bondAliases: Record<string, BondWord> = {
  lover: "恋人",
  lovers: "恋人",
  girlfriend: "恋人",
  boyfriend: "恋人",
  romantic: "恋人",
  爱人: "恋人",
  情侣: "恋人",
  family: "家人",
  亲人: "家人",
  friend: "朋友",
  friends: "朋友",
  好友: "朋友",
  partner: "搭档",
  teammate: "搭档",
  伙伴: "搭档",
  teacher: "师生",
  student: "师生",
  mentor: "师生",
  老师: "师生",
  学生: "师生",
};

function bondOf(kind: string): BondWord | undefined {
  const word = kind.trim().toLowerCase();
  return (
    bondWords.find((known) => known === word) ??
    (Object.hasOwn(bondAliases, word) ? bondAliases[word] : undefined)
  );
}

export type InstructionsInput = {
  words: Words;
  count: Count;
  config: Pick<Config, "bond" | "style">;
  relationship: Pick<Relationship, "level" | "stage">;
  /** What the person is called, never empty. */
  person: string;
  /** True where tools are offered in the request. */
  tools: boolean;
  /** Where help is in the person's region, already in words; never empty. */
  helpLines: readonly string[];
};

/** The instructions section (A141, A156, R26, R38): made of fixed pieces only, so that its size is known (about 500 tokens). */
export function renderInstructions(input: InstructionsInput): Section {
  const { words, person, config, relationship } = input;
  const { emoji, length } = config.style;
  const bond = bondOf(config.bond.kind);
  const piece = (id: ContextWord, variables?: Record<string, string>): Entry => ({
    id,
    text: words(id, variables),
  });
  const entries = [
    piece("reply_rules", { person }),
    ...(emoji ? [piece(`emoji_${emoji}`)] : []),
    ...(length ? [piece(`length_${length}`)] : []),
    bond ? piece(`bond_${bond}`, { person }) : piece("bond_own", { person, kind: oneLine(config.bond.kind) }),
    piece(`level_${relationship.level}`, { person }),
    piece(`stage_${relationship.stage}`),
    // After level and stage, since it limits both (R38).
    piece(`romance_${config.bond.romance}`),
    ...(input.tools ? [piece("tools_use")] : []),
    piece("topic_marker"),
    piece("safety", { person, help_lines: input.helpLines.join("\n") }),
  ];
  const section = paragraphs("instructions", entries, input.count);
  const text = entries.map((entry) => entry.text).join("\n");
  return { ...section, text, tokens: input.count(text) };
}
