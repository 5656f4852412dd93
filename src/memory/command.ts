// Whether a message tells the memory what to do: remember, update, correct, forget, suppress, show, or how to call the person.
import type { Language } from "../schema/common.ts";
import type { Facts } from "../schema/fact.ts";
import { asTyped, simplify } from "../schema/simplified.ts";
import { allowEn, allowZh } from "./command-allow.ts";
import { rememberBehind } from "./command-behind.ts";
import { correctEn } from "./command-correct-en.ts";
import { correctZh } from "./command-correct-zh.ts";
import type { CommandKind, Draft } from "./command-draft.ts";
import { askEn, callMeEn, rememberEn, updateEn } from "./command-en.ts";
import { forgetEn, suppressEn } from "./command-forget-en.ts";
import { forgetZh, suppressZh } from "./command-forget-zh.ts";
import { notCallMeEn, notCallMeZh } from "./command-name.ts";
import { statementBehind } from "./command-statement.ts";
import { isFiller, isQuoting, type Sentence, sentencesOf, trimmed } from "./command-text.ts";
import { askZh, callMeZh, rememberZh, updateZh } from "./command-zh.ts";

export type Command = CommandKind & {
  /** True where the message holds nothing else: it is answered without the chat model (A221). */
  pure: boolean;
  /** The talk beside the command, which the normal turn answers; it may hold a further command. Empty for a pure one. */
  rest: string;
  /** The words of the command as they stand in the message. */
  said: string;
};

export type CommandContext = {
  /** Words inside a story are a character's. */
  scene?: "story" | undefined;
  /** How the companion is called, so that "小满，记住…" is nothing but a command. */
  names?: readonly string[];
  /** What is held now: 忘了我的面试 is a request where a fact says it. */
  facts?: Facts;
};

type Reader = (sentence: Sentence, next: Sentence | undefined, facts?: Facts) => Draft | undefined;

/** What may also stand behind 记住: "remember, call me Mu" is about the name. */
const nestedZh: readonly Reader[] = [callMeZh, notCallMeZh, suppressZh];
const nestedEn: readonly Reader[] = [callMeEn, notCallMeEn, suppressEn];
const chinese: readonly Reader[] = [
  askZh,
  callMeZh,
  notCallMeZh,
  forgetZh,
  allowZh,
  suppressZh,
  correctZh,
  updateZh,
  rememberZh,
];
const english: readonly Reader[] = [
  askEn,
  callMeEn,
  notCallMeEn,
  forgetEn,
  allowEn,
  suppressEn,
  correctEn,
  updateEn,
  rememberEn,
];

/**
 * The first spoken command of a message, or null (A212, A213, A219–A221, A223, R28). Imperatives only: questions
 * (你还记得…吗), reports (我记住了), idioms (算了忘了吧, forget it), threats (你给我记住), quotations, code, actions and stories
 * are none. Both languages are read whatever `language` says; it decides which is tried first.
 */
export function parseCommand(
  text: string,
  language: Language = "zh",
  context: CommandContext = {},
): Command | null {
  if (context.scene === "story") return null;
  const read = simplify(text);
  const command = commandIn(read, language, { ...context, names: context.names?.map(simplify) ?? [] });
  if (command === null || read === text) return command;
  const typed = (words: string) => asTyped(words, read, text);
  const own = { ...command, rest: typed(command.rest), said: typed(command.said) };
  // What the order is about is kept as the person wrote it.
  switch (own.kind) {
    case "remember":
    case "update":
      return { ...own, statement: typed(own.statement) };
    case "call_me":
    case "not_call_me":
      return { ...own, name: typed(own.name) };
    case "correct": {
      const { wrong, right } = own;
      return {
        ...own,
        ...(wrong === undefined ? {} : { wrong: typed(wrong) }),
        ...(right === undefined ? {} : { right: typed(right) }),
      };
    }
    case "forget":
    case "suppress":
    case "allow":
      return { ...own, what: typed(own.what) };
    case "ask_about_me":
      return own;
  }
}

