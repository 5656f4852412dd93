// Keeps what a running step made of erased messages from coming back (invariant 4): asked inside the step's commit.
import type { Erased } from "../schema/ledger.ts";

/** True where one of these messages was erased while the step ran: what it made of them may not be kept. */
export function madeOfErased(erased: Erased, messages: Iterable<{ message_id: string }>): boolean {
  if (erased.message_ids.length === 0) return false;
  const gone = new Set(erased.message_ids);
  for (const { message_id } of messages) if (gone.has(message_id)) return true;
  return false;
}
