// Measures what the search finds: evidence word for word in the returned text, within a budget of tokens, by category and by signal.
import { resolve } from "node:path";
import { findMemories, packHits } from "../../src/lifecycle/search-memory.ts";
import { type SignalName, signals } from "../../src/search/signals.ts";
import type { Bench, Figure } from "./main.ts";
import { type Conversation, counts, type Question, readConversations, readNoise } from "./recall-data.ts";
import { openRecallHouse, type RecallHouse } from "./recall-house.ts";
import { formerFirst, holdsEvidence, within } from "./recall-measure.ts";
import { measureScale } from "./recall-scale.ts";
import { rounded } from "./statistics.ts";

const own = (name: string) => resolve(import.meta.dirname, "data", name);
const mostHits = 500;
/** The budget at which former values are looked for and the ablation is made. */
const middleBudget = 1_000;
const nothing: ReadonlySet<SignalName> = new Set();

/** Goals of the table in part 3, by data set: category (or all), budget, share. LoCoMo's adversarial questions count nowhere. */
const goals: Record<string, readonly { category: string; budget: number; least: number }[]> = {
  locomo: [
    { category: "all", budget: 2_000, least: 90 },
    { category: "multi-hop", budget: 2_000, least: 65 },
    { category: "open-domain", budget: 2_000, least: 60 },
  ],
  "memorybank-zh": [{ category: "all", budget: 2_000, least: 98 }],
  "memorybank-en": [{ category: "all", budget: 2_000, least: 93 }],
  "twolives-zh": [
    { category: "all", budget: 1_000, least: 88 },
    { category: "paraphrase", budget: 1_000, least: 35 },
  ],
  "twolives-en": [
    { category: "all", budget: 1_000, least: 88 },
    { category: "paraphrase", budget: 1_000, least: 35 },
  ],
};

type Asked = {
  question: Question;
  conversation: Conversation;
  found: boolean[];
  former: boolean;
  texts: string[];
};

/** The moment of asking: never before the last thing that was said, whose time the sets give by the minute only. */
function momentOf(question: Question, { topics, texts }: Conversation): number {
  let last = 0;
  for (const { messages } of topics)
    for (const { message_id, timestamp } of messages)
      if (texts.has(message_id ?? "")) last = Math.max(last, timestamp);
  return Math.max(Date.parse(question.asked_at) / 1000, last + 1);
}

async function askAll(
  house: RecallHouse,
  conversations: readonly Conversation[],
  budgets: readonly number[],
  without: ReadonlySet<SignalName>,
): Promise<Asked[]> {
  const deps = without.size > 0 ? house.without(without) : house.deps;
  const asked: Asked[] = [];
  for (const conversation of conversations) {
    const reader = house.readers.get(conversation.id);
    if (!reader) continue;
    for (const question of conversation.questions.filter(counts)) {
      const at = momentOf(question, conversation);
      const hits = await findMemories(deps, reader, { text: question.question, limit: mostHits, at });
      const shown = (budget: number) => within(packHits(hits, budget).hits, budget).texts;
      const texts = shown(middleBudget);
      asked.push({
        question,
        conversation,
        found: budgets.map((budget) => holdsEvidence(shown(budget), question, conversation.texts)),
        former: question.category === "update-current" && formerFirst(texts, question, conversation.texts),
        texts,
      });
    }
  }
  return asked;
}

const share = (asked: readonly Asked[], place: number) =>
  rounded((100 * asked.filter(({ found }) => found[place]).length) / Math.max(1, asked.length), 1);

