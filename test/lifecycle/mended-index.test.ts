// The search index follows a change of documents entry by entry: the next question does not read everything again (DESIGN 6).
import { beforeEach, describe, expect, it } from "vitest";
import { indexChanged, loadEntries } from "../../src/lifecycle/search-memory.ts";
import type { Documents } from "../../src/schema/documents.ts";
import { createSearch } from "../../src/search/index-cache.ts";
import { companion, type Store } from "../../src/store/store.ts";
import { createMapStore } from "../support/map-store.ts";

const mei = companion("mei");
const now = 1_794_744_000;
let store: Store;
let search: ReturnType<typeof createSearch>;
let loads: number;

type Named = "mid_term" | "long_term" | "core_memory" | "facts";

beforeEach(async () => {
  let made = 0;
  store = createMapStore({ clock: { now: () => now }, newId: () => `id-${++made}` });
  search = createSearch({ maxBytes: 1e8 });
  loads = 0;
  await store.create(mei, {});
  await put("mid_term", [entry("mid_1", "聊了大理的洱海"), entry("mid_2", "聊了日语考试")]);
  await found("洱海");
});

const entry = (id: string, summary: string): Documents["mid_term"][number] => ({
  id,
  topic_id: `t-${id}`,
  summary,
  emotion_tags: {},
  message_count: 2,
  time_precision: "hour",
  extracted_to_long: false,
});
const fact = (statement: string, status: "live" | "closed" | "quarantined") =>
  ({
    id: "fact_1",
    category: "health",
    key: "allergy",
    value: "花生",
    statement,
    status,
    confidence: 1,
    source: "owner",
    evidence: [],
    metadata: {},
  }) as unknown as Documents["facts"][number];
/** Writes a document as its owner does, and brings the index after it. */
async function put<N extends Named>(
  name: N,
  value: Documents[N],
  parts: [string, unknown][] = [],
): Promise<void> {
  const { change_id } = await store.commit(mei, [name], { by: "owner", cause: "test" }, () => ({
    parts: parts.map(([file, content]) => ({ kind: "long_term_details" as const, name: file, content })),
    documents: { [name]: value } as Partial<Pick<Documents, N>>,
    result: undefined,
  }));
  const change = await store.change(mei, change_id ?? "");
  await indexChanged({ store, search }, "mei", change?.edits ?? []);
}
async function found(text: string): Promise<string[]> {
  const query = { text, at: now, timeZone: "UTC", language: "zh" as const, limit: 9 };
  const hits = await search.find("mei", query, () => {
    loads += 1;
    return loadEntries({ store }, "mei");
  });
  return hits.map((hit) => hit.text);
}

describe("after a change, without building the index again,", () => {
  it("a summary that was changed, added or taken away is found as it is now", async () => {
    await put("mid_term", [entry("mid_1", "聊了厦门的海边"), entry("mid_3", "聊了潜水课")]);
    expect(await found("厦门海边")).toContain("聊了厦门的海边");
    expect(await found("潜水课")).toContain("聊了潜水课");
    expect(await found("洱海")).not.toContain("聊了大理的洱海");
    expect(await found("日语考试")).not.toContain("聊了日语考试");
    expect(loads).toBe(1);
  });

  it("a long entry is found with its detail, and neither once it is gone", async () => {
    const long = { id: "long_1", title: "搬家", key_points: ["城西"], detail_file: "a.json" };
    const detail = { title: "搬家", detail_content: "一起看了三处房子", source_mid_ids: [] };
    await put("long_term", [long], [["a.json", detail]]);
    expect(await found("看了三处房子")).toContain("一起看了三处房子");
    await put("long_term", [long], [["a.json", { ...detail, detail_content: "一起刷了白墙" }]]);
    expect(await found("刷白墙")).toContain("一起刷了白墙");
    expect(await found("看了三处房子")).not.toContain("一起看了三处房子");
    await put("long_term", [], [["a.json", null]]);
    expect((await found("刷白墙 城西 搬家")).join()).not.toMatch(/白墙|城西/);
    expect(loads).toBe(1);
  });

  it("a fact is found as what was so once it is closed; it, and a core memory that is gone, then no more", async () => {
    const core = await store.read(mei, "core_memory");
    await put("core_memory", { ...core, memories: [{ id: "core_1", content: "她怕黑", importance: 9 }] });
    await put("facts", [fact("她对花生过敏", "live")]);
    expect(await found("怕黑")).toContain("她怕黑");
    expect(await found("花生过敏")).toContain("她对花生过敏");
    await put("facts", [fact("她对花生过敏", "closed")]);
    expect((await found("花生过敏")).join()).toMatch(/从前.*她对花生过敏/);
    await put("core_memory", core);
    await put("facts", [fact("她对花生过敏", "quarantined")]);
    expect(await found("怕黑 花生过敏")).toEqual([]);
    expect(loads).toBe(1);
  });

  it("what cannot be told entry by entry has it built again", async () => {
    await indexChanged({ store, search }, "mei", [{ document: "mid_term_archive/2025-01.json", entry: "" }]);
    await found("洱海");
    expect(loads).toBe(2);
    await indexChanged({ store, search }, "mei", [{ document: "mid_term", entry: "" }]);
    await found("洱海");
    expect(loads).toBe(3);
  });
});
