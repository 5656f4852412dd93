// Summaries of imported topics by the extractive engine: many at once, committed in batches.
import type { Deps } from "../deps.ts";
import { addMid, makeMid } from "../memory/mid-term.ts";
import { moodsOf } from "../memory/mood-entries.ts";
import type { SummaryAnswer } from "../schema/answer.ts";
import type { Emotions } from "../schema/emotion.ts";
import type { Message } from "../schema/message.ts";
import { companion } from "../store/store.ts";
import { giveWay } from "./give-way.ts";
import { followFacts, keepTalks, logFound, type Talk, talkDocuments } from "./keep-facts.ts";
import type { Reader } from "./read-companion.ts";
import { archivedTopics } from "./recover.ts";
import { summarise } from "./summarise.ts";

/** Topics in one commit: one change line and one rewrite of the documents for each batch; its facts are judged at one stretch. */
const batchTopics = 50;

type Made = { topicId: string; messages: Message[]; answer: SummaryAnswer; moods: Emotions };

/** Summarises the topics that have no summary yet. The event loop is given back between topics. */
export async function summariseImported(
  deps: Deps,
  reader: Reader,
  topics: readonly string[],
): Promise<number> {
  const mid = await deps.store.read(companion(reader.user), "mid_term");
  const known = new Set([
    ...mid.map(({ topic_id }) => topic_id),
    ...(await archivedTopics(deps, reader.user)),
  ]);
  const due = [...new Set(topics)].filter((topic) => !known.has(topic));
  let done = 0;
  for (let start = 0; start < due.length; start += batchTopics) {
    const made: Made[] = [];
    for (const topicId of due.slice(start, start + batchTopics)) {
      const messages = await deps.store.log.topic(reader.user, topicId);
      // Its messages were there already under another topic, or are gone again.
      if (messages.length === 0) continue;
      const answered = await summarise(deps, reader, messages, "extractive");
      await giveWay();
      if (answered.ok)
        made.push({ topicId, messages, answer: answered.value, moods: moodsOf(topicId, messages) });
      await giveWay();
    }
    await keep(deps, reader, made);
    done += made.length;
    const message = reader.language === "zh" ? `已整理 ${done} 个话题` : `${done} topics summarised`;
    deps.publish(
      reader.owner,
      {
        event: "notice",
        data: { code: "import-progress", message, job: "summarise", done, total: due.length },
      },
      reader.user,
    );
  }
  return done;
}

async function keep(deps: Deps, reader: Reader, made: readonly Made[]): Promise<void> {
  const now = deps.clock.now();
  const { result } = await deps.store.commit(
    companion(reader.user),
    [...talkDocuments, "mid_term", "erased"],
    { by: "import", cause: "import" },
    ({ mid_term, ...known }) => {
      let next = mid_term;
      const talks: Talk[] = [];
      const taken = new Set(mid_term.map(({ id }) => id));
      for (const { topicId, messages, answer, moods } of made) {
        const entry = makeMid({
          topicId,
          messages,
          answer,
          by: "extractive",
          redo: false,
          zone: reader.zone,
          taken,
          now,
        });
        taken.add(entry.id);
        next = addMid(next, entry);
        talks.push({ messages, answer, by: "extractive", entry, moods });
      }
      const sorted = [...next].sort((a, b) => (a.ended_at ?? 0) - (b.ended_at ?? 0));
      const kept = keepTalks(deps, reader, talks, known);
      return { documents: { ...kept.documents, mid_term: sorted }, result: kept };
    },
  );
  logFound(deps, reader.user, "import", result);
  await followFacts(deps, reader.user, result.changes);
}
