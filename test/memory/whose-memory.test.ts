// Whose a memory is and of which kind (A40): told by where it lies, never by what a copied file still says.
import { describe, expect, test } from "vitest";
import { memoryTypeOf, shownFact, sourcesOfType } from "../../src/memory/whose-memory.ts";
import { Fact } from "../../src/schema/fact.ts";
import { memoryTypes } from "../../src/schema/memory-type.ts";

const fact = (more: Record<string, unknown> = {}) =>
  Fact.parse({ id: "f", category: "preference", key: "likes", value: "茶", ...more });

describe("the type of a memory", () => {
  test.each([
    ["lore", "role_setting"],
    ["knowledge", "role_setting"],
    ["message", "dialogue_experience"],
    ["mid", "dialogue_experience"],
    ["long", "dialogue_experience"],
    ["detail", "dialogue_experience"],
    ["core", "dialogue_experience"],
    ["fact", "user_fact"],
  ] as const)("of %s is %s", (source, type) => expect(memoryTypeOf(source)).toBe(type));

  test("parts all kinds of texts among the three, each in one", () => {
    const all = memoryTypes.flatMap(sourcesOfType);
    expect(new Set(all).size).toBe(all.length);
    expect([...all].sort()).toEqual(
      ["core", "detail", "fact", "knowledge", "long", "lore", "message", "mid"].sort(),
    );
  });
});

describe("a fact as its companion shows it", () => {
  test("is that companion's, whatever the folder that it was copied from was called", () => {
    const copied = fact({
      user_id: "old",
      metadata: { user_id: "old", character_id: "old", memory_type: "user_fact", timestamp: 5, by: "owner" },
    });
    expect(shownFact(copied, "mei")).toMatchObject({
      user_id: "mei",
      metadata: { user_id: "mei", character_id: "mei", memory_type: "user_fact", timestamp: 5, by: "owner" },
    });
    expect(copied.user_id).toBe("old");
  });

  test("says whose it is where its file does not, and nothing else is added", () => {
    const shown = shownFact(fact(), "mei");
    expect(shown.metadata).toEqual({ character_id: "mei", memory_type: "user_fact" });
    expect({ ...shown, user_id: undefined, metadata: {} }).toEqual({ ...fact(), user_id: undefined });
  });
});
