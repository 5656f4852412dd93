// How a sample life is told from a companion of the person's own.
import type { AiUser } from "./shapes.ts";

/** True for the companion that "have a look first" has brought. */
export function isSample({ ref }: Pick<AiUser, "ref">): boolean {
  return ref?.startsWith("sample-life-") === true;
}
