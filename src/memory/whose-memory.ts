// Whose a memory is and of which kind (A40): told where it is read, by the folder and document it lies in, so that it is true of a copied folder too.
import type { Id } from "../schema/common.ts";
import type { Fact } from "../schema/fact.ts";
import type { MemoryType } from "../schema/memory-type.ts";

const types = {
  lore: "role_setting",
  knowledge: "role_setting",
  message: "dialogue_experience",
  mid: "dialogue_experience",
  long: "dialogue_experience",
  detail: "dialogue_experience",
  core: "dialogue_experience",
  fact: "user_fact",
} as const satisfies Record<string, MemoryType>;

/** The kinds of texts that memories are; those that a search finds are among them. */
export type MemorySource = keyof typeof types;

/** A memory's type by where it comes from. Only a `user_fact` may be known to more than one character (A126). */
export function memoryTypeOf(source: MemorySource): MemoryType {
  return types[source];
}

/** The kinds of texts that a type takes in. */
export function sourcesOfType(type: MemoryType): MemorySource[] {
  return (Object.keys(types) as MemorySource[]).filter((source) => types[source] === type);
}

/**
 * A fact as its companion shows it: `user_id` and what its metadata says of whose it is are this companion's, whatever the file
 * says. A folder that was copied or imported under a new id still names the old one there.
 */
export function shownFact(fact: Fact, user: Id): Fact {
  const { metadata } = fact;
  return {
    ...fact,
    user_id: user,
    metadata: {
      ...metadata,
      ...(metadata.user_id === undefined ? {} : { user_id: user }),
      character_id: user,
      memory_type: memoryTypeOf("fact"),
    },
  };
}
