// What the memory views ask of the server: proof found by its ids, entries rewritten under their revision, deeds told.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Message } from "../../src/schema/message.ts";
import { type Api, ApiFailure, type Call } from "../../web/api.ts";
import { createDeeds, deedProblem } from "../../web/deeds.ts";
import { endOfPage, joinEpisodes } from "../../web/episodes.ts";
import { editText, isEditable, parseEdited, placeIn, saveFile } from "../../web/file-edit.ts";
import { jsonFault } from "../../web/json-fault.ts";
import { NotEditable, rewriteEntry, withEntry } from "../../web/memory-edit.ts";
import { mostQuoted, proofOf, readProof } from "../../web/proof.ts";
import { confirmFact } from "../../web/recalled.ts";
import { laterIn } from "../../web/views/way-back.tsx";
import { enMemory } from "../../web/words-memory-en.ts";
import { zhMemory } from "../../web/words-memory-zh.ts";
import { someEpisodes, someFacts } from "./support/mock-life.ts";

type Asked = { path: string; call: Call };

/** A door that answers as `answer` says, and remembers what it was asked. */
function door(answer: (path: string, call: Call) => unknown): Pick<Api, "json"> & { asked: Asked[] } {
  const asked: Asked[] = [];
  return {
    asked,
    json: async <T>(path: string, call: Call = {}) => {
      asked.push({ path, call });
      return answer(path, call) as T;
    },
  };
}

function log(count: number): Message[] {
  return Array.from({ length: count }, (_, at) => ({
    message_id: `m${at}`,
    role: at % 2 === 0 ? ("user" as const) : ("assistant" as const),
    content: `line ${at}`,
    timestamp: at,
    topic_id: "t",
  }));
}

/** Pages of a log as the server gives them. */
function logDoor(messages: readonly Message[]) {
  return door((path) => {
    const query = new URL(path, "http://x").searchParams;
    const limit = Number(query.get("limit"));
    const after = query.get("after");
    const before = query.get("before");
    const at = messages.findIndex((one) => one.message_id === (after ?? before));
    if ((after ?? before) !== null && at < 0) throw new ApiFailure("not_found", 404, "");
    if (after !== null) return { messages: messages.slice(at + 1, at + 1 + limit), more: false };
    const end = before === null ? messages.length : at;
    return { messages: messages.slice(Math.max(0, end - limit), end), more: false };
  });
}

describe("proof", () => {
  it.each(["m0", "m5", "m9"])("of one message comes with what was said around it: %s", async (id) => {
    const { lines, gone } = await readProof(logDoor(log(10)), "yu", [id]);
    expect(lines.filter((line) => line.proves).map((line) => line.message.message_id)).toEqual([id]);
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.map((line) => line.message.timestamp)).toEqual(
      lines.map((line) => line.message.timestamp).sort((a, b) => a - b),
    );
    expect(gone).toBe(0);
  });

  it("of a topic is read in two requests, however many messages prove it", async () => {
    const api = logDoor(log(60));
    const ids = log(60)
      .slice(10, 40)
      .map((one) => one.message_id);
    const { lines } = await readProof(api, "yu", ids);
    expect(lines).toHaveLength(mostQuoted);
    expect(lines.every((line) => line.proves)).toBe(true);
    expect(api.asked).toHaveLength(2);
  });

  it("says how much of it was deleted, and shows the rest", async () => {
    const { lines, gone } = await readProof(logDoor(log(4)), "yu", ["erased", "m1", "m2"]);
    expect(lines.map((line) => line.message.message_id)).toEqual(["m1", "m2"]);
    expect(gone).toBe(1);
  });

  it("fails where the log cannot be read, instead of showing nothing", async () => {
    const broken = door(() => {
      throw new ApiFailure("damaged", 409, "");
    });
    await expect(readProof(broken, "yu", ["m1"])).rejects.toBeInstanceOf(ApiFailure);
  });

  it("of a fact are its messages, each once; what its owner wrote has none", () => {
    const twice = [
      { message_id: "a", quote: "x" },
      { message_id: "a", quote: "y" },
      { kind: "owner" as const, change_id: "c" },
    ];
    expect(proofOf({ evidence: twice })).toEqual(["a"]);
  });
});

