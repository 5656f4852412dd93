// Asks for the summary of a topic: in one call, or part by part and then joined where it is long (A66, DESIGN 5).
import type { Deps } from "../deps.ts";
import { transcript } from "../memory/context-transcript.ts";
import type { Answered, AnswerRequest } from "../model/models.ts";
import { SummaryAnswer } from "../schema/answer.ts";
import type { Message } from "../schema/message.ts";
import { estimateTokens } from "../schema/tokens.ts";
import type { Reader } from "./read-companion.ts";

/** One call takes at most this many tokens of a topic (DESIGN 5). */
const partTokens = 6_000;

/** The summary of these messages. Never throws; a failure of any part is the failure of the whole. */
export async function summarise(
  deps: Deps,
  reader: Reader,
  messages: readonly Message[],
  engine: "extractive" | undefined,
): Promise<Answered<SummaryAnswer>> {
  const chunks = engine ? [messages] : splitByTokens(messages);
  if (chunks.length === 1)
    return ask(
      deps,
      reader,
      "short_to_mid",
      { conversation: transcriptOf(reader, messages) },
      messages,
      engine,
    );
  const parts: Extract<Answered<SummaryAnswer>, { ok: true }>[] = [];
  for (const [index, chunk] of chunks.entries()) {
    const variables = {
      conversation: transcriptOf(reader, chunk),
      part: String(index + 1),
      parts: String(chunks.length),
    };
    const part = await ask(deps, reader, "summary_part", variables, chunk, undefined);
    if (!part.ok) return part;
    parts.push(part);
  }
  const joined = parts.map((part, index) => `${index + 1}. ${part.value.summary}`).join("\n");
  const whole = await ask(deps, reader, "summary_join", { conversation: joined }, messages, undefined);
  return whole.ok ? { ...whole, value: withParts(whole.value, parts) } : whole;
}

/** Operations and relations are found part by part; the join sees only summaries. */
function withParts(value: SummaryAnswer, parts: readonly { value: SummaryAnswer }[]): SummaryAnswer {
  return {
    ...value,
    operations: parts.flatMap((part) => part.value.operations ?? []),
    relations: parts.flatMap((part) => part.value.relations ?? []),
    key_entities: [
      ...new Set([...(value.key_entities ?? []), ...parts.flatMap((part) => part.value.key_entities ?? [])]),
    ],
  };
}

function splitByTokens(messages: readonly Message[]): Message[][] {
  const chunks: Message[][] = [];
  let size = 0;
  for (const message of messages) {
    const tokens = estimateTokens(message.content) + 8;
    const current = chunks.at(-1);
    if (!current || size + tokens > partTokens) {
      chunks.push([message]);
      size = tokens;
    } else {
      current.push(message);
      size += tokens;
    }
  }
  return chunks;
}

/** A topic as a background prompt shows it: one line a message, with the local time and who said it. */
export function transcriptOf(reader: Reader, messages: readonly Message[], ids = false): string {
  return transcript(messages, {
    person: personName(reader),
    companion: reader.config.name,
    timeZone: reader.zone,
    ids,
  });
}

/** How prompts name the person: by the account's display name, else plainly. */
function personName(reader: Reader): string {
  return reader.account?.display_name || (reader.language === "zh" ? "对方" : "the person");
}

async function ask(
  deps: Deps,
  reader: Reader,
  prompt: "short_to_mid" | "summary_part" | "summary_join",
  variables: Record<string, string>,
  messages: readonly Message[],
  engine: "extractive" | undefined,
): Promise<Answered<SummaryAnswer>> {
  const content = deps.prompts.render(prompt, reader.language, {
    ai_name: reader.config.name,
    ...variables,
  });
  const request: AnswerRequest<SummaryAnswer> = {
    companion: reader.user,
    role: "short_to_mid",
    messages: [{ role: "user", content }],
    schema: SummaryAnswer,
    material: { role: "short_to_mid", language: reader.language, messages },
    engine,
    prefer: reader.config.models?.short_to_mid,
  };
  return deps.models.answer(request);
}
