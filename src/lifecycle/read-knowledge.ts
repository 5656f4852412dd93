// Reads what the owner has put into knowledge/ for the search: general knowledge, apart from what was lived (A117).
import type { Deps } from "../deps.ts";
import { passagesOf } from "../memory/knowledge.ts";
import type { Id } from "../schema/common.ts";
import type { SearchEntry } from "../search/search.ts";
import { companion } from "../store/store.ts";

/** Other files are kept and not read. */
const readable = /\.(?:md|markdown|txt)$/i;
/** Never weightier than anything that was lived. */
const importance = 0.1;

/** The names of the files that are read; none where the folder itself cannot be. */
export async function knowledgeFiles(deps: Pick<Deps, "store">, user: Id): Promise<string[]> {
  const names = await deps.store.parts.list(companion(user), "knowledge").catch(() => []);
  return names.filter((name) => readable.test(name));
}

/**
 * Every passage of the companion's knowledge files as an entry of the search: its id `<file>#<n>` from 1, its title the file's
 * name and the headings above it. Without a time: it holds whenever it is asked for. A file that cannot be read is passed over.
 */
export async function knowledgeEntries(deps: Pick<Deps, "store">, user: Id): Promise<SearchEntry[]> {
  const owner = companion(user);
  const entries: SearchEntry[] = [];
  for (const name of await knowledgeFiles(deps, user)) {
    const text = await deps.store.parts.read(owner, "knowledge", name).catch(() => undefined);
    if (typeof text !== "string") continue;
    const title = name.replace(readable, "");
    for (const [n, passage] of passagesOf(text).entries())
      entries.push({
        type: "knowledge",
        id: `${name}#${n + 1}`,
        text: passage.text,
        title: passage.heading === "" ? title : `${title} › ${passage.heading}`,
        date: 0,
        message_ids: [],
        importance,
      });
  }
  return entries;
}
