// What a received message asks of the house itself, before the reply: commands are done, and questions beyond the character's world noticed.
import type { Deps } from "../deps.ts";
import type { Danger } from "../memory/danger.ts";
import type { Message } from "../schema/message.ts";
import { outsideOf } from "./boundary.ts";
import { type Commanded, type CommandTurn, runCommands } from "./command.ts";
import type { Reader } from "./read-companion.ts";

export type Heeded = Commanded & { outside: boolean };

/**
 * Does the spoken commands of a message (A219–A223) and says whether it asks for what lies outside the character's world
 * (A127). A cry for help is answered as one, whatever else it says; a story gives no orders.
 */
export async function heed(
  deps: Deps,
  reader: Reader,
  message: Message,
  turn: CommandTurn & { danger: Danger | null },
): Promise<Heeded> {
  if (turn.danger || message.scene === "story") return { state: [], outside: false };
  const done = await runCommands(deps, reader, message, turn);
  const outside = !done.answer && (await outsideOf(deps, reader, message.content)) !== null;
  return { ...done, outside };
}
