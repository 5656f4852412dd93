// Finding a companion by name or by half a sentence, typos forgiven (fuse.js, loaded when somebody begins to search).
import type { AiUser } from "./shapes.ts";

export type Find = (text: string, companions: readonly AiUser[]) => AiUser[];

/** Fewer than this many are seen at a glance: there is nothing to search. */
export const searchFrom = 5;

const fold = (text: string) => text.normalize("NFKC").toLowerCase();

type Row = { companion: AiUser; name: string; bond: string; last: string };

/** Loads the search; `bondOf` gives the words of a bond as the list shows them. Best first; an empty text finds all, as they stand. */
export async function loadSearch(bondOf: (companion: AiUser) => string): Promise<Find> {
  const { default: Fuse } = await import("fuse.js");
  return (text, companions) => {
    const asked = fold(text).trim();
    if (asked === "") return [...companions];
    const rows = companions.map((companion): Row => {
      const { name, last_message } = companion;
      return {
        companion,
        name: fold(name),
        bond: fold(bondOf(companion)),
        last: fold(last_message?.content ?? ""),
      };
    });
    const keys = [
      { name: "name", weight: 4 },
      { name: "bond", weight: 1 },
      { name: "last", weight: 1 },
    ];
    // Position says nothing: half a sentence may stand anywhere.
    const fuse = new Fuse(rows, { keys, threshold: 0.4, ignoreLocation: true });
    const found = fuse.search(asked).map(({ item }) => item);
    // Forgiven is only who finds nobody otherwise: "Companion 14" is no other companion.
    const literal = found.filter((row) => [row.name, row.bond, row.last].some((one) => one.includes(asked)));
    return (literal.length > 0 ? literal : found).map(({ companion }) => companion);
  };
}
