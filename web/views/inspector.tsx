// The context inspector: what the model would read now, section by section, with its size.
import { useSignal } from "@preact/signals";
import { filePath, topicOf } from "../file-text.ts";
import { useLoaded } from "../loading.ts";
import { usePage } from "../page-state.ts";
import type { ContextSection, MemoryContext, MemoryFileText } from "../shapes.ts";
import { words } from "../words.ts";
import { memoryWords } from "../words-memory.ts";
import { LoadTrouble, Shapes } from "./trouble.tsx";

export function Inspector({ id }: { id: string }) {
  const page = usePage();
  const asked = useSignal("");
  const version = page.memoryVersion.value[id] ?? 0;
  const path = `/api/memory/${id}?message=${encodeURIComponent(asked.value)}`;
  const [loaded, read] = useLoaded<MemoryContext>(page.api, path, version);
  const { value: context, cause } = loaded.value;
  const { value: say } = words;
  return (
    <>
      <p class="lead">{say.contextLead}</p>
      <TopicLine id={id} version={version} />
      <form
        class="ask"
        onSubmit={(event) => {
          event.preventDefault();
          const text = String(new FormData(event.currentTarget).get("message") ?? "").trim();
          if (text === asked.value) read();
          else asked.value = text;
        }}
      >
        <div class="field">
          <label for="suppose">{say.contextFor}</label>
          <input
            id="suppose"
            name="message"
            class="input"
            placeholder={say.contextForHint}
            autocomplete="off"
          />
        </div>
        <button type="submit" class="pill">
          {say.look}
        </button>
      </form>
      {cause !== null && <LoadTrouble cause={cause} again={read} />}
      {context === null ? cause === null && <Shapes rows={5} height={20} /> : <Sections context={context} />}
    </>
  );
}

/** The open topic, and those whose summary is still owed; a comfort, so a failure shows nothing. */
function TopicLine({ id, version }: { id: string; version: number }) {
  const page = usePage();
  const [loaded] = useLoaded<MemoryFileText>(page.api, filePath(id, "short_term.json"), version);
  const topic = topicOf(loaded.value.value?.content);
  const { value: say } = words;
  const parts = topic === null ? [] : [say.openTopic(topic.open)];
  if (topic !== null && topic.pending > 0) parts.push(say.pendingTopics(topic.pending));
  return <p class="hint topic-line">{parts.join(" · ")}</p>;
}

function Sections({ context }: { context: MemoryContext }) {
  const { value: say } = words;
  const largest = Math.max(1, ...context.sections.map((section) => section.tokens));
  return (
    <>
      <p class="sum">
        <span>{say.total}</span>
        <b>{say.tokens(context.tokens)}</b>
      </p>
      <p class="hint exact-line">
        {context.exact === undefined ? "" : memoryWords.value.exactTokens(context.exact)}
      </p>
      {context.sections.map((section) => (
        <Section key={section.name} section={section} largest={largest} />
      ))}
      <details class="section">
        <summary>
          <b>{say.asSent}</b>
          <span>{say.asSentHint}</span>
        </summary>
        {context.messages.map((message, at) => (
          // The order of sending is their only name.
          <div key={at}>
            <p class="sent-role">{message.role}</p>
            <pre class="mono">{textOf(message.content)}</pre>
          </div>
        ))}
      </details>
    </>
  );
}

function textOf(content: unknown): string {
  return typeof content === "string" ? content : JSON.stringify(content, null, 2);
}

/** Why entries were left out, each reason once with its count. */
export function cutReasons(section: Pick<ContextSection, "reasons">): [string, number][] {
  const counts = new Map<string, number>();
  for (const reason of Object.values(section.reasons ?? {}))
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts];
}

/** Anything but a plain "no" means that something was left out. */
function isCut(cut: unknown): boolean {
  return cut !== undefined && cut !== null && cut !== false && cut !== 0;
}

function Section({ section, largest }: { section: ContextSection; largest: number }) {
  const { value: say } = words;
  const { value: told } = memoryWords;
  const reasons = cutReasons(section);
  return (
    <details class="section">
      <summary>
        <b>{say.sections[section.name] ?? section.name}</b>
        <span>
          {say.entries(section.entries.length)} · {say.tokens(section.tokens)}
        </span>
        <span class="size" aria-hidden="true">
          <i style={{ width: `${(section.tokens / largest) * 100}%` }} />
        </span>
      </summary>
      {section.entries.length === 0 ? (
        <p class="hint">{say.noEntries}</p>
      ) : (
        <ol>
          {section.entries.map((entry) => (
            <li key={entry.id}>{entry.text}</li>
          ))}
        </ol>
      )}
      <p class="hint">
        {[
          section.exact === undefined ? "" : told.exactTokens(section.exact),
          section.budget === undefined ? "" : told.budget(section.budget),
        ]
          .filter((part) => part !== "")
          .join(" · ")}
      </p>
      {isCut(section.cut) && (
        <p class="hint">
          {reasons.length === 0
            ? say.sectionCut
            : reasons
                .map(([reason, count]) => told.cutReasons[reason]?.(count) ?? say.sectionCut)
                .join(told.semicolon)}
        </p>
      )}
    </details>
  );
}
