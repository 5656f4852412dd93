// What may be written to the log about a failure: never a text that could quote what was said, a path or a key.
import { AppError } from "../error.ts";

/** Name of a failure; of one of ours that is meant for people also its words. */
export function faultOf(error: unknown): { error: string; reason?: string } {
  if (error instanceof AppError)
    return { error: error.code, ...(error.visible ? { reason: error.message } : {}) };
  return { error: error instanceof Error ? error.name : typeof error };
}

/** Name and place of a mistake of ours: the frames of its stack name only our own files. */
export function placeOf(error: unknown): { error: string; reason?: string; at?: string[] } {
  const frames =
    error instanceof Error ? (error.stack ?? "").split("\n").filter((row) => /^\s+at /.test(row)) : [];
  return {
    ...faultOf(error),
    ...(frames.length > 0 ? { at: frames.slice(0, 6).map((row) => row.trim()) } : {}),
  };
}
