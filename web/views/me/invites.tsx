// Invites, for the admin: written, shown once, voided.
import { useSignal } from "@preact/signals";
import type { z } from "zod";
import type { InvitesAnswer, NewInviteAnswer } from "../../../src/schema/request-account.ts";
import { useAct } from "../../act.ts";
import { useLoaded } from "../../loading.ts";
import { usePage } from "../../page-state.ts";
import { fullTime } from "../../time.ts";
import { meWords } from "../../words-me.ts";
import { LoadTrouble, Shapes } from "../trouble.tsx";
import { ActLine, Secret, Section } from "./parts.tsx";

const path = "/api/auth/invites";

export function InvitesSection() {
  const page = usePage();
  const { api } = page;
  const [loaded, read] = useLoaded<z.infer<typeof InvitesAnswer>>(api, path);
  const act = useAct();
  const made = useSignal<z.infer<typeof NewInviteAnswer> | null>(null);
  const { value, cause } = loaded.value;
  const { value: say } = meWords;
  const make = async () => {
    await act.run(async () => {
      made.value = await api.json(path, { method: "POST", body: {} });
    }, "");
    read();
  };
  const drop = async (id: string) => {
    const gone = () => api.json(`${path}/${encodeURIComponent(id)}`, { method: "DELETE" });
    if ((await act.run(gone, say.inviteDropped)) && made.value?.id === id) made.value = null;
    read();
  };
  return (
    <Section name="invites" lead={say.invitesLead}>
      <p class="hint">{say.ownerReads}</p>
      {made.value !== null && (
        <div class="asked" role="status">
          <p>{say.inviteMade}</p>
          <Secret label={say.inviteMade} text={made.value.invite} />
        </div>
      )}
      {value === null && (cause === null ? <Shapes rows={1} /> : <LoadTrouble cause={cause} again={read} />)}
      {value?.invites.length === 0 && <p class="nothing">{say.noInvites}</p>}
      {value !== null && (
        <ul class="me-rows">
          {value.invites.map(({ id, expires_at }) => (
            <li key={id}>
              <div>
                <b class="me-code">…{id.slice(-6)}</b>
                <small>{say.inviteUntil(fullTime(expires_at, page.reader()))}</small>
              </div>
              <button
                type="button"
                class="pill"
                aria-label={`${say.dropInvite} · …${id.slice(-6)}`}
                aria-disabled={act.busy.value}
                onClick={() => void drop(id)}
              >
                {say.dropInvite}
              </button>
            </li>
          ))}
        </ul>
      )}
      <button type="button" class="pill strong" aria-disabled={act.busy.value} onClick={() => void make()}>
        {say.makeInvite}
      </button>
      <ActLine act={act} />
    </Section>
  );
}
