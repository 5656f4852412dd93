// Inverted index over one companion's entries: add, replace, remove, and BM25 scores of entries and of whole topics.
import { Columns, typeCode, typeCodes } from "./columns.ts";
import { Postings } from "./postings.ts";
import type { SearchEntry, SourceType } from "./search.ts";
import { tokenise } from "./tokenise.ts";
import { type Topic, TopicOrder } from "./topic-order.ts";

// RECALL 3: the values all measured figures were made with.
const k1 = 1.2;
const b = 0.4;
/** A word of the title, key or aliases counts like this many in the text. */
const titleWeight = 3;
/** Below this many places a clean-up is not worth its time. */
const fewPlaces = 1000;

/** Terms of a question and what each is worth. */
export type Terms = ReadonlyMap<string, number>;

/** By document number. `matched` is the share (0–1) of the question's worth that the entry holds. */
export type Scores = { score: Float64Array; matched: Float64Array; touched: number[] };

/** Whether a document may be found, by its number. */
export type Allowed = (number: number) => boolean;

type Document = { entry: SearchEntry; length: number; topic: Topic | undefined; size: Size };
/** How many entries of one type there are, and their summed length in tokens. */
type Size = { documents: number; length: number };

// A mid entry and a message may share an id.
const keyOf = (type: SourceType, id: string) => `${type} ${id}`;

/** BM25's share of one term: `worth` is its weight times its rarity, `relative` the length against the average. */
function termScore(worth: number, frequency: number, relative: number): number {
  return (worth * (k1 + 1) * frequency) / (frequency + k1 * (1 - b + b * relative));
}

function rarityOf(holders: number, all: number): number {
  return Math.log(1 + Math.max(0, all - holders + 0.5) / (holders + 0.5));
}

function frequencies(entry: SearchEntry): { counts: Map<string, number>; length: number } {
  const counts = new Map<string, number>();
  let length = 0;
  const count = (text: string, weight: number) => {
    for (const token of tokenise(text)) {
      counts.set(token, (counts.get(token) ?? 0) + weight);
      length++;
    }
  };
  count(entry.text, 1);
  if (entry.title) count(entry.title, titleWeight);
  for (const alias of entry.aliases ?? []) count(alias, titleWeight);
  return { counts, length };
}

function entryBytes(entry: SearchEntry): number {
  const characters = entry.text.length + (entry.title?.length ?? 0) + entry.id.length;
  return 2 * characters + 60 * entry.message_ids.length + 350;
}

/** The index of one companion. Document numbers grow; a replaced entry gets a new one. */
export class Index {
  #topics = new TopicOrder();
  #postings = new Postings();
  #documents: (Document | undefined)[] = [];
  #columns = new Columns();
  readonly #numbers = new Map<string, number>();
  /** By type: a message is not judged by the length of detail documents. */
  readonly #sizes = new Map<SourceType, Size>();
  #textBytes = 0;

  /** Living entries. */
  get size(): number {
    return this.#numbers.size;
  }

  /** One more than the highest document number. */
  get end(): number {
    return this.#documents.length;
  }

  /** Estimated bytes of entries, lists and places. */
  get bytes(): number {
    return this.#textBytes + this.#postings.bytes + this.#documents.length * 80;
  }

  entry(number: number): SearchEntry | undefined {
    return this.#documents[number]?.entry;
  }

  /** Date, type and speaker of every document, by number; valid until the next change of the index. */
  get columns(): Readonly<Columns> {
    return this.#columns;
  }

  topics(): Iterable<Topic> {
    return this.#topics.all();
  }

  topicAt(number: number): Topic | undefined {
    return this.#topics.at(number);
  }

  topicOf(number: number): Topic | undefined {
    return this.#documents[number]?.topic;
  }

  /** Adds an entry, or puts it in the place of the one with its type and id. */
  put(entry: SearchEntry): void {
    const key = keyOf(entry.type, entry.id);
    const beforeNumber = this.#numbers.get(key);
    const before = beforeNumber === undefined ? undefined : this.#documents[beforeNumber];
    const number = this.#documents.length;
    const { counts, length } = frequencies(entry);
    let topic: Topic | undefined;
    if (entry.type === "message" && entry.topic_id !== undefined) {
      if (beforeNumber !== undefined && before?.topic?.id === entry.topic_id) {
        topic = before.topic;
        this.#topics.replace(topic, beforeNumber, number, length - before.length);
        before.topic = undefined;
      } else topic = this.#topics.add(entry.topic_id, number, entry.date, length);
    }
    if (beforeNumber !== undefined) this.#forget(beforeNumber);
    const size = this.#sizeOf(entry.type);
    size.documents++;
    size.length += length;
    this.#documents.push({ entry, length, topic, size });
    this.#columns.add(entry, length, topic?.number ?? -1);
    this.#numbers.set(key, number);
    for (const [term, frequency] of counts) this.#postings.add(term, number, frequency);
    this.#textBytes += entryBytes(entry);
    this.#tidy();
  }

