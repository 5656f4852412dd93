// Takes out what an erasure is after: log, documents and parts, shared facts, change lines, side files. Doing it twice is doing it once.
import type { Deps } from "../deps.ts";
import { AppError } from "../error.ts";
import { type Erasure, erasableDocuments, eraseMemory } from "../memory/erase.ts";
import { changeHolds, fileHolds } from "../memory/erase-change.ts";
import { eraseShared } from "../memory/erase-facts.ts";
import type { EraseTarget } from "../memory/erase-target.ts";
import { withoutRecalled } from "../memory/erase-tiers.ts";
import type { Id } from "../schema/common.ts";
import type { Message } from "../schema/message.ts";
import { account, type CommitMeta, companion } from "../store/store.ts";
import { companionsOf } from "./companion-owners.ts";
import { accountOf } from "./erase-find.ts";
import { readMemory, readParts, topicsWithout } from "./erase-memory.ts";
import { giveWay } from "./give-way.ts";
import { dropPrefix } from "./prefix.ts";

export type Applied = {
  /** Entries and messages that are gone, for the other windows. */
  gone: { document: string; id: string }[];
  /** Files that changed outside of the companion's own visible ones. */
  files: string[];
  /** Log files that are broken and could not be reached. */
  damaged: string[];
};

/** How often the documents are read again because the background wrote one of them meanwhile. */
const mostTries = 8;

/** Takes everything out that the target means. `lines`: lines of the change log that are known to be meant. */
export async function applyErasure(
  deps: Deps,
  user: Id,
  target: EraseTarget,
  lines: ReadonlySet<string>,
  cause: string,
): Promise<Applied> {
  const meta: CommitMeta = { by: "owner", cause, erased: true };
  const { documents, parts } = await readMemory(deps, user);
  const seen = eraseMemory(documents, parts, target, new Map(), [], deps.clock.now());
  const log = await eraseLog(deps, user, target, seen.gone, meta);
  const judge = await topicsOf(deps, user, seen.rejudge);
  const erasure = await eraseDocuments(deps, user, target, judge, meta);
  const goneIds = new Set([...seen.gone, ...erasure.gone]);
  const shared = await eraseProjection(deps, user, target, goneIds, meta);
  await deps.store.erase.changes(companion(user), changeHolds(target, goneIds, lines));
  await dropPrefix(deps, user, "erase");
  const holds = fileHolds(target);
  const side = await deps.store.erase.sideFiles(companion(user), holds);
  const trash = await deps.store.erase.trash(user, holds);
  deps.search.drop(user);
  return {
    gone: [
      ...log.removed.map((id) => ({ document: "conversation", id })),
      ...erasure.found.filter(({ kept, id }) => !kept && id !== ""),
    ],
    files: [...shared, ...side.map((name) => `.recovered/${name}`), ...trash.map((name) => `trash/${name}`)],
    damaged: log.damaged,
  };
}

/** Removes the messages from the log, and from those that stay what they recall of them. A broken month is left and named. */
async function eraseLog(
  deps: Deps,
  user: Id,
  target: EraseTarget,
  gone: ReadonlySet<string>,
  meta: CommitMeta,
): Promise<{ removed: string[]; damaged: string[] }> {
  const months: { edit: Message[]; remove: string[] }[] = [];
  for await (const month of deps.store.log.scan(user)) {
    const remove = month.filter(({ message_id }) => target.messages.has(message_id));
    const edit = month
      .filter(({ message_id }) => !target.messages.has(message_id))
      .map((message) => ({ message, bare: withoutRecalled(message, target, gone) }))
      .flatMap(({ message, bare }) => (bare === message ? [] : [bare]));
    if (remove.length + edit.length > 0)
      months.push({ edit, remove: remove.map(({ message_id }) => message_id) });
    await giveWay();
  }
  const removed: string[] = [];
  const damaged: string[] = [];
  for (const change of months) {
    try {
      await deps.store.log.rewrite(user, meta, change);
      removed.push(...change.remove);
    } catch (error) {
      if (!(error instanceof AppError && error.code === "damaged")) throw error;
      damaged.push(fileIn(error));
    }
  }
  return { removed, damaged };
}

function fileIn({ details }: AppError): string {
  const { file } = typeof details === "object" && details !== null ? (details as { file?: unknown }) : {};
  return typeof file === "string" ? file : "conversation.json";
}

/** One commit for all documents and parts, tried again where the background moved summaries meanwhile. */
async function eraseDocuments(
  deps: Deps,
  user: Id,
  target: EraseTarget,
  judge: readonly string[],
  meta: CommitMeta,
): Promise<Erasure> {
  const owner = companion(user);
  for (let tries = 1; ; tries += 1) {
    const expect = {
      mid_term: await deps.store.revision(owner, "mid_term"),
      long_term: await deps.store.revision(owner, "long_term"),
    };
    const parts = await readParts(deps, user);
    const logged = await topicsWithout(deps, user, []);
    try {
      const { result } = await deps.store.commit(
        owner,
        erasableDocuments,
        { ...meta, expect },
        (documents) => {
          const erasure = eraseMemory(documents, parts, target, logged, judge, deps.clock.now());
          return { documents: erasure.documents, parts: erasure.parts, result: erasure };
        },
      );
      return result;
    } catch (error) {
      if (!(error instanceof AppError && error.code === "stale") || tries >= mostTries) throw error;
    }
  }
}

/** Topics of core memories that go although they rest on other words too: these are judged again. */
async function topicsOf(deps: Deps, user: Id, messages: readonly string[]): Promise<string[]> {
  const topics = new Set<string>();
  for (const id of new Set(messages)) {
    const message = await deps.store.log.find(user, id);
    if (message) topics.add(message.topic_id);
  }
  return [...topics];
}

/** The account's projection, and the contexts of the other companions that have read it; answers the files that changed. */
async function eraseProjection(
  deps: Deps,
  user: Id,
  target: EraseTarget,
  gone: ReadonlySet<string>,
  meta: CommitMeta,
): Promise<string[]> {
  const owner = await accountOf(deps, user);
  if (owner === undefined) return [];
  const { result } = await deps.store.commit(account(owner), ["shared_facts"], meta, ({ shared_facts }) => {
    const stays = eraseShared(shared_facts, user, target, gone);
    const changed = stays.length < shared_facts.length;
    return { ...(changed ? { documents: { shared_facts: stays } } : {}), result: changed };
  });
  if (!result) return [];
  for (const other of await companionsOf(deps, owner)) await dropPrefix(deps, other, "erase");
  return [`accounts/${owner}/facts.json`];
}
