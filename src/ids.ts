// ULIDs: 48 bits of milliseconds and 80 random bits, in an alphabet that sorts by time.

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

function encode(value: bigint, length: number): string {
  let text = "";
  let rest = value;
  for (let i = 0; i < length; i++) {
    text = alphabet[Number(rest % 32n)] + text;
    rest /= 32n;
  }
  return text;
}

/**
 * A maker of ULIDs. Within one millisecond, or after a clock that went back, the random part counts up, so that ids of one
 * process always sort in the order they were made. `chance(10)` gives the random part.
 */
export function createIds(nowMs: () => number, chance: (bytes: number) => Uint8Array): () => string {
  let lastMs = -1;
  let tail = 0n;
  return () => {
    const ms = Math.floor(nowMs());
    if (ms > lastMs) {
      lastMs = ms;
      tail = chance(10).reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
    } else if (++tail >> 80n) {
      // Counted to its end: the next millisecond is begun early, so that the order holds.
      lastMs += 1;
      tail = 0n;
    }
    return encode(BigInt(lastMs), 10) + encode(tail, 16);
  };
}

/** A seeded generator of numbers 0 ≤ x < 1 (mulberry32), for RANDOM_SEED: the same seed gives the same course. */
export function seededRandom(seed: string): () => number {
  let state = 0;
  for (const char of seed) state = (Math.imul(state, 31) + (char.codePointAt(0) ?? 0)) | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
