// Gives each line of a file its side and its time: by the file itself, by names, by what its owner said, by the lines around it.
import { AppError } from "../error.ts";
import type { ChatFormat, ChatLine, Found } from "../exchange/chat.ts";
import { type GivenSide, type Hints, type Speaker, sidesOf } from "../exchange/speakers.ts";
import type { Seconds } from "../schema/common.ts";
import type { Message } from "../schema/message.ts";
import type { FileWish } from "../schema/request-exchange.ts";
import type { Remainder } from "./import-file.ts";
import type { SidedLine } from "./import-topics.ts";
import type { Reader } from "./read-companion.ts";

/** Lines that are looked at before the first is taken: by then both have spoken. */
const linesAhead = 2_000;
/** A clock that runs ahead is forgiven so much, in seconds. */
const ahead: Seconds = 86_400;
/** Speakers that are told apart; a file with more is none of two people. */
const mostSpeakers = 2_000;
/** Characters of the first words that a preview shows. */
const firstLength = 120;

export type Sided = SidedLine;

/** Speakers as they are met, with how much each said. */
export class Speakers {
  private readonly met = new Map<string, Speaker>();
  private readonly reader: Reader;
  private readonly given: Readonly<Record<string, GivenSide>>;
  private about: { user?: string; assistant?: string } = {};
  private sides: Map<string, GivenSide | null> | null = null;

  constructor(reader: Reader, given: Readonly<Record<string, GivenSide>>) {
    this.reader = reader;
    this.given = given;
  }

  hear(found: Found): void {
    if (found.kind === "about") this.about = { ...this.about, ...presentIn(found) };
    if (found.kind !== "line") return;
    const { speaker, side, content } = found.line;
    const known = this.met.get(speaker);
    if (known) {
      known.count += 1;
      return;
    }
    if (this.met.size >= mostSpeakers) return;
    this.met.set(speaker, {
      name: speaker,
      count: 1,
      first: content.slice(0, firstLength),
      ...(side ? { side } : {}),
    });
    this.sides = null;
  }

  list(): (Speaker & { decided: GivenSide | null })[] {
    const sides = this.decided();
    return [...this.met.values()].map((speaker) => ({
      ...speaker,
      decided: sides.get(speaker.name) ?? null,
    }));
  }

  /** The side of a line; the format's own word for it goes before that of its speaker's name. */
  sideOf({ speaker, side }: ChatLine): GivenSide | null {
    if (side !== undefined && !Object.hasOwn(this.given, speaker)) return side;
    return this.decided().get(speaker) ?? null;
  }

  private decided(): Map<string, GivenSide | null> {
    if (this.sides) return this.sides;
    const { config, account } = this.reader;
    const hints: Hints = {
      person: [account?.display_name ?? "", account?.username ?? ""],
      companion: [config.name],
      ...this.about,
      given: this.given,
    };
    this.sides = sidesOf([...this.met.values()], hints);
    return this.sides;
  }
}

function presentIn({ user, assistant }: { user?: string; assistant?: string }) {
  return { ...(user ? { user } : {}), ...(assistant ? { assistant } : {}) };
}

function orderMissing(): AppError {
  return new AppError("invalid", "Say whether the day or the month comes first in the dates of this file.", {
    details: [{ path: "dates", message: "day_first or month_first" }],
  });
}

export type SidesInput = {
  reader: Reader;
  wish: FileWish;
  format: ChatFormat;
  now: Seconds;
  /** The end of the log, oldest first: talk without times must not be mixed into it. */
  said: readonly Message[];
  remainder: Remainder;
};

/** The lines of a file with sides and times. The first so many are held back until it is clear who is who. */
export class SidedLines {
  private readonly input: SidesInput;
  private readonly speakers: Speakers;
  private readonly threads: ReadonlySet<string> | undefined;
  private readonly clock: LineClock;

  constructor(input: SidesInput) {
    this.input = input;
    this.speakers = new Speakers(input.reader, input.wish.speakers);
    this.threads = input.wish.threads && new Set(input.wish.threads);
    this.clock = new LineClock(input.now, input.said);
  }

