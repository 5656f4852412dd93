// ChatGPT's export (conversations.json): each conversation is a tree; the branch that was last shown is what was said.
import { type Found, leftOut, type Pieces, type ReadOptions, unreadable } from "./chat.ts";
import { type Fields, fieldOf, isFields, listIn, parseJson, textIn } from "./fields.ts";
import { walkJson } from "./json-stream.ts";
import { secondsOf } from "./times.ts";

/** The messages of every conversation, oldest first within each; a conversation is a thread. Places count messages. */
export async function* readChatGpt(pieces: Pieces, _options: ReadOptions): AsyncIterable<Found> {
  let place = 0;
  for await (const piece of walkJson(pieces, { torn: true })) {
    if ("end" in piece) {
      if (piece.end === "cut_off") yield unreadable(place + 1, "cut_off");
      continue;
    }
    if (!piece.element && piece.path.length > 0) continue;
    for (const found of conversation(piece.text, place)) {
      place += 1;
      yield found;
    }
  }
}

function* conversation(text: string | null, before: number): Iterable<Found> {
  const value = text === null ? undefined : parseJson(text);
  const mapping = fieldOf(value, "mapping");
  if (!isFields(mapping)) {
    yield unreadable(before + 1, text === null ? "too_large" : "no_shape");
    return;
  }
  const thread = {
    id: textIn(value, "conversation_id") || textIn(value, "id") || textIn(value, "title"),
    title: textIn(value, "title"),
  };
  const branch = branchOf(mapping, textIn(value, "current_node"));
  const shown = new Set(branch.map(({ id }) => id));
  const created = secondsOf(fieldOf(value, "create_time"));
  let place = before;
  let time = created;
  for (const { message, id } of branch) {
    if (!isFields(message)) continue;
    place += 1;
    time = secondsOf(fieldOf(message, "create_time")) ?? time;
    yield foundOf(message, { place, id, thread, time });
  }
  const hidden = Object.entries(mapping).filter(
    ([id, node]) => !shown.has(id) && speaks(fieldOf(node, "message")),
  );
  for (const _ of hidden) {
    place += 1;
    yield leftOut(place, "other_branch");
  }
}

/** From the root to the node that was last shown; where none is named, to the last of the first children. */
function branchOf(mapping: Fields, current: string): { id: string; message: unknown }[] {
  const branch: { id: string; message: unknown }[] = [];
  const seen = new Set<string>();
  let id = Object.hasOwn(mapping, current) ? current : lastLeaf(mapping);
  while (id !== "" && !seen.has(id)) {
    seen.add(id);
    const node = fieldOf(mapping, id);
    branch.push({ id, message: fieldOf(node, "message") });
    id = textIn(node, "parent");
  }
  return branch.reverse();
}

function lastLeaf(mapping: Fields): string {
  const root = Object.keys(mapping).find((id) => textIn(mapping[id], "parent") === "") ?? "";
  const seen = new Set<string>();
  let id = root;
  for (;;) {
    seen.add(id);
    const next = listIn(fieldOf(mapping, id), "children").findLast(
      (child): child is string =>
        typeof child === "string" && Object.hasOwn(mapping, child) && !seen.has(child),
    );
    if (next === undefined) return id;
    id = next;
  }
}

function speaks(message: unknown): boolean {
  const role = textIn(fieldOf(message, "author"), "role");
  return (role === "user" || role === "assistant") && contentOf(message) !== "";
}

type Where = { place: number; id: string; thread: { id: string; title: string }; time: number | undefined };

function foundOf(message: Fields, { place, id, thread, time }: Where): Found {
  const role = textIn(fieldOf(message, "author"), "role");
  const hidden = fieldOf(fieldOf(message, "metadata"), "is_visually_hidden_from_conversation") === true;
  if (hidden) return leftOut(place, "hidden");
  if (role === "system") return leftOut(place, "system");
  const recipient = textIn(message, "recipient");
  // What the model wrote to a tool, and what the tool gave back, nobody said to anybody.
  if ((role !== "user" && role !== "assistant") || (recipient !== "" && recipient !== "all"))
    return leftOut(place, "tool");
  const content = contentOf(message);
  if (content === "") return leftOut(place, "empty");
  const model = textIn(fieldOf(message, "metadata"), "model_slug");
  return {
    kind: "line",
    line: {
      place,
      speaker: role,
      side: role,
      content,
      timestamp: time,
      id: textIn(message, "id") || id,
      thread,
      ...(model === "" ? {} : { model }),
    },
  };
}

/** Marks of the program for a source or a picture ("cite turn0search1"), between signs that nobody sees. */
const reference = /\ue200[^\ue200\ue201]{0,2000}\ue201/g;

function contentOf(message: unknown): string {
  const content = fieldOf(message, "content");
  const kind = textIn(content, "content_type");
  if (kind === "thoughts" || kind === "reasoning_recap" || kind.startsWith("user_editable")) return "";
  const parts = listIn(content, "parts").map((part) => {
    if (typeof part === "string") return part;
    if (textIn(part, "text") !== "") return textIn(part, "text");
    if (/image/.test(textIn(part, "content_type"))) return "[图片]";
    return /audio/.test(textIn(part, "content_type")) ? "[语音]" : "";
  });
  return (parts.filter(Boolean).join("\n") || textIn(content, "text")).replace(reference, "").trim();
}
