// One file of the log: read and repaired, grown in place, replaced whole, and watched for an owner's hand (DESIGN 3).

import { AppError } from "../error.ts";
import type { Edit } from "../schema/change.ts";
import { type Stamp, sameStamp } from "./durable.ts";
import type { LogDisk } from "./log-disk.ts";
import { complete, type Entry, type Fill } from "./log-entry.ts";
import { growFile } from "./log-grow.ts";
import { lookAt } from "./log-look.ts";
import { reconcile } from "./log-merge.ts";
import { keepPiece } from "./log-pieces.ts";
import { formatLog, type LogFault, linesAfter, type Reading } from "./log-text.ts";

export type LogContext = {
  disk: LogDisk;
  fill: Fill;
  /** Told of hand edits as they are found. */
  found: (edits: readonly Edit[]) => void;
  recovered: (name: string, reason: string) => void;
};

/** How often a file is looked at again while another program keeps writing it. */
const patience = 5;

/**
 * Calls come one at a time. Entries handed out are never changed afterwards. What was last seen is kept in memory only:
 * edits made while the server is stopped are the owner's and are taken as they are.
 */
export class LogFile {
  readonly name: string;
  /** Rises whenever the content may have changed. */
  version = 0;
  /** What was repaired since the file was opened, for people. */
  readonly repairs: string[] = [];
  readonly #context: LogContext;
  #entries: readonly Entry[] | undefined;
  #ids: Set<string> | undefined;
  #stamp: Stamp | undefined;
  /** What ends the file where it may grow in place; undefined where it must be written whole. */
  #closing: string | undefined;
  #fault: LogFault | undefined;
  /** True where a damaged file was never seen whole, so that what appears when it is mended is no new line. */
  #partial = false;
  /** True where we could not take a failed write back. */
  #torn = false;
  /** Cut from the end and not yet kept in .recovered/. */
  #cut: Buffer | undefined;

  constructor(name: string, context: LogContext) {
    this.name = name;
    this.#context = context;
  }

  /** In order. Empty before the first `fresh`. */
  get entries(): readonly Entry[] {
    return this.#entries ?? [];
  }

  get inMemory(): boolean {
    return this.#entries !== undefined;
  }

  get fault(): LogFault | undefined {
    return this.#fault;
  }

  /** True where the good version in use is the whole one. */
  get whole(): boolean {
    return !this.#partial;
  }

  has(id: string): boolean {
    this.#ids ??= new Set(this.entries.map((entry) => entry.id));
    return this.#ids.has(id);
  }

  /** True where the file on the disk is the one last seen, in memory or not. */
  async unchanged(): Promise<boolean> {
    return !this.#torn && sameStamp(await this.#context.disk.stamp(this.name), this.#stamp);
  }

