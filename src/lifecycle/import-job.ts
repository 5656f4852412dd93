// Keeps book of imports, so that one can be cancelled, taken back in one call, and is not left half done by a stop (part 4).
import type { Deps } from "../deps.ts";
import { AppError } from "../error.ts";
import type { EraseTarget } from "../memory/erase-target.ts";
import type { Id } from "../schema/common.ts";
import { type ImportJob, type Imports, mostImports } from "../schema/import-job.ts";
import { companion } from "../store/store.ts";
import { judgeBond } from "./bond.ts";
import { applyErasure } from "./erase-apply.ts";
import { giveWay } from "./give-way.ts";
import { readCompanion } from "./read-companion.ts";
import { bringInLine } from "./recover.ts";

/** Runs a task in the companion's own order, between its turns. */
export type InOrder = <T>(task: () => Promise<T>) => Promise<T>;

/** One import while it runs. */
export type ImportRun = {
  id: string;
  format: string;
  signal?: AbortSignal | undefined;
  inOrder: InOrder;
};

/** An import for callers that hold the companion's order already. */
export function plainRun(deps: Deps, format: string): ImportRun {
  return { id: deps.newId(), format, inOrder: (task) => task() };
}

async function change(deps: Deps, user: Id, edit: (imports: Imports) => Imports): Promise<void> {
  const meta = { by: "import" as const, cause: "import" };
  await deps.store.commit(companion(user), ["imports"], meta, ({ imports }) => ({
    documents: { imports: edit(imports) },
    result: undefined,
  }));
}

/** The imports of a companion, newest first. */
export async function listImports(deps: Deps, user: Id): Promise<Imports> {
  return (await deps.store.read(companion(user), "imports")).toReversed();
}

/** Notes an import before its first message is stored: whatever a stop leaves of it is taken back then. */
export async function beginImport(deps: Deps, user: Id, { id, format }: ImportRun): Promise<void> {
  const job = { id, format, at: deps.clock.now(), state: "running" as const };
  const fresh: ImportJob = { ...job, messages: 0, topics: 0, skipped: 0, entry_ids: [] };
  await change(deps, user, (imports) => [...imports, fresh].slice(-mostImports));
}

/** Notes that an import is whole. One that brought nothing leaves no line. */
export async function endImport(
  deps: Deps,
  user: Id,
  id: string,
  brought: Pick<ImportJob, "messages" | "topics" | "skipped"> & { entry_ids?: string[] },
): Promise<void> {
  const nothing = brought.messages === 0 && (brought.entry_ids ?? []).length === 0;
  await change(deps, user, (imports) =>
    imports.flatMap((job) => {
      if (job.id !== id) return job;
      return nothing ? [] : { ...job, ...brought, state: "done" as const };
    }),
  );
}

/** An import that was cancelled, or that failed: what it has brought goes again. Where the disk refuses, the next start does it. */
export async function dropImport(deps: Deps, user: Id, id: string): Promise<void> {
  await takeBack(deps, user, id);
  await change(deps, user, (imports) => imports.filter((job) => job.id !== id));
}

/**
 * Takes back what an import brought, and what was made of it. Messages that were there before it stay, and so does what was said
 * since. It may be imported again. Unknown: `not_found`; taken back already: `conflict`. Run between turns.
 */
export async function undoImport(
  deps: Deps,
  user: Id,
  id: string,
): Promise<{ messages: number; entries: number }> {
  const job = (await deps.store.read(companion(user), "imports")).find((one) => one.id === id);
  if (!job) throw new AppError("not_found", "There is no such import.");
  if (job.state === "running") throw new AppError("conflict", "This import still runs; cancel it first.");
  if (job.state === "undone") throw new AppError("conflict", "This import was taken back already.");
  await change(deps, user, (imports) =>
    imports.map((one) => (one.id === id ? { ...one, state: "undoing" } : one)),
  );
  const gone = await takeBack(deps, user, id);
  await change(deps, user, (imports) =>
    imports.map((one) => (one.id === id ? { ...one, state: "undone", entry_ids: [] } : one)),
  );
  return gone;
}

/** Takes back what a stop left of imports that ran or were being taken back. Run once after a start, before anything else. */
export async function endTornImports(deps: Deps, user: Id): Promise<void> {
  const imports = await deps.store.view(companion(user), "imports");
  for (const { id, state } of imports) {
    if (state === "running") await dropImport(deps, user, id);
    if (state === "undoing") await undoImport(deps, user, id);
  }
}

/** Companions of which a stop left an import half done: these are mended before anybody may look. */
export async function withTornImports(deps: Deps): Promise<Id[]> {
  const torn: Id[] = [];
  for (const user of await deps.store.list("companion")) {
    // One that cannot be read is its own trouble, and holds up nobody.
    const imports = await deps.store.view(companion(user), "imports").catch(() => []);
    if (imports.some(({ state }) => state === "running" || state === "undoing")) torn.push(user);
  }
  return torn;
}

const nothing: ReadonlySet<string> = new Set();
const nowhere = () => false;

async function takeBack(deps: Deps, user: Id, id: string): Promise<{ messages: number; entries: number }> {
  const messages = new Set<string>();
  const topics = new Set<string>();
  for await (const month of deps.store.log.scan(user)) {
    for (const message of month)
      if (message.import_id === id) {
        messages.add(message.message_id);
        topics.add(message.topic_id);
      }
    await giveWay();
  }
  const entries = await entriesOf(deps, user, id);
  if (messages.size + entries.size === 0) return { messages: 0, entries: 0 };
  const target: EraseTarget = {
    messages,
    topics,
    entries: nothing,
    asked: entries,
    owed: nothing,
    holds: nowhere,
    quoted: nowhere,
  };
  await applyErasure(deps, user, target, nothing, id);
  await bringInLine(deps, user);
  await judgeBond(deps, await readCompanion(deps, user));
  const { owner } = await deps.store.view(companion(user), "config");
  if (owner) deps.publish(owner, { event: "resync", data: {} }, user);
  return { messages: messages.size, entries: entries.size };
}

/** Long entries that came with an import: they name it, also where its line was not ended. */
async function entriesOf(deps: Deps, user: Id, id: string): Promise<Set<string>> {
  const long = await deps.store.view(companion(user), "long_term");
  return new Set(long.filter((entry) => entry.import_id === id).map((entry) => entry.id));
}
