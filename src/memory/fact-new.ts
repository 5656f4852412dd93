// A new fact made of a proposal: its times, how important it is, and who may know it (A25, A34, A126).
import type { Seconds } from "../schema/common.ts";
import type { Fact } from "../schema/fact.ts";
import { simplify } from "../schema/simplified.ts";
import { passesAt } from "./fact-date.ts";
import { isManyValued, isSingleValued, keyBase, statementOf } from "./fact-key.ts";
import { isNote } from "./fact-note.ts";
import type { ApplyInput, Proposal } from "./fact-proposal.ts";
import { scopeOf } from "./fact-shared.ts";

const day: Seconds = 86_400;
/** How long an intent without a date is kept. */
export const intentLasts: Seconds = 30 * day;

/** A wish of a life, and a day that will come, do not run out as plans do. */
const lasting = new Set(["wish", "birthday", "anniversary"]);
const softly =
  /打算|想|准备|计划|希望|考虑|可能|也许|\b(?:want|hope|would like|plan|intend|thinking of|consider|might|maybe)/i;

export type Times = { key: string; valid_from: Seconds; valid_to?: Seconds };

/**
 * From when a proposal holds, until when, and under which key. A day that was said counts for what happened on it. What will
 * be for certain of a single-valued key (下周三就搬去成都) holds from that day, or a month on where none can be told; what is only
 * meant to be is a `plan:` that runs out; an appointment is over with its day. Nothing else ever runs out.
 */
export function timesOf(proposal: Proposal): Times {
  const { key, said, date, isIntent, category } = proposal;
  const isDay = category === "important_date" || lasting.has(keyBase(key));
  if (!isIntent || isDay || proposal.commands) {
    const happened = category === "important_date" && date !== undefined && date.from < said;
    const valid_to = category === "important_date" ? passesAt(proposal) : undefined;
    return {
      key,
      valid_from: happened ? date.from : said,
      ...(valid_to === undefined ? {} : { valid_to }),
    };
  }
  const ahead = date !== undefined && date.from > said ? date : undefined;
  if (isSingleValued(key) && !softly.test(simplify(proposal.clause)))
    return { key, valid_from: ahead?.from ?? said + intentLasts };
  const ends = ahead === undefined ? said + intentLasts : ahead.until;
  return {
    key: isManyValued(key) || !isSingleValued(key) ? key : `plan:${key}`,
    valid_from: said,
    valid_to: ends,
  };
}

const firstKeys = new Set(["name", "call_name", "birthday", "emergency_contact"]);
const weightOf: Record<Fact["category"], number> = {
  health: 0.9,
  important_date: 0.7,
  personal_info: 0.6,
  relationship: 0.6,
  dislike: 0.5,
  preference: 0.5,
  habit: 0.4,
};
const vital = /^(?:taboo|avoids_topics|allergy)/;

/** 0 to 1 (A34: 0.5 where nothing speaks for more): health, taboos, names and the birthday count most. */
export function importanceOf(key: string, category: Fact["category"]): number {
  if (vital.test(key)) return 0.9;
  return firstKeys.has(keyBase(key)) ? 0.8 : weightOf[category];
}

/** Words that tell of something ahead. */
const ahead = /要|将|会|去|下次|\b(?:will|'ll|going to|about to|ahead|one day|dream)/i;
const tellsAhead = (plain: string) => softly.test(plain) || ahead.test(plain);
const planned = { zh: "打算（还没成）：", en: "planned, not so yet: " };

/** What a plan says of itself: 职业作家 of 我想成为作家 would pass for what is so now. */
function statementFor({ statement, value }: Proposal, key: string, input: ApplyInput): string {
  const isTold = !key.startsWith("plan:") || tellsAhead(simplify(statement));
  return isTold
    ? statement
    : `${planned[input.language]}${statementOf(key.slice("plan:".length), value, input.language)}`;
}

/** A40: whose memory it is, and of which kind; 004 files it by these. */
export function whoseMemory({ userId }: Pick<ApplyInput, "userId">): Record<string, string> {
  return userId === undefined ? {} : { character_id: userId, memory_type: "user_fact" };
}

/** The fact that a proposal becomes. `id`: of an entry that waited for it; else a new one. */
export function newFact(
  proposal: Proposal,
  times: Times,
  input: ApplyInput,
  id = `fact_${input.newId()}`,
): Fact {
  const { category, value, confidence, source, evidence, said, date, wording } = proposal;
  const { key, valid_from, valid_to } = times;
  return {
    id,
    ...(input.userId === undefined ? {} : { user_id: input.userId }),
    category,
    key,
    value,
    statement: statementFor(proposal, key, input),
    ...(wording === undefined ? {} : { role_wording: wording }),
    confidence,
    source,
    importance: importanceOf(key, category),
    first_mentioned_at: said,
    last_updated_at: input.now,
    last_confirmed_at: said,
    access_count: 0,
    is_deleted: false,
    metadata: {
      by: input.by,
      ...whoseMemory(input),
      ...(date === undefined ? {} : { date: date.date }),
      ...(date?.candidates === undefined ? {} : { candidates: date.candidates }),
    },
    evidence,
    status: "live",
    valid_from,
    valid_to: valid_to ?? null,
    superseded_by: null,
    // A note is in the person's own words: those stay with the companion that heard them.
    scope: scopeOf({ category, source }, (input.shares ?? true) && !proposal.isSecret && !isNote(key)),
    pinned: false,
    ...(date === undefined ? {} : { said: date.said }),
  };
}
