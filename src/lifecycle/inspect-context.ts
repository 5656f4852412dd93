// The context as the owner looks at it: what would be sent, how long each part is, and what was cut and why (DESIGN 7).
import type { Deps } from "../deps.ts";
import type { Assembled, AssembledSection } from "../memory/context.ts";
import { type Budgets, budgets as defaults } from "../memory/context-types.ts";
import { isClosed } from "../memory/join.ts";
import type { Id } from "../schema/common.ts";
import type { Message } from "../schema/message.ts";
import { companion } from "../store/store.ts";
import { assemble, budgetsOf } from "./assemble.ts";
import { readCompanion } from "./read-companion.ts";

export type InspectedSection = AssembledSection & {
  /** Tokens as o200k counts its entries. */
  exact: number;
  /** Tokens that it may have; persona and message have their own length. */
  budget?: number;
};

export type Inspected = Omit<Assembled, "sections"> & { sections: InspectedSection[]; exact: number };

/**
 * The context as it would be sent for a message now (GET /api/memory/{user_id}); nothing is stored. `tokens` are those that
 * budgets are cut by: estimated, times the model's factor. `exact` is counted by `countTokens`.
 */
export async function inspectContext(
  deps: Deps,
  user: Id,
  content: string,
  countTokens: (text: string) => Promise<number>,
): Promise<Inspected> {
  const reader = await readCompanion(deps, user);
  const short = await deps.store.view(companion(user), "short_term");
  const message: Message = {
    message_id: "preview",
    role: "user",
    content,
    timestamp: deps.clock.now(),
    topic_id: isClosed(short) ? "preview" : short.topic_id,
  };
  const seen = await assemble(deps, reader, { message, short }, { keepPrefix: false });
  const budgets = budgetsOf(deps, reader.config) ?? defaults;
  const sections: InspectedSection[] = [];
  for (const section of seen.sections) {
    const exact = await countTokens(section.entries.map(({ text }) => text).join("\n- "));
    sections.push({ ...section, exact, ...budgetOf(section.name, budgets) });
  }
  let exact = 0;
  for (const one of seen.messages) exact += await countTokens(one.content);
  const messages = [...seen.messages] as Assembled["messages"];
  return { messages, sections, tokens: seen.tokens, exact };
}

function budgetOf(name: AssembledSection["name"], budgets: Budgets): { budget?: number } {
  return name === "message" ? {} : { budget: budgets[name] };
}
