// Walking through JSON of any size: the same elements as a parser of the whole, however the stream is cut.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type JsonPiece, walkJson } from "../../src/exchange/json-stream.ts";
import { all, inPieces } from "./pieces.ts";

const walk = (text: string, length = 3, options = {}) => all(walkJson(inPieces(text, length), options));
const elements = (pieces: readonly JsonPiece[]) =>
  pieces.flatMap((piece) =>
    "end" in piece || piece.text === null ? [] : [[piece.path.join("."), JSON.parse(piece.text)]],
  );
const end = (pieces: readonly JsonPiece[]) => pieces.flatMap((piece) => ("end" in piece ? [piece.end] : []));

describe("walking through JSON", () => {
  it("gives every element of a list at the top and of lists in fields, and fields as they are", async () => {
    const file = {
      name: '小"溪\\',
      messages: [{ a: "]}" }, 2, "x,y", null, [1, [2]]],
      info: { deep: [1] },
      n: -1.5e3,
    };
    expect(elements(await walk(JSON.stringify(file)))).toEqual([
      ["name", file.name],
      ...file.messages.map((one) => ["messages", one]),
      ["info", file.info],
      ["n", -1500],
    ]);
    expect(elements(await walk('[1, "a" ,{}]'))).toEqual([
      ["", 1],
      ["", "a"],
      ["", {}],
    ]);
  });

  it("gives the same as a parser, however the stream is cut", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue({ maxDepth: 3 }), { maxLength: 6 }),
        fc.dictionary(
          fc.string({ maxLength: 6 }).filter((key) => key !== "messages"),
          fc.jsonValue({ maxDepth: 2 }),
          { maxKeys: 3 },
        ),
        fc.integer({ min: 1, max: 11 }),
        fc.constantFrom(undefined, 1),
        async (messages, rest, length, indent) => {
          const text = JSON.stringify({ messages, ...rest }, null, indent);
          const pieces = await walk(text, length);
          const found = pieces.flatMap((piece) =>
            "end" in piece || piece.path.join("\n") !== "messages" ? [] : [JSON.parse(piece.text ?? "")],
          );
          expect(found).toEqual(JSON.parse(text).messages);
          expect(end(pieces)).toEqual(["whole"]);
        },
      ),
      { numRuns: 300, seed: 5 },
    );
  });

  it("goes into an object that was named, and into no other", async () => {
    const text = JSON.stringify({ chats: { about: "x", list: [{ id: 1 }] }, other: { list: [2] } });
    const pieces = await walk(text, 5, { into: new Set(["chats"]) });
    expect(elements(pieces)).toEqual([
      ["chats.about", "x"],
      ["chats.list", { id: 1 }],
      ["other", { list: [2] }],
    ]);
  });

  it("goes into the objects of a list that was named, and says where each ends", async () => {
    const text = JSON.stringify({ a: { list: [{ id: 1, in: [{ b: 2 }, 3] }, 4, {}] }, list: [{ c: 5 }] });
    const pieces = await walk(text, 3, { into: new Set(["a", "a.list[]"]) });
    expect(elements(pieces)).toEqual([
      ["a.list.id", 1],
      ["a.list.in", { b: 2 }],
      ["a.list.in", 3],
      ["a.list", {}],
      ["a.list", 4],
      ["a.list", {}],
      ["list", { c: 5 }],
    ]);
    expect(end(pieces)).toEqual(["whole"]);
  });

  it("says that a file was cut off, and gives what was whole before", async () => {
    const pieces = await walk('{"messages":[{"a":1},{"b":2},{"c":');
    expect(elements(pieces)).toEqual([
      ["messages", { a: 1 }],
      ["messages", { b: 2 }],
    ]);
    expect(end(pieces)).toEqual(["cut_off"]);
    expect(end(await walk(""))).toEqual(["cut_off"]);
    expect(end(await walk("[1,2}"))).toEqual(["cut_off"]);
    expect(end(await walk("[1] [2]"))).toEqual(["cut_off"]);
  });

  it("closes what was whole of a torn element where that is wanted", async () => {
    const torn = '[{"id":1,"list":[{"t":"]}"},{"t":"\\""},{"t":"ab';
    expect(elements(await walk(torn))).toEqual([]);
    const pieces = await walk(torn, 3, { torn: true });
    expect(elements(pieces)).toEqual([["", { id: 1, list: [{ t: "]}" }, { t: '"' }] }]]);
    expect(end(pieces)).toEqual(["cut_off"]);
    for (const text of ['[{"id":1,"list":[{"t":"a', '[{"id":', "[1,2", '[{"a":{"b":1}', '["ab'])
      expect(
        elements(await walk(text, 2, { torn: true }))
          .flat()
          .filter((one) => typeof one === "object"),
      ).toEqual([]);
  });

  it("gives an element that is too long as null and goes on with the next", async () => {
    const pieces = await walk(JSON.stringify(["x".repeat(50), "ok"]), 4, { longest: 20 });
    expect(pieces.map((piece) => ("end" in piece ? piece.end : piece.text))).toEqual([null, '"ok"', "whole"]);
  });
});
