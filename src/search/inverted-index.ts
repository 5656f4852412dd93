// Inverted index over one companion's entries: add, replace and remove them, and read who holds a term.
import { rarityOf } from "./bm25.ts";
import { BufferShelf } from "./buffers.ts";
import { Columns, speakerOf, typeCode, typeCodes } from "./columns.ts";
import { type Holders, Postings } from "./postings.ts";
import type { SearchEntry, SourceType } from "./search.ts";
import { addTerms, keyOf, TermList } from "./terms.ts";
import { type Topic, TopicOrder } from "./topic-order.ts";

/** A word of the title, key or aliases counts like this many in the text. */
const titleWeight = 3;
/** Below this many places a clean-up is not worth its time. */
const fewPlaces = 1000;

/** What a column of lengths holds at most. */
const mostLength = 65_535;

/** Terms of one entry, used again for the next. */
const scratch = new TermList();

/** Fills `scratch`; terms from `titleFrom` on stand in title or aliases. */
function readTerms(entry: SearchEntry): { titleFrom: number } {
  scratch.size = 0;
  addTerms(entry.text, scratch);
  const titleFrom = scratch.size;
  if (entry.title) addTerms(entry.title, scratch);
  for (const alias of entry.aliases ?? []) addTerms(alias, scratch);
  return { titleFrom };
}

/** True for a message of which nothing needs to be kept but id and text: the rest stands in the columns. */
function isPlain(entry: SearchEntry): boolean {
  const { type, message_ids, title, aliases, importance } = entry;
  const extra = title !== undefined || aliases !== undefined || importance !== undefined;
  return type === "message" && !extra && message_ids.length === 1 && message_ids[0] === entry.id;
}

/** The index of one companion. Document numbers grow; a replaced entry gets a new one. */
export class Index {
  #topics = new TopicOrder();
  #postings = new Postings();
  #columns = new Columns();
  #ids: (string | undefined)[] = [];
  #texts: string[] = [];
  /** The whole entry of whatever is no plain message. */
  #entries = new Map<number, SearchEntry>();
  /** By type, since a mid entry and a message may share an id. */
  #numbers = new Map<SourceType, Map<string, number>>();
  /** By type code: entries, and their summed length. A message is not judged by the length of detail documents. */
  #documents = new Float64Array(typeCodes);
  #lengths = new Float64Array(typeCodes);
  #living = 0;
  #textBytes = 0;
  /** What questions count in. */
  readonly buffers = new BufferShelf();

  /** Living entries. */
  get size(): number {
    return this.#living;
  }

  /** One more than the highest document number. */
  get end(): number {
    return this.#ids.length;
  }

  /** Estimated bytes of texts, lists and places. */
  get bytes(): number {
    return (
      this.#textBytes + this.#postings.bytes + this.#columns.bytes + this.#topics.bytes + this.buffers.bytes
    );
  }

  entry(number: number): SearchEntry | undefined {
    const id = this.#ids[number];
    if (id === undefined) return undefined;
    const whole = this.#entries.get(number);
    if (whole) return whole;
    const { date, speaker } = this.#columns;
    const said = speakerOf(speaker[number] ?? 0);
    const topic = this.topicOf(number);
    return {
      type: "message",
      id,
      text: this.#texts[number] ?? "",
      date: date[number] ?? 0,
      message_ids: [id],
      ...(said === undefined ? {} : { speaker: said }),
      ...(topic === undefined ? {} : { topic_id: topic.id }),
    };
  }

  /** The document number of an entry, or undefined where there is none. */
  numberOf(type: SourceType, id: string): number | undefined {
    return this.#numbers.get(type)?.get(id);
  }

  /** The entry as it was handed in; undefined for a plain message. */
  noted(number: number): SearchEntry | undefined {
    return this.#entries.get(number);
  }

  /** The id of a document; undefined where it is gone. */
  idOf(number: number): string | undefined {
    return this.#ids[number];
  }

  /** Date, type, speaker and marks of every document, by number; valid until the next change of the index. */
  get columns(): Readonly<Columns> {
    return this.#columns;
  }

  get topics(): TopicOrder {
    return this.#topics;
  }

  topicOf(number: number): Topic | undefined {
    return this.#topics.at(this.#columns.topic[number] ?? -1);
  }

  /** Who holds a term, the dead included; valid until the next reading. */
  holders(high: number, low: number): Holders {
    return this.#postings.read(high, low);
  }

  /** Living entries that hold a term. */
  count(high: number, low: number): number {
    return this.#postings.count(high, low);
  }

