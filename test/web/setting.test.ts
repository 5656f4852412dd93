// A control that takes effect when it is used: nothing chosen is dropped, and what was refused does not stay in sight.
import { describe, expect, it } from "vitest";
import { createChooser } from "../../web/setting.ts";

/** A chooser whose saves end when the test says so. */
function made() {
  const shown: (number | null)[] = [];
  const asked: { value: number; end: (saved: boolean) => void }[] = [];
  const chooser = createChooser<number>((choice) => {
    shown.push(choice === null ? null : choice.value);
  });
  const save = (value: number) => new Promise<boolean>((end) => asked.push({ value, end }));
  /** Ends the save that is under way, and lets what follows from it happen. */
  const end = async (saved: boolean) => {
    asked.at(-1)?.end(saved);
    await new Promise(setImmediate);
  };
  return { shown, end, choose: (value: number) => chooser.choose(value, save), chooser, asked };
}

describe("a choice", () => {
  it("is shown at once and saved", async () => {
    const { shown, end, choose, chooser, asked } = made();
    choose(5);
    expect([shown, asked.length, chooser.saving()]).toEqual([[5], 1, true]);
    await end(true);
    expect([shown, chooser.saving()]).toEqual([[5], false]);
  });

  it("that is made while another is saved is saved after it, the last one only", async () => {
    const { shown, end, choose, asked } = made();
    for (const value of [1, 2, 3]) choose(value);
    expect(asked.map(({ value }) => value)).toEqual([1]);
    await end(true);
    await end(true);
    expect(asked.map(({ value }) => value)).toEqual([1, 3]);
    expect(shown).toEqual([1, 2, 3]);
  });

  it("that is refused gives way to what was kept", async () => {
    const { shown, end, choose } = made();
    choose(5);
    await end(false);
    expect(shown).toEqual([5, null]);
  });

  it("stays in sight when the one before it was refused", async () => {
    const { shown, end, choose, asked } = made();
    choose(5);
    choose(8);
    await end(false);
    await end(true);
    expect(asked.map(({ value }) => value)).toEqual([5, 8]);
    expect(shown).toEqual([5, 8]);
  });
});
