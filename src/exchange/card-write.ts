// A companion as a character card of version 2 or 3: what was not changed since it came from a card stands as it stood there.
import { type Card, readCard } from "./card.ts";
import { type LoreLike, writeEntry } from "./card-book.ts";
import { type CardDraft, draftOf, type SteeringText } from "./card-draft.ts";
import { type ExamplePair, writeExamples } from "./card-examples.ts";
import type { CardNames } from "./card-names.ts";
import { type Fields, fieldOf, isFields, listIn, textIn } from "./fields.ts";
import { readPicture } from "./picture.ts";
import { plainPng, withTexts } from "./png.ts";

/** What config.json keeps of the card that a companion came from. `original` is without the entries of its book: these are lore. */
export type KeptCard = {
  original: Fields;
  /** How the person was called in the texts when it came. */
  person: string;
  /** Steering texts that its owner took. */
  take: SteeringText[];
};

/** The original card without the entries of its book. */
export function withoutEntries(original: Fields): Fields {
  const nested = isFields(original.data);
  const data: Fields = nested ? (original.data as Fields) : original;
  const book = fieldOf(data, "character_book");
  if (!isFields(book)) return original;
  const bare = { ...data, character_book: { ...book, entries: [] } };
  return nested ? { ...original, data: bare } : bare;
}

/**
 * The card in so many characters of JSON, as far as leaving out its pictures and sounds makes it so: those that stand in its assets as
 * data, the longest first. `dropped`: where they stood.
 */
export function withoutHeavyAssets(original: Fields, most: number): { original: Fields; dropped: string[] } {
  const data = isFields(original.data) ? original.data : original;
  const assets = listIn(data, "assets");
  let over = JSON.stringify(original).length - most;
  if (over <= 0) return { original, dropped: [] };
  const heavy = assets
    .map((asset, at) => ({ at, length: JSON.stringify(asset).length, uri: textIn(asset, "uri") }))
    .filter(({ uri }) => uri.startsWith("data:"))
    .sort((a, b) => b.length - a.length);
  const gone = new Set<number>();
  for (const { at, length } of heavy) {
    if (over <= 0) break;
    gone.add(at);
    over -= length;
  }
  const light = { ...data, assets: assets.filter((_, at) => !gone.has(at)) };
  return {
    original: data === original ? light : { ...original, data: light },
    dropped: [...gone].sort((a, b) => a - b).map((at) => `assets.${at}`),
  };
}

/** A companion's config and lore, as far as a card has a place for them. */
export type CardSource = {
  name: string;
  base_soul: string;
  scenario: string;
  reminder: string;
  examples: readonly ExamplePair[];
  greetings: readonly string[];
  lore: readonly LoreLike[];
  kept?: KeptCard | undefined;
  person: string;
};

const specs = {
  v2: { spec: "chara_card_v2", spec_version: "2.0" },
  v3: { spec: "chara_card_v3", spec_version: "3.0" },
} as const;
export type WrittenVersion = keyof typeof specs;

/** The card as a JSON value. A card that came and was not changed goes as it came, in the version that it had. */
export function writeCard(source: CardSource, version: WrittenVersion): Fields {
  const read = source.kept ? readCard(source.kept.original) : undefined;
  const card = read?.ok ? read.card : undefined;
  const draft = card
    ? draftOf(card, { person: source.kept?.person ?? "", take: source.kept?.take })
    : undefined;
  const names = draft?.names ?? { character: source.name, person: source.person };
  const data = {
    ...required(version, card),
    ...changed(source, draft),
    ...bookOf(source, card, names, version),
  };
  const same = card?.version === version;
  const frame = card && card.version !== "v1" ? card.original : {};
  return same ? { ...frame, data } : { ...frame, ...specs[version], data };
}

const empty: Fields = {
  name: "",
  description: "",
  personality: "",
  scenario: "",
  first_mes: "",
  mes_example: "",
  creator_notes: "",
  system_prompt: "",
  post_history_instructions: "",
  alternate_greetings: [],
  tags: [],
  creator: "",
  character_version: "",
  extensions: {},
};

/** The fields as they came; what a version demands is added where the card had another version or there was none. */
function required(version: WrittenVersion, card: Card | undefined): Fields {
  if (card?.version === version) return card.data;
  return { ...empty, ...(version === "v3" ? { group_only_greetings: [] } : {}), ...card?.data };
}

function changed(source: CardSource, draft: CardDraft | undefined): Fields {
  const fields: Fields = {};
  const is = (now: unknown, then: unknown) => JSON.stringify(now) === JSON.stringify(then);
  if (source.name !== draft?.name) fields.name = source.name;
  if (source.base_soul !== draft?.base_soul || source.scenario !== "")
    Object.assign(fields, { description: source.base_soul, personality: "", scenario: source.scenario });
  if (!is(source.examples, draft?.examples)) fields.mes_example = writeExamples(source.examples);
  if (!is(source.greetings, draft?.greetings)) {
    const [first = "", ...others] = source.greetings;
    Object.assign(fields, { first_mes: first, alternate_greetings: others });
  }
  if (source.reminder !== (draft?.reminder ?? "")) fields.post_history_instructions = source.reminder;
  return fields;
}

function bookOf(
  source: CardSource,
  card: Card | undefined,
  names: CardNames,
  version: WrittenVersion,
): Fields {
  const book = fieldOf(card?.data, "character_book");
  if (!isFields(book) && source.lore.length === 0) return {};
  const entries = source.lore.map((lore, index) => {
    const entry = writeEntry(lore, names, index);
    return version === "v3" && card?.version !== "v3" ? { use_regex: false, ...entry } : entry;
  });
  return { character_book: { ...(isFields(book) ? book : { extensions: {} }), entries } };
}

/** A card inside a picture, the companion's own where it has one: version 2 under `chara`; version 3 under `ccv3`, with version 2 beside it for programs that are older. */
export function writeCardPng(source: CardSource, version: WrittenVersion, picture?: Uint8Array): Uint8Array {
  const packed = (which: WrittenVersion) =>
    Buffer.from(JSON.stringify(writeCard(source, which)), "utf8").toString("base64");
  const texts = new Map([["chara", packed("v2")]]);
  if (version === "v3") texts.set("ccv3", packed("v3"));
  const own = picture && readPicture(picture);
  if (own?.ok) return withTexts(own.bytes, texts);
  const tone = [...source.name].reduce(
    (sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 997,
    7,
  );
  const top = [120 + (tone % 100), 110 + (tone % 70), 140 + (tone % 90)] as const;
  return withTexts(plainPng(top, [70, 60 + (tone % 60), 90]), texts);
}
