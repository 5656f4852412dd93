// Follows what the owner changed by hand in a file: log and short_term agree again, and the next request has it.
import type { Deps } from "../deps.ts";
import { fillByHand } from "../memory/fill.ts";
import type { Edit } from "../schema/change.ts";
import type { Id } from "../schema/common.ts";
import { type Documents, editableDocuments } from "../schema/documents.ts";
import type { Message } from "../schema/message.ts";
import { companion, type StoreEvent } from "../store/store.ts";
import { follow } from "./edit.ts";
import { faultOf } from "./fault.ts";
import { followShort } from "./follow-short.ts";
import { dropPrefix } from "./prefix.ts";
import { projectChanged } from "./project-facts.ts";
import { ownerOf } from "./read-companion.ts";
import { bringInLine, type LineOptions, noteRemovedSummaries } from "./recover.ts";
import { indexChanged } from "./search-memory.ts";
import type { Between } from "./upkeep.ts";
import type { EditableDocument } from "./write-memory.ts";
import { settleWrittenLevel } from "./written-level.ts";

/** Documents that an owner may edit by hand and that the prefix of a topic shows. */
const shownInPrefix = ["config", "self_soul", "core_memory", "facts", "mid_term", "long_term"] as const;

/** Documents whose hand edit may leave a topic without its summary, or the open one apart from the log. */
const heldInLine = /^(?:conversation|short_term|mid_term(?:_archive\/.*)?)$/;

/** Who else works on a companion: its turns, and the background, which is told that there may be something to do. */
export type HandOrder = { between: Between; poke(user: Id): void };

/** Follows the hand edits of every companion, each companion's one after the other. */
export class HandEdits {
  private readonly deps: Deps;
  private readonly order: HandOrder;
  private readonly following = new Map<Id, Promise<void>>();
  /** Companions whose short_term and log are to be brought in line, at the next moment between turns. */
  private readonly owed = new Map<Id, LineOptions>();

  constructor(deps: Deps, order: HandOrder) {
    this.deps = deps;
    this.order = order;
  }

  /** Hears each event of the store. Never throws: what cannot be followed now is repaired by the next start. */
  hear(event: StoreEvent): void {
    if (event.owner.kind !== "companion" || event.kind === "commit") return;
    const user = event.owner.id;
    const next = (this.following.get(user) ?? Promise.resolve()).then(() => this.follow(user, event));
    this.following.set(user, next);
    void next.then(() => this.following.get(user) === next && this.following.delete(user));
  }

  /** Looks whether a hand has been at what a request shows, and waits until that was followed: the very next one has it. */
  async seen(user: Id): Promise<void> {
    await this.deps.store.look(companion(user), shownInPrefix);
    await this.following.get(user);
  }

  /** Ends what the hand edits followed so far leave to do between turns; called there. */
  async settle(user: Id): Promise<void> {
    const options = this.owed.get(user);
    if (!options) return;
    this.owed.delete(user);
    await bringInLine(this.deps, user, options);
  }

  private async follow(user: Id, event: StoreEvent): Promise<void> {
    try {
      if (event.kind !== "hand") return await tell(this.deps, user, event);
      await followHand(this.deps, user, event);
      if (!heldInLine.test(event.document)) return;
      const chosen = event.document === "short_term" || this.owed.get(user)?.chosen === true;
      this.owed.set(user, { chosen });
      void this.order
        .between(user, () => this.settle(user))
        .then(() => this.order.poke(user))
        .catch((error: unknown) => this.warn(user, event, error));
    } catch (error) {
      this.warn(user, event, error);
    }
  }

  private warn(user: Id, { document }: StoreEvent, error: unknown): void {
    this.deps.log.warn({ user, document, ...faultOf(error) }, "a hand edit could not be followed");
  }
}

