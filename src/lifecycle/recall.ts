// Recalls for one message: what it implies, what a search finds, and how each of it was said, felt and answered (A113, A119).
import type { Deps } from "../deps.ts";
import type { Matter } from "../memory/avoided.ts";
import { hintOf } from "../memory/context-recall.ts";
import { counter } from "../memory/context-text.ts";
import type { CutReason, Hint, Words } from "../memory/context-types.ts";
import { correctionsOf, putRight, titleRight } from "../memory/corrections.ts";
import { liveFacts } from "../memory/fact-life.ts";
import { impliedFacts, impliedRelations } from "../memory/implied.ts";
import {
  isPlainStatement,
  sayingMost,
  saysSomething,
  standsIn,
  standsInIndex,
  strongOnly,
  unique,
  worthRecalling,
} from "../memory/recall-gate.ts";
import type { Seconds } from "../schema/common.ts";
import type { EmotionEntry } from "../schema/emotion.ts";
import type { Fact } from "../schema/fact.ts";
import type { Relation } from "../schema/graph.ts";
import type { LongDetail } from "../schema/long-term.ts";
import type { Recalled } from "../schema/message.ts";
import { localDate } from "../schema/zone.ts";
import { asksHowOften } from "../search/question.ts";
import type { SearchHit, SourceType } from "../search/search.ts";
import { companion } from "../store/store.ts";
import { mattersLeftAlone, withoutAvoided } from "./avoided.ts";
import { faultOf } from "./fault.ts";
import type { Reader } from "./read-companion.ts";
import { knowledgeFiles } from "./read-knowledge.ts";
import { findMemories, longEntry } from "./search-memory.ts";
import { timesId, timesLine } from "./told-times.ts";

export type RecallRequest = {
  /** What is asked: the person's message, or the query of a tool. */
  text: string;
  /** The message that is answered: a matter that it brings up itself may be spoken of. */
  message: string;
  at: Seconds;
  /** Messages that stand in the request already. */
  shown: ReadonlySet<string>;
  /** Lines of the index section, by the id of their long memory. */
  index?: ReadonlyMap<string, string> | undefined;
  words: Words;
  /** What the person is called. */
  person: string;
  /** Milliseconds to wait for an index that is still being built. */
  patience?: number | undefined;
  /** Said in private: the words go to no other model than the one that answers. */
  privately?: boolean | undefined;
  /** Asked for by a tool: whether it is worth it is decided already. */
  asked?: boolean;
};

export type Recollected = {
  /** Best first. */
  memories: Hint[];
  knowledge: Hint[];
  /** As `reply-end` tells them, by the id of the line (DESIGN 7). */
  told: ReadonlyMap<string, Recalled>;
  left: ReadonlyMap<string, CutReason>;
};

export const nothingRecalled: Recollected = { memories: [], knowledge: [], told: new Map(), left: new Map() };

/** What may be found; a relation of the graph is no source of the search. */
type Found = Omit<SearchHit, "type" | "score"> & {
  type: SourceType | "relation";
  former?: { until?: Seconds | undefined; what?: string | undefined } | undefined;
};

/** Memories looked at for one message; the budget decides how many of them are shown. */
const recallLimit = 60;
/** The same where all the times count. */
const oftenLimit = 200;
const knowledgeLimit = 4;
/** So many of the best are told with the answer they got, and so many long memories with their detail (A88). */
const mostReplies = 2;
const mostDetails = 2;
/** Characters of each recalled text that reply-end and the log keep. */
const recalledCharacters = 120;

const memoryTypes = ["message", "mid", "long", "detail", "fact", "core"] as const satisfies SourceType[];

/**
 * What fits a message, as lines: first what it implies (facts and relations about a thing that it names), then what the search
 * finds, unless it says next to nothing (A114). Never what the person does not want brought up, and nothing that stands in the
 * request word for word. A damaged month does not keep the companion from answering: it then recalls less.
 */
