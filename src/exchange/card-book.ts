// The book of a card (character_book) as lore entries and back; what Keepsake has no place for is kept with the entry.
import { type CardNames, fillNames } from "./card-names.ts";
import { type Fields, fieldOf, isFields, listIn, nameIn, textIn, textsIn } from "./fields.ts";

/** An entry of lore.json without its id. `card`: the entry as it came, for the way back. */
export type BookEntry = {
  title?: string;
  keywords: string[];
  secondary_keywords?: string[];
  content: string;
  enabled: boolean;
  constant?: boolean;
  order?: number;
  case_sensitive?: boolean;
  by: "import";
  card: Fields;
};

export type BookNote = { path: string; note: "pattern" | "decorator" | "broken_entry" };

export type Book = { entries: BookEntry[]; notes: BookNote[] };

/** Entries of a book at most; what lies behind is left out by `readBook`'s caller with a note. */
export const mostEntries = 5_000;

/** The lore of a card's book. An entry whose keys are patterns comes switched off: patterns are not run here. */
export function readBook(book: unknown, names: CardNames): Book {
  const entries: BookEntry[] = [];
  const notes: BookNote[] = [];
  for (const [index, raw] of entriesIn(book).slice(0, mostEntries).entries()) {
    const path = `character_book.entries.${index}`;
    if (!isFields(raw)) notes.push({ path, note: "broken_entry" });
    else {
      entries.push(entryOf(raw, names));
      if (hasPattern(raw)) notes.push({ path: `${path}.keys`, note: "pattern" });
      if (decorators.test(textIn(raw, "content"))) notes.push({ path: `${path}.content`, note: "decorator" });
    }
  }
  return { entries, notes };
}

/** Some tools write the entries as an object with numbers for names. */
function entriesIn(book: unknown): unknown[] {
  const entries = fieldOf(book, "entries");
  return isFields(entries) ? Object.values(entries) : listIn(book, "entries");
}

const decorators = /^(?:@@[^\n]*(?:\n|$))+/;

function entryOf(raw: Fields, names: CardNames): BookEntry {
  const keys = (name: string) =>
    textsIn(raw, name)
      .map((key) => fillNames(key, names).trim())
      .filter(Boolean);
  const secondary = fieldOf(raw, "selective") === false ? [] : keys("secondary_keys");
  const order = fieldOf(raw, "insertion_order");
  const title = (nameIn(raw, "name") || nameIn(raw, "comment")).slice(0, 200);
  return {
    ...(title === "" ? {} : { title }),
    keywords: keys("keys"),
    ...(secondary.length > 0 ? { secondary_keywords: secondary } : {}),
    content: fillNames(textIn(raw, "content").replace(decorators, ""), names).trim(),
    enabled: fieldOf(raw, "enabled") !== false && !hasPattern(raw),
    ...(fieldOf(raw, "constant") === true ? { constant: true } : {}),
    ...(typeof order === "number" && Number.isFinite(order) ? { order } : {}),
    ...(fieldOf(raw, "case_sensitive") === true ? { case_sensitive: true } : {}),
    by: "import",
    card: raw,
  };
}

function hasPattern(raw: Fields): boolean {
  return (
    fieldOf(raw, "use_regex") === true || textsIn(raw, "keys").some((key) => /^\/.+\/[a-z]*$/s.test(key))
  );
}

/** What an entry of lore.json may be, as far as a book has a place for it. */
export type LoreLike = {
  title?: string | undefined;
  keywords: readonly string[];
  secondary_keywords?: readonly string[] | undefined;
  content: string;
  enabled: boolean;
  constant?: boolean | undefined;
  order?: number | undefined;
  case_sensitive?: boolean | undefined;
  card?: unknown;
};

/** An entry as it goes into a book: as it came where nobody changed it, with the changed fields in their places otherwise. */
export function writeEntry(lore: LoreLike, names: CardNames, index: number): Fields {
  const raw = isFields(lore.card) ? lore.card : undefined;
  const before = raw ? entryOf(raw, names) : undefined;
  const changed = changesOf(lore, before);
  const fresh = { keys: [], content: "", extensions: {}, enabled: true, insertion_order: index };
  return { ...(raw ?? fresh), ...changed };
}

function changesOf(lore: LoreLike, before: BookEntry | undefined): Fields {
  const secondary = lore.secondary_keywords ?? [];
  const all: [name: string, now: unknown, then: unknown][] = [
    ["keys", lore.keywords, before?.keywords],
    ["content", lore.content, before?.content],
    ["enabled", lore.enabled, before?.enabled],
    ["insertion_order", lore.order, before?.order],
    ["constant", lore.constant === true ? true : undefined, before?.constant],
    ["case_sensitive", lore.case_sensitive === true ? true : undefined, before?.case_sensitive],
    ["name", lore.title, before?.title],
    ["secondary_keys", secondary.length > 0 ? secondary : undefined, before?.secondary_keywords],
  ];
  const changes = Object.fromEntries(
    all
      .filter(([, now, then]) => JSON.stringify(now) !== JSON.stringify(then))
      .map(([name, now]) => [name, now ?? emptied[name]]),
  );
  return "secondary_keys" in changes ? { ...changes, selective: secondary.length > 0 } : changes;
}

/** What a field is where its owner took the value away. */
const emptied: Readonly<Record<string, unknown>> = {
  constant: false,
  case_sensitive: false,
  name: "",
  secondary_keys: [],
  insertion_order: 100,
};
