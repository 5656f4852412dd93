// /api/souls: the ready-made characters, as a gallery shows them (DESIGN 7).
import { createRoute } from "@hono/zod-openapi";
import { SoulsAnswer, type SoulView } from "../../schema/request-companion.ts";
import type { Soul } from "../../schema/soul.ts";
import { scopeDoor } from "../auth.ts";
import { failure, jsonAnswer } from "../describe-route.ts";
import { type App, type HttpDeps, newRoutes } from "../http-deps.ts";

const list = createRoute({
  method: "get",
  path: "/api/souls",
  tags: ["companions"],
  summary: "Ready-made characters",
  middleware: scopeDoor("read"),
  responses: { 200: jsonAnswer(SoulsAnswer, "The characters"), ...failure },
});

function viewSoul({
  soul,
  name,
  tagline,
  colours,
  avatar,
  greeting,
  bond,
  pronoun,
  language,
}: Soul): SoulView {
  return { soul, name, tagline, colours, avatar, greeting, bond, pronoun, language };
}

/** Routes of the gallery. */
export function soulRoutes(deps: HttpDeps): App {
  const routes = newRoutes();
  const souls = [...deps.souls.values()].map(viewSoul);
  return routes.openapi(list, (c) => c.json({ souls }, 200));
}
