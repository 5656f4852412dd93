// The port's message log over one log engine for each companion: queue, change lines and events (DESIGN 3, R18).
import type { Edit } from "../schema/change.ts";
import type { Id } from "../schema/common.ts";
import type { Message } from "../schema/message.ts";
import { entriesOf } from "./edits.ts";
import type { Engine } from "./engine.ts";
import type { Folders } from "./in-use.ts";
import type { CompanionLog } from "./log.ts";
import { logIn, type OpenFolder, takeLogEdits, writeLine } from "./open-folder.ts";
import {
  type CommitMeta,
  type Committed,
  companion,
  type Log,
  type LogRewrite,
  type StoreEvent,
} from "./store.ts";

const document = "conversation";

/** The port's `rewrite`: the change line first, then the months concerned; the line is taken back where the disk refuses. */
async function rewrite(
  engine: Engine,
  open: OpenFolder,
  meta: CommitMeta,
  change: LogRewrite,
): Promise<Committed<void>> {
  const log = await takeLogEdits(engine, open);
  let id: string | null = null;
  let edits: Edit[];
  try {
    edits = await log.rewrite(change, async (planned) => {
      if (planned.length > 0) id = await writeLine(engine, open.changes, meta, planned);
    });
  } catch (error) {
    if (id !== null) await retract(open, id);
    throw error;
  }
  if (edits.length > 0) open.around.tell("commit", document, { entries: entriesOf(edits) });
  return { result: undefined, change_id: id };
}

/** The line of a change that the disk refused goes again. */
async function retract(open: OpenFolder, id: string): Promise<void> {
  await open.changes.retract(id).catch(() => open.around.warn({}, "a change line could not be taken back"));
}

/** The port's `merge`: with `meta` the change line first, taken back where the disk refuses. */
async function merge(
  engine: Engine,
  open: OpenFolder,
  messages: readonly Message[],
  meta: CommitMeta | undefined,
  before: ReadonlyMap<string, string> | undefined,
): ReturnType<Log["merge"]> {
  const log = logIn(open);
  const edits: Edit[] = [];
  if (meta)
    for (const one of messages)
      if (!(await log.find(one.message_id)))
        edits.push({ document, entry: one.message_id, before: null, after: one });
  const change_id = meta && edits.length > 0 ? await writeLine(engine, open.changes, meta, edits) : undefined;
  try {
    const merged = await log.merge(messages, before);
    // An import may bring a hundred thousand: "something was added" is enough, who needs to know reads.
    if (merged.added > 0) open.around.tell("commit", document, {});
    return { ...merged, ...(change_id ? { change_id } : {}) };
  } catch (error) {
    if (change_id) await retract(open, change_id);
    throw error;
  }
}

/**
 * The log of the port. Writes run in the owner's queue. The log engine finds hand edits by itself; here they become change
 * lines and events: before what needs them told first, and when the watcher notices them.
 */
export function logOf(engine: Engine, folders: Folders): Log {
  const inQueue = <T>(user: Id, work: (log: CompanionLog, open: OpenFolder) => Promise<T>) =>
    folders.use(companion(user), (open) => work(logIn(open), open));
  const ready = (user: Id) => inQueue(user, async (log) => log);
  const settled = (user: Id) => inQueue(user, (_log, open) => takeLogEdits(engine, open));
  const added = (open: OpenFolder, messages: readonly Message[]): void => {
    const entries: StoreEvent["entries"] = messages.map((one) => ({ id: one.message_id, kind: "added" }));
    open.around.tell("commit", document, { entries });
  };
  return {
    append: (user, messages) =>
      inQueue(user, async (log, open) => {
        await log.append(messages);
        added(open, messages);
      }),
    find: async (user, id) => (await ready(user)).find(id),
    tail: async (user, count) => (await ready(user)).tail(count),
    page: async (user, at) => (await ready(user)).page(at),
    since: async (user, at) => (await ready(user)).since(at),
    topic: async (user, id) => (await ready(user)).topic(id),
    topics: async (user) => (await settled(user)).topics(),
    async *scan(user) {
      yield* (await settled(user)).scan();
    },
    merge: (user, messages, meta, before) =>
      inQueue(user, (_log, open) => merge(engine, open, messages, meta, before)),
    rewrite: (user, meta, changed) =>
      folders.use(companion(user), (open) => rewrite(engine, open, meta, changed)),
  };
}
