// Any order of commits, hand edits, damage, restarts and kills: what is read is what a plain list in memory says.
import fc from "fast-check";
import { expect, test } from "vitest";
import { byOwner, house, type MidEntry, mei, mid } from "./fixture.ts";

type Step =
  | { by: "commit" | "hand"; do: "add" | "edit" | "remove"; at: number }
  | { by: "restart" | "kill" | "break" | "mend" };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      by: fc.constantFrom("commit" as const, "hand" as const),
      do: fc.constantFrom("add" as const, "edit" as const, "remove" as const),
      at: fc.nat(20),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      by: fc.constantFrom("restart" as const, "kill" as const, "break" as const, "mend" as const),
    }),
  },
);

function apply(
  entries: readonly MidEntry[],
  what: "add" | "edit" | "remove",
  at: number,
  name: string,
): MidEntry[] {
  if (what === "add" || entries.length === 0) return [...entries, mid(name)];
  const index = at % entries.length;
  if (what === "remove") return entries.toSpliced(index, 1);
  return entries.map((entry, i) => (i === index ? { ...entry, summary: name } : entry));
}

test("reads as a list in memory would, whatever happens in whichever order", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
      const at = await house();
      let model: MidEntry[] = [];
      /** The text that the owner's hand broke, while it is broken. */
      let whole: string | undefined;
      let made = 0;
      const text = () => at.text("mid_term.json").catch(() => "[]");
      for (const one of steps) {
        made += 1;
        if (one.by === "commit") {
          model = apply(model, one.do, one.at, `n${made}`);
          await at.store.commit(mei, ["mid_term"], byOwner, ({ mid_term }) => ({
            documents: { mid_term: apply(mid_term, one.do, one.at, `n${made}`) },
            result: undefined,
          }));
        } else if (one.by === "hand" && whole === undefined) {
          model = apply(model, one.do, one.at, `n${made}`);
          await at.put(
            "mid_term.json",
            JSON.stringify(apply(JSON.parse(await text()), one.do, one.at, `n${made}`)),
          );
        } else if (one.by === "break" && whole === undefined) {
          // Seen whole first: what is broken before anyone saw it has no last good version.
          await at.store.read(mei, "mid_term");
          whole = await text();
          await at.put("mid_term.json", `${whole.slice(0, -3)},`);
        } else if (one.by === "mend" && whole !== undefined) {
          await at.put("mid_term.json", whole);
          whole = undefined;
        } else if (one.by === "restart") await at.restart();
        else if (one.by === "kill") await at.killed();
        expect(await at.store.read(mei, "mid_term")).toEqual(model);
      }
      await at.store.close();
    }),
    { numRuns: 18, seed: 1_115 },
  );
});
