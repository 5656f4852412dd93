// What a spoken command does to the facts: the operations that are ordered, with the person's own words as their proof.
import type { Deps } from "../deps.ts";
import { avoidedKey } from "../memory/avoided.ts";
import type { Command } from "../memory/command.ts";
import { pointingOf, referentOf } from "../memory/command-pointing.ts";
import { factsHolding, factsMeant, keyNamed, matterOf } from "../memory/command-target.ts";
import { statementOf } from "../memory/fact-key.ts";
import { tellsHealth } from "../memory/offer.ts";
import { type FactOperation, FactsAnswer } from "../schema/answer.ts";
import type { Fact, Facts } from "../schema/fact.ts";
import type { Message } from "../schema/message.ts";
import type { Reader } from "./read-companion.ts";
import { knownNames, talkBefore } from "./talk-before.ts";

export type Plan = {
  operations: FactOperation[];
  /** What it closes was never so: a slip, not a former value. */
  mistake?: boolean;
  /** What is noted in the person's own words stays with this companion. */
  shares?: false;
};

/** More facts than these are not meant by a few words. */
const mostMeant = 5;

/**
 * The operations of one command upon these facts; undefined where code cannot tell what is meant. A command that shows
 * (`ask_about_me`) has none.
 */
export async function planCommand(
  deps: Deps,
  reader: Reader,
  command: Command,
  message: Message,
  facts: Facts,
): Promise<Plan | undefined> {
  switch (command.kind) {
    case "remember":
    case "update":
      return rememberPlan(deps, reader, command.statement, message);
    case "call_me":
      return { operations: [valueOperation(reader, "call_name", command.name, command.name)] };
    case "correct":
      return correctPlan(deps, reader, command, message, facts);
    case "forget":
      return forgetPlan(facts, command.what, message);
    case "suppress":
      return suppressPlan(deps, reader, command, message);
    case "ask_about_me":
      return undefined;
  }
}

function valueOperation(reader: Reader, key: string, value: string, quote: string): FactOperation {
  return { op: "UPDATE", key, value, statement: statementOf(key, value, reader.language), quote };
}

/** Reads statements by the rules in code; no model is asked. */
async function readStatements(
  deps: Deps,
  reader: Reader,
  text: string,
  message: Message,
): Promise<FactOperation[]> {
  const { user: companion, language } = reader;
  const messages = [{ ...message, content: text }];
  const answer = await deps.models.answer({
    companion,
    role: "facts",
    messages: [],
    schema: FactsAnswer,
    material: { role: "facts", language, messages },
    engine: "extractive",
  });
  return answer.ok ? answer.value.operations.filter(({ op }) => op === "ADD" || op === "UPDATE") : [];
}

const nameAndValue = /^(.{1,30}?)(?:应该是|改成|改为|是|叫|为|：|:|=|\bis\b|\bare\b|\bto\b)\s*(.{1,60})$/i;

/** 我的地址是上海, "my address is Leeds": a key that is known by name, and its value. */
function namedValue(reader: Reader, statement: string): FactOperation[] {
  const [, subject = "", value = ""] = nameAndValue.exec(statement) ?? [];
  const key = keyNamed(subject);
  return key === undefined || value.trim() === ""
    ? []
    : [valueOperation(reader, key, value.trim(), statement)];
}

async function rememberPlan(
  deps: Deps,
  reader: Reader,
  statement: string,
  message: Message,
): Promise<Plan | undefined> {
  if (statement.trim() === "") return undefined;
  const read = await readStatements(deps, reader, statement, message);
  const operations = read.length > 0 ? read : namedValue(reader, statement);
  if (operations.length > 0) return { operations };
  // What fits no key is kept as it was said, marked as words: 我 in it is the person.
  const words = [...statement].slice(0, 180).join("");
  const told = reader.language === "zh" ? `要你记住：“${words}”` : `asked you to remember: "${words}"`;
  const note: FactOperation = {
    op: "ADD",
    category: tellsHealth(words) ? "health" : "personal_info",
    key: "note",
    value: words,
    statement: told,
    quote: statement,
  };
  return { operations: [note], shares: false };
}

