// What of a proposed operation holds: its key and value in one form, its quote proven, and what kind of saying the quote is.
import type { FactOperation } from "../schema/answer.ts";
import type { Language, Seconds } from "../schema/common.ts";
import type { Fact, Facts } from "../schema/fact.ts";
import { simplify } from "../schema/simplified.ts";
import { proveQuote, type QuoteProof, type SpokenMessage, spokenText } from "./evidence.ts";
import { supportAt } from "./evidence-carrier.ts";
import { clauseOfClaim, type StatementKind, statementKind } from "./evidence-kind.ts";
import { numbersHold } from "./evidence-numbers.ts";
import { isSecretAt } from "./evidence-secret.ts";
import { countsAgree, shareOfClaim, supportOf } from "./evidence-support.ts";
import { readTalk, stretchAround } from "./evidence-talk.ts";
import { provesHome } from "./evidence-unreal.ts";
import { type Withdrawal, withdrawalOf } from "./evidence-withdrawn.ts";
import type { FactDate } from "./fact-date.ts";
import { dated, datedOrder, firstDate } from "./fact-dated.ts";
import { categoryFor, isSingleValued, normaliseKey, statementOf } from "./fact-key.ts";
import { categoryOfOther, keyOfOther, namesIn, ownerOf } from "./fact-other.ts";
import { addedTo, isOpen } from "./fact-same.ts";
import { cleanStatement } from "./fact-statement.ts";
import { isNegative, normaliseValue } from "./fact-value.ts";
import { lunarAsSaid } from "./lunar-value.ts";
import { roleWording } from "./role-wording.ts";

export type ApplyInput = {
  now: Seconds;
  /** The owner's zone (IANA). */
  zone: string;
  newId: () => string;
  /** Whose facts they are (A25): the companion's id, kept as `user_id`. */
  userId?: string;
  language: Language;
  /** The talk that the operations were taken from, in order. */
  messages: readonly SpokenMessage[];
  /** The same as the rules read it (`readTalk`), where more than one operation is judged by it. */
  read?: readonly SpokenMessage[];
  by: "model" | "extractive" | "owner" | "command";
  /** The companion's setting `shares_facts`; default true. */
  shares?: boolean;
  /** The owner says that what is closed was never so. */
  mistake?: boolean;
  /** What is closed was so and is no longer: it is not forgotten. */
  ended?: boolean;
  /** Something of the talk was erased: a claim that no words prove is not even kept to be looked at. */
  isThinned?: boolean;
  /** The change line that becomes the evidence of what the owner enters (invariant 2). */
  changeId?: string;
};

export type Refusal =
  | Exclude<QuoteProof, { ok: true }>["reason"]
  | Exclude<StatementKind, "statement" | "intent">
  | Withdrawal
  | "nothing"
  | "no_target"
  | "stale"
  | "weaker"
  | "refused_before"
  | "undone";

export type Doubt = "no_quote" | "unsupported" | "numbers";

/** An operation in one form, with what its evidence allows. */
export type Proposal = {
  op: FactOperation["op"];
  target?: string;
  key: string;
  category: Fact["category"];
  value: string | number | boolean;
  statement: string;
  /** The same in the character's own words (R30). */
  wording?: string;
  source: Fact["source"];
  confidence: number;
  evidence: Fact["evidence"];
  /** Ids of the messages of the evidence; empty for what an owner enters. */
  from: readonly string[];
  /** When it was said or entered. */
  said: Seconds;
  /** The message it was said in; "" for what an owner enters. */
  text: string;
  /** The clause that says it; "" for what an owner enters. */
  clause: string;
  isIntent: boolean;
  /** Said in confidence: it stays with this companion. */
  isSecret: boolean;
  date?: FactDate;
  /** The owner's own hand or order: it wins whatever is there. */
  commands: boolean;
};

export type Judged =
  | { verdict: "proven"; proposal: Proposal }
  | { verdict: "doubtful"; reason: Doubt; proposal: Proposal }
  | { verdict: "refused"; reason: Refusal };

/** Keys of where the person lives. */
const homes = new Set(["location", "address"]);
type ReadInput = ApplyInput & Required<Pick<ApplyInput, "read">>;
const refused = (reason: Refusal): Judged => ({ verdict: "refused", reason });

/** A201, A202: what the person said is certain; what a model reads out of it is 0.6 to 0.8, or less where it says so. */
function confidenceOf(operation: FactOperation, isStated: boolean): number {
  if (isStated) return 1;
  const given = operation.confidence ?? 0.6;
  return given < 0.5 ? given : Math.min(0.8, Math.max(0.6, given));
}

