// docs/memory-format.md word for word: its examples laid into a running house, its required fields, its table of accidents, its files.
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { documents, parts } from "../../src/schema/documents.ts";
import { type House, startHouse, until } from "../support/house.ts";

let house: House;
let user = "";
const text = await readFile(resolve(import.meta.dirname, "../../docs/memory-format.md"), "utf8");

beforeAll(async () => {
  // The examples are of the end of November 2026: a month later what was said in them lies in its own file.
  house = await startHouse({ clock: "2026-11-30T20:00:00+08:00", env: { LOG_LEVEL: "silent" } });
});
afterAll(async () => {
  await house.close();
  await house.remove();
});
beforeEach(async () => {
  user = await house.create({ name: "小雨", greeting: null });
});

type File = {
  name: string;
  valid: boolean;
  content?: string;
  error?: { line?: number; message: string };
  warnings?: unknown[];
};

const path = (name: string) => join(house.folder, "ai_users", user, name);
async function put(name: string, content: string): Promise<void> {
  await mkdir(dirname(path(name)), { recursive: true });
  await writeFile(path(name), content);
}
const stored = async <T>(name: string) => JSON.parse(await readFile(path(name), "utf8")) as T;

/** The file as the house sees it, once it has looked at what stands on the disk and said so. */
function seen(what: string, name: string, check: (file: File) => boolean): Promise<File> {
  return until(what, async () => {
    const { status, body } = await house.api<File>("GET", `/api/memory/${user}/files/${encodeURI(name)}`);
    return status === 200 && check(body) && body;
  });
}

