// An edited message that is a command is done anew: what it ordered before is taken back with its words, what it orders now is written.
import type { Deps } from "../deps.ts";
import type { Command } from "../memory/command.ts";
import { isForeign } from "../memory/command-foreign.ts";
import { pointingOf } from "../memory/command-pointing.ts";
import { keyBase } from "../memory/fact-key.ts";
import { isOpen, saidAt } from "../memory/fact-same.ts";
import type { Edit } from "../schema/change.ts";
import type { Seconds } from "../schema/common.ts";
import type { Facts } from "../schema/fact.ts";
import type { Message } from "../schema/message.ts";
import { companion } from "../store/store.ts";
import { commandsOf, matterIn } from "./command.ts";
import { type Plan, planCommand } from "./command-operations.ts";
import { orderFacts, reopenFacts } from "./facts.ts";
import { type Reader, readCompanion } from "./read-companion.ts";

/**
 * Does the commands of a message that was edited (A105, A219), except those that stood in it before. `before` and `message`: the
 * message as it was and as it is. What the person has said since about the same thing stays. A story gives no orders.
 */
export async function runEdited(
  deps: Deps,
  user: string,
  { before, message }: { before: Message; message: Message },
  cause: string,
): Promise<void> {
  if (message.role !== "user" || message.scene === "story") return;
  const reader = await readCompanion(deps, user);
  const view = () => deps.store.view(companion(user), "facts");
  const isAnew = before.content !== message.content && (await takeBack(deps, reader, message, cause));
  const facts = await view();
  // What was taken back is done again where the message still orders it.
  const earlier = isAnew ? [] : commandsOf(reader, before, facts).commands;
  const done = new Set(earlier.map(({ said }) => said));
  const { commands } = commandsOf(reader, message, facts);
  for (const command of commands.filter((one) => !done.has(one.said) && isDoable(one))) {
    const held = await view();
    const plan = await planCommand(deps, reader, command, message, held);
    const operations = plan ? stillWanted(plan, held, message.timestamp) : [];
    if (!plan || operations.length === 0) continue;
    const { mistake, ended, shares } = plan;
    const order = { by: "command" as const, cause, messages: [message], mistake, ended, shares };
    await orderFacts(deps, reader, operations, order);
  }
}

/** Changes looked through for the one that a message ordered; one that was made longer ago stays. */
const mostLines = 1_000;

/** What the message closed while it said something else holds again: a forgetting, or a value that it called wrong. True where there was any. */
async function takeBack(deps: Deps, reader: Reader, message: Message, cause: string): Promise<boolean> {
  const lines = await deps.store.changes(companion(reader.user), { limit: mostLines });
  const isOwn = ({ document, entry }: Edit) => document === "conversation" && entry === message.message_id;
  // What an earlier edit of the message ordered stands under the cause of that edit.
  const causes = new Set([
    message.message_id,
    ...lines.filter(({ edits }) => edits.some(isOwn)).map((line) => line.cause),
  ]);
  const edits = lines
    .filter((line) => line.by === "owner" && causes.has(line.cause) && line.undoes === undefined)
    .flatMap((line) => line.edits.filter(({ document }) => document === "facts"));
  return edits.length > 0 && (await reopenFacts(deps, reader, edits, cause));
}

/** What "that" meant when the message was written cannot be told any more. */
function isDoable(command: Command): boolean {
  if (command.kind === "ask_about_me" || matterIn([command]).some(isForeign)) return false;
  return command.kind !== "suppress" || pointingOf(command.what) === undefined;
}

/** Without what would overturn something that was said later than the message. */
function stillWanted({ operations }: Plan, facts: Facts, said: Seconds): Plan["operations"] {
  return operations.filter(({ target_id, key }) => {
    const isNewer = (fact: Facts[number]) =>
      isOpen(fact) &&
      saidAt(fact) > said &&
      (target_id ? fact.id === target_id : fact.key === keyBase(key ?? ""));
    return !facts.some(isNewer);
  });
}
