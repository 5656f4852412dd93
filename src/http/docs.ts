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
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: Content;
  responses?: Record<string, Content & { description?: string }>;
};
type Document = { paths?: Record<string, Partial<Record<(typeof methods)[number], Operation>>> };

/** The OpenAPI document of every route of the app; built once, since routes are fixed when the server starts. */
function documentOf(app: App, version: string): Document {
  app.openAPIRegistry.registerComponent("securitySchemes", "bearer", {
    type: "http",
    scheme: "bearer",
    description: "An access token of POST /api/auth/login, or an API key.",
  });
  return app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: { title: "Keepsake", version, description: "A home for AI companions that remember." },
    security: [{ bearer: [] }],
  }) as Document;
}

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
code,pre{font:13px/1.45 ui-monospace,monospace}pre{overflow:auto;max-height:24rem;padding:.75rem;border:1px solid #8884}
details{border-top:1px solid #8884;padding:.4rem 0}summary{cursor:pointer}summary b{display:inline-block;width:4.5rem}`;

function block(title: string, content: Content | undefined) {
  const [media] = Object.values(content?.content ?? {});
  if (!media?.schema) return "";
  return html`<p>${title}</p><pre>${JSON.stringify(media.schema, null, 2)}</pre>`;
}

function operationPart(path: string, method: string, operation: Operation) {
  const answers = Object.entries(operation.responses ?? {});
  const parameters = (operation.parameters ?? []).map(
    (one) => `${one.name} (${one.in}${one.required ? "" : ", optional"})`,
  );
  return html`<details>
    <summary><b>${method.toUpperCase()}</b> <code>${path}</code> ${operation.summary ?? ""}</summary>
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
  const sections = [...groups].map(([tag, parts]) => html`<section><h2>${tag}</h2>${parts}</section>`);
  return html`${raw("<!doctype html>")}<html lang="en"><head><meta charset="utf-8"><title>Keepsake API</title>
    <meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/docs/style.css"></head>
    <body><h1>Keepsake API</h1><p>Every request carries <code>Authorization: Bearer …</code> but for register, login, refresh
    and health. For programs: <a href="/doc">/doc</a> (OpenAPI 3.1).</p>${sections}</body></html>`;
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
