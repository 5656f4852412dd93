// Short words for describing a route to the validator and to /doc.
import type { z } from "zod";
import { ErrorBody } from "../schema/request.ts";

/** A JSON body that must be there. */
export function jsonBody<S extends z.ZodType>(schema: S) {
  return { body: { required: true, content: { "application/json": { schema } } } } as const;
}

/** A JSON body that may be left out; the route then gets {}. */
export function optionalBody<S extends z.ZodType>(schema: S) {
  return { body: { required: false, content: { "application/json": { schema } } } } as const;
}

/** One JSON answer. */
export function jsonAnswer<S extends z.ZodType>(schema: S, description: string) {
  return { description, content: { "application/json": { schema } } } as const;
}

/** How every route may fail; `default` stands for all statuses of DESIGN 7. */
export const failure = { default: jsonAnswer(ErrorBody, "What went wrong") } as const;
