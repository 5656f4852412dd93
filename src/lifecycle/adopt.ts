// Takes in folders that were copied among the companions, from another house or a backup, or says why not (part 4, moving).
import type { Deps } from "../deps.ts";
import { AppError } from "../error.ts";
import type { Account } from "../schema/account.ts";
import { type Id, idPattern } from "../schema/common.ts";
import type { Config } from "../schema/config.ts";
import { documents } from "../schema/documents.ts";
import type { FolderRefusal, FoldersAnswer } from "../schema/request-folder.ts";
import type { Look } from "../store/folders.ts";
import { account as accountOwner, companion } from "../store/store.ts";
import { welcome } from "./import-zip.ts";

type Language = Account["language"];

const words: Record<Language, Record<FolderRefusal["reason"], (detail: string) => string>> = {
  zh: {
    name: () => "文件夹名不能用：只能有小写字母、数字、- 和 _，最多 64 个字符。改名之后重新启动。",
    missing: () => "里面没有 config.json，也许还没拷完。拷完之后重新启动。",
    damaged: (detail) => `config.json 读不了（${detail}）。修好之后重新启动。`,
    newer: (detail) => `它是更新版本的 Keepsake 写的（格式 ${detail}）。请先升级这里的 Keepsake。`,
    clash: (detail) =>
      `config.json 里的 user_id 是“${detail}”，而那个文件夹已经在了。两个都要的话，把 user_id 改成这个文件夹的名字，再重新启动。`,
  },
  en: {
    name: () =>
      "The folder's name cannot be used: only a-z, 0-9, - and _, at most 64 characters. Rename it and start again.",
    missing: () => "There is no config.json in it; perhaps it is not copied whole. Start again when it is.",
    damaged: (detail) => `config.json cannot be read (${detail}). Mend it and start again.`,
    newer: (detail) => `A newer Keepsake wrote it (format ${detail}). Update this one first.`,
    clash: (detail) =>
      `Its config.json names "${detail}" as user_id, and that folder is here already. To keep both, write this folder's name there and start again.`,
  },
};

function refusal(
  language: Language,
  folder: string,
  reason: FolderRefusal["reason"],
  detail = "",
): FolderRefusal {
  return { folder, reason, message: words[language][reason](detail) };
}

async function accountsOf(deps: Deps): Promise<Account[]> {
  const ids = await deps.store.list("account");
  return Promise.all(ids.map((id) => deps.store.read(accountOwner(id), "account")));
}

/** Whose a companion without an owner here becomes: the only account's, else the oldest admin's. */
function heirOf(accounts: readonly Account[]): Account | undefined {
  if (accounts.length === 1) return accounts[0];
  const admins = accounts.filter(({ role }) => role === "admin");
  return admins.sort((a, b) => (a.created_at ?? 0) - (b.created_at ?? 0))[0] ?? accounts[0];
}

/** The good copy of a broken config is in use: its folder is no stranger. */
async function hasGoodCopy({ store }: Pick<Deps, "store">, id: Id): Promise<boolean> {
  const config = await store.file(companion(id), documents.config.file);
  return config?.valid === true || config?.error?.last_good === true;
}

type Found = { name: string; used: boolean };

type Judgement =
  | { kind: "refused"; refusal: FolderRefusal }
  | { kind: "fits"; config: Config }
  /** Its config is broken, and the good copy of it is in use. */
  | { kind: "left" };

async function judge(
  deps: Pick<Deps, "store">,
  { name }: Found,
  names: ReadonlySet<string>,
  language: Language,
): Promise<Judgement> {
  const refuse = (reason: FolderRefusal["reason"], detail?: string): Judgement => ({
    kind: "refused",
    refusal: refusal(language, name, reason, detail),
  });
  if (!idPattern.test(name)) return refuse("name");
  const look: Look = await deps.store.folders.look(name);
  if (look.kind === "missing") return refuse("missing");
  // Whoever looks after it needs to see it; what cannot be read is not written to.
  if (look.kind !== "good") deps.store.folders.admit(name);
  if (look.kind === "newer") return refuse("newer", String(look.format));
  if (look.kind === "damaged") {
    if (await hasGoodCopy(deps, name)) return { kind: "left" };
    return refuse("damaged", `${look.line}:${look.column} ${look.message}`);
  }
  const { user_id } = look.config;
  if (user_id !== undefined && user_id !== name && names.has(user_id)) {
    deps.store.folders.withhold(name);
    return refuse("clash", user_id);
  }
  return { kind: "fits", config: look.config };
}

