// Which names a companion's folder may hold, by the register: what an archive brings is matched against it (DESIGN 3, 7).
import { documents, parts } from "./documents.ts";

export type FolderName =
  | { kind: "document"; document: string }
  /** JSON or text part, by its folder. */
  | { kind: "part"; part: keyof typeof parts }
  | { kind: "log" | "changes" | "picture" }
  /** The copy in use of a document that is broken, or the version it started from. */
  | { kind: "side"; document: string };

/** The companion's face, a PNG; the only file of a folder that is no text. */
export const pictureName = "avatar.png";

const months = /^\d{4}-\d{2}\.json$/;

const byFile = new Map(
  Object.entries(documents).flatMap(([name, { of, file }]) => (of === "companion" ? [[file, name]] : [])),
);

/** What a name below a companion's folder stands for ("mid_term.json", "knowledge/a.md"); undefined for none of the house's. */
export function folderName(name: string): FolderName | undefined {
  const document = byFile.get(name);
  if (document !== undefined) return { kind: "document", document };
  if (name === "conversation.json") return { kind: "log" };
  if (name === pictureName) return { kind: "picture" };
  const [folder = "", file = "", ...deeper] = name.split("/");
  if (file === "" || deeper.length > 0) return undefined;
  if (folder === "conversations") return months.test(file) ? { kind: "log" } : undefined;
  if (folder === "changes") return /^\d{4}-\d{2}\.jsonl$/.test(file) ? { kind: "changes" } : undefined;
  if (folder === ".recovered") {
    const side = byFile.get(file) ?? byFile.get(file.replace(/\.base\.json$/, ".json"));
    return side === undefined ? undefined : { kind: "side", document: side };
  }
  const visible = !file.startsWith(".") && !file.endsWith(".tmp") && !/[\\\p{Cc}]/u.test(file);
  if (!Object.hasOwn(parts, folder) || !visible) return undefined;
  const part = folder as keyof typeof parts;
  return parts[part].text || file.endsWith(".json") ? { kind: "part", part } : undefined;
}
