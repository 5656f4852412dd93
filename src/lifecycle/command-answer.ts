// What the companion says to a pure command, at once and without a model: its soul's own lines, and plainly what was done.
import type { Deps } from "../deps.ts";
import type { Command } from "../memory/command.ts";
import type { Language } from "../schema/common.ts";
import { getUserProfile } from "./profile.ts";
import type { Reader } from "./read-companion.ts";

/** What one command came to. `texts`: the statements that now hold, or that were closed. */
export type Done = { command: Command; texts: string[] };

type HouseWords = {
  closed: (texts: string) => string;
  offer: string;
  nothing: string;
  /** Of what was so and is no longer. */
  ended: (texts: string) => string;
  avoided: (matter: string) => string;
  allowed: (matter: string) => string;
  /** Between two names of what is not brought up. */
  and: string;
  known: string;
  joined: string;
};

const houseWords: Record<Language, HouseWords> = {
  zh: {
    closed: (texts) => `划掉的是：${texts}`,
    offer: "聊天里的原话还在。划错了可以撤销，想连原话一起抹掉，就用“彻底删除”。",
    nothing: "我这里没有单独记着这件事，所以没什么可划掉的。聊天里的原话还在，要抹掉它，请用“彻底删除”。",
    ended: (texts) => `好，这是以前的事了：${texts}\n问起来我还记得；弄错了可以撤销。`,
    avoided: (matter) => `好，${matter}我不再主动提起。记着的没有删，想恢复时撤销就行。`,
    and: "、",
    allowed: (matter) => `好，${matter}可以聊了。`,
    known: "我记得的是这些：",
    joined: "；",
  },
  en: {
    closed: (texts) => `Crossed out: ${texts}`,
    offer:
      "What you wrote is still in our chat. If this was a mistake, undo it; to remove the words themselves as well, use “erase”.",
    nothing:
      "I had no note of that, so there was nothing to cross out. What you wrote is still in our chat; to remove it, use “erase”.",
    ended: (texts) =>
      `Understood, that was before: ${texts}\nI still know it if you ask; undo it if I got that wrong.`,
    avoided: (matter) =>
      `All right, I won't bring up ${matter} again. Nothing was deleted; undo it if you change your mind.`,
    and: " and ",
    allowed: (matter) => `All right, we can talk about ${matter} again.`,
    known: "This is what I know:",
    joined: "; ",
  },
};

/** Lines of the profile in one reply; the page shows the rest. */
const mostLines = 30;

/** One of the lines at random, its {{text}} and {{name}} filled in. */
export function lineOf(deps: Deps, lines: readonly string[], text = ""): string {
  const line = lines[Math.floor(deps.random() * lines.length)] ?? "";
  return line.replaceAll("{{text}}", () => text).replaceAll("{{name}}", "");
}

/** The bubbles that answer what was done. */
export async function answerDone(deps: Deps, reader: Reader, done: readonly Done[]): Promise<string[]> {
  const bubbles: string[] = [];
  for (const one of done) bubbles.push(...(await answerOne(deps, reader, one)));
  return bubbles;
}

async function answerOne(deps: Deps, reader: Reader, { command, texts }: Done): Promise<string[]> {
  const { lines, language } = reader;
  const words = houseWords[language];
  const text = texts.join(words.joined);
  switch (command.kind) {
    case "remember":
    case "update":
    case "call_me":
    case "not_call_me":
      return [lineOf(deps, lines.noted, text)];
    case "correct":
      if (command.right !== undefined) return [lineOf(deps, lines.corrected, text)];
      if (command.ended) return [words.ended(text)];
      return [lineOf(deps, lines.forgotten), `${words.closed(text)}\n${words.offer}`];
    case "forget":
      return [lineOf(deps, lines.forgotten), `${words.closed(text)}\n${words.offer}`];
    case "suppress":
      return [words.avoided(texts.join(words.and))];
    case "allow":
      return [words.allowed(texts.join(words.and))];
    case "ask_about_me":
      return aboutPerson(deps, reader);
  }
}

/** What is known of the person, in the companion's voice as far as lines can be: nothing that no live fact says (A199). */
async function aboutPerson(deps: Deps, reader: Reader): Promise<string[]> {
  const { sections } = await getUserProfile(deps, reader.user, reader.language);
  const colon = reader.language === "zh" ? "：" : ": ";
  let left = mostLines;
  const known = sections.flatMap(({ title, lines }) => {
    // What was only counted (moods, leanings) is for the owner's page; in the talk nobody is told what they seem to be.
    const shown = lines.filter(({ fact_id }) => fact_id !== null).slice(0, left);
    left -= shown.length;
    const texts = shown.map((line) => line.text).join(houseWords[reader.language].joined);
    return shown.length === 0 ? [] : [`${addressed(title)}${colon}${texts}`];
  });
  if (known.length === 0) return [lineOf(deps, reader.lines.unknown)];
  return [houseWords[reader.language].known, known.join("\n")];
}

/** The profile speaks of the person; the companion speaks to them. */
function addressed(title: string): string {
  return title.replace(/\bth(?:em|ey)\b/g, "you").replace(/\btheir\b/g, "your");
}

/** Where nothing was found, or it cannot be told what is meant. Never claims that something was done. */
export function answerUnclear(deps: Deps, reader: Reader, command: Command): string[] {
  const { nothing } = houseWords[reader.language];
  return [command.kind === "forget" ? nothing : lineOf(deps, reader.lines.which)];
}

/** What was done, in words for the now-block, where the model answers the talk beside the command. */
export function doneInWords(reader: Reader, done: readonly Done[]): string {
  const { joined } = houseWords[reader.language];
  return done
    .filter(({ texts }) => texts.length > 0)
    .map(({ command, texts }) => `${labels[reader.language][command.kind]}${texts.join(joined)}`)
    .join(joined);
}

const labels: Record<Language, Record<Command["kind"], string>> = {
  zh: {
    remember: "记下了：",
    update: "更新了：",
    correct: "更正了：",
    forget: "不再记着：",
    suppress: "不再提起：",
    allow: "又可以聊：",
    call_me: "记下了称呼：",
    not_call_me: "记下了：",
    ask_about_me: "",
  },
  en: {
    remember: "noted: ",
    update: "updated: ",
    correct: "corrected: ",
    forget: "no longer kept: ",
    suppress: "not to be brought up: ",
    allow: "may be spoken of again: ",
    call_me: "noted the name: ",
    not_call_me: "noted: ",
    ask_about_me: "",
  },
};
