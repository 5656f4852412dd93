// A memory file as it is shown: readable JSON, not without end, with the faulty line marked. Pure.

/** Characters shown at most; a month's log may have millions. */
export const shownCharacters = 200_000;

export type ShownFile = { before: string; faulty: string; after: string; shortened: boolean };

/** Text as it stands in the file; a parsed value is written out. */
function textOf(content: unknown): string {
  return typeof content === "string" ? content : JSON.stringify(content, null, 2);
}

/** Cuts a file around its faulty line (counted from 1); without one all of it stands in `before`. */
export function showFile(content: unknown, line: number | undefined): ShownFile {
  const whole = textOf(content);
  const shortened = whole.length > shownCharacters;
  const text = shortened ? whole.slice(0, shownCharacters) : whole;
  const lines = text.split("\n");
  const faulty = line === undefined ? undefined : lines[line - 1];
  if (line === undefined || faulty === undefined) return { before: text, faulty: "", after: "", shortened };
  const before = lines.slice(0, line - 1).map((one) => `${one}\n`);
  return { before: before.join(""), faulty, after: lines.slice(line).join("\n"), shortened };
}

/** How many messages the open topic has and how many topics wait, from short_term.json; null where it cannot be told. */
export function topicOf(content: unknown): { open: number; pending: number } | null {
  if (content === undefined || content === null) return null;
  try {
    const value: unknown = typeof content === "string" ? JSON.parse(content) : content;
    const { conversations, pending } = value as { conversations?: unknown; pending?: unknown };
    if (!Array.isArray(conversations)) return null;
    return { open: conversations.length, pending: Array.isArray(pending) ? pending.length : 0 };
  } catch {
    return null;
  }
}

/** "1.2 KB": bytes as one says them. */
export function sizeWords(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(1)} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** The address of a file: its folders stay folders. */
export function filePath(user_id: string, name: string): string {
  return `/api/memory/${user_id}/files/${name.split("/").map(encodeURIComponent).join("/")}`;
}
