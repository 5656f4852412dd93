// Memories of other programs (mem0, OpenMemory, Letta): what they kept, with its own dates and everything that hung on it.
import { type Found, leftOut, type MemoryLine, type Pieces, unreadable } from "./chat.ts";
import { type Fields, fieldOf, isFields, nameIn, parseJson, textIn } from "./fields.ts";
import { walkJson } from "./json-stream.ts";
import { linesOf } from "./lines.ts";
import { peeked } from "./peek.ts";
import { timeOf } from "./times.ts";

type Form = {
  /** Names of the lists that hold memories; "" is a list at the top. */
  lists: ReadonlySet<string>;
  /** Objects that such lists may stand in. */
  into?: ReadonlySet<string>;
  /** Fields that may hold the text, the first that does. */
  texts: readonly string[];
  /** Fields that are the memory itself; all others are its metadata. */
  own: ReadonlySet<string>;
};

const mem0: Form = {
  lists: new Set(["", "results", "memories", "data"]),
  texts: ["memory", "text", "data"],
  own: new Set(["id", "memory", "created_at", "updated_at"]),
};
const openMemory: Form = {
  lists: new Set(["", "memories", "items", "results", "data"]),
  texts: ["content", "memory", "text"],
  own: new Set(["id", "content", "memory", "text", "created_at", "updated_at", "state"]),
};
const letta: Form = {
  lists: new Set([
    "",
    "passages",
    "archival_memory",
    "archival_passages",
    "blocks",
    "core_memory",
    "memory.blocks",
  ]),
  // An agent as the API shows it.
  into: new Set(["memory"]),
  texts: ["text", "value", "content"],
  own: new Set([
    "id",
    "text",
    "value",
    "content",
    "created_at",
    "updated_at",
    "embedding",
    "embedding_config",
  ]),
};

/** The memories of a mem0 export (`get_all`, or a plain list). */
export const readMem0 = (pieces: Pieces) => readMemories(mem0, pieces);
/** The memories of an OpenMemory export. What was archived or deleted there is left out. */
export const readOpenMemory = (pieces: Pieces) => readMemories(openMemory, pieces);
/** The memory blocks and archival passages of a Letta agent: its file (.af, both versions), or what the API shows. Who the agent is (its persona) is no memory. */
export const readLetta = (pieces: Pieces) => readMemories(letta, pieces);

/** Times that name no zone are a server's, which counts in UTC wherever its owner lives. */
const zone = "UTC";

async function* readMemories(form: Form, pieces: Pieces): AsyncIterable<Found> {
  const { head, whole } = await peeked(pieces);
  const [first = ""] = head.trimStart().split("\n", 1);
  const value = parseJson(first);
  if (form.texts.some((name) => textIn(value, name) !== "")) return yield* readLines(form, whole);
  let place = 0;
  for await (const piece of walkJson(whole, form.into ? { into: form.into } : {})) {
    if ("end" in piece) {
      if (piece.end === "cut_off") yield unreadable(place + 1, "cut_off");
      continue;
    }
    if (!piece.element || !form.lists.has(piece.path.join("."))) continue;
    place += 1;
    yield foundOf(piece.text === null ? null : parseJson(piece.text), place, form);
  }
}

/** One memory a line, as some exports have them. */
async function* readLines(form: Form, pieces: Pieces): AsyncIterable<Found> {
  for await (const { place, text } of linesOf(pieces)) {
    if (text.trim() === "") continue;
    const value = parseJson(text);
    yield value === undefined ? unreadable(place, "no_json") : foundOf(value, place, form);
  }
}

const gone = new Set(["deleted", "archived", "paused"]);

function foundOf(value: unknown, place: number, form: Form): Found {
  if (value === null) return unreadable(place, "too_large");
  if (!isFields(value)) return unreadable(place, "no_shape");
  const label = textIn(value, "label");
  if (label === "persona" || label === "system") return leftOut(place, "persona");
  if (gone.has(textIn(value, "state")) || fieldOf(value, "is_deleted") === true)
    return leftOut(place, "hidden");
  const text = form.texts.map((name) => textIn(value, name).trim()).find(Boolean);
  if (text === undefined)
    return form.texts.some((name) => name in value) ? leftOut(place, "empty") : unreadable(place, "no_text");
  return { kind: "memory", memory: memoryOf(value, text, place, form) };
}

function memoryOf(value: Fields, text: string, place: number, form: Form): MemoryLine {
  const label = textIn(value, "label");
  const changed = timeOf(fieldOf(value, "updated_at"), zone);
  return {
    place,
    id: nameIn(value, "id"),
    text,
    ...(label === "" ? {} : { title: label }),
    timestamp: timeOf(fieldOf(value, "created_at"), zone) ?? changed,
    ...(changed === undefined ? {} : { changed_at: changed }),
    metadata: Object.fromEntries(
      Object.entries(value).filter(([name, field]) => !form.own.has(name) && field !== null),
    ),
  };
}
