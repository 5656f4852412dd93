// Whole folders of the file engine: copies of one moment, folders put there whole or not at all (DESIGN 3, 7).
import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { AppError } from "../../src/error.ts";
import { companion, house as ofHouse } from "../../src/store/store.ts";
import { addMid, codeOf, type House, mei, mid, house as openHouse, say } from "./fixture.ts";

let house: House;
beforeEach(async () => {
  house = await openHouse();
});

async function textOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  let text = "";
  for await (const chunk of content) text += Buffer.from(chunk).toString();
  return text;
}

async function* bytes(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

const temporary = async () =>
  [...(await readdir(house.folder)), ...(await readdir(join(house.folder, "ai_users")))].filter((name) =>
    name.endsWith(".tmp"),
  );

describe("a snapshot", () => {
  it("stays as it was while the folder goes on", async () => {
    await house.store.log.append("mei", [say("m1")]);
    const snapshot = await house.store.folders.snapshot(mei);
    await house.store.log.append("mei", [say("m2")]);
    await addMid(house.store, mid("mid_1"));
    const log = await textOf(snapshot.read("conversation.json"));
    expect(log).toContain("m1");
    expect(log).not.toContain("m2");
    await snapshot.close();
    expect(await temporary()).toEqual([]);
  });

  it("holds no half of a commit, whenever it is taken", async () => {
    const commits = Array.from({ length: 30 }, (_, n) =>
      house.store.commit(
        mei,
        ["mid_term", "facts"],
        { by: "owner", cause: "test" },
        ({ mid_term, facts }) => ({
          documents: {
            mid_term: [...mid_term, mid(`mid_${n}`)],
            facts: [...facts, { id: `f${n}`, category: "habit", key: `k${n}`, value: n } as never],
          },
          result: undefined,
        }),
      ),
    );
    for (let n = 0; n < 10; n += 1) {
      const snapshot = await house.store.folders.snapshot(mei);
      const count = async (name: string) =>
        (JSON.parse(await textOf(snapshot.read(name))) as unknown[]).length;
      expect(await count("mid_term.json")).toBe(await count("facts.json"));
      await snapshot.close();
    }
    await Promise.all(commits);
  });

  it("leaves out what is derived and temporary, keeps side files, and names what it may not read", async () => {
    await house.put(".cache/x.json", "{}");
    await house.put(".recovered/changes.jsonl.0a1b2c3d", "torn");
    await house.put("half.tmp", "x");
    await house.put("knowledge/a.md", "年糕");
    await symlink("/etc/hostname", house.path("outside.txt"));
    const snapshot = await house.store.folders.snapshot(mei);
    const names = snapshot.files.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([".recovered/changes.jsonl.0a1b2c3d", "config.json", "knowledge/a.md"]),
    );
    expect(names.filter((name) => /cache|\.tmp|outside/.test(name))).toEqual([]);
    expect(snapshot.missed).toEqual(["outside.txt"]);
    await snapshot.close();
  });

  it("of the house holds its own documents and nobody's folder", async () => {
    await house.store.commit(ofHouse, ["secrets"], { by: "system", cause: "test" }, ({ secrets }) => ({
      documents: { secrets: { ...secrets, auth_secret: "x" } },
      result: undefined,
    }));
    const snapshot = await house.store.folders.snapshot(ofHouse);
    const names = snapshot.files.map(({ name }) => name);
    expect(names).toContain("secrets.json");
    expect(names.some((name) => name.includes("mei") || name.includes("lock"))).toBe(false);
    await snapshot.close();
  });

  it("of one that is not there is refused, also by a name that leads elsewhere", async () => {
    const { snapshot } = house.store.folders;
    expect(await codeOf(snapshot(companion("nobody")))).toBe("not_found");
    expect(await codeOf(snapshot({ kind: "trash", id: "../ai_users/mei" }))).toBe("not_found");
    expect(await codeOf(snapshot(companion("../mei")))).toBe("not_found");
  });

  it("that a kill left behind is swept by the next start", async () => {
    await house.store.folders.snapshot(mei);
    expect((await temporary()).length).toBe(1);
    await house.killed();
    expect(await temporary()).toEqual([]);
  });
});

