// Completes what an owner writes by hand or page: ids, times, `by`, evidence and a fact's metadata that were left out (DESIGN 3, A47, invariant 2).
import type { Seconds } from "../schema/common.ts";
import { type DocumentName, documents } from "../schema/documents.ts";
import { entryName } from "../schema/entry-names.ts";
import { manualMetadata } from "./manual-id.ts";

type Fields = Record<string, unknown>;

export type FillInput = {
  now: Seconds;
  newId: () => string;
  /** Id of the change line that the commit will have; without it no evidence can be filled in. */
  changeId?: string;
  /** The companion, which a new fact names as its own (A25, A47). */
  user?: string;
};

/** How the entries of one list look: the field of their name, and what a new entry gets. */
type Form = {
  list: string;
  key: "id" | "message_id" | "topic_id";
  fresh: (input: FillInput) => Fields;
};

const written = (input: FillInput): Fields => ({
  started_at: input.now,
  ended_at: input.now,
  by: "owner",
  ...evidence(input),
});

const forms: Record<string, Form> = {
  mid_term: {
    list: "mid_term",
    key: "id",
    fresh: (input) => ({ ...written(input), created_at: input.now, message_count: 0 }),
  },
  long_term: { list: "long_term", key: "id", fresh: written },
  "core_memory.memories": {
    list: "core_memory.memories",
    key: "id",
    fresh: (input) => ({ ...written(input), created_at: input.now }),
  },
  facts: {
    list: "facts",
    key: "id",
    fresh: (input) => ({
      ...(input.user === undefined ? {} : { user_id: input.user }),
      source: "owner",
      first_mentioned_at: input.now,
      last_updated_at: input.now,
      valid_from: input.now,
      ...evidence(input),
    }),
  },
  "graph.entities": { list: "graph.entities", key: "id", fresh: written },
  "graph.relations": { list: "graph.relations", key: "id", fresh: written },
  emotions: { list: "emotions", key: "id", fresh: (input) => ({ at: input.now }) },
  lore: { list: "lore", key: "id", fresh: () => ({}) },
  "short_term.conversations": {
    list: "short_term.conversations",
    key: "message_id",
    fresh: (input) => ({ timestamp: input.now }),
  },
};

/** Fields that an entry keeps from its last version where the new one leaves them out. */
const kept = [
  "started_at",
  "ended_at",
  "created_at",
  "message_ids",
  "message_count",
  "by",
  "evidence",
  "source",
  "first_mentioned_at",
  "last_updated_at",
  "valid_from",
  "at",
  "timestamp",
  "topic_id",
] as const;

/**
 * The new value of a document with gaps closed; `before` is its present value. Both may be raw JSON that was not checked yet,
 * so that an entry without id does not fail the schema first. An entry that is there already keeps what it left out; a new
 * one gets an id, times, `by: owner` and evidence. A second entry with the same id gets its own. Inputs are not changed;
 * what is no entry is left as it is, for the schema to refuse.
 */
export function fillEntries(name: DocumentName, before: unknown, after: unknown, input: FillInput): unknown {
  const where = documents[name].entries;
  if (where === "none") return after;
  if (where === "list") return Array.isArray(after) ? fillList(forms[name], before, after, input) : after;
  if (!isFields(after)) return after;
  const filled: Fields = { ...after };
  for (const field of where) {
    const list = after[field];
    const old = isFields(before) ? before[field] : undefined;
    if (Array.isArray(list)) filled[field] = fillList(forms[`${name}.${field}`], old, list, input);
  }
  if (name === "short_term") filled.conversations = inTopic(filled);
  return filled;
}

/**
 * The document with what a hand left out of the entries named by `added`. The file was checked before, so that an evidence list
 * is there and empty; a fact that nothing proves is the owner's word.
 */
export function fillByHand(
  name: DocumentName,
  document: unknown,
  added: ReadonlySet<string>,
  input: FillInput,
): unknown {
  const where = documents[name].entries;
  if (where === "none") return document;
  if (where === "list")
    return Array.isArray(document) ? handList(forms[name], document, added, input) : document;
  if (!isFields(document)) return document;
  const filled: Fields = { ...document };
  for (const field of where) {
    const list = document[field];
    if (Array.isArray(list)) filled[field] = handList(forms[`${name}.${field}`], list, added, input);
  }
  return filled;
}

/** A line that names no topic belongs to the open one. */
function inTopic({ conversations, topic_id }: Fields): unknown {
  if (!Array.isArray(conversations)) return conversations;
  return conversations.map((line: unknown) =>
    isFields(line) && line.topic_id === undefined ? { ...line, topic_id } : line,
  );
}

function handList(
  form: Form | undefined,
  list: unknown[],
  added: ReadonlySet<string>,
  input: FillInput,
): unknown[] {
  if (form === undefined) return list;
  return list.map((entry) => {
    if (!isFields(entry) || !added.has(nameOf(entry, form) ?? "")) return entry;
    const { evidence: proof, source, ...rest } = entry;
    const proven = Array.isArray(proof) && proof.length > 0;
    const told = proven || form.list !== "facts" ? { source } : {};
    const given = Object.entries({ ...rest, ...told, ...(proven ? { evidence: proof } : {}) });
    const present = Object.fromEntries(given.filter(([, value]) => value !== undefined));
    return fillEntry(present, undefined, form, input);
  });
}

function fillList(form: Form | undefined, before: unknown, after: unknown[], input: FillInput): unknown[] {
  if (form === undefined) return after;
  const old = new Map<string, Fields>();
  for (const entry of Array.isArray(before) ? before : []) {
    const key = isFields(entry) ? nameOf(entry, form) : undefined;
    if (key !== undefined) old.set(key, entry);
  }
  const taken = new Set(old.keys());
  for (const entry of after) if (isFields(entry)) taken.add(nameOf(entry, form) ?? "");
  const seen = new Set<string>();
  return after.map((entry) => {
    if (!isFields(entry)) return entry;
    const key = nameOf(entry, form);
    const isNamed = key !== undefined && !seen.has(key);
    const own = isNamed ? key : entryName(form.list, entry, taken, input);
    seen.add(own);
    taken.add(own);
    return fillEntry({ ...entry, [form.key]: own }, old.get(own), form, input);
  });
}

function fillEntry(entry: Fields, old: Fields | undefined, form: Form, input: FillInput): Fields {
  const filled: Fields = { ...entry };
  const source: Fields = old
    ? Object.fromEntries(kept.filter((key) => old[key] !== undefined).map((key) => [key, old[key]]))
    : form.fresh(input);
  for (const [key, value] of Object.entries(source)) filled[key] ??= value;
  if (form.list === "facts" && !old) filled.metadata = ofManual(filled.metadata, input);
  // A summary that the owner writes belongs to no topic of the log; it needs a topic of its own all the same (A7).
  if (form.list === "mid_term") filled.topic_id ??= `owner_${String(filled.id)}`;
  return filled;
}

/** What is no object is left for the schema to refuse. */
function ofManual(metadata: unknown, { user, now }: FillInput): unknown {
  if (metadata !== undefined && !isFields(metadata)) return metadata;
  return { ...manualMetadata({ user, now }), ...metadata };
}

function evidence(input: FillInput): Fields {
  return input.changeId === undefined ? {} : { evidence: [{ kind: "owner", change_id: input.changeId }] };
}

function nameOf(entry: Fields, form: Form): string | undefined {
  const name = Object.hasOwn(entry, form.key) ? entry[form.key] : undefined;
  return typeof name === "string" && name !== "" ? name : undefined;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
