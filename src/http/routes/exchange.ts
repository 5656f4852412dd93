// Character cards in and out, and the talk as a text: what other programs read and write (part 4, items 1 and 2).
import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { AppError } from "../../error.ts";
import { viewCompanion } from "../../lifecycle/companion.ts";
import { type CardFile, type CardOptions, importCard, previewCard } from "../../lifecycle/import-card.ts";
import { cardOfCompanion, cardPictureOfCompanion } from "../../lifecycle/write-card.ts";
import { writeTranscript } from "../../lifecycle/write-transcript.ts";
import { AiUser } from "../../schema/request-companion.ts";
import {
  CardBody,
  CardExportQuery,
  CardPreview,
  CardQuery,
  TranscriptQuery,
} from "../../schema/request-exchange.ts";
import { checkScope } from "../auth.ts";
import { essenceOf } from "../bodies.ts";
import { companionDoor } from "../companion-door.ts";
import { failure, jsonAnswer } from "../describe-route.ts";
import { download } from "../download.ts";
import { invalidInput } from "../errors.ts";
import { type App, type AppEnv, type BodyRule, type HttpDeps, newRoutes } from "../http-deps.ts";

const tags = ["moving"];
const json = "application/json";
const png = "image/png";
const file = "application/octet-stream";
const binary = { schema: z.string().openapi({ format: "binary" }) };
const params = z.object({ user_id: z.string() });

/** A card with its picture may be this large, in bytes. */
export const cardBodies: readonly BodyRule[] = [
  { method: "POST", path: /^\/api\/ai-users\/import$/, limit: 64 * 1024 * 1024, types: [json, png, file] },
];

const getCard = createRoute({
  method: "get",
  path: "/api/ai-users/{user_id}/card",
  tags,
  summary:
    "The companion as a character card of version 2 or 3, as JSON or inside of a PNG; without its memory",
  request: { params, query: CardExportQuery },
  responses: {
    200: { description: "The card", content: { [json]: { schema: z.looseObject({}) }, [png]: binary } },
    ...failure,
  },
});
const getPicture = createRoute({
  method: "get",
  path: "/api/ai-users/{user_id}/picture",
  tags,
  summary: "The companion's face as a PNG, avatar.png of its folder; 404 where it has none",
  request: { params },
  responses: { 200: { description: "A picture", content: { [png]: binary } }, ...failure },
});
const getTranscript = createRoute({
  method: "get",
  path: "/api/ai-users/{user_id}/transcript",
  tags,
  summary: "The whole talk: as SillyTavern's JSONL, as Markdown, or as the JSON that an import takes again",
  request: { params, query: TranscriptQuery },
  responses: {
    200: {
      description: "The talk",
      content: {
        "application/x-ndjson": binary,
        "text/markdown": binary,
        [json]: { schema: z.looseObject({}) },
      },
    },
    ...failure,
  },
});

