// Bodies and answers of /api/auth: register, sign in, sessions, keys, invites (DESIGN 7, A173–A176).
import { z } from "zod";
import { Account, ApiKey, BudgetChoice, Invite, QuietHours, Session } from "./account.ts";
import { Id, Language } from "./common.ts";
import { Notify } from "./notify.ts";
import { line, TimeZone, text } from "./request.ts";

/** Who asks: the page keeps its refresh token in a cookie, a program gets it in the answer. */
export const Client = z.enum(["page", "program"]);
export type Client = z.infer<typeof Client>;

/** Printable, without blanks at its ends; compared NFKC-folded and without case (lifecycle/account.ts). */
export const Username = line(64).refine(
  (name) => !/[\p{C}\p{Zl}\p{Zp}]/u.test(name),
  "printable characters only",
);

/** A new password. The upper bound only keeps a request from being a burden. */
export const NewPassword = z.string().min(8, "at least 8 characters").max(1024);

export const RegisterBody = z.object({
  username: Username,
  password: NewPassword,
  time_zone: TimeZone.optional(),
  language: Language.optional(),
  invite: z.string().max(200).optional(),
  setup_code: z.string().max(200).optional(),
  client: Client.default("page"),
});
export type RegisterBody = z.infer<typeof RegisterBody>;

export const LoginBody = z.object({
  username: z.string().min(1).max(200),
  password: z.string().min(1).max(1024),
  client: Client.default("page"),
});
export type LoginBody = z.infer<typeof LoginBody>;

export const RefreshBody = z.object({ refresh_token: z.string().min(1).max(500).optional() });

/** An hour that a clock has. Stricter than what is stored: a slip in the file must not lock its owner out. */
const Hour = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "an hour from 00:00 to 23:59");
const WishedHours = QuietHours.extend({ from: Hour, to: Hour });

export const UserBody = z.object({
  display_name: text(80).optional(),
  about_me: text(4_000).optional(),
  time_zone: TimeZone.optional(),
  language: Language.optional(),
  quiet_hours: WishedHours.nullable().optional(),
  notify: Notify.nullable().optional(),
  monthly_budget: z.number().nonnegative().nullable().optional(),
  budget_choice: BudgetChoice.nullable().optional(),
});
export type UserBody = z.infer<typeof UserBody>;

export const PasswordBody = z.object({
  current_password: z.string().min(1).max(1024),
  new_password: NewPassword,
});

export const KeyBody = z.object({
  name: line(80),
  scopes: z.array(ApiKey.shape.scopes.element).min(1),
  /** Companion ids, or null for all of the account's. */
  ai_users: z.array(Id).min(1).nullable().default(null),
});
export type KeyBody = z.infer<typeof KeyBody>;

/** An account as its owner sees it: everything but the password's hash. */
export const User = z.object({
  account_id: Account.shape.account_id,
  username: z.string(),
  role: Account.shape.role,
  display_name: z.string(),
  about_me: z.string(),
  language: Language,
  time_zone: z.string(),
  quiet_hours: QuietHours.nullable(),
  notify: z.looseObject({}).nullable(),
  monthly_budget: z.number().nullable(),
  budget_choice: BudgetChoice.nullable(),
  created_at: z.number().optional(),
});
export type User = z.infer<typeof User>;

export const UserAnswer = z.object({ user: User });

export const LoginAnswer = z.object({
  access_token: z.string(),
  /** Seconds. */
  expires_in: z.number().int(),
  user: User,
  /** Only where the client is a program. */
  refresh_token: z.string().optional(),
});
export type LoginAnswer = z.infer<typeof LoginAnswer>;

export const SessionView = z.object({
  id: z.string(),
  created_at: z.number(),
  last_used_at: z.number(),
  expires_at: z.number(),
  user_agent: z.string(),
  client: Session.shape.client,
  /** True for the session that asks. */
  current: z.boolean(),
});
export const SessionsAnswer = z.object({ sessions: z.array(SessionView) });

export const KeyView = z.object({
  id: z.string(),
  name: z.string(),
  scopes: ApiKey.shape.scopes,
  ai_users: z.array(Id).nullable(),
  created_at: z.number(),
  last_used_at: z.number().optional(),
});
export type KeyView = z.infer<typeof KeyView>;
export const KeysAnswer = z.object({ keys: z.array(KeyView) });
/** The key itself is shown once, in the answer that makes it. */
export const NewKeyAnswer = KeyView.extend({ key: z.string() });

export const InviteView = z.object({
  id: Invite.shape.id,
  created_at: z.number(),
  expires_at: z.number(),
});
export const InvitesAnswer = z.object({ invites: z.array(InviteView) });
/** The invite itself is shown once. */
export const NewInviteAnswer = InviteView.extend({ invite: z.string() });
