// The backups of a house: made every night, thinned out, looked after, and purged of what was erased (part 4, DESIGN 9).
import type { Deps } from "../deps.ts";
import { AppError } from "../error.ts";
import { backupsToKeep, isBackupDue } from "../memory/backup-keep.ts";
import type { Account } from "../schema/account.ts";
import type { Manifest } from "../schema/backup.ts";
import type { Id, Seconds } from "../schema/common.ts";
import type { Backup, BackupsAnswer, PurgeAnswer } from "../schema/request-folder.ts";
import type { Backups } from "../store/backups.ts";
import { account } from "../store/store.ts";
import { makeBackup } from "./backup-make.ts";
import { purgeBackup } from "./backup-purge.ts";
import { faultOf, placeOf } from "./fault.ts";

/** After a failure it is tried again so much later. */
const pause: Seconds = 3_600;

/** What is needed of the house for its backups. */
export type BackupDeps = Pick<Deps, "store" | "clock" | "log" | "publish">;

const words = {
  zh: {
    failed: (why: string) => `备份没有做成：${why} 一小时后再试。`,
    missed: (names: string) => `备份做好了，但有文件读不出来，没有备份到：${names}`,
    unknown: "出了意外。",
  },
  en: {
    failed: (why: string) => `The backup failed: ${why} It is tried again in an hour.`,
    missed: (names: string) =>
      `A backup was made, but these files could not be read and are not in it: ${names}`,
    unknown: "Something unexpected happened.",
  },
} as const;

async function accountsOf(deps: BackupDeps): Promise<Account[]> {
  const ids = await deps.store.list("account");
  const accounts = await Promise.all(ids.map((id) => deps.store.view(account(id), "account")));
  return accounts.sort((a, b) => (a.created_at ?? 0) - (b.created_at ?? 0));
}

function shown(name: string, { made_at, archives, purged }: Manifest): Backup {
  const companions = archives.flatMap(({ file }) => /^ai_users\/(.+)\.zip$/.exec(file)?.[1] ?? []);
  return {
    name,
    made_at,
    bytes: archives.reduce((sum, { bytes }) => sum + bytes, 0),
    files: archives.reduce((sum, { files }) => sum + files.length, 0),
    companions,
    purged: purged.map(({ user_id }) => user_id),
  };
}

/** The shelf of backups: what lies there, as last read. Manifests are read once. */
class Shelf {
  readonly #deps: BackupDeps;
  readonly #backups: Backups;
  readonly #known = new Map<string, Backup>();

  constructor(deps: BackupDeps, backups: Backups) {
    this.#deps = deps;
    this.#backups = backups;
  }

