// The page's files: bundled at start, small, cached by name, and never an answer to what another door owns.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildPage, type Page, pageRoutes } from "../../src/http/page.ts";

let page: Page;
let app: Hono;
beforeAll(async () => {
  page = await buildPage(new URL("../../web", import.meta.url).pathname);
  app = new Hono();
  app.use(async (c, next) => {
    c.header("content-security-policy", "default-src 'self'");
    await next();
  });
  app.get("/api/known", (c) => c.json({ ok: true }));
  app.route("/", pageRoutes(page));
  app.notFound((c) => c.json({ error: { code: "not_found" } }, 404));
});

const navigation = { headers: { accept: "text/html,application/xhtml+xml" } };

async function documentText(): Promise<string> {
  return await (await app.request("/", navigation)).text();
}

/** The files that the document itself asks for. */
async function firstFiles(): Promise<string[]> {
  return [...(await documentText()).matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(
    (match) => match[1] ?? "",
  );
}

/** True where a bundle imports a part by itself, and not only when it is needed. */
function asksFor(bundle: string, part: string): boolean {
  return bundle.includes(`from"./${part}"`) || bundle.includes(`import"./${part}"`);
}

describe("the document", () => {
  it("is asked for anew each time, and costs nothing while it is the same", async () => {
    const first = await app.request("/", navigation);
    expect(first.headers.get("cache-control")).toBe("no-cache");
    const etag = first.headers.get("etag") ?? "";
    const second = await app.request("/", { headers: { ...navigation.headers, "if-none-match": etag } });
    expect(second.status).toBe(304);
    expect(await second.text()).toBe("");
  });

  it("carries the policy of the server around it, fresh or unchanged", async () => {
    const fresh = await app.request("/", navigation);
    const etag = fresh.headers.get("etag") ?? "";
    const unchanged = await app.request("/", { headers: { ...navigation.headers, "if-none-match": etag } });
    const policies = [fresh, unchanged].map((one) => one.headers.get("content-security-policy"));
    expect(policies).toEqual(["default-src 'self'", "default-src 'self'"]);
  });

  it("holds no script or style that a strict policy would refuse", async () => {
    const text = await documentText();
    expect(text).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/);
    expect(text).not.toMatch(/https?:\/\//);
  });

  it("names only files that are there, the first-paint script before the style and the page", async () => {
    const names = await firstFiles();
    expect(names[0]).toMatch(/first-paint/);
    expect(names.some((name) => /style-.*\.css$/.test(name))).toBe(true);
    for (const name of names) expect((await app.request(name)).status, name).toBe(200);
    expect(await documentText()).not.toMatch(/\{\{|<!-- parts/);
  });

  it("weighs at most 90 KB with all it needs for the first view", async () => {
    const names = await firstFiles();
    const weight = ["/", ...names].reduce(
      (sum, name) => sum + (page.files.get(name)?.gzip.byteLength ?? 0),
      0,
    );
    expect(weight).toBeLessThanOrEqual(90 * 1024);
    // Only what main asks for by itself: a part that comes later would be fetched for nothing.
    const main = names.find((name) => name.includes("/main-")) ?? "";
    const bundled = new TextDecoder().decode(page.files.get(main)?.body);
    const later = names.filter(
      (one) => one.includes("/part-") && !asksFor(bundled, one.slice("/assets/".length)),
    );
    expect(later).toEqual([]);
  });

  it.each(["/c/yu", "/c/yu/details", "/add", "/me"])("answers a navigation to %s", async (path) => {
    const answer = await app.request(path, navigation);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
  });
});

describe("the files of an installed page", () => {
  it("are there by name: the manifest, its icons, the worker, and the page for when the server is away", async () => {
    const manifest = (await (await app.request("/manifest.webmanifest")).json()) as {
      icons: { src: string; type: string }[];
    };
    for (const { src, type } of manifest.icons) {
      const icon = await app.request(src);
      expect([icon.status, icon.headers.get("content-type")], src).toEqual([200, type]);
    }
    expect(await (await app.request("/sw.js")).text()).not.toMatch(/firstFiles|release/);
    const offline = await (await app.request("/offline.html")).text();
    expect(offline).not.toMatch(/\{\{|<script(?![^>]*\bsrc=)|\sstyle=|https?:\/\//);
    for (const [, name = ""] of offline.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g))
      expect((await app.request(name)).status, name).toBe(200);
  });

  it("name a worker that changes with any file of the page, and only then", async () => {
    const again = await buildPage(new URL("../../web", import.meta.url).pathname);
    expect(again.files.get("/sw.js")?.etag).toBe(page.files.get("/sw.js")?.etag);
    const first = (await firstFiles()).filter((name) => !name.includes("first-paint"));
    const worker = await (await app.request("/sw.js")).text();
    for (const name of first) expect(worker).toContain(name);
    expect(worker).not.toMatch(/"\/api/);
  });
});

describe("hashed files", () => {
  it("may be kept for ever, and come smaller to those who can unpack", async () => {
    const [name = ""] = await firstFiles();
    const plain = await app.request(name);
    expect(plain.headers.get("cache-control")).toContain("immutable");
    expect(plain.headers.get("vary")).toBe("accept-encoding");
    const zipped = await app.request(name, { headers: { "accept-encoding": "gzip, br" } });
    expect(zipped.headers.get("content-encoding")).toBe("gzip");
    const unpacked = gunzipSync(new Uint8Array(await zipped.arrayBuffer())).toString("utf8");
    expect(unpacked).toBe(await plain.text());
  });

  it("have a type that browsers run", async () => {
    for (const name of page.files.keys()) {
      const type = (await app.request(name)).headers.get("content-type");
      if (name.endsWith(".js")) expect(type).toBe("text/javascript; charset=utf-8");
      if (name.endsWith(".css")) expect(type).toBe("text/css; charset=utf-8");
      expect(type, name).not.toBe("application/octet-stream");
    }
  });

  it("answer HEAD without a body", async () => {
    const answer = await app.request("/favicon.svg", { method: "HEAD" });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe("");
  });
});

describe("what is not the page's", () => {
  it.each([
    "/api/unknown",
    "/api",
    "/assets/main-OLD.js",
    "/docs/x",
    "/health/x",
    "/metrics/x",
    "/test/clock",
  ])("is left to its own door, even for a navigation: %s", async (path) => {
    const answer = await app.request(path, navigation);
    expect(answer.status).toBe(404);
    expect(answer.headers.get("content-type")).toContain("json");
  });

  it("is not the document where no page was asked for", async () => {
    expect((await app.request("/logo.png", { headers: { accept: "image/*" } })).status).toBe(404);
    expect((await app.request("/c/yu", { method: "POST", ...navigation })).status).toBe(404);
  });

  it("stays out of reach: no path leads from the page to the machine's files", async () => {
    const paths = [
      "/../package.json",
      "/assets/../main.tsx",
      "/assets/%2e%2e/main.tsx",
      "/main.tsx",
      "/index.html",
    ];
    for (const path of paths) expect((await app.request(path)).status, path).toBe(404);
  });

  it("is reached beside the page", async () => {
    expect(await (await app.request("/api/known")).json()).toEqual({ ok: true });
  });
});

describe("a page that does not build", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "keepsake-page-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it("is refused with the place of the mistake", async () => {
    await mkdir(join(folder, "styles"));
    await writeFile(join(folder, "styles/page.css"), "");
    await writeFile(join(folder, "first-paint.ts"), "");
    await writeFile(join(folder, "main.tsx"), "const = 1;\n");
    await expect(buildPage(folder)).rejects.toThrow(/main\.tsx:1/);
  });
});
