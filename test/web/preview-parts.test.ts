// Streamed text is shown in the parts in which the server will say it.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitBubbles } from "../../src/memory/reply.ts";
import { previewParts } from "../../web/preview-parts.ts";

const line = fc.constantFrom(
  "今晚早点睡。",
  "",
  "- 一",
  "* 二",
  "1. 先",
  "2、后",
  "10) 十",
  "  接着",
  "\tx",
  "```",
  "```js",
  "````",
  "~~~",
  "``` x",
  "  ```",
  "| a | b |",
  "|---|---|",
  "const a = 1;",
  "> 引",
);

describe("the parts of streamed text", () => {
  it("are, once it is whole, the bubbles that the server says", () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 14 }), (lines) => {
        const text = lines.join("\n");
        expect(previewParts(text)).toEqual(splitBubbles(text));
      }),
      { seed: 3, numRuns: 1_500 },
    );
  });

  it("keep a fence, a list and a table together while they grow", () => {
    expect(previewParts("看：\n```js\nconst a")).toEqual(["看：", "```js\nconst a"]);
    expect(previewParts("- 一\n- 二\n- ")).toEqual(["- 一\n- 二\n-"]);
    expect(previewParts("| a |\n|---|\n| 1")).toEqual(["| a |\n|---|\n| 1"]);
  });

  it("gather in the last bubble that is left", () => {
    expect(previewParts("一\n二\n三", 3)).toEqual(["一", "二\n三"]);
    expect(previewParts("一\n二", 7)).toEqual(["一\n二"]);
    expect(previewParts(" \n\n")).toEqual([]);
  });
});
