// The sentences of a dictionary, for the tests that hold two languages side by side.
import { expect } from "vitest";

/** Every sentence with its place (".questions.call"); functions are called with marks. */
export function sentences(words: unknown, path = ""): [string, string][] {
  if (typeof words === "string") return [[path, words]];
  if (typeof words === "function") {
    return [[path, String((words as (...args: unknown[]) => unknown)(7, 3))]];
  }
  return Object.entries(words as object).flatMap(([key, value]) => sentences(value, `${path}.${key}`));
}

/** Both dictionaries say the same things, with the same figures; none is empty, and no Chinese stands among the English. */
export function expectSameWords(ours: object, theirs: object): void {
  const chinese = new Map(sentences(ours));
  const english = new Map(sentences(theirs));
  expect([...english.keys()]).toEqual([...chinese.keys()]);
  for (const [key, text] of chinese) {
    expect(text.trim(), key).not.toBe("");
    expect(english.get(key)?.trim(), key).not.toBe("");
    expect(english.get(key)?.match(/\d+/g)?.sort() ?? [], key).toEqual(text.match(/\d+/g)?.sort() ?? []);
    expect(english.get(key), key).not.toMatch(/\p{Script=Han}/u);
  }
}
