// The green chips under a reply: what was remembered for it, and what it noted or promised. Pure.
import type { Message, Recalled } from "../src/schema/message.ts";
import { plainDate, type Reader } from "./time.ts";
import type { Words } from "./words-zh.ts";

/** `recalled` on a chip that names a memory: it can be opened. */
export type Chip = { key: string; label: string; full: string; recalled?: Recalled };

/** In Chinese characters; a Latin letter is half as wide. */
const longest = 14;

/** Cut where it is too wide, at the end of a word where there is one. */
function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  let kept = "";
  let width = 0;
  for (const character of line) {
    width += /[\u2e80-\u{3ffff}]/u.test(character) ? 1 : 0.5;
    if (width > longest) {
      const inWord = /[\p{Script=Latin}\d]$/u.test(kept) && /[\p{Script=Latin}\d]/u.test(character);
      return `${(inWord ? kept.replace(/(?<=\s)\S+$/, "") : kept).replace(/[\s\p{P}]+$/u, "")}…`;
    }
    kept += character;
  }
  return line;
}

function recalledChip(recalled: Recalled, at: number, reader: Reader, seen: number): Chip {
  const parts = [plainDate(recalled.date, reader, seen), recalled.text].filter((part) => part !== "");
  const [when, ...rest] = parts;
  const label = [when, ...rest.map(shorten)].filter((part) => part !== undefined).join(" · ");
  const full = `${reader.words.recalled} ${parts.join(" · ")}`;
  return { key: `recalled ${at} ${recalled.id}`, label: `${reader.words.recalled} ${label}`, full, recalled };
}

/** What a tool's success is called; a tool that is missing here is the companion's own affair and shows no chip. */
function toolWord(name: string, words: Words): string | undefined {
  const named: Record<string, string> = {
    remember: words.noted,
    set_scheduled_heartbeat: words.promised,
    remove_scheduled_heartbeat: words.planDropped,
    search_web: words.searched,
    update_self_soul: words.selfChanged,
    update_relationship: words.levelChanged,
  };
  return Object.hasOwn(named, name) ? named[name] : undefined;
}

/**
 * The chips of one breath, at most two memories and two deeds: the line under a bubble is one line. `withRecalled` false
 * leaves the memories out, as the person wishes it.
 */
export function chipsOf(messages: readonly Message[], reader: Reader, withRecalled = true): Chip[] {
  const recalled = withRecalled ? messages.flatMap((message) => message.recalled ?? []) : [];
  const deeds = messages
    .flatMap((message) => message.tools ?? [])
    .filter((tool) => tool.ok)
    .flatMap((tool): Chip[] => {
      const word = toolWord(tool.name, reader.words);
      if (word === undefined) return [];
      const text = tool.result.startsWith("{") || tool.result.startsWith("[") ? "" : tool.result;
      const label = text === "" ? word : `${word} · ${shorten(text)}`;
      return [{ key: `tool ${tool.id}`, label, full: text === "" ? word : `${word} · ${text}` }];
    });
  const seen = messages.at(-1)?.timestamp ?? 0;
  return [
    ...recalled.slice(0, 2).map((one, at) => recalledChip(one, at, reader, seen)),
    ...deeds.slice(0, 2),
  ];
}
