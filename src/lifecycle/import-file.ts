// Brings in a file of another program: looked at first without storing anything, then taken as it streams past (part 4).
import type { Deps } from "../deps.ts";
import { AppError } from "../error.ts";
import type { ChatFormat, Found, MemoryLine, Unreadable } from "../exchange/chat.ts";
import { decoded } from "../exchange/decode.ts";
import { chatReaders, detectFormat } from "../exchange/detect.ts";
import { peeked } from "../exchange/peek.ts";
import { toldApart } from "../exchange/speakers.ts";
import { topicLimits } from "../memory/topic.ts";
import type { Id } from "../schema/common.ts";
import type { FileAnswer, FileWish } from "../schema/request-exchange.ts";
import { giveWay } from "./give-way.ts";
import { importTopics, refuseCancelled } from "./import.ts";
import { beginImport, dropImport, endImport, type ImportRun } from "./import-job.ts";
import { keepMemories } from "./import-memories.ts";
import { type Sided, SidedLines } from "./import-sides.ts";
import { cutTopics } from "./import-topics.ts";
import { type Reader, readCompanion } from "./read-companion.ts";

/** Unreadable places named in an answer; all are counted. */
export const mostNamed = 50;
/** Memories of one file. */
const mostMemories = 50_000;

/** What was not taken, by reason, and what could not be read, by place. */
export class Remainder {
  readonly leftOut: Record<string, number> = {};
  readonly unreadable: { count: number; list: { place: number; reason: Unreadable }[] } = {
    count: 0,
    list: [],
  };

  note(found: Extract<Found, { kind: "left-out" | "unreadable" }>): void {
    const { place, reason } = found;
    if (found.kind === "left-out") this.leave(reason);
    else {
      this.unreadable.count += 1;
      if (this.unreadable.list.length < mostNamed)
        this.unreadable.list.push({ place, reason: reason as Unreadable });
    }
  }

  leave(reason: string): void {
    this.leftOut[reason] = (this.leftOut[reason] ?? 0) + 1;
  }
}

/** The file's parts one by one, and which program wrote it. Unknown: AppError `invalid`. */
export async function openFile(
  reader: Reader,
  bytes: AsyncIterable<Uint8Array>,
  wish: FileWish,
): Promise<{ format: ChatFormat; found: AsyncIterable<Found> }> {
  const { head, whole } = await peeked(decoded(bytes));
  const format = wish.format === "auto" ? detectFormat(head) : wish.format;
  if (head.trim() === "") throw unusable("content", "the file is empty");
  // ChatGPT and Claude hand out their exports packed.
  if (head.startsWith("PK\u0003\u0004"))
    throw unusable(
      "content",
      "this is a packed archive; unpack it and send the file in it (conversations.json, memories.json)",
    );
  if (format === undefined) throw unusable("format", "no known program writes such a file; name the format");
  const { config, account, zone, language } = reader;
  const person = account?.display_name ?? "";
  const names = [config.name, person, ...Object.keys(wish.speakers)];
  const read = chatReaders[format](whole, { zone, names, dates: wish.dates });
  const [me, them] = language === "zh" ? ["我", "对方"] : ["Me", "Them"];
  return { format, found: toldApart(read, { user: [person, me], assistant: [config.name, them] }) };
}

function unusable(path: string, message: string): AppError {
  return new AppError("invalid", "This file cannot be brought in.", { details: [{ path, message }] });
}

/**
 * Takes a file. What cannot be read is named and the rest is taken. Nothing to take, or a speaker whose side nobody knows: `invalid`,
 * and nothing is stored. It runs outside of the companion's order; only the writes stand in it.
 */
export async function importFile(
  deps: Deps,
  user: Id,
  bytes: AsyncIterable<Uint8Array>,
  wish: FileWish,
  run: ImportRun,
): Promise<FileAnswer> {
  const reader = await readCompanion(deps, user);
  const { format, found } = await openFile(reader, bytes, wish);
  const remainder = new Remainder();
  const memories: MemoryLine[] = [];
  const said = await deps.store.log.tail(user, topicLimits.overflow);
  const sided = new SidedLines({ reader, wish, format, now: deps.clock.now(), said, remainder });
  const spoken = sided.read(withoutMemories(found, memories, run));
  const first = await spoken.next();
  const named = { ...run, format };
  const brought =
    first.done === true
      ? { messages: 0, topics: 0, skipped: 0 }
      : await importTopics(
          deps,
          user,
          cutTopics(resumed(first.value, spoken), format),
          wish.summarise,
          named,
        );
  const kept =
    memories.length === 0
      ? { added: [], skipped: 0 }
      : await takeMemories(deps, reader, memories, { format, run: named });
  if (first.done === true && memories.length === 0) throw nothingIn(remainder);
  return {
    import_id: run.id,
    format,
    messages: brought.messages,
    topics: brought.topics,
    memories: kept.added.length,
    skipped: brought.skipped + kept.skipped,
    left_out: remainder.leftOut,
    unreadable: remainder.unreadable,
  };
}

function nothingIn({ unreadable, leftOut }: Remainder): AppError {
  const details = unreadable.list.map(({ place, reason }) => ({ path: `content.${place}`, message: reason }));
  return new AppError("invalid", "There is nothing in this file that could be taken.", {
    details:
      details.length > 0
        ? details
        : [{ path: "content", message: Object.keys(leftOut).join(", ") || "empty" }],
  });
}

async function* resumed(first: Sided, rest: AsyncIterator<Sided>): AsyncIterable<Sided> {
  yield first;
  for (;;) {
    const { done, value } = await rest.next();
    if (done) return;
    yield value;
  }
}

async function* withoutMemories(
  found: AsyncIterable<Found>,
  memories: MemoryLine[],
  run: ImportRun,
): AsyncIterable<Found> {
  let seen = 0;
  for await (const one of found) {
    seen += 1;
    // Long stretches without a message must neither hold up everybody else nor go on after a cancel.
    if (seen % 200 === 0) {
      refuseCancelled(run);
      await giveWay();
    }
    if (one.kind !== "memory") yield one;
    else if (memories.length < mostMemories) memories.push(one.memory);
    else yield { kind: "unreadable", place: one.memory.place, reason: "too_large" };
  }
}

/** Memories as one import, noted before the first is stored, so that a stop leaves nothing of it. */
async function takeMemories(
  deps: Deps,
  reader: Reader,
  memories: readonly MemoryLine[],
  { format, run }: { format: ChatFormat; run: ImportRun },
): Promise<{ added: string[]; skipped: number }> {
  const { user } = reader;
  const none = { messages: 0, topics: 0 };
  await run.inOrder(() => beginImport(deps, user, run));
  try {
    const kept = await keepMemories(deps, reader, memories, { format, run });
    const brought = { ...none, skipped: kept.skipped, entry_ids: kept.added };
    await run.inOrder(() => endImport(deps, user, run.id, brought));
    return kept;
  } catch (error) {
    // Where the disk refuses this as well, the next start does it.
    await run.inOrder(() => dropImport(deps, user, run.id)).catch(() => {});
    throw error;
  }
}
