// Dated history brought in: checked topic by topic before the first is stored, so that a bad one stops the whole (DESIGN 7).
import { AppError } from "../../error.ts";
import { importTopics } from "../../lifecycle/import.ts";
import type { Turns } from "../../lifecycle/turns.ts";
import { ImportAnswer } from "../../schema/request-chat.ts";
import { ImportRequest, ImportTopic } from "../../schema/request-import.ts";
import { companionDoor } from "../companion-door.ts";
import { failure, jsonAnswer, jsonBody } from "../describe-route.ts";
import { type BodyRule, type HttpDeps, newRoutes } from "../http-deps.ts";
import { elementAt, type LongList, splitAtList } from "../json-elements.ts";

/** Imports may be this large, in bytes (DESIGN 7). */
export const importBodies: readonly BodyRule[] = [
  {
    method: "POST",
    path: /^\/api\/ai-users\/[^/]+\/import$/,
    limit: 64 * 1024 * 1024,
    types: ["application/json"],
  },
];

/** Faults named in one answer at most. */
const mostFaults = 20;
/** Topics checked before the event loop gets a turn. */
const checkedAtOnce = 50;

const soon = () => new Promise<void>((resolve) => setImmediate(resolve));

/** POST /api/ai-users/{user_id}/import. */
export function importRoutes(deps: HttpDeps, turns: Turns) {
  const routes = newRoutes();
  routes.openAPIRegistry.registerPath({
    method: "post",
    path: "/api/ai-users/{user_id}/import",
    request: jsonBody(ImportRequest),
    responses: { 200: jsonAnswer(ImportAnswer, "What was taken"), ...failure },
  });
  routes.post("/api/ai-users/:user_id/import", companionDoor(deps, "write"), async (c) => {
    const bytes = new Uint8Array(await c.req.arrayBuffer());
    const list = splitAtList(bytes, "topics");
    const { summarise } = checkFrame(list);
    await checkTopics(bytes, list);
    const user = c.var.companion.id;
    const result = await turns.between(user, () =>
      importTopics(deps, user, topicsOf(bytes, list), summarise),
    );
    turns.poke(user);
    return c.json(result, 200);
  });
  return routes;
}

type Fault = { path: string; message: string };

const refused = (faults: readonly Fault[]) =>
  new AppError("invalid", "The import does not have the right shape; nothing was stored.", {
    details: faults,
  });

function checkFrame(list: LongList): ImportRequest {
  const frame = ImportRequest.safeParse(list.rest);
  if (frame.success) return frame.data;
  throw refused(frame.error.issues.map(({ path, message }) => ({ path: path.join("."), message })));
}

async function checkTopics(bytes: Uint8Array, { elements }: LongList): Promise<void> {
  const faults: Fault[] = [];
  for (const [index, place] of elements.entries()) {
    const checked = ImportTopic.safeParse(elementAt(bytes, place));
    if (!checked.success)
      faults.push(
        ...checked.error.issues.map(({ path, message }) => ({
          path: ["topics", index, ...path].join("."),
          message,
        })),
      );
    else if (checked.data.open && index < elements.length - 1)
      faults.push({ path: `topics.${index}.open`, message: "only the last topic may be open" });
    if (faults.length >= mostFaults) break;
    if (index % checkedAtOnce === 0) await soon();
  }
  if (faults.length > 0) throw refused(faults.slice(0, mostFaults));
}

async function* topicsOf(bytes: Uint8Array, { elements }: LongList): AsyncIterable<ImportTopic> {
  for (const [index, place] of elements.entries()) {
    yield ImportTopic.parse(elementAt(bytes, place));
    if (index % checkedAtOnce === 0) await soon();
  }
}