function commandIn(text: string, language: Language, context: CommandContext): Command | null {
  const sentences = sentencesOf(text);
  const readers = language === "zh" ? [...chinese, ...english] : [...english, ...chinese];
  for (const [i, sentence] of sentences.entries()) {
    const next = sentences[i + 1];
    const remembered = firstOf([rememberZh, rememberEn], withoutCall(sentence, context.names ?? []), next);
    const draft =
      (remembered && nested(sentence, remembered)) ??
      remembered ??
      firstOf(readers, sentence, next, context.facts) ??
      rememberBehind(sentence, sentences[i - 1]);
    if (draft && !isQuoting(sentence.plain.slice(0, Math.max(0, draft.from))))
      return finished(text, sentence, withMore(text, sentence, draft, next), context.names ?? []);
  }
  return null;
}

/** 阿宝记一下…: the name called in front of an order, without a comma, hidden. */
function withoutCall(sentence: Sentence, names: readonly string[]): Sentence {
  const { plain } = sentence;
  const start = plain.length - plain.trimStart().length;
  const name = names.find((one) => one.length > 1 && plain.startsWith(one, start));
  if (name === undefined) return sentence;
  const end = start + name.length;
  if (/\w$/.test(name) && /^\w/.test(plain.slice(end))) return sentence;
  return { ...sentence, plain: `${" ".repeat(end)}${plain.slice(end)}` };
}

function firstOf(
  readers: readonly Reader[],
  sentence: Sentence,
  next: Sentence | undefined,
  facts?: Facts,
): Draft | undefined {
  for (const read of readers) {
    const draft = read(sentence, next, facts);
    if (draft) return draft;
  }
  return undefined;
}

const more =
  /^\s*(?:还有|另外|以及|而且|并且|对了还有)(?:就是|一[点件]事?)?[，,：:]?\s*(?=我(?!们?(?:问|想问|说))|我的)|^\s*(?:also|and|plus|oh and)[,:]?\s+(?=(?:i|i'm|i've|my|we|our)\b)/i;

/** 还有我不吃香菜 behind what is to be remembered is to be remembered too (A219). */
function withMore(text: string, sentence: Sentence, draft: Draft, next: Sentence | undefined): Draft {
  const { command, from, to } = draft;
  if (command.kind !== "remember" || !next || !more.test(next.plain)) return draft;
  const start = text.indexOf(command.statement, sentence.from + from);
  if (start < 0 || to !== sentence.plain.length) return draft;
  const { end, to: until, question } = statementBehind(next, 0);
  if (question || firstOf([rememberZh, rememberEn], next, undefined)) return draft;
  const statement = text.slice(start, next.from + end);
  return { command: { ...command, statement }, from, to: next.from + until - sentence.from };
}

/** The command that begins right where the statement to remember does. */
function nested(sentence: Sentence, { command, from, to }: Draft): Draft | undefined {
  if (command.kind !== "remember" || to > sentence.plain.length) return undefined;
  const start = sentence.text.indexOf(command.statement, from);
  if (start < 0) return undefined;
  const inner = { ...sentence, text: sentence.text.slice(start), plain: sentence.plain.slice(start) };
  const draft = firstOf([...nestedZh, ...nestedEn], inner, undefined);
  return draft && draft.from === 0 ? { command: draft.command, from, to: start + draft.to } : undefined;
}

function finished(text: string, sentence: Sentence, draft: Draft, names: readonly string[]): Command {
  const from = sentence.from + draft.from;
  const until = sentence.from + draft.to;
  // The mark that closes the command's sentence goes with it.
  const to = until + (/^[\s，,。.!！?？~～…;；]*/u.exec(text.slice(until))?.[0].length ?? 0);
  const rest = [upToComma(text.slice(0, from)), text.slice(to)]
    .map((piece) => piece.trim())
    .filter((piece) => !isFiller(piece, names))
    .join("\n");
  return { ...draft.command, pure: rest === "", rest, said: trimmed(text.slice(from, until)) };
}

/** Without the commas that led to the command. */
function upToComma(before: string): string {
  let end = before.length;
  while (end > 0 && /[\s，,：:]/u.test(before.charAt(end - 1))) end -= 1;
  return before.slice(0, end);
}
