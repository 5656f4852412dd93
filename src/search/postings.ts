// Posting lists of an inverted index in one growing typed array: four bytes for each term of a document.

type TermList = {
  /** Where its first and last block start in the pool. */
  head: number;
  tail: number;
  /** Postings that fit into the last block. */
  room: number;
  /** Documents that hold the term and have not been taken out again. */
  documents: number;
};

// A block is [start of the next block or 0, postings used, postings …]. Offset 0 is never a block.
const headerSize = 2;
const smallestRoom = 2;
const largestRoom = 512;
const frequencyBits = 8;

/** The highest term frequency that is kept apart; beyond it BM25 is flat anyway. */
export const highestFrequency = 2 ** frequencyBits - 1;

/** Lists of (document number, term frequency). Document numbers are below 2^24. */
export class Postings {
  #pool = new Uint32Array(1024);
  #end = 1;
  readonly #terms = new Map<string, TermList>();

  /** Adds one document to a term's list. A document is added once for each term. */
  add(term: string, document: number, frequency: number): void {
    const list = this.#terms.get(term) ?? this.#open(term);
    let used = this.#pool[list.tail + 1] ?? 0;
    if (used === list.room) {
      const room = Math.min(list.room * 2, largestRoom);
      const block = this.#block(room);
      this.#pool[list.tail] = block;
      list.tail = block;
      list.room = room;
      used = 0;
    }
    const kept = Math.max(1, Math.min(frequency, highestFrequency));
    this.#pool[list.tail + headerSize + used] = document * 2 ** frequencyBits + kept;
    this.#pool[list.tail + 1] = used + 1;
    list.documents++;
  }

  /** Says that one document less holds the term. Its posting stays and is skipped by whoever knows that it is gone. */
  forget(term: string): void {
    const list = this.#terms.get(term);
    if (list) list.documents--;
  }

  /** Number of living documents with the term. */
  count(term: string): number {
    return this.#terms.get(term)?.documents ?? 0;
  }

  /** Calls `visit` for each posting of a term, dead documents included, in the order of adding. */
  each(term: string, visit: (document: number, frequency: number) => void): void {
    const list = this.#terms.get(term);
    if (!list) return;
    const pool = this.#pool;
    for (let block = list.head; block !== 0; block = pool[block] ?? 0) {
      const end = block + headerSize + (pool[block + 1] ?? 0);
      for (let at = block + headerSize; at < end; at++) {
        const posting = pool[at] ?? 0;
        visit(posting >>> frequencyBits, posting & highestFrequency);
      }
    }
  }

  /** Bytes held, estimated: the pool, and about 130 for each term's string and list. */
  get bytes(): number {
    return this.#pool.byteLength + this.#terms.size * 130;
  }

  #open(term: string): TermList {
    const block = this.#block(smallestRoom);
    const list = { head: block, tail: block, room: smallestRoom, documents: 0 };
    this.#terms.set(term, list);
    return list;
  }

  #block(room: number): number {
    const start = this.#end;
    this.#end += headerSize + room;
    if (this.#end > this.#pool.length) {
      const grown = new Uint32Array(Math.max(this.#end, Math.ceil(this.#pool.length * 1.5)));
      grown.set(this.#pool);
      this.#pool = grown;
    }
    return start;
  }
}
