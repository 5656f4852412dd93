// What one wants of a file that is brought in: guessed from the file, asked of the person, and written as the server reads it. Pure but for a look at the file's beginning.
import type { DateOrder, FilePreview } from "../src/schema/request-exchange.ts";

export const importKinds = ["chat", "card", "zip"] as const;
export type ImportKind = (typeof importKinds)[number];

/** Bytes that are looked at to tell a card from a talk. */
const peeked = 4_096;

/** What a file most likely is: by its name, and a JSON by how it begins. The person has the last word. */
export async function guessKind(file: Pick<File, "name" | "slice">): Promise<ImportKind> {
  const ending = /\.([a-z0-9]+)$/i.exec(file.name)?.[1]?.toLowerCase();
  if (ending === "png" || ending === "charx") return "card";
  if (ending === "zip") return "zip";
  if (ending !== "json") return "chat";
  const head = await file.slice(0, peeked).text();
  return /"(?:spec"\s*:\s*"chara_card|first_mes|mes_example)/.test(head) ? "card" : "chat";
}

export const sides = ["user", "assistant", "skip"] as const;
export type Side = (typeof sides)[number];

export const summarising = ["none", "extractive", "model"] as const;
export type Summarising = (typeof summarising)[number];

export type ImportDraft = {
  /** Name in the file -> whose words these are. */
  sides: Readonly<Record<string, Side>>;
  /** Ids of the talks that are taken; null for all. */
  threads: readonly string[] | null;
  /** "2026-03-02" of a file without times; "" for now. */
  lastDay: string;
  /** What comes first in dates like "1/2/26"; null where nobody has said it. */
  dates: DateOrder | null;
  summarise: Summarising;
};

export const dateOrders = ["day_first", "month_first"] as const satisfies readonly DateOrder[];

type Told = Pick<FilePreview, "speakers"> & Partial<Pick<FilePreview, "format" | "threads" | "dates">>;

/** True where each talk of the file is with somebody else, so that all of them are nobody's. */
export function isOfManyPeople({ format, threads }: Pick<FilePreview, "format" | "threads">): boolean {
  return format === "telegram" && threads.length > 0;
}

/** What a preview has found out itself. */
export function draftOf({ speakers, format = "auto", threads = [], dates = null }: Told): ImportDraft {
  const known = speakers.flatMap(({ name, side }): [string, Side][] => (side === null ? [] : [[name, side]]));
  const [only, another] = isOfManyPeople({ format, threads }) ? threads : [];
  return {
    sides: Object.fromEntries(known),
    threads: only === undefined ? null : another === undefined ? [only.id] : [],
    lastDay: "",
    dates: dates?.sure ? dates.order : null,
    summarise: "none",
  };
}

/** Names whose side nobody knows yet. */
export function openNames({ speakers }: Pick<FilePreview, "speakers">, draft: ImportDraft): string[] {
  return speakers.flatMap(({ name }) => (Object.hasOwn(draft.sides, name) ? [] : [name]));
}

/** True where the days of the file cannot be told before somebody says what comes first in its dates. */
export function isOrderOpen({ dates }: Pick<FilePreview, "dates">, draft: ImportDraft): boolean {
  return dates !== null && draft.dates === null;
}

/** Seconds of noon (UTC) of a day; undefined where none is named. */
function secondsOf(day: string): number | undefined {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T12:00:00Z`) : Number.NaN;
  return Number.isFinite(at) ? at / 1000 : undefined;
}

/** The query of POST …/import; the file is the body. `draft` null: a first look, told by the content alone. */
export function importQuery(draft: ImportDraft | null, preview: boolean, format = "auto"): string {
  const query = new URLSearchParams({ format });
  if (preview) query.set("preview", "true");
  if (draft === null) return query.toString();
  if (Object.keys(draft.sides).length > 0) query.set("speakers", JSON.stringify(draft.sides));
  for (const id of draft.threads ?? []) query.append("threads", id);
  const date = secondsOf(draft.lastDay);
  if (date !== undefined) query.set("date", String(date));
  if (draft.dates !== null) query.set("dates", draft.dates);
  query.set("summarise", draft.summarise);
  return query.toString();
}

type Progress = { code: string; done?: unknown; user_id?: unknown };

/** For whom something is brought in at the moment, as far as the server has told. */
export function busyOf(notices: readonly Progress[]): string | undefined {
  const user_id = notices.findLast((one) => one.code === "import-progress")?.user_id;
  return typeof user_id === "string" ? user_id : undefined;
}

/** Messages that have come in so far for this companion, as the server tells on the way; 0 before the first word of it. */
export function doneOf(notices: readonly Progress[], user_id: string): number {
  const told = notices.findLast((one) => one.code === "import-progress" && one.user_id === user_id);
  return typeof told?.done === "number" ? told.done : 0;
}
