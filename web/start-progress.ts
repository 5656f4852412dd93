// How far the first run has come, kept in this browser so that it can be left and taken up again.
import { signal } from "@preact/signals";
import { readKept, readKeptJson, writeKept } from "./kept.ts";

/** The companion that was made, and the question that comes next (0 to 5). */
export type Progress = { account: string; user_id: string; question: number };

function isProgress(value: unknown): value is Progress | null {
  if (value === null) return true;
  const { account, user_id, question } = value as Partial<Progress>;
  return typeof account === "string" && typeof user_id === "string" && typeof question === "number";
}

/** Null while nobody was invited, and once the questions are over. */
export const progress = signal<Progress | null>(null);

/** The person said "later" in this tab: the house does not lead to the first run by itself again. */
export const left = signal(false);

/** Takes up what was kept for this account. Another account's is none of its business. */
export function takeUp(account: string): void {
  const kept = readKeptJson<Progress | null>("local", "start", isProgress, null);
  progress.value = kept?.account === account ? kept : null;
  left.value = readKept("session", "start-left") !== null;
}

function keep(next: Progress | null): void {
  progress.value = next;
  writeKept("local", "start", next === null ? null : JSON.stringify(next));
}

/** Somebody has been invited: the questions come next. */
export function invited(account: string, user_id: string): void {
  keep({ account, user_id, question: 0 });
}

/** This question comes next. */
export function goOnWith(question: number): void {
  if (progress.value !== null) keep({ ...progress.value, question });
}

/** The questions are over, answered or not. */
export function finish(): void {
  keep(null);
}

/** Not now. */
export function leave(): void {
  left.value = true;
  writeKept("session", "start-left", "yes");
}
