// What every engine of the storage port owes, whatever stands behind it: run on the map and on files.
import { beforeEach, describe, expect, test } from "vitest";
import { Account } from "../../src/schema/account.ts";
import { account, companion, house, type Owner, type Store } from "../../src/store/store.ts";
import { addMid, byOwner, codeOf, config, mei, mid, november, say } from "./fixture.ts";

export type Opened = { store: Store; clock: { at: number } };

const detail = { title: "搬家", detail_content: "一起看了三处房子。", source_mid_ids: ["mid_1"] };

/** The contract suite. `open` gives an empty store, its clock standing at `november`. */
export function storeContract(name: string, open: () => Promise<Opened>): void {
  describe(`${name}: owners`, () => {
    const at = opened(open);

    test("lists those that are there, sorted, each kind by itself", async () => {
      await at().create(companion("zoe"), {});
      await at().create(account("anna"), {});
      expect(await at().list("companion")).toEqual(["mei", "zoe"]);
      expect(await at().list("account")).toEqual(["anna"]);
      expect(await at().exists(house)).toBe(true);
    });

    test("refuses to make what is there, and a document that does not fit makes nothing", async () => {
      expect(await codeOf(at().create(mei, {}))).toBe("conflict");
      const wrong = { mid_term: [{ ...mid("m"), message_count: -1 }] };
      expect(await codeOf(at().create(companion("zoe"), wrong))).toBe("invalid");
      expect(await at().exists(companion("zoe"))).toBe(false);
    });

    test("of two that are made at once under one id one wins whole", async () => {
      const both = ["甲", "乙"].map((name) => at().create(companion("zoe"), { config: config({ name }) }));
      const codes = await Promise.all(both.map((one) => codeOf(one)));
      expect(codes.sort()).toEqual(["conflict", "none"]);
    });

    test.each(["../mei", "..", "", "a/b", "A", "a\u0000b", "x".repeat(65), "..\\..\\x"])(
      "takes the id %j for nobody's",
      async (id) => {
        const stranger: Owner<"companion"> = { kind: "companion", id };
        expect(await at().exists(stranger)).toBe(false);
        expect(await codeOf(at().read(stranger, "config"))).toBe("not_found");
        expect(await codeOf(at().create(stranger, {}))).toBe("not_found");
        expect(await codeOf(at().log.tail(id, 1))).toBe("not_found");
      },
    );

    test("answers not_found for everything of an owner that is not there", async () => {
      const nobody = companion("nobody");
      expect(await codeOf(at().read(nobody, "mid_term"))).toBe("not_found");
      const commit = at().commit(nobody, ["mid_term"], byOwner, () => ({ result: 1 }));
      expect(await codeOf(commit)).toBe("not_found");
      expect(await codeOf(at().log.append("nobody", [say("a")]))).toBe("not_found");
      expect(await codeOf(at().changes(nobody, { limit: 5 }))).toBe("not_found");
      expect(await codeOf(at().trash("nobody"))).toBe("not_found");
      expect(await codeOf(at().restore("nobody"))).toBe("not_found");
      expect(await codeOf(at().remove(nobody, { fromTrash: true }))).toBe("not_found");
    });

    test("trashes a companion with all it said, and brings it back", async () => {
      await at().log.append("mei", [say("a")]);
      const { name } = await at().read(mei, "config");
      await at().trash("mei");
      expect(await at().list("companion")).toEqual([]);
      expect(await codeOf(at().read(mei, "config"))).toBe("not_found");
      expect(await at().trashed()).toEqual([{ id: "mei", trashed_at: november, owner: "anna", name }]);
      await at().restore("mei");
      expect(await at().trashed()).toEqual([]);
      expect((await at().log.tail("mei", 1))[0]?.message_id).toBe("a");
    });

    test("restores the one trashed last, and never over one that is there", async () => {
      await at().trash("mei");
      await at().create(mei, { config: config({ name: "第二个" }) });
      expect(await codeOf(at().restore("mei"))).toBe("conflict");
      await at().trash("mei");
      expect(await at().trashed()).toHaveLength(2);
      await at().restore("mei");
      expect((await at().read(mei, "config")).name).toBe("第二个");
    });

    test("removes for good, from the trash or directly", async () => {
      await at().trash("mei");
      expect(await codeOf(at().remove(mei))).toBe("not_found");
      await at().remove(mei, { fromTrash: true });
      expect(await at().trashed()).toEqual([]);
      await at().create(mei, {});
      await at().remove(mei);
      expect(await at().exists(mei)).toBe(false);
    });
  });

  describe(`${name}: documents`, () => {
    const at = opened(open);

    test("gives the empty value for what was never written, fresh each time", async () => {
      const first = await at().read(mei, "mid_term");
      first.push(mid("mine"));
      expect(await at().read(mei, "mid_term")).toEqual([]);
      expect((await at().read(mei, "core_memory")).relationship.level).toBe("一般");
      expect((await at().read(house, "models")).background_tokens_per_day).toBe(150_000);
    });

    test("shows the value in use to those who only look: as read, frozen, and as it was then", async () => {
      await at().commit(mei, ["mid_term"], byOwner, () => ({
        documents: { mid_term: [mid("m1")] },
        result: undefined,
      }));
      const seen = await at().view(mei, "mid_term");
      expect(seen).toEqual(await at().read(mei, "mid_term"));
      expect(() => seen.push(mid("mine"))).toThrow(TypeError);
      expect(() => Object.assign(seen[0] ?? {}, { summary: "改了" })).toThrow(TypeError);
      await at().commit(mei, ["mid_term"], byOwner, ({ mid_term }) => {
        for (const entry of mid_term) entry.summary = "后来";
        return { documents: { mid_term }, result: undefined };
      });
      expect(seen).toEqual([mid("m1")]);
      expect(await at().view(mei, "mid_term")).toEqual([mid("m1", "后来")]);
      expect(await codeOf(at().view(companion("nobody"), "mid_term"))).toBe("not_found");
    });

    test("is not changed by changing what was handed over, given or read", async () => {
      const mine = mid("m1");
      await at().commit(mei, ["mid_term"], byOwner, ({ mid_term }) => {
        mid_term.push(mid("pushed but not returned"));
        return { documents: { mid_term: [mine] }, result: undefined };
      });
      mine.summary = "改了";
      const read = await at().read(mei, "mid_term");
      for (const entry of read) entry.summary = "也改了";
      expect((await at().read(mei, "mid_term")).map((entry) => entry.summary)).toEqual(["聊了m1"]);
    });

    test("is not changed by a change that works on what it was given and answers nothing", async () => {
      await addMid(at(), mid("m1"));
      const { change_id } = await at().commit(mei, ["mid_term"], byOwner, ({ mid_term }) => {
        mid_term.length = 0;
        return { result: undefined };
      });
      expect(change_id).toBeNull();
      expect(await at().read(mei, "mid_term")).toEqual([mid("m1")]);
    });

    test("keeps fields that it does not know", async () => {
      await addMid(at(), mid("m1", "一", { my_note: "很重要", 颜色: "红", x: { y: [1, 2, { z: null }] } }));
      await addMid(at(), mid("m2"));
      const [first] = await at().read(mei, "mid_term");
      expect(first).toMatchObject({ my_note: "很重要", 颜色: "红", x: { y: [1, 2, { z: null }] } });
    });

    test("refuses a value that does not fit, with its path, and writes nothing of the commit", async () => {
      const commit = at().commit(mei, ["facts", "mid_term"], byOwner, () => ({
        documents: {
          facts: [],
          mid_term: [mid("good"), { ...mid("bad"), message_count: 1.5 }],
        },
        parts: [{ kind: "knowledge", name: "a.md", content: "文" }],
        result: undefined,
      }));
      await expect(commit).rejects.toMatchObject({ code: "invalid" });
      await expect(commit).rejects.toHaveProperty("details.0.path", expect.stringContaining("message_count"));
      expect(await at().read(mei, "mid_term")).toEqual([]);
      expect(await at().parts.list(mei, "knowledge")).toEqual([]);
      expect(await at().changes(mei, { limit: 5 })).toEqual([]);
    });

    test("changes nothing when the change throws, and goes on working", async () => {
      const commit = at().commit(mei, ["mid_term"], byOwner, () => {
        throw new Error("our own mistake");
      });
      await expect(commit).rejects.toThrow("our own mistake");
      await addMid(at(), mid("m1"));
      expect(await at().read(mei, "mid_term")).toHaveLength(1);
    });

    test("refuses a document that was not named", async () => {
      const changed = { documents: { facts: [] }, result: undefined } as never;
      await expect(at().commit(mei, ["mid_term"], byOwner, () => changed)).rejects.toThrow("facts");
    });

    test("loses none of twenty commits that come at once", async () => {
      const ids = Array.from({ length: 20 }, (_, i) => `m${i}`);
      await Promise.all(ids.map((id) => addMid(at(), mid(id))));
      expect((await at().read(mei, "mid_term")).map((entry) => entry.id)).toEqual(ids);
    });

    test("has a revision that follows the content and nothing else", async () => {
      const empty = await at().revision(mei, "mid_term");
      await addMid(at(), mid("m1"));
      const one = await at().revision(mei, "mid_term");
      expect(one).not.toBe(empty);
      await at().commit(mei, ["mid_term"], byOwner, () => ({
        documents: { mid_term: [] },
        result: undefined,
      }));
      expect(await at().revision(mei, "mid_term")).toBe(empty);
    });

    test("refuses a commit on a version that is no longer there", async () => {
      const seen = await at().revision(mei, "mid_term");
      await addMid(at(), mid("m1"), { ...byOwner, expect: { mid_term: seen } });
      expect(await codeOf(addMid(at(), mid("m2"), { ...byOwner, expect: { mid_term: seen } }))).toBe("stale");
      expect(await at().read(mei, "mid_term")).toHaveLength(1);
    });

    test("keeps accounts and the house apart from companions", async () => {
      const anna = Account.parse({ account_id: "anna", username: "Anna", password: "x", role: "admin" });
      await at().create(account("anna"), { account: anna });
      await at().commit(account("anna"), ["keys", "account"], byOwner, (documents) => ({
        documents: { account: { ...documents.account, time_zone: "Asia/Shanghai" } },
        result: undefined,
      }));
      expect((await at().read(account("anna"), "account")).time_zone).toBe("Asia/Shanghai");
      await at().commit(house, ["secrets"], byOwner, () => ({
        documents: { secrets: { auth_secret: "s", keys: {} } },
        result: undefined,
      }));
      expect((await at().read(house, "secrets")).auth_secret).toBe("s");
    });
  });

  describe(`${name}: change log`, () => {
    const at = opened(open);

    test("writes one line a commit with each entry before and after", async () => {
      await addMid(at(), mid("m1"));
      const { change_id } = await at().commit(mei, ["mid_term", "config"], byOwner, ({ config: now }) => ({
        documents: { mid_term: [mid("m1", "改"), mid("m2")], config: { ...now, name: "小美" } },
        result: undefined,
      }));
      const change = await at().change(mei, change_id ?? "");
      expect(change).toMatchObject({ by: "owner", cause: "test", at: november });
      expect(change?.edits).toMatchObject([
        { document: "mid_term", entry: "m1", before: { summary: "聊了m1" }, after: { summary: "改" } },
        { document: "mid_term", entry: "m2", before: null, after: { id: "m2" } },
        { document: "config", entry: "", before: { name: "小梅" }, after: { name: "小美" } },
      ]);
    });

    test("names a removed entry, and the list it stood in where a document has several", async () => {
      const entity = { id: "e1", name: "年糕", node: "Entity" as const };
      const set = (entities: (typeof entity)[]) =>
        at().commit(mei, ["graph"], byOwner, () => ({
          documents: { graph: { entities, relations: [] } },
          result: undefined,
        }));
      await set([entity]);
      await set([]);
      const [newest] = await at().changes(mei, { limit: 1 });
      expect(newest?.edits).toEqual([
        { document: "graph", list: "entities", entry: "e1", before: entity, after: null },
      ]);
    });

    test("writes none where nothing changed, and none for what is not logged", async () => {
      await addMid(at(), mid("m1"));
      const same = await at().commit(mei, ["mid_term"], byOwner, ({ mid_term }) => ({
        documents: { mid_term: mid_term.map((entry) => ({ ...entry })) },
        result: "same",
      }));
      expect(same).toEqual({ result: "same", change_id: null });
      const beat = await at().commit(mei, ["heartbeat"], byOwner, ({ heartbeat }) => ({
        documents: { heartbeat: { ...heartbeat, unanswered: 2 } },
        result: undefined,
      }));
      expect(beat.change_id).toBeNull();
      expect((await at().read(mei, "heartbeat")).unanswered).toBe(2);
      expect(await at().changes(mei, { limit: 9 })).toHaveLength(1);
    });

    test("is paged from the newest, across months, and an unknown mark is an empty page", async () => {
      const clock = at.clock();
      const ids: string[] = [];
      for (let i = 0; i < 7; i += 1) {
        clock.at = november + i * 10 * 86_400;
        ids.unshift((await addMid(at(), mid(`m${i}`))).change_id ?? "");
      }
      const first = await at().changes(mei, { limit: 3 });
      expect(first.map((change) => change.id)).toEqual(ids.slice(0, 3));
      const second = await at().changes(mei, { before: first[2]?.id ?? "", limit: 3 });
      expect(second.map((change) => change.id)).toEqual(ids.slice(3, 6));
      expect(await at().changes(mei, { before: "unknown", limit: 3 })).toEqual([]);
      expect(await at().change(mei, "unknown")).toBeUndefined();
    });

    test("says which change a commit undoes, and holds no text of an erasure", async () => {
      const first = await addMid(at(), mid("m1", "要忘掉的话"));
      await at().commit(mei, ["mid_term"], { by: "owner", cause: "erase", erased: true }, () => ({
        documents: { mid_term: [] },
        result: undefined,
      }));
      await addMid(at(), mid("m2"), { ...byOwner, undoes: first.change_id ?? "" });
      const holds = (change: unknown) => JSON.stringify(change).includes("要忘掉的话");
      expect(await at().erase.changes(mei, holds)).toBe(1);
      expect(await at().erase.changes(mei, holds)).toBe(0);
      const lines = await at().changes(mei, { limit: 9 });
      expect(JSON.stringify(lines)).not.toContain("要忘掉的话");
      expect(lines.map((line) => line.erased)).toEqual([undefined, true, true]);
      expect(lines[0]?.undoes).toBe(first.change_id);
    });
  });

  describe(`${name}: parts`, () => {
    const at = opened(open);
    const write = (kind: "long_term_details" | "knowledge", partName: string, content: unknown) =>
      at().commit(mei, [], byOwner, () => ({
        parts: [{ kind, name: partName, content }],
        result: undefined,
      }));

    test("are written with a commit, read parsed, listed, and removed by null", async () => {
      await write("long_term_details", "2026-03-15_搬家.json", detail);
      await write("knowledge", "猫.md", "# 年糕\n三岁");
      expect(await at().parts.read(mei, "long_term_details", "2026-03-15_搬家.json")).toMatchObject(detail);
      expect(await at().parts.read(mei, "knowledge", "猫.md")).toBe("# 年糕\n三岁");
      expect(await at().parts.list(mei, "long_term_details")).toEqual(["2026-03-15_搬家.json"]);
      const { change_id } = await write("long_term_details", "2026-03-15_搬家.json", null);
      expect(await at().parts.list(mei, "long_term_details")).toEqual([]);
      expect((await at().change(mei, change_id ?? ""))?.edits).toMatchObject([
        { document: "long_term_details/2026-03-15_搬家.json", entry: "", before: detail, after: null },
      ]);
    });

    test("are undefined where there is none; removing none is no change", async () => {
      expect(await at().parts.read(mei, "knowledge", "none.md")).toBeUndefined();
      expect(await write("knowledge", "none.md", null)).toEqual({ result: undefined, change_id: null });
    });

    test("that do not fit are refused, and nothing of the commit is written", async () => {
      const commit = at().commit(mei, ["mid_term"], byOwner, () => ({
        documents: { mid_term: [mid("m1")] },
        parts: [{ kind: "long_term_details", name: "a.json", content: { title: 1 } }],
        result: undefined,
      }));
      expect(await codeOf(commit)).toBe("invalid");
      expect(await codeOf(write("knowledge", "a.md", { not: "text" }))).toBe("invalid");
      expect(await at().read(mei, "mid_term")).toEqual([]);
    });

    test.each([
      "../config.json",
      "../../zoe/config.json",
      "a/b.md",
      "a\\b.md",
      "..",
      ".",
      "",
      ".hidden",
      "a\u0000.md",
      "/etc/passwd",
    ])("have no name %j", async (bad) => {
      expect(await codeOf(at().parts.read(mei, "knowledge", bad))).toBe("not_found");
      expect(await codeOf(write("knowledge", bad, "x"))).toBe("not_found");
      expect(await codeOf(write("long_term_details", bad, null))).toBe("not_found");
    });
  });

  describe(`${name}: log`, () => {
    const at = opened(open);
    const ids = (messages: readonly { message_id: string }[]) => messages.map((one) => one.message_id);

    test("appends in order, finds, and gives the newest and the pages around a mark", async () => {
      await at().log.append("mei", [say("a"), say("b")]);
      await at().log.append("mei", [say("c", november + 1, { topic_id: "t2" }), say("d", november - 9)]);
      expect(ids(await at().log.tail("mei", 3))).toEqual(["b", "c", "d"]);
      expect((await at().log.find("mei", "b"))?.content).toBe("说的是 b");
      expect(await at().log.find("mei", "x")).toBeUndefined();
      expect(ids(await at().log.page("mei", { limit: 2 }))).toEqual(["c", "d"]);
      expect(ids(await at().log.page("mei", { before: "c", limit: 5 }))).toEqual(["a", "b"]);
      expect(ids(await at().log.page("mei", { after: "a", limit: 2 }))).toEqual(["b", "c"]);
      expect(await codeOf(at().log.page("mei", { before: "x", limit: 2 }))).toBe("not_found");
      expect(ids(await at().log.topic("mei", "t1"))).toEqual(["a", "b", "d"]);
    });

    test("gives the first message of the log that was said at a moment or later, in whichever month", async () => {
      const year = 365 * 86_400;
      await at().log.merge("mei", [say("old", november - year), say("older", november - 2 * year)]);
      await at().log.append("mei", [say("a"), say("b", november + 60)]);
      const since = async (moment: number) => (await at().log.since("mei", moment))?.message_id;
      expect(await since(0)).toBe("older");
      expect(await since(november - 2 * year + 1)).toBe("old");
      expect(await since(november - year)).toBe("old");
      expect(await since(november - year + 1)).toBe("a");
      expect(await since(november + 1)).toBe("b");
      expect(await since(november + 61)).toBeUndefined();
    });

    test("refuses an id that is there and appends nothing of that call", async () => {
      await at().log.append("mei", [say("a")]);
      expect(await codeOf(at().log.append("mei", [say("b"), say("a")]))).toBe("conflict");
      expect(ids(await at().log.tail("mei", 9))).toEqual(["a"]);
    });

    test("refuses a message that does not fit and appends nothing of that call", async () => {
      expect(await codeOf(at().log.append("mei", [say("a"), say("b", Number.NaN)]))).toBe("invalid");
      expect(await codeOf(at().log.append("mei", [say("有 空格")]))).toBe("invalid");
      expect(await at().log.tail("mei", 9)).toEqual([]);
    });

    test("is not changed by changing a message that was handed over or read", async () => {
      const mine = say("a");
      await at().log.append("mei", [mine]);
      mine.content = "改";
      for (const read of await at().log.tail("mei", 1)) read.content = "也改";
      expect((await at().log.find("mei", "a"))?.content).toBe("说的是 a");
    });

    test("tells of its topics in the order of their first message", async () => {
      await at().log.append("mei", [
        say("a"),
        say("b", november + 5),
        say("c", november + 9, { topic_id: "t0" }),
      ]);
      expect(await at().log.topics("mei")).toEqual([
        { topic_id: "t1", started_at: november, ended_at: november + 5, message_count: 2, imported: false },
        {
          topic_id: "t0",
          started_at: november + 9,
          ended_at: november + 9,
          message_count: 1,
          imported: false,
        },
      ]);
    });

    test("merges dated history by time, skipping ids that are there, and scans it oldest first", async () => {
      await at().log.append("mei", [say("new")]);
      const old = [say("o2", november - 40 * 86_400), say("o1", november - 70 * 86_400), say("new")];
      expect(await at().log.merge("mei", old)).toEqual({ added: 2, skipped: 1 });
      expect(await at().log.merge("mei", old)).toEqual({ added: 0, skipped: 3 });
      const seen: string[] = [];
      for await (const messages of at().log.scan("mei")) seen.push(...ids(messages));
      expect(seen).toEqual(["o1", "o2", "new"]);
    });

    test("rewrites by id with one change line; an unknown id changes nothing", async () => {
      await at().log.append("mei", [say("a"), say("b"), say("c")]);
      const change = { edit: [say("a", november, { content: "改" })], remove: ["b"] };
      const { change_id } = await at().log.rewrite("mei", byOwner, change);
      expect(ids(await at().log.tail("mei", 9))).toEqual(["a", "c"]);
      expect((await at().log.find("mei", "a"))?.content).toBe("改");
      const line = await at().change(mei, change_id ?? "");
      expect(line?.edits).toMatchObject([
        { document: "conversation", entry: "a", before: { content: "说的是 a" }, after: { content: "改" } },
        { document: "conversation", entry: "b", before: { message_id: "b" }, after: null },
      ]);
      expect(await codeOf(at().log.rewrite("mei", byOwner, { remove: ["c", "x"] }))).toBe("not_found");
      expect(ids(await at().log.tail("mei", 9))).toEqual(["a", "c"]);
      expect(await at().changes(mei, { limit: 9 })).toHaveLength(1);
    });

    test("puts messages back where they stood, also among others of the same second", async () => {
      await at().log.append(
        "mei",
        ["a", "b", "c", "d", "e"].map((id) => say(id)),
      );
      const { change_id } = await at().log.rewrite("mei", byOwner, { remove: ["b", "c", "e"] });
      const edits = (await at().change(mei, change_id ?? ""))?.edits ?? [];
      expect(edits.map(({ entry, next }) => [entry, next])).toEqual([
        ["b", "d"],
        ["c", "d"],
        ["e", null],
      ]);
      const before = new Map(
        edits.flatMap(({ entry, next }) => (next ? [[entry, String(next)] as const] : [])),
      );
      await at().log.merge("mei", [say("b"), say("c"), say("e")], byOwner, before);
      expect(ids(await at().log.tail("mei", 9))).toEqual(["a", "b", "c", "d", "e"]);
      // Where the next one is gone too, the time decides.
      await at().log.rewrite("mei", byOwner, { remove: ["a", "b"] });
      await at().log.merge("mei", [say("a")], byOwner, new Map([["a", "b"]]));
      expect(ids(await at().log.tail("mei", 9))).toEqual(["c", "d", "e", "a"]);
    });

    test("puts some back in the place of others in one change, and marks what was said for its sake", async () => {
      await at().log.append(
        "mei",
        ["q", "new1", "new2", "z"].map((id) => say(id)),
      );
      const before = new Map([
        ["old1", "new1"],
        ["old2", "new1"],
      ]);
      const change = { add: [say("old1"), say("old2"), say("q")], before, remove: ["new1", "new2"] };
      const { change_id } = await at().log.rewrite("mei", byOwner, change);
      expect(ids(await at().log.tail("mei", 9))).toEqual(["q", "old1", "old2", "z"]);
      const edits = (await at().change(mei, change_id ?? ""))?.edits ?? [];
      expect(edits.map(({ entry, before: was, next }) => [entry, was === null, next])).toEqual([
        ["new1", false, "z"],
        ["new2", false, "z"],
        ["old1", true, "new1"],
        ["old2", true, "new1"],
      ]);
      // One whose next is not there comes by its time; one that says the same stands in the line where it came with the change.
      const marked = await at().log.rewrite("mei", byOwner, {
        edit: [say("q"), say("z")],
        came: ["z"],
        add: [say("last")],
        before: new Map([["last", "nobody"]]),
      });
      expect(ids(await at().log.tail("mei", 9))).toEqual(["q", "old1", "old2", "z", "last"]);
      expect((await at().change(mei, marked.change_id ?? ""))?.edits).toMatchObject([
        { entry: "z", came: true, after: { message_id: "z" } },
        { entry: "last", before: null, next: "nobody" },
      ]);
    });

    test("can be appended to while it is being scanned", async () => {
      await at().log.append("mei", [say("a")]);
      for await (const _ of at().log.scan("mei")) {
        if (!(await at().log.find("mei", "b"))) await at().log.append("mei", [say("b")]);
      }
      expect(ids(await at().log.tail("mei", 9))).toEqual(["a", "b"]);
    });
  });

  describe(`${name}: events, cache and files`, () => {
    const at = opened(open);

    test("tells of each commit and append, by entry, until it is told to stop", async () => {
      const heard: string[] = [];
      const stop = at().subscribe(({ kind, document, entries }) => {
        heard.push(`${kind} ${document} ${entries.map((entry) => `${entry.kind} ${entry.id}`).join()}`);
      });
      await addMid(at(), mid("m1"));
      await at().log.append("mei", [say("a")]);
      stop();
      await addMid(at(), mid("m2"));
      expect(heard).toEqual(["commit mid_term added m1", "commit conversation added a"]);
    });

    test("keeps derived text until it is dropped or an erasure comes", async () => {
      await at().cache.write(mei, "prefix", "前缀");
      await at().cache.write(mei, "../config.json", "不是路径");
      expect(await at().cache.read(mei, "prefix")).toBe("前缀");
      expect(await at().cache.read(mei, "../config.json")).toBe("不是路径");
      expect((await at().read(mei, "config")).name).toBe("小梅");
      await at().cache.write(mei, "prefix", undefined);
      expect(await at().cache.read(mei, "prefix")).toBeUndefined();
      await at().erase.sideFiles(mei, () => false);
      expect(await at().cache.read(mei, "../config.json")).toBeUndefined();
    });

    test("lists documents and parts with the revision that a commit may expect", async () => {
      await addMid(at(), mid("m1"));
      const state = (await at().files(mei)).find((one) => one.name === "mid_term.json");
      expect(state).toMatchObject({ valid: true, revision: await at().revision(mei, "mid_term") });
      const file = await at().file(mei, "mid_term.json");
      expect(JSON.parse(file?.content ?? "")).toMatchObject([{ id: "m1" }]);
      expect(await at().file(mei, "../mei/config.json")).toBeUndefined();
      expect(await at().file(mei, "none.json")).toBeUndefined();
    });
  });
}

/** A store that is fresh for each test, with the companion "mei". */
function opened(open: () => Promise<Opened>): (() => Store) & { clock(): { at: number } } {
  let current: Opened | undefined;
  beforeEach(async () => {
    current = await open();
    await current.store.create(mei, { config: config() });
  });
  const use = () => {
    if (!current) throw new Error("no store was opened");
    return current;
  };
  return Object.assign(() => use().store, { clock: () => use().clock });
}
