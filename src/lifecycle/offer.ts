// Offers to keep what matters, and keeps it when the person says yes (A222): their own earlier words are its proof.
import type { Deps } from "../deps.ts";
import { findDanger } from "../memory/danger.ts";
import { shareOfClaim } from "../memory/evidence-support.ts";
import { isOpen } from "../memory/fact-same.ts";
import { foldValue } from "../memory/fact-value.ts";
import {
  acceptanceIn,
  isSameMatter,
  type Keepable,
  keepableIn,
  type OfferTalk,
  offerIn,
  ownWords,
} from "../memory/offer.ts";
import { wordsIn } from "../prompt/catalogue.ts";
import type { Id } from "../schema/common.ts";
import type { Facts } from "../schema/fact.ts";
import type { Message } from "../schema/message.ts";
import { similarity } from "../search/tokenise.ts";
import { companion } from "../store/store.ts";
import type { Reader } from "./read-companion.ts";
import type { Received } from "./receive.ts";
import { talkBefore } from "./talk-before.ts";

/** Messages with an offer that are remembered: ids, never text. */
const mostOffered = 60;
/** Those that a new matter is compared with. */
const mostCompared = 30;
/** So much of a fact's words in a message: it is kept already. */
const enough = 0.75;

/**
 * A line for the now-block that lets the character offer to keep what the message says (A222), or none: where nothing in it
 * matters, a fact says it already, an offer was made in this topic, or ever for the same matter. That it was made is noted in
 * uses.json by the message's id. The same message again has the same line.
 */
export async function offerLine(deps: Deps, reader: Reader, received: Received): Promise<string[]> {
  const { message, short } = received;
  const words = wordsIn(deps.prompts, reader.language);
  const line = () => [words("offer_to_keep", { person: reader.account?.display_name || words("someone") })];
  const said = short.topic_id === message.topic_id ? short.conversations : [];
  const before = said.filter(({ message_id }) => message_id !== message.message_id);
  const earlier = before.filter(({ role }) => role === "user").map(({ content }) => content);
  const talk = talkOf(reader, message, earlier);
  const matter = keepableIn(message.content, talk);
  if (matter === null) return [];
  const owner = companion(reader.user);
  const { offered = [] } = await deps.store.view(owner, "uses");
  if (offered.includes(message.message_id)) return line();
  if (before.some(({ message_id }) => offered.includes(message_id))) return [];
  if (isKept(await deps.store.view(owner, "facts"), matter.said)) return [];
  if (await wasOffered(deps, reader, offered, matter, talk)) return [];
  await deps.store.commit(owner, ["uses"], { by: "system", cause: message.message_id }, ({ uses }) => ({
    documents: {
      uses: { ...uses, offered: [...(uses.offered ?? []), message.message_id].slice(-mostOffered) },
    },
    result: undefined,
  }));
  return line();
}

function talkOf(reader: Reader, message: Message, earlier: readonly string[]): OfferTalk {
  return { now: message.timestamp, zone: reader.zone, earlier, similarity };
}

/** True where an offer may be made in answer to this message: for a companion that speaks without a model. */
export async function isOffered(deps: Deps, user: Id, messageId: string): Promise<boolean> {
  const { offered = [] } = await deps.store.view(companion(user), "uses");
  return offered.includes(messageId);
}

function isKept(facts: Facts, said: string): boolean {
  const folded = foldValue(said);
  return facts.filter(isOpen).some((fact) => {
    const quotes = fact.evidence.flatMap((one) => ("quote" in one ? [foldValue(one.quote)] : []));
    if (quotes.some((quote) => quote.length > 3 && (folded.includes(quote) || quote.includes(folded))))
      return true;
    return shareOfClaim(`${fact.statement} ${String(fact.value ?? "")}`, said) >= enough;
  });
}

async function wasOffered(
  deps: Deps,
  reader: Reader,
  offered: readonly string[],
  matter: Keepable,
  talk: OfferTalk,
): Promise<boolean> {
  for (const id of offered.slice(-mostCompared)) {
    const earlier = await deps.store.log.find(reader.user, id);
    if (!earlier) continue;
    const before = keepableIn(earlier.content, talkOf(reader, earlier, []));
    const same = before ?? { kind: "repeated" as const, said: earlier.content, word: "" };
    if (isSameMatter(same, earlier.timestamp, matter, talk)) return true;
  }
  return false;
}

/** What the person says yes to: their earlier message, its sentence, and whether the yes is all they say. */
export type Accepted = { message: Message; statement: string; whole: boolean };

/**
 * The offer that a message accepts, made in the reply right before it; undefined where there was none, or where what was said
 * then was no statement of the person's own.
 */
export async function acceptedOffer(
  deps: Deps,
  reader: Reader,
  message: Message,
): Promise<Accepted | undefined> {
  // Most messages are no yes at all, and then nothing need be read.
  if (message.content.length > 200 || acceptanceIn(message.content, 0) === null) return undefined;
  const talk = await talkBefore(deps, reader, message);
  const at = talk.findLastIndex(({ role }) => role === "user");
  const earlier = talk[at];
  if (earlier === undefined) return undefined;
  const reply = talk.slice(at + 1).map(({ content }) => content);
  const place = offerIn(reply.join("\n"));
  const accepted = place === null ? null : acceptanceIn(message.content, place);
  if (accepted === null || findDanger(earlier.content)) return undefined;
  const { said: statement } = keepableIn(earlier.content, talkOf(reader, earlier, [])) ?? {
    said: ownWords(earlier.content),
  };
  return statement === undefined ? undefined : { message: earlier, statement, whole: accepted.whole };
}
