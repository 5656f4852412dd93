// A data folder with one companion for each conversation, filled through the import that a person would use.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Deps } from "../../src/deps.ts";
import { importTopics } from "../../src/lifecycle/import.ts";
import { plainRun } from "../../src/lifecycle/import-job.ts";
import { type Reader, readCompanion } from "../../src/lifecycle/read-companion.ts";
import { defaultModelsConfig } from "../../src/model/config.ts";
import { createExtractive } from "../../src/model/extractive.ts";
import { createModels } from "../../src/model/fallback.ts";
import { loadPrompts } from "../../src/prompt/loader.ts";
import { documents } from "../../src/schema/documents.ts";
import { createSearch } from "../../src/search/index-cache.ts";
import type { SignalName } from "../../src/search/signals.ts";
import { tokenise } from "../../src/search/tokenise.ts";
import { openHouse } from "./context-house.ts";
import type { Conversation } from "./recall-data.ts";

const project = resolve(import.meta.dirname, "../..");
const maxBytes = 1024 * 1024 * 1024;
const daySeconds = 86_400;

export type RecallHouse = {
  deps: Deps;
  /** The companion of each conversation. */
  readers: ReadonlyMap<string, Reader>;
  /** The same house with a search that leaves signals out. */
  without(signals: ReadonlySet<SignalName>): Deps;
  close(): Promise<void>;
};

/** The files of one companion and its owner, as the server would write them. */
async function lay(root: string, user: string, { names, language, timeZone }: Conversation): Promise<void> {
  const owner = `owner-${user}`;
  await mkdir(join(root, "ai_users", user), { recursive: true });
  await mkdir(join(root, "accounts", owner), { recursive: true });
  const config = { ...documents.config.empty(), user_id: user, owner, name: names[1], language };
  const person = {
    ...documents.account.empty(),
    account_id: owner,
    username: owner,
    display_name: names[0],
    time_zone: timeZone,
  };
  await writeFile(join(root, "ai_users", user, "config.json"), JSON.stringify(config));
  await writeFile(join(root, "accounts", owner, "account.json"), JSON.stringify(person));
}

/** No model, so that summaries are made by the engine in code. */
const modelsInCode = (): Deps["models"] =>
  createModels({
    config: defaultModelsConfig,
    extractive: createExtractive({ tokenise }),
    guide: (_language, fault) => fault,
    milliseconds: () => 0,
  });

/** Opens a temporary folder and imports every conversation, with summaries as asked. */
export async function openRecallHouse(
  conversations: readonly Conversation[],
  summarise: "none" | "extractive",
): Promise<RecallHouse> {
  const root = await mkdtemp(join(tmpdir(), "keepsake-recall-"));
  const users = conversations.map((conversation, place) => ({ user: `recall_${place}`, conversation }));
  for (const { user, conversation } of users) await lay(root, user, conversation);
  const moments = conversations.flatMap(({ topics }) =>
    topics.map((topic) => topic.messages.at(-1)?.timestamp ?? 0),
  );
  const now = moments.reduce((latest, moment) => Math.max(latest, moment), 0) + daySeconds;
  const prompts = await loadPrompts(join(project, "prompts"));
  const { deps, store } = await openHouse({ root, prompts, now: () => now, models: modelsInCode() });
  const readers = new Map<string, Reader>();
  for (const { user, conversation } of users) {
    await importTopics(deps, user, conversation.topics, summarise, plainRun(deps, "messages"));
    readers.set(conversation.id, await readCompanion(deps, user));
  }
  return {
    deps,
    readers,
    without: (signals) => ({ ...deps, search: createSearch({ maxBytes, without: signals }) }),
    async close() {
      await store.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}
