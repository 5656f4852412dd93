// Which lines of the change log, and which side files, an erasure empties: those that hold what must go or were made of it (invariant 4).
import type { Change, Edit } from "../schema/change.ts";
import { type EraseTarget, isNamed } from "./erase-target.ts";
import { firstHolding, restsOn } from "./erase-text.ts";

/** `gone`: entries that went with it; `lines`: lines that are known to be meant. */
export function changeHolds(
  target: EraseTarget,
  gone: ReadonlySet<string>,
  lines: ReadonlySet<string>,
): (change: Change) => boolean {
  const meant = ({ document, entry, before, after }: Edit) =>
    (document === "conversation" && target.messages.has(entry)) ||
    isNamed(target, entry) ||
    gone.has(entry) ||
    target.holds(document.slice(document.indexOf("/") + 1)) ||
    restsOn([before, after], target.messages) ||
    firstHolding([before, after], target.holds) !== undefined;
  return (change) => lines.has(change.id) || change.edits.some(meant);
}

/** Whether a whole file, or its name, holds what must go: read as JSON where it is JSON, else line by line as it stands. */
export function fileHolds(target: EraseTarget): (text: string) => boolean {
  const valueHolds = (value: unknown) =>
    firstHolding(value, target.holds) !== undefined || restsOn(value, target.messages);
  return (text) => {
    const whole = parsed(text);
    if (whole !== undefined) return valueHolds(whole.value);
    return text.split("\n").some((line) => {
      const one = parsed(line);
      return one ? valueHolds(one.value) : target.holds(line);
    });
  };
}

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