  /** Newest first. One whose manifest cannot be read is left out and logged. */
  async all(): Promise<Backup[]> {
    const names = await this.#backups.names();
    for (const name of this.#known.keys()) if (!names.includes(name)) this.#known.delete(name);
    for (const name of names) {
      if (this.#known.has(name)) continue;
      try {
        this.#known.set(name, shown(name, await this.#backups.manifest(name)));
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        this.#deps.log.warn({ backup: name, ...faultOf(error) }, "a backup cannot be read");
      }
    }
    return [...this.#known.values()].sort((a, b) => b.made_at - a.made_at);
  }

  newest(): Seconds | null {
    const times = [...this.#known.values()].map(({ made_at }) => made_at);
    return times.length === 0 ? null : Math.max(...times);
  }

  forget(name: string): void {
    this.#known.delete(name);
  }
}

/** Looks after the backups of a house. One thing is done at a time. */
export class Backing {
  readonly #deps: BackupDeps;
  readonly #backups: Backups;
  readonly #shelf: Shelf;
  #queue: Promise<unknown> = Promise.resolve();
  /** When the last failure was; in memory, since a backup folder that cannot be written to cannot keep it. */
  #failedAt: Seconds | undefined;

  constructor(deps: BackupDeps, backups: Backups) {
    this.#deps = deps;
    this.#backups = backups;
    this.#shelf = new Shelf(deps, backups);
  }

  /** At each tick: makes what is due, or was asked for by the command. A failure is logged, noted and told to the admins. */
  tick(): Promise<void> {
    return this.#alone(async () => {
      try {
        if ((await this.#backups.takeWish()) || (await this.#isDue())) await this.#make();
      } catch (error) {
        await this.#failed(error);
      }
    });
  }

  /** Makes one now. Answers its name. */
  make(): Promise<string> {
    return this.#alone(async () => {
      try {
        return await this.#make();
      } catch (error) {
        await this.#failed(error);
        throw error;
      }
    });
  }

  async list(): Promise<BackupsAnswer> {
    const all = await this.#shelf.all();
    const { last_error } = await this.#backups.state();
    return {
      backups: all,
      age_s: this.age(),
      bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
      last_error,
    };
  }

  /** Seconds since the newest was made; null where there is none, or the first tick has not looked yet. */
  age(): Seconds | null {
    const newest = this.#shelf.newest();
    return newest === null ? null : Math.max(0, this.#deps.clock.now() - newest);
  }

  /** Takes a companion out of the named backups (all that are there without names); a fresh one is made first. */
  purge(user: Id, owner: Id | undefined, names?: readonly string[]): Promise<PurgeAnswer> {
    return this.#alone(async () => {
      const older = names ?? (await this.#backups.names());
      // Nothing is thinned out by it: what the receipt named is purged and not silently gone.
      const fresh = await this.#make({ prune: false });
      const there = new Set(await this.#backups.names());
      const purged: string[] = [];
      for (const name of older.filter((one) => there.has(one))) {
        await purgeBackup(this.#deps, this.#backups, name, user, owner);
        this.#shelf.forget(name);
        purged.push(name);
      }
      return { fresh, purged };
    });
  }

  #alone<T>(task: () => Promise<T>): Promise<T> {
    const next = this.#queue.then(task, task);
    this.#queue = next.catch(() => undefined);
    return next;
  }

  async #make({ prune } = { prune: true }): Promise<string> {
    const first = (await accountsOf(this.#deps)).find(({ role }) => role === "admin");
    const { name, missed } = await makeBackup(this.#deps, this.#backups);
    const at = this.#deps.clock.now();
    const message = words[first?.language ?? "en"].missed(missed.slice(0, 10).join(", "));
    await this.#backups.note({ tried_at: at, last_error: missed.length > 0 ? { at, message } : null });
    if (prune) await this.#prune(first?.time_zone ?? "UTC");
    this.#deps.log.info({ backup: name, missed: missed.length }, "backup made");
    return name;
  }

  async #prune(zone: string): Promise<void> {
    const all = await this.#shelf.all();
    const keep = backupsToKeep(all, zone);
    for (const { name } of all) if (!keep.has(name)) await this.#backups.remove(name);
    await this.#shelf.all();
  }

  async #failed(error: unknown): Promise<void> {
    const { clock, log, publish } = this.#deps;
    const at = clock.now();
    this.#failedAt = at;
    log.error(error instanceof AppError ? faultOf(error) : placeOf(error), "backup failed");
    const admins = (await accountsOf(this.#deps)).filter(({ role }) => role === "admin");
    const said = (language: Account["language"]) => {
      const why = error instanceof AppError && error.visible ? error.message : words[language].unknown;
      return words[language].failed(why);
    };
    const last_error = { at, message: said(admins[0]?.language ?? "en") };
    await this.#backups.note({ tried_at: at, last_error }).catch(() => undefined);
    for (const { account_id, language } of admins)
      publish(account_id, { event: "notice", data: { code: "backup-failed", message: said(language) } });
  }

  async #isDue(): Promise<boolean> {
    const accounts = await accountsOf(this.#deps);
    const now = this.#deps.clock.now();
    if (accounts.length === 0) return false;
    const failed = this.#failedAt ?? 0;
    if (failed > now - pause && failed <= now) return false;
    await this.#shelf.all();
    // A young house has its first one in its first night.
    const began = Math.min(...accounts.map(({ created_at }) => created_at ?? 0));
    const zone = accounts.find(({ role }) => role === "admin")?.time_zone ?? "UTC";
    return isBackupDue(this.#shelf.newest() ?? began, now, zone);
  }
}
