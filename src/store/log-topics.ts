// Counts the topics of a stretch of the log. Pure.
import type { Entry } from "./log-entry.ts";
import type { TopicInfo } from "./store.ts";

/** By topic id, in the order of their first message. */
export type TopicTally = ReadonlyMap<string, TopicInfo>;

export function tally(entries: readonly Entry[]): TopicTally {
  const topics = new Map<string, TopicInfo>();
  for (const { topic, at, imported } of entries) {
    add(topics, { topic_id: topic, started_at: at, ended_at: at, message_count: 1, imported });
  }
  return topics;
}

/** Several stretches, oldest first, as one. */
export function addUp(tallies: readonly TopicTally[]): TopicInfo[] {
  const topics = new Map<string, TopicInfo>();
  for (const one of tallies) for (const topic of one.values()) add(topics, topic);
  return [...topics.values()];
}

/** A topic counts as imported only where no message of it was said here: such a one still wants its summary. */
function add(topics: Map<string, TopicInfo>, more: TopicInfo): void {
  const topic = topics.get(more.topic_id);
  if (!topic) {
    topics.set(more.topic_id, { ...more });
    return;
  }
  topic.started_at = Math.min(topic.started_at, more.started_at);
  topic.ended_at = Math.max(topic.ended_at, more.ended_at);
  topic.message_count += more.message_count;
  topic.imported &&= more.imported;
}
