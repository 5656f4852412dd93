// What was brought into a companion before, each with the way to take it back.
import type { z } from "zod";
import type { ImportJob } from "../../../src/schema/import-job.ts";
import type { ImportsAnswer, UndoneImport } from "../../../src/schema/request-exchange.ts";
import { useAct } from "../../act.ts";
import { useLoaded } from "../../loading.ts";
import { usePage } from "../../page-state.ts";
import { fullTime } from "../../time.ts";
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

type ImportPastProps = { user_id: string; version: number };

export function ImportPast({ user_id, version }: ImportPastProps) {
  const page = usePage();
  const { api } = page;
  const path = `/api/ai-users/${user_id}/imports`;
  const [loaded, read] = useLoaded<z.infer<typeof ImportsAnswer>>(api, path, version);
  const act = useAct();
  const { value, cause } = loaded.value;
  const { value: say } = meWords;
  if (value === null) return cause === null ? null : <LoadTrouble cause={cause} again={read} />;
  if (value.imports.length === 0) return null;
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
          <Row key={job.id} of={job} busy={act.busy.value} onUndo={() => undo(job)} />
        ))}
      </ul>
      <ActLine act={act} />
    </section>
  );
}

function Row({ of: job, busy, onUndo }: { of: ImportJob; busy: boolean; onUndo: () => Promise<void> }) {
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
          {say.pastImport(when, job.messages)}
          {memories > 0 && ` · ${say.pastMemories(memories)}`}
        </small>
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
