// Where one is signed in: this place marked, and the others signed out one by one or all at once.
import type { z } from "zod";
import type { SessionsAnswer } from "../../../src/schema/request-account.ts";
import { useAct } from "../../act.ts";
import { deviceOf } from "../../device.ts";
import { useLoaded } from "../../loading.ts";
import { usePage } from "../../page-state.ts";
import { fullTime } from "../../time.ts";
import { meWords } from "../../words-me.ts";
import { LoadTrouble, Shapes } from "../trouble.tsx";
import { ActLine, Section, Sure } from "./parts.tsx";

type Sessions = z.infer<typeof SessionsAnswer>;
type Session = Sessions["sessions"][number];

const path = "/api/auth/sessions";

export function SessionsSection() {
  const { api } = usePage();
  const [loaded, read] = useLoaded<Sessions>(api, path);
  const act = useAct();
  const { value, cause } = loaded.value;
  const { value: say } = meWords;
  const end = async (where: string, said: string) => {
    await act.run(() => api.json(where, { method: "DELETE" }), said);
    read();
  };
  if (value === null)
    return (
      <Section name="sessions" lead={say.sessionsLead}>
        {cause === null ? <Shapes rows={2} /> : <LoadTrouble cause={cause} again={read} />}
      </Section>
    );
  const alone = value.sessions.every(({ current }) => current);
  return (
    <Section name="sessions" lead={say.sessionsLead}>
      <ul class="me-rows">
        {value.sessions.map((one) => (
          <Row
            key={one.id}
            of={one}
            busy={act.busy.value}
            onEnd={() => end(`${path}/${encodeURIComponent(one.id)}`, say.sessionEnded)}
          />
        ))}
      </ul>
      <ActLine act={act} />
      {alone ? (
        <p class="hint">{say.onlyHere}</p>
      ) : (
        <Sure
          label={say.endOthers}
          ask={say.endOthers}
          now={say.endSession}
          busy={act.busy.value}
          onSure={() => end(`${path}?others=true`, say.othersEnded)}
        />
      )}
    </Section>
  );
}

function Row({ of: session, busy, onEnd }: { of: Session; busy: boolean; onEnd: () => Promise<void> }) {
  const page = usePage();
  const { value: say } = meWords;
  const device = deviceOf(session.user_agent);
  const name = device === null ? say.unknownDevice : say.browserOn(device.browser, device.system);
  return (
    <li>
      <div>
        <b title={session.user_agent}>{name}</b>
        {session.current && <span class="mark">{say.thisSession}</span>}
        <small>
          {session.client === "program" && `${say.sessionProgram} · `}
          {say.sessionUsed(fullTime(session.last_used_at, page.reader()))}
          {device === null && session.user_agent !== "" && (
            <>
              <br />
              {session.user_agent.slice(0, 120)}
            </>
          )}
        </small>
      </div>
      {!session.current && (
        <button
          type="button"
          class="pill"
          aria-label={`${say.endSession} · ${name}`}
          aria-disabled={busy}
          onClick={() => void onEnd()}
        >
          {say.endSession}
        </button>
      )}
    </li>
  );
}