  /**
   * A speaker among the first whose side nobody knows: AppError `invalid` with the names; a later one is left out and named. Dates
   * of which nobody can tell the day: `invalid` too.
   */
  async *read(found: AsyncIterable<Found>): AsyncGenerator<Sided> {
    const most = this.input.format === "text" ? Number.POSITIVE_INFINITY : linesAhead;
    let held: ChatLine[] | null = [];
    for await (const one of found) {
      this.speakers.hear(one);
      if (one.kind === "about" && one.dates?.sure === false) throw orderMissing();
      if (one.kind === "left-out" || one.kind === "unreadable") this.input.remainder.note(one);
      if (one.kind !== "line" || !this.isWanted(one.line)) continue;
      if (!held) yield* this.sided(one.line);
      else if (held.push(one.line) >= most) {
        const first: ChatLine[] = held;
        held = null;
        yield* this.release(first);
      }
    }
    if (held) yield* this.release(held);
  }

  private isWanted({ thread }: ChatLine): boolean {
    // Other people's chats are not this companion's.
    if (thread && !this.threads && this.input.format === "telegram")
      throw new AppError("invalid", "This file holds the chats of a whole account. Say which one to take.", {
        details: [{ path: "threads", message: "name the chat to take" }],
      });
    if (!this.threads || !thread || this.threads.has(thread.id)) return true;
    this.input.remainder.leave("other_thread");
    return false;
  }

  private *release(held: readonly ChatLine[]): Iterable<Sided> {
    const unknown = new Set(
      held.filter((line) => this.speakers.sideOf(line) === null).map(({ speaker }) => speaker),
    );
    if (unknown.size > 0)
      throw new AppError("invalid", "Say whose words these are, yours or the companion's.", {
        details: [...unknown].slice(0, 50).map((name) => ({ path: `speakers.${name}`, message: "unknown" })),
      });
    this.clock.start(held, this.input.wish.date);
    for (const line of held) yield* this.sided(line);
  }

  private *sided(line: ChatLine): Iterable<Sided> {
    const { remainder } = this.input;
    const side = this.speakers.sideOf(line);
    if (side === "skip") remainder.leave("skipped_speaker");
    else if (side === null)
      remainder.note({ kind: "unreadable", place: line.place, reason: "unknown_speaker" });
    else {
      const time = this.clock.timeOf(line);
      if (!time) remainder.note({ kind: "unreadable", place: line.place, reason: "no_time" });
      else yield { ...line, side, ...time };
    }
  }
}

/** Times of lines: their own, else a second after the one before; where none has any, seconds that end at a date. */
export class LineClock {
  private readonly now: Seconds;
  private readonly said: readonly Message[];
  private last: Seconds | undefined;

  constructor(now: Seconds, said: readonly Message[] = []) {
    this.now = now;
    this.said = said;
  }

  /**
   * Told the first lines: where none of them carries a time, they are dated so that the last one is said at `date`, else now, or
   * before what was said here meanwhile: a greeting of a minute ago does not stand in the middle of a talk that was pasted.
   */
  start(held: readonly ChatLine[], date: Seconds | undefined): void {
    if (held.some(({ timestamp }) => timestamp !== undefined)) return;
    const end = date ?? this.freeEnd(held.length);
    this.last = Math.max(0, Math.floor(end) - held.length);
  }

  /** The latest second that has so many free ones before it. What came by an import is no talk of here. */
  private freeEnd(length: number): Seconds {
    let end = this.now;
    for (const { timestamp, import_id } of this.said.toReversed()) {
      if (timestamp < end - length) break;
      if (import_id === undefined) end = Math.min(end, Math.floor(timestamp) - 1);
    }
    return end;
  }

  timeOf({ timestamp }: ChatLine): { timestamp: Seconds; undated?: true } | undefined {
    if (timestamp !== undefined) {
      if (timestamp > this.now + ahead) return undefined;
      this.last = timestamp;
      return { timestamp };
    }
    if (this.last === undefined) return undefined;
    this.last += 1;
    return { timestamp: this.last, undated: true };
  }
}