function figuresOf(set: string, asked: readonly Asked[], budgets: readonly number[]): Figure[] {
  const categories = ["all", ...[...new Set(asked.map(({ question }) => question.category))].sort()];
  const figures: Figure[] = [];
  for (const category of categories) {
    const chosen =
      category === "all" ? asked : asked.filter(({ question }) => question.category === category);
    for (const [place, budget] of budgets.entries()) {
      const value = share(chosen, place);
      const goal = goals[set]?.find((one) => one.category === category && one.budget === budget);
      const name = `${set} ${category} (${chosen.length}) at ${budget}, %`;
      figures.push(
        goal ? { name, value, goal: `≥ ${goal.least}`, met: value >= goal.least } : { name, value },
      );
    }
  }
  const updates = asked.filter(({ question }) => question.category === "update-current");
  if (updates.length > 0) {
    const value = updates.filter(({ former }) => former).length;
    figures.push({
      name: `${set} former value first (of ${updates.length})`,
      value,
      goal: "0",
      met: value === 0,
    });
  }
  return figures;
}

/** One line for each signal: what is found where it alone is left out. */
async function ablation(
  set: string,
  house: RecallHouse,
  conversations: readonly Conversation[],
  budget: number,
): Promise<Figure[]> {
  const names: SignalName[] = [
    ...(Object.keys(signals) as (keyof typeof signals)[]),
    "kindred",
    "related",
    "fresh",
    "renewed",
    "often",
    "held",
  ];
  const whole = share(await askAll(house, conversations, [budget], nothing), 0);
  const figures: Figure[] = [{ name: `${set} with every signal at ${budget}, %`, value: whole }];
  for (const name of names) {
    const left = share(await askAll(house, conversations, [budget], new Set([name])), 0);
    figures.push({ name: `  without ${name}, points`, value: rounded(left - whole, 1) });
  }
  return figures;
}

function listMisses(asked: readonly Asked[]): void {
  for (const { question, conversation, found } of asked) {
    if (found.at(-1)) continue;
    const evidence = question.evidence.map((id) => conversation.texts.get(id)).join(" | ");
    process.stdout.write(
      `missed: ${question.category} ${question.id} ${question.question}\n        ${evidence}\n`,
    );
  }
}

type Wish = {
  folder: string;
  noise: string | undefined;
  budgets: number[];
  summarise: "none" | "extractive";
  ablate: boolean;
  list: boolean;
};

async function measure({ folder, noise, budgets, summarise, ablate, list }: Wish): Promise<Figure[]> {
  const set = folder.split("/").findLast((part) => part !== "") ?? "data";
  const conversations = await readConversations(folder, await readNoise(noise));
  const house = await openRecallHouse(conversations, summarise);
  try {
    const asked = await askAll(house, conversations, budgets, nothing);
    if (list) listMisses(asked);
    const figures = figuresOf(set, asked, budgets);
    const budget = goals[set]?.[0]?.budget ?? middleBudget;
    return ablate ? [...figures, ...(await ablation(set, house, conversations, budget))] : figures;
  } finally {
    await house.close();
  }
}

/**
 * `npm run bench -- recall [--data=FOLDER] [--noise=FILE.jsonl] [--budgets=500,1000,2000,4000] [--summarise=none|extractive]
 * [--ablation] [--list] [--scale]`. Without data: both of the project's own sets, and how far they lie apart.
 */
export const recall: Bench = async ({
  data,
  noise,
  budgets = "500,1000,2000,4000",
  summarise,
  ablation: ablate,
  list,
  scale,
}) => {
  if (scale !== undefined) return measureScale();
  const wish = {
    noise,
    budgets: budgets.split(",").map(Number),
    summarise: summarise === "extractive" ? ("extractive" as const) : ("none" as const),
    ablate: ablate !== undefined,
    list: list !== undefined,
  };
  if (data !== undefined) return measure({ ...wish, folder: resolve(data) });
  const [zh, en] = [
    await measure({ ...wish, folder: own("twolives-zh") }),
    await measure({ ...wish, folder: own("twolives-en") }),
  ];
  const wholeOf = (figures: readonly Figure[]) =>
    figures.find(({ name }) => name.includes(" all (") && name.includes(`at ${middleBudget},`))?.value ?? 0;
  const gap = rounded(Math.abs(wholeOf(zh) - wholeOf(en)), 1);
  return [
    ...zh,
    ...en,
    { name: `zh against en at ${middleBudget}, points`, value: gap, goal: "≤ 3", met: gap <= 3 },
  ];
};
