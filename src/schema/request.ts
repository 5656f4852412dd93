// Small shapes that request bodies and answers share: clean text, names, zones, the one error body (DESIGN 7).
import { z } from "zod";
import { isTimeZone } from "./zone.ts";

/** NUL, ESC and other controls but tab and line break; they break C tools and write to the admin's terminal (C132). */
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;
/** Half of a character: strict providers refuse a whole history for one of them (C130). */
const loneSurrogate = /\p{Surrogate}/gu;

/** Text as it may be stored: controls removed, lone surrogates replaced by U+FFFD, line ends as \n. */
export function cleanText(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(controls, "").replace(loneSurrogate, "\ufffd");
}

/** Free text of at most `most` characters, cleaned on entry. */
export function text(most: number) {
  return z.string().max(most).overwrite(cleanText);
}

/** One line of text: cleaned, inner line breaks and outer blanks folded, at least one character left. */
export function line(most: number) {
  return z
    .string()
    .max(most)
    .overwrite((value) => cleanText(value).replace(/\s+/g, " ").trim())
    .min(1);
}

/** An IANA zone that this server knows ("Asia/Shanghai"). */
export const TimeZone = z.string().max(64).refine(isTimeZone, "no time zone of that name is known");

/** The one shape of every error (DESIGN 7). */
export const ErrorBody = z.object({
  error: z.object({ code: z.string(), message: z.string(), details: z.unknown().optional() }),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/** An answer that only says: done. */
export const Done = z.object({ ok: z.literal(true) });
