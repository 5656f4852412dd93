// Follows what the owner changed by hand in a file: log and short_term agree again, and the next request has it.
import type { Deps } from "../deps.ts";
import { canonical } from "../memory/change.ts";
import { fillByHand } from "../memory/fill.ts";
import type { Id } from "../schema/common.ts";
import { type Documents, editableDocuments } from "../schema/documents.ts";
import type { Message } from "../schema/message.ts";
import { companion, type StoreEvent } from "../store/store.ts";
import { follow } from "./edit.ts";
import { faultOf } from "./fault.ts";
import { dropPrefix } from "./prefix.ts";
import { ownerOf } from "./read-companion.ts";
import type { EditableDocument } from "./write-memory.ts";

/** Documents that an owner may edit by hand and that the prefix of a topic shows. */
const shownInPrefix = ["config", "self_soul", "core_memory", "facts", "mid_term", "long_term"] as const;

/** Follows the hand edits of every companion, each companion's one after the other. */
export class HandEdits {
  private readonly deps: Deps;
  private readonly following = new Map<Id, Promise<void>>();

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /** Hears each event of the store. Never throws: what cannot be followed now is repaired by the next start. */
  hear(event: StoreEvent): void {
    if (event.owner.kind !== "companion" || event.kind === "commit") return;
    const user = event.owner.id;
    const next = (this.following.get(user) ?? Promise.resolve()).then(() =>
      followHand(this.deps, user, event),
    );
    this.following.set(user, next);
    void next.then(() => this.following.get(user) === next && this.following.delete(user));
  }

  /** Looks whether a hand has been at what a request shows, and waits until that was followed: the very next one has it. */
  async seen(user: Id): Promise<void> {
    for (const name of shownInPrefix) await this.deps.store.read(companion(user), name);
    await this.following.get(user);
  }
}

async function followHand(deps: Deps, user: Id, event: StoreEvent): Promise<void> {
  try {
    if (event.kind !== "hand") return await tell(deps, user, event);
    if (event.document === "conversation") await logChanged(deps, user, event);
    else if (event.document === "short_term") await shortChanged(deps, user, event);
    else await fillIn(deps, user, event);
    deps.search.drop(user);
    await dropPrefix(deps, user, "hand");
    await tellChanges(deps, user, event);
  } catch (error) {
    deps.log.warn({ user, document: event.document, ...faultOf(error) }, "a hand edit could not be followed");
  }
}

/** What the owner left out of a new entry is filled in: times, `by`, and the change itself as its evidence (invariant 2). */
async function fillIn(deps: Deps, user: Id, event: StoreEvent): Promise<void> {
  const name = editableDocuments.find((one) => one === event.document);
  const added = new Set(event.entries.flatMap(({ id, kind }) => (kind === "added" ? [id] : [])));
  if (!name || added.size === 0) return;
  const id = deps.newId();
  const input = { now: deps.clock.now(), newId: deps.newId, changeId: id };
  const meta = { id, by: "hand", cause: "hand" } as const;
  await deps.store.commit(companion(user), [name], meta, (documents) => {
    const value = (documents as Pick<Documents, EditableDocument>)[name];
    const filled = fillByHand(name, value, added, input);
    return { documents: { [name]: filled } as Partial<Pick<Documents, EditableDocument>>, result: undefined };
  });
}

async function tell(deps: Deps, user: Id, event: StoreEvent): Promise<void> {
  const owner = await ownerOf(deps, user);
  const where = event.error ? ` (${event.error.line}:${event.error.column} ${event.error.message})` : "";
  deps.publish(
    owner,
    {
      event: "notice",
      data: {
        code: event.kind === "damaged" ? "file-damaged" : "file-mended",
        message: `${event.document}${where}`,
      },
    },
    user,
  );
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

/** The log was edited: short_term and the summaries follow it. */
async function logChanged(deps: Deps, user: Id, event: StoreEvent): Promise<void> {
  const edited: Message[] = [];
  const gone = new Set<string>();
  for (const { id, kind } of event.entries) {
    const message = kind === "removed" ? undefined : await deps.store.log.find(user, id);
    if (message) edited.push(message);
    else gone.add(id);
  }
  const short = await deps.store.read(companion(user), "short_term");
  const removed = short.conversations.filter(({ message_id }) => gone.has(message_id));
  await follow(deps, user, { edited, removed }, "hand");
}

/** short_term was edited: the log gets the same words. A line gone from its end is no deletion; it comes back. */
async function shortChanged(deps: Deps, user: Id, event: StoreEvent): Promise<void> {
  const short = await deps.store.read(companion(user), "short_term");
  const shown = new Map(short.conversations.map((message) => [message.message_id, message]));
  const topic = await deps.store.log.topic(user, short.topic_id);
  const lastShown = topic.findLastIndex(({ message_id }) => shown.has(message_id));
  const edit: Message[] = [];
  const remove: Message[] = [];
  for (const [place, message] of topic.entries()) {
    const now = shown.get(message.message_id);
    if (now && canonical(now) !== canonical(message)) edit.push(now);
    if (!now && place < lastShown && wasRemoved(event, message)) remove.push(message);
  }
  if (edit.length + remove.length > 0) {
    const ids = remove.map(({ message_id }) => message_id);
    await deps.store.log.rewrite(user, { by: "hand", cause: "short_term" }, { edit, remove: ids });
  }
  const ended = topic.slice(lastShown + 1).filter(({ message_id }) => !shown.has(message_id));
  if (ended.length > 0)
    await deps.store.commit(
      companion(user),
      ["short_term"],
      { by: "system", cause: "hand" },
      ({ short_term }) => {
        const known = new Set(short_term.conversations.map(({ message_id }) => message_id));
        const back = ended.filter(({ message_id }) => !known.has(message_id));
        return {
          documents: { short_term: { ...short_term, conversations: [...short_term.conversations, ...back] } },
          result: undefined,
        };
      },
    );
}

function wasRemoved(event: StoreEvent, message: Message): boolean {
  return event.entries.some(({ id, kind }) => kind === "removed" && id === message.message_id);
}
