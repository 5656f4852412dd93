// Talking now: the open topic that is not yet kept, the topics that wait, and keeping them at once.
import { filePath } from "../file-text.ts";
import { useJob } from "../job.ts";
import { useLoaded } from "../loading.ts";
import { contentOf } from "../memory-edit.ts";
import type { Compressed, OpenTopic, PendingTopic } from "../memory-shapes.ts";
import { usePage } from "../page-state.ts";
import type { MemoryFileText } from "../shapes.ts";
import { dateOf } from "../time.ts";
import { memoryWords } from "../words-memory.ts";
import { ProofLink } from "./proof-link.tsx";
import { LoadTrouble, Shapes } from "./trouble.tsx";

/** The open topic of the file; null where it cannot be read. */
function topicIn(file: MemoryFileText): OpenTopic | null {
  try {
    const value = contentOf(file) as Partial<OpenTopic>;
    const { conversations, pending = [], parts, topic_id = "" } = value;
    if (!Array.isArray(conversations)) return null;
    // A hand may have written there: what has no time cannot be told.
    return { topic_id, conversations, pending: pending.filter((one) => one.ended_at > 0), parts };
  } catch {
    return null;
  }
}

export function TalkingNow({ id }: { id: string }) {
  const page = usePage();
  const version = page.memoryVersion.value[id] ?? 0;
  const path = filePath(id, "short_term.json");
  const [loaded, read] = useLoaded<MemoryFileText>(page.api, path, version);
  const { value: file, cause } = loaded.value;
  const { value: say } = memoryWords;
  if (file === null) return cause === null ? <Shapes rows={2} /> : <LoadTrouble cause={cause} again={read} />;
  const topic = topicIn(file);
  if (topic === null) return <p class="trouble">{say.refused.damaged}</p>;
  const { conversations, pending } = topic;
  return (
    <>
      {conversations.length === 0 && pending.length === 0 && <p class="nothing">{say.nothingOpen}</p>}
      {conversations.length > 0 && <Open id={id} topic={topic} />}
      {pending.length > 0 && (
        <section aria-labelledby="topics-pending">
          <h3 class="part" id="topics-pending">
            {say.pending(pending.length)}
          </h3>
          <ul>
            {pending.map((one) => (
              <Pending key={one.topic_id} topic={one} />
            ))}
          </ul>
        </section>
      )}
      {conversations.length + pending.length > 0 && <KeepNow id={id} />}
    </>
  );
}

function Open({ id, topic: { conversations, parts } }: { id: string; topic: OpenTopic }) {
  const page = usePage();
  const { value: say } = memoryWords;
  const spoken = page.contacts.list.value.find((one) => one.user_id === id)?.language;
  const [first] = conversations;
  const begun = first?.timestamp;
  const start = first?.message_id;
  return (
    <div class="card-like">
      <p class="serif">{say.notKept(conversations.length)}</p>
      {(parts ?? []).map((part) => (
        <p class="folded serif" key={part.n} lang={spoken}>
          {part.summary}
        </p>
      ))}
      <div class="memory-foot">
        {begun !== undefined && <span>{say.begunOn(dateOf(begun, page.now.value, page.reader()))}</span>}
        {start !== undefined && <ProofLink user_id={id} message_ids={[start]} about={say.firstWords} />}
      </div>
    </div>
  );
}

function Pending({ topic }: { topic: PendingTopic }) {
  const page = usePage();
  const { value: say } = memoryWords;
  const now = page.now.value;
  const when = dateOf(topic.ended_at, now, page.reader());
  return (
    <li class="memory">
      <p>
        {when} · {say.lines(topic.message_count)}
      </p>
      <p class="hint">{topic.attempts > 0 ? say.triedBefore(topic.attempts) : say.soonKept}</p>
    </li>
  );
}

function KeepNow({ id }: { id: string }) {
  const page = usePage();
  // It takes a model's time: other deeds of the panel do not wait for it.
  const job = useJob(id);
  const { value: say } = memoryWords;
  const working = job.running;
  const keep = () =>
    job.run(async (signal) => {
      const path = `/api/memory/${id}/compress`;
      const answer = await page.api.json<Compressed>(path, { method: "POST", body: {}, signal });
      return say.keptNow(answer.compressed.length, answer.pending.length);
    });
  return (
    <div class="keep">
      <button
        type="button"
        class="pill strong"
        aria-disabled={working.value}
        aria-describedby="keep-hint"
        onClick={() => void keep()}
      >
        {working.value ? say.keeping : say.keepNow}
      </button>
      <p class="hint" id="keep-hint">
        {say.keepHint}
      </p>
    </div>
  );
}
