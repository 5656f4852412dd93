// Chat records as text: a line with time and name, then what was said until the next such line (QQ, WeChat).
import { type Found, leftOut, type Pieces, type ReadOptions } from "./chat.ts";
import { linesOf } from "./lines.ts";
import { timeOf } from "./times.ts";

const header =
  /^\s*(\d{4}[-/.]\d{1,2}[-/.]\d{1,2}\s+(?:(?:凌晨|早上|上午|中午|下午|傍晚|晚上)\s*)?\d{1,2}:\d{2}(?::\d{2})?(?:\s*[AaPp][Mm])?)\s+(\S.{0,79}?)\s*$/;

/** Time and name of a line that begins a message; undefined for every other line. */
export function headerOf(
  text: string,
  zone: string,
): { time: number; name: string; number: string } | undefined {
  const match = header.exec(text);
  const time = match ? timeOf(match[1], zone) : undefined;
  if (!match || time === undefined) return undefined;
  const [, name = "", number = ""] =
    /^(.*?)(?<!\s)\s*(?:[(<（]([^()<>（）]{3,60})[)>）])?$/.exec(match[2] ?? "") ?? [];
  return { time, name: name || number, number };
}

type Open = { place: number; speaker: string; system: boolean; time: number; lines: string[] };

/** Messages of such a record. A name that changes under the same number stays the name it was first. */
export async function* readDatedText(pieces: Pieces, { zone }: ReadOptions): AsyncIterable<Found> {
  const names = new Map<string, string>();
  let open: Open | undefined;
  for await (const { place, text } of linesOf(pieces)) {
    const found = headerOf(text, zone);
    if (found) {
      if (open) yield closed(open);
      const known = found.number === "" ? found.name : (names.get(found.number) ?? found.name);
      if (found.number !== "") names.set(found.number, known);
      const system = found.number === "10000" || /^系统消息$/.test(found.name);
      open = { place, speaker: known, system, time: found.time, lines: [] };
      continue;
    }
    const partner = /^\s*消息对象[:：]\s*(\S.{0,200})/.exec(text)?.[1]?.trim();
    if (partner !== undefined && !open) yield { kind: "about", assistant: partner };
    if (open && open.lines.length < 20_000) open.lines.push(text);
  }
  if (open) yield closed(open);
}

function closed({ place, speaker, system, time, lines }: Open): Found {
  const content = lines.join("\n").trim();
  if (system) return leftOut(place, "system");
  if (content === "") return leftOut(place, "empty");
  return { kind: "line", line: { place, speaker, content, timestamp: time } };
}
