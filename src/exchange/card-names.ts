// The places of names in a card's texts: {{char}}, {{user}}, <BOT>, <USER>, in any letter case.

/** Who stands in the places. */
export type CardNames = { character: string; person: string };

const characterPlace = /\{\{\s*(?:char|bot)\s*\}\}|<(?:bot|char)>/gi;
const personPlace = /\{\{\s*user\s*\}\}|<user>/gi;
/** What a card's author wrote for other authors; it is no text of the character. */
const remark = /\{\{\s*(?:\/\/|comment\s*:|hidden_key\s*:)[^{}]*\}\}/gi;
const otherPlace = /\{\{[^{}\n]{1,200}\}\}/g;

/** The text with the names in their places and without remarks. Other places ({{random:a,b}}) stay as they are. */
export function fillNames(text: string, { character, person }: CardNames): string {
  return text
    .replace(remark, "")
    .replace(characterPlace, () => character)
    .replace(personPlace, () => person)
    .replace(/\r\n?/g, "\n");
}

/** Places that no name fills, each once: they are shown before the card is taken. */
export function otherPlaces(text: string): string[] {
  const bare = text.replace(remark, "").replace(characterPlace, "").replace(personPlace, "");
  return [...new Set(bare.match(otherPlace) ?? [])];
}
