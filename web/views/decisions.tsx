// Why did it write? Every decision to come or not with its reason, the newest first, and asking for one now.
import { useSignal } from "@preact/signals";
import { useCompanion } from "../companion-name.ts";
import type { HeartbeatView, Triggered } from "../inner-shapes.ts";
import { useJob } from "../job.ts";
import { usePage } from "../page-state.ts";
import { fullTime } from "../time.ts";
import { innerWords } from "../words-inner.ts";
import { JobButton } from "./job-button.tsx";
import { OlderButton } from "./older-button.tsx";
import { ProofLink } from "./proof-link.tsx";

const shownAtOnce = 6;

export function Decisions({ id, view }: { id: string; view: HeartbeatView }) {
  const { name } = useCompanion(id);
  const shown = useSignal(shownAtOnce);
  const { value: say } = innerWords;
  const decisions = view.history.toReversed();
  return (
    <section aria-labelledby="inner-why">
      <h3 class="part" id="inner-why">
        {say.why(name)}
      </h3>
      {decisions.length === 0 && <p class="nothing">{say.noDecisions(name)}</p>}
      <ul>
        {decisions.slice(0, shown.value).map((one, index) => (
          <Decision key={`${one.at} ${index}`} id={id} decision={one} timeZone={view.time_zone} />
        ))}
      </ul>
      <OlderButton shown={shown} total={decisions.length} step={shownAtOnce * 3} />
      <AskNow id={id} />
    </section>
  );
}

type DecisionProps = { id: string; decision: HeartbeatView["history"][number]; timeZone: string };

function Decision({ id, decision, timeZone }: DecisionProps) {
  const page = usePage();
  const { spoken } = useCompanion(id);
  const { value: say } = innerWords;
  const sent = decision.decision === "sent";
  const kind = decision.kind === undefined ? undefined : say.kinds[decision.kind];
  const when = fullTime(decision.at, { ...page.reader(), timeZone });
  return (
    <li class="memory">
      <p class="serif" lang={spoken}>
        {decision.reason}
      </p>
      <div class="memory-foot">
        <span class={sent ? "tag leaf" : "tag"}>{sent ? say.wrote : say.stayedSilent}</span>
        {kind !== undefined && <span>{kind}</span>}
        <time>{when}</time>
        <ProofLink
          user_id={id}
          message_ids={[...(decision.source_message_ids ?? []), ...(decision.message_ids ?? [])]}
          about={`${say.whatWasSaid} · ${when}`}
        />
      </div>
    </li>
  );
}

function AskNow({ id }: { id: string }) {
  const page = usePage();
  const { name } = useCompanion(id);
  const job = useJob(id);
  const { value: say } = innerWords;
  const ask = () =>
    job.run(async (signal) => {
      const path = `/api/heartbeat/trigger/${id}`;
      const { decision, reason } = await page.api.json<Triggered>(path, { method: "POST", body: {}, signal });
      return decision === "sent" ? say.askedSent(reason) : say.askedSilent(reason);
    });
  return (
    <div class="keep">
      <JobButton
        job={job}
        label={say.askNow(name)}
        working={say.asking}
        onStart={() => void ask()}
        hint={{ id: "ask-now-hint", text: say.askHint }}
      />
    </div>
  );
}
