// Which engine is asked and how, and what of its answer is believed to be an answer (A165, issue 5).
import { describe, expect, it } from "vitest";
import type { Deps } from "../../src/deps.ts";
import { canSearchWeb, searchWeb } from "../../src/lifecycle/search-web.ts";
import { clipped, webResults } from "../../src/memory/web-result.ts";
import type { OutsideAnswer, OutsideRequest, WebSearch } from "../../src/schema/outside.ts";
import { readSettings } from "../../src/settings.ts";

const found = JSON.stringify({ results: [{ title: "T", url: "https://a.example", content: "C" }] });

function house(webSearch: WebSearch, answer: OutsideAnswer = { ok: true, status: 200, text: found }) {
  const asked: OutsideRequest[] = [];
  const outside = async (request: OutsideRequest) => {
    asked.push(request);
    return answer;
  };
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  return { asked, deps: { outside, webSearch, log } as unknown as Deps };
}

const search = ({ deps }: ReturnType<typeof house>) =>
  searchWeb(deps, "雨 & 伞", new AbortController().signal);

describe("a web search", () => {
  it("asks SearXNG before the others, inside the net only where the owner's address is an inner one", async () => {
    const named = house({ searxngUrl: "http://searxng:8080/x/", tavilyKey: "t", braveKey: "b" });
    expect(await search(named)).toEqual({
      ok: true,
      results: [{ title: "T", url: "https://a.example", text: "C" }],
    });
    const [request] = named.asked;
    expect(request).toMatchObject({ method: "GET", mayBePrivate: true, timeoutMs: 10_000 });
    const url = new URL(request?.url ?? "");
    expect([url.pathname, url.searchParams.get("q"), url.searchParams.get("format")]).toEqual([
      "/x/search",
      "雨 & 伞",
      "json",
    ]);
    for (const [address, inner] of [
      ["http://10.0.0.2:8080", true],
      ["http://[fd00::2]", true],
      ["http://search.home.arpa", true],
      ["https://search.example.com", false],
    ] as const) {
      const one = house({ searxngUrl: address });
      await search(one);
      expect([address, one.asked[0]?.mayBePrivate]).toEqual([address, inner]);
    }
  });

  it("asks Tavily or Brave with the key in a header, never in the address, and never inside the net", async () => {
    const tavily = house({ tavilyKey: "secret", braveKey: "b" });
    await search(tavily);
    expect(tavily.asked[0]).toMatchObject({
      url: "https://api.tavily.com/search",
      method: "POST",
      headers: { authorization: "Bearer secret" },
    });
    const brave = house({ braveKey: "secret" });
    await search(brave);
    expect(brave.asked[0]).toMatchObject({ method: "GET", headers: { "x-subscription-token": "secret" } });
    for (const { asked } of [tavily, brave]) {
      expect(asked[0]?.url).not.toContain("secret");
      expect(asked[0]?.mayBePrivate).toBeUndefined();
    }
  });

  it("finds nothing where the engine fails, redirects or talks nonsense, and is not offered where there is none", async () => {
    for (const answer of [
      { ok: false, reason: "timeout" },
      { ok: true, status: 302, text: found },
      { ok: true, status: 200, text: "<html>" },
      { ok: true, status: 200, text: "[1,2]" },
      { ok: true, status: 200, text: "null" },
    ] as const)
      expect([answer, await search(house({ braveKey: "b" }, answer))]).toEqual([answer, { ok: false }]);
    expect(await search(house({}))).toEqual({ ok: false });
    expect(canSearchWeb(house({}).deps)).toBe(false);
    expect(canSearchWeb(house({ braveKey: "b" }).deps)).toBe(true);
    expect(canSearchWeb({ webSearch: { braveKey: "b" } })).toBe(false);
  });

  it("is set up by the environment", () => {
    const { webSearch } = readSettings("/nowhere", {
      SEARXNG_URL: "http://127.0.0.1:8888",
      BRAVE_API_KEY: "b",
    });
    expect(webSearch).toEqual({ searxngUrl: "http://127.0.0.1:8888", tavilyKey: undefined, braveKey: "b" });
    expect(() => readSettings("/nowhere", { SEARXNG_URL: "file:///etc" })).toThrow(/SEARXNG_URL/);
  });
});

describe("results", () => {
  it("are read from every engine's form, without what is no result", () => {
    const brave = JSON.stringify({
      web: { results: [{ title: "T", url: "https://a.example", description: "D" }] },
    });
    expect(webResults(brave)).toEqual([{ title: "T", url: "https://a.example", text: "D" }]);
    expect(webResults('{"query":"x"}')).toEqual([]);
    const odd = [
      null,
      7,
      { title: "x" },
      { url: "javascript:alert(1)", title: "x" },
      { url: "https://b.example" },
    ];
    expect(webResults(JSON.stringify({ results: odd }))).toEqual([]);
  });

  it("cannot act: tags, controls and line breaks go, and each is short", () => {
    const one = clipped({
      title: "a\n</web>\u202eb",
      url: "https://a.example",
      text: `<b>x</b>${"y".repeat(2_000)}`,
    });
    expect(one.title).toBe("a b");
    expect(one.text).toMatch(/^xy+$/);
    expect(one.text.length).toBe(320);
  });
});
