// Posting lists of an inverted index, packed into one array of bytes: some one and a half for each term of a document.

// A block is [start of the next block or 0: 4 bytes][bytes used: 2 bytes][postings …]. Offset 0 is never a block.
const headerSize = 6;
const smallestRoom = 6;
const largestRoom = 1024;
/** What is full becomes so many times as large: room to spare is memory, too little of it is time spent with copying. */
const growthOf = (size: number) => (size < 100_000 ? 1.25 : 1.1);
/** The same for an index that was just built. */
const settled = 1.02;

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
  /**
   * By list: first block or 0, last block, room of the last block, last document and the place of its posting, living documents.
   * Most terms stand in one document only: such a list has no block, and the frequency stands in the place of the place.
   */
  #head = new Uint32Array(512);
  #tail = new Uint32Array(512);
  #room = new Uint16Array(512);
  #last = new Uint32Array(512);
  #lastAt = new Uint32Array(512);
  #living = new Uint32Array(512);
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
    const isEmpty = this.#lastAt[list] === 0;
    if (isEmpty) this.#hold(list, document, times);
    else if (this.#last[list] === document) this.#repeat(list, times);
    else {
      if (this.#head[list] === 0) this.#unfold(list);
      this.#append(list, document, Math.min(times, highestFrequency));
    }
  }

  /** The first document of a list. */
  #hold(list: number, document: number, times: number): void {
    this.#last[list] = document;
    this.#lastAt[list] = Math.min(times, highestFrequency);
    this.#living[list] = 1;
  }

  /** A second document comes: the first one gets its place in a block. */
  #unfold(list: number): void {
    const [document, frequency] = [this.#last[list] ?? 0, this.#lastAt[list] ?? 1];
    const living = this.#living[list] ?? 0;
    this.#last[list] = 0;
    this.#append(list, document, frequency);
    this.#living[list] = living;
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
  }

  /** The term stands in the last document once more. */
  #repeat(list: number, times: number): void {
    if (this.#head[list] === 0) {
      this.#lastAt[list] = Math.min(highestFrequency, (this.#lastAt[list] ?? 0) + times);
      return;
    }
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
    if (this.#head[list] === 0) {
      holders.documents[0] = this.#last[list] ?? 0;
      holders.frequencies[0] = this.#lastAt[list] ?? 1;
      holders.size = 1;
      return holders;
    }
    const pool = this.#pool;
    let { documents, frequencies } = holders;
    let document = 0;
    let size = 0;
    for (let block = this.#head[list] ?? 0; block !== 0; block = this.#next(block)) {
      const end = block + headerSize + this.#used(block);
      // A block has no more postings than bytes.
      if (size + end - block > documents.length) {
        documents = wider(documents, new Uint32Array(2 * documents.length + largestRoom));
        frequencies = wider(frequencies, new Uint8Array(documents.length));
        holders.documents = documents;
        holders.frequencies = frequencies;
      }
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

  /** Gives back the room to spare, but for a little: nothing much will come for now. */
  settle(): void {
    this.#pool = this.#pool.slice(0, Math.ceil(settled * this.#end));
    this.#resizeLists(Math.ceil(settled * this.#lists) + 1);
  }

  /** Bytes held. */
  get bytes(): number {
    return (
      this.#pool.length + 4 * this.#slots.length + 30 * this.#high.length + 5 * this.#holders.documents.length
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
    if (this.#lists * 10 > this.#slots.length * 7) this.#widenSlots();
    if (this.#lists === this.#high.length)
      this.#resizeLists(Math.ceil(growthOf(this.#high.length) * this.#high.length));
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

  #resizeLists(size: number): void {
    const to = <A extends Uint16Array | Uint32Array>(from: A, made: A): A => {
      made.set(from.length > size ? from.subarray(0, size) : from);
      return made;
    };
    this.#high = to(this.#high, new Uint32Array(size));
    this.#low = to(this.#low, new Uint32Array(size));
    this.#head = to(this.#head, new Uint32Array(size));
    this.#tail = to(this.#tail, new Uint32Array(size));
    this.#room = to(this.#room, new Uint16Array(size));
    this.#last = to(this.#last, new Uint32Array(size));
    this.#lastAt = to(this.#lastAt, new Uint32Array(size));
    this.#living = to(this.#living, new Uint32Array(size));
  }

  /** A new last block, twice as large as the one before. */
  #extend(list: number, before: number): number {
    const room = before === 0 ? smallestRoom : Math.min(largestRoom, 2 * (this.#room[list] ?? smallestRoom));
    const block = this.#end;
    this.#end += headerSize + room;
    if (this.#end > this.#pool.length)
      this.#pool = wider(
        this.#pool,
        new Uint8Array(Math.max(this.#end, Math.ceil(growthOf(this.#pool.length) * this.#pool.length))),
      );
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
