// Reads a part for those who only look: one broken file must not keep anybody from all the others.
import type { Deps } from "../deps.ts";
import { AppError } from "../error.ts";
import type { Id } from "../schema/common.ts";
import type { PartKind } from "../schema/documents.ts";
import { companion } from "../store/store.ts";

/**
 * The part as its schema has it; undefined where there is none, where its name is none of a part (C152), and where the file
 * is broken, which the list of files tells. Not for those who write it back: what is broken must stay as it is.
 */
export async function lookAtPart<T>(
  { store }: Pick<Deps, "store">,
  user: Id,
  kind: PartKind,
  name: string,
): Promise<T | undefined> {
  try {
    return (await store.parts.read(companion(user), kind, name)) as T | undefined;
  } catch (error) {
    if (error instanceof AppError && (error.code === "damaged" || error.code === "not_found"))
      return undefined;
    throw error;
  }
}