/** Folders among the companions that cannot be used, and why; nothing is changed. */
export async function refusedFolders(
  deps: Pick<Deps, "store">,
  language: Language,
): Promise<FolderRefusal[]> {
  const found = await deps.store.folders.found();
  const names = new Set(found.map(({ name }) => name));
  const refused: FolderRefusal[] = [];
  for (const one of found) {
    const judged = await judge(deps, one, names, language);
    if (judged.kind === "refused") refused.push(judged.refusal);
  }
  return refused;
}

/** Gives a folder its owner and its own name; null where it has both and is in use. */
async function takeIn(deps: Deps, { name, used }: Found, config: Config, owner: Id): Promise<Id | null> {
  const settled = config.owner === owner && (config.user_id === undefined || config.user_id === name);
  if (used && settled) return null;
  deps.store.folders.admit(name);
  const meta = { by: "system", cause: "adopt" } as const;
  if (!settled)
    await deps.store.commit(companion(name), ["config"], meta, ({ config: now }) => ({
      documents: { config: { ...now, user_id: name, owner } },
      result: undefined,
    }));
  await welcome(deps, name, owner, "adopt");
  return name;
}

/**
 * Looks at every folder among the companions. One whose owner has no account here becomes the only account's, or the admin's;
 * one that was copied there while the program ran is used from now on; one that cannot be used is named with the reason, in the
 * log and to the admin, and stays as it is. Without an account nothing is taken in yet. Run at the start, and when an admin asks;
 * `arrived: false` leaves those alone that came while the program ran, since they may be half copied.
 */
export async function adoptFolders(deps: Deps, { arrived }: { arrived: boolean }): Promise<FoldersAnswer> {
  const accounts = await accountsOf(deps);
  const heir = heirOf(accounts);
  const language = heir?.language ?? "en";
  const found = await deps.store.folders.found();
  const names = new Set(found.map(({ name }) => name));
  const answer: FoldersAnswer = { adopted: [], refused: [] };
  for (const one of found) {
    if (!one.used && !arrived && idPattern.test(one.name)) continue;
    try {
      const judged = await judge(deps, one, names, language);
      if (judged.kind === "refused") answer.refused.push(judged.refusal);
      if (judged.kind !== "fits" || !heir) continue;
      const known = accounts.find(({ account_id }) => account_id === judged.config.owner);
      const id = await takeIn(deps, one, judged.config, (known ?? heir).account_id);
      if (id !== null) answer.adopted.push(id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      answer.refused.push(refusal(language, one.name, "damaged", error.message));
    }
  }
  tell(deps, heir, answer.refused);
  return answer;
}

/** The looks of one run of the house: that of the start, and those an admin asks for. */
export type Adoption = {
  /** What was taken in since the start, and what the last look refused. */
  last(): FoldersAnswer;
  look(): Promise<FoldersAnswer>;
  /** A house that had no account yet looks again when it has one. */
  tick(): Promise<void>;
};

/** Nothing is looked at before `look` is called. */
export function createAdoption(deps: Deps): Adoption {
  let last: FoldersAnswer = { adopted: [], refused: [] };
  let waits = true;
  const look = async (arrived = true) => {
    waits = (await deps.store.list("account")).length === 0;
    const found = await adoptFolders(deps, { arrived });
    last = { adopted: [...new Set([...last.adopted, ...found.adopted])], refused: found.refused };
    return found;
  };
  return {
    last: () => last,
    look: () => look(),
    async tick() {
      if (waits && (await deps.store.list("account")).length > 0) await look(false);
    },
  };
}

function tell(deps: Deps, heir: Account | undefined, refused: readonly FolderRefusal[]): void {
  for (const { folder, reason, message } of refused) {
    deps.log.warn({ folder, reason }, "a folder among the companions is not used");
    if (heir)
      deps.publish(heir.account_id, {
        event: "notice",
        data: { code: "folder-refused", message: `${folder}: ${message}`, folder, reason },
      });
  }
}
