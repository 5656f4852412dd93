// Where a message shows danger, help is named, whatever the model says or fails to say (never skipped, paced or teased).
import type { Deps } from "../deps.ts";
import type { Danger } from "../memory/danger.ts";
import { helpLines, regionOf } from "../memory/help-lines.ts";
import type { Reader } from "./read-companion.ts";

/** Numbers of the region's help lines: one of them in the reply is enough. */
function numbersOf(lines: string): string[] {
  return lines.match(/\d[\d ]{1,}\d/g)?.map((number) => number.replace(/ /g, "")) ?? [];
}

/** True where a reply to a message of danger names none of the help lines that fit it. */
export function needsHelp(reader: Reader, danger: Danger, text: string): boolean {
  const said = text.replace(/[\s-]/g, "");
  return !numbersOf(help(reader, danger)).some((number) => said.includes(number));
}

/** Those of the person's region, for this kind of danger. */
function help(reader: Reader, danger: Danger): string {
  return helpLines(reader.language, regionOf(reader.zone), danger.kind);
}

/** The bubble that names help. */
export function addHelp(reader: Reader, danger: Danger): string[] {
  return [help(reader, danger)];
}

/** The whole reply where no model spoke: a line in the character's voice, then the help lines. */
export function dangerReply(deps: Deps, reader: Reader, danger: Danger): string[] {
  const lines = reader.lines?.danger ?? [];
  const line = lines[Math.floor(deps.random() * lines.length)];
  return line === undefined ? addHelp(reader, danger) : [line, ...addHelp(reader, danger)];
}
