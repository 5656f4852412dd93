// Measures on a data set how often the assembled context holds the evidence, and whether a topic's requests only grow at the end.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Deps } from "../../src/deps.ts";
import { assemble, type Context } from "../../src/lifecycle/assemble.ts";
import { importTopics } from "../../src/lifecycle/import.ts";
import { plainRun } from "../../src/lifecycle/import-job.ts";
import { readCompanion } from "../../src/lifecycle/read-companion.ts";
import { joinTurn } from "../../src/memory/join.ts";
import { defaultModelsConfig } from "../../src/model/config.ts";
import { countExactly } from "../../src/model/exact-tokens.ts";
import { createExtractive } from "../../src/model/extractive.ts";
import { createModels } from "../../src/model/fallback.ts";
import { loadPrompts } from "../../src/prompt/loader.ts";
import { documents } from "../../src/schema/documents.ts";
import type { Message } from "../../src/schema/message.ts";
import { tokenise } from "../../src/search/tokenise.ts";
import { companion } from "../../src/store/store.ts";
import { openHouse } from "./context-house.ts";
import type { Figure } from "./main.ts";
import { type Conversation, counts, type Question, readConversations, readNoise } from "./recall-data.ts";
import { holdsEvidence } from "./recall-measure.ts";
import { rounded } from "./statistics.ts";

const project = resolve(import.meta.dirname, "../..");
const user = "mira";
/** Questions that are asked as one talk, to see whether each request begins with the one before. */
const talkLength = 20;

type Asked = {
  question: Question;
  found: boolean;
  inPrefix: boolean;
  tokens: number;
  exact: number;
  recall: number;
};
type Told = { asked: Asked[]; requests: number; broken: number };

/** An account and a companion of the conversation's language and names. */
async function makeFolders(root: string, { language, names, timeZone }: Conversation): Promise<void> {
  const folder = join(root, "ai_users", user);
  const account = join(root, "accounts", "owner");
  await mkdir(folder, { recursive: true });
  await mkdir(account, { recursive: true });
  const [person, companionName] = names;
  const config = {
    ...documents.config.empty(),
    user_id: user,
    owner: "owner",
    name: companionName,
    language,
  };
  const owner = {
    ...documents.account.empty(),
    account_id: "owner",
    username: "owner",
    display_name: person,
  };
  await writeFile(join(folder, "config.json"), JSON.stringify({ ...config, base_soul: companionName }));
  await writeFile(join(account, "account.json"), JSON.stringify({ ...owner, time_zone: timeZone }));
}

/** No model, so that summaries are made by the engine in code. */
const modelsInCode = (): Deps["models"] =>
  createModels({
    config: defaultModelsConfig,
    extractive: createExtractive({ tokenise }),
    guide: (_language, fault) => fault,
    milliseconds: () => 0,
  });

async function contextFor(deps: Deps, content: string, at: number, topic_id?: string): Promise<Context> {
  const reader = await readCompanion(deps, user);
  const short = await deps.store.view(companion(user), "short_term");
  const message_id = topic_id === undefined ? "asked" : `asked_${at}`;
  const message: Message = {
    message_id,
    role: "user",
    content,
    timestamp: at,
    topic_id: topic_id ?? "asked",
  };
  return assemble(deps, reader, { message, short }, topic_id === undefined ? { keepPrefix: false } : {});
}

async function ask(deps: Deps, question: Question, texts: ReadonlyMap<string, string>): Promise<Asked> {
  const context = await contextFor(deps, question.question, Date.parse(question.asked_at) / 1000);
  const all = context.messages.map(({ content }) => content);
  const recall = context.sections.find(({ name }) => name === "recall")?.tokens ?? 0;
  let exact = 0;
  for (const text of all) exact += await countExactly(text);
  return {
    question,
    found: holdsEvidence(all, question, texts),
    inPrefix: holdsEvidence(all.slice(0, 1), question, texts),
    tokens: context.tokens,
    exact,
    recall,
  };
}

