// Gives the event loop back between two pieces of long work, so that others are answered meanwhile.

/** Resolves after everybody who waited had a turn. Rules for words take up to 25 ms at their first use (part 3: no block over 50). */
export const giveWay = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Does the steps one after the other, and gives way after each. */
export async function inPieces(steps: Iterable<unknown>): Promise<void> {
  for (const _ of steps) await giveWay();
}
