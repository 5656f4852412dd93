import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AppError } from "../../src/error.ts";
import { elementAt, splitAtList } from "../../src/http/json-elements.ts";

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));
const rebuilt = (text: string) => {
  const bytes = bytesOf(text);
  const { rest, elements } = splitAtList(bytes, "topics");
  return { ...rest, topics: elements.map((place) => elementAt(bytes, place)) };
};

describe("a long list in a JSON body", () => {
  it("is split into the elements that JSON.parse would give, whatever stands in it and around it", () => {
    const body = fc.record({
      format: fc.string(),
      topics: fc.array(fc.jsonValue()),
      'to"pics': fc.jsonValue(),
      after: fc.jsonValue(),
    });
    fc.assert(
      fc.property(body, fc.integer({ min: 0, max: 3 }), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(rebuilt(text)).toEqual(JSON.parse(text));
      }),
      { seed: 11, numRuns: 300 },
    );
  });

  it("is not mistaken for a list of the same name deeper down or inside a string", () => {
    expect(rebuilt('{"a":{"topics":[1]},"b":"\\"topics\\":[2]","topics":[3, [4,"]"]]}')).toMatchObject({
      topics: [3, [4, "]"]],
    });
  });

  it("keeps an empty list empty, and leaves what is no list to the schema", () => {
    expect(splitAtList(bytesOf('{"topics":[ ]}'), "topics").elements).toEqual([]);
    expect(splitAtList(bytesOf('{"topics":{"a":1}}'), "topics").rest).toEqual({ topics: { a: 1 } });
  });

  it.each(['{"topics":[1,', '{"topics":[1,,2]}', '{"topics":[{]}', "{bad", '{"topics":["a}'])(
    "is refused as malformed when it is cut or broken: %s",
    (text) => {
      expect(() => rebuilt(text)).toThrow(expect.objectContaining({ code: "bad_request" }) as AppError);
    },
  );

  it("must stand in an object", () => {
    expect(() => splitAtList(bytesOf("[]"), "topics")).toThrow(
      expect.objectContaining({ code: "invalid" }) as AppError,
    );
  });
});
