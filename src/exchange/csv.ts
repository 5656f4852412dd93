// Rows of a CSV stream: quoted fields with commas, quotes and line breaks in them; each row with the line that it begins on.
import type { Pieces } from "./chat.ts";

/** Characters of a row at most; what is longer is cut there, so that one lost quote does not swallow a file. */
const longestRow = 1024 * 1024;

export type Row = { place: number; fields: string[]; whole: boolean };

/** The rows; empty lines are none. A row that is too long ends at its line, with `whole: false`. */
export async function* rowsOf(pieces: Pieces): AsyncIterable<Row> {
  const table = new Table();
  for await (const piece of pieces) {
    table.feed(piece);
    yield* table.take();
  }
  table.close();
  yield* table.take();
}

class Table {
  private rows: Row[] = [];
  private fields: string[] = [];
  private field = "";
  private size = 0;
  private quoted = false;
  /** A quote inside of a quoted field: the next character tells whether the field ends or a quote stands in it. */
  private quote = false;
  private line = 1;
  private place = 1;

  take(): Row[] {
    const rows = this.rows;
    this.rows = [];
    return rows;
  }

  feed(text: string): void {
    for (let at = 0; at < text.length; ) {
      const plain = this.plainFrom(text, at);
      this.field += text.slice(at, plain);
      this.size += plain - at;
      at = plain;
      if (at < text.length) this.mark(text[at++] ?? "");
    }
  }

  /** Where the next character stands that means something. */
  private plainFrom(text: string, from: number): number {
    if (this.quote) return from;
    const marks = this.quoted ? inQuotes : outside;
    marks.lastIndex = from;
    return marks.exec(text)?.index ?? text.length;
  }

  private mark(character: string): void {
    this.size += 1;
    if (character === "\n") this.line += 1;
    if (this.quote && character === '"') {
      this.field += '"';
      this.quote = false;
      return;
    }
    if (this.quote) {
      this.quoted = false;
      this.quote = false;
    }
    const tooLong = character === "\n" && this.size > longestRow;
    if (this.quoted && !tooLong) {
      if (character === '"') this.quote = true;
      else this.field += character;
    } else if (character === "\n") this.end(!tooLong);
    else if (character === ",") this.next();
    else if (character === '"' && this.field === "") this.quoted = true;
    else if (character !== "\r") this.field += character;
  }

  private next(): void {
    this.fields.push(this.field);
    this.field = "";
  }

  private end(whole: boolean): void {
    this.next();
    const { fields, place } = this;
    if (fields.length > 1 || fields[0] !== "") this.rows.push({ place, fields, whole });
    this.fields = [];
    this.size = 0;
    this.quoted = false;
    this.place = this.line;
  }

  close(): void {
    const whole = !this.quoted || this.quote;
    this.quote = false;
    this.end(whole);
  }
}

const inQuotes = /["\n]/g;
const outside = /["\n,\r]/g;
