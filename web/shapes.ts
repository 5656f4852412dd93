// The answers of the server that the page reads (DESIGN 7). Stored shapes come from the schema, by type only.
import type { Language } from "../src/schema/common.ts";
import type { Bond } from "../src/schema/config.ts";
import type { Message } from "../src/schema/message.ts";
import type { RelationshipLevel } from "../src/schema/relationship.ts";

/** The signed-in person, as GET /api/auth/user gives it. */
export type User = {
  account_id: string;
  username: string;
  role: "admin" | "user";
  display_name: string;
  language: Language;
  time_zone: string;
  about_me?: string;
  quiet_hours?: { from: string; to: string } | null;
  notify?: Record<string, unknown> | null;
  monthly_budget?: number | null;
  budget_choice?: BudgetChoice | null;
};

/** What happens in a month whose budget is used up. */
export type BudgetChoice = { month: string; choice: "go_on" | "hold" };

/** The answer to register, login and refresh. */
export type SignedIn = { access_token: string; expires_in: number; user: User };

/** A companion in the list. Only what the page shows is named here. */
export type AiUser = {
  user_id: string;
  name: string;
  language: Language;
  soul?: string;
  bond: { kind: string; romance?: Bond["romance"] | undefined };
  level: RelationshipLevel;
  /** False: put away. */
  friend?: boolean;
  /** A program's own name for it, or the mark of the sample life. */
  ref?: string;
  pronoun?: string;
  /** It has a picture of its own; another text, another picture. */
  picture?: string;
  created_at?: number;
  known_since?: number;
  last_message?: LastMessage | null;
};

export type LastMessage = Pick<Message, "content" | "timestamp" | "role">;

/** A ready-made character in the gallery. `avatar` is SVG text and only ever shown as an image. */
export type SoulCard = {
  soul: string;
  name: string;
  language: Language;
  tagline: string;
  avatar: string;
  bond?: { kind: string; romance?: Bond["romance"] | undefined };
};

export type MessagePage = { messages: Message[]; more: boolean };

export type ContextEntry = { id: string; text: string };
/** `tokens` as budgets are cut by, `exact` as o200k counts; `cut` are the ids that did not fit whole, `reasons` say why. */
export type ContextSection = {
  name: string;
  tokens: number;
  exact?: number;
  budget?: number;
  entries: ContextEntry[];
  cut?: unknown;
  reasons?: Record<string, string>;
};

/** GET /api/memory/{user_id}: what would be sent to the model now; sizes in tokens. */
export type MemoryContext = {
  messages: { role: string; content: unknown }[];
  sections: ContextSection[];
  tokens: number;
  exact?: number;
};

/** One file of a companion's folder: `bytes` long, changed at `modified_at` (unix seconds). */
export type MemoryFile = {
  name: string;
  revision: string;
  bytes: number;
  modified_at: number;
  valid: boolean;
  error?: { message: string; line?: number; column?: number } | null;
};

/** `content` is the text of the file, or its parsed value. */
export type MemoryFileText = MemoryFile & { content: unknown };
