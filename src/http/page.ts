// The page's files: bundles web/ into memory when the server starts, and serves it under hashed names (DESIGN 2, 7).
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { build, type OutputFile } from "esbuild";
import { type Context, Hono } from "hono";

const compress = promisify(gzip);

/** One file of the page, ready to be sent; `immutable` where its name changes with its content. */
export type PageFile = {
  type: string;
  body: Uint8Array;
  gzip: Uint8Array;
  etag: string;
  immutable: boolean;
};

/** The whole page: path ("/assets/main-1A2B.js") -> file. "/" is the document every navigation gets. */
export type Page = { files: ReadonlyMap<string, PageFile> };

const types: Record<string, string> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  svg: "image/svg+xml",
  webmanifest: "application/manifest+json",
  png: "image/png",
};

/** Paths that belong to other doors: an unknown one of these is never answered with the page. */
const otherDoors = /^\/(?:api|assets|test|doc|docs|health|metrics)(?:\/|$)/;

/** Name in the folder -> path. These keep their names, since browsers and bookmarks ask for them by name. */
const plainFiles = [
  "favicon.svg",
  "manifest.webmanifest",
  "icon-192.png",
  "icon-512.png",
  "icon-maskable-512.png",
  "apple-touch-icon.png",
] as const;

async function pageFile(name: string, body: Uint8Array, immutable: boolean): Promise<PageFile> {
  const ending = name.slice(name.lastIndexOf(".") + 1);
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  return {
    type: types[ending] ?? "application/octet-stream",
    body,
    gzip: await compress(body),
    etag,
    immutable,
  };
}

/**
 * Two bundles: the page as modules, and the script that runs before the first paint as one plain script. `needed` are
 * the parts that the first view waits for: named in the document, so that they are fetched beside it and not after it.
 */
async function bundle(folder: string): Promise<{ files: OutputFile[]; needed: string[] }> {
  const shared = {
    outdir: join(folder, "assets"),
    entryNames: "[name]-[hash]",
    bundle: true,
    target: "es2022",
    minify: true,
    legalComments: "none",
    write: false,
    logLevel: "silent",
  } as const;
  const [page, firstPaint] = await Promise.all([
    build({
      ...shared,
      entryPoints: { main: join(folder, "main.tsx"), style: join(folder, "styles/page.css") },
      chunkNames: "part-[hash]",
      splitting: true,
      metafile: true,
      format: "esm",
      jsx: "automatic",
      jsxImportSource: "preact",
    }),
    build({ ...shared, entryPoints: [join(folder, "first-paint.ts")], format: "iife" }),
  ]);
  const main = Object.entries(page.metafile.outputs).find(([, one]) => one.entryPoint?.endsWith("main.tsx"));
  const needed = (main?.[1].imports ?? []).filter((one) => one.kind === "import-statement");
  return {
    files: [...page.outputFiles, ...firstPaint.outputFiles],
    needed: needed.map((one) => `/assets/${basename(one.path)}`),
  };
}

/**
 * The service worker, which is told the files of the first view. Its text changes with every file of the page, so that browsers
 * notice a new release.
 */
async function serviceWorker(
  folder: string,
  files: ReadonlyMap<string, PageFile>,
  document: string,
): Promise<Uint8Array> {
  const named = [...document.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map((match) => match[1] ?? "");
  const first = [...new Set(named)].filter((name) => name.startsWith("/assets/") || name === "/favicon.svg");
  const marks = [...files].map(([name, { etag }]) => `${name} ${etag}`).join("\n");
  const built = await build({
    entryPoints: [join(folder, "service-worker.ts")],
    bundle: true,
    target: "es2022",
    minify: true,
    format: "iife",
    legalComments: "none",
    write: false,
    logLevel: "silent",
    define: {
      release: JSON.stringify(createHash("sha256").update(marks).digest("base64url").slice(0, 12)),
      firstFiles: JSON.stringify(first),
    },
  });
  return built.outputFiles[0]?.contents ?? new Uint8Array();
}

/** Puts the hashed names into the document; a name that has no mark in it is our own mistake. */
function fillDocument(document: string, names: readonly string[], needed: readonly string[]): string {
  const preloads = needed.map((name) => `<link rel="modulepreload" href="${name}" />`).join("");
  return document.replace("<!-- parts -->", preloads).replace(/\{\{([a-z-]+)\}\}/g, (_, entry: string) => {
    const found = names.find((name) => name.startsWith(`/assets/${entry}-`));
    if (found === undefined) throw new Error(`index.html names {{${entry}}}, which the bundle does not have`);
    return found;
  });
}

/**
 * Bundles the folder `web/` (TSX and CSS, minified, split where lazy) and keeps the result in memory: no build folder
 * can go stale. Takes some 0.2 s. Throws with esbuild's words where the sources do not build.
 */
export async function buildPage(folder: string): Promise<Page> {
  const files = new Map<string, PageFile>();
  const bundled = await bundle(folder);
  for (const file of bundled.files) {
    const name = `/assets/${basename(file.path)}`;
    files.set(name, await pageFile(name, file.contents, true));
  }
  for (const name of plainFiles) {
    files.set(`/${name}`, await pageFile(name, await readFile(join(folder, name)), false));
  }
  const template = await readFile(join(folder, "index.html"), "utf8");
  const document = fillDocument(template, [...files.keys()], bundled.needed);
  files.set("/", await pageFile("index.html", new TextEncoder().encode(document), false));
  const offline = fillDocument(await readFile(join(folder, "offline.html"), "utf8"), [...files.keys()], []);
  files.set("/offline.html", await pageFile("offline.html", new TextEncoder().encode(offline), false));
  files.set("/sw.js", await pageFile("sw.js", await serviceWorker(folder, files, document), false));
  return { files };
}

/** Through the context, so that the headers which the frame of the server has set come along. */
function send(c: Context, file: PageFile): Response {
  c.header("content-type", file.type);
  c.header("cache-control", file.immutable ? "public, max-age=31536000, immutable" : "no-cache");
  c.header("etag", file.etag);
  c.header("vary", "accept-encoding");
  if (c.req.header("if-none-match") === file.etag) return c.body(null, 304);
  const zipped = /\bgzip\b/.test(c.req.header("accept-encoding") ?? "");
  if (zipped) c.header("content-encoding", "gzip");
  const body = zipped ? file.gzip : file.body;
  c.header("content-length", String(body.byteLength));
  return c.body(new Uint8Array(body), 200);
}

/**
 * Serves the page: its files by name, and the document for every navigation (GET with Accept: text/html) to a path
 * that no other door owns, so that /c/yu can be reloaded. What is not the page's is left to the next handler.
 */
export function pageRoutes(page: Page): Hono {
  const routes = new Hono();
  routes.get("*", async (c, next) => {
    const file = page.files.get(c.req.path);
    if (file !== undefined) return send(c, file);
    const document = page.files.get("/");
    const navigation = (c.req.header("accept") ?? "").includes("text/html");
    if (document !== undefined && navigation && !otherDoors.test(c.req.path)) return send(c, document);
    return await next();
  });
  return routes;
}
