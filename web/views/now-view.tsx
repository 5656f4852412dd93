// Right now: what the companion will come for, how one wants it, the set times, and why it came or did not.
import { useSignal } from "@preact/signals";
import { type Coming, comingOf, momentWords, standingOf } from "../coming.ts";
import { useCompanion } from "../companion-name.ts";
import { useDeeds } from "../deeds.ts";
import type { HeartbeatStatus, HeartbeatView } from "../inner-shapes.ts";
import { useLoaded } from "../loading.ts";
import { usePage } from "../page-state.ts";
import { innerWords } from "../words-inner.ts";
import { BeatSettings } from "./beat-settings.tsx";
import { Decisions } from "./decisions.tsx";
import { PlannedList } from "./planned-list.tsx";
import { LoadTrouble, Shapes } from "./trouble.tsx";

/** Beats leave no line in the change log: what is shown is read again every few minutes. */
const freshFor = 300;
/** So much of what comes is shown at once. */
const shownAtOnce = 5;

export function NowView({ id }: { id: string }) {
  const page = usePage();
  const version = (page.memoryVersion.value[id] ?? 0) + Math.floor(page.now.value / freshFor);
  const [loaded, read] = useLoaded<HeartbeatStatus>(page.api, "/api/heartbeat/status", version);
  const { value, cause } = loaded.value;
  if (value === null)
    return cause === null ? <Shapes rows={5} /> : <LoadTrouble cause={cause} again={read} />;
  const view = value.ai_users.find((one) => one.user_id === id);
  if (view === undefined) return <LoadTrouble cause={null} again={read} />;
  return (
    <>
      {cause !== null && <LoadTrouble cause={cause} again={read} />}
      <Next id={id} view={view} running={value.running} />
      <PlannedList id={id} view={view} />
      <BeatSettings id={id} view={view} />
      <Decisions id={id} view={view} />
    </>
  );
}

type NextProps = { id: string; view: HeartbeatView; running: boolean };

function Next({ id, view, running }: NextProps) {
  const { value: say } = innerWords;
  const standing = standingOf(view, running);
  return (
    <section aria-labelledby="inner-next">
      <h3 class="part" id="inner-next">
        {say.next}
      </h3>
      {standing === "open" ? <Ahead id={id} view={view} /> : <Paused id={id} standing={standing} />}
    </section>
  );
}

function Ahead({ id, view }: { id: string; view: HeartbeatView }) {
  const page = usePage();
  const { name } = useCompanion(id);
  const all = useSignal(false);
  const deeds = useDeeds();
  const { value: say } = innerWords;
  const now = page.now.value;
  const reader = { ...page.reader(), timeZone: view.time_zone };
  const coming = comingOf(view, now, say);
  const shown = all.value ? coming : coming.slice(0, shownAtOnce);
  const held = view.hold_until !== null && view.hold_until > now ? view.hold_until : null;
  const until = held === null ? "" : momentWords(held, now, say, reader);
  const pause = () =>
    deeds.run(async () => {
      await page.api.json("/api/heartbeat/configure", {
        method: "POST",
        body: { user_id: id, enabled: false },
      });
      return undefined;
    }, say.pausedNow(name));
  return (
    <>
      {held !== null && <p class="held">{(say.holds[view.hold_reason ?? ""] ?? say.held)(until)}</p>}
      {coming.length === 0 && <p class="nothing">{say.nothingNext(name)}</p>}
      <ol class="coming">
        {shown.map((one) => (
          <ComingRow key={one.key} coming={one} when={momentWords(one.at, now, say, reader)} id={id} />
        ))}
      </ol>
      {shown.length < coming.length && (
        <button
          type="button"
          class="quiet small"
          onClick={() => {
            all.value = true;
          }}
        >
          {say.moreComing(coming.length - shown.length)}
        </button>
      )}
      {view.unanswered > 0 && <p class="hint">{say.unanswered(view.unanswered)}</p>}
      <div class="acts">
        <button type="button" class="pill" onClick={() => void pause()}>
          {say.pause(name)}
        </button>
      </div>
    </>
  );
}

function ComingRow({ coming, when, id }: { coming: Coming; when: string; id: string }) {
  const { spoken } = useCompanion(id);
  const { occasionKinds } = innerWords.value;
  const ofThePage = coming.kind === "silence" || Object.values(occasionKinds).includes(coming.what);
  return (
    <li>
      <time>{when}</time>
      <span class="serif" lang={ofThePage ? undefined : spoken}>
        {coming.what}
      </span>
    </li>
  );
}

type PausedProps = { id: string; standing: "all-paused" | "paused" | "put-away" };

function Paused({ id, standing }: PausedProps) {
  const page = usePage();
  const deeds = useDeeds();
  const { name } = useCompanion(id);
  const { value: say } = innerWords;
  const act = (path: string, body: object, said: string) =>
    void deeds.run(async () => {
      await page.api.json(path, { method: "POST", body });
      return undefined;
    }, said);
  if (standing === "put-away") return <p class="held">{say.putAway(name)}</p>;
  const all = standing === "all-paused";
  return (
    <>
      <p class="held">{all ? say.allPaused : say.paused(name)}</p>
      <div class="acts">
        <button
          type="button"
          class="pill strong"
          onClick={() => {
            if (all) act("/api/heartbeat/start", {}, say.allResumedNow);
            else act("/api/heartbeat/configure", { user_id: id, enabled: true }, say.resumedNow(name));
          }}
        >
          {all ? say.resumeAll : say.resume(name)}
        </button>
      </div>
    </>
  );
}