/** 最爱 and "favourite" name the one; a plain liking is one of many. */
function keyAsSaid(key: string, value: unknown, text: string): string {
  if (!key.startsWith("favorite_") || /最|favou?rite|best/i.test(text) || !isSingleValued(key)) return key;
  return normaliseKey("preference", "likes", value);
}

function draft(operation: FactOperation, input: ApplyInput): Proposal | undefined {
  const given = normaliseValue(operation.value ?? operation.statement);
  const value = lunarAsSaid(String(given), operation.quote ?? "") ?? given;
  const key = normaliseKey(operation.category, operation.key, value);
  if (value === undefined || key === "") return undefined;
  const commands = input.by === "owner" || input.by === "command";
  // "Birthday: August 15" does not say that it is the lunar one.
  const statement =
    value === given ? cleanStatement(operation, key, value, input) : statementOf(key, value, input.language);
  const wording = commands
    ? undefined
    : roleWording(operation.role_wording, statement, [operation.quote ?? ""]);
  return {
    op: operation.op,
    ...(operation.target_id ? { target: operation.target_id } : {}),
    key,
    category: categoryFor(key, operation.category),
    value,
    statement,
    ...(wording === undefined ? {} : { wording }),
    source: input.by === "owner" ? "owner" : (operation.source ?? "explicit_statement"),
    confidence: commands ? 1 : confidenceOf(operation, false),
    evidence: [],
    from: [],
    said: input.now,
    text: "",
    clause: "",
    isIntent: false,
    isSecret: false,
    commands,
  };
}

/** Judges one operation against the talk (invariant 2, part 2 items 1 and 2). Nothing of it is believed before that. */
export function judgeOperation(operation: FactOperation, facts: Facts, input: ApplyInput): Judged {
  const proposal = draft(operation, input) ?? targeted(operation, facts, input);
  if (proposal === undefined) return refused("nothing");
  const proof = proveQuote(operation.quote, input.messages, "user");
  const read = input.read ?? readTalk(input.messages);
  if (proposal.commands) return { verdict: "proven", proposal: commanded(proposal, proof, input) };
  if (!proof.ok) return unproven(proposal, proof.reason, { ...input, read }, operation.quote);
  return proven(operation, proposal, proof, facts, { ...input, read });
}

/** DELETE and NOOP may name a fact alone. */
function targeted(operation: FactOperation, facts: Facts, input: ApplyInput): Proposal | undefined {
  const target = facts.find((fact) => fact.id === operation.target_id);
  if (target === undefined || operation.op === "ADD" || operation.op === "UPDATE") return undefined;
  const { key, category, statement } = target;
  return draft({ ...operation, key, category, statement, value: target.value }, input);
}

function commanded(proposal: Proposal, proof: QuoteProof, input: ApplyInput): Proposal {
  const { changeId } = input;
  if (!proof.ok) {
    const evidence: Fact["evidence"] = changeId === undefined ? [] : [{ kind: "owner", change_id: changeId }];
    return { ...proposal, evidence, said: input.now };
  }
  const { message_id, quote, timestamp } = proof;
  const at = placeOf(message_id, input);
  const text = input.messages[at]?.content ?? quote;
  const isSecret = isSecretAt(input.messages, at);
  const own = { evidence: [{ message_id, quote }], from: [message_id], said: timestamp, text, isSecret };
  if (proposal.op === "DELETE") return { ...proposal, ...own };
  const clause =
    proposal.category === "important_date" ? clauseOfClaim(text, quote, String(proposal.value)) : "";
  return {
    ...proposal,
    ...own,
    ...datedOrder(proposal, [quote, clause], { said: timestamp, zone: input.zone }),
  };
}

function placeOf(messageId: string, { messages }: ApplyInput): number {
  return messages.findIndex(({ message_id }) => message_id === messageId);
}

/**
 * Without a proof: refused where the quote was played, injected or said by the other. A quote that stands nowhere makes a claim
 * wait (invariant 2); without any quote it waits where its words were said, and is nothing where they were not.
 */
function unproven(proposal: Proposal, reason: Refusal, input: ReadInput, quote = ""): Judged {
  if (reason !== "not_said" || proposal.op === "DELETE" || proposal.op === "NOOP") return refused(reason);
  const said = input.read.filter((message) => message.role === "user").map(spokenText);
  const claim = String(proposal.value);
  if (input.isThinned) return refused("not_said");
  const isThere = said.some(
    (text) => supportOf(claim, text) === "supported" && shareOfClaim(claim, text) >= 0.5,
  );
  if (!isThere && quote.trim() === "") return refused("not_said");
  const confidence = Math.min(proposal.confidence, 0.5);
  return { verdict: "doubtful", reason: "no_quote", proposal: { ...proposal, confidence } };
}

