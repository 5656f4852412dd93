// Looks at a file before it is brought in: how much, from when to when, who speaks, how it begins, what cannot be read. Stores nothing.
import type { Deps } from "../deps.ts";
import type { ChatLine, Found } from "../exchange/chat.ts";
import { topicLimits } from "../memory/topic.ts";
import type { Id } from "../schema/common.ts";
import type { FilePreview, FileWish } from "../schema/request-exchange.ts";
import { giveWay } from "./give-way.ts";
import { openFile, Remainder } from "./import-file.ts";
import { Speakers } from "./import-sides.ts";
import { readCompanion } from "./read-companion.ts";

const firstLines = 10;
const shownLength = 200;
/** Speakers and conversations shown at most. */
const mostListed = 500;

/** The file as it would be taken. A format that nobody knows: AppError `invalid`. */
export async function previewFile(
  deps: Deps,
  user: Id,
  bytes: AsyncIterable<Uint8Array>,
  wish: FileWish,
): Promise<FilePreview> {
  const reader = await readCompanion(deps, user);
  const { format, found } = await openFile(reader, bytes, wish);
  const look = new Look(new Speakers(reader, wish.speakers), wish);
  let seen = 0;
  for await (const one of found) {
    look.hear(one);
    seen += 1;
    if (seen % 500 === 0) await giveWay();
  }
  return { format, ...look.result() };
}

class Look {
  private readonly speakers: Speakers;
  private readonly wanted: ReadonlySet<string> | undefined;
  private readonly remainder = new Remainder();
  private readonly threads = new Map<string, { id: string; title: string; count: number }>();
  private readonly first: ChatLine[] = [];
  private last: ChatLine | undefined;
  private messages = 0;
  private memories = 0;
  private undated = 0;
  private topics = 0;
  private dates: FilePreview["dates"] = null;
  private from = Number.POSITIVE_INFINITY;
  private to = Number.NEGATIVE_INFINITY;

  constructor(speakers: Speakers, { threads }: FileWish) {
    this.speakers = speakers;
    this.wanted = threads && new Set(threads);
  }

  hear(found: Found): void {
    if (found.kind === "left-out" || found.kind === "unreadable") this.remainder.note(found);
    if (found.kind === "memory") {
      this.memories += 1;
      this.span(found.memory.timestamp);
    }
    if (found.kind === "about" && found.dates) this.dates = found.dates;
    if (found.kind === "line") this.line(found.line);
    else this.speakers.hear(found);
  }

  private line(line: ChatLine): void {
    if (line.thread) this.count(line.thread);
    if (line.thread && this.wanted && !this.wanted.has(line.thread.id)) return;
    this.speakers.hear({ kind: "line", line });
    this.messages += 1;
    if (line.timestamp === undefined) this.undated += 1;
    this.span(line.timestamp);
    if (this.isNewTopic(line)) this.topics += 1;
    if (this.first.length < firstLines) this.first.push(line);
    this.last = line;
  }

  private span(at: number | undefined): void {
    if (at === undefined) return;
    this.from = Math.min(this.from, at);
    this.to = Math.max(this.to, at);
  }

  private count({ id, title }: { id: string; title: string }): void {
    const known = this.threads.get(id);
    if (known) known.count += 1;
    else if (this.threads.size < 10_000) this.threads.set(id, { id, title, count: 1 });
  }

  /** By silence and conversation alone: where the subject changes shows when it is taken. */
  private isNewTopic({ thread, timestamp }: ChatLine): boolean {
    if (!this.last || this.last.thread?.id !== thread?.id) return true;
    if (timestamp === undefined || this.last.timestamp === undefined) return false;
    return Math.abs(timestamp - this.last.timestamp) >= topicLimits.silence;
  }

  result(): Omit<FilePreview, "format"> {
    const speakers = this.speakers
      .list()
      .sort((a, b) => b.count - a.count)
      .slice(0, mostListed);
    return {
      messages: this.messages,
      memories: this.memories,
      topics: this.topics,
      from: Number.isFinite(this.from) ? this.from : null,
      to: Number.isFinite(this.to) ? this.to : null,
      undated: this.undated,
      dates: this.dates,
      speakers: speakers.map(({ name, count, decided, first }) => ({ name, count, side: decided, first })),
      threads: [...this.threads.values()].slice(0, mostListed),
      first: this.first.map((line) => ({
        speaker: line.speaker,
        side: this.speakers.sideOf(line),
        content: line.content.slice(0, shownLength),
        timestamp: line.timestamp ?? null,
      })),
      left_out: this.remainder.leftOut,
      unreadable: this.remainder.unreadable,
    };
  }
}
