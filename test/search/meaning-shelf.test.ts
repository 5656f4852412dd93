// The shelf of vectors: knows what wants one, uses none of what is gone, and keeps its bounds.
import { describe, expect, it } from "vitest";
import { createSearch } from "../../src/search/index-cache.ts";
import { createMeaningShelf, withMeaning } from "../../src/search/meaning-shelf.ts";
import type { MeaningShelf, SearchEntry } from "../../src/search/search.ts";

const length = 16;

/** A vector of its own for each text. */
function vectorOf(text: string): Float32Array {
  let state = 7;
  for (const unit of text) state = (Math.imul(state, 31) + (unit.codePointAt(0) ?? 0)) | 0;
  return Float32Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return state / 2 ** 31;
  });
}

function message(id: string, text = `text of ${id}`): SearchEntry {
  return { type: "message", id, text, date: Number(id.slice(1)) || 0, message_ids: [id], speaker: "user" };
}

const messages = (count: number) => Array.from({ length: count }, (_, at) => message(`m${at}`));

async function opened(entries: SearchEntry[], options = {}, pieces: string[] = []) {
  const shelf = createMeaningShelf({ maxBytes: 1e8, ...options });
  await shelf.open("lin", "s", async () => ({ pieces, entries }));
  return shelf;
}

function fill(shelf: MeaningShelf, limit = 64, user = "lin"): string[] {
  const { texts } = shelf.next(user, limit);
  shelf.put(
    user,
    "s",
    texts,
    texts.map(({ text }) => vectorOf(text)),
  );
  return texts.map(({ id }) => id);
}

const near = (shelf: MeaningShelf, text: string) =>
  shelf.nearest("lin", "s", vectorOf(text)).near.map(({ key }) => key);
const piecesOf = (shelf: MeaningShelf) => shelf.changed("lin").map(({ text }) => text ?? "");

describe("texts that want a vector", () => {
  it("come in bounded batches: what says most first, then messages from the newest on", async () => {
    const fact: SearchEntry = { type: "fact", id: "f", text: "对花生过敏", date: 0, message_ids: [] };
    const shelf = await opened([...messages(5), fact, message("m9", "   ")]);
    expect(shelf.next("lin", 3)).toMatchObject({ left: 3 });
    expect(fill(shelf, 3)).toEqual(["f", "m4", "m3"]);
    expect(fill(shelf)).toEqual(["m2", "m1", "m0"]);
    expect(shelf.next("lin", 3)).toEqual({ texts: [], left: 0 });
  });

  it("that were just said come before those of long ago", async () => {
    const shelf = await opened(messages(5));
    shelf.update("lin", [message("m77")], []);
    expect(fill(shelf, 2)).toEqual(["m77", "m4"]);
  });

  it("wait behind all others once they were put off", async () => {
    const shelf = await opened(messages(4));
    shelf.postpone("lin", shelf.next("lin", 2).texts);
    expect(fill(shelf)).toEqual(["m1", "m0", "m3", "m2"]);
  });

  it("are none where nothing is open", () => {
    const shelf = createMeaningShelf({ maxBytes: 1e8 });
    shelf.update("lin", messages(3), ["m0"]);
    shelf.doubt("lin");
    expect(shelf.next("lin", 10)).toEqual({ texts: [], left: 0 });
    expect(shelf.nearest("lin", "s", vectorOf("x"))).toEqual({ near: [], outstanding: false });
    expect(shelf.isEmpty("lin", "s")).toBe(true);
  });
});

