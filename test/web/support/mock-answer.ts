// One request to the scripted server, and the two ways to answer it in JSON; both say true, "answered".
import type { IncomingMessage, ServerResponse } from "node:http";
import type { MockState } from "./mock-state.ts";

export type Asked = {
  state: MockState;
  method: string;
  path: string;
  query: URLSearchParams;
  body: Record<string, unknown>;
  request: IncomingMessage;
  response: ServerResponse;
};

export function reply(response: ServerResponse, status: number, body: unknown): true {
  response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
  response.end(JSON.stringify(body));
  return true;
}

export function refuse(response: ServerResponse, status: number, code: string, details?: unknown): true {
  return reply(response, status, { error: { code, message: `refused: ${code}`, details } });
}
