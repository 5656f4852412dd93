// The chat: a message goes in, a reply comes out as an event stream or as JSON (DESIGN 7, A182, A183).
import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { AppError } from "../../error.ts";
import { failureOf } from "../../lifecycle/error-event.ts";
import type { TurnHandle } from "../../lifecycle/live-turn.ts";
import { saveMessage } from "../../lifecycle/save-message.ts";
import type { Turns } from "../../lifecycle/turns.ts";
import { ChatAnswer, ChatBody, MessageAnswer, SaveMessageBody } from "../../schema/request-chat.ts";
import type { StreamEvent } from "../../schema/stream-event.ts";
import { companionDoor } from "../companion-door.ts";
import { failure, jsonAnswer, jsonBody } from "../describe-route.ts";
import { type AppEnv, type HttpDeps, newRoutes } from "../http-deps.ts";
import { sendEvents } from "../sse.ts";

const path = "/api/ai-users/{user_id}" as const;

const postChat = createRoute({
  method: "post",
  path: `${path}/chat`,
  request: jsonBody(ChatBody),
  responses: {
    200: {
      description: "The turn as it happens, or as JSON where that is accepted",
      content: { "text/event-stream": { schema: z.string() }, "application/json": { schema: ChatAnswer } },
    },
    ...failure,
  },
});
const postMessage = createRoute({
  method: "post",
  path: `${path}/save-message`,
  request: jsonBody(SaveMessageBody),
  responses: { 201: jsonAnswer(MessageAnswer, "The stored message"), ...failure },
});
const postStop = createRoute({
  method: "post",
  path: `${path}/stop`,
  responses: {
    200: jsonAnswer(z.object({ stopped: z.boolean() }), "Whether a reply was running"),
    ...failure,
  },
});
const postTyping = createRoute({
  method: "post",
  path: `${path}/typing`,
  responses: { 200: jsonAnswer(z.object({ ok: z.literal(true) }), "Heard"), ...failure },
});

/** Chat, save-message, stop and typing of one companion. */
export function chatRoutes(deps: HttpDeps, turns: Turns) {
  const middleware = companionDoor(deps, "chat");
  return newRoutes()
    .openapi({ ...postChat, middleware }, async (c) => {
      const body = c.req.valid("json");
      const json = wantsJson(c.req.header("accept"));
      const who = { account: c.var.account.account_id, user: c.var.companion.id };
      const turn = await turns.send({ ...body, ...who, ...(json ? { pacing: "instant" as const } : {}) });
      if (json) return c.json(await asJson(turn), 200);
      // An event stream is no typed answer of the router; its shape is schema/stream-event.ts.
      return (await asStream(c, turn, deps.settings.keepAliveMs)) as never;
    })
    .openapi({ ...postMessage, middleware }, async (c) => {
      const user = c.var.companion.id;
      turns.goesBeforeBeat(user);
      const message = await turns.between(user, () => saveMessage(deps, user, c.req.valid("json")));
      turns.poke(user);
      return c.json({ message }, 201);
    })
    .openapi({ ...postStop, middleware }, (c) => c.json({ stopped: turns.stop(c.var.companion.id) }, 200))
    .openapi({ ...postTyping, middleware }, (c) => {
      const event: StreamEvent = { event: "typing", data: { who: "user", active: true } };
      turns.heard.typed(c.var.companion.id);
      deps.publish(c.var.account.account_id, event, c.var.companion.id);
      return c.json({ ok: true as const }, 200);
    });
}

function wantsJson(accept: string | undefined): boolean {
  return accept !== undefined && /application\/json/i.test(accept) && !/text\/event-stream/i.test(accept);
}

/** Shows a turn to one reader; when the reader leaves, the turn goes on without it (C193). */
function asStream(c: Context<AppEnv>, turn: TurnHandle, keepAliveMs: number | undefined): Promise<Response> {
  return sendEvents(
    c,
    async (send, signal) => {
      const stop = turn.listen((event) => send(event));
      const left = new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
      await Promise.race([turn.finished, left]);
      stop();
    },
    { keepAliveMs },
  );
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
  if (failed) throw failureOf(failed);
  const [saved] = data("message-saved");
  const [end] = data("reply-end");
  const [skip] = data("reply-skip");
  if (!saved) throw new AppError("unavailable", "The turn ended before it began.", { retryable: true });
  return {
    message: { ...saved, role: "user" as const, content: turn.content },
    bubbles: data("bubble"),
    usage: end?.usage ?? { input_tokens: 0, cached_tokens: 0, output_tokens: 0 },
    recalled: end?.recalled ?? [],
    ...(skip ? { skipped: skip.reason } : {}),
  };
}
