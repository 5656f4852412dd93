// The engine in code that answers every background role without a model (invariant 7): it quotes, it invents nothing.
import type {
  CoreAnswer,
  EntriesAnswer,
  FactsAnswer,
  SelfSoulAnswer,
  SummaryAnswer,
} from "../schema/answer.ts";
import type { Message } from "../schema/message.ts";
import { coreMemories } from "./extractive-core.ts";
import { longEntries } from "./extractive-entries.ts";
import { readMood } from "./extractive-mood.ts";
import type { Tokenise } from "./extractive-sentences.ts";
import { extractStatements, extractStatementsInSteps } from "./extractive-statements.ts";
import { entitiesOf, summarise } from "./extractive-summary.ts";
import type { Material } from "./models.ts";

type Summarising = Extract<Material, { role: "short_to_mid" }>;

function importanceOf(weights: readonly number[], intensity: number): number {
  const [first = 0, second = 0, third = 0] = [...weights].sort((a, b) => b - a);
  // Three weighty sentences and a strong feeling make a day worth keeping; small talk stays above the archive line (R32).
  const importance = 0.2 + 0.08 * (first + second + third) + 0.2 * Math.max(0, intensity - 0.3);
  return Math.round(Math.min(0.9, importance) * 100) / 100;
}

function shortToMid(
  material: Summarising,
  tokenise: Tokenise,
  operations: SummaryAnswer["operations"],
): SummaryAnswer {
  const { messages, parts = [], language: otherwise } = material;
  const { summary, topic, language, sentences } = summarise(messages, parts, otherwise, tokenise);
  const mood = readMood(messages, language);
  return {
    summary,
    emotion_tags: mood.tags,
    ...(topic === "" ? {} : { topic }),
    key_entities: entitiesOf(messages),
    emotional_intensity: mood.intensity,
    ...(mood.state === undefined ? {} : { user_state: mood.state }),
    importance: importanceOf(
      sentences.map((sentence) => sentence.weight),
      mood.intensity,
    ),
    aliases: [],
    operations,
    relations: [],
  };
}

/** What the facts of a role are read from; none where it asks for no facts. */
function spokenIn(material: Material): readonly Message[] {
  return material.role === "short_to_mid" || material.role === "facts" ? (material.messages ?? []) : [];
}

function answerOf(
  material: Material,
  tokenise: Tokenise,
  operations: ReturnType<typeof extractStatements>,
): unknown {
  switch (material.role) {
    case "short_to_mid":
      return shortToMid(material, tokenise, operations);
    case "mid_to_long":
      return longEntries(
        material.entries,
        material.language,
        material.timeZone ?? "UTC",
        tokenise,
      ) satisfies EntriesAnswer;
    case "core_memory":
      return coreMemories(material.messages, material.existing, tokenise) satisfies CoreAnswer;
    case "facts":
      return { operations } satisfies FactsAnswer;
    case "self_soul":
      return { changed: false, new_content: "" } satisfies SelfSoulAnswer;
    case "relationship":
      return undefined;
  }
}

/**
 * Makes the extractive engine. `tokenise` gives the content tokens of a text, zh and en. The answer fits the role's schema in
 * schema/answer.ts; `undefined` for `relationship`, which cannot be judged by rules. Never throws, reads no clock, and takes
 * time linear in the material.
 */
export function createExtractive({ tokenise }: { tokenise: Tokenise }): (material: Material) => unknown {
  return (material) => answerOf(material, tokenise, extractStatements(spokenIn(material), material.language));
}

/** The same engine for a house that serves meanwhile: it gives the event loop back between messages (issue 4). */
export function createExtractiveInSteps({
  tokenise,
}: {
  tokenise: Tokenise;
}): (material: Material) => Promise<unknown> {
  return async (material) => {
    const operations = await extractStatementsInSteps(spokenIn(material), material.language);
    return answerOf(material, tokenise, operations);
  };
}
