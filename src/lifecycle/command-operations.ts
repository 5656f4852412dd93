// What a spoken command does to the facts: the operations that are ordered, with the person's own words as their proof.
import type { Deps } from "../deps.ts";
import { avoidedKey } from "../memory/avoided.ts";
import type { Command } from "../memory/command.ts";
import { pointsBack, toldIn } from "../memory/command-back.ts";
import { claimOfOther } from "../memory/command-claim.ts";
import { pointingOf, referentOf } from "../memory/command-pointing.ts";
import { factOfShape, renamed } from "../memory/command-shape.ts";
import { factsHolding, factsMeant, keyNamed, matterOf } from "../memory/command-target.ts";
import { keyBase, statementOf } from "../memory/fact-key.ts";
import { keyForms } from "../memory/fact-key-words.ts";
import type { FactOperation } from "../schema/answer.ts";
import type { Fact, Facts } from "../schema/fact.ts";
import type { Message } from "../schema/message.ts";
import { asTyped, simplify } from "../schema/simplified.ts";
import { allowPlan } from "./avoided.ts";
import { callMe, notCallMe } from "./command-name.ts";
import { claimed, readStatements, rememberedIn } from "./command-statements.ts";
import type { Reader } from "./read-companion.ts";
import { knownNames, talkBefore } from "./talk-before.ts";

export type Plan = {
  operations: FactOperation[];
  /** What it closes was never so: a slip, not a former value. */
  mistake?: boolean;
  /** What it closes was so and is no longer: it becomes a former value. */
  ended?: boolean;
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
      return rememberPlan(deps, reader, command, message);
    case "call_me":
      return { operations: callMe(facts, command.name, reader.language) };
    case "not_call_me":
      return { operations: notCallMe(facts, command.name, command.said, reader.language) };
    case "correct":
      return correctPlan(deps, reader, command, message, facts);
    case "forget":
      return forgetPlan(deps, reader, command.what, message, facts);
    case "suppress":
      return suppressPlan(deps, reader, command, message);
    case "allow":
      return allowPlan(facts, command.what, command.said);
    case "ask_about_me":
      return undefined;
  }
}

function valueOperation(reader: Reader, key: string, value: string, quote: string): FactOperation {
  const own = keyForms.has(key);
  const of = own
    ? undefined
    : key.endsWith("_birthday")
      ? ("important_date" as const)
      : ("relationship" as const);
  const statement = statementOf(key, value, reader.language);
  return { op: "UPDATE", category: of, key, value, statement, quote };
}

async function rememberPlan(
  deps: Deps,
  reader: Reader,
  { kind, statement, said }: Extract<Command, { kind: "remember" | "update" }>,
  message: Message,
): Promise<Plan | undefined> {
  if (statement.trim() === "") return undefined;
  // Without words of an order it is talk that a yes to an offer means: what no rule reads of it was not to be kept.
  const how = { isUpdate: kind === "update", isTalk: said === statement };
  return { operations: await rememberedIn(deps, reader, statement, message, how) };
}

type Correct = Extract<Command, { kind: "correct" }>;

async function correctPlan(
  deps: Deps,
  reader: Reader,
  { wrong, right, said, ended, key }: Correct,
  message: Message,
  facts: Facts,
): Promise<Plan | undefined> {
  const denied = wrong === undefined ? [] : deniedFacts(facts, { wrong, right, said });
  // Who does not live there may have been born there.
  const meant = denied.filter((fact) => keyBase(fact.key) === key);
  const holding = meant.length > 0 ? meant : denied;
  const was = ended ? { ended } : { mistake: true };
  if (holding.length > mostMeant) return undefined;
  const family = renamed(facts, said);
  if (family !== undefined)
    return { operations: [withValue(reader, family.fact, family.name, said)], ...was };
  if (wrong !== undefined && holding.length > 0) {
    const operations = holding.map((fact) =>
      right === undefined ? closing(fact, said) : putRight(fact, { wrong, right }, said),
    );
    return { operations, ...was };
  }
  if (right === undefined) return undefined;
  // 我34，不是43: what is so, without what is not.
  const rest =
    wrong === undefined ? said : said.replace(wrong, "").replace(/[，,\s]*(?:而?不是|and not|not)\s*$/i, "");
  for (const text of [right, said, rest, ...said.split(/[，,。]/)]) {
    const operations = await readStatements(deps, reader, text, message);
    // The denied words are part of the proof: they tell what stands wrongly elsewhere.
    if (operations.length > 0)
      return { operations: operations.map((one) => ({ ...one, quote: said })), ...was };
  }
  const other = key === undefined ? correctedOf(reader, said, right) : undefined;
  if (other) return { operations: [other], ...was };
  const named = key ?? keyNamed(said.replace(wrong ?? "", "").replace(right, ""));
  if (named !== undefined) return { operations: [valueOperation(reader, named, right, said)], ...was };
  // 你记错了，是6月13号: what a date was told of last.
  const last = wrong === undefined ? factOfShape(facts, right) : undefined;
  return last && { operations: [withValue(reader, last, right, said)], ...was };
}

