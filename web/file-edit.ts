// Editing a memory file as text: whether it is JSON and where not, what does not fit its shape, and who wrote in between. Pure but for the calls.
import { type Api, ApiFailure } from "./api.ts";
import { filePath } from "./file-text.ts";
import { jsonFault } from "./json-fault.ts";
import type { Written } from "./memory-shapes.ts";
import type { MemoryFileText } from "./shapes.ts";

/** Documents that their owner may replace (DESIGN 7); other files are read only. */
const editable = new Set([
  "short_term.json",
  "mid_term.json",
  "long_term.json",
  "core_memory.json",
  "facts.json",
  "graph.json",
  "emotions.json",
  "lore.json",
  "heartbeat.json",
]);

/** Characters of a file that a text field can still hold well. */
const longestEdited = 400_000;

export function isEditable(file: Pick<MemoryFileText, "name" | "valid" | "content">): boolean {
  return file.valid && editable.has(file.name) && editText(file.content).length <= longestEdited;
}

/** The text to edit: with line breaks, whatever the file has. */
export function editText(content: unknown): string {
  if (typeof content !== "string") return JSON.stringify(content, null, 2);
  try {
    return JSON.stringify(JSON.parse(content), null, 2);
  } catch {
    return content;
  }
}

/** Line and column, counted from 1, of a place in a text. */
export function placeIn(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at).split("\n");
  return { line: before.length, column: [...(before.at(-1) ?? "")].length + 1 };
}

/** `place` null where it cannot be told. */
export type Parsed =
  | { ok: true; value: unknown }
  | { ok: false; place: { line: number; column: number } | null };

/** Reads the text, or says where it stops being JSON. */
export function parseEdited(text: string): Parsed {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false, place: faultPlace(text) };
  }
}

function faultPlace(text: string): { line: number; column: number } | null {
  try {
    const at = jsonFault(text);
    return at === null ? null : placeIn(text, at);
  } catch {
    // Nested deeper than the stack reaches.
    return null;
  }
}

/** What does not fit: where ("0.evidence.1.quote"), and the server's words for it. */
export type ShapeFault = { path: string; message: string };

export type Saved =
  | { outcome: "saved"; change_id: string | null }
  | { outcome: "shape"; faults: ShapeFault[] }
  | { outcome: "conflict"; theirs: MemoryFileText };

/** The faults that the server names; what has another form is left out. */
function faultsOf(details: unknown): ShapeFault[] {
  if (!Array.isArray(details)) return [];
  return details.map(({ path, message }: { path?: unknown; message?: unknown }) => ({
    path: String(path ?? ""),
    message: String(message ?? ""),
  }));
}

/** Writes the document under the revision it was read at. What is neither shape nor conflict is thrown as ApiFailure. */
export async function saveFile(
  api: Pick<Api, "json">,
  user_id: string,
  file: Pick<MemoryFileText, "name" | "revision">,
  value: unknown,
): Promise<Saved> {
  const document = file.name.replace(/\.json$/, "");
  const confirm = document === "core_memory" ? "?confirm=true" : "";
  try {
    const written = await api.json<Written>(`/api/memory/${user_id}/${document}${confirm}`, {
      method: "PUT",
      body: value,
      headers: { "if-match": `"${file.revision}"` },
    });
    return { outcome: "saved", change_id: written.change_id };
  } catch (cause) {
    if (!(cause instanceof ApiFailure)) throw cause;
    if (cause.code === "invalid") return { outcome: "shape", faults: faultsOf(cause.details) };
    if (cause.code !== "stale") throw cause;
    return { outcome: "conflict", theirs: await api.json<MemoryFileText>(filePath(user_id, file.name)) };
  }
}
