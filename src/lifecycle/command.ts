// Commands in speech: what the person tells the memory to do is done before the reply, and a pure command is answered at once.
import type { Deps } from "../deps.ts";
import { type Command, parseCommand } from "../memory/command.ts";
import { isForeign } from "../memory/command-foreign.ts";
import { factsMeant } from "../memory/command-target.ts";
import type { FactOutcome } from "../memory/fact-merge.ts";
import { isNote } from "../memory/fact-note.ts";
import { isOpen } from "../memory/fact-same.ts";
import { wordsIn } from "../prompt/catalogue.ts";
import type { Fact, Facts } from "../schema/fact.ts";
import type { Message } from "../schema/message.ts";
import { companion } from "../store/store.ts";
import { answerDone, answerUnclear, type Done, doneInWords, lineOf } from "./command-answer.ts";
import type { Followed } from "./command-follow.ts";
import { type Plan, planCommand } from "./command-operations.ts";
import { orderFacts } from "./facts.ts";
import type { Reader } from "./read-companion.ts";

/** `answer`: the bubbles of a pure command; without it the normal turn answers. `state`: lines for the now-block. */
export type Commanded = { answer?: string[]; state: string[] };

export type CommandTurn = {
  /** Said in a turn that is not kept: nothing is written, and that is said. */
  private: boolean;
  /** The message was answered before; its commands are done. */
  again: boolean;
};

/** Commands of one message. */
const mostCommands = 5;

const talk: Commanded = { state: [] };

/**
 * Does what a received message orders (A212, A213, A219–A223, R28): each command is one change by the owner with the message
 * as its cause and proof, and the next request has it. Where code cannot tell what is meant, nothing is done.
 */
export async function runCommands(
  deps: Deps,
  reader: Reader,
  message: Message,
  turn: CommandTurn,
): Promise<Commanded> {
  const held = await deps.store.view(companion(reader.user), "facts");
  const { commands, pure } = commandsOf(reader, message, held);
  if (turn.again || commands.length === 0 || matterIn(commands).some(isForeign)) return talk;
  const writes = commands.some(({ kind }) => kind !== "ask_about_me");
  if (turn.private && writes)
    return pure ? { answer: [lineOf(deps, reader.lines.private)], state: [] } : talk;
  const done: Done[] = [];
  for (const command of commands) {
    const result = await runOne(deps, reader, command, message);
    if (result) done.push(result);
  }
  const [first] = commands;
  if (pure && done.length === commands.length)
    return { answer: await answerDone(deps, reader, done), state: [] };
  if (pure && done.length === 0 && first) return unclear(deps, reader, first);
  const unknown = commands.length > done.length && commands.some(({ kind }) => kind === "suppress");
  return { state: [...stateOf(deps, reader, done), ...(unknown ? [askWhich(deps, reader)] : [])] };
}

/** Does a command that follows from the reply before it, with the words of `proof` as what proves it (A222). */
export async function runFollowing(
  deps: Deps,
  reader: Reader,
  message: Message,
  { command, proof, whole }: Followed,
): Promise<Commanded> {
  if (matterIn([command]).some(isForeign)) return talk;
  const done = await runOne(deps, reader, command, proof, message.message_id);
  if (!done) return talk;
  return whole
    ? { answer: await answerDone(deps, reader, [done]), state: [] }
    : { state: stateOf(deps, reader, [done]) };
}

/** Every command of the message, in order, and whether it holds nothing else. */
export function commandsOf(
  reader: Reader,
  message: Message,
  facts: Facts,
): { commands: Command[]; pure: boolean } {
  const scene = message.scene === "story" ? ("story" as const) : undefined;
  const context = { scene, names: [reader.config.name], facts };
  const commands: Command[] = [];
  let rest = message.content;
  while (commands.length < mostCommands) {
    const command = parseCommand(rest, reader.language, context);
    if (!command) break;
    commands.push(command);
    rest = command.rest;
    if (command.pure) break;
  }
  return { commands, pure: commands.at(-1)?.pure ?? false };
}