/** Routes of cards and of the written talk. */
export function exchangeRoutes(deps: HttpDeps): App {
  const routes = newRoutes();
  const read = companionDoor(deps, "read");
  routes.openAPIRegistry.registerPath({
    method: "post",
    path: "/api/ai-users/import",
    tags,
    summary:
      "Make a companion of a character card (JSON, PNG, .charx), or bring in the zip of one; preview=true only looks",
    request: {
      // Both doors of this path in one place: the document knows one operation for it.
      query: CardQuery.partial().extend({ new_id: z.enum(["true", "false"]).optional() }),
      body: {
        required: true,
        content: { [json]: { schema: CardBody }, [png]: binary, [file]: binary, "application/zip": binary },
      },
    },
    responses: {
      200: jsonAnswer(CardPreview, "What would be made"),
      201: jsonAnswer(z.union([AiUser, z.looseObject({})]), "What was made"),
      ...failure,
    },
  });
  // A zip on this path is another room's business.
  routes.post("/api/ai-users/import", async (c, next) => {
    const type = essenceOf(c.req.header("content-type"));
    if (![json, png, file].includes(type)) return next();
    checkMayMake(c);
    const { card, options, preview } = type === json ? await fromBody(c) : await fromFile(c, type);
    if (preview) return c.json(previewCard(c.var.account, card, options), 200);
    const id = await importCard(deps, c.var.account, card, options, c.var.requestId);
    const owner = await deps.store.read({ kind: "account", id: c.var.account.account_id }, "account");
    const config = await deps.store.read({ kind: "companion", id }, "config");
    return c.json(await viewCompanion(deps, owner, id, config), 201);
  });
  routes.openapi({ ...getCard, middleware: read }, async (c) => {
    const { spec, as } = c.req.valid("query");
    const { account, companion } = c.var;
    c.header("content-disposition", `attachment; filename="${companion.id}.${as}"`);
    if (as === "json") return c.json(await cardOfCompanion(deps, account, companion.id, spec), 200);
    const picture = await cardPictureOfCompanion(deps, account, companion.id, spec);
    return c.body(new Uint8Array(picture), 200, { "content-type": png });
  });
  routes.openapi({ ...getPicture, middleware: read }, async (c) => {
    const picture = await deps.store.folders.picture(c.var.companion.id);
    if (!picture) throw new AppError("not_found", "This companion has no picture.");
    // Opened by itself it is a picture as well: nothing in it runs, whatever it is.
    c.header("content-security-policy", "default-src 'none'; sandbox");
    c.header("cache-control", "private, no-cache");
    return c.body(new Uint8Array(picture), 200, { "content-type": png });
  });
  routes.openapi({ ...getTranscript, middleware: read }, (c) => {
    const { format } = c.req.valid("query");
    const { id } = c.var.companion;
    const content = encoded(writeTranscript(deps, id, format));
    const [ending, type] = kinds[format];
    return download(deps, c, { file: `${id}.${ending}`, content, close: async () => {} }, type);
  });
  return routes;
}

const kinds = {
  sillytavern: ["jsonl", "application/x-ndjson; charset=utf-8"],
  markdown: ["md", "text/markdown; charset=utf-8"],
  json: ["json", "application/json; charset=utf-8"],
} as const;

async function* encoded(pieces: AsyncIterable<string>): AsyncIterable<Uint8Array> {
  for await (const piece of pieces) yield Buffer.from(piece, "utf8");
}

/** A key that is limited to companions makes no new ones. */
function checkMayMake(c: Context<AppEnv>): void {
  const { principal } = c.var;
  checkScope(principal, "write");
  if (principal.kind === "key" && principal.key.ai_users !== null)
    throw new AppError("forbidden", "This API key is limited to companions that are there already.");
}

type Wish = { card: CardFile; options: CardOptions; preview: boolean };

async function fromBody(c: Context<AppEnv>): Promise<Wish> {
  // With the format in the query the body is the card itself.
  if (c.req.query("format") !== undefined) return fromFile(c, json);
  const value: unknown = await c.req.json().catch(() => {
    throw new AppError("bad_request", "The body is not valid JSON.");
  });
  const body = CardBody.safeParse(value);
  if (!body.success) throw invalidInput(body.error.issues);
  const { card, content, file_name, preview, take, seen, name, language, person, bond } = body.data;
  const options = { take, seen, name, language, person, bond };
  if (content === undefined) return { card: { value: card }, options, preview };
  return { card: { bytes: bytesIn(content), meant: formOf(file_name) }, options, preview };
}

/** JSON stands there as text; everything else in base64, also as a data URL. */
function bytesIn(content: string): Uint8Array {
  if (content.trimStart().startsWith("{")) return Buffer.from(content, "utf8");
  return Buffer.from(content.replace(/^data:[^,]{0,200},/, ""), "base64");
}

async function fromFile(c: Context<AppEnv>, type: string): Promise<Wish> {
  const { take, ...single } = c.req.queries();
  const plain = Object.fromEntries(Object.entries(single).map(([name, values]) => [name, values[0]]));
  const query = CardQuery.safeParse({ ...plain, take });
  if (!query.success) throw invalidInput(query.error.issues);
  const { file_name, preview, seen, name, language, person, bond } = query.data;
  const options = { take: query.data.take, seen, name, language, person, bond };
  const bytes = new Uint8Array(await c.req.arrayBuffer());
  const meant = type === png ? "png" : formOf(file_name);
  return { card: { bytes, meant }, options, preview };
}

type CardForm = "png" | "json" | "charx";

function formOf(name: string | undefined): CardForm | undefined {
  const ending = /\.(png|json|charx)$/i.exec(name ?? "")?.[1]?.toLowerCase();
  return ending as CardForm | undefined;
}
