// An account's own documents: who signs in, from where, and with which keys (DESIGN 3, 7).
import { z } from "zod";
import { Id, Language, Seconds } from "./common.ts";

export const QuietHours = z.looseObject({
  from: z.string().regex(/^\d{2}:\d{2}$/),
  to: z.string().regex(/^\d{2}:\d{2}$/),
});

/** What is to happen in a month whose budget is used up: "go_on" lets companions write first all the same, "hold" does not. */
export const BudgetChoice = z.looseObject({
  /** "2026-11", in the account's zone. */
  month: z.string().regex(/^\d{4}-\d{2}$/),
  choice: z.enum(["go_on", "hold"]),
});

export const Account = z.looseObject({
  account_id: Id,
  username: z.string().min(1).max(64),
  /** scrypt$N$r$p$salt$hash, parameters inside so that they can rise. */
  password: z.string(),
  role: z.enum(["admin", "user"]),
  display_name: z.string().default(""),
  about_me: z.string().default(""),
  time_zone: z.string().default("UTC"),
  language: Language.default("zh"),
  quiet_hours: QuietHours.nullable().optional(),
  notify: z.looseObject({}).nullable().optional(),
  /** False: none of this account's companions speaks first (POST /api/heartbeat/stop, R15). */
  heartbeat_running: z.boolean().optional(),
  monthly_budget: z.number().nonnegative().nullable().optional(),
  budget_choice: BudgetChoice.nullable().optional(),
  /** Contact list: companion ids. */
  friends: z.array(Id).default([]),
  created_at: Seconds.optional(),
});
export type Account = z.infer<typeof Account>;

/** sessions.json: families of refresh tokens, hashed (rotation with reuse detection). */
export const Session = z.looseObject({
  id: z.string(),
  created_at: Seconds,
  last_used_at: Seconds,
  expires_at: Seconds,
  user_agent: z.string().default(""),
  client: z.enum(["page", "program"]),
  /** SHA-256 of the token that is valid now. */
  current: z.string(),
  /** The one before, and when it was rotated: within 10 s it yields the same successor. */
  previous: z.string().optional(),
  rotated_at: Seconds.optional(),
});
export type Session = z.infer<typeof Session>;
export const Sessions = z.array(Session);

/** keys.json: long-lived keys for programs, hashed. */
export const ApiKey = z.looseObject({
  id: z.string(),
  name: z.string(),
  hash: z.string(),
  /** Companion ids, or null for all of the account's. */
  ai_users: z.array(Id).nullable().default(null),
  scopes: z.array(z.enum(["read", "chat", "write"])),
  created_at: Seconds,
  last_used_at: Seconds.optional(),
});
export type ApiKey = z.infer<typeof ApiKey>;
export const ApiKeys = z.array(ApiKey);

/** invites.json of the house: single use, seven days, stored hashed. */
export const Invite = z.looseObject({
  id: z.string(),
  hash: z.string(),
  created_at: Seconds,
  expires_at: Seconds,
  created_by: Id,
});
export type Invite = z.infer<typeof Invite>;
export const Invites = z.array(Invite);
