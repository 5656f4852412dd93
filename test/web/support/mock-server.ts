// A scripted server with the endpoints the page uses, so that the page can be tried without the real one (DESIGN 7).
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { type Page, pageRoutes } from "../../../src/http/page.ts";
import { baseTime } from "./base-time.ts";
import { type Asked, refuse, reply } from "./mock-answer.ts";
import { answerAuth, readAccount } from "./mock-auth.ts";
import { answerChat, openEvents } from "./mock-chat.ts";
import { answerInner } from "./mock-inner.ts";
import { answerLog } from "./mock-log.ts";
import { answerLife } from "./mock-memory.ts";
import { answerModels } from "./mock-models.ts";
import { answerStart } from "./mock-start.ts";
import { contextFor, type MockState, newMockState, souls } from "./mock-state.ts";

export type MockServer = { url: string; state: MockState; close: () => Promise<void> };

/** The policy of the real server: what breaks it breaks the page. */
const policy = [
  "default-src 'self'",
  "img-src 'self' data:",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join("; ");

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = "";
  for await (const piece of request) text += String(piece);
  return text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
}

function answerCompanions({ state, method, path, body, response }: Asked): boolean {
  if (path === "/api/souls") return reply(response, 200, { souls });
  if (path !== "/api/ai-users") return false;
  if (method === "GET") {
    const ai_users = state.companions.map((one) => ({
      ...one,
      last_message: state.messages.get(one.user_id)?.at(-1),
      friend: !state.start.away.has(one.user_id),
    }));
    return reply(response, 200, { ai_users });
  }
  const soul = souls.find((one) => one.soul === body.soul);
  state.count += 1;
  const made = {
    user_id: `${soul?.soul ?? "blank"}_${state.count}`,
    name: soul?.name ?? String(body.name),
    language: soul?.language ?? "zh",
    soul: soul?.soul,
    bond: (body.bond as { kind: string } | undefined) ?? { kind: "朋友" },
    level: "关系较好",
    created_at: baseTime - 213 * 86_400,
  } as const;
  state.companions.push(made);
  state.messages.set(made.user_id, []);
  return reply(response, 201, made);
}

function answerMemory({ state, path, query, response }: Asked): boolean {
  const match = /^\/api\/memory\/([a-z0-9_-]+)(?:\/files(?:\/(.+))?)?$/.exec(path);
  if (match === null) return false;
  if (!path.includes("/files")) return reply(response, 200, contextFor(query.get("message") ?? ""));
  if (match[2] === undefined) {
    const files = state.files.map(({ content: _, ...rest }) => rest);
    return reply(response, 200, { files });
  }
  const found = state.files.find((one) => one.name === decodeURIComponent(match[2] ?? ""));
  return found === undefined ? refuse(response, 404, "not_found") : reply(response, 200, found);
}

async function answerApi(asked: Asked): Promise<void> {
  const { state, path, response, method } = asked;
  if (state.away) {
    asked.request.socket.destroy();
    return;
  }
  if (answerAuth(asked)) return;
  const account = readAccount(asked);
  if (account === null) {
    refuse(response, 401, "unauthorized");
    return;
  }
  if (path === "/api/events") {
    openEvents(asked);
    return;
  }
  const stop = /^\/api\/ai-users\/([a-z0-9_-]+)\/(stop|typing)$/.exec(path);
  if (stop?.[1] !== undefined) {
    if (stop[2] === "stop") state.stopped.add(stop[1]);
    reply(response, 200, {});
    return;
  }
  if (/\/chat$/.test(path) && method === "POST") {
    await answerChat(asked);
    return;
  }
  if (
    answerStart(asked) ||
    answerModels(asked) ||
    answerCompanions(asked) ||
    answerLog(asked) ||
    answerInner(asked) ||
    answerLife(asked) ||
    answerMemory(asked)
  )
    return;
  refuse(response, 404, "not_found");
}

/** Starts the scripted server on a free port of the loopback. */
export async function startMockServer(page: Page): Promise<MockServer> {
  const state = newMockState();
  const servePage = getRequestListener(pageRoutes(page).fetch);
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    response.setHeader("content-security-policy", policy);
    if (!url.pathname.startsWith("/api/")) {
      await servePage(request, response);
      return;
    }
    state.requests.push(`${request.method} ${url.pathname}`);
    const body = await readBody(request);
    const method = request.method ?? "GET";
    await answerApi({ state, method, path: url.pathname, query: url.searchParams, body, request, response });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    state,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