/** The examples of the document by the file that their heading names; what was shortened is empty. */
const examples = [...text.matchAll(/^### (\S+?),? .*\n([\s\S]*?)(?=^##)/gm)].flatMap(
  ([, name = "", section = ""]) =>
    [...section.matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(([, code = ""], at): [string, string] => [
      name === "long_term.json" && at === 1 ? "long_term_details/2025-01-01_年糕、吸尘器.json" : name,
      code.replaceAll('["…"]', "[]"),
    ]),
);

describe("the examples", () => {
  it("are there for what people edit", () => {
    expect(examples.map(([name]) => name)).toEqual([
      "config.json",
      "conversation.json",
      "short_term.json",
      "mid_term.json",
      "long_term.json",
      "long_term_details/2025-01-01_年糕、吸尘器.json",
      "core_memory.json",
      "facts.json",
      "heartbeat.json",
    ]);
  });

  it("stand in a companion's folder as they stand in the document, and the talk goes on", async () => {
    for (const [name, code] of examples) {
      if (name === "short_term.json") continue;
      await put(name, code);
      await seen(`${name} is taken`, name, ({ valid, content }) => valid && content !== undefined);
    }
    const { body } = await house.api<{ files: File[] }>("GET", `/api/memory/${user}/files`);
    expect(body.files.filter(({ valid }) => !valid)).toEqual([]);
    const context = await house.api("POST", `/api/memory/${user}/context`, { message: "花生能吃吗，年糕呢" });
    for (const word of ["对花生过敏", "怕打雷", "小雨", "南方小城"])
      expect(JSON.stringify(context.body)).toContain(word);
    expect((await house.chat(user, "在吗")).at(-1)).toMatchObject({ event: "reply-end" });
    expect((await stored<unknown[]>("conversation.json")).length).toBeGreaterThanOrEqual(4);
  });
});

/** The fields that the document calls required, as the least that a hand may write. */
const least: [name: string, entry: Record<string, unknown>, optional: readonly string[]][] = [
  [
    "mid_term.json",
    { summary: "聊过海", topic_id: "mine_1", message_count: 0 },
    ["topic_id", "message_count"],
  ],
  ["long_term.json", { title: "海", key_points: ["看过海"], detail_file: "海.json" }, []],
  ["facts.json", { category: "habit", key: "run", statement: "每天跑步" }, ["statement"]],
  ["lore.json", { keywords: ["墨块"], content: "墨块是一只灰猫。" }, []],
];

describe("the required fields", () => {
  it.each(least)(
    "of %s are enough, an id is made in the file, and each is missed",
    async (name, entry, optional) => {
      for (const field of Object.keys(entry).filter((one) => !optional.includes(one))) {
        expect(text).toContain(`\`${field}\``);
        const { [field]: _, ...rest } = entry;
        await put(name, JSON.stringify([rest]));
        const broken = await seen(`${field} is missed`, name, ({ valid }) => !valid);
        expect(JSON.stringify(broken.error)).toContain(field);
      }
      await put(name, JSON.stringify([entry]));
      await seen("the least is taken", name, ({ valid }) => valid);
      const [kept] = await until("an id is made", async () => {
        const list = await stored<Record<string, unknown>[]>(name);
        return typeof list[0]?.id === "string" && list;
      });
      expect(kept).toMatchObject(entry);
    },
  );

  it("of a core memory are its content and importance, and the level of the relationship may be written alone", async () => {
    const core = await stored<{ relationship: object; memories: unknown[] }>("core_memory.json");
    const relationship = { ...core.relationship, level: "特别关心" };
    const memories = [{ content: "怕打雷", importance: 9, by: "owner" }];
    await put("core_memory.json", JSON.stringify({ ...core, relationship, memories }));
    const kept = await until("hours and history follow the level", async () => {
      const now = await stored<{
        relationship: { history: { level: string }[] };
        memories: { id?: string }[];
      }>("core_memory.json");
      const followed = now.relationship.history.at(-1)?.level === "特别关心";
      return followed && now.memories[0]?.id !== undefined && now;
    });
    expect(kept.memories[0]).toMatchObject({ content: "怕打雷", importance: 9, by: "owner" });
  });

  it("of a planned hour are its clock and its words", async () => {
    const heartbeat = await stored<object>("heartbeat.json");
    const planned = [{ hour: 7, minute: 30, message_template: "叫我起床" }];
    await put("heartbeat.json", JSON.stringify({ ...heartbeat, planned }));
    await seen(
      "it is taken",
      "heartbeat.json",
      ({ valid, content }) => valid && content?.includes("叫我起床") === true,
    );
    await house.chat(user, "在吗");
    const { body } = await house.api<{ ai_users: { user_id: string; planned: unknown[] }[] }>(
      "GET",
      "/api/heartbeat/status",
    );
    expect(JSON.stringify(body)).toContain("叫我起床");
  });
});

describe("if something goes wrong", () => {
  it("with the JSON, the bytes stay and line and column are named; mended, it counts", async () => {
    const broken = '[\n  { "keywords": ["墨块"], "content": "灰猫", }\n]';
    await put("lore.json", broken);
    const { error } = await seen("it is broken", "lore.json", ({ valid }) => !valid);
    expect(error).toMatchObject({ line: 2 });
    expect(await readFile(path("lore.json"), "utf8")).toBe(broken);
    await put("lore.json", broken.replace(", }", " }"));
    await seen("it is mended", "lore.json", ({ valid }) => valid);
  });

  it("with a key that stands twice, the last one counts and the file as it was is kept", async () => {
    await put("lore.json", '[{ "id": "a", "keywords": ["墨块"], "content": "旧", "content": "新" }]');
    await until("it is kept aside", async () =>
      (await readdir(path(".recovered")).catch((): string[] => [])).some((name) =>
        /^lore\.json\.\w+/.test(name),
      ),
    );
    expect(await stored("lore.json")).toMatchObject([{ content: "新" }]);
  });

  it("with an id that was copied, the copy gets one of its own; what is deleted can be undone", async () => {
    const entry = { id: "a", keywords: ["墨块"], content: "灰猫" };
    await put("lore.json", JSON.stringify([entry, { ...entry, content: "黑猫" }]));
    await until("two ids", async () => {
      const ids = (await stored<{ id: string }[]>("lore.json")).map(({ id }) => id);
      return new Set(ids).size === 2;
    });
    await seen("it is taken", "lore.json", ({ valid }) => valid);
    await rm(path("lore.json"));
    type Line = { id: string; by: string; edits: { document: string; after: unknown }[] };
    const line = await until("the deletion is a line", async () => {
      const { body } = await house.api<{ changes: Line[] }>("GET", `/api/memory/${user}/changes`);
      return body.changes.find(
        ({ by, edits }) => by === "hand" && edits.length === 2 && edits.every(({ after }) => after === null),
      );
    });
    expect((await house.api("POST", `/api/memory/${user}/changes/${line.id}/undo`)).status).toBe(200);
    expect(await stored<unknown[]>("lore.json")).toHaveLength(2);
  });

  it("with the end of the log, it is restored; an indented log is written back one message a line", async () => {
    await house.chat(user, "我养了一只叫年糕的猫");
    const whole = await readFile(path("conversation.json"), "utf8");
    await put("conversation.json", "[]");
    const contents = async () => {
      await house.api("GET", `/api/memory/${user}/files`);
      return (await readFile(path("conversation.json"), "utf8")).split("\n");
    };
    await until("what was cut off is back", async () => (await contents()).join("\n").includes("年糕"));
    await put("conversation.json", JSON.stringify(JSON.parse(whole), null, 4));
    const count = JSON.parse(whole).length as number;
    await until("a message a line", async () => {
      const lines = await contents();
      return (
        lines.filter((line) => line.includes('"message_id"')).length === count && lines.length <= count + 3
      );
    });
    expect(JSON.parse((await contents()).join("\n"))).toEqual(JSON.parse(whole));
  });
});

it("names every document and folder of a companion, and of the house those that a person meets", () => {
  const files = Object.values(documents)
    .filter(({ of }) => of === "companion")
    .map(({ file }) => file);
  for (const name of [...files, ...Object.keys(parts)]) expect(text).toContain(name);
  const logged = /An edit to (.*?) is a line in `changes\/`/.exec(text)?.[1] ?? "";
  for (const [name, { of, logged: isLogged }] of Object.entries(documents))
    if (of === "companion") expect([name, logged.includes(name)]).toEqual([name, isLogged]);
});
