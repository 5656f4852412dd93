// What several talks show that none of them says alone: proposals of an extraction, each with the words that prove it (A31, A202).
import type { EpisodicOperation, FactOperation } from "../schema/answer.ts";
import { proveQuote, type SpokenMessage, spokenText } from "./evidence.ts";
import { shareOfClaim, supportOf } from "./evidence-support.ts";

/** In fewer talks than this a thing shows nothing that the summary of the one talk did not show. */
const fewestTalks = 2;
/** The proofs that are looked for; more would only confirm. */
const mostTalks = 5;
/** How much of a claim's words the person's own sentence has to hold. */
const enoughShared = 0.5;

/** The messages of the summarised talks, by the id of the summary; oldest first. */
export type Talks = ReadonlyMap<string, readonly SpokenMessage[]>;

/**
 * The operations that talks prove, as often as talks prove them: the first adds, the others confirm (A201 to A203). The words are
 * looked for here, since whoever reads only summaries cannot quote. What fewer than two talks show is left out, and so is every
 * wish to delete: what somebody no longer says is not thereby untrue.
 */
export function episodicOperations(operations: readonly EpisodicOperation[], talks: Talks): FactOperation[] {
  return operations.flatMap(({ source_mid_ids = [], ...operation }) => {
    if (operation.op === "DELETE" || operation.op === "NOOP") return [];
    const claim = typeof operation.value === "string" ? operation.value : (operation.statement ?? "");
    const named = [...new Set(source_mid_ids)].flatMap((id) => talks.get(id) ?? []).length > 0;
    const sources = named ? [...new Set(source_mid_ids)] : [...talks.keys()];
    const quotes = sources.flatMap((id) => sentenceFor(claim, operation.quote, talks.get(id) ?? []) ?? []);
    if (quotes.length < fewestTalks) return [];
    return quotes
      .slice(-mostTalks)
      .map((quote): FactOperation => ({ ...operation, quote, source: "extracted_from_episodic" }));
  });
}

/** The sentence of the person that says most of a claim; undefined where none says enough. */
function sentenceFor(
  claim: string,
  quote: string | undefined,
  messages: readonly SpokenMessage[],
): string | undefined {
  const given = proveQuote(quote, messages, "user");
  if (given.ok) return given.quote;
  let best: { sentence: string; share: number } | undefined;
  for (const message of messages) {
    if (message.role !== "user") continue;
    for (const sentence of sentencesOf(spokenText(message))) {
      if (supportOf(claim, sentence) !== "supported") continue;
      const share = shareOfClaim(claim, sentence);
      if (share >= enoughShared && share > (best?.share ?? 0)) best = { sentence, share };
    }
  }
  return best?.sentence;
}

function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[。！？!?\n])|(?<=[.;；])\s+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}
