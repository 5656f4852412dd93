// Unreadable ends that were cut off and kept in .recovered/, and how an erasure reaches them (invariant 4).

import type { LogDisk } from "./log-disk.ts";
import { type Entry, messageOf } from "./log-entry.ts";

const folder = ".recovered";
/** "conversation.json.1", "conversations-2026-11.json.2" */
const pieceName = /^conversations?(?:-\d{4}-\d{2})?\.json\.\d+$/;
const contentField = /"content"\s*:\s*"((?:[^"\\]|\\.)*)/;

/** Keeps bytes under a name that is free: "conversation.json.1". Durable; gives the name. */
export async function keepPiece(disk: LogDisk, name: string, bytes: Buffer): Promise<string> {
  const flat = name.replaceAll("/", "-");
  const there = new Set(await disk.list(folder));
  let number = 1;
  while (there.has(`${flat}.${number}`)) number += 1;
  const kept = `${folder}/${flat}.${number}`;
  await disk.replace(kept, bytes);
  return kept;
}

/**
 * Takes out of the kept pieces every line that holds one of these messages, whole or begun: by its id, or by its text, since
 * a message whose writing was interrupted was said again under another id. A piece with nothing left is removed.
 */
export async function scrubPieces(disk: LogDisk, gone: readonly Entry[]): Promise<void> {
  const names = (await disk.list(folder)).filter((name) => pieceName.test(name));
  if (names.length === 0) return;
  // Bytes as characters: a piece need not be UTF-8 and stays as it is otherwise.
  const bytewise = (text: string) => Buffer.from(text).toString("latin1");
  const ids = gone.map((entry) => bytewise(JSON.stringify(entry.id)));
  const texts = gone.map((entry) => bytewise(JSON.stringify(messageOf(entry).content).slice(1, -1)));
  const holds = (line: string) => {
    const begun = contentField.exec(line)?.[1] ?? "";
    return (
      ids.some((id) => line.includes(id)) || (begun !== "" && texts.some((text) => text.startsWith(begun)))
    );
  };
  for (const name of names) {
    const path = `${folder}/${name}`;
    const lines = ((await disk.read(path)) ?? Buffer.alloc(0)).toString("latin1").split("\n");
    const kept = lines.filter((line) => !holds(line));
    if (kept.length === lines.length) continue;
    if (/[^\s,[\]]/.test(kept.join(""))) await disk.replace(path, Buffer.from(kept.join("\n"), "latin1"));
    else await disk.remove(path);
  }
}
