// The rules of the sign-in form: what must be filled in, and what a refusal means. Pure.
import { ApiFailure } from "./api.ts";
import { entryNeeds } from "./problem-words.ts";
import type { Words } from "./words-zh.ts";

export type EntryMode = "sign-in" | "register";

/** Fields the server may ask for besides name and password. */
export type Extra = "setup_code" | "invite";

export type EntryValues = { username: string; password: string; extra: string };

export type EntryFaults = { username?: string; password?: string; extra?: string; form?: string };

/** What is missing before anything is sent; empty where it may go. */
export function checkEntry(
  mode: EntryMode,
  values: EntryValues,
  extra: Extra | null,
  words: Words,
): EntryFaults {
  const faults: EntryFaults = {};
  if (values.username.trim() === "") faults.username = words.fieldEmpty;
  if (values.password === "") faults.password = words.fieldEmpty;
  else if (mode === "register" && [...values.password].length < 8) faults.password = words.shortPassword;
  if (mode === "register" && extra !== null && values.extra.trim() === "") faults.extra = words.fieldEmpty;
  return faults;
}

/** What a refusal means for the form. `asked` is the field the server wants and the form has not shown yet. */
export function refusedEntry(
  mode: EntryMode,
  shown: Extra | null,
  cause: unknown,
  words: Words,
): { faults: EntryFaults; asked: Extra | null } {
  if (!(cause instanceof ApiFailure)) return { faults: { form: words.failed.unknown }, asked: shown };
  const asked = mode === "register" ? entryNeeds(cause) : null;
  if (asked !== null && asked !== shown) return { faults: {}, asked };
  return { faults: faultsOf(mode, shown, cause, words), asked: shown };
}

function faultsOf(mode: EntryMode, shown: Extra | null, cause: ApiFailure, words: Words): EntryFaults {
  if (cause.code === "offline") return { form: words.failed.unreachable };
  if (cause.status === 429) return { form: words.failed.wait(Math.ceil(cause.retryAfter ?? 10)) };
  if (cause.status === 401) return { form: words.wrongPassword };
  if (cause.status === 409) return { username: words.nameTaken };
  if (cause.status === 403 && mode === "register") {
    return shown === null ? { form: words.refusedEntry } : { extra: words.refusedEntry };
  }
  if (cause.status === 422) return invalidFaults(cause, words);
  return { form: words.failed.unknown };
}

/** The server names the fields it could not take; its own words say why. */
function invalidFaults(cause: ApiFailure, words: Words): EntryFaults {
  const told = Array.isArray(cause.details) ? (cause.details as { path?: unknown; message?: unknown }[]) : [];
  const faults: EntryFaults = {};
  for (const one of told) {
    if (one.path === "username") faults.username = words.badUsername;
    if (one.path === "password") faults.password = words.shortPassword;
    if (one.path === "setup_code" || one.path === "invite") faults.extra = words.refusedEntry;
  }
  return Object.keys(faults).length === 0 ? { form: words.failed.unknown } : faults;
}
