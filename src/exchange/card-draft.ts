// What becomes of a card: the companion that would be made, what is kept for the way back, and what its owner should look at first.
import { type Card, textFields } from "./card.ts";
import { type BookEntry, mostEntries, readBook } from "./card-book.ts";
import { type ExamplePair, readExamples } from "./card-examples.ts";
import { type CardNames, fillNames, otherPlaces } from "./card-names.ts";
import { fieldOf, isFields, listIn, textIn, textsIn } from "./fields.ts";

/** Most that a companion has of each (config.json). */
const most = { name: 80, greeting: 16_000, greetings: 50, examples: 50, example: 4_000 } as const;

/** Texts of a card that would steer every reply. They are taken only where the owner has seen them and says so. */
export const steeringTexts = ["system_prompt", "post_history_instructions", "depth_prompt"] as const;
export type SteeringText = (typeof steeringTexts)[number];

export type CardItem = { path: string; reason: string; text?: string };

export type CardDraft = {
  name: string;
  names: CardNames;
  /** Where the texts are in one of the house's languages. */
  language: "zh" | "en" | undefined;
  base_soul: string;
  reminder: string;
  examples: ExamplePair[];
  greeting: string;
  greetings: string[];
  lore: BookEntry[];
  steering: { name: SteeringText; text: string; taken: boolean }[];
  /** Kept for the way back, without any effect here. */
  kept: string[];
  dropped: CardItem[];
};

export type DraftOptions = {
  /** How the person is called in the texts. */
  person: string;
  take?: readonly SteeringText[];
};

/** The companion that a card makes. Nothing is stored, and the card stays as it is. */
export function draftOf(card: Card, options: DraftOptions): CardDraft {
  const { data } = card;
  const name = cutTo(textIn(data, "name").replace(/\s+/g, " ").trim(), most.name);
  const names = { character: textIn(data, "nickname").trim() || name, person: options.person };
  const fill = (field: string) => fillNames(textIn(data, field), names).trim();
  const language = languageOf(["description", "first_mes", "personality"].map(fill).join("\n"));
  const steering = steeringOf(card, names, options.take ?? []);
  const taken = (which: SteeringText) =>
    steering.find(({ name: one, taken: wanted }) => one === which && wanted)?.text ?? "";
  const greetings = greetingsOf(card, names);
  const pairs = readExamples(textIn(data, "mes_example"), names);
  const fitting = pairs.filter(
    ({ user, assistant }) => Math.max(user.length, assistant.length) <= most.example,
  );
  const examples = fitting.slice(0, most.examples);
  const book = readBook(fieldOf(data, "character_book"), names);
  const soul = [fill("description"), labelled("personality", fill("personality"), language)];
  const scene = labelled("scenario", fill("scenario"), language);
  return {
    name,
    names,
    language,
    base_soul: [...soul, scene, taken("system_prompt")].filter(Boolean).join("\n\n"),
    reminder: cutTo(
      [taken("post_history_instructions"), taken("depth_prompt")].filter(Boolean).join("\n"),
      4_000,
    ),
    examples,
    greeting: greetings.first,
    greetings: greetings.all,
    lore: book.entries,
    steering,
    kept: keptFields(card),
    dropped: [
      ...card.notes.map(({ path, note }) => ({ path, reason: note })),
      ...book.notes.map(({ path, note }) => ({ path, reason: note })),
      ...greetings.dropped,
      ...(pairs.length > examples.length ? [{ path: "mes_example", reason: "too_many" }] : []),
      ...(listIn(fieldOf(data, "character_book"), "entries").length > mostEntries
        ? [{ path: "character_book.entries", reason: "too_many" }]
        : []),
    ],
  };
}

const labels = {
  personality: { zh: "性格：", en: "Personality: " },
  scenario: { zh: "场景：", en: "Scenario: " },
} as const;

function labelled(which: keyof typeof labels, text: string, language: "zh" | "en" | undefined): string {
  return text === "" ? "" : `${labels[which][language ?? "en"]}${text}`;
}

function greetingsOf(card: Card, names: CardNames): { first: string; all: string[]; dropped: CardItem[] } {
  const first = fillNames(textIn(card.data, "first_mes"), names).trim();
  const others = textsIn(card.data, "alternate_greetings").map((text) => fillNames(text, names).trim());
  const given = [first, ...others].filter(Boolean);
  const all = given.filter((text) => text.length <= most.greeting).slice(0, most.greetings);
  const dropped = all.length < given.length ? [{ path: "alternate_greetings", reason: "too_long" }] : [];
  return { first: first.length <= most.greeting ? first : "", all, dropped };
}

function steeringOf(card: Card, names: CardNames, take: readonly SteeringText[]): CardDraft["steering"] {
  const { data } = card;
  const texts: Record<SteeringText, string> = {
    system_prompt: textIn(data, "system_prompt"),
    post_history_instructions: textIn(data, "post_history_instructions"),
    depth_prompt: textIn(fieldOf(fieldOf(data, "extensions"), "depth_prompt"), "prompt"),
  };
  return steeringTexts
    .map((name) => ({
      name,
      // What stands for the other program's own prompt has no meaning here.
      text: fillNames(texts[name].replace(/\{\{\s*original\s*\}\}/gi, ""), names).trim(),
      taken: take.includes(name),
    }))
    .filter(({ text }) => text !== "");
}

const used = new Set<string>([
  ...textFields.filter((name) => name !== "creator_notes"),
  "nickname",
  "alternate_greetings",
  "character_book",
]);

function keptFields({ data }: Card): string[] {
  const isEmpty = (value: unknown) =>
    value === "" || value === null || (Array.isArray(value) && value.length === 0) || isEmptyObject(value);
  return Object.keys(data)
    .filter((name) => !used.has(name) && !isEmpty(data[name]))
    .sort();
}

function isEmptyObject(value: unknown): boolean {
  return isFields(value) && Object.keys(value).length === 0;
}

function languageOf(text: string): "zh" | "en" | undefined {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const han = count(/\p{Script=Han}/gu);
  const kana = count(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu);
  const latin = count(/\p{Script=Latin}+/gu);
  if (han + kana + latin === 0 || kana * 10 > han) return kana > 0 ? undefined : latin > 0 ? "en" : undefined;
  return han >= latin ? "zh" : "en";
}

function cutTo(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length);
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}

/** Places in the card's texts that no name fills; each as it stands. */
export function unfilledPlaces({ data }: Card): string[] {
  return [...new Set(textFields.flatMap((name) => otherPlaces(textIn(data, name))))].slice(0, 50);
}
