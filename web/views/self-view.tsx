// Who the companion is: what its owner wrote, how it sees itself with every version, and looking inward now.
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { useCompanion } from "../companion-name.ts";
import { useDeeds } from "../deeds.ts";
import { giveFocus } from "../focus.ts";
import type { Soul, SoulUpdated, SoulVersion } from "../inner-shapes.ts";
import { unchangedWords, useJob } from "../job.ts";
import { useLoaded } from "../loading.ts";
import { usePage } from "../page-state.ts";
import { fullTime } from "../time.ts";
import { innerWords } from "../words-inner.ts";
import { BaseSoul } from "./base-soul.tsx";
import { JobButton } from "./job-button.tsx";
import { OlderButton } from "./older-button.tsx";
import { SoulForm } from "./soul-form.tsx";
import { LoadTrouble, Shapes } from "./trouble.tsx";

export function SelfView({ id }: { id: string }) {
  const page = usePage();
  const version = page.memoryVersion.value[id] ?? 0;
  const [loaded, read] = useLoaded<Soul>(page.api, `/api/soul/${id}`, version);
  const { spoken } = useCompanion(id);
  const { value: soul, cause } = loaded.value;
  const { value: say } = innerWords;
  if (soul === null) return cause === null ? <Shapes rows={4} /> : <LoadTrouble cause={cause} again={read} />;
  return (
    <>
      {cause !== null && <LoadTrouble cause={cause} again={read} />}
      <OwnView id={id} soul={soul} />
      <BaseSoul id={id} text={soul.base_soul} onDone={read} />
      {soul.self_soul !== "" && soul.base_soul !== "" && (
        <details class="exactly">
          <summary>{say.together}</summary>
          <p class="hint">{say.togetherHint}</p>
          <p class="serif pre" lang={spoken}>
            {soul.persona}
          </p>
        </details>
      )}
    </>
  );
}

function OwnView({ id, soul }: { id: string; soul: Soul }) {
  const page = usePage();
  const deeds = useDeeds();
  const { name, spoken } = useCompanion(id);
  const writing = useSignal(false);
  const opener = useRef<HTMLButtonElement>(null);
  const { value: say } = innerWords;
  const done = () => {
    writing.value = false;
    // The button stands again only after the next drawing.
    giveFocus(() => opener.current);
  };
  const save = (new_content: string) =>
    deeds.run(async () => {
      await page.api.json(`/api/soul/${id}/update`, { method: "POST", body: { new_content } });
      return undefined;
    }, say.selfSet);
  return (
    <section aria-labelledby="inner-self">
      <h3 class="part" id="inner-self">
        {say.selfView(name)}
      </h3>
      <p class="hint">{say.selfLead}</p>
      {writing.value ? (
        <SoulForm
          label={say.selfLabel}
          text={soul.self_soul}
          longest={20_000}
          spoken={spoken}
          onSave={save}
          onDone={done}
        />
      ) : (
        <>
          {soul.self_soul === "" ? (
            <p class="nothing">{say.noSelf(name)}</p>
          ) : (
            <p class="serif pre soul-shown" lang={spoken}>
              {soul.self_soul}
            </p>
          )}
          <div class="acts">
            <LookInward id={id} />
            <button
              type="button"
              class="pill"
              ref={opener}
              onClick={() => {
                writing.value = true;
              }}
            >
              {say.writeSelf}
            </button>
          </div>
        </>
      )}
      <Versions id={id} versions={soul.history} />
    </section>
  );
}

function LookInward({ id }: { id: string }) {
  const page = usePage();
  const { name } = useCompanion(id);
  const job = useJob(id);
  const { value: say } = innerWords;
  const reflect = () =>
    job.run(async (signal) => {
      const path = `/api/soul/${id}/update`;
      const { changed, refused } = await page.api.json<SoulUpdated>(path, {
        method: "POST",
        body: {},
        signal,
      });
      if (refused !== undefined) return say.refusedWhy[refused.reason] ?? say.refusedPlain;
      return changed ? say.reflectedNow(name) : unchangedWords(page.api, say.reflectedSame);
    });
  return (
    <JobButton
      job={job}
      label={say.reflect}
      working={say.reflecting(name)}
      onStart={() => void reflect()}
      strong={true}
    />
  );
}

const shownAtOnce = 5;

function Versions({ id, versions }: { id: string; versions: readonly SoulVersion[] }) {
  const shown = useSignal(shownAtOnce);
  const { value: say } = innerWords;
  if (versions.length < 2) return null;
  const newest = versions.toReversed();
  return (
    <details class="exactly versions">
      <summary>
        {say.versions} {versions.length}
      </summary>
      <ol>
        {newest.slice(0, shown.value).map((one) => (
          <Version key={one.version} id={id} version={one} />
        ))}
      </ol>
      <OlderButton shown={shown} total={newest.length} step={shownAtOnce * 4} />
    </details>
  );
}

function Version({ id, version }: { id: string; version: SoulVersion }) {
  const page = usePage();
  const deeds = useDeeds();
  const { spoken } = useCompanion(id);
  const { value: say } = innerWords;
  const revert = () =>
    void deeds.run(async () => {
      const body = { version: version.version };
      await page.api.json(`/api/soul/${id}/revert`, { method: "POST", body });
      return undefined;
    }, say.revertedNow(version.version));
  return (
    <li class="memory">
      <p class="when">
        {say.version(version.version)} · {say.soulAuthors[version.by] ?? version.by} ·{" "}
        {fullTime(version.updated_at, page.reader())}
      </p>
      {version.content === "" && <p class="hint">{say.clearedVersion}</p>}
      <p class="serif diff" lang={spoken}>
        {version.diff.map(({ op, text }, at) => (
          // The order of the clauses is their only name.
          <Clause key={at} op={op} text={text} />
        ))}
      </p>
      <div class="memory-foot">
        {version.current ? (
          <span class="tag leaf">{say.inUse}</span>
        ) : (
          <button
            type="button"
            class="quiet"
            aria-label={`${say.revert} · ${say.version(version.version)}`}
            onClick={revert}
          >
            {say.revert}
          </button>
        )}
      </div>
    </li>
  );
}

function Clause({ op, text }: SoulVersion["diff"][number]) {
  if (op === "added") return <ins>{text} </ins>;
  if (op === "removed") return <del>{text} </del>;
  return <span>{text} </span>;
}
