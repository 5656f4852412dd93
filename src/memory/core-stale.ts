// Core memories whose evidence was edited or partly deleted: out of sight until they are judged again, then confirmed or gone (A105).
import type { CoreEntry, CoreMemory } from "../schema/core-memory.ts";
import { type CoreProposal, saysTheSame } from "./core-memory.ts";

/** True for a core memory that waits to be judged again; no context and no search shows it meanwhile. */
export function isStale(entry: CoreEntry): boolean {
  return entry.stale === true;
}

/** The evidence of a stale one that was edited, so that it may prove something else now. */
export function doubtedIn(entry: CoreEntry): ReadonlySet<string> {
  const { doubted } = entry;
  return new Set(Array.isArray(doubted) ? doubted.filter((id): id is string => typeof id === "string") : []);
}

export type StaleInput = {
  /** Ids of all messages of the topics that were judged. */
  judged: ReadonlySet<string>;
  /** How alike two texts are, 0 to 1. */
  similarity: (a: string, b: string) => number;
};

export type StaleVerdict = {
  core: CoreMemory;
  /** Ids of those that stand again, and of those that are gone. */
  confirmed: string[];
  gone: string[];
  /** The proposals that confirmed nothing. */
  rest: CoreProposal[];
};

/**
 * Judges the stale ones by what was proposed. One that is proposed again stands again, on the new evidence and under its old id.
 * Any other loses the edited evidence that was judged; it stands again on what is left, or goes with the last of it. The same
 * `core` where nothing is stale.
 */
export function judgeStale(
  core: CoreMemory,
  proposals: readonly CoreProposal[],
  input: StaleInput,
): StaleVerdict {
  const verdict: StaleVerdict = { core, confirmed: [], gone: [], rest: [...proposals] };
  if (!core.memories.some(isStale)) return verdict;
  const memories = core.memories.flatMap((entry): CoreEntry[] => {
    if (!isStale(entry)) return [entry];
    const evidence = entry.message_ids ?? [];
    const doubted = doubtedIn(entry);
    const left = evidence.filter((id) => !(doubted.has(id) && input.judged.has(id)));
    const again = verdict.rest.find((one) => confirms(one, entry, input));
    if (!again && left.length === 0) {
      verdict.gone.push(entry.id);
      return [];
    }
    if (again) verdict.rest = verdict.rest.filter((one) => one !== again);
    // Some of its evidence lies in topics that were not judged yet.
    else if (left.some((id) => doubted.has(id)) || !evidence.some((id) => input.judged.has(id)))
      return left.length === evidence.length ? [entry] : [{ ...entry, message_ids: left }];
    verdict.confirmed.push(entry.id);
    const { stale: _stale, doubted: _doubted, ...standing } = entry;
    return [{ ...standing, message_ids: [...new Set([...left, ...(again?.source_message_ids ?? [])])] }];
  });
  return { ...verdict, core: { ...core, memories } };
}

function confirms(proposal: CoreProposal, entry: CoreEntry, { judged, similarity }: StaleInput): boolean {
  const proven = proposal.source_message_ids?.some((id) => judged.has(id)) ?? false;
  return proven && saysTheSame(proposal.content, entry.content, similarity);
}

/**
 * Where no model judged: a message of the person's that still says what the memory says proposes it, so that a mended slip of the
 * pen takes nothing away.
 */
export function standingProposals(
  core: CoreMemory,
  messages: readonly { message_id: string; role: string; content: string }[],
  similarity: (a: string, b: string) => number,
): CoreProposal[] {
  return core.memories.filter(isStale).flatMap((entry) => {
    const own = new Set(entry.message_ids ?? []);
    const proofs = messages.filter(
      ({ message_id, role, content }) =>
        role === "user" && own.has(message_id) && saysTheSame(entry.content, content, loosely(similarity)),
    );
    if (proofs.length === 0) return [];
    const source_message_ids = proofs.map(({ message_id }) => message_id);
    return [{ content: entry.content, importance: entry.importance, source_message_ids }];
  });
}

/** A memory is one sentence, a message may say more: half of what both say is enough, a "not" or a number still tells them apart. */
function loosely(similarity: (a: string, b: string) => number): (a: string, b: string) => number {
  return (a, b) => (similarity(a, b) >= 0.4 ? 1 : 0);
}
