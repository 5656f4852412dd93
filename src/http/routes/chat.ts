// The chat: a message goes in, a reply comes out as an event stream or as JSON (DESIGN 7, A182, A183).
import { createRoute, z } from "@hono/zod-openapi";
import { AppError, type ErrorCode, errorStatus } from "../../error.ts";
import { saveMessage } from "../../lifecycle/save-message.ts";
import type { TurnHandle, Turns } from "../../lifecycle/turns.ts";
import { ChatAnswer, ChatBody, MessageAnswer, SaveMessageBody } from "../../schema/request-chat.ts";
import type { StreamEvent } from "../../schema/stream-event.ts";
import { companionDoor } from "../companion-door.ts";
import { failure, jsonAnswer, jsonBody } from "../describe-route.ts";
import { type HttpDeps, newRoutes } from "../http-deps.ts";
import { sendEvents } from "../sse.ts";

const eventStream = {
  description: "The turn as it happens",
  content: { "text/event-stream": { schema: z.string() } },
};

/** Chat, save-message, stop and typing of one companion. */
export function chatRoutes(deps: HttpDeps, turns: Turns) {
  const path = "/api/ai-users/{user_id}" as const;
  const door = companionDoor(deps, "chat");
  return newRoutes()
    .openapi(
      createRoute({
        method: "post",
        path: `${path}/chat`,
        middleware: door,
        request: jsonBody(ChatBody),
        responses: {
          200: {
            ...eventStream,
            content: { ...eventStream.content, "application/json": { schema: ChatAnswer } },
          },
          ...failure,
        },
      }),
      async (c) => {
        const body = c.req.valid("json");
        const json = wantsJson(c.req.header("accept"));
        const turn = await turns.send({
          ...body,
          account: c.var.account.account_id,
          user: c.var.companion.id,
          ...(json ? { pacing: "instant" as const } : {}),
        });
        if (json) return c.json(await asJson(turn), 200);
        return sendEvents(
          c,
          async (send, signal) => {
            const stop = turn.listen((event) => send(event));
            await Promise.race([
              turn.finished,
              new Promise((resolve) => signal.addEventListener("abort", resolve)),
            ]);
            stop();
          },
          { keepAliveMs: deps.settings.keepAliveMs },
        ) as never;
      },
    )
    .openapi(
      createRoute({
        method: "post",
        path: `${path}/save-message`,
        middleware: door,
        request: jsonBody(SaveMessageBody),
        responses: { 201: jsonAnswer(MessageAnswer, "The stored message"), ...failure },
      }),
      async (c) => {
        const user = c.var.companion.id;
        const message = await turns.between(user, () => saveMessage(deps, user, c.req.valid("json")));
        return c.json({ message }, 201);
      },
    )
    .openapi(
      createRoute({
        method: "post",
        path: `${path}/stop`,
        middleware: door,
        responses: {
          200: jsonAnswer(z.object({ stopped: z.boolean() }), "Whether a reply was running"),
          ...failure,
        },
      }),
      (c) => c.json({ stopped: turns.stop(c.var.companion.id) }, 200),
    )
    .openapi(
      createRoute({
        method: "post",
        path: `${path}/typing`,
        middleware: door,
        responses: { 200: jsonAnswer(z.object({ ok: z.literal(true) }), "Heard"), ...failure },
      }),
      (c) => {
        deps.publish(
          c.var.account.account_id,
          { event: "typing", data: { who: "user", active: true } },
          c.var.companion.id,
        );
        return c.json({ ok: true as const }, 200);
      },
    );
}

function wantsJson(accept: string | undefined): boolean {
  return accept !== undefined && /application\/json/i.test(accept) && !/text\/event-stream/i.test(accept);
}

/** Waits for the whole turn. A failure is the answer's status. */
async function asJson(turn: TurnHandle): Promise<z.infer<typeof ChatAnswer>> {
  const events: StreamEvent[] = [];
  turn.listen((event) => events.push(event));
  await turn.finished;
  const data = <N extends StreamEvent["event"]>(name: N) =>
    events.flatMap((event) =>
      event.event === name ? [event.data as Extract<StreamEvent, { event: N }>["data"]] : [],
    );
  const [failed] = data("error");
  if (failed) throw asAppError(failed);
  const [saved] = data("message-saved");
  const [end] = data("reply-end");
  if (!saved) throw new AppError("unavailable", "The turn ended before it began.", { retryable: true });
  return {
    message: saved,
    bubbles: data("bubble"),
    usage: end?.usage ?? { input_tokens: 0, cached_tokens: 0, output_tokens: 0 },
    recalled: end?.recalled ?? [],
  };
}

function asAppError(failed: { code: string; message: string; retryable: boolean }): AppError {
  const code = failed.code in errorStatus ? (failed.code as ErrorCode) : "unavailable";
  return new AppError(code, failed.message, { retryable: failed.retryable });
}
