// SillyTavern's chats (JSONL): a header, then one message a line, with swipes, in every shape of date that it has written.
import { type ChatLine, type Found, leftOut, type Pieces, type ReadOptions, unreadable } from "./chat.ts";
import { type Fields, fieldOf, isFields, parseJson, textIn, textsIn } from "./fields.ts";
import { linesOf } from "./lines.ts";
import { timeOf } from "./times.ts";

/** Messages and system lines of a chat; the header says who its sides are. */
export async function* readSillyTavern(pieces: Pieces, { zone }: ReadOptions): AsyncIterable<Found> {
  const known = new Set<string>();
  for await (const { place, text, whole } of linesOf(pieces)) {
    if (text.trim() === "") continue;
    const value = whole ? parseJson(text) : undefined;
    if (!isFields(value)) yield unreadable(place, whole ? "no_json" : "too_large");
    else if (isHeader(value)) {
      const about = { user: textIn(value, "user_name"), assistant: textIn(value, "character_name") };
      for (const name of Object.values(about)) known.add(name);
      yield { kind: "about", ...about };
    } else yield found(value, place, zone, known);
  }
}

function isHeader(value: Fields): boolean {
  return !("mes" in value) && ("user_name" in value || "character_name" in value || "chat_metadata" in value);
}

function found(value: Fields, place: number, zone: string, known: Set<string>): Found {
  const content = fieldOf(value, "mes");
  if (typeof content !== "string") return unreadable(place, "no_text");
  const speaker = textIn(value, "name");
  if (isSystem(value, speaker, known)) return leftOut(place, "system");
  known.add(speaker);
  if (content.trim() === "") return leftOut(place, "empty");
  const others = textsIn(value, "swipes").filter((text) => text !== content && text.trim() !== "");
  const extra = fieldOf(value, "extra");
  const id = textIn(fieldOf(extra, "keepsake"), "message_id");
  const model = textIn(extra, "model");
  const line: ChatLine = {
    place,
    speaker,
    side: fieldOf(value, "is_user") === true ? "user" : "assistant",
    content,
    timestamp: timeOf(fieldOf(value, "send_date"), zone),
    ...(id === "" ? {} : { id }),
    ...(others.length > 0 ? { others } : {}),
    ...(model === "" ? {} : { model }),
  };
  return { kind: "line", line };
}

/** What the program said itself. A message of the two that was only hidden from the model was said all the same. */
function isSystem(value: Fields, speaker: string, known: ReadonlySet<string>): boolean {
  if (fieldOf(value, "is_system") !== true) return false;
  return !known.has(speaker) || textIn(fieldOf(value, "extra"), "type") !== "";
}
