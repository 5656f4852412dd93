// The file name of a detail document: its date and a title that any file system takes (A16, R6, C164–C169).
import { graphemes } from "./graphemes.ts";

/** Bytes of UTF-8 that the title may take in the name. */
export const longestTitleBytes = 120;
const fallbackTitle = "untitled";

// Windows refuses these whatever the ending; on other systems they would break a copy of the folder to Windows.
const reserved = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i;

/** File names that are taken, for whoever asks for many: each is made comparable once. */
export class TakenNames {
  private readonly folded: Set<string>;
  /** How far the numbers of a name have gone. */
  private readonly suffixes = new Map<string, number>();

  constructor(names: readonly string[]) {
    this.folded = new Set(names.map(folded));
  }

  /** The first of `<base>.json`, `<base>_2.json` … that is free; it is taken from then on. */
  take(base: string): string {
    const key = folded(base);
    let suffix = this.suffixes.get(key) ?? 1;
    const name = () => (suffix === 1 ? `${base}.json` : `${base}_${suffix}.json`);
    while (this.folded.has(folded(name()))) suffix += 1;
    this.suffixes.set(key, suffix + 1);
    this.folded.add(folded(name()));
    return name();
  }
}

/**
 * `<date>_<title>.json`, with `_2`, `_3` … where the name is taken (compared without case and Unicode form).
 * `date` is YYYY-MM-DD in the owner's zone; anything else is the caller's mistake and throws. A register of names takes it in.
 */
export function detailFileName(title: string, date: string, taken: readonly string[] | TakenNames): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) throw new Error("a detail file needs its date as YYYY-MM-DD");
  const names = taken instanceof TakenNames ? taken : new TakenNames(taken);
  return names.take(`${date}_${safeTitle(title)}`);
}

function safeTitle(title: string): string {
  const plain = title
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}/\\:*?"<>|]/gu, " ")
    // Direction marks and zero-width spaces make two names look alike; the joiner stays, emoji need it.
    .replace(/[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, "")
    .replace(/\s+/g, " ")
    .replace(/^[. ]+/, "");
  const safe = withoutTail(cutBytes(reserved.test(plain) ? `_${plain}` : plain, longestTitleBytes));
  return safe === "" ? fallbackTitle : safe;
}

function withoutTail(text: string): string {
  return text.replace(/(?<![. ])[. ]+$/, "");
}

/** As many whole grapheme clusters as fit into `limit` bytes of UTF-8. */
function cutBytes(text: string, limit: number): string {
  const encoder = new TextEncoder();
  let bytes = 0;
  let kept = "";
  // No cluster is shorter than a byte, so what lies behind `limit` code units plus one long cluster is never needed.
  for (const cluster of graphemes(text.slice(0, limit * 4))) {
    bytes += encoder.encode(cluster).length;
    if (bytes > limit) break;
    kept += cluster;
  }
  return kept;
}

/** Two names that some file system takes for one are equal here. */
function folded(name: string): string {
  return name.normalize("NFC").toUpperCase().toLowerCase();
}