type Correct = Extract<Command, { kind: "correct" }>;

async function correctPlan(
  deps: Deps,
  reader: Reader,
  { wrong, right, said }: Correct,
  message: Message,
  facts: Facts,
): Promise<Plan | undefined> {
  const holding = wrong === undefined ? [] : deniedFacts(facts, { wrong, right, said });
  if (holding.length > mostMeant) return undefined;
  if (wrong !== undefined && holding.length > 0) {
    const operations = holding.map((fact) =>
      right === undefined ? closing(fact, said) : putRight(fact, { wrong, right }, said),
    );
    return { operations, mistake: true };
  }
  if (right === undefined) return undefined;
  for (const text of [right, said, ...said.split(/[，,。]/)]) {
    const operations = await readStatements(deps, reader, text, message);
    if (operations.length > 0) return { operations, mistake: true };
  }
  const named = keyNamed(said.replace(wrong ?? "", "").replace(right, ""));
  return named === undefined
    ? undefined
    : { operations: [valueOperation(reader, named, right, said)], mistake: true };
}

/** What holds the wrong words; of what was never said also what says the same in other words: likes dogs for "I like dogs". */
function deniedFacts(
  facts: Facts,
  { wrong, right, said }: { wrong: string; right: string | undefined; said: string },
): Facts {
  const holding = factsHolding(facts, wrong, said);
  return holding.length > 0 || right !== undefined ? holding : factsMeant(facts, wrong);
}

function closing(fact: Fact, quote: string): FactOperation {
  const { id: target_id, key, category, value, statement } = fact;
  return { op: "DELETE", target_id, key, category, value, statement, quote };
}

/** The fact with the right words in place of the wrong ones. */
function putRight(
  fact: Fact,
  { wrong, right }: { wrong: string; right: string },
  quote: string,
): FactOperation {
  const { id: target_id, key, category } = fact;
  const swap = (text: string) => (text.includes(wrong) ? text.replaceAll(wrong, right) : undefined);
  const value = swap(String(fact.value ?? "")) ?? right;
  return { op: "UPDATE", target_id, key, category, value, statement: swap(fact.statement), quote };
}

/** Closes what is meant. A second try of the same message finds closed what it has closed already. */
function forgetPlan(facts: Facts, what: string, message: Message): Plan | undefined {
  const meant = factsMeant(facts, what);
  if (meant.length === 0 || meant.length > mostMeant) return undefined;
  return { operations: meant.map((fact) => closing(fact, message.content)) };
}

/**
 * The matter becomes a fact about the person, so that everything that reads facts knows of it; nothing is deleted. What is only
 * pointed at (他, 那件事, "that") is what the last exchange named; undefined where that cannot be told.
 */
async function suppressPlan(
  deps: Deps,
  reader: Reader,
  { what, said }: Extract<Command, { kind: "suppress" }>,
  message: Message,
): Promise<Plan | undefined> {
  const pointing = pointingOf(what);
  const matters =
    pointing === undefined
      ? [matterOf(what)]
      : referentOf(pointing, await talkBefore(deps, reader, message), await knownNames(deps, reader));
  const named = (matters ?? []).filter((matter) => matter !== "");
  if (named.length === 0) return undefined;
  const quote = pointing === undefined ? what : said;
  return { operations: named.map((matter) => avoiding(reader, matter, quote)) };
}

function avoiding(reader: Reader, matter: string, quote: string): FactOperation {
  const statement = reader.language === "zh" ? `不想再提起${matter}` : `does not want ${matter} brought up`;
  return { op: "ADD", category: "dislike", key: avoidedKey, value: matter, statement, quote };
}
