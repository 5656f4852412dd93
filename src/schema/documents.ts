// The register of stored documents: owner kind, file, schema, empty value. A new document is one line here.
import type { z } from "zod";
import { Account, ApiKeys, Invites, Sessions } from "./account.ts";
import { Config, configFormat, SelfSoul } from "./config.ts";
import { CoreMemory } from "./core-memory.ts";
import { Emotions } from "./emotion.ts";
import { Facts, SharedFacts } from "./fact.ts";
import { Graph } from "./graph.ts";
import { Heartbeat } from "./heartbeat.ts";
import { Imports } from "./import-job.ts";
import { Erased, Usage, Uses } from "./ledger.ts";
import { LongDetail, LongTerm } from "./long-term.ts";
import { Lore } from "./lore.ts";
import { MidTerm } from "./mid-term.ts";
import { ModelsConfig, Secrets } from "./models.ts";
import { ShortTerm } from "./short-term.ts";

export type OwnerKind = "companion" | "account" | "house";

type Entry<O extends OwnerKind, S extends z.ZodType> = {
  of: O;
  /** File name in the owner's folder. */
  file: string;
  schema: S;
  /** A fresh value for a file that is not there; never shared between callers. */
  empty: () => z.infer<S>;
  /** True where each commit becomes a line of the change log and can be undone. */
  logged: boolean;
  /** Where its entries lie, for change lines and three-way merges: the list itself, lists in its fields, or none. */
  entries: "list" | readonly string[] | "none";
  /** Fields that no hand may change: who it is and whose. In a saved file they come back from the last good version. */
  fixed?: readonly string[];
};

function document<O extends OwnerKind, S extends z.ZodType>(entry: Entry<O, S>): Entry<O, S> {
  return entry;
}

export const documents = {
  config: document({
    of: "companion",
    file: "config.json",
    schema: Config,
    empty: () => Config.parse({ format: configFormat }),
    logged: true,
    entries: "none",
    fixed: ["user_id", "owner"],
  }),
  self_soul: document({
    of: "companion",
    file: "self_soul.json",
    schema: SelfSoul,
    empty: () => SelfSoul.parse({}),
    logged: true,
    entries: "none",
  }),
  short_term: document({
    of: "companion",
    file: "short_term.json",
    schema: ShortTerm,
    empty: () => ({ topic_id: "", conversations: [], created_at: 0, pending: [] }),
    logged: false,
    entries: ["conversations", "pending"],
  }),
  mid_term: document({
    of: "companion",
    file: "mid_term.json",
    schema: MidTerm,
    empty: () => [],
    logged: true,
    entries: "list",
  }),
  long_term: document({
    of: "companion",
    file: "long_term.json",
    schema: LongTerm,
    empty: () => [],
    logged: true,
    entries: "list",
  }),
  core_memory: document({
    of: "companion",
    file: "core_memory.json",
    schema: CoreMemory,
    empty: () =>
      CoreMemory.parse({ relationship: { level: "一般", heartbeat_hours: 72, reason: "", since: 0 } }),
    logged: true,
    entries: ["memories"],
  }),
  facts: document({
    of: "companion",
    file: "facts.json",
    schema: Facts,
    empty: () => [],
    logged: true,
    entries: "list",
  }),
  graph: document({
    of: "companion",
    file: "graph.json",
    schema: Graph,
    empty: () => ({ entities: [], relations: [] }),
    logged: true,
    entries: ["entities", "relations"],
  }),
  emotions: document({
    of: "companion",
    file: "emotions.json",
    schema: Emotions,
    empty: () => [],
    logged: false,
    entries: "list",
  }),
  lore: document({
    of: "companion",
    file: "lore.json",
    schema: Lore,
    empty: () => [],
    logged: true,
    entries: "list",
  }),
  heartbeat: document({
    of: "companion",
    file: "heartbeat.json",
    schema: Heartbeat,
    empty: () => Heartbeat.parse({}),
    logged: false,
    entries: "none",
  }),
  uses: document({
    of: "companion",
    file: "uses.json",
    schema: Uses,
    empty: () => ({ entries: {} }),
    logged: false,
    entries: "none",
  }),
  erased: document({
    of: "companion",
    file: "erased.json",
    schema: Erased,
    empty: () => Erased.parse({}),
    logged: false,
    entries: "none",
  }),
  imports: document({
    of: "companion",
    file: "imports.json",
    schema: Imports,
    empty: () => [],
    logged: false,
    entries: "list",
  }),
  usage: document({
    of: "companion",
    file: "usage.json",
    schema: Usage,
    empty: () => ({ rows: [], cache_misses: {} }),
    logged: false,
    entries: "none",
  }),

  account: document({
    of: "account",
    file: "account.json",
    schema: Account,
    empty: () => Account.parse({ account_id: "nobody", username: "nobody", password: "", role: "user" }),
    logged: false,
    entries: "none",
  }),
  shared_facts: document({
    of: "account",
    file: "facts.json",
    schema: SharedFacts,
    empty: () => [],
    logged: false,
    entries: "list",
  }),
  sessions: document({
    of: "account",
    file: "sessions.json",
    schema: Sessions,
    empty: () => [],
    logged: false,
    entries: "list",
  }),
  keys: document({
    of: "account",
    file: "keys.json",
    schema: ApiKeys,
    empty: () => [],
    logged: false,
    entries: "list",
  }),

  models: document({
    of: "house",
    file: "models.json",
    schema: ModelsConfig,
    empty: () => ModelsConfig.parse({ models: {}, roles: {} }),
    logged: false,
    entries: "none",
  }),
  secrets: document({
    of: "house",
    file: "secrets.json",
    schema: Secrets,
    empty: () => Secrets.parse({}),
    logged: false,
    entries: "none",
  }),
  invites: document({
    of: "house",
    file: "invites.json",
    schema: Invites,
    empty: () => [],
    logged: false,
    entries: "list",
  }),
} as const;

export type DocumentName = keyof typeof documents;
export type Documents = { [K in DocumentName]: z.infer<(typeof documents)[K]["schema"]> };

type NamesOf<O extends OwnerKind> = {
  [K in DocumentName]: (typeof documents)[K]["of"] extends O ? K : never;
}[DocumentName];
export type CompanionDocument = Exclude<DocumentName, AccountDocument | HouseDocument>;
export type AccountDocument = "account" | "shared_facts" | "sessions" | "keys";
export type HouseDocument = "models" | "secrets" | "invites";
export type DocumentsOf<O extends OwnerKind> = NamesOf<O>;

/** Named parts: many small files of one kind in a folder of their own. `knowledge` is text, the others JSON. */
export const parts = {
  long_term_details: { folder: "long_term_details", schema: LongDetail, text: false },
  mid_term_archive: { folder: "mid_term_archive", schema: MidTerm, text: false },
  knowledge: { folder: "knowledge", schema: null, text: true },
} as const;
export type PartKind = keyof typeof parts;

/** Memory types that PUT /api/memory/{user_id}/{memory_type} accepts (DESIGN 7, C208). */
export const editableDocuments = [
  "short_term",
  "mid_term",
  "long_term",
  "core_memory",
  "facts",
  "graph",
  "emotions",
  "lore",
  "heartbeat",
] as const satisfies readonly DocumentName[];
