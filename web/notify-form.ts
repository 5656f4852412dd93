// The fields of each way of being told, and the account's `notify` made of them. Pure.

export const notifyKinds = ["none", "bark", "ntfy", "serverchan", "telegram", "webhook"] as const;
export type NotifyKind = (typeof notifyKinds)[number];

export type NotifyField = "key" | "url" | "topic" | "token" | "chat_id";

/** What each way asks for; with a mark what may stay empty. */
export const notifyFields: Record<NotifyKind, readonly { name: NotifyField; optional?: true }[]> = {
  none: [],
  bark: [{ name: "key" }, { name: "url", optional: true }],
  ntfy: [{ name: "topic" }, { name: "token", optional: true }, { name: "url", optional: true }],
  serverchan: [{ name: "key" }],
  telegram: [{ name: "token" }, { name: "chat_id" }],
  webhook: [{ name: "url" }],
};

export type NotifyDraft = {
  kind: NotifyKind;
  fields: Partial<Record<NotifyField, string>>;
  content: boolean;
};

function isKind(value: unknown): value is NotifyKind {
  return (notifyKinds as readonly unknown[]).includes(value);
}

/** What the account has, as a form shows it. What was written by another program, or by hand, may be anything. */
export function notifyDraft(stored: Record<string, unknown> | null | undefined): NotifyDraft {
  const { kind, type } = stored ?? {};
  const named = isKind(kind) ? kind : isKind(type) ? type : "none";
  const fields: NotifyDraft["fields"] = {};
  for (const { name } of notifyFields[named]) {
    const value = stored?.[name];
    if (typeof value === "string" || typeof value === "number") fields[name] = String(value);
  }
  return { kind: stored?.enabled === false ? "none" : named, fields, content: stored?.content === true };
}

/** Fields that must not stay empty and are. */
export function missingFields({ kind, fields }: NotifyDraft): NotifyField[] {
  return notifyFields[kind].flatMap(({ name, optional }) =>
    optional === true || (fields[name] ?? "").trim() !== "" ? [] : [name],
  );
}

/** The account's `notify`; null for none. An empty field is left out, so that the service's own address is used. */
export function notifyOf({ kind, fields, content }: NotifyDraft): Record<string, unknown> | null {
  if (kind === "none") return null;
  const filled = notifyFields[kind].flatMap(({ name }): [string, string][] => {
    const value = (fields[name] ?? "").trim();
    return value === "" ? [] : [[name, value]];
  });
  return { kind, ...Object.fromEntries(filled), content };
}
