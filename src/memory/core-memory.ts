// The core tier: what is let in, at most two a month, and what of it every context shows (A93–A103, R1, R9, R21).
import type { By, Seconds } from "../schema/common.ts";
import type { CoreCategory, CoreEntry, CoreMemory } from "../schema/core-memory.ts";
import { localMonth } from "../schema/zone.ts";

/** A94: of 10. */
export const leastImportance = 8;
/** A93, R21: in a calendar month of the owner's zone. */
export const monthlyLimit = 2;
/** From here two contents say the same (0 to 1); A96 asks for rather too few than one twice. */
export const duplicateSimilarity = 0.75;

export type CoreProposal = {
  content: string;
  category?: CoreCategory;
  importance: number;
  reason?: string;
  source_message_ids?: readonly string[];
};

export type CoreRefusal = "low_score" | "monthly_limit" | "duplicate" | "no_evidence" | "empty";

export type AdmissionInput = {
  now: Seconds;
  zone: string;
  newId: () => string;
  /** How alike two texts are, 0 to 1. */
  similarity: (a: string, b: string) => number;
  /** The messages that were judged. Where given, evidence must name some of them, and gives the entry its times. */
  messages?: readonly { message_id: string; timestamp: Seconds }[];
  /** Month of the evidence ("2026-11") where `messages` cannot tell it; default: the month of `now`. */
  monthOf?: (messageIds: readonly string[]) => string | undefined;
  by?: By;
};

export type Admission = {
  core: CoreMemory;
  admitted: CoreEntry[];
  refused: { content: string; reason: CoreRefusal }[];
};

/**
 * Judges proposals one by one, the most important first, against what is there and what was just let in. Counted against the
 * month's limit are entries by their latest evidence; what the owner wrote is not, since the limit binds the character (R8).
 */
export function admitCore(
  proposals: readonly CoreProposal[],
  core: CoreMemory,
  input: AdmissionInput,
): Admission {
  const admitted: CoreEntry[] = [];
  const refused: Admission["refused"] = [];
  const byImportance = [...proposals].sort((a, b) => mark(b.importance) - mark(a.importance));
  for (const proposal of byImportance) {
    const entry = entryOf(proposal, input);
    const reason = refusal(proposal, entry, [...core.memories, ...admitted], input);
    if (reason === null) admitted.push(entry);
    else refused.push({ content: proposal.content, reason });
  }
  if (admitted.length === 0) return { core, admitted, refused };
  return { core: { ...core, memories: [...core.memories, ...admitted] }, admitted, refused };
}

function refusal(
  proposal: CoreProposal,
  entry: CoreEntry,
  there: readonly CoreEntry[],
  input: AdmissionInput,
): CoreRefusal | null {
  if (entry.content === "") return "empty";
  if (mark(proposal.importance) < leastImportance) return "low_score";
  if ((entry.message_ids ?? []).length === 0) return "no_evidence";
  if (there.some((other) => saysTheSame(entry.content, other.content, input.similarity))) return "duplicate";
  const month = evidenceMonth(entry, input);
  const inMonth = there.filter((other) => other.by !== "owner" && monthOfEntry(other, input) === month);
  return inMonth.length >= monthlyLimit ? "monthly_limit" : null;
}

function entryOf(proposal: CoreProposal, input: AdmissionInput): CoreEntry {
  const named = new Set(proposal.source_message_ids ?? []);
  const known = input.messages?.filter((message) => named.has(message.message_id));
  const times = known?.map((message) => message.timestamp) ?? [];
  return {
    id: `core_${input.newId()}`,
    content: proposal.content.trim(),
    importance: mark(proposal.importance),
    message_ids: known ? known.map((message) => message.message_id) : [...named],
    created_at: input.now,
    by: input.by ?? "model",
    ...(times.length > 0 ? { started_at: Math.min(...times), ended_at: Math.max(...times) } : {}),
    ...(proposal.category ? { category: proposal.category } : {}),
    ...(proposal.reason ? { reason: proposal.reason } : {}),
  };
}

function evidenceMonth(entry: CoreEntry, input: AdmissionInput): string {
  if (entry.ended_at !== undefined) return localMonth(entry.ended_at, input.zone);
  return input.monthOf?.(entry.message_ids ?? []) ?? localMonth(input.now, input.zone);
}

/** The month that an entry counts for; one without any time counts for none. */
function monthOfEntry(entry: CoreEntry, input: AdmissionInput): string | undefined {
  if (entry.ended_at !== undefined) return localMonth(entry.ended_at, input.zone);
  const told = input.monthOf?.(entry.message_ids ?? []);
  if (told !== undefined) return told;
  return entry.created_at === undefined ? undefined : localMonth(entry.created_at, input.zone);
}

function mark(importance: number): number {
  return Number.isFinite(importance) ? Math.min(10, importance) : 0;
}

const negation = /[不没沒无無未非别勿]|\b(?:not|no|never|none|without|cannot)\b|n't\b/gi;

/**
 * True where a second entry would repeat the first: equal but for case, punctuation and spaces (C079), contained in it, or
 * very alike. Texts that differ in a negation or in their numbers are never the same, however alike (C084).
 */
export function saysTheSame(a: string, b: string, similarity: (a: string, b: string) => number): boolean {
  const one = folded(a);
  const other = folded(b);
  if (one === "" || other === "") return one === other;
  if (one === other) return true;
  if (marksOf(a, negation) !== marksOf(b, negation)) return false;
  if (marksOf(a, /\d+/g) !== marksOf(b, /\d+/g)) return false;
  return (one.length >= 6 && other.includes(one)) || similarity(a, b) >= duplicateSimilarity;
}

function folded(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

function marksOf(text: string, pattern: RegExp): string {
  return (text.normalize("NFKC").replace(/’/g, "'").toLowerCase().match(pattern) ?? []).sort().join(" ");
}
