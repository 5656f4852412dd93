// Which lines of two texts stand in one of them only: for two versions of a file side by side. Pure.

export type Differing = {
  /** Line numbers from 1. */
  mine: Set<number>;
  theirs: Set<number>;
};

/** Beyond so many pairs of lines the middle is marked as a whole: nobody waits for an exact answer. */
const mostPairs = 4_000_000;

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at + 1);
}

/** Common lines at both ends do not differ; between them those of a longest common run do not. */
export function differingLines(mine: string, theirs: string): Differing {
  const [a, b] = [mine.split("\n"), theirs.split("\n")];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const [one, other] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (one.length * other.length > mostPairs)
    return { mine: new Set(range(start, a.length - end)), theirs: new Set(range(start, b.length - end)) };
  return middle(one, other, start);
}

function middle(a: readonly string[], b: readonly string[], start: number): Differing {
  const width = b.length + 1;
  // How many lines what follows a[i] and what follows b[j] have in common.
  const common = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number) => common[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      common[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const found: Differing = { mine: new Set(), theirs: new Set() };
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      i += 1;
      j += 1;
    } else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) {
      i += 1;
      found.mine.add(start + i);
    } else {
      j += 1;
      found.theirs.add(start + j);
    }
  }
  return found;
}
