// Makes a companion of a character card: shown first with all that is left out and all that looks odd, then made whole (part 4, item 1).
import { createHash } from "node:crypto";
import type { Deps } from "../deps.ts";
import { AppError } from "../error.ts";
import {
  type Card,
  type CardFault,
  type CardForm,
  type CardReading,
  readCard,
  readCardFile,
} from "../exchange/card.ts";
import { type CardDraft, draftOf, type SteeringText, unfilledPlaces } from "../exchange/card-draft.ts";
import { suspicionsOf } from "../exchange/card-suspicions.ts";
import { withoutEntries, withoutHeavyAssets } from "../exchange/card-write.ts";
import { type PictureReading, pictureOfCard } from "../exchange/picture.ts";
import { canonical } from "../memory/change.ts";
import type { Account } from "../schema/account.ts";
import type { Id, Language } from "../schema/common.ts";
import type { Lore } from "../schema/lore.ts";
import type { CreateBody } from "../schema/request-companion.ts";
import type { CardPreview } from "../schema/request-exchange.ts";
import { createCompanion, newUserId } from "./create.ts";

/** A card as it came: a value, or a file with what it is said to be. */
export type CardFile = { value: unknown } | { bytes: Uint8Array; meant?: CardForm | undefined };

export type CardOptions = {
  take: readonly SteeringText[];
  /** The mark of the preview that was looked at; needed where `take` names something. */
  seen?: string | undefined;
  name?: string | undefined;
  language?: Language | undefined;
  person?: string | undefined;
  bond?: CreateBody["bond"];
};

const longestSoul = 60_000;
/** Characters of JSON that are kept of a card beside its book: a change line holds a config twice. */
const longestKept = 1_000_000;

/** What a card would make. Stores nothing. A file without a card: AppError `invalid` that says why. */
export function previewCard(owner: Account, file: CardFile, options: CardOptions): CardPreview {
  const { card, draft, language, picture } = read(owner, file, options);
  return {
    seen: markOf(card),
    version: card.version,
    make: {
      name: options.name ?? draft.name,
      language,
      base_soul: draft.base_soul,
      reminder: draft.reminder,
      greeting: draft.greeting,
      greetings: draft.greetings,
      examples: draft.examples,
      lore: draft.lore.map(({ card: _card, by: _by, ...entry }) => entry),
    },
    steering: draft.steering,
    suspicious: suspicionsOf(card),
    dropped: [
      ...draft.dropped,
      ...keptOf(card).dropped.map((path) => ({ path, reason: "too_large" })),
      ...(picture?.ok === false ? [{ path: "picture", reason: picture.fault }] : []),
    ],
    picture: picture?.ok === true,
    kept: draft.kept,
    places: unfilledPlaces(card),
  };
}

/** Makes the companion, whole or not at all, and answers its id. Steering texts that nobody has seen are refused (`invalid`). */
export async function importCard(
  deps: Deps,
  owner: Account,
  file: CardFile,
  options: CardOptions,
  cause: string,
): Promise<Id> {
  const { card, draft, language, person, picture } = read(owner, file, options);
  if (options.take.length > 0 && options.seen !== markOf(card))
    throw invalid("seen", "look at the preview first and send its mark");
  if (draft.base_soul.length > longestSoul) throw invalid("description", "at most 60,000 characters");
  const user_id = newUserId(deps, draft.name);
  const lore: Lore = draft.lore.map((entry) => ({ ...entry, id: `lore_${deps.newId()}` }));
  const { base_soul, reminder, examples, greetings, greeting } = draft;
  const wish = {
    name: options.name ?? draft.name,
    base_soul,
    reminder,
    examples,
    greetings,
    greeting: greeting === "" ? null : greeting,
    language,
    ...(options.bond === undefined ? {} : { bond: options.bond }),
  };
  const { original } = keptOf(card);
  if (JSON.stringify(original).length > longestKept)
    throw invalid("card", "more than a million characters beside its book");
  const kept = { original, person, take: [...options.take] };
  const face = picture?.ok ? { picture: picture.bytes } : {};
  await createCompanion(deps, { owner, wish, user_id, lore, card: kept, ...face }, cause);
  return user_id;
}

/** What is kept of the card for the way back: without its book, which is lore, and without pictures that are too large for a config. */
function keptOf({ original }: Card): { original: Card["original"]; dropped: string[] } {
  return withoutHeavyAssets(withoutEntries(original), longestKept);
}

type Read = {
  card: Card;
  draft: CardDraft;
  language: Language;
  person: string;
  picture: PictureReading | undefined;
};

const nobody = { zh: "对方", en: "the user" } as const;

function read(owner: Account, file: CardFile, { take, language: wanted, person: called }: CardOptions): Read {
  const reading = "value" in file ? readCard(file.value) : readCardFile(file.bytes, file.meant);
  const card = cardOf(reading);
  const named = called?.trim() || owner.display_name.trim();
  const language = wanted ?? draftOf(card, { person: named }).language ?? owner.language;
  const person = named || nobody[language];
  const picture = pictureOfCard("bytes" in file ? file.bytes : undefined, card.data);
  return { card, draft: draftOf(card, { person, take }), language, person, picture };
}

const faults: Readonly<Record<CardFault, string>> = {
  not_png: "not a PNG",
  broken_png: "this PNG is broken",
  no_card_in_png: "no card in this PNG",
  not_json: "not a card: no JSON, PNG or .charx",
  broken_zip: "not a .charx, or a broken one",
  no_card_in_zip: "no card.json in this .charx",
  zip_too_large: "card.json in this .charx is too large",
  no_card: "this JSON is no character card",
  no_name: "this card has no name",
};

function cardOf(reading: CardReading): Card {
  if (reading.ok) return reading.card;
  throw invalid("content", faults[reading.fault]);
}

function invalid(path: string, message: string): AppError {
  return new AppError("invalid", `The card cannot be taken: ${message}.`, { details: [{ path, message }] });
}

/** Follows from the card alone: what was shown is what is taken. */
function markOf({ original }: Card): string {
  return createHash("sha256").update(canonical(original)).digest("hex").slice(0, 24);
}