describe("a corrected entry", () => {
  const file = {
    name: "mid_term.json",
    revision: "r7",
    valid: true,
    content: '[{"id":"a","x":1},{"id":"b"}]',
  };

  it("goes back with the whole document under the revision it was read at, unknown fields kept", async () => {
    const api = door((path) => (path.includes("/files/") ? file : { change_id: "c" }));
    await rewriteEntry(api, "yu", "mid_term", "a", { summary: "新" });
    const put = api.asked.at(-1);
    expect(put?.path).toBe("/api/memory/yu/mid_term");
    expect(put?.call.headers).toEqual({ "if-match": '"r7"' });
    expect(put?.call.body).toEqual([{ id: "a", x: 1, summary: "新" }, { id: "b" }]);
  });

  it("of the core is written with the confirmation that the server wants, and nothing else of it is lost", async () => {
    const core = { ...file, content: { relationship: { level: "一般" }, memories: [{ id: "a" }] } };
    const api = door((path) => (path.includes("/files/") ? core : { change_id: "c" }));
    await rewriteEntry(api, "yu", "core_memory", "a", null);
    expect(api.asked.at(-1)?.path).toBe("/api/memory/yu/core_memory?confirm=true");
    expect(api.asked.at(-1)?.call.body).toEqual({ relationship: { level: "一般" }, memories: [] });
  });

  it("is refused in a broken file and where the entry is gone, before anything is written", async () => {
    const broken = door(() => ({ ...file, valid: false }));
    await expect(rewriteEntry(broken, "yu", "mid_term", "a", {})).rejects.toMatchObject({ why: "damaged" });
    const api = door(() => file);
    await expect(rewriteEntry(api, "yu", "mid_term", "zzz", {})).rejects.toMatchObject({ why: "gone" });
    expect(api.asked.every((one) => (one.call.method ?? "GET") === "GET")).toBe(true);
    expect(() => withEntry("core_memory", {}, "a", {})).toThrow(NotEditable);
  });
});