/** The questions as the turns of one topic, each with an answer; counts the requests that do not begin with the one before. */
async function talk(
  deps: Deps,
  questions: readonly Question[],
): Promise<{ requests: number; broken: number }> {
  let before = "";
  let broken = 0;
  const from = Math.max(...questions.map(({ asked_at }) => Date.parse(asked_at) / 1000)) + 60;
  for (const [turn, { question }] of questions.entries()) {
    const at = from + turn * 60;
    const said: Message = {
      message_id: `asked_${at}`,
      role: "user",
      content: question,
      timestamp: at,
      topic_id: "talk",
    };
    await deps.store.log.append(user, [said]);
    const { messages } = await contextFor(deps, question, at, "talk");
    const head = messages.map((message) => JSON.stringify(message));
    if (!head.join("\n").startsWith(before)) broken += 1;
    before = head.slice(0, -1).join("\n");
    const answer: Message = {
      ...said,
      message_id: `answer_${at}`,
      role: "assistant",
      content: "…",
      answers: said.message_id,
      reply_id: `reply_${at}`,
    };
    await deps.store.log.append(user, [answer]);
    await deps.store.commit(
      companion(user),
      ["short_term"],
      { by: "system", cause: "bench" },
      ({ short_term }) => ({
        documents: { short_term: joinTurn(short_term, "talk", [said, answer], at) },
        result: undefined,
      }),
    );
  }
  return { requests: questions.length, broken };
}

async function live(conversation: Conversation, prompts: Deps["prompts"]): Promise<Told> {
  const root = await mkdtemp(join(tmpdir(), "keepsake-context-data-"));
  await makeFolders(root, conversation);
  let now = Math.max(...conversation.questions.map(({ asked_at }) => Date.parse(asked_at) / 1000));
  const { deps, store } = await openHouse({ root, prompts, now: () => now, models: modelsInCode() });
  await importTopics(deps, user, conversation.topics, "extractive", plainRun(deps, "messages"));
  const asked: Asked[] = [];
  for (const question of conversation.questions.filter(counts))
    asked.push(await ask(deps, question, conversation.texts));
  now += 60;
  const told = await talk(deps, conversation.questions.slice(0, talkLength));
  await store.close();
  await rm(root, { recursive: true, force: true });
  return { asked, ...told };
}

const share = (list: readonly Asked[], is: (one: Asked) => boolean) =>
  rounded((100 * list.filter(is).length) / Math.max(1, list.length), 1);
const mean = (list: readonly Asked[], of: (one: Asked) => number) =>
  rounded(list.reduce((sum, one) => sum + of(one), 0) / Math.max(1, list.length), 0);

export type DataOptions = { data: string; noise?: string | undefined; list: boolean };

/** Evidence in the assembled context at default budgets, without a model, by category (part 3: at least 85 %). */
export async function contextOfData({ data, noise, list }: DataOptions): Promise<Figure[]> {
  const prompts = await loadPrompts(join(project, "prompts"));
  const conversations = await readConversations(data, await readNoise(noise));
  const told: Told[] = [];
  for (const conversation of conversations) told.push(await live(conversation, prompts));
  const asked = told.flatMap((one) => one.asked);
  const broken = told.reduce((sum, one) => sum + one.broken, 0);
  if (list)
    for (const { question, found } of asked)
      if (!found)
        process.stdout.write(`not held: ${question.category} ${question.id} ${question.question}\n`);
  const whole = share(asked, ({ found }) => found);
  const categories = [...new Set(asked.map(({ question }) => question.category))].sort();
  return [
    { name: "questions with evidence", value: asked.length },
    { name: "evidence in the assembled context, %", value: whole, goal: "≥ 85", met: whole >= 85 },
    ...categories.map((category) => ({
      name: `  ${category}, %`,
      value: share(
        asked.filter(({ question }) => question.category === category),
        ({ found }) => found,
      ),
    })),
    { name: "of these in the prefix already, %", value: share(asked, ({ inPrefix }) => inPrefix) },
    { name: "context tokens, estimated", value: mean(asked, ({ tokens }) => tokens) },
    { name: "context tokens, exact", value: mean(asked, ({ exact }) => exact) },
    { name: "recall tokens, estimated", value: mean(asked, ({ recall }) => recall) },
    { name: "requests of one topic", value: told.reduce((sum, one) => sum + one.requests, 0) },
    { name: "requests that break the prefix rule", value: broken, goal: "0", met: broken === 0 },
  ];
}