function refusalOf(kind: StatementKind, proposal: Proposal, whose: string | undefined): Refusal | undefined {
  if (kind === "statement" || kind === "intent") return undefined;
  if (kind === "third_person") return whose === undefined ? "third_person" : undefined;
  if (kind !== "negated") return kind;
  // 我不吃香菜 proves that somebody does not eat it; it does not prove the contrary.
  const denies =
    isNegative(proposal.value) || isNegative(proposal.statement) || proposal.category === "dislike";
  return denies || proposal.op === "DELETE" || isAbsence(proposal) ? undefined : "negated";
}

/** Keys and words that are negative by themselves. */
function isAbsence({ key, statement, value }: Proposal): boolean {
  return /单身|素食|吃素|离异|失业|独居|戒|恐|怕|讨厌|反感|\b(?:single|teetotal|vegan|vegetarian|unemployed|divorced|afraid|fear|hates?|dislikes?|avoids?|without|dropped|quit)\b|^no_|taboo|avoid|fear|dislike|hate/i.test(
    simplify(`${key} ${statement} ${String(value)}`),
  );
}

function proven(
  operation: FactOperation,
  proposal: Proposal,
  proof: Extract<QuoteProof, { ok: true }>,
  facts: Facts,
  input: ReadInput,
): Judged {
  const { message_id, quote, timestamp } = proof;
  const at = placeOf(message_id, input);
  const text = stretchAround(input.messages[at]?.content ?? quote, quote);
  const read = input.read.map((message, i) => (i === at ? { ...message, content: simplify(text) } : message));
  const claim = `${String(proposal.value)} ${operation.statement ?? ""}`;
  const names = namesIn(facts);
  const kind = statementKind(text, quote, { claim, names });
  const talk = read.map((message) => message.content).join("\n");
  const told = operation.statement ?? String(proposal.value);
  const whose = kind === "third_person" ? ownerOf(proposal, told, talk, names) : undefined;
  const reason =
    refusalOf(kind, proposal, whose) ??
    (proposal.op === "DELETE" ? undefined : withdrawalOf(message_id, String(proposal.value), read));
  if (reason !== undefined) return refused(reason);
  const key =
    whose === undefined ? keyAsSaid(proposal.key, proposal.value, text) : keyOfOther(proposal.key, whose);
  const added = additionOf(proposal, key, facts);
  const support = supportAt(added ?? claim, read, at);
  const isStated = proposal.source === "explicit_statement" && support === "supported";
  const isAhead = kind === "intent" || proposal.category === "important_date";
  const clause = clauseOfClaim(text, quote, claim);
  const date = firstDate([clause, quote, ...(isAhead ? [text] : [])], timestamp, input.zone);
  const next: Proposal = {
    ...proposal,
    ...dated(proposal, timestamp, input.zone),
    key,
    category: whose === undefined ? proposal.category : categoryOfOther(proposal.category),
    source: isStated || proposal.source !== "explicit_statement" ? proposal.source : "inferred",
    confidence: confidenceOf(operation, isStated),
    evidence: [{ message_id, quote }],
    from: [message_id],
    said: timestamp,
    text,
    clause,
    isIntent: kind === "intent",
    isSecret: isSecretAt(read, at),
    ...(date === undefined ? {} : { date }),
  };
  if (proposal.op === "DELETE") return { verdict: "proven", proposal: next };
  const before = input.messages[at - 1];
  const asked = before?.role === "assistant" ? before.content : "";
  if (support === "unsupported" || (homes.has(key) && !provesHome(clause, asked)))
    return { verdict: "doubtful", reason: "unsupported", proposal: next };
  const near = read.slice(Math.max(0, at - 4), at + 5).filter((message) => message.role === "user");
  const counted = added ?? String(proposal.value);
  const around = near.map((message) => ({ text: spokenText(message), at: message.timestamp }));
  const said = { own: text, near: around, at: timestamp, zone: input.zone };
  if (!numbersHold(counted, said) || !countsAgree(counted, text)) {
    return { verdict: "doubtful", reason: "numbers", proposal: next };
  }
  // A day that nobody named does not come in by the wording either.
  const isTold = numbersHold(proposal.statement, said);
  const statement = isTold ? next.statement : statementOf(key, next.value, input.language);
  return { verdict: "proven", proposal: { ...next, statement } };
}

/** What a value adds to the one that is filed there and proven: only that has to be proven now. */
function additionOf({ value }: Proposal, key: string, facts: Facts): string | undefined {
  const known = facts.find(
    (fact) => isOpen(fact) && fact.key === key && addedTo(fact.value, value) !== undefined,
  );
  return known === undefined ? undefined : addedTo(known.value, value);
}
