// Why something does not fit the shape of a file, in the reader's language: from the words of the check. Pure.
import type { WorkWords } from "./words-work-zh.ts";

/** What the check says in English, in our words; what is not known is said plainly, with the original behind it. */
export function shapeWords(message: string, { shape }: WorkWords): string {
  const typed = /^Invalid input: expected (.+?)(?:, received (\w+))?$/.exec(message);
  if (typed !== null) {
    const wanted = typeName(typed[1] ?? "", shape.types);
    const got = typed[2];
    if (got === "undefined") return shape.missing(wanted);
    return got === undefined ? shape.oneOf(wanted) : shape.expected(wanted, typeName(got, shape.types));
  }
  const options = /^Invalid option: expected one of (.+)$/.exec(message);
  if (options !== null) return shape.oneOf((options[1] ?? "").replaceAll("|", " "));
  const large = /^Too big: .*?(?:<=?)\s*(.+)$/.exec(message);
  if (large !== null) return shape.atMost(large[1] ?? "");
  const small = /^Too small: .*?(?:>=?)\s*(.+)$/.exec(message);
  if (small !== null) return shape.atLeast((small[1] ?? "").replace(/ (?:characters|items)$/, ""));
  return message === "" ? shape.other : `${shape.other} (${message})`;
}

function typeName(type: string, types: Record<string, string>): string {
  return Object.hasOwn(types, type) ? (types[type] ?? type) : type;
}
