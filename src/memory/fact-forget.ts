// A request to forget what was told in an earlier talk: the facts that it names are closed and do not come back (A33, A210).
import type { Seconds } from "../schema/common.ts";
import type { Fact, Facts } from "../schema/fact.ts";
import type { SpokenMessage } from "./evidence.ts";
import { shareOfClaim } from "./evidence-support.ts";
import { asksToForget, matterToForget } from "./evidence-withdrawn.ts";
import { closed } from "./fact-life.ts";
import { isOpen, saidAt } from "./fact-same.ts";

/** So much of what is to be forgotten has to stand in a fact and the words that prove it. */
const enoughHan = 0.75;
const enoughLatin = 0.5;
/** More than these are not meant by a few words. */
const mostMeant = 3;

/** A single character or a short word names nothing. */
const isTelling = (matter: string) => /\p{Script=Han}{2}|[a-z]{4}/iu.test(matter);

function isMeant(fact: Fact, matter: string, before: Seconds): boolean {
  const isThere = isOpen(fact) || (fact.status === "quarantined" && !fact.is_deleted);
  if (!isThere || saidAt(fact) >= before) return false;
  const quotes = fact.evidence.flatMap((proof) => ("quote" in proof ? [String(proof.quote)] : []));
  const enough = /\p{Script=Han}/u.test(matter) ? enoughHan : enoughLatin;
  return shareOfClaim(matter, [fact.value, fact.statement, ...quotes].join(" ")) >= enough;
}

/**
 * Closes what the person asks to forget in this talk and told in an earlier one, where the request names it; whether a model
 * or a command has seen to it or not. What was told in the talk itself is not written in the first place. The same list comes
 * back where nothing is meant, or too much.
 */
export function forgetAsked(facts: Facts, messages: readonly SpokenMessage[], now: Seconds): Facts {
  const begun = messages[0]?.timestamp ?? now;
  const asked = messages.filter(({ role, content }) => role === "user" && asksToForget(content));
  return asked.reduce((list, { content }) => {
    const matter = matterToForget(content);
    const meant = !isTelling(matter) ? [] : list.filter((fact) => isMeant(fact, matter, begun));
    if (meant.length === 0 || meant.length > mostMeant) return list;
    const ids = new Set(meant.map(({ id }) => id));
    return list.map((fact) => (ids.has(fact.id) ? closed(fact, { at: now, forget: true }) : fact));
  }, facts);
}
