// The beginning of a turn's tools: whether they may write, and what they know already (DESIGN 7, issue 5).
import type { Deps } from "../deps.ts";
import type { Id } from "../schema/common.ts";
import type { Message, Recalled } from "../schema/message.ts";
import { companion } from "../store/store.ts";
import type { Context } from "./assemble.ts";
import type { Received } from "./receive.ts";
import type { ToolUse } from "./tool.ts";
import type { Turn } from "./turn.ts";

/**
 * The use of tools in one turn, before the first. Writing tools are withheld where nothing is kept (private talk), where what is said
 * is played (a story), and where words stand in the request that others wrote: a card's lore, knowledge, an imported talk.
 */
export async function newToolUse(
  deps: Deps,
  turn: Turn,
  { message }: Pick<Received, "message">,
  context: Context,
  before: readonly Message[] = [],
): Promise<ToolUse> {
  const { recall: begun, recalled } = context;
  const kept = turn.privately === undefined && message.scene !== "story";
  return {
    begun,
    recalls: 0,
    known: new Set(recalled.map(({ id }) => id)),
    recalled: [],
    messages: [...before, message],
    cause: message.message_id,
    mayWrite: kept && !(await holdsOthersWords(deps, turn.request.user, context)),
    searches: 0,
    moved: false,
    done: new Map(),
    signal: turn.signal,
  };
}

async function holdsOthersWords(deps: Deps, user: Id, context: Context): Promise<boolean> {
  if (await othersRecalled(deps, user, context.recalled)) return true;
  const shown = context.sections.find(({ name }) => name === "lore")?.entries ?? [];
  if (shown.length === 0) return false;
  const ids = new Set(shown.map(({ id }) => id));
  const lore = await deps.store.view(companion(user), "lore");
  return lore.some(({ id, by, card }) => ids.has(id) && (by === "import" || card !== undefined));
}

/** True where something of what was recalled came from others: a knowledge file, or a message that was imported. */
export async function othersRecalled(deps: Deps, user: Id, recalled: readonly Recalled[]): Promise<boolean> {
  for (const { type, message_ids } of recalled) {
    if (type === "knowledge") return true;
    if (type !== "message") continue;
    const found = await Promise.all(message_ids.map((id) => deps.store.log.find(user, id)));
    if (found.some((message) => message?.imported_at !== undefined)) return true;
  }
  return false;
}
