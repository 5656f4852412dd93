// A room whose routes fail in each way, take uploads by a rule of their own, and echo.

import { Hono } from "hono";
import { z } from "zod";
import { AppError } from "../../../src/error.ts";
import { newRoutes, type Room } from "../../../src/http/http-deps.ts";
import { type House, openHouse } from "./house.ts";

export const megabyte = 1024 * 1024;

/** A room with a route that fails in each way, and one with rules of its own for bodies. */
function testRoom(): Room {
  const routes = newRoutes();
  routes.get("/api/fail/:how", (c) => {
    const how = c.req.param("how");
    if (how === "hidden")
      throw new AppError("storage", "cannot write /home/anna/data/x.json", {
        visible: false,
        details: { file: "x" },
      });
    if (how === "busy")
      throw new AppError("model_busy", "Later, please.", { retryAfter: 12.2, retryable: true });
    if (how === "parse") JSON.parse('{"message": "her secret words');
    throw new TypeError("secret words in /home/anna");
  });
  routes.post("/api/upload", async (c) => c.json({ bytes: (await c.req.arrayBuffer()).byteLength }));
  routes.post("/api/echo", async (c) => c.json(z.unknown().parse(await c.req.json())));
  return {
    routes,
    bodies: [{ method: "POST", path: /^\/api\/upload$/, limit: 3 * megabyte, types: ["application/zip"] }],
  };
}

/** The page answers what is left, as the real one does; under /api and /nothing it passes. */
const page = new Hono().get("/*", async (c, next) =>
  /^\/(api|nothing)/.test(c.req.path) ? next() : c.text("page"),
);
/** A house with both. */
export const roomyHouse = (): House => openHouse({ rooms: () => [testRoom()], page });