export async function recall(deps: Deps, reader: Reader, request: RecallRequest): Promise<Recollected> {
  const names = [reader.config.name, reader.account?.display_name ?? "", request.person];
  if (!request.asked && !saysSomething(request.text, names)) return nothingRecalled;
  const worth = request.asked || worthRecalling(request.text, names);
  const matters = await mattersLeftAlone(deps, reader, request.message);
  const known = await implied(deps, reader, request.text);
  const often = asksHowOften(request.text);
  const hits = worth
    ? await search(deps, reader, request, memoryTypes, often ? oftenLimit : recallLimit)
    : [];
  const isPlain = !request.asked && isPlainStatement(request.text);
  const found = isPlain ? strongOnly(request.text, hits) : hits;
  const texts = worth ? await fromKnowledge(deps, reader, request, matters) : [];
  const fresh = unique([...known, ...found]).filter((hit) => !standsIn(hit, request.shown));
  const spoken = (await withoutAvoided(deps, reader, matters, fresh)).slice(0, recallLimit);
  const withDetail = await withDetails(deps, reader, spoken);
  const isInIndex = (hit: Found) => standsInIndex(hit, request.index);
  const detailed = withDetail.filter((hit) => !isInIndex(hit));
  // A detail may tell what its points do not.
  const mentionable = await withoutAvoided(deps, reader, matters, detailed);
  const left = new Map<string, CutReason>();
  for (const { id } of withDetail.filter(isInIndex)) left.set(id, "shown_already");
  for (const { id } of [...fresh.slice(0, recallLimit), ...detailed])
    if (!left.has(id) && !mentionable.some((one) => one.id === id)) left.set(id, "not_to_be_mentioned");
  const whole = sayingMost(mentionable, request.text);
  const line = await hints(deps, reader, request, whole, matters);
  const times = often ? timesOf(found, reader, request) : [];
  return {
    memories: [...times, ...whole.map((hit) => ({ ...line(hit), fit: hit.fit }))],
    knowledge: texts.map(line),
    told: new Map([...whole, ...texts].map((hit) => [hit.id, toldOf(hit, reader.zone)])),
    left,
  };
}

/** The days on which it was told, where it is asked how often. */
function timesOf(found: readonly SearchHit[], { zone }: Reader, { text, at, words }: RecallRequest): Hint[] {
  const line = timesLine(found, { text, at, zone }, words);
  return line ? [{ id: timesId, lead: "", text: line.text, mark: "", at: line.at }] : [];
}

async function search(
  deps: Deps,
  reader: Reader,
  { text, at, patience, shown, privately }: RecallRequest,
  types: readonly SourceType[],
  limit: number,
): Promise<SearchHit[]> {
  const query = { text, limit: limit + shown.size, at, patience, types, privately };
  return findMemories(deps, reader, query).catch((error: unknown) => {
    deps.log.warn({ user: reader.user, ...faultOf(error) }, "nothing was recalled");
    return [];
  });
}

/** The owner's own texts (A117); most companions have none. */
async function fromKnowledge(
  deps: Deps,
  reader: Reader,
  request: RecallRequest,
  matters: readonly Matter[],
): Promise<Found[]> {
  if ((await knowledgeFiles(deps, reader.user)).length === 0) return [];
  const found = await search(deps, reader, { ...request, shown: new Set() }, ["knowledge"], knowledgeLimit);
  return withoutAvoided(deps, reader, matters, found);
}

/** Facts and relations about what the message names (A119, A233). */
async function implied(deps: Deps, reader: Reader, text: string): Promise<Found[]> {
  const owner = companion(reader.user);
  const facts = impliedFacts(text, liveFacts(await deps.store.view(owner, "facts"), deps.clock.now()));
  const people = { user: [reader.account?.display_name ?? ""], companion: [reader.config.name] };
  const relations = impliedRelations(text, await deps.store.view(owner, "graph"), people);
  return [...facts.map(factHit), ...relations.map(relationHit)];
}

function factHit(fact: Fact): Found {
  return {
    type: "fact",
    id: fact.id,
    text: fact.statement || `${fact.key}: ${String(fact.value ?? "")}`,
    title: fact.key,
    date: fact.valid_from ?? fact.first_mentioned_at ?? 0,
    message_ids: fact.evidence.flatMap((proof) => ("message_id" in proof ? [String(proof.message_id)] : [])),
  };
}

/** The person's own words where they are kept; else who is what to whom. */
function relationHit(relation: Relation): Found {
  const { id, subject, predicate, object, quote, negated } = relation;
  return {
    type: "relation",
    id,
    text: quote || `${subject} – ${negated ? "≠ " : ""}${predicate} – ${object}`,
    date: relation.ended_at ?? relation.started_at ?? 0,
    message_ids: relation.message_ids ?? [],
  };
}

