// Saves what the server sends as a file of the person's own: fetched with the token, handed to the browser's downloads.
import { type Api, ApiFailure } from "./api.ts";

/** Collects the answer, telling how many bytes have come. Throws ApiFailure; an aborted signal throws as fetch does. */
async function collect(response: Response, onBytes: (bytes: number) => void): Promise<Blob> {
  const reader = response.body?.getReader();
  if (reader === undefined) return response.blob();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    bytes += value.byteLength;
    onBytes(bytes);
  }
  return new Blob(parts, { type: response.headers.get("content-type") ?? "application/octet-stream" });
}

/** The name that the server gives the file, or the one that is given here. */
export function fileNameOf(response: Pick<Response, "headers">, otherwise: string): string {
  const told = /filename="([^"\\/]{1,200})"/.exec(response.headers.get("content-disposition") ?? "");
  return told?.[1] ?? otherwise;
}

/** Hands bytes to the browser as a download. */
export function handOver(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The download has begun by then; the bytes are the browser's own.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

export type Saving = { path: string; name: string; signal: AbortSignal; onBytes: (bytes: number) => void };

/** Fetches a file and saves it; answers its name. A stream that breaks off is a failure, not half a file. Throws ApiFailure. */
export async function saveFile(
  api: Pick<Api, "open">,
  { path, name, signal, onBytes }: Saving,
): Promise<string> {
  const response = await api.open(path, { signal, headers: { accept: "*/*" } });
  let blob: Blob;
  try {
    blob = await collect(response, onBytes);
  } catch (cause) {
    if (signal.aborted) throw cause;
    throw new ApiFailure("offline", 0, "");
  }
  const kept = fileNameOf(response, name);
  handOver(blob, kept);
  return kept;
}
