// What may come in as a message's text, and what of a reply's text is shown (C130, C132, C099).
import { simplify } from "../schema/simplified.ts";

/** A message's limit in characters (code points); beyond it the door answers 413 (DESIGN 4). */
export const longestMessage = 16_000;

export type CleanText = { ok: true; text: string } | { ok: false; reason: "empty" | "too_long" };

/**
 * A message's text as it is stored. Line ends become \n, lone surrogates U+FFFD, control characters other than
 * newline and tab go, outer whitespace goes; all else stays as it was typed. Only whitespace and invisible marks: `empty`.
 */
export function cleanIncoming(text: string): CleanText {
  const cleaned = text
    .replace(/\r\n?/g, "\n")
    .replace(/\p{Cs}/gu, "\ufffd")
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, "")
    .trim();
  if (/^[\s\p{Cf}]*$/u.test(cleaned)) return { ok: false, reason: "empty" };
  if (isLongerThan(cleaned, longestMessage)) return { ok: false, reason: "too_long" };
  return { ok: true, text: cleaned };
}

/**
 * A text as the rules in code read it: one width, straight apostrophes, simplified characters, in which the rules are written.
 * For judging and comparing: what is kept and shown stays as it was typed.
 */
export function asRead(text: string): string {
  return simplify(text.normalize("NFKC").replace(/[’‘]/g, "'"));
}

/** A reply's text as it may be shown and stored: no control characters but newline, tab and carriage return (C132). */
export function cleanSpoken(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, "");
}

function isLongerThan(text: string, limit: number): boolean {
  if (text.length <= limit) return false;
  if (text.length > limit * 2) return true;
  let count = 0;
  for (const _character of text) if (++count > limit) return true;
  return false;
}
