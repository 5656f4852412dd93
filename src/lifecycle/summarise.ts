// Asks for the summary of a topic: in one call, or part by part and then joined where it is long (A66, DESIGN 5).
import type { Deps } from "../deps.ts";
import { transcript } from "../memory/context-transcript.ts";
import { firstDates } from "../memory/relative-date.ts";
import { characterOf } from "../memory/role-wording.ts";
import type { Answered, AnswerRequest } from "../model/models.ts";
import { SummaryAnswer } from "../schema/answer.ts";
import type { Message } from "../schema/message.ts";
import type { TopicPart } from "../schema/short-term.ts";
import { estimateTokens } from "../schema/tokens.ts";
import { inPieces } from "./give-way.ts";
import type { Reader } from "./read-companion.ts";

/** One call takes at most this many tokens of a topic (DESIGN 5). */
const partTokens = 6_000;

type Part = Pick<SummaryAnswer, "summary" | "operations" | "relations" | "key_entities">;

/**
 * The summary of these messages. What was folded into parts while the topic was open is not read again: the parts are
 * joined with the rest (DESIGN 4). Never throws; a failure of any part is the failure of the whole.
 */
export async function summarise(
  deps: Deps,
  reader: Reader,
  messages: readonly Message[],
  engine: "extractive" | undefined,
  folded: readonly TopicPart[] = [],
): Promise<Answered<SummaryAnswer>> {
  await inPieces(firstDates());
  const there = new Set(messages.map(({ message_id }) => message_id));
  const usable = folded.filter((part) => part.message_ids.every((id) => there.has(id)));
  const covered = new Set(usable.flatMap((part) => part.message_ids));
  const told = toldIn(messages);
  const rest = told.filter(({ message_id }) => !covered.has(message_id));
  const chunks = engine ? [told] : splitByTokens(rest);
  if (engine || (usable.length === 0 && chunks.length <= 1)) {
    const variables = { conversation: transcriptOf(reader, told) };
    return ask(deps, reader, "short_to_mid", variables, told, engine);
  }
  const parts: Part[] = usable.map(partOf);
  const total = String(usable.length + chunks.length);
  for (const chunk of chunks) {
    const variables = {
      conversation: transcriptOf(reader, chunk),
      part: String(parts.length + 1),
      parts: total,
    };
    const part = await ask(deps, reader, "summary_part", variables, chunk, undefined);
    if (!part.ok) return part;
    parts.push(part.value);
  }
  const joined = parts.map((part, index) => `${index + 1}. ${part.summary}`).join("\n");
  const whole = await ask(deps, reader, "summary_join", { conversation: joined }, told, undefined);
  return whole.ok ? { ...whole, value: withParts(whole.value, parts) } : whole;
}

/**
 * The talk without what the companion read out of its memory while no model was connected: what was recalled is not made a
 * memory once more (invariant 2).
 */
function toldIn(messages: readonly Message[]): readonly Message[] {
  const told = messages.filter(({ model, beat }) => model !== "offline" || beat !== undefined);
  return told.length > 0 ? told : messages;
}

/** A stored part as an answer: what was found in its messages when it was folded (`found`), and its summary. */
function partOf(part: TopicPart): Part {
  const found = typeof part.found === "object" ? part.found : {};
  const read = SummaryAnswer.safeParse({ ...found, summary: part.summary, emotion_tags: { scene: "闲聊" } });
  return read.success ? read.data : { summary: part.summary };
}

/** Operations and relations are found part by part; the join sees only summaries. */
function withParts(value: SummaryAnswer, parts: readonly Part[]): SummaryAnswer {
  return {
    ...value,
    operations: parts.flatMap((part) => part.operations ?? []),
    relations: parts.flatMap((part) => part.relations ?? []),
    key_entities: [
      ...new Set([...(value.key_entities ?? []), ...parts.flatMap((part) => part.key_entities ?? [])]),
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
    // A part is joined later; only the whole is told in the character's own words too (R30).
    ...(prompt === "summary_part" ? {} : { character: characterOf(reader.config) }),
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