describe("a file that is edited as text", () => {
  it.each([
    ["{", { line: 1, column: 2 }],
    ["[\n  1,\n  oops\n]", { line: 3, column: 3 }],
    ['{"a":1}}', { line: 1, column: 8 }],
  ])("names the place where it is no JSON: %j", (text, place) => {
    const parsed = parseEdited(text);
    expect(parsed.ok).toBe(false);
    if (!parsed.ok) expect(parsed.place).toEqual(place);
  });

  it("is taken for JSON exactly where the browser takes it so, and the fault lies within the text", () => {
    const json = fc.json();
    const broken = fc
      .tuple(json, fc.nat(40), fc.constantFrom("", ",", "}", "]", '"', "x", "\\", "0", "\n", "-"))
      .map(([text, at, mark]) => text.slice(0, at) + mark + text.slice(at + 1));
    fc.assert(
      fc.property(fc.oneof(json, broken), (text) => {
        const parsed = parseEdited(text);
        const fault = jsonFault(text);
        expect(fault === null).toBe(parsed.ok);
        if (fault !== null) expect(fault).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 300, seed: 7 },
    );
    expect(parseEdited("[".repeat(200_000))).toEqual({ ok: false, place: null });
  });

  it("is laid out for reading, and left as it is where it does not parse", () => {
    expect(editText('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
    expect(editText("{oops")).toBe("{oops");
    expect(placeIn("a\n😀b", 4)).toEqual({ line: 2, column: 2 });
  });

  it.each([
    [{ name: "facts.json", valid: true, content: "[]" }, true],
    [{ name: "facts.json", valid: false, content: "[" }, false],
    [{ name: "config.json", valid: true, content: "{}" }, false],
    [{ name: "conversations/2026-10.json", valid: true, content: "[]" }, false],
    [{ name: "emotions.json", valid: true, content: `["${"x".repeat(400_001)}"]` }, false],
  ])("may be edited only where its owner can replace it whole: %o", (file, may) => {
    expect(isEditable(file)).toBe(may);
  });

  it("tells faults of shape and a change in between apart, and throws what is neither", async () => {
    const file = { name: "facts.json", revision: "r" };
    const failing = (failure: ApiFailure) =>
      door((path) => {
        if (path.includes("/files/")) return { content: "theirs" };
        throw failure;
      });
    const details = [{ path: "0.id", message: "missing" }];
    const shape = failing(new ApiFailure("invalid", 422, "", details));
    expect(await saveFile(shape, "yu", file, [])).toEqual({ outcome: "shape", faults: details });
    const stale = failing(new ApiFailure("stale", 412, ""));
    expect(await saveFile(stale, "yu", file, [])).toEqual({
      outcome: "conflict",
      theirs: { content: "theirs" },
    });
    await expect(saveFile(failing(new ApiFailure("storage", 503, "")), "yu", file, [])).rejects.toThrow();
  });
});

describe("deeds", () => {
  function made(answer: (path: string, call: Call) => unknown) {
    const api = door(answer);
    let changed = 0;
    const onChanged = () => {
      changed += 1;
    };
    const deeds = createDeeds({ api, user_id: "yu", words: () => zhMemory, onChanged });
    return { api, deeds, changes: () => changed };
  }

  it("are told with the way back, and undone by it", async () => {
    const { api, deeds, changes } = made(() => ({ change_id: "c2" }));
    expect(await deeds.run(async () => ({ change_id: "c/1" }), "划掉了")).toBe(true);
    expect(deeds.last.value).toEqual({ said: "划掉了", change_id: "c/1", wrong: false });
    await deeds.undo("c/1");
    expect(api.asked[0]?.path).toBe("/api/memory/yu/changes/c%2F1/undo");
    expect(changes()).toBe(2);
  });

  it("that fail change nothing and say why", async () => {
    const { deeds, changes } = made(() => null);
    const task = async () => {
      throw new ApiFailure("stale", 412, "raw words of the server");
    };
    expect(await deeds.run(task, "改好了")).toBe(false);
    expect(deeds.last.value).toEqual({ said: zhMemory.refused.stale, change_id: null, wrong: true });
    expect([changes(), deeds.busy.value]).toEqual([0, false]);
  });

  it("are done one at a time: a second press while the first runs does nothing", async () => {
    const { deeds } = made(() => null);
    let release: () => void = () => undefined;
    const first = deeds.run(
      () =>
        new Promise((resolve) => {
          release = () => resolve({ change_id: null });
        }),
      "一",
    );
    let begun = false;
    const second = await deeds.run(async () => {
      begun = true;
      return undefined;
    }, "二");
    release();
    expect([await first, second, begun]).toEqual([true, false, false]);
  });

  it("that are to come after what runs now wait for it and are all done, in their order", async () => {
    const { deeds } = made(() => null);
    const done: string[] = [];
    const task = (name: string) => async () => {
      await new Promise(setImmediate);
      done.push(name);
      return undefined;
    };
    const all = [
      deeds.run(task("一"), "一"),
      ...["二", "三"].map((name) => deeds.runAfter(task(name), name)),
    ];
    expect(await Promise.all(all)).toEqual([true, true, true]);
    expect(done).toEqual(["一", "二", "三"]);
    expect(deeds.last.value?.said).toBe("三");
  });

  it.each(["stale", "conflict", "damaged", "invalid", "not_found", "offline", "something_new"])(
    "that are refused as %s are explained in our words, never the server's",
    (code) => {
      const told = deedProblem(new ApiFailure(code, 400, "/root/data ECONNRESET"), enMemory);
      expect(told).not.toMatch(/root|ECONN/);
      expect(told.length).toBeGreaterThan(20);
    },
  );

  it("name the later changes that forbid an undo, and only those", () => {
    expect(laterIn(new ApiFailure("conflict", 409, "", { later: ["a", "b"] }))).toEqual(["a", "b"]);
    expect(laterIn(new ApiFailure("conflict", 409, ""))).toBeNull();
    expect(laterIn(new ApiFailure("damaged", 409, "", { later: ["a"] }))).toBeNull();
    expect(laterIn(new TypeError("ours"))).toBeNull();
  });
});

describe("pages of episodes", () => {
  it("go on before the last one that has an end, and end with a page that is not full", () => {
    const all = someEpisodes();
    expect(endOfPage(all, 3)).toBe(all[2]?.ended_at);
    expect(endOfPage(all, 4)).toBeNull();
    const [first] = all;
    if (first === undefined) throw new Error("no episode");
    expect(endOfPage([{ ...first, ended_at: null }], 1)).toBeNull();
  });

  it("show an episode once that stands on two of them", () => {
    const all = someEpisodes();
    expect(joinEpisodes(all.slice(0, 2), all.slice(1)).map((one) => one.id)).toEqual([
      "mid_1",
      "mid_0",
      "long_1",
    ]);
  });
});

describe("a recalled fact that is right", () => {
  const answering = (own: object) =>
    door((path) =>
      path.includes("?") ? { facts: [{ ...someFacts()[1], id: "f", ...own }], next: null } : {},
    );

  it("is confirmed with its own key and value", async () => {
    const api = answering({});
    expect(await confirmFact(api, "yu", "f")).toBe(true);
    expect(api.asked.at(-1)?.call.body).toEqual({
      category: "personal_info",
      key: "lives_in",
      value: "上海",
    });
  });

  it("is accepted where it waited for an answer", async () => {
    const api = answering({ status: "quarantined" });
    expect(await confirmFact(api, "yu", "f")).toBe(true);
    expect(api.asked.at(-1)?.path).toBe("/api/memory/yu/facts/f/accept");
  });

  it.each([{ status: "closed" }, { is_deleted: true }, { id: "other" }])(
    "is left alone where it is a former one or gone: %j",
    async (own) => {
      const api = answering(own);
      expect(await confirmFact(api, "yu", "f")).toBe(false);
      expect(api.asked).toHaveLength(1);
    },
  );
});
