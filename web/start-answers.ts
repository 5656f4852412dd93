// What the five questions of the first run come to: facts of the companion, and settings of the account. Pure.
import { type BirthdayDraft, type BirthdayFault, birthdayValue } from "./birthday.ts";
import type { FactWish } from "./memory-shapes.ts";
import type { User } from "./shapes.ts";

export const questions = ["call", "birthday", "avoid", "rhythm", "met"] as const;
export type Question = (typeof questions)[number];

/** Longest answers, in characters; most matters that are not to be brought up. */
export const longestMet = 160;
export const longestMatter = 100;
export const mostMatters = 10;
export const longestName = 60;

export type Answers = {
  call: { name: string; share: boolean };
  birthday: BirthdayDraft & { share: boolean };
  avoid: { lines: string; share: boolean };
  rhythm: { bed: string; wake: string; quiet: boolean; share: boolean };
  met: { how: string };
};

export const noAnswers: Answers = {
  call: { name: "", share: true },
  birthday: { calendar: "solar", month: "", day: "", year: "", leap: false, share: true },
  avoid: { lines: "", share: false },
  rhythm: { bed: "", wake: "", quiet: true, share: true },
  met: { how: "" },
};

export type AnswerFault = BirthdayFault | "avoidLong" | "bothTimes" | "sameTimes";

/** What is written for one answer: facts one by one, then fields of the account. Both empty: nothing was said. */
export type Writes = {
  facts: FactWish[];
  account: Partial<Pick<User, "display_name">> & { quiet_hours?: { from: string; to: string } };
};

/** Sentences that need the reader's language and the companion's name. */
export type Sayings = {
  sleeps: (bed: string, wake: string) => string;
  met: (name: string, how: string) => string;
};

/** `named`: the account has a name of its own already, other than the one it signs in with. */
export type About = { name: string; named: boolean; says: Sayings };

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();
const scopeOf = (share: boolean) => (share ? ("shared" as const) : ("private" as const));
const nothing: Writes = { facts: [], account: {} };

/** What one answer comes to, or what is wrong with it; an empty answer comes to nothing. */
export function writesFor(
  question: Question,
  answers: Answers,
  about: About,
): Writes | { fault: AnswerFault } {
  switch (question) {
    case "call":
      return callWrites(answers.call, about);
    case "birthday":
      return birthdayWrites(answers.birthday);
    case "avoid":
      return avoidWrites(answers.avoid);
    case "rhythm":
      return rhythmWrites(answers.rhythm, about);
    case "met":
      return metWrites(answers.met, about);
  }
}

/** True where the answer is left empty, so that it is skipped. */
export function isBlank(writes: Writes): boolean {
  return writes.facts.length === 0 && Object.keys(writes.account).length === 0;
}

function callWrites({ name, share }: Answers["call"], { named }: About): Writes {
  const value = [...oneLine(name)].slice(0, longestName).join("");
  if (value === "") return nothing;
  const fact: FactWish = { category: "personal_info", key: "call_name", value, scope: scopeOf(share) };
  // Whoever has given the house no name yet is called so there too.
  return { facts: [fact], account: named ? {} : { display_name: value } };
}

function birthdayWrites(draft: Answers["birthday"]): Writes | { fault: AnswerFault } {
  const birthday = birthdayValue(draft);
  if (birthday === null) return nothing;
  if ("fault" in birthday) return birthday;
  const { value } = birthday;
  const scope = scopeOf(draft.share);
  return { facts: [{ category: "important_date", key: "birthday", value, scope }], account: {} };
}

function avoidWrites({ lines, share }: Answers["avoid"]): Writes | { fault: AnswerFault } {
  const matters = [...new Set(lines.split("\n").map(oneLine))].filter((one) => one !== "");
  if (matters.length > mostMatters || matters.some((one) => [...one].length > longestMatter))
    return { fault: "avoidLong" };
  const scope = scopeOf(share);
  const facts = matters.map(
    (value): FactWish => ({ category: "dislike", key: "avoids_topics", value, scope }),
  );
  return { facts, account: {} };
}

function rhythmWrites(
  { bed, wake, quiet, share }: Answers["rhythm"],
  { says }: About,
): Writes | { fault: AnswerFault } {
  if (bed === "" && wake === "") return nothing;
  if (bed === "" || wake === "") return { fault: "bothTimes" };
  if (bed === wake) return { fault: "sameTimes" };
  const fact: FactWish = {
    category: "habit",
    key: "sleep_schedule",
    value: `${bed}–${wake}`,
    statement: says.sleeps(bed, wake),
    scope: scopeOf(share),
  };
  return { facts: [fact], account: quiet ? { quiet_hours: { from: bed, to: wake } } : {} };
}

function metWrites({ how }: Answers["met"], { name, says }: About): Writes {
  const value = [...oneLine(how)].slice(0, longestMet).join("");
  if (value === "") return nothing;
  const statement = says.met(name, value).slice(0, 200);
  return {
    facts: [{ category: "relationship", key: "how_we_met", value, statement, scope: "private" }],
    account: {},
  };
}
