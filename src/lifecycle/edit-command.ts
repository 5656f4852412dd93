// An edited message that is a command is done anew: what it ordered before is taken back with its words, what it orders now is written.
import type { Deps } from "../deps.ts";
import type { Command } from "../memory/command.ts";
import { isForeign } from "../memory/command-foreign.ts";
import { pointingOf } from "../memory/command-pointing.ts";
import { keyBase } from "../memory/fact-key.ts";
import { isOpen, saidAt } from "../memory/fact-same.ts";
import type { Seconds } from "../schema/common.ts";
import type { Facts } from "../schema/fact.ts";
import type { Message } from "../schema/message.ts";
import { companion } from "../store/store.ts";
import { commandsOf, matterIn } from "./command.ts";
import { type Plan, planCommand } from "./command-operations.ts";
import { orderFacts } from "./facts.ts";
import { readCompanion } from "./read-companion.ts";

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
  const facts = await view();
  const done = new Set(commandsOf(reader, before, facts).commands.map(({ said }) => said));
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
