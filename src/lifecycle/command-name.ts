// How the person is called, as ordered: a new name lifts the ban on it, a banned one is no longer the name to use.
import { keyBase, statementOf } from "../memory/fact-key.ts";
import { isOpen } from "../memory/fact-same.ts";
import { foldValue } from "../memory/fact-value.ts";
import type { FactOperation } from "../schema/answer.ts";
import type { Language } from "../schema/common.ts";
import type { Fact, Facts } from "../schema/fact.ts";

const ban: Record<Language, (name: string) => Pick<FactOperation, "key" | "value" | "statement">> = {
  zh: (name) => ({ key: `taboo:叫${name}`, value: `叫我${name}`, statement: `不许叫“${name}”` }),
  en: (name) => ({
    key: `taboo:called ${name}`,
    value: `being called ${name}`,
    statement: `must not be called "${name}"`,
  }),
};

/** The open facts that forbid a name, whichever language they were noted in. */
function bansOf(facts: Facts, name: string): Facts {
  const values = Object.values(ban).map((words) => foldValue(words(name).value));
  return facts.filter(
    (fact) => isOpen(fact) && keyBase(fact.key) === "taboo" && values.includes(foldValue(fact.value)),
  );
}

function closing({ id: target_id, key, category, value, statement }: Fact, quote: string): FactOperation {
  return { op: "DELETE", target_id, key, category, value, statement, quote };
}

/** 以后叫我阿棠: the name, and what forbade it is lifted (A30). */
export function callMe(facts: Facts, name: string, language: Language): FactOperation[] {
  const statement = statementOf("call_name", name, language);
  return [
    ...bansOf(facts, name).map((fact) => closing(fact, name)),
    { op: "UPDATE", key: "call_name", value: name, statement, quote: name },
  ];
}

/**
 * 以后别叫我阿棠了: the wish itself, and no fact names it any more as what to call the person. The real name stays, and so does a
 * nickname that others use.
 */
export function notCallMe(facts: Facts, name: string, said: string, language: Language): FactOperation[] {
  const called = facts.filter(
    (fact) => isOpen(fact) && keyBase(fact.key) === "call_name" && foldValue(fact.value) === foldValue(name),
  );
  return [
    ...called.map((fact) => closing(fact, said)),
    { op: "ADD", category: "dislike", ...ban[language](name), quote: said },
  ];
}
