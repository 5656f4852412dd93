// Where in a JSON text a path stands ("0.evidence.2.quote"), so that a fault of shape is shown at its line. Pure.

const string = /"(?:[^"\\]|\\.)*"/y;
const plain = /[^\s,:{}[\]"]+/y;
const blanks = /\s*/y;

/** Walks a text that is JSON; what is not wanted is passed over. */
class Walk {
  at = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  past(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.#text)?.[0] ?? "";
    this.at += found.length;
    return found;
  }

  sign(): string {
    this.past(blanks);
    return this.#text[this.at] ?? "";
  }

  /** Goes past a whole value, however deep, without recursion. */
  skip(): void {
    let depth = 0;
    do {
      const sign = this.sign();
      if (sign === "") return;
      const isSign = "{[}],:".includes(sign);
      // What is neither is passed over too: nothing may keep the walk in one place.
      if (isSign || this.past(sign === '"' ? string : plain) === "") this.at += 1;
      if (isSign) depth += "{[".includes(sign) ? 1 : "}]".includes(sign) ? -1 : 0;
    } while (depth > 0);
  }
}

/** The key of an object's member whose value comes next. */
function keyOf(walk: Walk): string {
  const key: unknown = JSON.parse(walk.past(string) || '""');
  walk.sign();
  walk.at += 1;
  return String(key);
}

/** Puts the walk before the member that the path begins with; what is left of the path, or null where there is none. A key may hold dots. */
function enter(walk: Walk, path: string): string | null {
  const isObject = walk.sign() === "{";
  if (!isObject && walk.sign() !== "[") return null;
  walk.at += 1;
  for (let index = 0; !"}]".includes(walk.sign()); index += 1) {
    const start = walk.at;
    const name = isObject ? keyOf(walk) : String(index);
    if (path === name || path.startsWith(`${name}.`)) {
      if (isObject && path === name) walk.at = start;
      return path.slice(name.length + 1);
    }
    walk.skip();
    if (walk.sign() === ",") walk.at += 1;
  }
  return null;
}

/** The place (UTF-16 units from 0) of what a path names, or of the nearest thing around it that is there: a missing field is shown at its entry. */
export function placeOfPath(text: string, path: string): number {
  const walk = new Walk(text);
  walk.sign();
  let found = walk.at;
  for (let left: string | null = path; left !== null && left !== ""; ) {
    const next: string | null = enter(walk, left);
    if (next !== null) {
      walk.sign();
      found = walk.at;
    }
    left = next;
  }
  return Math.min(found, text.length);
}
