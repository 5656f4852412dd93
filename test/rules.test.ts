// Holds the habits of the house: who may import whom, sizes, no cycles, no `any`, and where time and chance may be read.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { readSource, type SourceFacts } from "./support/source.ts";

const root = resolve(import.meta.dirname, "..");

function files(folder: string): string[] {
  const found: string[] = [];
  for (const name of readdirSync(join(root, folder))) {
    const path = join(folder, name);
    if (statSync(join(root, path)).isDirectory()) found.push(...files(path));
    else if (/\.tsx?$/.test(name)) found.push(path);
  }
  return found;
}

const sources = files("src");
const pages = files("web");
const all = [...sources, ...pages];
const text = new Map(all.map((file) => [file, readFileSync(join(root, file), "utf8")]));
const source = (file: string) => text.get(file) ?? "";
const facts = new Map(all.map((file) => [file, readSource(file, source(file))]));
const factsOf = (file: string) => facts.get(file) as SourceFacts;

/** Room of a file: "memory", "http", …; a file directly in src is its own name. */
function room(file: string): string {
  const [top, second = "", third] = file.split("/");
  if (top === "web") return "web";
  return third === undefined ? second.replace(/\.ts$/, "") : second;
}

type Import = { from: string; to: string; typeOnly: boolean };

const imports: Import[] = all.flatMap((file) =>
  factsOf(file).imports.map(({ path, typeOnly }) => ({
    from: file,
    to: path.startsWith(".") ? relative(root, resolve(root, dirname(file), path)) : path,
    typeOnly,
  })),
);
const inner = imports.filter(({ to }) => to.startsWith("src/") || to.startsWith("web/"));
const ports = [
  "src/store/store.ts",
  "src/store/folders.ts",
  "src/store/backups.ts",
  "src/model/models.ts",
  "src/search/search.ts",
];

/** Programs that compose the house: they may import anything. */
const composers = new Set(["main", "doctor", "account", "backup", "restore"]);

const allowed: Record<string, (to: string, typeOnly: boolean) => boolean> = {
  web: (to, typeOnly) =>
    to.startsWith("web/") || room(to) === "schema" || (typeOnly && to === "src/http/app.ts"),
  http: (to) => ["http", "lifecycle", "schema", "deps", "error"].includes(room(to)) || ports.includes(to),
  schedule: (to) => ["lifecycle", "schema", "deps", "error"].includes(room(to)),
  lifecycle: (to) =>
    ["lifecycle", "memory", "schema", "search", "archive", "exchange", "deps", "error"].includes(room(to)) ||
    to === "src/prompt/catalogue.ts" ||
    ports.includes(to),
  deps: (to) => room(to) === "schema" || ports.includes(to) || to === "src/prompt/catalogue.ts",
  store: (to) => ["store", "schema", "error"].includes(room(to)),
  archive: (to) => ["archive", "schema", "error"].includes(room(to)),
  model: (to) => ["model", "schema", "error"].includes(room(to)),
  prompt: (to) => ["prompt", "schema", "error"].includes(room(to)),
  exchange: (to) => ["exchange", "schema"].includes(room(to)),
  memory: (to) => ["memory", "schema"].includes(room(to)),
  search: (to) => ["search", "schema"].includes(room(to)),
  schema: (to) => room(to) === "schema",
  error: () => false,
  ids: () => false,
  settings: () => false,
  clock: (to, typeOnly) => typeOnly && ["deps", "http", "lifecycle"].includes(room(to)),
  souls: (to) => room(to) === "schema",
};

const packages: Record<string, RegExp> = {
  schema: /^zod$/,
  exchange: /^fflate$/,
  memory: /^(fuse\.js|lunar-typescript)$/,
  search: /^(node:|fuse\.js$)/,
};

describe("imports", () => {
  it("go only in the directions of EXEMPLARS", () => {
    const wrong = inner.filter(({ from, to, typeOnly }) => {
      if (composers.has(room(from))) return false;
      const rule = allowed[room(from)];
      return !rule?.(to, typeOnly);
    });
    expect(wrong.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
  });

  it("of packages stay where the rooms are pure", () => {
    const wrong = imports.filter(({ from, to }) => {
      const rule = packages[room(from)];
      return rule !== undefined && !/^(src|web)\//.test(to) && !rule.test(to);
    });
    expect(wrong.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
  });

  it("name a file that is there, with its ending", () => {
    expect(
      inner
        .filter(({ to }) => !all.includes(to) && !/\.(css|json)$/.test(to))
        .map(({ from, to }) => `${from} -> ${to}`),
    ).toEqual([]);
  });

  it("form no cycle", () => {
    const next = new Map<string, string[]>();
    for (const { from, to, typeOnly } of inner)
      if (!typeOnly) next.set(from, [...(next.get(from) ?? []), to]);
    const state = new Map<string, "open" | "done">();
    const cycles: string[] = [];
    const visit = (file: string, path: string[]): void => {
      if (state.get(file) === "done") return;
      if (state.get(file) === "open") {
        cycles.push([...path.slice(path.indexOf(file)), file].join(" -> "));
        return;
      }
      state.set(file, "open");
      for (const to of next.get(file) ?? []) visit(to, [...path, file]);
      state.set(file, "done");
    };
    for (const file of all) visit(file, []);
    expect(cycles).toEqual([]);
  });
});

describe("files", () => {
  it("re-export nothing: a name is imported from the file that defines it", () => {
    expect(all.flatMap((file) => factsOf(file).reExports.map((line) => `${file}: ${line}`))).toEqual([]);
  });

  it("have no default export", () => {
    expect(all.flatMap((file) => factsOf(file).defaultExports.map((line) => `${file}: ${line}`))).toEqual([]);
  });

  it("use no `any`", () => {
    expect(all.flatMap((file) => factsOf(file).anys.map((line) => `${file}: ${line}`))).toEqual([]);
  });

  it("have at most 300 lines", () => {
    const long = all
      .map((file) => ({ file, lines: source(file).split("\n").length - 1 }))
      .filter(({ lines }) => lines > 300);
    expect(long).toEqual([]);
    expect(source("src/lifecycle/turn.ts").split("\n").length - 1).toBeLessThanOrEqual(150);
  });

  it("have functions of at most 70 lines", () => {
    const long = all.flatMap((file) =>
      factsOf(file)
        .functions.filter(({ lines }) => lines > 70)
        .map(({ name, lines }) => `${file}: ${name} has ${lines} lines`),
    );
    expect(long).toEqual([]);
  });

  it("begin with a line that says what they are for", () => {
    expect(all.filter((file) => !source(file).startsWith("// "))).toEqual([]);
  });
});

describe("clock, chance and environment", () => {
  const forbidden = new Set([
    "Date.now",
    "new Date/0",
    "performance.now",
    "process.hrtime",
    "process.uptime",
    "Math.random",
    "randomUUID",
    "randomBytes",
    "getRandomValues",
  ]);

  it("are read by main.ts alone", () => {
    // The browser has no main.ts of ours above it; its pages may look at the clock they stand in front of.
    const wrong = sources
      .filter((file) => !composers.has(room(file)))
      .flatMap((file) =>
        factsOf(file)
          .uses.filter((use) => forbidden.has(use))
          .map((use) => `${file}: ${use}`),
      );
    expect(wrong).toEqual([]);
  });

  it("reach the rest through settings.ts where they are the environment", () => {
    const wrong = sources
      .filter((file) => room(file) !== "settings")
      .filter((file) => factsOf(file).uses.includes("process.env"));
    expect(wrong).toEqual([]);
  });
});
