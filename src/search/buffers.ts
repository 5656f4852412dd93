// Arrays that a question counts in, kept from one question to the next: making and clearing them anew would take longer than reading.

/** All zero when nobody holds them. By document number: `own`, `matched`, `stamps`; by topic number: `topic`, `sums`. */
export type Buffers = {
  own: Float32Array;
  matched: Float32Array;
  stamps: Uint32Array;
  topic: Float32Array;
  sums: Float32Array;
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

  /** Buffers for so many documents and topics. */
  take(documents: number, topics: number): Buffers {
    const buffers = this.#idle.pop();
    if (buffers && buffers.own.length >= documents && buffers.topic.length >= topics) return buffers;
    const [all, some] = [Math.ceil(documents * spare), Math.ceil(topics * spare)];
    return {
      own: new Float32Array(all),
      matched: new Float32Array(all),
      stamps: new Uint32Array(all),
      topic: new Float32Array(some),
      sums: new Float32Array(some),
      stamp: 0,
    };
  }

  /** Takes buffers back, all zero but for the stamps. */
  giveBack(buffers: Buffers): void {
    if (this.#idle.length < mostIdle) this.#idle.push(buffers);
  }

  get bytes(): number {
    return this.#idle.reduce((sum, { own, topic }) => sum + 12 * own.length + 8 * topic.length, 0);
  }
}
