// Arrays that a question counts in, kept from one question to the next: making and clearing them anew would take longer than reading.

/** All zero when nobody holds them. By document number: `own`, `matched`, `terms`, `kin`, `stamps`; by topic number: `topic`, `sums`. */
export type Buffers = {
  own: Float32Array;
  matched: Float32Array;
  /** One bit for each of the worthiest terms: it stands there, or a kindred word does. */
  terms: Uint32Array;
  kin: Uint32Array;
  stamps: Uint32Array;
  topic: Float32Array;
  sums: Float32Array;
  /** Documents with a score, as they are met. */
  touched: Uint32Array;
  /** The last stamp that was given. */
  stamp: number;
};

/** More are not held at once: one for the words, one for the second look-up. */
const mostIdle = 2;
/** Room for what is added later. */
const spare = 1.2;

/** The buffers of one index. */
export class BufferShelf {
  readonly #idle: Buffers[] = [];

  /** Buffers for so many documents, of which at most `most` get a score, and topics; without marks there is no room for `terms` and `kin`, and what is written there is lost. */
  take(documents: number, topics: number, marks: boolean, most: number): Buffers {
    const place = this.#idle.findIndex(({ terms }) => terms.length > 0 === marks);
    const [buffers] = place < 0 ? [] : this.#idle.splice(place, 1);
    if (buffers && buffers.own.length >= documents && buffers.topic.length >= topics) return buffers;
    const [all, some] = [Math.ceil(documents * spare), Math.ceil(topics * spare)];
    return {
      own: new Float32Array(all),
      matched: new Float32Array(all),
      terms: new Uint32Array(marks ? all : 0),
      kin: new Uint32Array(marks ? all : 0),
      stamps: new Uint32Array(all),
      topic: new Float32Array(some),
      sums: new Float32Array(some),
      touched: new Uint32Array(most),
      stamp: 0,
    };
  }

  /** Takes buffers back, all zero but for the stamps. */
  giveBack(buffers: Buffers): void {
    if (this.#idle.length < mostIdle) this.#idle.push(buffers);
  }

  get bytes(): number {
    return this.#idle.reduce(
      (sum, { own, terms, topic, touched }) =>
        sum + 12 * own.length + 4 * touched.length + 8 * terms.length + 8 * topic.length,
      0,
    );
  }
}
