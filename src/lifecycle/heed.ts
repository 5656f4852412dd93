// What a received message asks of the house itself, before the reply: commands are done, what matters may be offered to be kept, and questions beyond the character's world are noticed.
import type { Deps } from "../deps.ts";
import { type Danger, findDanger } from "../memory/danger.ts";
import { outsideOf } from "./boundary.ts";
import { type Commanded, runCommands, runFollowing } from "./command.ts";
import { commandFollowing } from "./command-follow.ts";
import { giveWay } from "./give-way.ts";
import { offerLine } from "./offer.ts";
import type { Reader } from "./read-companion.ts";
import type { Received } from "./receive.ts";
import type { Turn } from "./turn.ts";

export type Heeded = Commanded & { danger: Danger | null; outside: boolean };

/**
 * Does the spoken commands of a message (A219–A223) and what a yes to the companion's offer asks for (A222), and says whether
 * it asks for what lies outside the character's world (A127). A cry for help is answered as one, whatever else it says; a story
 * gives no orders. `again`: it was answered before.
 */
export async function heed(
  deps: Deps,
  reader: Reader,
  turn: Turn,
  received: Received,
  again: boolean,
): Promise<Heeded> {
  const { message } = received;
  const danger = findDanger(message.content);
  if (danger || message.scene === "story") return { state: [], danger, outside: false };
  const kept = turn.privately === undefined && !again;
  const following = kept ? await commandFollowing(deps, reader, message) : undefined;
  const followed = following ? await runFollowing(deps, reader, message, following) : undefined;
  if (followed?.answer) return { ...followed, danger, outside: false };
  await giveWay();
  const done = await runCommands(deps, reader, message, { private: turn.privately !== undefined, again });
  const state = [...(followed?.state ?? []), ...done.state];
  const outside = !done.answer && (await outsideOf(deps, reader, message.content)) !== null;
  const mayOffer = kept && !done.answer && !outside && state.length === 0;
  await giveWay();
  const offer = mayOffer ? await offerLine(deps, reader, received) : [];
  return { ...done, state: [...state, ...offer], danger, outside };
}
