// The tools by which a character changes itself and its side of the bond: update_self_soul, update_relationship (A160, A161). config.json is out of their reach.
import { levels } from "../memory/relationship.ts";
import {
  parametersOf,
  UpdateRelationshipInput,
  UpdateRelationshipParameters,
  UpdateSoulInput,
} from "../schema/tool.ts";
import { moveLevel } from "./judge-relationship.ts";
import { rewriteSelf } from "./reflect.ts";
import type { Tool } from "./tool.ts";

const refusals: Record<string, string> = {
  empty: "it is empty",
  too_long: "it is too long; at most some 400 Chinese characters or 250 words",
  orders: "it gives orders or rules; it may only say how you see yourself",
  links: "it has a link or an address in it",
  diary: "it tells of dated events or data; it may only say how you see yourself",
  too_much: "it changes too much at once; keep the old lines that still hold",
  against_base: "it goes against what you are at heart",
  too_soon: "you have rewritten it within the last day; such change is slow",
};

export const updateSelfSoul: Tool = {
  name: "update_self_soul",
  prompt: "tool_update_self_soul",
  parameters: parametersOf(UpdateSoulInput),
  described: { new_content: "tool_update_self_soul_new_content" },
  writes: true,
  async run(deps, reader, input, use) {
    const wish = UpdateSoulInput.safeParse(input);
    if (!wish.success) return { ok: false, result: 'The arguments must be {"new_content": "…"}, not empty.' };
    const { changed, refused } = await rewriteSelf(deps, reader, wish.data.new_content, use.cause);
    if (!refused) return { ok: true, result: changed ? "Kept." : "Nothing is different." };
    const reason = refused === "too_soon" ? refused : refused.reason;
    return { ok: false, result: `Not changed: ${refusals[reason] ?? reason}.` };
  },
};

export const updateRelationship: Tool = {
  name: "update_relationship",
  prompt: "tool_update_relationship",
  parameters: parametersOf(UpdateRelationshipParameters),
  described: {
    level: "tool_update_relationship_level",
    heartbeat_hours: "tool_update_relationship_heartbeat_hours",
    reason: "tool_update_relationship_reason",
  },
  writes: true,
  async run(deps, reader, input, use) {
    const wish = UpdateRelationshipInput.safeParse(input);
    if (!wish.success)
      return { ok: false, result: `level must be one of: ${Object.keys(levels).join(", ")}.` };
    if (use.moved)
      return { ok: false, result: "It has been changed in this turn already. One step at a time." };
    const moved = await moveLevel(deps, reader, wish.data, {
      by: "character",
      cause: use.cause,
      said: use.messages,
    });
    const { level, heartbeat_hours, changed } = moved;
    use.moved = changed;
    const slow = level === wish.data.level ? {} : { note: "One step at a time." };
    return { ok: true, result: JSON.stringify({ level, heartbeat_hours, changed, ...slow }) };
  },
};