async function followHand(deps: Deps, user: Id, event: StoreEvent): Promise<void> {
  const { document, entries } = event;
  if (document === "conversation") await logChanged(deps, user, event);
  else if (document === "short_term") {
    const gone = new Set(entries.flatMap(({ id, kind }) => (kind === "removed" ? [id] : [])));
    await followShort(deps, user, gone, { by: "hand", cause: "short_term" });
  } else {
    await fillIn(deps, user, event);
    if (document === "core_memory") await settleWrittenLevel(deps, user);
    if (document === "mid_term")
      await noteRemovedSummaries(deps, user, await editsBehind(deps, user, event), true);
    const changed = entries.map(({ id }) => ({ document, entry: id, list: id === "" ? "" : undefined }));
    await indexChanged(deps, user, document.includes("/") ? [{ document, entry: "" }] : changed);
    await projectChanged(deps, user, [{ document }]);
  }
  await dropPrefix(deps, user, "hand");
  await tellChanges(deps, user, event);
}

/** The edits of the change line that a hand edit has; where none could be written, what the event names. */
async function editsBehind(deps: Deps, user: Id, { document, entries }: StoreEvent): Promise<Edit[]> {
  const ids = new Set(entries.map(({ id }) => id));
  const lines = await deps.store.changes(companion(user), { limit: recentLines });
  const line = lines.find(
    ({ by, edits }) =>
      by === "hand" && edits.some((edit) => edit.document === document && ids.has(edit.entry)),
  );
  return line?.edits ?? entries.map(({ id }) => ({ document, entry: id, before: null, after: null }));
}

/** A hand's line is among the newest when it is followed. */
const recentLines = 20;

/** What the owner left out of a new entry is filled in: times, `by`, and the change itself as its evidence (invariant 2). */
async function fillIn(deps: Deps, user: Id, event: StoreEvent): Promise<void> {
  const name = editableDocuments.find((one) => one === event.document);
  const added = new Set(event.entries.flatMap(({ id, kind }) => (kind === "added" ? [id] : [])));
  if (!name || added.size === 0) return;
  const id = deps.newId();
  const input = { now: deps.clock.now(), newId: deps.newId, changeId: id, user };
  const meta = { id, by: "hand", cause: "hand" } as const;
  await deps.store.commit(companion(user), [name], meta, (documents) => {
    const value = (documents as Pick<Documents, EditableDocument>)[name];
    const filled = fillByHand(name, value, added, input);
    return { documents: { [name]: filled } as Partial<Pick<Documents, EditableDocument>>, result: undefined };
  });
}

async function tell(deps: Deps, user: Id, event: StoreEvent): Promise<void> {
  const owner = await ownerOf(deps, user);
  const fault = event.error ? ` (${event.error.line}:${event.error.column} ${event.error.message})` : "";
  const where = event.restored ? ` (${event.restored.join(", ")})` : fault;
  deps.publish(
    owner,
    {
      event: "notice",
      data: {
        code: codeOf(event),
        message: `${event.document}${where}`,
      },
    },
    user,
  );
}

function codeOf({ kind, restored }: StoreEvent): string {
  if (kind === "damaged") return "file-damaged";
  return restored ? "fields-restored" : "file-mended";
}

async function tellChanges(deps: Deps, user: Id, event: StoreEvent): Promise<void> {
  // What changed in the log was told where it was followed.
  if (event.document === "conversation") return;
  const owner = await ownerOf(deps, user);
  for (const { id, kind } of event.entries)
    deps.publish(
      owner,
      { event: "memory-change", data: { document: event.document, entry_id: id, kind } },
      user,
    );
}

/** The log was edited: short_term and all that was derived follow it. */
async function logChanged(deps: Deps, user: Id, event: StoreEvent): Promise<void> {
  const edited: Message[] = [];
  const gone: { message_id: string; topic_id?: string }[] = [];
  const edits = new Map((await editsBehind(deps, user, event)).map((edit) => [edit.entry, edit]));
  for (const { id, kind } of event.entries) {
    const message = kind === "removed" ? undefined : await deps.store.log.find(user, id);
    if (message) edited.push(message);
    else gone.push({ message_id: id, topic_id: topicOf(edits.get(id)?.before) });
  }
  await follow(deps, user, { edited, removed: gone }, "hand");
}

function topicOf(message: unknown): string | undefined {
  const topic =
    typeof message === "object" && message !== null && "topic_id" in message ? message.topic_id : undefined;
  return typeof topic === "string" ? topic : undefined;
}
