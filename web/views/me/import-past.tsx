// What was brought into a companion before, each with the way to take it back; what still comes in, with the way to stop it.
import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { z } from "zod";
import type { ImportJob } from "../../../src/schema/import-job.ts";
import type { ImportsAnswer, UndoneImport } from "../../../src/schema/request-exchange.ts";
import { useAct } from "../../act.ts";
import { whole } from "../../figures.ts";
import { doneOf } from "../../import-wish.ts";
import { useLoaded } from "../../loading.ts";
import { usePage } from "../../page-state.ts";
import { fullTime } from "../../time.ts";
import { language } from "../../words.ts";
import { meWords } from "../../words-me.ts";
import { LoadTrouble } from "../trouble.tsx";
import { ActLine, Sure } from "./parts.tsx";

/** Names of programs, the same in every language. */
const programs: Record<string, string> = {
  sillytavern: "SillyTavern",
  telegram: "Telegram",
  chatgpt: "ChatGPT",
  claude: "Claude",
  mem0: "Mem0",
  letta: "Letta",
  openmemory: "OpenMemory",
};

type ImportPastProps = {
  user_id: string;
  version: number;
  /** What runs was begun here and is told above; a list that is come back to, or another window, tells it itself. */
  shownAbove: boolean;
};

/** Between two looks at one that runs, in milliseconds. */
const lookAgain = 1500;

export function ImportPast({ user_id, version, shownAbove }: ImportPastProps) {
  const page = usePage();
  const { api } = page;
  const path = `/api/ai-users/${user_id}/imports`;
  const [loaded, read] = useLoaded<z.infer<typeof ImportsAnswer>>(api, path, version);
  const act = useAct();
  const { value, cause } = loaded.value;
  const { value: say } = meWords;
  const runs = value?.imports.some(isRunning) ?? false;
  useEffect(() => {
    if (!runs || shownAbove) return;
    const timer = setInterval(read, lookAgain);
    return () => clearInterval(timer);
  }, [runs, shownAbove]);
  const stopping = useSignal(false);
  // It is over when the server says so: until then something of it is still there.
  useEffect(() => {
    if (runs || !stopping.peek()) return;
    stopping.value = false;
    act.say(say.cancelled, false);
    void page.talk(user_id).load();
    void page.contacts.load();
  }, [runs]);
  if (value === null) return cause === null ? null : <LoadTrouble cause={cause} again={read} />;
  if (value.imports.length === 0) return <ActLine act={act} />;
  const undo = async ({ id }: ImportJob) => {
    let gone = 0;
    const back = async () => {
      const where = `${path}/${encodeURIComponent(id)}/undo`;
      gone = (await api.json<z.infer<typeof UndoneImport>>(where, { method: "POST", body: {} })).messages;
    };
    if (await act.run(back, () => say.undoneImport(gone))) {
      page.memoryMoved(user_id);
      void page.talk(user_id).load();
      void page.contacts.load();
    }
    read();
  };
  return (
    <section aria-labelledby="import-past">
      <h2 id="import-past">{say.pastImports}</h2>
      <ul class="me-rows">
        {value.imports.map((job) => (
          <Row key={job.id} of={job} busy={act.busy.value} onUndo={() => undo(job)}>
            {isRunning(job) && !shownAbove && <Coming user_id={user_id} stopping={stopping} />}
          </Row>
        ))}
      </ul>
      <ActLine act={act} />
    </section>
  );
}

const isRunning = ({ state }: ImportJob) => state === "running";

/** One that was begun elsewhere, or before the page was left: how far it is, and the way to stop it. */
function Coming({ user_id, stopping }: { user_id: string; stopping: Signal<boolean> }) {
  const page = usePage();
  const act = useAct();
  const { value: say } = meWords;
  const done = doneOf(page.notices.value, user_id);
  const stop = async () => {
    if (stopping.peek()) return;
    stopping.value = true;
    const ask = () => page.api.json(`/api/ai-users/${user_id}/import`, { method: "DELETE" });
    if (await act.run(ask, "")) act.clear();
    else stopping.value = false;
  };
  return (
    <div class="transfer">
      <progress aria-label={say.importing} />
      <p role="status">{stopping.value ? say.cancelling : ""}</p>
      {!stopping.value && done > 0 && <p class="hint">{say.importedUpTo(whole(done, language.value))}</p>}
      <button type="button" class="pill" aria-disabled={stopping.value} onClick={() => void stop()}>
        {say.cancel}
      </button>
      <ActLine act={act} />
    </div>
  );
}

type RowProps = {
  of: ImportJob;
  busy: boolean;
  onUndo: () => Promise<void>;
  children: ComponentChildren;
};

function Row({ of: job, busy, onUndo, children }: RowProps) {
  const page = usePage();
  const { value: say } = meWords;
  const when = fullTime(job.at, page.reader());
  const name = say.importFormats[job.format] ?? programs[job.format] ?? job.format;
  const memories = job.entry_ids.length;
  return (
    <li>
      <div>
        <b>{name}</b>
        {job.state === "undone" && <span class="mark">{say.undoneMark}</span>}
        {(job.state === "running" || job.state === "undoing") && <span class="mark">{say.runningMark}</span>}
        <small>
          {isRunning(job) ? when : say.pastImport(when, job.messages)}
          {memories > 0 && ` · ${say.pastMemories(memories)}`}
        </small>
        {children}
      </div>
      {job.state === "done" && (
        <Sure
          label={say.undoImport}
          about={`${name} · ${when}`}
          ask={say.undoImportSure}
          now={say.undoImportNow}
          busy={busy}
          onSure={onUndo}
        />
      )}
    </li>
  );
}
