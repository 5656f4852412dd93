// The sentences of a dictionary, for the tests that hold two languages side by side.

/** Every sentence with its place (".questions.call"); functions are called with marks. */
export function sentences(words: unknown, path = ""): [string, string][] {
  if (typeof words === "string") return [[path, words]];
  if (typeof words === "function") {
    return [[path, String((words as (...args: unknown[]) => unknown)(7, 3))]];
  }
  return Object.entries(words as object).flatMap(([key, value]) => sentences(value, `${path}.${key}`));
}
