// Who two are to each other: the kinds that are offered, a kind in one's own words, and how far romance may go (R38). Pure.
import type { Bond } from "../src/schema/config.ts";

/** As the server keeps them; both languages have words for them (`words.bonds`). */
export const bondKinds = ["朋友", "家人", "恋人", "搭档", "师生"] as const;

export const romances = ["none", "slow", "yes"] as const satisfies readonly Bond["romance"][];

/** Longest kind in one's own words, in characters, as the server takes it. */
export const longestKind = 40;

/** What the form holds. `own`: the words of a kind that is not offered; "" while one of the offered ones is chosen. */
export type BondDraft = { kind: string; own: string; romance: Bond["romance"] };

/** The choice that stands for one's own words. */
export const ownKind = "";

/** The form for a bond that is there already; where none is, friends. */
export function draftOfBond(
  bond: { kind: string; romance?: Bond["romance"] | undefined } | undefined,
): BondDraft {
  const kind = bond?.kind ?? bondKinds[0];
  const romance = bond?.romance ?? usualRomance(kind);
  const offered = (bondKinds as readonly string[]).includes(kind);
  return offered ? { kind, own: "", romance } : { kind: ownKind, own: kind, romance };
}

/** What goes with a kind until the person says otherwise. */
export function usualRomance(kind: string): Bond["romance"] {
  return kind === "恋人" ? "yes" : "none";
}

/** The bond to be sent; null where the own words are still missing. */
export function bondOfDraft({ kind, own, romance }: BondDraft): Pick<Bond, "kind" | "romance"> | null {
  const named = (kind === ownKind ? own : kind).replace(/\s+/g, " ").trim();
  return named === "" ? null : { kind: [...named].slice(0, longestKind).join(""), romance };
}