  /** Brings memory up to the file: hand edits are merged, a torn end is repaired, a fault is noted. Unreadable: AppError. */
  async fresh(): Promise<void> {
    for (let attempt = 0; attempt < patience; attempt++) {
      if (this.#entries && (await this.unchanged())) return;
      if (await this.#load()) return;
    }
  }

  /** Lets go of the content, not of what is known of it. What is not on the disk in this form (damage, a full disk) is held. */
  forget(): void {
    if (this.#closing === undefined) return;
    this.#entries = undefined;
    this.#ids = undefined;
  }

  /**
   * One write at the end, durable when it resolves with true. False: the file broke meanwhile and nothing was added.
   * Disk refuses: AppError `storage`, the file is as before. Needs a `fresh` file without fault.
   */
  async append(added: readonly Entry[]): Promise<boolean> {
    const before = this.entries;
    const done =
      this.#closing === undefined || this.#stamp === undefined
        ? await this.#replace([...before, ...added])
        : await this.#grow(added, this.#closing, this.#stamp);
    if (done) return true;
    // An editor replaced the file meanwhile. As the missing end of what was seen, the new lines are added to its version.
    this.#remember([...before, ...added]);
    let there = false;
    try {
      await this.fresh();
      there = this.#closing !== undefined;
    } finally {
      if (!there) this.#drop(added);
    }
    if (!there && !this.#fault) throw held(this.name);
    return there;
  }

  /**
   * Rewrites the file: `change` gets the entries as they are and may be called again where the file changed meanwhile.
   * Damaged: AppError `damaged`. Disk refuses: `storage`, the file is as before.
   */
  async update(change: (entries: readonly Entry[]) => readonly Entry[]): Promise<void> {
    for (let attempt = 0; attempt < patience; attempt++) {
      await this.fresh();
      this.refuseDamage();
      const next = change(this.entries);
      if (next === this.entries || (await this.#replace(next))) return;
    }
    throw held(this.name);
  }

  /** AppError `damaged` with line and column where the file does not parse or fit. */
  refuseDamage(): void {
    if (!this.#fault) return;
    const { message, line, column } = this.#fault;
    throw new AppError("damaged", `${this.name}: ${message} (line ${line}, column ${column}).`, {
      details: { file: this.name, ...this.#fault },
    });
  }

  async remove(): Promise<void> {
    await this.#context.disk.remove(this.name);
    this.#adopt([], undefined, undefined);
  }

  async #load(): Promise<boolean> {
    const known = this.#entries;
    const seen = await lookAt(this.#context.disk, this.name, known?.length ?? 0);
    const { stamp, reading } = seen;
    if (this.#torn && known && stamp?.inode === this.#stamp?.inode) {
      // What a refused append left behind was never acknowledged.
      this.#adopt(known, stamp, undefined);
      return this.#persist(known);
    }
    if (!reading) {
      this.#fault = undefined;
      this.#partial = false;
      this.#adopt(known ?? [], undefined, undefined);
      return known?.length ? this.#persist(known) : true;
    }
    if (reading.fault && (reading.tornAt === undefined || known)) {
      return this.#leaveDamaged(reading, reading.fault, stamp);
    }
    if (reading.tornAt !== undefined) this.#cut = worthKeeping(seen.bytes.subarray(reading.tornAt));
    return this.#takeOver(reading, stamp);
  }

  async #takeOver(reading: Reading, stamp: Stamp | undefined): Promise<boolean> {
    const { fill, found } = this.#context;
    const known = this.#entries;
    const { entries, edits, changed } = known
      ? reconcile(known, reading.drafts, fill)
      : { ...complete(reading.drafts, fill), edits: [] };
    const partial = this.#partial;
    this.#fault = undefined;
    this.#partial = false;
    this.#adopt(entries, stamp, changed ? undefined : reading.closing);
    const told = partial ? edits.filter((edit) => edit.before !== null) : edits;
    if (told.length > 0) found(told);
    return this.#closing === undefined ? this.#persist(entries) : true;
  }

  #leaveDamaged(reading: Reading, fault: LogFault, stamp: Stamp | undefined): boolean {
    if (!this.#entries) this.#partial = true;
    const entries = this.#entries ?? complete(reading.drafts, this.#context.fill).entries;
    this.#fault = fault;
    this.#adopt(entries, stamp, undefined);
    return true;
  }

  /** Writes what was merged or repaired. A disk that refuses must not stop reading: the next append tries again. */
  async #persist(entries: readonly Entry[]): Promise<boolean> {
    try {
      return await this.#replace(entries);
    } catch (error) {
      if (error instanceof AppError && error.code === "storage") return true;
      throw error;
    }
  }

  /** False where the file changed since it was last seen; then nothing was written. */
  async #replace(entries: readonly Entry[]): Promise<boolean> {
    const { disk } = this.#context;
    await this.#keepCut();
    let moved = false;
    const guard = async () => {
      moved = !sameStamp(await disk.stamp(this.name), this.#stamp);
      if (moved) throw held(this.name);
    };
    try {
      const stamp = await disk.replace(this.name, formatLog(entries), guard);
      this.#adopt(entries, stamp, "\n]");
      return true;
    } catch (error) {
      if (moved) return false;
      throw error;
    }
  }

  async #keepCut(): Promise<void> {
    if (!this.#cut) return;
    const { disk, recovered } = this.#context;
    const kept = await keepPiece(disk, this.name, this.#cut);
    this.#cut = undefined;
    const reason = `The end of the file was unreadable; what was cut off is kept in ${kept}.`;
    this.repairs.push(reason);
    recovered(this.name, reason);
  }

  /** The write in place. False where afterwards another file, or one of another size, stands there. */
  async #grow(added: readonly Entry[], closing: string, stamp: Stamp): Promise<boolean> {
    const text = linesAfter(added, this.entries.length === 0);
    const grown = await growFile(this.#context.disk, this.name, { closing, stamp }, text);
    if (grown.kind === "moved") return false;
    if (grown.kind === "written") {
      this.#adopt([...this.entries, ...added], grown.stamp, "\n]", added);
      return true;
    }
    if (grown.stamp) this.#stamp = grown.stamp;
    else this.#torn = true;
    throw grown.error;
  }

  #drop(refused: readonly Entry[]): void {
    const ids = new Set(refused.map((entry) => entry.id));
    this.#remember(this.entries.filter((entry) => !ids.has(entry.id)));
  }

  #remember(entries: readonly Entry[]): void {
    this.#entries = entries;
    this.#ids = undefined;
  }

  #adopt(
    entries: readonly Entry[],
    stamp: Stamp | undefined,
    closing: string | undefined,
    added?: readonly Entry[],
  ): void {
    this.#entries = entries;
    this.#stamp = stamp;
    this.#closing = closing;
    this.#torn = false;
    this.version += 1;
    if (!added) this.#ids = undefined;
    else for (const entry of added) this.#ids?.add(entry.id);
  }
}

/** Nothing where only brackets, commas and white space were cut. */
function worthKeeping(cut: Buffer): Buffer | undefined {
  return /[^\s,[\]]/.test(cut.toString("latin1")) ? cut : undefined;
}

function held(name: string): AppError {
  return new AppError("storage", `${name}: another program keeps writing the file.`, {
    retryable: true,
    details: { file: name, reason: "held" },
  });
}
