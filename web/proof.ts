// The words that prove a memory, read from the log by their ids, with what was said around a single one.
import type { Message } from "../src/schema/message.ts";
import { type Api, ApiFailure } from "./api.ts";
import type { Fact } from "./memory-shapes.ts";
import type { MessagePage } from "./shapes.ts";

/** So many of the proving messages are quoted. */
export const mostQuoted = 12;
/** Messages around a single one. */
const around = 2;
/** A topic's messages stand together: one page holds most of them. */
const pageSize = 100;
/** Requests for one proof, at most. */
const mostRequests = 8;

export type Proof = {
  /** Oldest first; `proves` is false for what was only said around it. */
  lines: { message: Message; proves: boolean }[];
  /** Ids that stand in the log no more: deleted, or erased. */
  gone: number;
};

/** The ids of the messages that prove a fact; what its owner wrote has none. */
export function proofOf(fact: Pick<Fact, "evidence">): string[] {
  const ids = fact.evidence.flatMap((one) => ("message_id" in one ? [String(one.message_id)] : []));
  return [...new Set(ids)];
}

type Reading = { api: Pick<Api, "json">; base: string };

async function page({ api, base }: Reading, query: Record<string, string>): Promise<Message[]> {
  const answer = await api.json<MessagePage>(`${base}?${new URLSearchParams(query)}`);
  return answer.messages;
}

/** A message, with what stands around it; the log has pages before and after an id, and none of one. */
async function surroundings(reading: Reading, id: string, limit: number): Promise<Message[]> {
  const later = await page(reading, { after: id, limit: String(limit) });
  const next = later[0]?.message_id;
  const earlier = await page(reading, {
    ...(next === undefined ? {} : { before: next }),
    limit: String(around + 1),
  });
  return [...earlier, ...later];
}

/**
 * Reads the proving messages of a companion, oldest first, at most `mostQuoted`. A single one comes with what was said
 * around it. Throws ApiFailure; an id that is unknown is no failure.
 */
export async function readProof(
  api: Pick<Api, "json">,
  user_id: string,
  message_ids: readonly string[],
): Promise<Proof> {
  const reading = { api, base: `/api/ai-users/${user_id}/messages` };
  const wanted = message_ids.slice(0, mostQuoted);
  const single = wanted.length === 1;
  const found = new Map<string, Message>();
  let gone = 0;
  let requests = 0;
  for (const id of wanted) {
    if (found.has(id)) continue;
    if (requests >= mostRequests) break;
    requests += 2;
    try {
      const read = await surroundings(reading, id, single ? around : pageSize);
      for (const one of read) if (single || wanted.includes(one.message_id)) found.set(one.message_id, one);
    } catch (cause) {
      if (!(cause instanceof ApiFailure && cause.status === 404)) throw cause;
      gone += 1;
    }
  }
  const lines = [...found.values()]
    .sort((a, b) => a.timestamp - b.timestamp)
    .map((message) => ({ message, proves: wanted.includes(message.message_id) }));
  return { lines, gone };
}
