// How a companion is spoken of, in either language: from what its owner wrote as its pronoun. Pure.

export type Spoken = "she" | "he" | "it" | "they";

const spoken: Record<string, Spoken> = {
  她: "she",
  she: "she",
  her: "she",
  他: "he",
  he: "he",
  him: "he",
  它: "it",
  牠: "it",
  it: "it",
};

/** "she/her" counts by its first word; what is unknown or left out offends nobody. */
export function spokenOf(pronoun: string | undefined): Spoken {
  const [first = ""] = (pronoun ?? "")
    .trim()
    .toLowerCase()
    .split(/[\s/,，、]/);
  return Object.hasOwn(spoken, first) ? (spoken[first] ?? "they") : "they";
}
