// Text as it stands in a page: entities, and what becomes of tags.
const marks: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  amp: "&",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

/** Characters that a page writes as entities ("&lt;", "&#39;") as themselves; one that nobody knows stays. */
export function unescaped(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(String(hex), 16) : undefined;
    if (code !== undefined) return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    const known = String(name).toLowerCase();
    return Object.hasOwn(marks, known) ? (marks[known] ?? whole) : whole;
  });
}

/** What a person reads of a piece of a page: line breaks, links with where they lead, entities; all other tags go. */
export function readable(html: string): string {
  const plain = html
    .replace(/<br\s*\/?>/gi, "\n")
    .replace(/<a\b[^<>"]{0,200}href="([^"<>]{0,2000})"[^<>]{0,2000}>([^<]*)<\/a>/gi, (_, target, shown) =>
      /^https?:/i.test(String(target)) && target !== shown ? `${shown} (${target})` : String(shown),
    )
    .replace(/<[^<>]{1,2000}>/g, "");
  return unescaped(plain).trim();
}