describe("vectors", () => {
  it("are found by what is near, and those of another model never", async () => {
    const shelf = await opened(messages(40));
    fill(shelf);
    expect(near(shelf, "text of m7")[0]).toBe("message m7");
    expect(shelf.nearest("lin", "other", vectorOf("text of m7")).near).toEqual([]);
    expect(shelf.nearest("zhou", "s", vectorOf("text of m7")).near).toEqual([]);
  });

  it("of a text that was changed are gone at once, and the new text wants one", async () => {
    const shelf = await opened(messages(40));
    fill(shelf);
    shelf.update("lin", [message("m7", "changed")], []);
    expect(near(shelf, "text of m7")).not.toContain("message m7");
    expect(fill(shelf)).toEqual(["m7"]);
    expect(near(shelf, "changed")[0]).toBe("message m7");
    shelf.update("lin", [message("m7", "changed")], []);
    expect(shelf.next("lin", 1).texts).toEqual([]);
  });

  it("that come for a text that was changed or removed meanwhile are not kept", async () => {
    const shelf = await opened(messages(40));
    const { texts } = shelf.next("lin", 64);
    shelf.update("lin", [message("m7", "changed")], ["m8"]);
    const vectors = texts.map(({ text }) => vectorOf(text));
    shelf.put("lin", "s", texts, vectors);
    expect(near(shelf, "text of m7")).not.toContain("message m7");
    expect(near(shelf, "text of m8")).not.toContain("message m8");
    expect(fill(shelf)).toEqual(["m7"]);
    expect(piecesOf(shelf).join()).not.toContain("m8");
  });

  it("that come after the memory was doubted are not kept", async () => {
    const shelf = await opened(messages(40));
    const { texts } = shelf.next("lin", 64);
    shelf.doubt("lin");
    shelf.put(
      "lin",
      "s",
      texts,
      texts.map(({ text }) => vectorOf(text)),
    );
    expect(shelf.changed("lin")).toEqual([]);
    await shelf.open("lin", "s", async () => ({ pieces: [], entries: messages(40) }));
    expect(shelf.next("lin", 64).texts).toHaveLength(40);
  });

  it("survive a doubt as far as their texts do, and are all to be written again", async () => {
    const shelf = await opened(messages(300));
    fill(shelf, 300);
    shelf.changed("lin");
    shelf.doubt("lin");
    expect(near(shelf, "text of m7")).toEqual([]);
    const rest = messages(300).filter(({ id }) => id !== "m7");
    await shelf.open("lin", "s", async () => ({ pieces: [], entries: rest }));
    expect(near(shelf, "text of m7")).not.toContain("message m7");
    expect(near(shelf, "text of m8")[0]).toBe("message m8");
    expect(shelf.next("lin", 64).texts).toEqual([]);
    const pieces = piecesOf(shelf);
    expect(pieces).toHaveLength(2);
    expect(pieces.join()).toContain('"message m8"');
    expect(pieces.join()).not.toContain('"message m7"');
  });

  it("are not taken in where something changed while they were loaded", async () => {
    const shelf = createMeaningShelf({ maxBytes: 1e8 });
    for (const disturb of [
      () => shelf.doubt("lin"),
      () => shelf.update("lin", [], ["m7"]),
      () => shelf.forget("lin"),
    ])
      expect(
        await shelf.open("lin", "s", async () => {
          const entries = messages(40);
          disturb();
          return { pieces: [], entries };
        }),
      ).toBe(false);
    expect(shelf.isOpen("lin", "s")).toBe(false);
    expect(await shelf.open("lin", "s", async () => ({ pieces: [], entries: [] }))).toBe(true);
  });

  it("come back from the pieces, without those whose text is another one now", async () => {
    const shelf = await opened(messages(40));
    fill(shelf);
    const pieces = piecesOf(shelf);
    const entries = messages(40).map((entry) => (entry.id === "m7" ? message("m7", "changed") : entry));
    const again = await opened(entries, {}, pieces);
    expect(fill(again)).toEqual(["m7"]);
    expect(near(again, "text of m8")[0]).toBe("message m8");
  });

  it("of another length are refused once, and at the second time all are made anew", async () => {
    const shelf = await opened(messages(40));
    fill(shelf, 39);
    const pieces = piecesOf(shelf);
    const long = () => shelf.put("lin", "s", shelf.next("lin", 1).texts, [new Float32Array(8).fill(1)]);
    expect(long()).toBe(false);
    expect(near(shelf, "text of m7")[0]).toBe("message m7");
    expect(long()).toBe(false);
    expect(shelf.isOpen("lin", "s")).toBe(false);
    await shelf.open("lin", "s", async () => ({ pieces, entries: messages(40) }));
    expect(shelf.next("lin", 64).texts).toHaveLength(40);
    expect(shelf.changed("lin")).toEqual([{ number: 0, text: undefined }]);
    expect(long()).toBe(true);
  });

  it("never take more room than a companion has, and give the oldest messages' room to new ones", async () => {
    const shelf = await opened(messages(100), { bytesACompanion: 50 * 1_536 });
    expect(shelf.next("lin", 200).texts).toHaveLength(45);
    fill(shelf, 3);
    const small = await opened(messages(100), { bytesACompanion: 50 * length }, piecesOf(shelf));
    const waiting = small.next("lin", 200).texts.map(({ id }) => id);
    expect([waiting.length, waiting.at(-1)]).toEqual([42, "m55"]);
    fill(small, 200);
    for (let at = 100; at < 106; at++) small.update("lin", [message(`m${at}`)], []);
    expect(small.isOpen("lin", "s")).toBe(false);
    const all = [...messages(106)];
    await small.open("lin", "s", async () => ({ pieces: [], entries: all }));
    expect(fill(small, 200)).toContain("m105");
    expect(near(small, "text of m55")).not.toContain("message m55");
  });

  it("of the companion that was unused for the longest time go where there is no room for all", async () => {
    const shelf = createMeaningShelf({ maxBytes: 25_000 });
    for (const user of ["a", "b", "c"]) {
      await shelf.open(user, "s", async () => ({ pieces: [], entries: messages(60) }));
      fill(shelf, 64, user);
      shelf.nearest("a", "s", vectorOf("x"));
    }
    expect(["a", "b", "c"].map((user) => shelf.isOpen(user, "s"))).toEqual([true, false, true]);
  });

  it("of a companion that was removed are gone", async () => {
    const shelf = await opened(messages(40));
    fill(shelf);
    shelf.forget("lin");
    expect(shelf.isOpen("lin", "s")).toBe(false);
    expect(shelf.changed("lin")).toEqual([]);
  });
});

it("hears of every change that the search hears of", async () => {
  const shelf = await opened(messages(40));
  const search = withMeaning(createSearch({ maxBytes: 1e8 }), shelf);
  search.update("lin", [message("m77")], ["m7"]);
  expect(shelf.next("lin", 1).texts[0]?.id).toBe("m77");
  search.drop("lin");
  expect(shelf.isOpen("lin", "s")).toBe(false);
});

it("remembers the vector of the last question only, and not of another companion's", async () => {
  const shelf = await opened(messages(40));
  shelf.remember("lin", "one", vectorOf("one"));
  shelf.remember("lin", "two", vectorOf("two"));
  expect(shelf.asked("lin", "one")).toBeUndefined();
  expect(shelf.asked("lin", "two")).toEqual(vectorOf("two"));
  expect(shelf.asked("zhou", "two")).toBeUndefined();
  shelf.doubt("lin");
  expect(shelf.asked("lin", "two")).toBeUndefined();
});
