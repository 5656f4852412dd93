// The messages of each topic in their order, so that a hit can lend its score to its neighbours.
import type { Seconds } from "../schema/common.ts";

export type Topic = {
  readonly id: string;
  /** Its place in arrays of scores by topic. */
  readonly number: number;
  /** Document numbers, oldest first. */
  readonly members: number[];
  readonly dates: Seconds[];
  /** Tokens of all members. */
  length: number;
};

/** All topics of one index. Numbers of topics that have gone are not used again. */
export class TopicOrder {
  #length = 0;
  readonly #topics = new Map<string, Topic>();
  /** By number; those that have gone leave a gap. */
  readonly #byNumber: (Topic | undefined)[] = [];

  /** One more than the highest topic number. */
  get end(): number {
    return this.#byNumber.length;
  }

  get size(): number {
    return this.#topics.size;
  }

  /** Terms of a topic, on average. */
  get averageLength(): number {
    return this.#length / Math.max(1, this.#topics.size) || 1;
  }

  /** Estimated bytes. */
  get bytes(): number {
    return 300 * this.#topics.size;
  }

  get(id: string): Topic | undefined {
    return this.#topics.get(id);
  }

  /** The place of a document among a topic's members, or -1; `date` is its own. */
  placeOf(topic: Topic, document: number, date: Seconds): number {
    let low = 0;
    let high = topic.dates.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((topic.dates[middle] ?? 0) < date) low = middle + 1;
      else high = middle;
    }
    for (let at = low; at < topic.members.length && topic.dates[at] === date; at++)
      if (topic.members[at] === document) return at;
    return topic.members.indexOf(document);
  }

  at(number: number): Topic | undefined {
    return this.#byNumber[number];
  }

  all(): Iterable<Topic> {
    return this.#topics.values();
  }

  /** Puts a message behind the last one that is not younger: the log's order is kept for equal dates. */
  add(topicId: string, document: number, date: Seconds, length: number): Topic {
    const topic = this.#topics.get(topicId) ?? this.#open(topicId);
    let at = topic.members.length;
    while (at > 0 && (topic.dates[at - 1] ?? 0) > date) at--;
    topic.members.splice(at, 0, document);
    topic.dates.splice(at, 0, date);
    topic.length += length;
    this.#length += length;
    return topic;
  }

  /** An edited message keeps its place. */
  replace(topic: Topic, before: number, after: number, addedLength: number): void {
    const at = topic.members.indexOf(before);
    if (at >= 0) topic.members[at] = after;
    topic.length += addedLength;
    this.#length += addedLength;
  }

  remove(topic: Topic | undefined, document: number, length: number): void {
    if (!topic) return;
    const at = topic.members.indexOf(document);
    if (at < 0) return;
    topic.members.splice(at, 1);
    topic.dates.splice(at, 1);
    topic.length -= length;
    this.#length -= length;
    if (topic.members.length > 0) return;
    this.#topics.delete(topic.id);
    this.#byNumber[topic.number] = undefined;
  }

  #open(id: string): Topic {
    const topic: Topic = { id, number: this.#byNumber.length, members: [], dates: [], length: 0 };
    this.#topics.set(id, topic);
    this.#byNumber.push(topic);
    return topic;
  }
}
