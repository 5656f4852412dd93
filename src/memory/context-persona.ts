// The persona section: who the character is, in the owner's words and in its own, behind the rules that nobody changes.
import type { Config } from "../schema/config.ts";
import { paragraphs } from "./context-text.ts";
import type { Count, Entry, Section, Words } from "./context-types.ts";

/** The personality (A108): base_soul, then 【自我认知】 and self_soul where the character has written one. */
export function personality(baseSoul: string, selfSoul: string): string {
  return selfSoul.trim() === "" ? baseSoul : `${baseSoul}【自我认知】${selfSoul}`;
}

export type PersonaInput = {
  words: Words;
  count: Count;
  config: Pick<Config, "name" | "base_soul" | "scenario" | "examples" | "style" | "pronoun">;
  selfSoul: string;
  /** What the person is called, never empty. */
  person: string;
};

/**
 * The persona section (A107, A108, A112): isolation rules, base_soul with self_soul, pronoun, way of speaking, scenario and
 * sample lines. Its length is the owner's own; over `budgets.persona` tokens it is only warned about.
 */
export function renderPersona({ words, count, config, selfSoul, person }: PersonaInput): Section {
  const voice = config.style.voice?.trim() ?? "";
  const examples = config.examples
    .map((example) => `${person}: ${example.user}\n${config.name}: ${example.assistant}`)
    .join("\n\n");
  const entries: Entry[] = [
    { id: "isolation", text: words("isolation", { name: config.name, person }) },
    { id: "soul", text: personality(config.base_soul, selfSoul).trim() },
    { id: "pronoun", text: config.pronoun ? words("persona_pronoun", { pronoun: config.pronoun }) : "" },
    { id: "voice", text: voice ? words("persona_voice", { text: voice }) : "" },
    {
      id: "scenario",
      text: config.scenario.trim() ? words("persona_scenario", { text: config.scenario }) : "",
    },
    { id: "examples", text: examples ? words("persona_examples", { text: examples }) : "" },
  ];
  return paragraphs("persona", entries, count);
}
