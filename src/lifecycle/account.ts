// What happens to an account: made by the first person or by invite, changed by its owner, deleted with all it owns.
import { createHash } from "node:crypto";
import type { Deps } from "../deps.ts";
import { AppError } from "../error.ts";
import { Account } from "../schema/account.ts";
import type { Id, Language } from "../schema/common.ts";
import type { User, UserBody } from "../schema/request-account.ts";
import type { Store } from "../store/store.ts";
import { ownCompanions, removeCompanion } from "./companion.ts";
import { companionsOf, inChunks } from "./companion-owners.ts";
import { dropPrefix } from "./prefix.ts";

/** Folder names that Windows keeps for devices. */
const reservedNames = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/** The form in which names are compared: 小雨, ＡＮＮＡ and "anna " are who they look like. */
function foldedName(username: string): string {
  return username.normalize("NFKC").trim().toLowerCase();
}

/**
 * The id that belongs to a username: the name itself where it makes a plain folder name, else a hash of it. So the store's
 * own rule (one folder for each id) keeps names unique on every engine, and a name is found without a list.
 */
export function accountIdOf(username: string): Id {
  const name = foldedName(username);
  if (/^[a-z0-9][a-z0-9_-]{0,31}$/.test(name) && !name.startsWith("u_") && !reservedNames.test(name))
    return name;
  return `u_${createHash("sha256").update(name).digest("hex").slice(0, 24)}`;
}

/** The account of a username; undefined where there is none. */
export async function findAccount(deps: Pick<Deps, "store">, username: string): Promise<Account | undefined> {
  const owner = { kind: "account", id: accountIdOf(username) } as const;
  return (await deps.store.exists(owner)) ? deps.store.read(owner, "account") : undefined;
}

export type NewAccount = { username: string; time_zone?: string; language: Language };

/** What the door knows of the one who registers. */
export type Admission = {
  /** From loopback, or with the setup code: may become the first account, the admin. */
  mayBeFirst: boolean;
  invited: () => Promise<boolean>;
  /** Uses the invite up; false where someone else was quicker. */
  takeInvite: () => Promise<boolean>;
  /** Only asked for once nothing else stands against the account: hashing is slow. */
  hashPassword: () => Promise<string>;
};

export type Registration =
  | { outcome: "registered"; account: Account }
  | { outcome: "setup_code_needed" | "invite_needed" | "name_taken" };

/** One registration at a time for each store: who is first must not be decided twice. */
const registrations = new WeakMap<Store, Promise<unknown>>();

/**
 * Makes an account. The first of a house becomes admin, every later one needs an invite (DESIGN 7). That a name is taken
 * is told only to those who may register.
 */
export function registerAccount(deps: Deps, wish: NewAccount, admission: Admission): Promise<Registration> {
  const before = registrations.get(deps.store) ?? Promise.resolve();
  const task = () => register(deps, wish, admission);
  const turn = before.then(task, task);
  registrations.set(deps.store, turn);
  return turn;
}

async function register(deps: Deps, wish: NewAccount, admission: Admission): Promise<Registration> {
  const first = (await deps.store.list("account")).length === 0;
  if (first && !admission.mayBeFirst) return { outcome: "setup_code_needed" };
  if (!first && !(await admission.invited())) return { outcome: "invite_needed" };
  const id = accountIdOf(wish.username);
  const owner = { kind: "account", id } as const;
  if (await deps.store.exists(owner)) return { outcome: "name_taken" };
  const password = await admission.hashPassword();
  if (!first && !(await admission.takeInvite())) return { outcome: "invite_needed" };
  const account = Account.parse({
    account_id: id,
    username: wish.username,
    password,
    role: first ? "admin" : "user",
    display_name: wish.username,
    ...(wish.time_zone === undefined ? {} : { time_zone: wish.time_zone }),
    language: wish.language,
    created_at: deps.clock.now(),
  });
  await deps.store.create(owner, { account, shared_facts: [], sessions: [], keys: [] });
  deps.log.info({ account: id, role: account.role }, "account made");
  return { outcome: "registered", account };
}

/** An account as its owner sees it: all but the password's hash and the contact list, which has its own route. */
export function viewAccount(account: Account): User {
  const { account_id, username, role, display_name, about_me, language, time_zone, created_at } = account;
  return {
    account_id,
    username,
    role,
    display_name,
    about_me,
    language,
    time_zone,
    quiet_hours: account.quiet_hours ?? null,
    notify: account.notify ?? null,
    monthly_budget: account.monthly_budget ?? null,
    budget_choice: account.budget_choice ?? null,
    ...(created_at === undefined ? {} : { created_at }),
  };
}

/**
 * Changes what the owner may change of an account. Fields that are left out stay. Every companion of theirs knows of it at
 * its next message: name, zone and what they say about themselves stand in each prefix (DESIGN 4).
 */
export async function changeAccount(deps: Deps, id: Id, change: UserBody, cause: string): Promise<Account> {
  const meta = { by: "owner", cause } as const;
  const { result } = await deps.store.commit({ kind: "account", id }, ["account"], meta, ({ account }) => {
    const next: Account = { ...account, ...change };
    return { documents: { account: next }, result: next };
  });
  await inChunks(await companionsOf(deps, id), (user) => dropPrefix(deps, user, "owner"));
  return result;
}

/** Replaces the password's hash. */
export async function changePassword(deps: Deps, id: Id, hash: string, cause: string): Promise<void> {
  const meta = { by: "owner", cause } as const;
  await deps.store.commit({ kind: "account", id }, ["account"], meta, ({ account }) => ({
    documents: { account: { ...account, password: hash } },
    result: undefined,
  }));
}

/**
 * Deletes an account with its companions, those in the trash too. AppError `conflict` for the only admin of a house in
 * which others live. May be repeated: the account goes last.
 */
export async function deleteAccount(deps: Deps, account: Account): Promise<void> {
  const id = account.account_id;
  if (account.role === "admin") await checkOtherAdmin(deps, id);
  const { live, trashed } = await ownCompanions(deps, id);
  for (const user of live) await removeCompanion(deps, user);
  for (const { user_id } of trashed) await removeCompanion(deps, user_id, { fromTrash: true });
  await deps.store.remove({ kind: "account", id });
  deps.log.info({ account: id, companions: live.length + trashed.length }, "account deleted");
}

async function checkOtherAdmin(deps: Deps, id: Id): Promise<void> {
  const others = (await deps.store.list("account")).filter((other) => other !== id);
  if (others.length === 0) return;
  for (const other of others) {
    const account = await deps.store.read({ kind: "account", id: other }, "account");
    if (account.role === "admin") return;
  }
  throw new AppError(
    "conflict",
    "You are the only admin, and others have accounts here. Make another one admin first.",
  );
}
