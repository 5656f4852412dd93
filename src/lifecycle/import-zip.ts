// Brings companions in from a zip: everything is looked at first, and each one is there whole or not at all (DESIGN 7).
import { readEntry, readWholeEntry } from "../archive/zip-content.ts";
import {
  openZip,
  refusedArchive,
  type ZipEntry,
  type ZipFault,
  type ZipLimits,
} from "../archive/zip-read.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../error.ts";
import type { Account } from "../schema/account.ts";
import { type Id, idPattern } from "../schema/common.ts";
import { Config, configFormat } from "../schema/config.ts";
import { folderName } from "../schema/folder-names.ts";
import type { ImportedFolders } from "../schema/request-folder.ts";
import type { StagedFolder, Upload } from "../store/folders.ts";
import { companion, house } from "../store/store.ts";
import { setFriend, tellWindows } from "./companion.ts";
import { companionsOf, findByRef, forgetOwner } from "./companion-owners.ts";
import { newUserId } from "./create.ts";
import { projectFacts } from "./project-facts.ts";

/** Bytes of a zip that is taken at most (DESIGN 7). */
export const largestZip = 1024 * 1024 * 1024;
const limits: ZipLimits = {
  entries: 200_000,
  fileBytes: 256 * 1024 * 1024,
  totalBytes: 4 * 1024 * 1024 * 1024,
  // Talk packs to a fifth, the same sentence a thousand times to a hundredth.
  ratio: 200,
};
/** A persona is text; a config beyond this is none. In bytes. */
const largestConfig = 4 * 1024 * 1024;
/** Names of files that were left out are told up to this many. */
const mostIgnored = 200;

export type FolderWish = {
  owner: Account;
  /** Give a companion whose id is taken, and any other too, a new one. */
  newId: boolean;
};

/** One companion in the archive. `foreign`: its id is somebody else's companion here. */
type Plan = {
  id: Id;
  config: Config;
  entries: { name: string; entry: ZipEntry }[];
  there: boolean;
  foreign: boolean;
};

/**
 * Takes the companions of an archive: one folder (files at the top, or in one folder), or the export of an account. Their owner
 * becomes the account. AppError `invalid` with names where the archive or a file of it does not fit, `conflict` where the only
 * companion's id is taken, or one is somebody else's, `too_large`; nothing is there then. Of several, and of an account, those that
 * are here already are left as they are and named in `there`, so that a repeat ends what a stop broke off.
 */
export async function importFolders(
  deps: Deps,
  content: AsyncIterable<Uint8Array>,
  wish: FolderWish,
  cause: string,
): Promise<ImportedFolders> {
  const upload = await deps.store.folders.upload(content, largestZip);
  try {
    const entries = await openZip(upload, limits);
    const { plans, ignored } = await plan(deps, upload, entries, wish);
    const fresh = plans.filter(({ there }) => !there);
    await bringIn(deps, upload, fresh, wish, cause);
    return {
      ai_users: fresh.map(({ id, config, entries: files }) => ({
        user_id: id,
        name: config.name,
        files: files.length,
      })),
      there: plans.filter(({ there }) => there).map(({ id }) => id),
      ignored: ignored.slice(0, mostIgnored),
    };
  } finally {
    await upload.close();
  }
}

/** The folders in the archive: that of its top config.json, or those of all that lie at the least depth. */
function foldersIn(entries: readonly ZipEntry[]): string[] {
  const prefixes = entries
    .filter(({ name }) => name === "config.json" || name.endsWith("/config.json"))
    .map(({ name }) => name.slice(0, -"config.json".length));
  const depth = (prefix: string) => prefix.split("/").length;
  const least = Math.min(...prefixes.map(depth));
  return least > 4 ? [] : prefixes.filter((prefix) => depth(prefix) === least);
}

async function plan(
  deps: Deps,
  upload: Upload,
  entries: readonly ZipEntry[],
  wish: FolderWish,
): Promise<{ plans: Plan[]; ignored: string[] }> {
  const prefixes = foldersIn(entries);
  if (prefixes.length === 0)
    throw refusedArchive([{ path: "config.json", message: "there is no companion in it" }]);
  const plans: Plan[] = [];
  const used = new Set<ZipEntry>();
  for (const prefix of prefixes) {
    const own = entries
      .filter(({ name }) => name.startsWith(prefix))
      .map((entry) => ({ name: entry.name.slice(prefix.length), entry }))
      .filter(({ name }) => folderName(name) !== undefined);
    for (const { entry } of own) used.add(entry);
    const config = await configIn(upload, own, prefix);
    plans.push({ ...(await placed(deps, config, prefix, wish)), entries: own });
  }
  checkIds(plans, wish, prefixes.every(isOfAccount));
  return { plans, ignored: entries.filter((entry) => !used.has(entry)).map(({ name }) => name) };
}

