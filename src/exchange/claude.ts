// Claude's export (conversations.json): conversations with chat_messages; thoughts and tools are no talk.
import { type Found, leftOut, type Pieces, type ReadOptions, unreadable } from "./chat.ts";
import { type Fields, fieldOf, isFields, listIn, parseJson, textIn } from "./fields.ts";
import { walkJson } from "./json-stream.ts";
import { timeOf } from "./times.ts";

/** The messages of every conversation; a conversation is a thread. Places count messages. */
export async function* readClaude(pieces: Pieces, { zone }: ReadOptions): AsyncIterable<Found> {
  let place = 0;
  for await (const piece of walkJson(pieces, { torn: true })) {
    if ("end" in piece) {
      if (piece.end === "cut_off") yield unreadable(place + 1, "cut_off");
      continue;
    }
    if (piece.element && piece.path.at(-1) === "chat_messages") {
      // One conversation alone in its file.
      place += 1;
      yield foundOf(piece.text === null ? null : parseJson(piece.text), place, zone, undefined);
      continue;
    }
    if (!piece.element) continue;
    const value = piece.text === null ? undefined : parseJson(piece.text);
    if (!isFields(value) || !Array.isArray(value.chat_messages)) {
      place += 1;
      yield unreadable(place, piece.text === null ? "too_large" : "no_shape");
      continue;
    }
    const thread = { id: textIn(value, "uuid"), title: textIn(value, "name") };
    const elsewhere = otherBranches(value.chat_messages, textIn(value, "current_leaf_message_uuid"));
    for (const message of value.chat_messages) {
      place += 1;
      if (elsewhere.has(textIn(message, "uuid"))) yield leftOut(place, "other_branch");
      else yield foundOf(message, place, zone, thread);
    }
  }
}

/** Ids of the messages that stand beside the branch that was last shown: asked or answered again. Without parents there are none. */
function otherBranches(messages: readonly unknown[], current: string): ReadonlySet<string> {
  const parents = new Map(
    messages.map((message) => [textIn(message, "uuid"), textIn(message, "parent_message_uuid")]),
  );
  const upFrom = (start: string, until: ReadonlySet<string>): string[] => {
    const way: string[] = [];
    for (let id = start; id !== "" && !way.includes(id); id = parents.get(id) ?? "") {
      way.push(id);
      if (until.has(id)) break;
    }
    return way;
  };
  const last = textIn(messages.at(-1), "uuid");
  const shown = new Set(upFrom(parents.has(current) ? current : last, new Set()));
  // What hangs on nothing that was shown is kept: a parent may be missing from the file.
  const beside = [...parents.keys()].filter((id) => {
    const way = shown.has(id) ? [] : upFrom(id, shown);
    return shown.has(way.at(-1) ?? "");
  });
  return new Set(beside);
}

function foundOf(
  value: unknown,
  place: number,
  zone: string,
  thread: { id: string; title: string } | undefined,
): Found {
  if (value === null) return unreadable(place, "too_large");
  if (!isFields(value)) return unreadable(place, "no_json");
  const sender = textIn(value, "sender");
  if (sender !== "human" && sender !== "assistant") return leftOut(place, "system");
  const content = contentOf(value);
  if (content === "") return leftOut(place, "empty");
  const id = textIn(value, "uuid");
  return {
    kind: "line",
    line: {
      place,
      speaker: sender,
      side: sender === "human" ? "user" : "assistant",
      content,
      timestamp: timeOf(fieldOf(value, "created_at"), zone),
      ...(id === "" ? {} : { id }),
      ...(thread ? { thread } : {}),
    },
  };
}

/** Newer exports have `content` in pieces, `text` beside it; files are named by a tag. */
function contentOf(value: Fields): string {
  const pieces = listIn(value, "content")
    .filter((piece) => textIn(piece, "type") === "text")
    .map((piece) => textIn(piece, "text"));
  const text = pieces.filter(Boolean).join("\n").trim() || textIn(value, "text").trim();
  const files = [...listIn(value, "attachments"), ...listIn(value, "files")]
    .map((file) => textIn(file, "file_name"))
    .filter(Boolean)
    .map((name) => `[文件 ${name}]`);
  return [...files, text].filter(Boolean).join("\n");
}
