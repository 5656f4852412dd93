// Sample talk of a card: blocks behind <START>, lines that say who speaks; to pairs and back.
import { type CardNames, fillNames } from "./card-names.ts";

export type ExamplePair = { user: string; assistant: string };

/**
 * The pairs of a `mes_example`. What the character says without having been asked has an empty `user`; lines that name nobody go on
 * with the one before, and prose without any speaker is the character's.
 */
export function readExamples(text: string, names: CardNames): ExamplePair[] {
  return blocksOf(text).flatMap((block) => pairsOf(turnsOf(block, names)));
}

/** Lines between lines that say <START>. */
function blocksOf(text: string): string[][] {
  const blocks: string[][] = [[]];
  for (const line of text.replace(/\r\n?/g, "\n").split("\n")) {
    if (line.trim().toLowerCase() === "<start>") blocks.push([]);
    else blocks.at(-1)?.push(line);
  }
  return blocks;
}

type Turn = { who: "user" | "assistant"; text: string };

function turnsOf(block: readonly string[], names: CardNames): Turn[] {
  const turns: Turn[] = [];
  for (const line of block) {
    const spoken = speakerOf(line, names);
    const last = turns.at(-1);
    if (spoken) turns.push(spoken);
    else if (last) last.text += `\n${line}`;
    else if (line.trim() !== "") turns.push({ who: "assistant", text: line });
  }
  return turns.map(({ who, text }) => ({ who, text: fillNames(text, names).trim() }));
}

/** Who speaks stands at the beginning of a line; no more of it is looked at, however long it is. In characters. */
const headLength = 200;
const mark = /^(\{\{\s*(?:char|bot|user)\s*\}\}|<(?:bot|char|user)>|[^:：{}<>]{1,80})\s*[:：]\s?/i;

function speakerOf(line: string, { character, person }: CardNames): Turn | undefined {
  const behind = line.trimStart();
  const match = mark.exec(behind.slice(0, headLength));
  if (!match) return undefined;
  const name = (match[1] ?? "").trim();
  const text = behind.slice(match[0].length);
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