/** The fact with another value, worded anew. */
function withValue(reader: Reader, fact: Fact, value: string, quote: string): FactOperation {
  const { id: target_id, key, category } = fact;
  return {
    op: "UPDATE",
    target_id,
    key,
    category,
    value,
    statement: statementOf(key, value, reader.language),
    quote,
  };
}

/** 我妈妈的生日不是5月3日，是5月4日: somebody else's value under a key of their own. */
function correctedOf(reader: Reader, said: string, right: string): FactOperation | undefined {
  const subject = /^(?:.*[，,]\s*)?(.{1,30}?)(?:不是|是|\s*(?:isn't|is not|is)\b)/i.exec(said)?.[1];
  const is = reader.language === "zh" ? "是" : " is ";
  const claim = subject === undefined ? undefined : claimOfOther(`${subject}${is}${right}`);
  return claim && claimed(claim, said, reader);
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
  const { id: target_id, category } = fact;
  const [read, so] = [simplify(wrong), simplify(right)];
  const swap = (text: string) => {
    const plain = simplify(text);
    if (!plain.includes(read)) return undefined;
    // The rest stays as it was written; the right words stand as they were said now.
    return plain
      .split(read)
      .map((part) => asTyped(part, plain, text))
      .join(right);
  };
  const value = swap(String(fact.value ?? "")) ?? right;
  // pet_name:旺财 is filed under the name that was wrong.
  const key = simplify(fact.key).replaceAll(read.toLowerCase(), so.toLowerCase());
  return { op: "UPDATE", target_id, key, category, value, statement: swap(fact.statement), quote };
}

/** Closes what is meant. A second try of the same message finds closed what it has closed already. */
async function forgetPlan(
  deps: Deps,
  reader: Reader,
  what: string,
  message: Message,
  facts: Facts,
): Promise<Plan | undefined> {
  const named = factsMeant(facts, what);
  const back = named.length > 0 ? undefined : pointsBack(what);
  const meant = back === undefined ? named : toldIn(facts, await talkBefore(deps, reader, message), back);
  if (meant.length === 0 || meant.length > mostMeant) return undefined;
  return { operations: meant.map((fact) => closing(fact, message.content)) };
}

/**
 * The matter becomes a fact about the person, so that everything that reads facts knows of it; nothing is deleted. What is only
 * pointed at (他, 那件事, "that") is what the words before it or the last exchange named; undefined where that cannot be told.
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
      : referentOf(
          pointing,
          await talkBefore(deps, reader, message),
          await knownNames(deps, reader),
          beforeIn(message, said),
        );
  const named = (matters ?? []).filter((matter) => matter !== "");
  if (named.length === 0) return undefined;
  const quote = pointing === undefined ? what : said;
  return { operations: named.map((matter) => avoiding(reader, matter, quote)) };
}

/** What the message says before the command. */
function beforeIn({ content }: Message, said: string): string {
  const at = content.indexOf(said);
  return at > 0 ? content.slice(0, at) : "";
}

function avoiding(reader: Reader, matter: string, quote: string): FactOperation {
  const statement = reader.language === "zh" ? `不想再提起${matter}` : `does not want ${matter} brought up`;
  return { op: "ADD", category: "dislike", key: avoidedKey, value: matter, statement, quote };
}