  /** Removes every entry with the id, whatever its type. Unknown ids are no error. */
  remove(id: string): void {
    for (const type of this.#sizes.keys()) {
      const number = this.#numbers.get(keyOf(type, id));
      if (number === undefined) continue;
      this.#forget(number);
      this.#numbers.delete(keyOf(type, id));
    }
    this.#tidy();
  }

  /**
   * Rarity of a term among the living entries: near 0 for one that nearly every entry holds. One that no entry holds counts
   * as one that a single entry holds, or the unknown words of a question would outweigh all others in a small memory.
   */
  rarity(term: string): number {
    return rarityOf(Math.max(1, this.#postings.count(term)), this.size);
  }

  /** The average length of each type's entries in tokens, by type code. */
  #averages(): Float64Array {
    const averages = new Float64Array(typeCodes).fill(1);
    for (const [type, { documents, length }] of this.#sizes)
      averages[typeCode(type)] = length / documents || 1;
    return averages;
  }

  /** BM25 of every entry that holds one of the terms and is allowed. */
  score(terms: Terms, allowed: Allowed): Scores {
    const scores: Scores = {
      score: new Float64Array(this.end),
      matched: new Float64Array(this.end),
      touched: [],
    };
    const { score, matched, touched } = scores;
    const { type: types, length: lengths } = this.#columns;
    const averages = this.#averages();
    let whole = 0;
    for (const [term, weight] of terms) {
      const worth = weight * this.rarity(term);
      whole += worth;
      this.#postings.each(term, (number, frequency) => {
        const type = types[number] ?? 0;
        if (type === 0) return;
        const seen = matched[number] ?? 0;
        if (seen === 0) {
          if (!allowed(number)) return;
          touched.push(number);
        }
        matched[number] = seen + worth;
        const relative = (lengths[number] ?? 0) / (averages[type] ?? 1);
        score[number] = (score[number] ?? 0) + termScore(worth, frequency, relative);
      });
    }
    if (whole > 0) for (const number of touched) matched[number] = (matched[number] ?? 0) / whole;
    return scores;
  }

  /** BM25 of whole topics, by topic number, as if each were one long text. */
  scoreTopics(terms: Terms, allowed: Allowed): Float64Array {
    const result = new Float64Array(this.#topics.end);
    const sums = new Float64Array(this.#topics.end);
    const { topic: topics } = this.#columns;
    let length = 0;
    for (const topic of this.#topics.all()) length += topic.length;
    const average = length / Math.max(1, this.#topics.size) || 1;
    for (const [term, weight] of terms) {
      const holders: number[] = [];
      this.#postings.each(term, (number, frequency) => {
        const topic = topics[number] ?? -1;
        if (topic < 0 || !allowed(number)) return;
        if (sums[topic] === 0) holders.push(topic);
        sums[topic] = (sums[topic] ?? 0) + frequency;
      });
      const worth = weight * rarityOf(holders.length, this.#topics.size);
      for (const topic of holders) {
        const relative = (this.#topics.at(topic)?.length ?? 0) / average;
        result[topic] = (result[topic] ?? 0) + termScore(worth, sums[topic] ?? 0, relative);
        sums[topic] = 0;
      }
    }
    return result;
  }

  #sizeOf(type: SourceType): Size {
    let size = this.#sizes.get(type);
    if (!size) {
      size = { documents: 0, length: 0 };
      this.#sizes.set(type, size);
    }
    return size;
  }

  #forget(number: number): void {
    const document = this.#documents[number];
    if (!document) return;
    this.#documents[number] = undefined;
    this.#columns.remove(number);
    if (document.topic) this.#topics.remove(document.topic, number, document.length);
    for (const term of frequencies(document.entry).counts.keys()) this.#postings.forget(term);
    document.size.documents--;
    document.size.length -= document.length;
    this.#textBytes -= entryBytes(document.entry);
  }

  /** Numbers and lists grow with every replacement; where most places are empty they are laid out afresh. */
  #tidy(): void {
    if (this.#documents.length < fewPlaces || this.#documents.length < 2 * this.size) return;
    const living = this.#documents.filter((document) => document !== undefined);
    const entries = living.filter((document) => !document.topic).map((document) => document.entry);
    // Messages in the order of their topics: an edited one has a high number but its old place.
    for (const topic of this.#topics.all()) {
      for (const member of topic.members) {
        const entry = this.entry(member);
        if (entry) entries.push(entry);
      }
    }
    this.#topics = new TopicOrder();
    this.#postings = new Postings();
    this.#documents = [];
    this.#columns = new Columns();
    this.#numbers.clear();
    this.#sizes.clear();
    this.#textBytes = 0;
    for (const entry of entries) this.put(entry);
  }
}
