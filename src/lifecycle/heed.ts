// What a received message asks of the house itself, before the reply: commands are done, and questions beyond the character's world noticed.
import type { Deps } from "../deps.ts";
import { type Danger, findDanger } from "../memory/danger.ts";
import type { Message } from "../schema/message.ts";
import { outsideOf } from "./boundary.ts";
import { type Commanded, runCommands } from "./command.ts";
import type { Reader } from "./read-companion.ts";
import type { Turn } from "./turn.ts";

export type Heeded = Commanded & { danger: Danger | null; outside: boolean };

/**
 * Does the spoken commands of a message (A219–A223) and says whether it asks for what lies outside the character's world
 * (A127). A cry for help is answered as one, whatever else it says; a story gives no orders. `again`: it was answered before.
 */
export async function heed(
  deps: Deps,
  reader: Reader,
  turn: Turn,
  message: Message,
  again: boolean,
): Promise<Heeded> {
  const danger = findDanger(message.content);
  if (danger || message.scene === "story") return { state: [], danger, outside: false };
  const done = await runCommands(deps, reader, message, { private: turn.privately !== undefined, again });
  const outside = !done.answer && (await outsideOf(deps, reader, message.content)) !== null;
  return { ...done, danger, outside };
}
