// Keeps a reply in its character: what steps out of it is caught before it is stored, said anew once, else met with a safe line (A112, A124–A128, R30).
import type { Deps } from "../deps.ts";
import {
  asksOutside,
  type BoundaryReason,
  checkReply,
  mayAskAboutSomeone,
  type Outside,
} from "../memory/boundary.ts";
import { createMarkerFilter } from "../memory/marker.ts";
import { splitBubbles } from "../memory/reply.ts";
import { cleanSpoken } from "../memory/text.ts";
import type { PromptMessage } from "../model/models.ts";
import { wordsIn } from "../prompt/catalogue.ts";
import type { UsageCount } from "../schema/stream-event.ts";
import { lineOf } from "./command-answer.ts";
import { companionsOf, configOf, inChunks } from "./companion-owners.ts";
import type { Reader } from "./read-companion.ts";

export type Guard = {
  /** Why finished words may not be said, or undefined. */
  whole(text: string): BoundaryReason | undefined;
  /** The same for words that are still growing: only their last line is looked at. */
  growing(text: string): BoundaryReason | undefined;
};

/** Characters of a growing line that are looked at each time. */
const lastCharacters = 160;

/**
 * The guard of one reply. Names of other companions are not among its words: they are never in the context (A126), so that a
 * model could only hit on them by chance, as on any word.
 */
export function guardOf(deps: Deps, reader: Reader, message: string): Guard {
  const words = wordsIn(deps.prompts, reader.language);
  const person = reader.account?.display_name || words("someone");
  const rules = [
    words("isolation", { name: reader.config.name, person }),
    words("reply_rules", { person }),
    words("tools_use"),
  ];
  const persona = reader.config.base_soul;
  const reason = (text: string, known: readonly string[]) => {
    const checked = checkReply(text, { message, persona, rules: known });
    return checked.ok ? undefined : checked.reason;
  };
  return {
    whole: (text) => (text.trim() === "" ? undefined : reason(text, rules)),
    growing: (text) => reason(text.slice(text.lastIndexOf("\n") + 1).slice(-lastCharacters), []),
  };
}

/** What a message asks for that lies outside the character's world; names of the account's other companions are known here. */
export async function outsideOf(deps: Deps, reader: Reader, message: string): Promise<Outside | null> {
  const plain = asksOutside(message);
  // To learn the names every companion of the account is looked at; most messages need none of them.
  if (plain !== null || reader.owner === "" || !mayAskAboutSomeone(message)) return plain;
  const others = (await companionsOf(deps, reader.owner)).filter((id) => id !== reader.user);
  const names = await inChunks(others, async (id) => (await configOf(deps, id))?.name ?? "");
  return asksOutside(
    message,
    names.filter((name) => name !== "" && name !== reader.config.name),
  );
}

export type Fault = {
  reason: BoundaryReason;
  /** The words that were caught. They go back to the model alone. */
  text: string;
  /** The request that they answered. */
  messages: readonly PromptMessage[];
  role: "chat" | "reasoner";
  signal: AbortSignal;
};

export type Mended = { bubbles: string[]; model: string; usage: UsageCount };

/** Lets the model say it anew, once; where that fails too, or steps out again, a safe line of the character's own. */
export async function backInCharacter(
  deps: Deps,
  reader: Reader,
  guard: Guard,
  fault: Fault,
): Promise<Mended> {
  deps.log.info({ user: reader.user, reason: fault.reason }, "a reply stepped out of its character");
  const again = await sayAnew(deps, reader, fault);
  const bubbles = again.failed || guard.whole(again.text) ? [] : splitBubbles(again.text);
  const { model, usage } = again;
  return { bubbles: bubbles.length > 0 ? bubbles : [lineOf(deps, reader.lines.deflect)], model, usage };
}

async function sayAnew(
  deps: Deps,
  reader: Reader,
  { reason, text, messages, role, signal }: Fault,
): Promise<{ text: string; failed: boolean; model: string; usage: UsageCount }> {
  const words = wordsIn(deps.prompts, reader.language);
  const request = words("in_character", { fault: words(`fault_${reason}`) });
  const filter = createMarkerFilter();
  const result = {
    text: "",
    failed: false,
    model: "",
    usage: { input_tokens: 0, cached_tokens: 0, output_tokens: 0 } as UsageCount,
  };
  const events = deps.models.reply({
    companion: reader.user,
    role,
    messages: [...messages, { role: "assistant", content: text }, { role: "user", content: request }],
    prefer: reader.config.models?.[role],
    language: reader.language,
    signal,
  });
  for await (const event of events) {
    if (event.type === "text") result.text += filter.push(event.text);
    else if (event.type === "done" || event.type === "failed") {
      Object.assign(result, { model: event.model, usage: event.usage, failed: event.type === "failed" });
    }
  }
  result.text = cleanSpoken(result.text + filter.end().text);
  return result;
}
