// Sample talk of a card: blocks behind <START>, lines that say who speaks; to pairs and back.
import { type CardNames, fillNames } from "./card-names.ts";

export type ExamplePair = { user: string; assistant: string };

const start = /^\s*<START>\s*$/gim;

/**
 * The pairs of a `mes_example`. What the character says without having been asked has an empty `user`; lines that name nobody go on
 * with the one before, and prose without any speaker is the character's.
 */
export function readExamples(text: string, names: CardNames): ExamplePair[] {
  return text.split(start).flatMap((block) => pairsOf(turnsOf(block, names)));
}

type Turn = { who: "user" | "assistant"; text: string };

function turnsOf(block: string, names: CardNames): Turn[] {
  const turns: Turn[] = [];
  for (const line of block.replace(/\r\n?/g, "\n").split("\n")) {
    const spoken = speakerOf(line, names);
    const last = turns.at(-1);
    if (spoken) turns.push(spoken);
    else if (last) last.text += `\n${line}`;
    else if (line.trim() !== "") turns.push({ who: "assistant", text: line });
  }
  return turns.map(({ who, text }) => ({ who, text: fillNames(text, names).trim() }));
}

const mark = /^\s*(\{\{\s*(?:char|bot|user)\s*\}\}|<(?:bot|char|user)>|[^:：{}<>]{1,80})\s*[:：]\s?/i;

function speakerOf(line: string, { character, person }: CardNames): Turn | undefined {
  const match = mark.exec(line);
  if (!match) return undefined;
  const name = (match[1] ?? "").trim();
  const text = line.slice(match[0].length);
  if (/user/i.test(name) && /[{<]/.test(name)) return { who: "user", text };
  if (/[{<]/.test(name) || name === character) return { who: "assistant", text };
  return name === person ? { who: "user", text } : undefined;
}

function pairsOf(turns: readonly Turn[]): ExamplePair[] {
  const pairs: ExamplePair[] = [];
  let said: string[] = [];
  for (const { who, text } of turns) {
    if (text === "") continue;
    const last = pairs.at(-1);
    if (who === "user") said.push(text);
    else if (said.length === 0 && last) last.assistant += `\n${text}`;
    else {
      pairs.push({ user: said.join("\n"), assistant: text });
      said = [];
    }
  }
  return pairs;
}

/** The pairs as a `mes_example`, with places for the names. */
export function writeExamples(pairs: readonly ExamplePair[]): string {
  const spoken = (place: string, text: string) => (text === "" ? [] : [`{{${place}}}: ${text}`]);
  return pairs
    .map(({ user, assistant }) =>
      ["<START>", ...spoken("user", user), ...spoken("char", assistant)].join("\n"),
    )
    .join("\n");
}
