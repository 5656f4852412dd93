// A message that is a command only by what went before it: the name that "which one?" asked for, and the yes to an offer to remember.
import type { Deps } from "../deps.ts";
import { avoidedKey } from "../memory/avoided.ts";
import { type Command, parseCommand } from "../memory/command.ts";
import { nameGiven } from "../memory/command-named.ts";
import { pointingOf } from "../memory/command-pointing.ts";
import { keyBase } from "../memory/fact-key.ts";
import type { Message } from "../schema/message.ts";
import { companion } from "../store/store.ts";
import { acceptedOffer } from "./offer.ts";
import type { Reader } from "./read-companion.ts";
import { knownNames, talkBefore } from "./talk-before.ts";

/** The command, the message whose words are its proof, and whether the person says nothing else. */
export type Followed = { command: Command; proof: Message; whole: boolean };

/** What a message without an order of its own comes to after the reply before it; undefined where it is mere talk (A222). */
export async function commandFollowing(
  deps: Deps,
  reader: Reader,
  message: Message,
): Promise<Followed | undefined> {
  const accepted = await acceptedOffer(deps, reader, message);
  if (accepted) {
    const { statement, whole } = accepted;
    const command: Command = { kind: "remember", statement, pure: whole, rest: "", said: statement };
    return { command, proof: accepted.message, whole };
  }
  const named = await namedAfterWhich(deps, reader, message);
  if (named === undefined) return undefined;
  const command: Command = { kind: "suppress", what: named, pure: true, rest: "", said: message.content };
  return { command, proof: message, whole: true };
}

/** 小雅 after 你指的是谁？ The question stands where the command before it was answered and nothing was hidden for it. */
async function namedAfterWhich(deps: Deps, reader: Reader, message: Message): Promise<string | undefined> {
  if (message.content.length > 60) return undefined;
  const talk = await talkBefore(deps, reader, message);
  const at = talk.findLastIndex(({ role }) => role === "user");
  const [asked, reply] = [talk[at], talk[at + 1]];
  if (asked === undefined || reply?.model !== "command") return undefined;
  const before = parseCommand(asked.content, reader.language, { names: [reader.config.name] });
  if (before?.kind !== "suppress" || pointingOf(before.what) === undefined) return undefined;
  const facts = await deps.store.view(companion(reader.user), "facts");
  const done = facts.some(
    ({ key, evidence }) =>
      keyBase(key) === avoidedKey &&
      evidence.some((one) => "message_id" in one && one.message_id === asked.message_id),
  );
  return done ? undefined : nameGiven(message.content, await knownNames(deps, reader));
}
