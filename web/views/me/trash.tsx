// Deleted companions: brought back, or gone for good once it is said what goes with them.
import { useAct } from "../../act.ts";
import { useLoaded } from "../../loading.ts";
import { usePage } from "../../page-state.ts";
import { dateOf } from "../../time.ts";
import { meWords } from "../../words-me.ts";
import { LoadTrouble, Shapes } from "../trouble.tsx";
import { ActLine, Section, Sure } from "./parts.tsx";

type Trashed = { user_id: string; trashed_at: number; name: string };

/** Days that the server keeps a deleted companion, and the seconds of one. */
const keptDays = 30;
const day = 86_400;

export function TrashSection() {
  const { api, contacts } = usePage();
  const [loaded, read] = useLoaded<{ ai_users: Trashed[] }>(api, "/api/ai-users?trashed=true");
  const act = useAct();
  const { value, cause } = loaded.value;
  const { value: say } = meWords;
  const restore = async ({ user_id }: Trashed, name: string) => {
    const back = () => api.json(`/api/ai-users/${user_id}/restore`, { method: "POST", body: {} });
    if (await act.run(back, say.broughtBack(name))) void contacts.load();
    read();
  };
  const remove = async ({ user_id }: Trashed, name: string) => {
    const gone = () => api.json(`/api/ai-users/${user_id}?forever=true`, { method: "DELETE" });
    await act.run(gone, say.foreverDone(name));
    read();
  };
  return (
    <Section name="trash" lead={say.trashLead}>
      {value === null && (cause === null ? <Shapes rows={2} /> : <LoadTrouble cause={cause} again={read} />)}
      {value?.ai_users.length === 0 && <p class="nothing">{say.noTrash}</p>}
      {value !== null && (
        <ul class="me-rows">
          {value.ai_users.toReversed().map((one) => (
            <Row
              key={`${one.user_id}.${one.trashed_at}`}
              of={one}
              busy={act.busy.value}
              onRestore={(name) => restore(one, name)}
              onRemove={(name) => remove(one, name)}
            />
          ))}
        </ul>
      )}
      <ActLine act={act} />
    </Section>
  );
}

type RowProps = {
  of: Trashed;
  busy: boolean;
  onRestore: (name: string) => Promise<void>;
  onRemove: (name: string) => Promise<void>;
};

function Row({ of: one, busy, onRestore, onRemove }: RowProps) {
  const page = usePage();
  const { value: say } = meWords;
  const now = page.now.value;
  const name = one.name === "" ? say.nameless : one.name;
  // The page's clock goes in steps: what was deleted a moment ago lies ahead of it.
  const left = Math.min(keptDays, Math.max(0, Math.ceil((one.trashed_at + keptDays * day - now) / day)));
  return (
    <li>
      <div>
        <b class="serif">{name}</b>
        <small>
          {say.putAway(dateOf(one.trashed_at, now, page.reader()))} · {say.daysLeft(left)}
        </small>
      </div>
      <div class="acts">
        <button
          type="button"
          class="pill strong"
          aria-label={`${say.bringBack} · ${name}`}
          aria-disabled={busy}
          onClick={() => void onRestore(name)}
        >
          {say.bringBack}
        </button>
        <Sure
          label={say.forever}
          about={name}
          ask={say.foreverSure(name)}
          now={say.foreverNow}
          busy={busy}
          onSure={() => onRemove(name)}
        >
          <p>{say.foreverGoes}</p>
          <p class="hint">{say.foreverStays}</p>
        </Sure>
      </div>
    </li>
  );
}
