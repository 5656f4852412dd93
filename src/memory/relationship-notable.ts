// A turn of the relationship that is never forgotten: the person said that it is over, or made peace (R9).
import type { Language } from "../schema/common.ts";
import type { Message } from "../schema/message.ts";
import { type RelationshipLevel, relationshipLevels } from "../schema/relationship.ts";
import type { CoreProposal } from "./core-memory.ts";
import { cutText } from "./graphemes.ts";
import { statesTurn } from "./relationship-turns.ts";
import { clausesOf } from "./soul.ts";

/** Of 10: what the character lets into the core tier begins at 8 (A94). */
const importance = 9;
const quotedCharacters = 60;

const english: Record<RelationshipLevel, string> = {
  特别关心: "held dear",
  关系较好: "on good terms",
  一般: "ordinary",
  关系冷淡: "cool",
  决裂: "broken off",
};

/**
 * What of a change may become a core memory, inside the month's cap: only one of two levels or more, which the person's own words
 * brought about; it says these words and rests on their message. Null for every other change: those stand in the history alone.
 */
export function notableChange(
  from: RelationshipLevel,
  to: RelationshipLevel,
  said: readonly Pick<Message, "message_id" | "role" | "content">[],
  language: Language,
): CoreProposal | null {
  if (Math.abs(relationshipLevels.indexOf(from) - relationshipLevels.indexOf(to)) < 2) return null;
  const turn = said.findLast(({ role, content }) => role === "user" && statesTurn(from, to, content));
  if (!turn) return null;
  const clause = clausesOf(turn.content).find((text) => statesTurn(from, to, text)) ?? turn.content;
  const quote = cutText(clause.replace(/(?<![\s，,；;。.])[\s，,；;。.]+$/u, ""), quotedCharacters);
  const content =
    language === "zh"
      ? `对方说「${quote}」，我们从「${from}」到了「${to}」`
      : `They said “${quote}”, and we went from ${english[from]} to ${english[to]}`;
  return { content, category: "relationship", importance, source_message_ids: [turn.message_id] };
}
