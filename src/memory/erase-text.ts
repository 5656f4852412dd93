// Where a text stands inside stored values, and how it is cut out of what stays (invariant 4). Pure.

/** True where a piece of text holds what must go. */
export type Holds = (text: string) => boolean;

/** One width, case and blank, and no sign that nobody sees, so that what looks alike is found alike. */
export function foldText(text: string): string {
  const seen = text.normalize("NFKC").replace(/[\p{Cf}\p{Variation_Selector}]/gu, "");
  // A line end within an address, or two blanks where a summary has one, hide nothing.
  return seen.toLowerCase().replace(/\s+/g, " ");
}

/**
 * Finds a query as a substring, whatever its width, case and blanks, also behind the escapes of JSON inside a text (the arguments
 * of a tool call). `alike` brings other spellings together besides. An empty query holds nowhere.
 */
export function holdsQuery(query: string, alike: (text: string) => string = (text) => text): Holds {
  const fold = (text: string) => alike(foldText(text));
  const needle = fold(query).trim();
  if (needle === "") return () => false;
  return (text) => {
    let inner = text;
    for (;;) {
      if (fold(inner).includes(needle)) return true;
      const bare = unescaped(inner);
      if (bare === inner) return false;
      inner = bare;
    }
  };
}

const escapes: Record<string, string> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f" };

/** One layer of JSON escapes taken off. */
function unescaped(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(
    /\\(?:u([0-9a-fA-F]{4})|([\s\S]))/g,
    (_whole, code: string | undefined, sign: string) =>
      code === undefined ? (escapes[sign] ?? sign) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** Fields whose strings are ids, names of the house's own sets, or measures: never words that somebody said. */
const structural: ReadonlySet<string> = new Set([
  ..."id message_id message_ids source_message_ids source_mid_ids topic_id topic_ids reply_id answers".split(
    " ",
  ),
  ..."user_id character_id memory_type origin change_id superseded_by role finish by status scope source category node type".split(
    " ",
  ),
  ..."basic_emotion scene atmosphere emotion time_precision time_of_day language level stage trigger".split(
    " ",
  ),
  ..."decision kind model date topics".split(" "),
]);

const plainKey = /^[A-Za-z0-9_-]*$/;

/** Ids, and the words for the two talkers, that stand where otherwise a name stands. */
const isTalkerOrId = (key: string, text: string) =>
  (key === "subject" || key === "object") && /^(?:entity_.*|user|companion)$/.test(text);

function isText(key: string, value: string): boolean {
  return !structural.has(key) && !isTalkerOrId(key, value);
}

/**
 * Every piece of text in a stored value: strings that are words, values of facts, and field names that nobody of the house
 * gave. `key` is the name of the field that holds the value.
 */
export function* textsOf(value: unknown, key = ""): Generator<string> {
  if (typeof value === "string") {
    if (isText(key, value)) yield value;
  } else if (typeof value === "number" || typeof value === "boolean") {
    if (key === "value") yield String(value);
  } else if (Array.isArray(value)) {
    for (const item of value) yield* textsOf(item, key);
  } else if (typeof value === "object" && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      if (!plainKey.test(name)) yield name;
      // The name of a tool is the house's.
      if (key === "tools" && name === "name") continue;
      yield* textsOf(inner, key === "value" && typeof inner !== "object" ? "value" : name);
    }
  }
}

/** The first piece of text that holds what must go. */
export function firstHolding(value: unknown, holds: Holds): string | undefined {
  for (const text of textsOf(value)) if (holds(text)) return text;
  return undefined;
}

/** Whether anything in a value names one of these messages as what it rests on. */
export function restsOn(value: unknown, messages: ReadonlySet<string>): boolean {
  if (messages.size === 0 || typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some((item) => restsOn(item, messages));
  return Object.entries(value).some(([key, inner]) => {
    if (key === "message_id") return typeof inner === "string" && messages.has(inner);
    if (key === "message_ids" || key === "source_message_ids")
      return Array.isArray(inner) && inner.some((id) => typeof id === "string" && messages.has(id));
    return restsOn(inner, messages);
  });
}

/** A value without the pieces that hold what must go: emptied in fields, taken out of lists. The value itself where none does. */
export function scrub<T>(value: T, holds: Holds): T {
  return firstHolding(value, holds) === undefined ? value : (scrubbed(value, "", holds) as T);
}

function scrubbed(value: unknown, key: string, holds: Holds): unknown {
  if (typeof value === "string") return isText(key, value) && holds(value) ? "" : value;
  if (typeof value === "number" || typeof value === "boolean")
    return key === "value" && holds(String(value)) ? null : value;
  if (Array.isArray(value))
    return value
      .filter((item) => !(typeof item === "string" && isText(key, item) && holds(item)))
      .map((item) => scrubbed(item, key, holds));
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => plainKey.test(name) || !holds(name));
  return Object.fromEntries(kept.map(([name, inner]) => [name, scrubbed(inner, name, holds)]));
}

const sentenceEnd = /(?<=[。！？!?.\n])/;
const lineEnd = /(?<=\n)/;

/** Across so many sentences (or lines) on end a text is looked for. */
const longestRun = 6;

/**
 * A text without the sentences (or lines) that hold what must go. Where it runs across some of them these go together, and no
 * neighbour with them; nothing is left where that is not enough.
 */
export function cutOut(text: string, holds: Holds, by: "sentence" | "line"): string {
  if (!holds(text)) return text;
  let pieces = text.split(by === "sentence" ? sentenceEnd : lineEnd);
  for (let length = 1; length <= longestRun && holds(pieces.join("")); length += 1)
    pieces = withoutRuns(pieces, length, holds);
  const rest = pieces.join("");
  return holds(rest) ? "" : rest;
}

/** Without each run of so many pieces that holds it, seen from the left. */
function withoutRuns(pieces: readonly string[], length: number, holds: Holds): string[] {
  const left: string[] = [];
  let at = 0;
  for (; at + length <= pieces.length; ) {
    if (holds(pieces.slice(at, at + length).join(""))) at += length;
    else left.push(pieces[at++] ?? "");
  }
  return [...left, ...pieces.slice(at)];
}

const excerptLength = 160;

/** What of a text is shown to the owner before it goes. */
export function excerpt(text: string, holds: Holds): string {
  const characters = [...text.replace(/\s+/g, " ").trim()];
  if (characters.length <= excerptLength) return characters.join("");
  const step = excerptLength / 2;
  for (let from = 0; from < characters.length; from += step) {
    const window = characters.slice(from, from + excerptLength).join("");
    if (holds(window)) return `${from > 0 ? "…" : ""}${window}…`;
  }
  return `${characters.slice(0, excerptLength).join("")}…`;
}
