// Posting lists of an inverted index, packed into one array of bytes: some one and a half for each term of a document.

// A block is [start of the next block or 0: 4 bytes][bytes used: 2 bytes][postings …]. Offset 0 is never a block.
const headerSize = 6;
const smallestRoom = 6;
const largestRoom = 1024;

/** The highest term frequency that is kept apart; beyond it BM25 is flat anyway. */
export const highestFrequency = 255;

/** Documents and frequencies of one term, as `read` leaves them; valid until the next one. */
export type Holders = { size: number; documents: Uint32Array; frequencies: Uint8Array };

/**
 * Lists of (document number, term frequency) by term. A term is given by the two halves of its number (terms.ts) and kept as
 * that. Document numbers only grow: each list holds the distances between them.
 */
export class Postings {
  #pool = new Uint8Array(4096);
  #end = 1;
  /** Open addressing: the number of a term's list plus 1 at the place of its hash. */
  #slots = new Uint32Array(1024);
  #lists = 0;
  #high = new Uint32Array(512);
  #low = new Uint32Array(512);
  /** By list: first block, last block, room of the last block, last document and its place, living documents, postings. */
  #head = new Uint32Array(512);
  #tail = new Uint32Array(512);
  #room = new Uint16Array(512);
  #last = new Uint32Array(512);
  #lastAt = new Uint32Array(512);
  #living = new Uint32Array(512);
  #length = new Uint32Array(512);
  readonly #holders: Holders = {
    size: 0,
    documents: new Uint32Array(1024),
    frequencies: new Uint8Array(1024),
  };

  /**
   * Says that a term stands `times` more in a document. Documents come in rising order; the same one may come again and again
   * until the next one does.
   */
  add(high: number, low: number, document: number, times: number): void {
    const list = this.#find(high, low) ?? this.#open(high, low);
    const again = this.#last[list] === document && (this.#length[list] ?? 0) > 0;
    if (again) this.#repeat(list, times);
    else this.#append(list, document, Math.min(times, highestFrequency));
  }

  /** The first time that a document holds the term. */
  #append(list: number, document: number, frequency: number): void {
    // The distance, and in its lowest bit whether the frequency follows in a byte; without one it is 1.
    let code = (document - (this.#last[list] ?? 0)) * 2 + (frequency === 1 ? 0 : 1);
    // Room for the frequency is kept in any case: the term may stand there once more.
    const size = (code < 0x80 ? 1 : code < 0x4000 ? 2 : code < 0x20_0000 ? 3 : 4) + 1;
    let block = this.#tail[list] ?? 0;
    let used = this.#used(block);
    if (used + size > (this.#room[list] ?? 0)) {
      block = this.#extend(list, block);
      used = 0;
    }
    let at = block + headerSize + used;
    this.#lastAt[list] = at;
    for (; code >= 0x80; code = Math.floor(code / 128)) this.#pool[at++] = (code & 0x7f) | 0x80;
    this.#pool[at++] = code;
    if (frequency > 1) this.#pool[at] = frequency;
    this.#setUsed(block, used + size - (frequency > 1 ? 0 : 1));
    this.#last[list] = document;
    this.#living[list] = (this.#living[list] ?? 0) + 1;
    this.#length[list] = (this.#length[list] ?? 0) + 1;
  }

  /** The term stands in the last document once more. */
  #repeat(list: number, times: number): void {
    const at = this.#lastAt[list] ?? 0;
    const block = this.#tail[list] ?? 0;
    const end = block + headerSize + this.#used(block);
    if (((this.#pool[at] ?? 0) & 1) === 1) {
      this.#pool[end - 1] = Math.min(highestFrequency, (this.#pool[end - 1] ?? 0) + times);
      return;
    }
    this.#pool[at] = (this.#pool[at] ?? 0) | 1;
    this.#pool[end] = Math.min(highestFrequency, 1 + times);
    this.#setUsed(block, end + 1 - block - headerSize);
  }

  /** Says that one document less holds the term. Its posting stays and is skipped by whoever knows that it is gone. */
  forget(high: number, low: number): void {
    const list = this.#find(high, low);
    if (list !== undefined) this.#living[list] = (this.#living[list] ?? 1) - 1;
  }

  /** Number of living documents with the term. */
  count(high: number, low: number): number {
    const list = this.#find(high, low);
    return list === undefined ? 0 : (this.#living[list] ?? 0);
  }

  /** The documents that hold a term, dead ones included, in rising order. */
  read(high: number, low: number): Holders {
    const holders = this.#holders;
    holders.size = 0;
    const list = this.#find(high, low);
    if (list === undefined) return holders;
    const length = this.#length[list] ?? 0;
    if (length > holders.documents.length) {
      holders.documents = new Uint32Array(2 * length);
      holders.frequencies = new Uint8Array(2 * length);
    }
    const { documents, frequencies } = holders;
    const pool = this.#pool;
    let document = 0;
    let size = 0;
    for (let block = this.#head[list] ?? 0; block !== 0; block = this.#next(block)) {
      const end = block + headerSize + this.#used(block);
      for (let at = block + headerSize; at < end; ) {
        let byte = pool[at++] ?? 0;
        let code = byte & 0x7f;
        for (let scale = 128; byte >= 0x80; scale *= 128) {
          byte = pool[at++] ?? 0;
          code += (byte & 0x7f) * scale;
        }
        document += code >>> 1;
        documents[size] = document;
        frequencies[size++] = (code & 1) === 0 ? 1 : (pool[at++] ?? 1);
      }
    }
    holders.size = size;
    return holders;
  }

  /** Bytes held. */
  get bytes(): number {
    return (
      this.#pool.length + 4 * this.#slots.length + 34 * this.#high.length + 5 * this.#holders.documents.length
    );
  }

  #next(block: number): number {
    const pool = this.#pool;
    return (
      (pool[block] ?? 0) +
      (pool[block + 1] ?? 0) * 0x100 +
      (pool[block + 2] ?? 0) * 0x1_0000 +
      (pool[block + 3] ?? 0) * 0x100_0000
    );
  }

  #used(block: number): number {
    return block === 0 ? 0 : (this.#pool[block + 4] ?? 0) + (this.#pool[block + 5] ?? 0) * 0x100;
  }

  #setUsed(block: number, used: number): void {
    this.#pool[block + 4] = used & 0xff;
    this.#pool[block + 5] = used >>> 8;
  }

  /** Where a term's list is looked for: its slot, taken or free. */
  #slot(high: number, low: number): number {
    const mask = this.#slots.length - 1;
    let slot = (Math.imul(low ^ (high >>> 3), 0x9e37_79b1) ^ high) & mask;
    for (;;) {
      const list = (this.#slots[slot] ?? 0) - 1;
      if (list < 0 || (this.#low[list] === low && this.#high[list] === high)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #find(high: number, low: number): number | undefined {
    const list = this.#slots[this.#slot(high, low)] ?? 0;
    return list === 0 ? undefined : list - 1;
  }

  #open(high: number, low: number): number {
    if (this.#lists * 10 > this.#slots.length * 6) this.#widenSlots();
    if (this.#lists === this.#high.length) this.#widenLists();
    const list = this.#lists++;
    this.#high[list] = high;
    this.#low[list] = low;
    this.#slots[this.#slot(high, low)] = list + 1;
    return list;
  }

  #widenSlots(): void {
    this.#slots = new Uint32Array(2 * this.#slots.length);
    for (let list = 0; list < this.#lists; list++)
      this.#slots[this.#slot(this.#high[list] ?? 0, this.#low[list] ?? 0)] = list + 1;
  }

  #widenLists(): void {
    const size = Math.ceil(1.5 * this.#high.length);
    this.#high = wider(this.#high, new Uint32Array(size));
    this.#low = wider(this.#low, new Uint32Array(size));
    this.#head = wider(this.#head, new Uint32Array(size));
    this.#tail = wider(this.#tail, new Uint32Array(size));
    this.#room = wider(this.#room, new Uint16Array(size));
    this.#last = wider(this.#last, new Uint32Array(size));
    this.#lastAt = wider(this.#lastAt, new Uint32Array(size));
    this.#living = wider(this.#living, new Uint32Array(size));
    this.#length = wider(this.#length, new Uint32Array(size));
  }

  /** A new last block, twice as large as the one before. */
  #extend(list: number, before: number): number {
    const room = before === 0 ? smallestRoom : Math.min(largestRoom, 2 * (this.#room[list] ?? smallestRoom));
    const block = this.#end;
    this.#end += headerSize + room;
    if (this.#end > this.#pool.length)
      this.#pool = wider(this.#pool, new Uint8Array(Math.max(this.#end, Math.ceil(1.4 * this.#pool.length))));
    if (before === 0) this.#head[list] = block;
    else for (let byte = 0; byte < 4; byte++) this.#pool[before + byte] = (block >>> (8 * byte)) & 0xff;
    this.#tail[list] = block;
    this.#room[list] = room;
    return block;
  }
}

function wider<A extends Uint8Array | Uint16Array | Uint32Array>(from: A, to: A): A {
  to.set(from);
  return to;
}
