// The two of you: how close, since when and why, set by the owner or thought over, the way here, and what trust is made of.
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { useCompanion } from "../companion-name.ts";
import { filePath } from "../file-text.ts";
import { giveFocus } from "../focus.ts";
import type { Judged, Relationship } from "../inner-shapes.ts";
import { unchangedWords, useJob } from "../job.ts";
import { isOwnersChoice, type LevelStep, silenceWords, stepsOf } from "../level-words.ts";
import { useLoaded } from "../loading.ts";
import { contentOf } from "../memory-edit.ts";
import { usePage } from "../page-state.ts";
import type { MemoryFileText } from "../shapes.ts";
import { dateOf } from "../time.ts";
import { words } from "../words.ts";
import { innerWords } from "../words-inner.ts";
import { memoryWords } from "../words-memory.ts";
import { JobButton } from "./job-button.tsx";
import { LevelForm } from "./level-form.tsx";
import { OlderButton } from "./older-button.tsx";
import { LoadTrouble, Shapes } from "./trouble.tsx";
import { Trust } from "./trust.tsx";

/** The relationship of the file; null where it cannot be read. */
function relationshipIn(file: MemoryFileText): Relationship | null {
  try {
    const { relationship } = contentOf(file) as { relationship?: Relationship };
    return typeof relationship?.level === "string" ? relationship : null;
  } catch {
    return null;
  }
}

export function BondView({ id }: { id: string }) {
  const page = usePage();
  const version = page.memoryVersion.value[id] ?? 0;
  const [loaded, read] = useLoaded<MemoryFileText>(page.api, filePath(id, "core_memory.json"), version);
  const { value: file, cause } = loaded.value;
  if (file === null) return cause === null ? <Shapes rows={4} /> : <LoadTrouble cause={cause} again={read} />;
  const relationship = relationshipIn(file);
  if (relationship === null) return <p class="trouble">{memoryWords.value.refused.damaged}</p>;
  return (
    <>
      {cause !== null && <LoadTrouble cause={cause} again={read} />}
      <Level id={id} relationship={relationship} />
      <History id={id} relationship={relationship} />
      <Trust relationship={relationship} />
    </>
  );
}

/** "关系较好", in the language of the page; a level that a hand made up stays as it is. */
function levelName(level: string): string {
  const names: Record<string, string> = words.value.levels;
  return Object.hasOwn(names, level) ? (names[level] ?? level) : level;
}

function Level({ id, relationship }: { id: string; relationship: Relationship }) {
  const page = usePage();
  const { spoken } = useCompanion(id);
  const setting = useSignal(false);
  const opener = useRef<HTMLButtonElement>(null);
  const { value: say } = innerWords;
  const { level, heartbeat_hours, since, reason } = relationship;
  const silence = silenceWords(heartbeat_hours, say);
  const last = relationship.history?.at(-1);
  const done = () => {
    setting.value = false;
    // The button stands again only after the next drawing.
    giveFocus(() => opener.current);
  };
  return (
    <section class="card-like" aria-labelledby="inner-level">
      <h3 class="level" id="inner-level">
        {levelName(level)}
      </h3>
      <p class="when">
        {[
          say.sinceDate(dateOf(since, page.now.value, page.reader())),
          last === undefined ? "" : (say.authors[last.by] ?? ""),
        ]
          .filter((part) => part !== "")
          .join(" · ")}
      </p>
      {reason !== "" && (
        <p class="serif" lang={spoken}>
          {reason}
        </p>
      )}
      <p class="hint">{silence === null ? say.comesNever : say.comesAfter(silence)}</p>
      {isOwnersChoice(relationship) && <p class="hint">{say.ownersLevel}</p>}
      {setting.value ? (
        <LevelForm id={id} level={level} onDone={done} />
      ) : (
        <div class="acts">
          <button
            type="button"
            class="pill"
            ref={opener}
            onClick={() => {
              setting.value = true;
            }}
          >
            {say.setLevel}
          </button>
          <ThinkAgain id={id} />
        </div>
      )}
    </section>
  );
}

function ThinkAgain({ id }: { id: string }) {
  const page = usePage();
  const { name } = useCompanion(id);
  const job = useJob(id);
  const { value: say } = innerWords;
  const judge = () =>
    job.run(async (signal) => {
      const path = `/api/relationship/${id}/judge`;
      const { level, changed } = await page.api.json<Judged>(path, { method: "POST", body: {}, signal });
      if (!changed) return unchangedWords(page.api, say.judgedSame(levelName(level)));
      void page.contacts.load();
      return say.judgedNow(levelName(level));
    });
  return (
    <JobButton
      job={job}
      label={say.judge(name)}
      working={say.judging(name)}
      onStart={() => void judge()}
      hint={{ id: "judge-hint", text: say.judgeHint }}
    />
  );
}

const shownAtOnce = 8;

function History({ id, relationship }: { id: string; relationship: Relationship }) {
  const shown = useSignal(shownAtOnce);
  const { value: say } = innerWords;
  const steps = stepsOf(relationship.history);
  return (
    <section aria-labelledby="inner-history">
      <h3 class="part" id="inner-history">
        {say.history}
      </h3>
      {steps.length < 2 && <p class="hint">{say.noHistory}</p>}
      <ol class="way">
        {steps.slice(0, shown.value).map((step, index) => (
          <Step key={`${step.at} ${index}`} id={id} step={step} />
        ))}
      </ol>
      <OlderButton shown={shown} total={steps.length} step={shownAtOnce * 3} />
    </section>
  );
}

function Step({ id, step }: { id: string; step: LevelStep }) {
  const page = usePage();
  const { spoken } = useCompanion(id);
  const { value: say } = innerWords;
  const { before, level, at, by, reason, heartbeat_hours } = step;
  const silence = silenceWords(heartbeat_hours, say);
  const rhythm = before === level && silence !== null ? ` · ${say.rhythmOnly(silence)}` : "";
  return (
    <li>
      <p>
        {before === null
          ? say.began(levelName(level))
          : before === level
            ? `${levelName(level)}${rhythm}`
            : say.from(levelName(before), levelName(level))}
      </p>
      {typeof reason === "string" && reason !== "" && (
        <p class="serif" lang={spoken}>
          {reason}
        </p>
      )}
      <p class="when">
        {dateOf(at, page.now.value, page.reader())} · {say.authors[by] ?? by}
      </p>
    </li>
  );
}
