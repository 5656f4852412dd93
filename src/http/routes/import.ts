// Dated history brought in: as topics of messages, checked before the first is stored, or as a file of another program (DESIGN 7, part 4).
import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { AppError } from "../../error.ts";
import { type ImportResult, importTopics } from "../../lifecycle/import.ts";
import { importFile } from "../../lifecycle/import-file.ts";
import { type ImportRun, listImports, undoImport } from "../../lifecycle/import-job.ts";
import { previewFile } from "../../lifecycle/preview-file.ts";
import type { RunningImports } from "../../lifecycle/running-imports.ts";
import type { Turns } from "../../lifecycle/turns.ts";
import { ImportAnswer } from "../../schema/request-chat.ts";
import {
  CancelledImport,
  FileAnswer,
  FileBody,
  FilePreview,
  FileQuery,
  FileWish,
  ImportsAnswer,
  UndoneImport,
} from "../../schema/request-exchange.ts";
import { ImportRequest, ImportTopic } from "../../schema/request-import.ts";
import { essenceOf } from "../bodies.ts";
import { companionDoor } from "../companion-door.ts";
import { failure, jsonAnswer } from "../describe-route.ts";
import { invalidInput } from "../errors.ts";
import { type AppEnv, type BodyRule, type HttpDeps, newRoutes } from "../http-deps.ts";
import { elementAt, type LongList, splitAtList } from "../json-elements.ts";
import { uploadOf } from "../uploads.ts";

const path = "/api/ai-users/{user_id}/import" as const;
const pattern = /^\/api\/ai-users\/[^/]+\/import$/;
const json = "application/json";
const fileTypes = [
  "text/plain",
  "text/csv",
  "text/html",
  "application/x-ndjson",
  "application/jsonl",
  "application/octet-stream",
];
/** A file that is streamed may be this large, in bytes. */
const largestFile = 1024 * 1024 * 1024;

/** Imports may be this large, in bytes (DESIGN 7). */
export const importBodies: readonly BodyRule[] = [
  { method: "POST", path: pattern, limit: 64 * 1024 * 1024, types: [json] },
  { method: "POST", path: pattern, limit: largestFile, types: fileTypes, streamed: true },
];

/** Faults named in one answer at most. */
const mostFaults = 20;
/** Topics checked before the event loop gets a turn. */
const checkedAtOnce = 50;

const soon = () => new Promise<void>((resolve) => setImmediate(resolve));

const binary = { schema: z.string().openapi({ format: "binary" }) };
const params = z.object({ user_id: z.string() });
const getImports = createRoute({
  method: "get",
  path: "/api/ai-users/{user_id}/imports",
  summary: "What was brought in, newest first",
  request: { params },
  responses: { 200: jsonAnswer(ImportsAnswer, "The imports"), ...failure },
});
const postUndo = createRoute({
  method: "post",
  path: "/api/ai-users/{user_id}/imports/{import_id}/undo",
  summary: "Take back what an import brought, and what was made of it",
  request: { params: params.extend({ import_id: z.string().max(128) }) },
  responses: { 200: jsonAnswer(UndoneImport, "What is gone"), ...failure },
});
const deleteImport = createRoute({
  method: "delete",
  path,
  summary: "Cancel the import that runs; nothing of it stays",
  request: { params },
  responses: { 200: jsonAnswer(CancelledImport, "Whether one ran"), ...failure },
});

/** Imports into one companion: bringing in, looking first, cancelling, taking back. */
export function importRoutes(deps: HttpDeps, turns: Turns, running: RunningImports) {
  const routes = newRoutes();
  const write = companionDoor(deps, "write");
  const bring = new Bringing(deps, turns, running);
  routes.openAPIRegistry.registerPath({
    method: "post",
    path,
    summary: "Bring in topics of messages, or a file of another program (as content, or as the body itself)",
    request: {
      params,
      query: FileQuery.partial(),
      body: {
        required: true,
        content: {
          [json]: { schema: z.union([ImportRequest, FileBody]) },
          ...Object.fromEntries(fileTypes.map((type) => [type, binary])),
        },
      },
    },
    responses: {
      200: jsonAnswer(z.union([ImportAnswer, FileAnswer, FilePreview]), "What was taken, or would be"),
      ...failure,
    },
  });
  routes.post("/api/ai-users/:user_id/import", write, async (c) => {
    const isFile = c.req.query("format") !== undefined || essenceOf(c.req.header("content-type")) !== json;
    return c.json(isFile ? await bring.upload(c) : await bring.body(c), 200);
  });
  routes.openapi({ ...deleteImport, middleware: write }, (c) =>
    c.json({ cancelled: running.cancel(c.var.companion.id) }, 200),
  );
  routes.openapi({ ...getImports, middleware: companionDoor(deps, "read") }, async (c) =>
    c.json({ imports: await listImports(deps, c.var.companion.id) }, 200),
  );
  routes.openapi({ ...postUndo, middleware: write }, async (c) => {
    const { id } = c.var.companion;
    const { import_id } = c.req.valid("param");
    const gone = await turns.between(id, () => undoImport(deps, id, import_id));
    turns.poke(id);
    return c.json(gone, 200);
  });
  return routes;
}