describe("a staged folder", () => {
  const config = JSON.stringify({ format: 1, user_id: "lin", owner: "anna", name: "林" });

  it("is seen by nobody before it is published, and whole then", async () => {
    const staged = await house.store.folders.stage("lin");
    await staged.write("config.json", bytes(config.slice(0, 9), config.slice(9)));
    await staged.write("knowledge/a.md", bytes("年糕"));
    expect(await house.store.list("companion")).toEqual(["mei"]);
    await staged.check();
    await staged.publish();
    expect(await house.store.list("companion")).toEqual(["lin", "mei"]);
    expect(await house.store.parts.read(companion("lin"), "knowledge", "a.md")).toBe("年糕");
    expect((await house.store.read(companion("lin"), "config")).name).toBe("林");
  });

  it("that a kill left behind is swept by the next start, and can be done again", async () => {
    const staged = await house.store.folders.stage("lin");
    await staged.write("config.json", bytes(config));
    const store = await house.killed();
    expect(await temporary()).toEqual([]);
    expect(await store.list("companion")).toEqual(["mei"]);
    const again = await store.folders.stage("lin");
    await again.write("config.json", bytes(config));
    await again.check();
    await again.publish();
    expect(await store.list("companion")).toEqual(["lin", "mei"]);
  });

  it("never takes the place of one that is there, or came meanwhile", async () => {
    const staged = await house.store.folders.stage("mei");
    await staged.write("config.json", bytes(config));
    const before = await house.text("config.json");
    expect(await codeOf(staged.publish())).toBe("conflict");
    await staged.discard();
    expect(await house.text("config.json")).toBe(before);
    expect(await temporary()).toEqual([]);
  });

  it("names each file that does not fit, with its place", async () => {
    const staged = await house.store.folders.stage("lin");
    await staged.write("config.json", bytes(config));
    await staged.write("facts.json", bytes('[\n  {"category": 3}\n]'));
    await staged.write("conversation.json", bytes('[\n{"message_id":"m1"'));
    await staged.write("changes/2026-01.jsonl", bytes("fine"));
    await staged.write(
      "knowledge/bad.md",
      (async function* () {
        yield Buffer.from([0xff, 0xfe, 0x00]);
      })(),
    );
    await staged.write("long_term_details/2026-01-01_x.json", bytes("{}"));
    const error = await staged.check().catch((refused: unknown) => refused);
    expect(error).toBeInstanceOf(AppError);
    expect((error as AppError).details).toEqual([
      expect.objectContaining({ path: "conversation.json" }),
      expect.objectContaining({ path: "facts.json", line: 2 }),
      expect.objectContaining({ path: "knowledge/bad.md" }),
      expect.objectContaining({ path: "long_term_details/2026-01-01_x.json" }),
    ]);
    await staged.discard();
    expect(await temporary()).toEqual([]);
  });

  it("takes no name twice and none that is no file of a companion", async () => {
    const staged = await house.store.folders.stage("lin");
    await staged.write("facts.json", bytes("[]"));
    expect(await codeOf(staged.write("facts.json", bytes("[]")))).toBe("conflict");
    for (const name of [
      "../x.json",
      "run.sh",
      "knowledge/a/b.md",
      ".cache/x.json",
      "changes/../../x",
      "/etc/passwd",
    ])
      await expect(staged.write(name, bytes("x"))).rejects.toThrow(/no file of a companion/);
    await staged.discard();
    expect(await codeOf(house.store.folders.stage("../x"))).toBe("not_found");
  });
});

describe("an upload", () => {
  it("is read at any place and leaves nothing", async () => {
    const upload = await house.store.folders.upload(bytes("abc", "defg"), 7);
    expect(upload.size).toBe(7);
    expect(Buffer.from(await upload.read(2, 3)).toString()).toBe("cde");
    expect((await upload.read(6, 100)).length).toBe(1);
    expect((await upload.read(70, 1)).length).toBe(0);
    await upload.close();
    expect(await temporary()).toEqual([]);
  });

  it("that is too large, or breaks off, leaves nothing", async () => {
    expect(await codeOf(house.store.folders.upload(bytes("abc", "defg"), 6))).toBe("too_large");
    async function* broken() {
      yield Buffer.from("abc");
      throw new AppError("bad_request", "the reader went away");
    }
    expect(await codeOf(house.store.folders.upload(broken(), 100))).toBe("bad_request");
    expect(await temporary()).toEqual([]);
  });
});

describe("a folder that somebody copies among the companions", () => {
  it("is not used, read or written by a running house; the next start uses it", async () => {
    await mkdir(join(house.folder, "ai_users/lin"));
    await writeFile(join(house.folder, "ai_users/lin/config.json"), '{"owner":"anna","name":"林"}');
    expect(await house.store.list("companion")).toEqual(["mei"]);
    expect(await house.store.exists(companion("lin"))).toBe(false);
    expect(await codeOf(house.store.read(companion("lin"), "config"))).toBe("not_found");
    expect(await codeOf(house.store.log.append("lin", [say("m1")]))).toBe("not_found");
    expect(await readdir(join(house.folder, "ai_users/lin"))).toEqual(["config.json"]);
    expect(await house.store.folders.found()).toEqual([
      { name: "lin", used: false },
      { name: "mei", used: true },
    ]);
    const store = await house.restart();
    expect(await store.list("companion")).toEqual(["lin", "mei"]);
  });

  it("is looked at without being used", async () => {
    const { look } = house.store.folders;
    const put = async (name: string, content: string) => {
      await mkdir(join(house.folder, "ai_users", name));
      await writeFile(join(house.folder, "ai_users", name, "config.json"), content);
    };
    await put("future", '{"format": 2, "name": 7}');
    await put("torn", '{\n"name');
    await mkdir(join(house.folder, "ai_users/empty"));
    expect(await look("future")).toEqual({ kind: "newer", format: 2 });
    expect(await look("torn")).toMatchObject({ kind: "damaged", line: 2 });
    expect(await look("empty")).toEqual({ kind: "missing" });
    expect(await look("mei")).toMatchObject({ kind: "good" });
  });

  it("is used once it is admitted, and left alone when it is withheld", async () => {
    await rename(house.path(), join(house.folder, "ai_users/lin"));
    house.store.folders.admit("lin");
    expect((await house.store.read(companion("lin"), "config")).name).toBeDefined();
    house.store.folders.withhold("lin");
    expect(await house.store.list("companion")).toEqual([]);
    await rm(join(house.folder, "ai_users/lin"), { recursive: true });
    expect(await readFile(join(house.folder, ".lock"), "utf8")).toContain("pid");
  });
});
