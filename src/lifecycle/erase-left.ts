// What an erasure does not reach and tells the owner instead: the soul, other companions, broken files, backups (DESIGN 7).
import type { Deps } from "../deps.ts";
import { ownersOwn } from "../memory/erase-facts.ts";
import { provingAsked } from "../memory/erase-named.ts";
import type { EraseTarget } from "../memory/erase-target.ts";
import { firstHolding, type Holds } from "../memory/erase-text.ts";
import type { Id } from "../schema/common.ts";
import { documents as register } from "../schema/documents.ts";
import type { SharedFacts } from "../schema/fact.ts";
import type { EraseLeft } from "../schema/request-erase.ts";
import { account, companion } from "../store/store.ts";
import { backupsHolding } from "./backup-search.ts";
import { companionsOf } from "./companion-owners.ts";
import { accountOf } from "./erase-find.ts";
import { type Memory, readMemory } from "./erase-memory.ts";
import { faultOf } from "./fault.ts";
import { giveWay } from "./give-way.ts";
import type { Reader } from "./read-companion.ts";

const words = {
  zh: {
    config: "设定（base_soul 等）里有这段文字，请在设定页自己改。",
    account: "你的账号资料（称呼或自我介绍）里有这段文字。",
    shared_fact: "其他来源的共享事实里有这段文字。",
    companion: "另一位伙伴的聊天或记忆里有这段文字。",
    trashed: "回收站里的一位伙伴还留着这段文字，彻底删除它才会消失。",
    source: "这些条目所依据的内容还在，可以一并抹去。",
    damaged: "这个文件已损坏，没有改动；修好之后请再抹一次。",
    file: "这是你自己放进来的文件，没有改动。",
    backups: "此前做的备份里可能还有。",
    held: (count: number) => `${count} 份备份里还有，可以把这位伙伴从这些备份里清除。`,
    clean: "这台机器上的备份里已经没有了；拷到别处的备份里可能还有。",
    exports: "此前导出的文件里可能还有。",
  },
  en: {
    config: "The settings (base_soul and the like) hold this text; change them on their page.",
    account: "Your account (display name or about me) holds this text.",
    shared_fact: "A shared fact of another origin holds this text.",
    companion: "Another companion's talk or memory holds this text.",
    trashed: "A companion in the trash still holds this text; it goes when that one is removed for good.",
    source: "What these entries were made of is still there and can be erased as well.",
    damaged: "This file is broken and was not touched; erase once more when it is mended.",
    file: "You put this file here yourself; it was not touched.",
    backups: "Backups made before may still hold it.",
    held: (count: number) =>
      `${count === 1 ? "One backup still holds" : `${count} backups still hold`} it; this companion can be taken out of them.`,
    clean: "No backup on this machine holds it; copies of backups elsewhere may.",
    exports: "Files exported before may still hold it.",
  },
} as const;

type Search = {
  /** The text, where the owner gave one. */
  words: Holds | undefined;
  target: EraseTarget;
  /** Memory as it was before the erasure: the owner's entries and what they rest on. */
  memory: Memory;
  /** Log files that could not be reached. */
  damaged: readonly string[];
  /** Which other companions may be looked at. */
  may: (id: Id) => boolean;
};

/**
 * Everything that stays, and where. Backups are looked through, and those that hold it are named by `ids`; where none are kept
 * here, and exports in any case, are named since they cannot be looked into.
 */
export async function findLeft(deps: Deps, reader: Reader, search: Search): Promise<EraseLeft[]> {
  const say = (kind: EraseLeft["kind"], where: string, ids?: string[]): EraseLeft => ({
    kind,
    where,
    message: words[reader.language][kind],
    ...(ids ? { ids } : {}),
  });
  const { words: text = () => false } = search;
  const holds = (value: unknown) => firstHolding(value, text) !== undefined;
  const person = reader.account;
  const { asked } = search.target;
  const shared = await sharedElsewhere(deps, reader, (fact) => holds(fact) || asked.has(fact.id));
  return [
    ...(holds(reader.config) ? [say("config", "config.json")] : []),
    ...(person && holds([person.display_name, person.about_me]) ? [say("account", "account.json")] : []),
    ...(shared.length > 0 ? [say("shared_fact", "facts.json", shared)] : []),
    ...sourcesOf(search).map(({ document, ids }) => say("source", document, ids)),
    ...(await otherCompanions(deps, reader, search)).map((id) => say("companion", id)),
    ...(await trashedCompanions(deps, reader, search)).map((id) => ({
      ...say("companion", id),
      message: words[reader.language].trashed,
    })),
    ...(await filesLeft(deps, reader.user, search)).map(({ kind, name }) => say(kind, name)),
    await inBackups(deps, reader, search.target),
    say("exports", "exports"),
  ];
}

