// The files of a companion: seen, replaced by their owner, and every change undone (DESIGN 7, A185, A186).
import { createRoute, z } from "@hono/zod-openapi";
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
import { type HttpDeps, newRoutes } from "../http-deps.ts";

const path = "/api/memory/{user_id}" as const;
const companion = (id: string) => ({ kind: "companion", id }) as const;

/** Files, whole documents, change log and undo of one companion. */
export function memoryFileRoutes(deps: HttpDeps, turns: Turns) {
  const read = companionDoor(deps, "read");
  const write = companionDoor(deps, "write");
  return newRoutes()
    .openapi(
      createRoute({
        method: "get",
        path: `${path}/files`,
        middleware: read,
        responses: { 200: jsonAnswer(FilesAnswer, "Every file with its state"), ...failure },
      }),
      async (c) => c.json({ files: await deps.store.files(companion(c.var.companion.id)) }, 200),
    )
    .openapi(
      createRoute({
        method: "get",
        path: `${path}/files/{name}`,
        middleware: read,
        request: {
          params: z.object({
            user_id: z.string(),
            name: z.string().openapi({ param: { name: "name", in: "path" } }),
          }),
        },
        responses: { 200: jsonAnswer(FileAnswer, "One file with its text"), ...failure },
      }),
      async (c) => c.json(await oneFile(deps, c.var.companion.id, c.req.valid("param").name), 200),
    )
    .openapi(
      createRoute({
        method: "get",
        path: `${path}/files/{folder}/{name}`,
        middleware: read,
        request: { params: z.object({ user_id: z.string(), folder: z.string(), name: z.string() }) },
        responses: { 200: jsonAnswer(FileAnswer, "One file with its text"), ...failure },
      }),
      async (c) => {
        const { folder, name } = c.req.valid("param");
        return c.json(await oneFile(deps, c.var.companion.id, `${folder}/${name}`), 200);
      },
    )
    .openapi(
      createRoute({
        method: "put",
        path: `${path}/{memory_type}`,
        middleware: write,
        request: {
          params: z.object({ user_id: z.string(), memory_type: z.string() }),
          query: z.object({ confirm: z.enum(["true", "false"]).optional() }),
          headers: z.object({ "if-match": z.string().optional() }),
          body: { required: true, content: { "application/json": { schema: z.unknown() } } },
        },
        responses: { 200: jsonAnswer(WrittenAnswer, "Written; can be undone"), ...failure },
      }),
      async (c) => {
        const name = editable(c.req.valid("param").memory_type);
        if (name === "core_memory" && c.req.valid("query").confirm !== "true")
          throw new AppError("conflict", "Core memory is not changed lightly: send ?confirm=true.");
        const user = c.var.companion.id;
        const match = c.req
          .valid("header")
          ["if-match"]?.trim()
          .replace(/^(W\/)?"(.*)"$/, "$2");
        const value: unknown = await c.req.json();
        const written = await turns.between(user, () =>
          writeMemory(deps, user, name, value, {
            expect: match === undefined || match === "*" ? undefined : match,
            cause: c.var.requestId,
          }),
        );
        turns.poke(user);
        return c.json(written, 200);
      },
    )
    .openapi(
      createRoute({
        method: "get",
        path: `${path}/changes`,
        middleware: read,
        request: {
          query: z.object({
            before: z.string().max(200).optional(),
            limit: z.coerce.number().int().min(1).max(500).default(50),
          }),
        },
        responses: { 200: jsonAnswer(ChangesAnswer, "Newest first"), ...failure },
      }),
      async (c) => {
        const changes = await deps.store.changes(companion(c.var.companion.id), c.req.valid("query"));
        return c.json({ changes }, 200);
      },
    )
    .openapi(
      createRoute({
        method: "post",
        path: `${path}/changes/{change_id}/undo`,
        middleware: write,
        request: { params: z.object({ user_id: z.string(), change_id: z.string() }) },
        responses: { 200: jsonAnswer(UndoAnswer, "Undone; can itself be undone"), ...failure },
      }),
      async (c) => {
        const user = c.var.companion.id;
        const { change_id } = c.req.valid("param");
        const undone = await turns.between(user, () => undoChange(deps, user, change_id));
        turns.poke(user);
        return c.json(undone, 200);
      },
    );
}

function editable(name: string): EditableDocument {
  const known = editableDocuments.find((document) => document === name);
  if (!known)
    throw new AppError(
      "not_found",
      `There is no memory of this type. Types: ${editableDocuments.join(", ")}.`,
    );
  return known;
}

async function oneFile(deps: HttpDeps, user: string, name: string) {
  const file = await deps.store.file(companion(user), name);
  if (!file) throw new AppError("not_found", "There is no such file.");
  return file;
}