/** A companion's id: its own, that of its folder, or a new one. */
async function placed(
  deps: Deps,
  config: Config,
  prefix: string,
  { owner, newId }: FolderWish,
): Promise<Omit<Plan, "entries">> {
  const folder = prefix.split("/").at(-2) ?? "";
  const named = config.user_id ?? (idPattern.test(folder) ? folder : undefined);
  const id = newId || named === undefined ? newUserId(deps, config.name) : named;
  const there = await deps.store.exists(companion(id));
  const foreign = there && !(await companionsOf(deps, owner.account_id)).includes(id);
  return { id, config: await ownConfig(deps, config, id, owner), there, foreign };
}

/** True for the place that a companion has in the export of an account, which may have one alone. */
function isOfAccount(prefix: string): boolean {
  return /(?:^|\/)ai_users\/[^/]+\/$/.test(prefix);
}

function checkIds(plans: readonly Plan[], { newId }: FolderWish, ofAccount: boolean): void {
  const ids = new Set(plans.map(({ id }) => id));
  if (ids.size < plans.length)
    throw refusedArchive([{ path: "config.json", message: "two companions in it have the same user_id" }]);
  const alone = plans.length === 1 && !ofAccount;
  const taken = plans.find(({ there, foreign }) => there && (foreign || alone));
  if (!taken || newId) return;
  throw new AppError(
    "conflict",
    "There is a companion by this id already. To have both, import with new_id=true.",
    { details: { user_id: taken.id } },
  );
}

async function configIn(
  upload: Upload,
  own: readonly { name: string; entry: ZipEntry }[],
  prefix: string,
): Promise<Config> {
  const refused = (faults: ZipFault[]) => refusedArchive(faults);
  const path = `${prefix}config.json`;
  const entry = own.find(({ name }) => name === "config.json")?.entry;
  if (!entry || entry.size > largestConfig) throw refused([{ path, message: "the file is too large" }]);
  const value = parsed(await readWholeEntry(upload, entry));
  if (value === undefined) throw refused([{ path, message: "it is no JSON" }]);
  const { format } = (value ?? {}) as { format?: unknown };
  if (typeof format === "number" && format > configFormat)
    throw refused([
      { path, message: `written by a newer Keepsake (format ${format}); update this one first` },
    ]);
  const checked = Config.safeParse(value);
  if (checked.success) return checked.data;
  throw refused(
    checked.error.issues.map((issue) => ({
      path: `${path}: ${issue.path.join(".")}`,
      message: issue.message,
    })),
  );
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8").replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
}

/** The config as this house has it: its new owner, its id here, and only models that there are. */
async function ownConfig(deps: Deps, config: Config, id: Id, owner: Account): Promise<Config> {
  const { ref, models, ...rest } = config;
  const known = await deps.store.read(house, "models");
  const usable = Object.entries(models ?? {}).filter(([, name]) => Object.hasOwn(known.models, name));
  // A program's own name for a user means one companion of an account.
  const free = ref !== undefined && (await findByRef(deps, owner.account_id, ref)) === undefined;
  return {
    ...rest,
    user_id: id,
    owner: owner.account_id,
    ...(free ? { ref } : {}),
    ...(usable.length > 0 ? { models: Object.fromEntries(usable) } : {}),
  };
}

/** All are filled and checked before the first one is put in its place. */
async function bringIn(
  deps: Deps,
  upload: Upload,
  plans: readonly Plan[],
  { owner }: FolderWish,
  cause: string,
): Promise<void> {
  const staged: { plan: Plan; folder: StagedFolder }[] = [];
  try {
    for (const one of plans) {
      const folder = await deps.store.folders.stage(one.id);
      staged.push({ plan: one, folder });
      await fill(folder, upload, one);
    }
    for (const { folder } of staged) await folder.check();
    for (const { plan: one, folder } of staged) {
      await folder.publish();
      await welcome(deps, one.id, owner.account_id, cause);
    }
  } finally {
    for (const { folder } of staged) await folder.discard();
  }
}

async function fill(folder: StagedFolder, upload: Upload, { config, entries }: Plan): Promise<void> {
  for (const { name, entry } of entries)
    if (name !== "config.json") await folder.write(name, readEntry(upload, entry));
  async function* text() {
    yield Buffer.from(`${JSON.stringify(config, null, 2)}\n`);
  }
  await folder.write("config.json", text());
}

/** What a companion has besides its folder: a place among the friends, and its shared facts in the account. */
export async function welcome(deps: Deps, id: Id, owner: Id, cause: string): Promise<void> {
  forgetOwner(deps, id);
  deps.search.drop(id);
  await setFriend(deps, owner, id, true, cause);
  await projectFacts(deps, id);
  tellWindows(deps, owner, id, "added");
  deps.log.info({ user: id }, "a companion was brought in");
}
