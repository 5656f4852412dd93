// The port's message log over one log engine for each companion: queue, change lines and events (DESIGN 3, R18).
import type { Edit } from "../schema/change.ts";
import type { Id } from "../schema/common.ts";
import type { Message } from "../schema/message.ts";
import { entriesOf } from "./edits.ts";
import type { Engine } from "./engine.ts";
import type { Folders } from "./in-use.ts";
import type { CompanionLog } from "./log.ts";
import { type OpenFolder, takeLogEdits, writeLine } from "./open-folder.ts";
import { type CommitMeta, type Committed, companion, type Log, type StoreEvent } from "./store.ts";

const document = "conversation";

/** The port's `rewrite`: the change line first, then the months concerned; the line is taken back where the disk refuses. */
async function rewrite(
  engine: Engine,
  open: OpenFolder,
  meta: CommitMeta,
  change: { edit?: readonly Message[]; remove?: readonly string[] },
): Promise<Committed<void>> {
  const log = await takeLogEdits(engine, open);
  let id: string | null = null;
  let edits: Edit[];
  try {
    edits = await log.rewrite(change, async (planned) => {
      if (planned.length > 0) id = await writeLine(engine, open.changes, meta, planned);
    });
  } catch (error) {
    if (id !== null) {
      await open.changes
        .retract(id)
        .catch(() => open.around.warn({}, "a change line could not be taken back"));
    }
    throw error;
  }
  if (edits.length > 0) open.around.tell("commit", document, { entries: entriesOf(edits) });
  return { result: undefined, change_id: id };
}

/** The log of the port. Hand edits are taken in before each use; reads run beside each other, writes in the owner's queue. */
export function logOf(engine: Engine, folders: Folders): Log {
  const change = <T>(user: Id, work: (log: CompanionLog, open: OpenFolder) => Promise<T>) =>
    folders.use(companion(user), async (open) => work(await takeLogEdits(engine, open), open));
  const ready = (user: Id) => change(user, async (log) => log);
  const added = (open: OpenFolder, messages: readonly Message[]): void => {
    const entries: StoreEvent["entries"] = messages.map((one) => ({ id: one.message_id, kind: "added" }));
    open.around.tell("commit", document, { entries });
  };
  return {
    append: (user, messages) =>
      change(user, async (log, open) => {
        await log.append(messages);
        added(open, messages);
      }),
    find: async (user, id) => (await ready(user)).find(id),
    tail: async (user, count) => (await ready(user)).tail(count),
    page: async (user, at) => (await ready(user)).page(at),
    topic: async (user, id) => (await ready(user)).topic(id),
    topics: async (user) => (await ready(user)).topics(),
    async *scan(user) {
      yield* (await ready(user)).scan();
    },
    merge: (user, messages) =>
      change(user, async (log, open) => {
        const merged = await log.merge(messages);
        // An import may bring a hundred thousand: "something was added" is enough, who needs to know reads.
        if (merged.added > 0) open.around.tell("commit", document, {});
        return merged;
      }),
    rewrite: (user, meta, changed) =>
      folders.use(companion(user), (open) => rewrite(engine, open, meta, changed)),
  };
}
