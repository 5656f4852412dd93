// The months put away in conversations/: which there are, which message lies in which, and the few that stay in memory.

import { setImmediate } from "node:timers/promises";
import { AppError } from "../error.ts";
import type { Entry } from "./log-entry.ts";
import { type LogContext, LogFile } from "./log-file.ts";
import type { Month } from "./log-month.ts";
import { type TopicTally, tally } from "./log-topics.ts";

/** What stays known of a month when its text is let go. */
type Summary = { version: number; ids: readonly string[]; topics: TopicTally; weight: number };

const folder = "conversations";
const fileName = /^(\d{4}-\d{2})\.json$/;

/** Calls come one at a time. */
export class Months {
  readonly #context: LogContext;
  /** Characters of lines held in memory, over all months. */
  readonly #room: number;
  readonly #files = new Map<Month, LogFile>();
  /** In the order of last use. */
  readonly #summaries = new Map<Month, Summary>();
  /** Message id -> the newest month that holds it. */
  readonly #index = new Map<string, Month>();
  /** Ids that stand in more than one month, as after an owner's copy and paste. */
  readonly #doubles = new Map<string, Set<Month>>();
  #indexed = false;

  constructor(context: LogContext, room: number) {
    this.#context = context;
    this.#room = room;
  }

  /** Oldest first. */
  async labels(): Promise<Month[]> {
    const names = await this.#context.disk.list(folder);
    return names.flatMap((name) => fileName.exec(name)?.[1] ?? []).sort();
  }

  file(label: Month): LogFile {
    let file = this.#files.get(label);
    if (!file) {
      file = new LogFile(`${folder}/${label}.json`, this.#context);
      this.#files.set(label, file);
    }
    return file;
  }

  /** Each message once: one that also stands in a newer month is shown there. Unreadable: AppError. */
  async entries(label: Month): Promise<readonly Entry[]> {
    const entries = await this.load(label);
    if (this.#doubles.size === 0) return entries;
    return entries.filter((entry) => !this.#doubles.has(entry.id) || this.#index.get(entry.id) === label);
  }

  /** A month as it stands in its file. Unreadable: AppError. */
  async load(label: Month): Promise<readonly Entry[]> {
    const file = this.file(label);
    await file.fresh();
    const { entries } = file;
    this.#note(label, file);
    this.#makeRoom(label);
    return entries;
  }

  /** Topics of a month, without its text where that is known already. */
  async topics(label: Month): Promise<TopicTally> {
    if (this.#doubles.size > 0) return tally(await this.entries(label));
    return (await this.#summary(label)).topics;
  }

  /** The months that hold a message, newest first; reads older months only until it is found. */
  async holding(id: string): Promise<Month[]> {
    if (!this.#index.has(id) && !this.#indexed) {
      for (const label of (await this.labels()).reverse()) {
        await this.#verify(label);
        if (this.#index.has(id)) break;
      }
    }
    return this.holdingKnown(id);
  }

  /** As `holding`, among the months read so far. */
  holdingKnown(id: string): Month[] {
    const label = this.#index.get(id);
    if (label === undefined) return [];
    return [...(this.#doubles.get(id) ?? [label])].sort().reverse();
  }

  /** Reads each month not yet known, once, so that every id is known. An unreadable month is left for the next time. */
  async complete(): Promise<void> {
    if (!this.#indexed) await this.refresh();
  }

  /** Looks at every month again, or at the one of a file's name: hand edits are merged, new files are taken in. */
  async refresh(name?: string): Promise<void> {
    if (name !== undefined) {
      const [, label] = fileName.exec(name.slice(folder.length + 1)) ?? [];
      if (label !== undefined && !(await this.#verify(label))) this.#indexed = false;
      return;
    }
    const labels = new Set([...(await this.labels()), ...this.#files.keys()]);
    let all = true;
    // Oldest first, so that the newest are the ones still in memory afterwards.
    for (const label of [...labels].sort()) all = (await this.#verify(label)) && all;
    this.#indexed = all;
  }

  async #verify(label: Month): Promise<boolean> {
    try {
      await this.#summary(label);
      return true;
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  }

  async #summary(label: Month): Promise<Summary> {
    const file = this.file(label);
    const known = this.#summaries.get(label);
    if (known && known.version === file.version && (await file.unchanged())) return known;
    await this.load(label);
    // Many months are read in a row after a start; others get their turn in between.
    await setImmediate();
    return this.#summaries.get(label) ?? this.#note(label, file);
  }

  #note(label: Month, file: LogFile): Summary {
    const known = this.#summaries.get(label);
    this.#summaries.delete(label);
    if (known && known.version === file.version) {
      this.#summaries.set(label, known);
      return known;
    }
    for (const id of known?.ids ?? []) this.#unlist(id, label);
    const ids = file.entries.map((entry) => entry.id);
    for (const id of ids) this.#list(id, label);
    const weight = file.entries.reduce((sum, entry) => sum + entry.line.length, 0);
    const summary = { version: file.version, ids, topics: tally(file.entries), weight };
    this.#summaries.set(label, summary);
    return summary;
  }

  #list(id: string, label: Month): void {
    const other = this.#index.get(id);
    if (other === undefined) this.#index.set(id, label);
    else {
      const holders = this.#doubles.get(id) ?? new Set([other]);
      this.#doubles.set(id, holders.add(label));
      if (label > other) this.#index.set(id, label);
    }
  }

  #unlist(id: string, label: Month): void {
    const holders = this.#doubles.get(id);
    holders?.delete(label);
    const newest = [...(holders ?? [])].sort().at(-1);
    if (newest === undefined) this.#index.delete(id);
    else this.#index.set(id, newest);
    if (holders && holders.size < 2) this.#doubles.delete(id);
  }

  /** Lets go of the months used longest ago; the one in use stays. */
  #makeRoom(inUse: Month): void {
    const held = [...this.#summaries].filter(([label]) => this.file(label).inMemory);
    let weight = held.reduce((sum, [, summary]) => sum + summary.weight, 0);
    for (const [label, summary] of held) {
      if (weight <= this.#room) return;
      if (label === inUse) continue;
      this.file(label).forget();
      weight -= summary.weight;
    }
  }
}
