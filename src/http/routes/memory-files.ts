// The files of a companion: seen, replaced by their owner, and every change undone (DESIGN 7, A185, A186).
import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { AppError } from "../../error.ts";
import type { Turns } from "../../lifecycle/turns.ts";
import { undoChange } from "../../lifecycle/undo.ts";
import { type EditableDocument, writeMemory } from "../../lifecycle/write-memory.ts";
import { editableDocuments } from "../../schema/documents.ts";
import {
  ChangesAnswer,
  FileAnswer,
  FilesAnswer,
  UndoAnswer,
  WrittenAnswer,
} from "../../schema/request-chat.ts";
import { companionDoor } from "../companion-door.ts";
import { failure, jsonAnswer } from "../describe-route.ts";
import { type AppEnv, type HttpDeps, newRoutes } from "../http-deps.ts";

const path = "/api/memory/{user_id}" as const;
const companion = (id: string) => ({ kind: "companion", id }) as const;
const user_id = z.string();
const oneFileAnswer = { 200: jsonAnswer(FileAnswer, "One file with its text"), ...failure };

const getFiles = createRoute({
  method: "get",
  path: `${path}/files`,
  responses: { 200: jsonAnswer(FilesAnswer, "Every file with its state"), ...failure },
});
const getFile = createRoute({
  method: "get",
  path: `${path}/files/{name}`,
  request: { params: z.object({ user_id, name: z.string() }) },
  responses: oneFileAnswer,
});
const getFileInFolder = createRoute({
  method: "get",
  path: `${path}/files/{folder}/{name}`,
  request: { params: z.object({ user_id, folder: z.string(), name: z.string() }) },
  responses: oneFileAnswer,
});
/** Checked by the document's own schema, which depends on its name. */
const WholeDocument = z.unknown().openapi({
  description: "The whole document as docs/memory-format.md has it: a list of entries, or an object.",
});
const putDocument = createRoute({
  method: "put",
  path: `${path}/{memory_type}`,
  request: {
    params: z.object({ user_id, memory_type: z.string() }),
    query: z.object({ confirm: z.enum(["true", "false"]).optional() }),
    headers: z.object({ "if-match": z.string().optional() }),
    body: { required: true, content: { "application/json": { schema: WholeDocument } } },
  },
  responses: { 200: jsonAnswer(WrittenAnswer, "Written; can be undone"), ...failure },
});
const getChanges = createRoute({
  method: "get",
  path: `${path}/changes`,
  request: {
    query: z.object({
      before: z.string().max(200).optional(),
      limit: z.coerce.number().int().min(1).max(500).default(50),
    }),
  },
  responses: { 200: jsonAnswer(ChangesAnswer, "Newest first"), ...failure },
});
const postUndo = createRoute({
  method: "post",
  path: `${path}/changes/{change_id}/undo`,
  request: { params: z.object({ user_id, change_id: z.string() }) },
  responses: { 200: jsonAnswer(UndoAnswer, "Undone; can itself be undone"), ...failure },
});

/** Files, whole documents, change log and undo of one companion. */
export function memoryFileRoutes(deps: HttpDeps, turns: Turns) {
  const read = companionDoor(deps, "read");
  const write = companionDoor(deps, "write");
  return newRoutes()
    .openapi({ ...getFiles, middleware: read }, async (c) =>
      c.json({ files: await deps.store.files(companion(c.var.companion.id)) }, 200),
    )
    .openapi({ ...getFile, middleware: read }, async (c) =>
      c.json(await oneFile(deps, c.var.companion.id, c.req.valid("param").name), 200),
    )
    .openapi({ ...getFileInFolder, middleware: read }, async (c) => {
      const { folder, name } = c.req.valid("param");
      return c.json(await oneFile(deps, c.var.companion.id, `${folder}/${name}`), 200);
    })
    .openapi({ ...putDocument, middleware: write }, async (c) => {
      const name = editable(c.req.valid("param").memory_type);
      if (name === "core_memory" && c.req.valid("query").confirm !== "true")
        throw new AppError("conflict", "Core memory is not changed lightly: send ?confirm=true.");
      const user = c.var.companion.id;
      const value = await wholeDocument(c);
      const options = { expect: revisionIn(c.req.valid("header")["if-match"]), cause: c.var.requestId };
      const written = await turns.between(user, () => writeMemory(deps, user, name, value, options));
      turns.poke(user);
      return c.json(written, 200);
    })
    .openapi({ ...getChanges, middleware: read }, async (c) => {
      const changes = await deps.store.changes(companion(c.var.companion.id), c.req.valid("query"));
      return c.json({ changes }, 200);
    })
    .openapi({ ...postUndo, middleware: write }, async (c) => {
      const user = c.var.companion.id;
      const { change_id } = c.req.valid("param");
      const undone = await turns.between(user, () => undoChange(deps, user, change_id));
      turns.poke(user);
      return c.json(undone, 200);
    });
}

async function wholeDocument(c: Context<AppEnv>): Promise<unknown> {
  try {
    return await c.req.json();
  } catch {
    // Broken JSON was refused before; what is left is a request without a body.
    throw new AppError("bad_request", "Send the whole document as JSON.");
  }
}

/** The revision of an If-Match header; undefined where none is asked for, or any will do. */
function revisionIn(header: string | undefined): string | undefined {
  const revision = header?.trim().replace(/^(W\/)?"(.*)"$/, "$2");
  return revision === "" || revision === "*" ? undefined : revision;
}

function editable(name: string): EditableDocument {
  const known = editableDocuments.find((document) => document === name);
  if (known) return known;
  throw new AppError("not_found", `There is no memory of this type. Types: ${editableDocuments.join(", ")}.`);
}

async function oneFile(deps: HttpDeps, user: string, name: string) {
  const file = await deps.store.file(companion(user), name);
  if (!file) throw new AppError("not_found", "There is no such file.");
  return file;
}
