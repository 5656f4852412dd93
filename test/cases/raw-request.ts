// Sends requests that fetch would tidy up: foreign Host headers, paths with tricks in them, bodies in pieces.
import { request } from "node:http";

export type RawAnswer = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
};

export type RawRequest = {
  method?: string;
  /** Sent exactly as it stands. */
  path: string;
  headers?: Record<string, string>;
  /** Several pieces go out one after the other, without a length. */
  body?: string | Buffer | readonly Buffer[];
};

/** One request over a socket of its own. Rejects where the connection fails before an answer. */
export function rawRequest(
  url: string,
  { method = "GET", path, headers = {}, body }: RawRequest,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, path, method, headers, agent: false }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("error", reject);
      answer.on("end", () => {
        const text = Buffer.concat(parts).toString("utf8");
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text });
      });
    });
    outgoing.on("error", reject);
    if (body === undefined || typeof body === "string" || Buffer.isBuffer(body))
      return void outgoing.end(body);
    for (const piece of body) outgoing.write(piece);
    outgoing.end();
  });
}
