// Where a text stops being JSON: browsers word it each in their own way, and some not at all. Pure.

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y;
const word = /true|false|null/y;
const blanks = /[ \t\n\r]*/y;

/** Walks a text; `at` is where it stands, and, once something is amiss, where it is amiss. */
class Walk {
  at = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** Goes past what the pattern matches here; false where it does not. */
  past(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.#text);
    if (found === null) return false;
    this.at += found[0].length;
    return true;
  }

  sign(sign: string): boolean {
    this.past(blanks);
    if (this.#text[this.at] !== sign) return false;
    this.at += 1;
    return true;
  }

  value(): boolean {
    this.past(blanks);
    if (this.sign("{")) return this.#list("}", () => this.#member());
    if (this.sign("[")) return this.#list("]", () => this.value());
    return this.past(string) || this.past(word) || this.past(number);
  }

  #member(): boolean {
    this.past(blanks);
    return this.past(string) && this.sign(":") && this.value();
  }

  #list(end: string, one: () => boolean): boolean {
    if (this.sign(end)) return true;
    while (one()) {
      if (this.sign(end)) return true;
      if (!this.sign(",")) return false;
    }
    return false;
  }

  get ended(): boolean {
    this.past(blanks);
    return this.at === this.#text.length;
  }
}

/** The place (UTF-16 units from 0) of the first thing that is no JSON; null where all of it is. */
export function jsonFault(text: string): number | null {
  const walk = new Walk(text);
  return walk.value() && walk.ended ? null : walk.at;
}
