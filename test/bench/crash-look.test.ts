// The crash bench's own eye: each kind of damage that it must count is put into a folder, and counted.
import { mkdir, mkdtemp, readFile, rm, unlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Findings, lookAtFolder, nothingFound } from "./crash-look.ts";
import { writeLife } from "./years.ts";

let root: string;
let acknowledged: Set<string>;
let edits: Map<string, string>;

type Line = Record<string, unknown> & { message_id: string; topic_id: string; content: string };

const read = async <T>(name: string) => JSON.parse(await readFile(join(root, name), "utf8")) as T;
const write = (name: string, value: unknown) => writeFile(join(root, name), JSON.stringify(value));
const look = () => lookAtFolder(root, { acknowledged, edits });
const only = (found: Partial<Findings>): Findings => ({ ...nothingFound(), ...found });

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "keepsake-look-"));
  await writeLife(root, { years: 70 / 365 });
  const lines = await read<Line[]>("conversation.json");
  acknowledged = new Set(lines.map(({ message_id }) => message_id));
  edits = new Map();
});

afterEach(() => rm(root, { recursive: true, force: true }));

describe("the look at a folder after a kill", () => {
  it("finds nothing in a whole folder, with summaries in the archive and messages in many months", async () => {
    expect(await look()).toEqual(nothingFound());
  });

  it("counts each acknowledged message that stands in no month", async () => {
    const lines = await read<Line[]>("conversation.json");
    await write("conversation.json", lines.slice(0, -2));
    expect(await look()).toEqual(only({ "acknowledged messages lost": 2 }));
  });

  it("counts torn files of both kinds, and what is lost with them", async () => {
    const text = await readFile(join(root, "facts.json"), "utf8");
    await writeFile(join(root, "facts.json"), text.slice(0, -20));
    await mkdir(join(root, "changes"), { recursive: true });
    await writeFile(join(root, "changes", "2035-06.jsonl"), '{"id":"whole"}\n{"id":"to');
    expect(await look()).toEqual(only({ "unreadable files after restart": 2 }));
  });

  it("counts a second summary of a topic, also where one of the two is in the archive", async () => {
    const [oldest] = await read<{ id: string; ended_at: number }[]>("mid_term.json");
    await write("mid_term_archive/2035-01.json", [{ ...oldest, id: "mid_other" }]);
    expect(await look()).toEqual(only({ "duplicate summaries": 1 }));
  });

  it("counts a temporary file in any folder", async () => {
    await writeFile(join(root, "conversations", ".2035-05.json.7-1.tmp"), "[");
    expect(await look()).toEqual(only({ "leftover temporary files": 1 }));
  });

  it("counts a topic that nobody will summarise, and none that is pending or imported", async () => {
    const mid = await read<{ topic_id: string }[]>("mid_term.json");
    const [a, b, c] = mid.slice(-3).map(({ topic_id }) => topic_id);
    await write("mid_term.json", mid.slice(0, -3));
    const short = await read<Record<string, unknown>>("short_term.json");
    await write("short_term.json", { ...short, pending: [{ topic_id: a }] });
    const lines = await read<Line[]>("conversation.json");
    const imported = lines.map((line) => (line.topic_id === b ? { ...line, imported_at: 1 } : line));
    await write("conversation.json", imported);
    expect(c).toBeDefined();
    expect(await look()).toEqual(only({ "topics neither open, pending, summarised nor imported": 1 }));
  });

  it("counts a hand edit whose text is gone from the log or from the summaries", async () => {
    const lines = await read<Line[]>("conversation.json");
    const [kept, lost] = lines;
    edits.set(String(kept?.message_id), String(kept?.content));
    edits.set(String(lost?.message_id), "这句改过的话没有留下");
    edits.set("mid_0", "这条摘要也没有留下");
    expect(await look()).toEqual(only({ "hand edits lost": 2 }));
  });

  it("counts halves of long entries, and a summary that went into two of them", async () => {
    const index = await read<{ detail_file: string }[]>("long_term.json");
    const [first, second, third] = index.map(({ detail_file }) => `long_term_details/${detail_file}`);
    const detail = await read<Record<string, unknown>>(String(first));
    await write(String(second), {
      ...(await read<object>(String(second))),
      source_mid_ids: detail.source_mid_ids,
    });
    await unlink(join(root, String(third)));
    await write("long_term_details/2035-01-01_没有索引.json", { source_mid_ids: [] });
    expect(await look()).toEqual(
      only({
        "long entries without their detail": 1,
        "details without their long entry": 1,
        "summaries promoted twice": 1,
      }),
    );
  });
});
