// The bytes of a body as they come, held to a limit; what is not read of a refused one is read away first (DESIGN 7).
import type { Context } from "hono";
import { AppError } from "../error.ts";
import type { AppEnv } from "./http-deps.ts";

/** Of a body that is refused at most this much is read away, in bytes; a client that sends more is cut off. */
const mostDrained = 64 * 1024 * 1024;

export type UploadedBytes = { bytes: AsyncIterable<Uint8Array>; drain(): Promise<void> };

/** The body piece by piece. More than `limit` bytes: AppError `too_large`. `drain`: call it where the work ended early. */
export function uploadOf(c: Context<AppEnv>, limit: number): UploadedBytes {
  const reader = c.req.raw.body?.getReader();
  let size = 0;
  let done = reader === undefined;
  const next = async (): Promise<Uint8Array | undefined> => {
    if (done || !reader) return undefined;
    const piece = await reader.read().catch((cause: unknown) => {
      done = true;
      throw new AppError("bad_request", "The upload broke off.", { cause });
    });
    done = piece.done;
    size += piece.value?.byteLength ?? 0;
    return piece.value;
  };
  async function* bytes(): AsyncIterable<Uint8Array> {
    for (let piece = await next(); piece !== undefined; piece = await next()) {
      if (size > limit)
        throw new AppError("too_large", `The body has more than ${limit.toLocaleString("en")} bytes.`);
      yield piece;
    }
  }
  return {
    bytes: bytes(),
    async drain() {
      // A refusal that is sent while the client still writes is lost with the connection.
      const from = size;
      while (!done && size - from <= mostDrained) await next().catch(() => undefined);
    },
  };
}
