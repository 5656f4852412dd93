// All files of one companion's log in their order: the months put away, the present file, and the one that waits beside it.

import { AppError } from "../error.ts";
import type { Seconds } from "../schema/common.ts";
import type { Entry } from "./log-entry.ts";
import { type LogContext, LogFile } from "./log-file.ts";
import { type Month, monthLabels } from "./log-month.ts";
import { Months } from "./log-months.ts";

/** Where new messages go while conversation.json is damaged; it joins it when that is mended. */
const waitingName = ".recovered/conversation.waiting.json";

/** Tidying that may wait: a disk that refuses it (AppError `storage`) stops nothing else. */
export async function unlessRefused(tidy: () => Promise<void>): Promise<void> {
  try {
    await tidy();
  } catch (error) {
    if (!(error instanceof AppError && error.code === "storage")) throw error;
  }
}

/** Calls come one at a time. */
export class Shelf {
  readonly present: LogFile;
  readonly waiting: LogFile;
  readonly months: Months;
  /** How often the present file was put away. */
  rolls = 0;
  readonly #zone: () => string;
  #labels: { zone: string; of: (at: Seconds) => Month };

  constructor(context: LogContext, zone: () => string, room: number) {
    this.present = new LogFile("conversation.json", context);
    this.waiting = new LogFile(waitingName, context);
    this.months = new Months(context, room);
    this.#zone = zone;
    this.#labels = { zone: "UTC", of: monthLabels("UTC") };
  }

  /** The month of a time in the owner's zone as it is now. */
  monthOf(at: Seconds): Month {
    const zone = this.#zone();
    if (zone !== this.#labels.zone) this.#labels = { zone, of: monthLabels(zone) };
    return this.#labels.of(at);
  }

  /** Brings the newest files up to the disk; what waited joins the present file as soon as that can be read again. */
  async settle(): Promise<void> {
    await this.present.fresh();
    await this.waiting.fresh();
    const waiting = this.waiting.entries;
    if (waiting.length === 0 || this.present.fault || this.waiting.fault) return;
    // Reading goes on where the disk is full: both are shown, and joined the next time.
    await unlessRefused(async () => {
      if (!waiting.every((entry) => this.present.has(entry.id))) {
        await this.present.update((entries) => {
          const there = new Set(entries.map((entry) => entry.id));
          return [...entries, ...waiting.filter((entry) => !there.has(entry.id))];
        });
      }
      await this.waiting.remove();
    });
  }

  /** What is not put away: the present file, then what waits. */
  recent(): readonly Entry[] {
    const waiting = this.waiting.entries;
    if (waiting.length === 0) return this.present.entries;
    return [...this.present.entries, ...waiting.filter((entry) => !this.present.has(entry.id))];
  }

  hasRecent(id: string): boolean {
    return this.present.has(id) || this.waiting.has(id);
  }

  /** A month put away, without what also stands in a newer file (a roll-over that was cut short). */
  async month(label: Month): Promise<readonly Entry[]> {
    const entries = await this.months.entries(label);
    return entries.some((entry) => this.hasRecent(entry.id))
      ? entries.filter((entry) => !this.hasRecent(entry.id))
      : entries;
  }

  /** The files that hold a message; reads older months only until it is found. */
  async holders(id: string): Promise<LogFile[]> {
    const recent = [this.waiting, this.present].filter((file) => file.has(id));
    const months = recent.length > 0 ? this.months.holdingKnown(id) : await this.months.holding(id);
    return [...recent, ...months.map((label) => this.months.file(label))];
  }
}
