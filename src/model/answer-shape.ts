// The shapes in which a right answer may hide: a bare entry, a bare array, a wrapper, the first of several objects (DESIGN 5, C005, C014, C016).
import type { Material } from "./models.ts";

type Fields = Record<string, unknown>;

const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;

/** How many wrappers deep an answer is looked for, and how many elements of an array are tried. */
const deepest = 2;
const mostElements = 20;

/** JSON inside a JSON string, as some gateways write it. */
function unquoted(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[{[]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/**
 * The values that may be meant, likeliest first: as it stands, as the one list of the role (`list`), as an element of
 * an array, and then the same one or two levels down.
 */
export function* shapesOf(given: unknown, list: string | undefined, depth = 0): Generator<unknown> {
  const value = unquoted(given);
  if (Array.isArray(value)) {
    if (list !== undefined) yield { [list]: value };
    for (const element of value.slice(0, mostElements)) if (fieldsOf(element)) yield element;
    return;
  }
  const fields = fieldsOf(value);
  if (!fields) return;
  yield fields;
  if (list !== undefined && !(list in fields)) yield { [list]: [fields] };
  if (depth >= deepest) return;
  for (const inner of Object.values(fields)) yield* shapesOf(inner, list, depth + 1);
}

/**
 * Long entries without detail_content get the joined summaries of their sources; source ids that were not sent are
 * dropped, and where none is left all that were sent are meant (C032). Other answers come back as they are.
 */
export function fillEntries(value: unknown, material: Material): unknown {
  const fields = fieldsOf(value);
  if (material.role !== "mid_to_long" || !fields || !Array.isArray(fields.entries)) return value;
  const sent = new Map(material.entries.map((entry) => [entry.id, entry.summary]));
  const entries = fields.entries.map((entry: unknown) => {
    const given = fieldsOf(entry);
    if (!given) return entry;
    const named = [given.source_mid_ids ?? []].flat().filter((id) => typeof id === "string" && sent.has(id));
    const ids = named.length > 0 ? [...new Set(named as string[])] : [...sent.keys()];
    const written = typeof given.detail_content === "string" && given.detail_content.trim() !== "";
    const detail = written ? given.detail_content : ids.map((id) => sent.get(id)).join("\n");
    return { ...given, source_mid_ids: ids, detail_content: detail };
  });
  return { ...fields, entries };
}
