// The backups of the house, for its admin: what there is, how old, whether the last one went well, and one more now.
import type { Backup, BackupsAnswer } from "../../../src/schema/request-folder.ts";
import { useAct } from "../../act.ts";
import { ageWords } from "../../age.ts";
import { sizeWords } from "../../file-text.ts";
import { useLoaded } from "../../loading.ts";
import { usePage } from "../../page-state.ts";
import { fullTime } from "../../time.ts";
import { meWords } from "../../words-me.ts";
import { LoadTrouble, Shapes } from "../trouble.tsx";
import { ActLine, Section } from "./parts.tsx";

const path = "/api/backups";

export function BackupsSection() {
  const page = usePage();
  const { api } = page;
  const [loaded, read] = useLoaded<BackupsAnswer>(api, path);
  const act = useAct();
  const { value, cause } = loaded.value;
  const { value: say } = meWords;
  const make = async () => {
    let name = "";
    const made = async () => {
      name = (await api.json<{ name: string }>(path, { method: "POST", body: {} })).name;
    };
    await act.run(made, () => say.backupMade(name));
    read();
  };
  return (
    <Section name="backups" lead={say.backupsLead}>
      {value === null && (cause === null ? <Shapes rows={3} /> : <LoadTrouble cause={cause} again={read} />)}
      {value?.last_error != null && (
        <div class="trouble">
          <p>{say.backupError(fullTime(value.last_error.at, page.reader()))}</p>
          <p>{value.last_error.message}</p>
        </div>
      )}
      {value !== null && value.age_s !== null && (
        <p class="serif">{say.backupAge(ageWords(value.age_s, say))}</p>
      )}
      {value?.backups.length === 0 && <p class="nothing">{say.noBackups}</p>}
      <div class="transfer">
        <button type="button" class="pill strong" aria-disabled={act.busy.value} onClick={() => void make()}>
          {say.backupMake}
        </button>
        <div role="status">{act.busy.value && <p>{say.backupMaking}</p>}</div>
        {act.busy.value && <progress aria-label={say.backupMake} />}
        <ActLine act={act} />
      </div>
      {value !== null && value.backups.length > 0 && (
        <>
          <ul class="me-rows">
            {value.backups.map((backup) => (
              <Row key={backup.name} of={backup} />
            ))}
          </ul>
          <p class="hint">{say.backupTotal(value.backups.length, sizeWords(value.bytes))}</p>
        </>
      )}
      <p class="hint">{say.backupRestore}</p>
    </Section>
  );
}

function Row({ of: backup }: { of: Backup }) {
  const page = usePage();
  const { value: say } = meWords;
  return (
    <li>
      <div>
        <b>{fullTime(backup.made_at, page.reader())}</b>
        <small>
          {say.backupRow(backup.companions.length, sizeWords(backup.bytes))}
          {backup.purged.length > 0 && ` · ${say.backupPurged(backup.purged.length)}`}
          <br />
          <span class="me-code">{backup.name}</span>
        </small>
      </div>
    </li>
  );
}
