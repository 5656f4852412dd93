// Leaves out of what is recalled the matters that the person does not want brought up (别再提); nothing of them is deleted.
import type { Deps } from "../deps.ts";
import { avoidedMatters, speaksOf, unspoken } from "../memory/avoided.ts";
import { companion } from "../store/store.ts";
import type { Reader } from "./read-companion.ts";

/** The hits that may be spoken of in answer to a message. A matter that the message itself brings up is no secret. */
export async function withoutAvoided<H extends { text: string; title?: string | undefined }>(
  deps: Deps,
  reader: Reader,
  message: string,
  hits: readonly H[],
): Promise<H[]> {
  if (hits.length === 0) return [];
  const facts = await deps.store.view(companion(reader.user), "facts");
  const matters = unspoken(avoidedMatters(facts), message);
  return hits.filter(({ text, title = "" }) => !speaksOf(`${title} ${text}`, matters));
}
