// Sends what is made on the way: a file for the reader to keep, of any length, with the reader's own pace (DESIGN 7).
import type { Context } from "hono";
import type { Deps } from "../deps.ts";
import { faultOf } from "../lifecycle/fault.ts";
import type { AppEnv } from "./http-deps.ts";

/** Bytes that are sent at once at least: an archive comes in many small pieces. */
const piece = 64 * 1024;

type Outgoing = { file: string; content: AsyncIterable<Uint8Array>; close(): Promise<void> };

/** The next piece; undefined at the end. */
async function gathered(pieces: AsyncIterator<Uint8Array>): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  for (let size = 0; size < piece; ) {
    const { done, value } = await pieces.next();
    if (done) break;
    chunks.push(value);
    size += value.length;
  }
  return chunks.length === 0 ? undefined : Buffer.concat(chunks);
}

/**
 * Answers with a download. A reader that leaves ends the work; a failure on the way breaks the connection off, so that nobody
 * takes half an archive for a whole one.
 */
export function download(
  deps: Pick<Deps, "log">,
  c: Context<AppEnv>,
  outgoing: Outgoing,
  type: string,
): Response {
  const pieces = outgoing.content[Symbol.asyncIterator]();
  let gone = false;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const chunk = await gathered(pieces);
          if (gone) return;
          if (chunk) controller.enqueue(chunk);
          else controller.close();
        } catch (error) {
          if (gone) return;
          deps.log.warn(faultOf(error), "a download broke off");
          await outgoing.close();
          controller.error(error);
        }
      },
      async cancel() {
        gone = true;
        await pieces.return?.();
        await outgoing.close();
      },
    },
    { highWaterMark: 0 },
  );
  return c.body(body, 200, {
    "content-type": type,
    "content-disposition": `attachment; filename="${outgoing.file}"`,
  });
}