/** The detail of the best long memories stands behind their points, loaded now (A88). */
async function withDetails(deps: Deps, reader: Reader, hits: readonly Found[]): Promise<Found[]> {
  const owner = companion(reader.user);
  const there = new Set(hits.map(({ id }) => id));
  const wanted = hits.filter(({ type, id }) => type === "long" && !there.has(`${id}#detail`));
  if (wanted.length === 0) return [...hits];
  const long = await deps.store.view(owner, "long_term");
  const details = new Map<string, Found>();
  for (const hit of wanted.slice(0, mostDetails)) {
    const entry = long.find(({ id }) => id === hit.id);
    const read = entry && deps.store.parts.read(owner, "long_term_details", entry.detail_file);
    // A detail that cannot be read is no reason to forget the points.
    const detail = (await read?.catch(() => undefined)) as LongDetail | undefined;
    const told = entry && longEntry(entry, detail, reader.zone).find(({ type }) => type === "detail");
    if (told && told.text !== "") details.set(hit.id, told);
  }
  return hits.flatMap((hit) => {
    const detail = hit.type === "long" ? details.get(hit.id) : undefined;
    return detail ? [hit, detail] : [hit];
  });
}

/** How a hit becomes a line: with the mood of the moment, and the best ones with what was answered. */
async function hints(
  deps: Deps,
  reader: Reader,
  { text, words, person }: RecallRequest,
  hits: readonly Found[],
  matters: readonly Matter[],
): Promise<(hit: Found) => Hint> {
  const moods = await moodsOf(deps, reader, hits);
  const replies = await repliesTo(deps, reader, hits);
  const spoken = await withoutAvoided(deps, reader, matters, replies);
  // What the person has put right since is told rightly; a fact that holds needs none of it.
  const corrections = correctionsOf(await deps.store.view(companion(reader.user), "facts"));
  const right = (said: string, isQuoted: boolean) => putRight(said, corrections, words, isQuoted);
  const isRight = ({ type }: Found) => type === "fact" || type === "knowledge";
  const rightly = (hit: Found): Found => {
    if (isRight(hit)) return hit;
    const title = hit.title && titleRight(hit.title, [hit.text], corrections, words);
    return { ...hit, title, text: right(hit.text, hit.type === "message") };
  };
  const answers = new Map(spoken.map((reply) => [reply.to, right(reply.text, true)]));
  const options = {
    words,
    language: reader.language,
    timeZone: reader.zone,
    person,
    companion: words("you"),
    count: counter(),
    question: text,
  };
  return (hit) => hintOf({ ...rightly(hit), mood: moods.get(hit.id), reply: answers.get(hit.id) }, options);
}

async function moodsOf(
  deps: Deps,
  reader: Reader,
  hits: readonly Found[],
): Promise<Map<string, EmotionEntry>> {
  const wanted = new Set(
    hits.flatMap(({ type, speaker, id }) => (type === "message" && speaker === "user" ? [id] : [])),
  );
  const moods = new Map<string, EmotionEntry>();
  if (wanted.size === 0) return moods;
  for (const mood of await deps.store.view(companion(reader.user), "emotions"))
    if (mood.message_id !== undefined && wanted.has(mood.message_id)) moods.set(mood.message_id, mood);
  return moods;
}

/** What the character answered to the best of the person's messages, where the answer is not found by itself. */
async function repliesTo(
  deps: Deps,
  reader: Reader,
  hits: readonly Found[],
): Promise<{ to: string; text: string }[]> {
  const there = new Set(hits.map(({ id }) => id));
  // An answer that says nothing of its own ("mm, go on") need not be told twice.
  const told = new Set(hits.map(({ text }) => text));
  const replies: { to: string; text: string }[] = [];
  const asked = hits.filter(({ type, speaker }) => type === "message" && speaker === "user");
  for (const { id, topic_id } of asked.slice(0, mostReplies)) {
    const page = deps.store.log.page(reader.user, { after: id, limit: 1 });
    const [next] = await page.catch(() => []);
    const isReply = next?.role === "assistant" && next.topic_id === topic_id && next.model !== "offline";
    if (!isReply || there.has(next.message_id) || told.has(next.content)) continue;
    told.add(next.content);
    replies.push({ to: id, text: next.content });
  }
  return replies;
}

/** Its ids say where the whole text stands; a bubble that carries it would make each line of the log that much longer. */
function toldOf({ type, id, date, text, message_ids }: Found, zone: string): Recalled {
  const characters = [...text.slice(0, 2 * recalledCharacters + 2)];
  const shortened =
    characters.length <= recalledCharacters
      ? text
      : `${characters.slice(0, recalledCharacters - 1).join("")}…`;
  return { type, id, date: localDate(date, zone), text: shortened, message_ids: [...message_ids] };
}