async function inBackups(deps: Deps, reader: Reader, target: EraseTarget): Promise<EraseLeft> {
  const { backups, held, clean } = words[reader.language];
  const left = { kind: "backups", where: "backups" } as const;
  if (!deps.backups) return { ...left, message: backups };
  try {
    const ids = await backupsHolding(deps, deps.backups, reader.user, reader.owner, target);
    return ids.length === 0 ? { ...left, message: clean } : { ...left, message: held(ids.length), ids };
  } catch (error) {
    // The receipt of what is erased must not fail with a disk that holds something else.
    deps.log.warn(faultOf(error), "the backups could not be looked through");
    return { ...left, message: backups };
  }
}

/** Rows of other companions that were meant: these are erased there. */
async function sharedElsewhere(
  deps: Deps,
  reader: Reader,
  isMeant: (fact: SharedFacts[number]) => boolean,
): Promise<string[]> {
  const owner = await accountOf(deps, reader.user);
  if (owner === undefined) return [];
  const shared = await deps.store.read(account(owner), "shared_facts");
  const own: ReadonlySet<string> = new Set([reader.user, ownersOwn]);
  return shared.filter((fact) => !own.has(fact.origin) && isMeant(fact)).map(({ id }) => id);
}

/** What the entries that the owner named were made of, where that is not erased with them (C120). */
function sourcesOf({ target, memory }: Search): { document: string; ids: string[] }[] {
  if (target.asked.size === 0) return [];
  const { documents, parts } = memory;
  const mids = [...documents.mid_term, ...[...parts.archive.values()].flat()];
  const long = documents.long_term.filter(({ id }) => target.asked.has(id));
  const named = mids.filter(({ id }) => target.asked.has(id));
  const detailOf = (file: string) => parts.details.get(file);
  const sources = new Set(long.flatMap(({ detail_file }) => detailOf(detail_file)?.source_mid_ids ?? []));
  const madeOf = documents.long_term.filter(({ detail_file }) =>
    detailOf(detail_file)?.source_mid_ids.some((id) => target.asked.has(id)),
  );
  const messages = [
    ...[...named, ...long].flatMap(({ message_ids }) => message_ids ?? []),
    ...provingAsked(documents, target),
  ];
  const left = (ids: Iterable<string>) => [...new Set(ids)].filter((id) => !target.asked.has(id));
  const found = [
    { document: "mid_term", ids: left(mids.filter(({ id }) => sources.has(id)).map(({ id }) => id)) },
    { document: "long_term", ids: left(madeOf.map(({ id }) => id)) },
    { document: "conversation", ids: left(messages).filter((id) => !target.messages.has(id)) },
  ];
  return found.filter(({ ids }) => ids.length > 0);
}

/** Other companions of the same owner in whose talk or memory the text stands. */
async function otherCompanions(deps: Deps, reader: Reader, { words: holds, may }: Search): Promise<Id[]> {
  if (!holds || reader.owner === "") return [];
  const found: Id[] = [];
  for (const id of await companionsOf(deps, reader.owner)) {
    if (id === reader.user || !may(id)) continue;
    if (await companionHolds(deps, id, holds)) found.push(id);
  }
  return found;
}

/** Companions of the same owner in the trash whose files hold the text. */
async function trashedCompanions(deps: Deps, reader: Reader, { words: holds, may }: Search): Promise<Id[]> {
  if (!holds || reader.owner === "") return [];
  const found: Id[] = [];
  for (const { id, owner } of await deps.store.trashed()) {
    if (id === reader.user || owner !== reader.owner || !may(id) || found.includes(id)) continue;
    let isThere = false;
    await deps.store.erase.trash(id, (text) => {
      isThere ||= holds(text);
      // Only looked at.
      return false;
    });
    if (isThere) found.push(id);
  }
  return found;
}

async function companionHolds(deps: Deps, id: Id, holds: Holds): Promise<boolean> {
  const { documents, parts } = await readMemory(deps, id);
  const tiers = [
    documents,
    [...parts.archive.values()],
    [...parts.details.values()],
    [...parts.knowledge.values()],
  ];
  if (firstHolding(tiers, holds) !== undefined) return true;
  for await (const month of deps.store.log.scan(id)) {
    if (firstHolding(month, holds) !== undefined) return true;
    await giveWay();
  }
  return false;
}

const ownFiles: ReadonlySet<string> = new Set(Object.values(register).map(({ file }) => file));
const isLog = (name: string) => name === "conversation.json" || /^conversations\/[^/]+$/.test(name);
const isPart = (name: string) => /^(?:long_term_details|mid_term_archive|knowledge|changes)\//.test(name);

/** Broken files, and files that are none of the house's, in which the text stands. */
async function filesLeft(
  deps: Deps,
  user: Id,
  { words: holds = () => false, damaged }: Search,
): Promise<{ kind: "damaged" | "file"; name: string }[]> {
  const found = new Map<string, "damaged" | "file">(damaged.map((name) => [name, "damaged"]));
  for (const { name, valid } of await deps.store.files(companion(user))) {
    const foreign = !ownFiles.has(name) && !isLog(name) && !isPart(name);
    if ((valid && !foreign) || found.has(name)) continue;
    const file = await deps.store.file(companion(user), name);
    if (file && (holds(file.content) || holds(name))) found.set(name, valid ? "file" : "damaged");
  }
  return [...found].map(([name, kind]) => ({ kind, name }));
}
