// Character cards of versions 1, 2 and 3 as JSON, PNG or .charx: what stands in them, before anything is made of it.
import { readCharx } from "./charx.ts";
import { type Fields, fieldOf, isFields, parseJson, textIn } from "./fields.ts";
import { isPng, readPng } from "./png.ts";

export type CardVersion = "v1" | "v2" | "v3";

export type Card = {
  version: CardVersion;
  /** The card as it came; never changed. */
  original: Fields;
  /** The fields of the character: `data` of versions 2 and 3, the card itself in version 1. */
  data: Fields;
  /** What is odd about it but readable. */
  notes: CardNote[];
};

export type CardNote = { path: string; note: "spec_version" | "spec" | "not_text" | "assets" };

export type CardFault =
  | "not_png"
  | "broken_png"
  | "no_card_in_png"
  | "not_json"
  | "broken_zip"
  | "no_card_in_zip"
  | "zip_too_large"
  | "no_card"
  | "no_name";

export type CardReading = { ok: true; card: Card } | { ok: false; fault: CardFault };

const specs: Readonly<Record<string, CardVersion>> = { chara_card_v2: "v2", chara_card_v3: "v3" };
const knownVersions: Readonly<Record<CardVersion, string>> = { v1: "", v2: "2.0", v3: "3.0" };

/** Fields that every version has as text. */
export const textFields = [
  "name",
  "description",
  "personality",
  "scenario",
  "first_mes",
  "mes_example",
  "creator_notes",
  "system_prompt",
  "post_history_instructions",
] as const;

/** A card out of its JSON value. A version that is newer than known is read as the one that it names. */
export function readCard(value: unknown): CardReading {
  if (!isFields(value)) return { ok: false, fault: "no_card" };
  const { version, notes } = versionOf(value);
  const data = version === "v1" ? value : fieldOf(value, "data");
  if (!isFields(data)) return { ok: false, fault: "no_card" };
  const told = textFields.filter((name) => textIn(data, name) !== "");
  // Any JSON object may have a name; a character says something besides.
  if (version === "v1" && told.length < 2) return { ok: false, fault: "no_card" };
  if (textIn(data, "name").trim() === "") return { ok: false, fault: "no_name" };
  const odd = textFields.filter((name) => {
    const field = fieldOf(data, name);
    return field !== undefined && field !== null && typeof field !== "string";
  });
  const all = [...notes, ...odd.map((path): CardNote => ({ path, note: "not_text" }))];
  return { ok: true, card: { version, original: value, data, notes: all } };
}

function versionOf(value: Fields): { version: CardVersion; notes: CardNote[] } {
  const spec = textIn(value, "spec");
  const known = Object.hasOwn(specs, spec) ? specs[spec] : undefined;
  if (known !== undefined) {
    const same = textIn(value, "spec_version") === knownVersions[known];
    return { version: known, notes: same ? [] : [{ path: "spec_version", note: "spec_version" }] };
  }
  if (!isFields(fieldOf(value, "data"))) return { version: "v1", notes: [] };
  const version = spec.startsWith("chara_card_v") ? "v3" : "v2";
  return { version, notes: [{ path: "spec", note: "spec" }] };
}

/** What a file is meant to be: by its ending, or by what it was sent as. */
export type CardForm = "png" | "json" | "charx";

/** A card out of a file. `meant`: where the file says what it is, something else is a fault that is named so. */
export function readCardFile(bytes: Uint8Array, meant?: CardForm): CardReading {
  if (meant === "png" || (meant === undefined && isPng(bytes))) return fromPng(bytes);
  if (meant === "charx" || (meant === undefined && bytes[0] === 0x50 && bytes[1] === 0x4b))
    return fromCharx(bytes);
  return fromText(bytes);
}

function fromText(bytes: Uint8Array): CardReading {
  const value = parseJson(new TextDecoder().decode(bytes));
  return value === undefined ? { ok: false, fault: "not_json" } : readCard(value);
}

const charxFaults = {
  "not-zip": "broken_zip",
  broken: "broken_zip",
  "no-card": "no_card_in_zip",
  "too-large": "zip_too_large",
} as const;

function fromCharx(bytes: Uint8Array): CardReading {
  const read = readCharx(bytes);
  if (!read.ok) return { ok: false, fault: charxFaults[read.reason] };
  const found = fromText(read.card);
  if (!found.ok || read.others === 0) return found;
  return {
    ok: true,
    card: { ...found.card, notes: [...found.card.notes, { path: "assets", note: "assets" }] },
  };
}

/** Version 3 stands under `ccv3`, older ones under `chara`; where both are there the newer one counts. */
function fromPng(bytes: Uint8Array): CardReading {
  const read = readPng(bytes);
  if (!read.ok) return { ok: false, fault: read.reason === "not-png" ? "not_png" : "broken_png" };
  const found = ["ccv3", "chara"].flatMap((keyword) => read.texts.get(keyword) ?? []);
  for (const text of found) {
    const card = readCard(parseJson(Buffer.from(text, "base64").toString("utf8")));
    if (card.ok || card.fault === "no_name") return card;
  }
  return { ok: false, fault: "no_card_in_png" };
}
