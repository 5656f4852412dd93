// Puts values into a prompt's places, once each, so that what stands inside a value is never read as a place or a mark.

const place = /\{\{([a-z_]+)\}\}/g;

/** Marks that our prompts put around data. A value may not open or close one. */
const mark = /<(?=\s*(?:\/\s*)?(?:talk|known|soul|memory|context)\b)/gi;

/** Names of the places in a text, each once, in order of appearance. */
export function placesOf(text: string): string[] {
  return [...new Set([...text.matchAll(place)].map((match) => match[1] ?? ""))];
}

/**
 * The text with every `{{name}}` replaced by its value. Values are taken literally (`$&`, braces: C126); a `<` that would
 * begin one of our own marks becomes `＜`, so that data cannot leave the block it stands in (C125).
 * A missing or an unknown variable is our mistake and throws.
 */
export function fill(text: string, variables: Record<string, string>): string {
  const places = placesOf(text);
  const unknown = Object.keys(variables).filter((name) => !places.includes(name));
  if (unknown.length > 0) throw new Error(`prompt has no place for: ${unknown.join(", ")}`);
  return text.replace(place, (_, name: string) => {
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
    if (value === undefined) throw new Error(`prompt lacks a value for: ${name}`);
    return value.replace(mark, "＜");
  });
}
