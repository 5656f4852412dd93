// Keeps the halves of one character together in a text that comes in pieces (C130).

/** Joins halves that were cut apart; a half that stays alone becomes U+FFFD. */
export function wholeCharacters(): { push(text: string): string; end(): string } {
  let half = "";
  return {
    push(text) {
      const all = half + text;
      half = /[\ud800-\udbff]$/.test(all) ? all.slice(-1) : "";
      return all.slice(0, all.length - half.length).replace(/\p{Cs}/gu, "\ufffd");
    },
    end: () => (half === "" ? "" : "\ufffd"),
  };
}
