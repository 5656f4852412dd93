// Takes a companion, or a whole account, out of the house as a zip: every file as it stands, and nothing that opens a door (DESIGN 7).
import { type ZipInput, zipOf } from "../archive/zip-write.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../error.ts";
import type { Account } from "../schema/account.ts";
import type { Id, Seconds } from "../schema/common.ts";
import { localDate } from "../schema/zone.ts";
import type { Snapshot } from "../store/folders.ts";
import { account as accountOwner, companion } from "../store/store.ts";
import { companionsOf } from "./companion-owners.ts";
import type { Between } from "./upkeep.ts";

/** A zip on its way out. `close` ends it early and may be called in any case. */
export type Outgoing = {
  /** "xiaoxia-2026-11-29.zip": plain letters only. */
  file: string;
  content: AsyncIterable<Uint8Array>;
  close(): Promise<void>;
};

/** What an account's file says to nobody outside: hashes, and the addresses and keys that messages are sent with. */
const keptBack: ReadonlySet<string> = new Set(["password", "notify"]);

/**
 * The companion's folder as it stands between two turns, as a zip. Derived and temporary files stay behind. A broken document is
 * taken as it is, with the good copy that is in use instead of it. Disk refuses: AppError `storage`.
 */
export async function exportCompanion(
  deps: Deps,
  user: Id,
  zone: string,
  between: Between,
): Promise<Outgoing> {
  const taken = await between(user, () => taking(deps, user));
  return {
    file: `${user}-${localDate(deps.clock.now(), zone)}.zip`,
    content: closing(zipOf(taken.files("")), taken.close),
    close: taken.close,
  };
}

/**
 * The account with all of its companions: account.json without password, facts.json, and each companion's folder below
 * ai_users/. Sessions and keys stay behind; so do companions in the trash. A companion that goes meanwhile is left out.
 */
export async function exportAccount(deps: Deps, account: Account, between: Between): Promise<Outgoing> {
  const now = deps.clock.now();
  const ids = await companionsOf(deps, account.account_id);
  const shared = await deps.store.read(accountOwner(account.account_id), "shared_facts");
  const shown = Object.fromEntries(Object.entries(account).filter(([name]) => !keptBack.has(name)));
  const open = new Set<() => Promise<void>>();

  async function* files(): AsyncGenerator<ZipInput> {
    yield document("account.json", shown, now);
    yield document("facts.json", shared, now);
    for (const id of ids) {
      const taken = await between(id, () => taking(deps, id)).catch(unlessGone);
      if (!taken) continue;
      open.add(taken.close);
      yield* taken.files(`ai_users/${id}/`);
      await taken.close();
      open.delete(taken.close);
    }
  }

  const close = async () => {
    for (const one of open) await one();
  };
  return {
    file: `keepsake-${account.account_id}-${localDate(now, account.time_zone)}.zip`,
    content: closing(zipOf(files()), close),
    close,
  };
}

function unlessGone(error: unknown): undefined {
  if (error instanceof AppError && error.code === "not_found") return undefined;
  throw error;
}

function document(name: string, value: unknown, at: Seconds): ZipInput {
  const text = `${JSON.stringify(value, null, 2)}\n`;
  async function* content() {
    yield Buffer.from(text);
  }
  return { name, modified_at: at, content: content() };
}

type Taken = { files(prefix: string): Iterable<ZipInput>; close(): Promise<void> };

async function taking(deps: Deps, user: Id): Promise<Taken> {
  const snapshot = await deps.store.folders.snapshot(companion(user));
  try {
    const broken = await brokenWithCopy(deps, user, snapshot);
    return { files: (prefix) => filesOf(snapshot, broken, prefix), close: snapshot.close };
  } catch (error) {
    await snapshot.close();
    throw error;
  }
}

const sideFile = /^\.recovered\/([^/]+?)(?:\.base)?\.json$/;

/** Documents that are broken and have side files. Only these are looked at: the log of ten years takes a while to read. */
async function brokenWithCopy(deps: Deps, user: Id, { files }: Snapshot): Promise<Set<string>> {
  const copied = new Set(files.flatMap(({ name }) => sideFile.exec(name)?.[1] ?? []));
  const broken = new Set<string>();
  for (const name of copied) {
    const state = await deps.store.file(companion(user), `${name}.json`);
    if (state?.valid === false) broken.add(name);
  }
  return broken;
}

function* filesOf(snapshot: Snapshot, broken: ReadonlySet<string>, prefix: string): Generator<ZipInput> {
  for (const { name, modified_at } of snapshot.files)
    if (goesOut(name, broken)) yield { name: `${prefix}${name}`, modified_at, content: snapshot.read(name) };
}

/** Of side files only those that are in use in place of a broken document. */
function goesOut(name: string, broken: ReadonlySet<string>): boolean {
  const side = sideFile.exec(name)?.[1];
  if (side !== undefined) return broken.has(side);
  return !name.split("/").some((step) => step.startsWith("."));
}

async function* closing(
  content: AsyncIterable<Uint8Array>,
  close: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* content;
  } finally {
    await close();
  }
}
