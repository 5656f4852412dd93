// /doc: the API as an OpenAPI document; /docs: the same for reading, one page without scripts (DESIGN 7).
import { Hono } from "hono";
import { html, raw } from "hono/html";
import type { App, AppEnv } from "./http-deps.ts";

const methods = ["get", "post", "put", "delete"] as const;

type Media = { schema?: unknown };
type Content = { content?: Record<string, Media> };
type Operation = {
  summary?: string;
  tags?: string[];
  security?: readonly unknown[];
  parameters?: {
    name: string;
    in: string;
    required?: boolean;
    schema?: { type?: unknown; enum?: unknown[] };
  }[];
  requestBody?: Content;
  responses?: Record<string, Content & { description?: string }>;
};
type Document = { paths?: Record<string, Partial<Record<(typeof methods)[number], Operation>>> };

/** The group of a route that names none, by the beginning of its path. */
const groups: readonly [RegExp, string][] = [
  [/^\/api\/memory\//, "memory"],
  [/^\/api\/ai-users\/\{user_id\}\/import/, "import"],
  [/^\/api\/ai-users\/\{user_id\}\/./, "talk"],
];

/** Those that answer without a token (http/auth.ts); they look after themselves. */
const withoutToken = /^\/(?:health|api\/auth\/(?:register|login|refresh|logout))$/;

/** Fills in what a route does not say of itself: the parameters of its path, its group, what it is for. */
function completed(path: string, operation: Operation): Operation {
  const parameters = operation.parameters ?? [];
  const declared = new Set(parameters.flatMap((one) => (one.in === "path" ? [one.name] : [])));
  const missing = [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name = ""]) =>
    declared.has(name) ? [] : [{ name, in: "path", required: true, schema: { type: "string" } }],
  );
  const answer = Object.values(operation.responses ?? {})[0]?.description;
  const group = groups.find(([pattern]) => pattern.test(path))?.[1];
  return {
    summary: answer,
    ...(group === undefined ? {} : { tags: [group] }),
    ...operation,
    ...(withoutToken.test(path) ? { security: [] } : {}),
    parameters: [...missing, ...parameters],
  };
}

/**
 * The generator writes an expression that has a flag as "…/u", which no value would match, and without the flag many
 * validators read another one: such a pattern becomes words.
 */
function withPlainPatterns(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withPlainPatterns);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) =>
    key === "pattern" && typeof inner === "string" && inner.endsWith("$/u")
      ? ["description", `matches /${inner}`]
      : [key, withPlainPatterns(inner)],
  );
  return Object.fromEntries(entries);
}

/** The OpenAPI document of every route of the app; built once, since routes are fixed when the server starts. */
function documentOf(app: App, version: string): Document {
  app.openAPIRegistry.registerComponent("securitySchemes", "bearer", {
    type: "http",
    scheme: "bearer",
    description: "An access token of POST /api/auth/login, or an API key.",
  });
  const generated = app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: { title: "Keepsake", version, description: "A home for AI companions that remember." },
    security: [{ bearer: [] }],
  });
  const document = withPlainPatterns(generated) as Document;
  for (const [path, item] of Object.entries(document.paths ?? {}))
    for (const method of methods) {
      const operation = item[method];
      if (operation) item[method] = completed(path, operation);
    }
  return document;
}

const style = `:root{color-scheme:light;--paper:#faf6ef;--ink:#2a251f;--ink-2:#655c50;--line:#e4dccd;--sheet:#fffdf9;--link:#8f301e}
@media(prefers-color-scheme:dark){:root{color-scheme:dark;--paper:#191714;--ink:#ece5da;--ink-2:#b9afa1;--line:#38332c;--sheet:#24211d;--link:#e58a72}}
body{font:16px/1.6 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem 4rem;background:var(--paper);color:var(--ink)}
h1,h2{font-family:Georgia,"Songti SC",serif}h2{margin:2.5rem 0 .5rem;text-transform:capitalize}a{color:var(--link)}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;padding:0;list-style:none}
code,pre{font:13px/1.5 ui-monospace,monospace;overflow-wrap:anywhere}
pre{overflow:auto;max-height:24rem;padding:.75rem;border:1px solid var(--line);border-radius:8px;background:var(--sheet);white-space:pre-wrap}
details{border-top:1px solid var(--line);padding:.5rem 0}summary{cursor:pointer}summary b{display:inline-block;width:4.5rem}
summary span{display:block;margin-left:5.6rem;color:var(--ink-2);font-size:14px}:focus-visible{outline:2px solid #2f6db3;outline-offset:2px}`;

function block(title: string, content: Content | undefined) {
  const [media] = Object.values(content?.content ?? {});
  if (!media?.schema) return "";
  return html`<p>${title}</p><pre tabindex="0">${JSON.stringify(media.schema, null, 2)}</pre>`;
}

function operationPart(path: string, method: string, operation: Operation) {
  const answers = Object.entries(operation.responses ?? {});
  const parameters = (operation.parameters ?? []).map((one) => {
    const values = one.schema?.enum ? `: ${one.schema.enum.join(" | ")}` : "";
    return `${one.name} (${one.in}${one.required ? "" : ", optional"}${values})`;
  });
  return html`<details>
    <summary><b>${method.toUpperCase()}</b> <code>${path}</code> <span>${operation.summary ?? ""}</span></summary>
    ${parameters.length > 0 ? html`<p>Parameters: ${parameters.join(", ")}</p>` : ""}
    ${block("Body", operation.requestBody)}
    ${answers.map(([status, answer]) => block(`${status}: ${answer.description ?? ""}`, answer))}
  </details>`;
}

function pageOf(document: Document) {
  const groups = new Map<string, unknown[]>();
  for (const [path, item] of Object.entries(document.paths ?? {}))
    for (const method of methods) {
      const operation = item[method];
      if (!operation) continue;
      const tag = operation.tags?.[0] ?? "more";
      groups.set(tag, [...(groups.get(tag) ?? []), operationPart(path, method, operation)]);
    }
  const sections = [...groups].map(
    ([tag, parts]) => html`<section id="${tag}"><h2>${tag}</h2>${parts}</section>`,
  );
  const contents = [...groups.keys()].map((tag) => html`<li><a href="#${tag}">${tag}</a></li>`);
  return html`${raw("<!doctype html>")}<html lang="en"><head><meta charset="utf-8"><title>Keepsake API</title>
    <meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/docs/style.css"></head>
    <body><main><h1>Keepsake API</h1><p>Every request carries <code>Authorization: Bearer …</code> (an access token of
    <code>POST /api/auth/login</code>, or an API key) but for register, login, refresh, logout and health. For programs:
    <a href="/doc">/doc</a> (OpenAPI 3.1).</p><nav aria-label="Contents"><ul>${contents}</ul></nav>${sections}</main></body></html>`;
}

/** Routes of the documentation. Call it when every other route is there. */
export function docsRoutes(app: App, version: string): Hono<AppEnv> {
  let document: Document | undefined;
  const built = () => {
    document ??= documentOf(app, version);
    return document;
  };
  return new Hono<AppEnv>()
    .get("/doc", (c) => c.json(built()))
    .get("/docs", async (c) => c.html(await pageOf(built())))
    .get("/docs/style.css", (c) => c.text(style, 200, { "content-type": "text/css; charset=utf-8" }));
}