/** What the commands want written. */
export function matterIn(commands: readonly Command[]): string[] {
  return commands.map((command) => {
    if (command.kind === "remember" || command.kind === "update") return command.statement;
    if (command.kind === "correct") return command.right ?? "";
    if (command.kind === "forget" || command.kind === "suppress" || command.kind === "allow")
      return command.what;
    return command.kind === "call_me" || command.kind === "not_call_me" ? command.name : "";
  });
}

async function runOne(
  deps: Deps,
  reader: Reader,
  command: Command,
  message: Message,
  cause = message.message_id,
): Promise<Done | undefined> {
  if (command.kind === "ask_about_me") return { command, texts: [] };
  const facts = await deps.store.view(companion(reader.user), "facts");
  const forgotten = command.kind === "forget" ? closedBy(facts, command.what, message) : [];
  const plan = await planCommand(deps, reader, command, message, facts);
  if (!plan) return forgotten.length > 0 ? { command, texts: forgotten } : undefined;
  return order(deps, reader, command, message, plan, cause);
}

/** What an earlier try of this message has closed. */
function closedBy(facts: Facts, what: string, { timestamp }: Message): string[] {
  const closed = facts.filter(
    ({ is_deleted, metadata }) => is_deleted && Number(metadata.forgotten_at ?? 0) >= timestamp,
  );
  const open = closed.map((fact): Fact => ({ ...fact, is_deleted: false, status: "live" }));
  return factsMeant(open, what).map(({ statement }) => statement);
}

async function order(
  deps: Deps,
  reader: Reader,
  command: Command,
  message: Message,
  { operations, mistake, ended, shares }: Plan,
  cause: string,
): Promise<Done | undefined> {
  const ordered = await orderFacts(deps, reader, operations, {
    by: "command",
    cause,
    messages: [message],
    mistake,
    ended,
    shares,
  });
  const texts = textsOf(ordered.outcomes, ordered.facts, command);
  return texts.length > 0 ? { command, texts } : undefined;
}

function textsOf(outcomes: readonly FactOutcome[], facts: Facts, command: Command): string[] {
  const ids = outcomes.flatMap((outcome) =>
    outcome.op !== "refused" && outcome.op !== "quarantined" ? [outcome.fact_id] : [],
  );
  // Of names only what holds now is told: that the old one is closed goes without saying.
  const isNaming = command.kind === "call_me" || command.kind === "not_call_me";
  const told = facts.filter((fact) => ids.includes(fact.id) && (!isNaming || isOpen(fact)));
  // The person's own words where they are kept as words; else what the fact says.
  const text = (fact: Facts[number]) =>
    isNote(fact.key) || command.kind === "suppress" || command.kind === "allow"
      ? String(fact.value).replace(/(?<=\p{Script=Han}),(?=\p{Script=Han})/gu, "，")
      : fact.statement;
  return [...new Set(told.map(text))];
}

/** A model understands what code does not; without one the person is asked. */
function unclear(deps: Deps, reader: Reader, command: Command): Commanded {
  const offline = deps.models.window("chat", reader.config.models?.chat) === undefined;
  // A model would promise what it cannot do: forget (C123), or keep silent about it knows not what.
  const own = command.kind === "forget" || command.kind === "suppress";
  return own || offline ? { answer: answerUnclear(deps, reader, command), state: [] } : talk;
}

/** Beside other talk the model asks whom or what the person means. */
function askWhich(deps: Deps, reader: Reader): string {
  return wordsIn(deps.prompts, reader.language)("command_unclear");
}

function stateOf(deps: Deps, reader: Reader, done: readonly Done[]): string[] {
  const text = doneInWords(reader, done);
  return text === "" ? [] : [wordsIn(deps.prompts, reader.language)("command_done", { text })];
}
