// Bytes of a JSON file as people save them, to a checked value or to the place where they break (DESIGN 3, C137–C146). Pure.
import type { z } from "zod";
import { plainJson } from "./canonical.ts";
import { type JsonPath, placeOf, scanJson } from "./json-scan.ts";

/**
 * Why a file cannot be used. "syntax" is no JSON, "shape" does not fit its schema, "unreadable" is a folder or a refused
 * file in its place, "link" leads out of the data folder, "newer" was written by a newer Keepsake.
 */
export type Fault = {
  reason: "syntax" | "shape" | "unreadable" | "link" | "newer";
  message: string;
  line: number;
  column: number;
  /** Where in the value, "[0].summary"; only for "shape". */
  path?: string;
};

export type Parsed =
  | { kind: "good"; value: unknown; warnings: string[]; doubled: boolean }
  | { kind: "damaged"; fault: Fault };

const byteOrderMark = "\uFEFF";

/** The text of a file without its byte order mark, or where it stops being UTF-8. */
export function decodeText(bytes: Uint8Array): { text: string } | { fault: Fault } {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    const loose = new TextDecoder("utf-8").decode(bytes);
    const place = placeOf(loose, Math.max(0, loose.indexOf("\uFFFD")));
    return { fault: { reason: "syntax", message: "not UTF-8 text; save it as UTF-8", ...place } };
  }
}

/** How a path in a value is written for people: "[0].emotion_tags.scene". */
export function writePath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((written, step) => {
    if (typeof step === "number") return `${written}[${step}]`;
    return written === "" ? String(step) : `${written}.${String(step)}`;
  }, "");
}

/** Faults of a value against its schema, for people and programs: `[{ path, message }]`. */
export function issuesOf(error: z.ZodError): { path: string; message: string }[] {
  return error.issues.map((issue) => ({ path: writePath(issue.path), message: issue.message }));
}

/** JSON text to a value. Comments and trailing commas are refused with their place; of doubled keys the last wins, with a warning. */
export function parseJson(bytes: Uint8Array): Parsed & { text?: string } {
  const decoded = decodeText(bytes);
  if ("fault" in decoded) return { kind: "damaged", fault: decoded.fault };
  const text = decoded.text.startsWith(byteOrderMark) ? decoded.text.slice(1) : decoded.text;
  if (text.trim() === "") {
    const fault: Fault = { reason: "syntax", message: "the file is empty", line: 1, column: 1 };
    return { kind: "damaged", fault };
  }
  const scan = scanJson(text);
  if (scan.fault) {
    const { message, offset } = scan.fault;
    return { kind: "damaged", fault: { reason: "syntax", message, ...placeOf(text, offset) } };
  }
  const warnings = scan.doubled.map(({ key, offset }) => {
    const { line, column } = placeOf(text, offset);
    return `${JSON.stringify(key)} stands twice in one object (line ${line}, column ${column}); the last one counts`;
  });
  if (text.includes("__proto__")) warnings.push('a key "__proto__" is left out at the next write');
  return {
    kind: "good",
    value: plainJson(JSON.parse(text)),
    warnings,
    doubled: scan.doubled.length > 0,
    text,
  };
}

/**
 * A parsed value against its schema; `prepare` may complete it before (ids of hand-added entries). The place of a fault is
 * looked up in the text.
 */
export function checkShape(parsed: Parsed & { text?: string }, schema: z.ZodType): Parsed {
  if (parsed.kind === "damaged") return parsed;
  const checked = schema.safeParse(parsed.value);
  if (checked.success) {
    return {
      kind: "good",
      value: plainJson(checked.data),
      warnings: parsed.warnings,
      doubled: parsed.doubled,
    };
  }
  const [issue] = checked.error.issues;
  const path = (issue?.path ?? []).filter((step): step is string | number => typeof step !== "symbol");
  const place = placeOfPath(parsed.text ?? "", path);
  const fault: Fault = { reason: "shape", message: issue?.message ?? "does not fit", ...place };
  return { kind: "damaged", fault: path.length === 0 ? fault : { ...fault, path: writePath(path) } };
}

/** Where the value at a path begins; a missing one lies where its parent begins. */
function placeOfPath(text: string, path: JsonPath): { line: number; column: number } {
  for (let length = path.length; length >= 0; length -= 1) {
    const { found } = scanJson(text, path.slice(0, length));
    if (found !== undefined) return placeOf(text, found);
  }
  return { line: 1, column: 1 };
}

/** How a document is written: two blanks of indent, Chinese as it is, a line break at the end. */
export function renderJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
