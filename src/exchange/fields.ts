// Looks into JSON that other programs wrote: nothing is taken for granted, nothing throws.

export type Fields = Record<string, unknown>;

/** True for a JSON object; lists and null are none. */
export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A property of the object's own, however the object is named; undefined where there is none or no object. */
export function fieldOf(value: unknown, name: string): unknown {
  return isFields(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** A property as text; "" where it is no text. */
export function textIn(value: unknown, name: string): string {
  const field = fieldOf(value, name);
  return typeof field === "string" ? field : "";
}

/** A property that names something: a text or a number, as text; "" where it is neither. */
export function nameIn(value: unknown, name: string): string {
  const field = fieldOf(value, name);
  return typeof field === "number" && Number.isFinite(field) ? String(field) : textIn(value, name);
}

/** A property as list; empty where it is none. */
export function listIn(value: unknown, name: string): unknown[] {
  const field = fieldOf(value, name);
  return Array.isArray(field) ? field : [];
}

/** The texts of a list; what is no text is left out. */
export function textsIn(value: unknown, name: string): string[] {
  return listIn(value, name).filter((one): one is string => typeof one === "string");
}

/** The value of a JSON text, or undefined where it is none. A mark at its beginning (BOM) is no fault. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
}
