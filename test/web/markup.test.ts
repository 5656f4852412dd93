// Markup in bubbles before it is sanitised: what counts as markup, what is read, and what stays as it was written.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMarkdown } from "../../web/markdown-reader.ts";
import { hasMarkup } from "../../web/markup.ts";

const reader = createMarkdown();
const read = (text: string) => reader.render(text).trim();

describe("most messages", () => {
  it.each([
    "今晚早点睡。",
    "3 * 4 = 12，对吧？",
    "文件叫 my_long_name.txt",
    "a < b && c > d",
    "第一行\n第二行",
    "（笑）~ ~",
    "价格#1",
    "",
  ])("have no markup, and need no reader: %s", (text) => {
    expect(hasMarkup(text)).toBe(false);
  });

  it.each([
    "`const a`",
    "```\ncode",
    "**真的**",
    "*轻轻笑*",
    "- 一\n- 二",
    "1. 一",
    "> 引",
    "# 标题",
    "[字](https://a.example)",
    "看 https://a.example",
    "| a | b |\n|---|---|",
    "~~删~~",
  ])("with markup are known: %s", (text) => {
    expect(hasMarkup(text)).toBe(true);
  });
});

describe("emphasis", () => {
  it.each([
    ["**「好」**他说", "<p><strong>「好」</strong>他说</p>"],
    ["**强调：**后面", "<p><strong>强调：</strong>后面</p>"],
    ["他说**「好」**。", "<p>他说<strong>「好」</strong>。</p>"],
    ["你*轻轻*笑", "<p>你<em>轻轻</em>笑</p>"],
    ["**bold**, *soft*", "<p><strong>bold</strong>, <em>soft</em></p>"],
  ])("opens and closes beside Chinese as beside spaces: %s", (text, html) => {
    expect(read(text)).toBe(html);
  });

  it.each(["2*3*4=24", "snake_case_name", "5 * 3 * 2", "a**", "**"])(
    "is not seen where none was meant: %s",
    (text) => {
      expect(read(text)).toBe(`<p>${text}</p>`);
    },
  );
});

describe("links and images", () => {
  it.each([
    "[a](javascript:alert(1))",
    "[a](data:text/html,x)",
    "[a](vbscript:x)",
    "[a](file:///etc/passwd)",
    "[a](//evil.example)",
    "[a](/api/auth/logout)",
  ])("lead nowhere but to the web or to a letter: %s", (text) => {
    expect(read(text)).not.toContain("<a");
  });

  it.each([
    ["看https://a.example/x看这个", "https://a.example/x"],
    ["（https://a.example/x?y=1&z=2）。", "https://a.example/x?y=1&amp;z=2"],
    ["(see http://a.example:8080/wiki/A_(b)).", "http://a.example:8080/wiki/A_(b)"],
    ["https://a.example, then", "https://a.example"],
    ["**https://a.example/x**", "https://a.example/x"],
  ])("end where the address ends: %s", (text, address) => {
    expect(/href="([^"]*)"/.exec(read(text))?.[1]).toBe(address);
  });

  it("keep an image's words and never its address as something to load", () => {
    expect(read("![海](https://a.example/x.png)")).toBe('<p><span class="no-image">海</span></p>');
    expect(read("![](https://a.example/x.png)")).toContain("https://a.example/x.png</span>");
    expect(read('![<b>"](https://a.example/x.png)')).not.toMatch(/<b>|<img/);
  });

  it("keep line ends as they were written", () => {
    expect(read("一\n二")).toBe("<p>一<br>\n二</p>");
  });
});

describe("any text", () => {
  const piece = fc.constantFrom(
    ..."<img src=x onerror=alert(1)>|<script>|</script>|`|**|*|_|[|](|)|!|javascript:|https://a.example|\n|# |- |> |中|a| |&lt;|\\|\"|'|~~|```".split(
      "|",
    ),
  );

  it("becomes HTML in which only our own elements stand", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const html = read(pieces.join(""));
        const elements = [...html.matchAll(/<\/?([a-z0-9]+)/gi)].map((one) => one[1]);
        const own = /^(?:p|br|em|strong|s|code|pre|ul|ol|li|blockquote|h[1-6]|a|hr|span)$/;
        expect(elements.filter((name) => !own.test(name ?? ""))).toEqual([]);
        expect(html).not.toMatch(/href="(?!https?:|mailto:)/i);
      }),
      { seed: 11, numRuns: 400 },
    );
  });
});