  /**
   * Rarity of a term among the living entries: near 0 for one that nearly every entry holds. One that no entry holds counts
   * as one that a single entry holds, or the unknown words of a question would outweigh all others in a small memory.
   */
  rarity(high: number, low: number): number {
    return rarityOf(Math.max(1, this.#postings.count(high, low)), this.#living);
  }

  /** The average length of each type's entries in terms, by type code. */
  averages(): Float64Array {
    return this.#documents.map((documents, type) => (this.#lengths[type] ?? 0) / documents || 1);
  }

  /** Adds an entry, or puts it in the place of the one with its type and id. */
  put(entry: SearchEntry): void {
    const numbers = this.#numbersOf(entry.type);
    const before = numbers.get(entry.id);
    const number = this.#ids.length;
    const { titleFrom } = readTerms(entry);
    const { high, low, size } = scratch;
    for (let at = 0; at < size; at++)
      this.#postings.add(high[at] ?? 0, low[at] ?? 0, number, at < titleFrom ? 1 : titleWeight);
    const length = Math.min(mostLength, size);
    const topic = this.#placeInTopic(entry, number, length, before);
    if (before !== undefined) this.#forget(before);
    this.#ids.push(entry.id);
    const plain = isPlain(entry);
    this.#texts.push(plain ? entry.text : "");
    if (!plain) this.#entries.set(number, entry);
    this.#columns.add(entry, length, topic?.number ?? -1);
    numbers.set(entry.id, number);
    this.#count(entry, length, 1);
    this.#tidy();
  }

  /** Gives back the room to spare; after many entries have come at once. */
  settle(): void {
    this.#postings.settle();
  }

  /** Removes every entry with the id, whatever its type. Unknown ids are no error. */
  remove(id: string): void {
    for (const numbers of this.#numbers.values()) {
      const number = numbers.get(id);
      if (number === undefined) continue;
      this.#forget(number);
      numbers.delete(id);
    }
    this.#tidy();
  }

  #numbersOf(type: SourceType): Map<string, number> {
    let numbers = this.#numbers.get(type);
    if (!numbers) {
      numbers = new Map();
      this.#numbers.set(type, numbers);
    }
    return numbers;
  }

  #placeInTopic(
    entry: SearchEntry,
    number: number,
    length: number,
    before: number | undefined,
  ): Topic | undefined {
    if (entry.type !== "message" || entry.topic_id === undefined) return undefined;
    const old = before === undefined ? undefined : this.topicOf(before);
    if (before === undefined || old?.id !== entry.topic_id)
      return this.#topics.add(entry.topic_id, number, entry.date, length);
    this.#topics.replace(old, before, number, length - (this.#columns.length[before] ?? 0));
    this.#columns.topic[before] = -1;
    return old;
  }

  #count(entry: SearchEntry, length: number, sign: 1 | -1): void {
    const type = typeCode(entry.type);
    this.#documents[type] = (this.#documents[type] ?? 0) + sign;
    this.#lengths[type] = (this.#lengths[type] ?? 0) + sign * length;
    this.#living += sign;
    this.#textBytes += sign * (entry.text.length * 2 + entry.id.length + (isPlain(entry) ? 110 : 500));
  }

  #forget(number: number): void {
    const entry = this.entry(number);
    if (!entry) return;
    const length = this.#columns.length[number] ?? 0;
    this.#topics.remove(this.topicOf(number), number, length);
    readTerms(entry);
    const seen = new Set<number>();
    for (let at = 0; at < scratch.size; at++) {
      const { high, low } = scratch.at(at);
      const key = keyOf({ high, low });
      if (!seen.has(key)) this.#postings.forget(high, low);
      seen.add(key);
    }
    this.#ids[number] = undefined;
    this.#texts[number] = "";
    this.#entries.delete(number);
    this.#columns.remove(number);
    this.#count(entry, length, -1);
  }

  /** Numbers and lists grow with every replacement; where most places are empty they are laid out afresh. */
  #tidy(): void {
    if (this.end < fewPlaces || this.end < 2 * this.#living) return;
    const entries: SearchEntry[] = [];
    const keep = (number: number) => {
      const entry = this.entry(number);
      if (entry) entries.push(entry);
    };
    for (let number = 0; number < this.end; number++) if (!this.topicOf(number)) keep(number);
    // Messages in the order of their topics: an edited one has a high number but its old place.
    for (const topic of this.#topics.all()) for (const member of topic.members) keep(member);
    this.#topics = new TopicOrder();
    this.#postings = new Postings();
    this.#columns = new Columns();
    this.#ids = [];
    this.#texts = [];
    this.#entries = new Map();
    this.#numbers = new Map();
    this.#documents.fill(0);
    this.#lengths.fill(0);
    this.#living = 0;
    this.#textBytes = 0;
    for (const entry of entries) this.put(entry);
  }
}
