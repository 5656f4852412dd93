// A companion's own pages as the edit form holds them, and what of them has changed. Pure.
import type { Config } from "../src/schema/config.ts";
import type { EditBody } from "../src/schema/request-companion.ts";
import { type BondDraft, bondOfDraft, draftOfBond } from "./bond.ts";
import type { AiUser } from "./shapes.ts";

/** GET /api/ai-users/{user_id}: what the list shows, and the pages of the persona. */
export type Companion = AiUser &
  Pick<Config, "base_soul" | "scenario" | "examples" | "greetings" | "reminder" | "style"> &
  Partial<Pick<Config, "reply_policy" | "allow_cold">>;

export type Example = { user: string; assistant: string };

export type Draft = {
  name: string;
  pronoun: string;
  language: Companion["language"];
  base_soul: string;
  scenario: string;
  reminder: string;
  examples: Example[];
  greetings: string[];
  voice: string;
  emoji: "" | "none" | "few" | "many";
  length: "" | "short" | "medium" | "long";
  bond: BondDraft;
  /** Whether everything is answered, or the relationship may leave a message read (R10). */
  replies: Config["reply_policy"];
  /** Whether the relationship may be judged colder than 一般 (R39). */
  colder: "no" | "yes";
};

/** Longest texts, in characters, as the server takes them. */
export const longest = {
  name: 80,
  pronoun: 20,
  base_soul: 60_000,
  scenario: 20_000,
  reminder: 4_000,
  line: 4_000,
  voice: 500,
} as const;
export const mostLines = 50;

export function draftOf(companion: Companion): Draft {
  const { style, pronoun = "" } = companion;
  return {
    name: companion.name,
    pronoun,
    language: companion.language,
    base_soul: companion.base_soul ?? "",
    scenario: companion.scenario ?? "",
    reminder: companion.reminder ?? "",
    examples: (companion.examples ?? []).map(({ user, assistant }) => ({ user, assistant })),
    greetings: [...(companion.greetings ?? [])],
    voice: style?.voice ?? "",
    emoji: style?.emoji ?? "",
    length: style?.length ?? "",
    bond: draftOfBond(companion.bond),
    replies: companion.reply_policy ?? "always",
    colder: companion.allow_cold === true ? "yes" : "no",
  };
}

export type DraftFault = { at: "name" | "bond" } | { at: "example"; index: number };

/** What must be mended before it can be saved; empty lines of lists are no fault, they are left out. */
export function faultOf(draft: Draft): DraftFault | null {
  if (draft.name.trim() === "") return { at: "name" };
  if (bondOfDraft(draft.bond) === null) return { at: "bond" };
  const index = draft.examples.findIndex(
    ({ user, assistant }) => (user.trim() === "") !== (assistant.trim() === ""),
  );
  return index < 0 ? null : { at: "example", index };
}

function whole(draft: Draft, before: Companion | null): EditBody {
  const { name, pronoun, language, base_soul, scenario, reminder, voice, emoji, length } = draft;
  const { voice: _voice, emoji: _emoji, length: _length, ...further } = before?.style ?? {};
  const style = {
    ...further,
    ...(voice.trim() === "" ? {} : { voice: voice.trim() }),
    ...(emoji === "" ? {} : { emoji }),
    ...(length === "" ? {} : { length }),
  };
  const bond = bondOfDraft(draft.bond);
  return {
    name: name.trim(),
    pronoun: pronoun.trim(),
    language,
    base_soul: base_soul.trim(),
    scenario: scenario.trim(),
    reminder: reminder.trim(),
    examples: draft.examples
      .map(({ user, assistant }) => ({ user: user.trim(), assistant: assistant.trim() }))
      .filter(({ user }) => user !== ""),
    greetings: draft.greetings.map((one) => one.trim()).filter((one) => one !== ""),
    style,
    ...(bond === null ? {} : { bond }),
    reply_policy: draft.replies,
    allow_cold: draft.colder === "yes",
  };
}

/** Only the fields that differ from what was read: another window's changes of other fields stay. */
export function changesOf(before: Companion, draft: Draft): EditBody {
  const was = whole(draftOf(before), before);
  const is = whole(draft, before);
  return Object.fromEntries(
    Object.entries(is).filter(([name, value]) => {
      return JSON.stringify(value) !== JSON.stringify(was[name as keyof EditBody]);
    }),
  );
}

/** The form after a save: what was typed while it was on its way stays, the rest is as it is kept now. */
export function afterSave(sent: Draft, typed: Draft, saved: Companion): Draft {
  const since = Object.entries(typed).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(sent[name as keyof Draft]),
  );
  return { ...draftOf(saved), ...Object.fromEntries(since) };
}

/** True where the form differs from what was read, be it only by something half done. */
export function isTouched(before: Companion, draft: Draft): boolean {
  return JSON.stringify(draftOf(before)) !== JSON.stringify(draft);
}

/** A rough count of tokens: four Latin letters, or one Chinese character and a bit. */
export function roughTokens(text: string): number {
  let han = 0;
  for (const _ of text.matchAll(/\p{Script=Han}/gu)) han += 1;
  return Math.round(han * 1.1 + (text.length - han) / 4);
}

/** True for a draft that was kept by this page (or, after a change of the page, an older form of it). */
export function isDraft(value: unknown): value is Draft {
  if (typeof value !== "object" || value === null) return false;
  const { name, base_soul, scenario, reminder, pronoun, voice, examples, greetings, bond, replies, colder } =
    value as Partial<Draft>;
  const texts = [name, base_soul, scenario, reminder, pronoun, voice, replies, colder];
  return (
    texts.every((text) => typeof text === "string") &&
    Array.isArray(examples) &&
    examples.every((one) => typeof one?.user === "string" && typeof one.assistant === "string") &&
    Array.isArray(greetings) &&
    greetings.every((one) => typeof one === "string") &&
    typeof bond?.kind === "string" &&
    typeof bond.own === "string"
  );
}
