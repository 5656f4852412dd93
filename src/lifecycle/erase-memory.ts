// Reads everything of a companion that an erasure has to look at; a file that is broken is left out and named.
import type { Deps } from "../deps.ts";
import { AppError } from "../error.ts";
import { type ErasableDocuments, type ErasableParts, erasableDocuments } from "../memory/erase.ts";
import type { LoggedTopics } from "../memory/erase-target.ts";
import type { Id } from "../schema/common.ts";
import type { PartKind } from "../schema/documents.ts";
import type { LongDetail } from "../schema/long-term.ts";
import type { Message } from "../schema/message.ts";
import type { MidTerm } from "../schema/mid-term.ts";
import { companion } from "../store/store.ts";

export type Memory = { documents: ErasableDocuments; parts: ErasableParts };

/** The documents and parts as they are now. Parts that cannot be read are the owner's to mend and stay out. */
export async function readMemory(deps: Deps, user: Id): Promise<Memory> {
  const owner = companion(user);
  const read = async <N extends keyof ErasableDocuments>(name: N) => [
    name,
    await deps.store.read(owner, name),
  ];
  const documents = Object.fromEntries(await Promise.all(erasableDocuments.map(read))) as ErasableDocuments;
  return { documents, parts: await readParts(deps, user) };
}

/** The parts as they are now. */
export async function readParts(deps: Deps, user: Id): Promise<ErasableParts> {
  return {
    archive: await partsOf<MidTerm>(deps, user, "mid_term_archive"),
    details: await partsOf<LongDetail>(deps, user, "long_term_details"),
    knowledge: await partsOf<string>(deps, user, "knowledge"),
  };
}

async function partsOf<T>(deps: Deps, user: Id, kind: PartKind): Promise<Map<string, T>> {
  const owner = companion(user);
  const found = new Map<string, T>();
  for (const name of await deps.store.parts.list(owner, kind)) {
    const content = await deps.store.parts.read(owner, kind, name).catch((error: unknown) => {
      if (error instanceof AppError && error.code === "damaged") return undefined;
      throw error;
    });
    if (content !== undefined) found.set(name, content as T);
  }
  return found;
}

/** The log's topics as they are without these messages; a topic that loses all of them is not among them. */
export async function topicsWithout(
  deps: Deps,
  user: Id,
  gone: readonly Pick<Message, "topic_id">[],
): Promise<LoggedTopics> {
  const lost = new Map<string, number>();
  for (const { topic_id } of gone) lost.set(topic_id, (lost.get(topic_id) ?? 0) + 1);
  const topics = await deps.store.log.topics(user);
  return new Map(
    topics.flatMap(({ topic_id, message_count, ended_at }) => {
      const left = message_count - (lost.get(topic_id) ?? 0);
      return left > 0 ? [[topic_id, { message_count: left, ended_at }] as const] : [];
    }),
  );
}
