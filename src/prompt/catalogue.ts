// Every text a model reads: its name, its variables, the shape of its answer. Words live in prompts/<language>/<file>.md.
import {
  CoreAnswer,
  EntriesAnswer,
  FactsAnswer,
  RelationshipAnswer,
  SelfSoulAnswer,
  SummaryAnswer,
} from "../schema/answer.ts";
import type { Language } from "../schema/common.ts";

/**
 * File -> prompts in it -> their variables. A file that holds one prompt of its own name is that prompt as a whole;
 * any other one is split at lines of the form `=== name`.
 */
export const catalogue = {
  isolation: { isolation: ["name", "person"] },
  instructions: {
    reply_rules: ["person"],
    topic_marker: [],
    tools_use: [],
    safety: ["person", "help_lines"],
    emoji_none: [],
    emoji_few: [],
    emoji_many: [],
    length_short: [],
    length_medium: [],
    length_long: [],
    bond_恋人: ["person"],
    bond_家人: ["person"],
    bond_朋友: ["person"],
    bond_搭档: ["person"],
    bond_师生: ["person"],
    bond_own: ["person", "kind"],
    romance_none: [],
    romance_slow: [],
    romance_yes: [],
    level_特别关心: ["person"],
    level_关系较好: ["person"],
    level_一般: ["person"],
    level_关系冷淡: ["person"],
    level_决裂: ["person"],
    stage_初期: [],
    stage_熟悉期: [],
    stage_亲密期: [],
    stage_深度期: [],
  },
  sections: {
    persona_scenario: ["text"],
    persona_voice: ["text"],
    persona_pronoun: ["pronoun"],
    persona_examples: ["text"],
    memory_frame: ["text"],
    context_block: ["text"],
    heading_core: [],
    heading_facts: [],
    heading_mid: [],
    heading_long_index: [],
    heading_previous: ["when"],
    heading_parts: [],
    heading_lore: [],
    heading_recall: [],
    heading_now: [],
    opening: ["when"],
    you: [],
    someone: [],
    called: ["name"],
    about_me: ["text"],
    unsure: ["text"],
    date_unknown: [],
    fact_explicit_statement: ["statement", "when"],
    fact_inferred: ["statement", "when"],
    fact_extracted_from_episodic: ["statement", "when"],
    fact_owner: ["statement", "when"],
    fact_import: ["statement", "when"],
    mid_line: ["when", "summary"],
    mid_pending: ["when", "talk"],
    long_line: ["when", "title", "points"],
    part_line: ["n", "summary"],
    recall_said: ["when", "who", "text"],
    recall_noted: ["when", "text"],
    cut_middle: [],
  },
  now: {
    now_time: ["date", "weekday", "clock", "part"],
    now_since: ["ago", "at"],
    now_first: [],
    now_reminder: ["text"],
    now_night: [],
    part_morning: [],
    part_afternoon: [],
    part_evening: [],
    part_night: [],
    may_skip: ["person", "rate"],
    private_turn: ["person"],
    conflict: ["person", "claims"],
    story_scene: ["person"],
    command_done: ["text"],
    outside_world: [],
  },
  in_character: {
    in_character: ["fault"],
    fault_self_as_machine: [],
    fault_denies_machine: [],
    fault_prompt: [],
    fault_private: [],
    fault_markup: [],
    fault_system_words: [],
  },
  short_to_mid: { short_to_mid: ["ai_name", "conversation"] },
  summary_part: { summary_part: ["ai_name", "conversation", "part", "parts"] },
  summary_join: { summary_join: ["ai_name", "conversation"] },
  mid_to_long: { mid_to_long: ["ai_name", "summaries"] },
  core_memory: { core_memory: ["ai_name", "conversation", "existing"] },
  facts: { facts: ["ai_name", "conversation", "known"] },
  self_soul: { self_soul: ["ai_name", "base_soul", "recent_conversations", "current_self_soul"] },
  relationship: {
    relationship: ["ai_name", "bond", "level", "heartbeat_hours", "reason", "lowest", "conversation"],
  },
  guided_retry: { guided_retry: ["fault"] },
  beat: {
    beat_silence: ["ai_name", "person", "silent_for"],
    beat_planned: ["person", "plan"],
    beat_follow_up: ["person", "matter"],
  },
  tools: {
    tool_update_self_soul: [],
    tool_update_self_soul_new_content: [],
    tool_update_relationship: [],
    tool_update_relationship_level: [],
    tool_update_relationship_heartbeat_hours: [],
    tool_update_relationship_reason: [],
    tool_set_scheduled_heartbeat: [],
    tool_set_scheduled_heartbeat_hour: [],
    tool_set_scheduled_heartbeat_minute: [],
    tool_set_scheduled_heartbeat_message_template: [],
    tool_remove_scheduled_heartbeat: [],
    tool_remove_scheduled_heartbeat_hour: [],
    tool_remove_scheduled_heartbeat_minute: [],
    tool_get_current_state: [],
    tool_search_web: [],
    tool_search_web_query: [],
    tool_recall_memory: [],
    tool_recall_memory_query: [],
    tool_remember: [],
    tool_remember_statement: [],
    tool_decide: [],
  },
} as const satisfies Record<string, Record<string, readonly string[]>>;

type Catalogue = typeof catalogue;
export type PromptFile = keyof Catalogue;
export type PromptName = { [F in PromptFile]: keyof Catalogue[F] }[PromptFile];

/** The shape of what a background prompt asks for (DESIGN 5). */
export const answers = {
  short_to_mid: SummaryAnswer,
  summary_part: SummaryAnswer,
  summary_join: SummaryAnswer,
  mid_to_long: EntriesAnswer,
  core_memory: CoreAnswer,
  facts: FactsAnswer,
  self_soul: SelfSoulAnswer,
  relationship: RelationshipAnswer,
} as const satisfies Partial<Record<PromptName, unknown>>;

export type Prompts = {
  /** The text with its variables filled in. A missing or unknown variable is our mistake and throws. */
  render(name: PromptName, language: Language, variables: Record<string, string>): string;
};

/** Prompts bound to one language: what memory/context.ts and memory/now.ts take as `words`. */
export function wordsIn(
  prompts: Prompts,
  language: Language,
): (name: PromptName, variables?: Record<string, string>) => string {
  return (name, variables = {}) => prompts.render(name, language, variables);
}
