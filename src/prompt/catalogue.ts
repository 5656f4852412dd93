// Every text a model reads: its name, its variables, the shape of its answer. Words live in prompts/<language>/<name>.md.
import type { Language } from "../schema/common.ts";

export type Prompts = {
  /** The text with its variables filled in. A missing or unknown variable is our mistake and throws. */
  render(name: PromptName, language: Language, variables: Record<string, string>): string;
};

/** Filled in by the prompt room. */
export type PromptName = string;