/** The ways in which something comes: a body of messages, a body with a file in it, a file. */
class Bringing {
  private readonly deps: HttpDeps;
  private readonly turns: Turns;
  private readonly running: RunningImports;

  constructor(deps: HttpDeps, turns: Turns, running: RunningImports) {
    this.deps = deps;
    this.turns = turns;
    this.running = running;
  }

  async body(c: Context<AppEnv>): Promise<ImportResult | FileAnswer | FilePreview> {
    const bytes = new Uint8Array(await c.req.arrayBuffer());
    const list = splitAtList(bytes, "topics");
    if (typeof list.rest.format === "string" && list.rest.format !== "messages" && "content" in list.rest)
      return this.content(c, checked(FileBody, list.rest));
    const { summarise } = checkFrame(list);
    await checkTopics(bytes, list);
    const user = c.var.companion.id;
    return this.run(user, "messages", (run) =>
      importTopics(this.deps, user, topicsOf(bytes, list), summarise, run),
    );
  }

  private content(c: Context<AppEnv>, { content, preview, ...wish }: FileBody) {
    const text = typeof content === "string" ? content : JSON.stringify(content);
    return this.file(c, one(Buffer.from(text)), wish, preview);
  }

  async upload(c: Context<AppEnv>): Promise<FileAnswer | FilePreview> {
    const upload = uploadOf(c, largestFile);
    try {
      const { preview, wish } = wishOf(c);
      return await this.file(c, upload.bytes, wish, preview);
    } catch (error) {
      await upload.drain();
      throw error;
    }
  }

  private file(
    c: Context<AppEnv>,
    bytes: AsyncIterable<Uint8Array>,
    wish: FileWish,
    preview: boolean,
  ): Promise<FileAnswer | FilePreview> {
    const user = c.var.companion.id;
    if (preview) return previewFile(this.deps, user, bytes, wish);
    return this.run(user, wish.format, (run) => importFile(this.deps, user, bytes, wish, run));
  }

  private async run<T>(user: string, format: string, task: (run: ImportRun) => Promise<T>): Promise<T> {
    const inOrder = <R>(step: () => Promise<R>) => this.turns.between(user, step);
    const result = await this.running.alone(user, (signal) =>
      task({ id: this.deps.newId(), format, signal, inOrder }),
    );
    this.turns.poke(user);
    return result;
  }
}

async function* one(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

function checked<S extends z.ZodType>(schema: S, value: unknown): z.infer<S> {
  const result = schema.safeParse(value);
  if (!result.success) throw invalidInput(result.error.issues);
  return result.data;
}

/** What the query says of the file in the body. Without a format it is told by the content. */
function wishOf(c: Context<AppEnv>): { preview: boolean; wish: FileWish } {
  const { threads, ...single } = c.req.queries();
  const plain = Object.fromEntries(Object.entries(single).map(([name, values]) => [name, values[0]]));
  const { preview, speakers, ...query } = checked(FileQuery, { format: "auto", ...plain, threads });
  return { preview, wish: checked(FileWish, { ...query, speakers: speakersIn(speakers) }) };
}

function speakersIn(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw refused([{ path: "speakers", message: "no JSON" }]);
  }
}

type Fault = { path: string; message: string };

const refused = (faults: readonly Fault[]) =>
  new AppError("invalid", "The import does not have the right shape; nothing was stored.", {
    details: faults,
  });

function checkFrame(list: LongList): ImportRequest {
  const frame = ImportRequest.safeParse(list.rest);
  if (frame.success) return frame.data;
  throw refused(frame.error.issues.map(({ path, message }) => ({ path: path.join("."), message })));
}

async function checkTopics(bytes: Uint8Array, { elements }: LongList): Promise<void> {
  const faults: Fault[] = [];
  for (const [index, place] of elements.entries()) {
    const checked = ImportTopic.safeParse(elementAt(bytes, place));
    if (!checked.success)
      faults.push(
        ...checked.error.issues.map(({ path, message }) => ({
          path: ["topics", index, ...path].join("."),
          message,
        })),
      );
    else if (checked.data.open && index < elements.length - 1)
      faults.push({ path: `topics.${index}.open`, message: "only the last topic may be open" });
    if (faults.length >= mostFaults) break;
    if (index % checkedAtOnce === 0) await soon();
  }
  if (faults.length > 0) throw refused(faults.slice(0, mostFaults));
}

async function* topicsOf(bytes: Uint8Array, { elements }: LongList): AsyncIterable<ImportTopic> {
  for (const [index, place] of elements.entries()) {
    yield ImportTopic.parse(elementAt(bytes, place));
    if (index % checkedAtOnce === 0) await soon();
  }
}
