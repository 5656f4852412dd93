// About you: what waits for an answer, what is known now with what it replaced, and what was once so.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { useDeeds } from "../deeds.ts";
import { factText, isSlip, sortFacts, sureWords } from "../fact-words.ts";
import { giveFocus } from "../focus.ts";
import { useLoaded } from "../loading.ts";
import { place } from "../memory-place.ts";
import type { Fact, FactPage, Written } from "../memory-shapes.ts";
import { usePage } from "../page-state.ts";
import { proofOf } from "../proof.ts";
import { dateOf, dayNumber } from "../time.ts";
import { memoryWords } from "../words-memory.ts";
import { FactForm } from "./fact-form.tsx";
import { MemoryRow } from "./memory-row.tsx";
import { ProofLink } from "./proof-link.tsx";
import { LoadTrouble, Shapes } from "./trouble.tsx";

/** Facts read at once. */
const most = 1_000;

export function About({ id }: { id: string }) {
  const page = usePage();
  const version = page.memoryVersion.value[id] ?? 0;
  const path = `/api/memory/${id}/facts?all=true&limit=${most}`;
  const [loaded, read] = useLoaded<FactPage>(page.api, path, version);
  const { value, cause } = loaded.value;
  const { value: say } = memoryWords;
  const adding = useSignal(false);
  if (value === null) return cause === null ? <Shapes /> : <LoadTrouble cause={cause} again={read} />;
  const sorted = sortFacts(value.facts);
  const asked = place.value.entry;
  const lost = asked !== null && !value.facts.some((fact) => fact.id === asked.id);
  const closeForm = () => {
    adding.value = false;
    giveFocus(() => document.getElementById("add-fact"));
  };
  return (
    <>
      {cause !== null && <LoadTrouble cause={cause} again={read} />}
      {lost && <p class="trouble">{say.entryLost}</p>}
      {value.facts.length === 0 && <p class="nothing">{say.noFacts}</p>}
      <Waiting id={id} facts={sorted.waiting} />
      {sorted.current.map(({ category, facts }) => (
        <section key={category} aria-labelledby={`facts-${category}`}>
          <h3 class="part" id={`facts-${category}`}>
            {say.categories[category]}
          </h3>
          <ul>
            {facts.map(({ fact, before }) => (
              <FactRow key={fact.id} id={id} fact={fact} before={before} />
            ))}
          </ul>
        </section>
      ))}
      <div class="add-line">
        {adding.value ? (
          <FactForm user_id={id} fact={null} onDone={closeForm} />
        ) : (
          <button
            type="button"
            class="pill"
            id="add-fact"
            onClick={() => {
              adding.value = true;
            }}
          >
            {say.addFact}
          </button>
        )}
      </div>
      <Former id={id} facts={sorted.former} />
      {value.next !== null && <p class="hint">{say.newestOnly(most)}</p>}
    </>
  );
}

function useSpoken(id: string): string | undefined {
  return usePage().contacts.list.value.find((one) => one.user_id === id)?.language;
}

/** Amber, and dashed: it is not believed until it is answered. */
function Waiting({ id, facts }: { id: string; facts: readonly Fact[] }) {
  const { value: say } = memoryWords;
  const asked = place.value.entry?.id;
  const wanted = facts.some((fact) => fact.id === asked);
  useEffect(() => {
    if (wanted) document.getElementById(`entry-${asked}`)?.focus();
  }, [wanted, asked]);
  if (facts.length === 0) return null;
  return (
    <section aria-labelledby="facts-waiting">
      <h3 class="part" id="facts-waiting">
        {say.waiting(facts.length)}
      </h3>
      <ul>
        {facts.map((fact) => (
          <WaitingFact key={fact.id} id={id} fact={fact} />
        ))}
      </ul>
    </section>
  );
}

function WaitingFact({ id, fact }: { id: string; fact: Fact }) {
  const page = usePage();
  const deeds = useDeeds();
  const spoken = useSpoken(id);
  const row = useRef<HTMLLIElement>(null);
  const { value: say } = memoryWords;
  const name = factText(fact);
  const answer = async (yes: boolean) => {
    const path = `/api/memory/${id}/facts/${encodeURIComponent(fact.id)}/${yes ? "accept" : "refuse"}`;
    const done = await deeds.run(
      () => page.api.json<Written>(path, { method: "POST", body: {} }),
      yes ? say.acceptedNow(name) : say.refusedNow(name),
    );
    if (done) giveFocus(() => document.getElementById("life-panel"), { from: row.current, still: true });
  };
  return (
    <li class="asked" id={`entry-${fact.id}`} tabIndex={-1} ref={row}>
      <small>{fact.status === "conflicted" ? say.saidBoth : say.notSure}</small>
      <p class="serif" lang={spoken}>
        {name}
      </p>
      <div class="acts">
        <button
          type="button"
          class="pill"
          aria-label={`${say.isSo} · ${name}`}
          onClick={() => void answer(true)}
        >
          {say.isSo}
        </button>
        <button
          type="button"
          class="pill"
          aria-label={`${say.isNotSo} · ${name}`}
          onClick={() => void answer(false)}
        >
          {say.isNotSo}
        </button>
        <ProofLink user_id={id} message_ids={proofOf(fact)} about={name} />
      </div>
    </li>
  );
}

function FactRow({ id, fact, before }: { id: string; fact: Fact; before: readonly Fact[] }) {
  const page = usePage();
  const spoken = useSpoken(id);
  const path = `/api/memory/${id}/facts/${encodeURIComponent(fact.id)}`;
  return (
    <MemoryRow
      user_id={id}
      id={fact.id}
      name={factText(fact)}
      pinned={fact.pinned}
      proof={proofOf(fact)}
      note={<FactNote fact={fact} />}
      form={(close) => <FactForm user_id={id} fact={fact} onDone={close} />}
      cross={() => page.api.json<Written>(path, { method: "DELETE" })}
    >
      <p class="serif" lang={spoken}>
        {factText(fact)}
      </p>
      {before.slice(0, 2).map((old) => (
        <p class="struck" key={old.id}>
          <del lang={spoken}>{factText(old)}</del> <Until fact={old} />
        </p>
      ))}
    </MemoryRow>
  );
}

/** "很确定 · 你说的 · 3月2日" */
function FactNote({ fact }: { fact: Fact }) {
  const page = usePage();
  const reader = page.reader();
  const { value: say } = memoryWords;
  const now = page.now.value;
  const parts = [say.sources[fact.source]];
  const since = fact.first_mentioned_at ?? fact.valid_from;
  if (since !== undefined) parts.push(dateOf(since, now, reader));
  // By the day: the page's own clock is moved on every half minute only.
  if (dayNumber(fact.valid_from ?? 0, reader) > dayNumber(now, reader))
    parts.push(say.from(dateOf(fact.valid_from ?? 0, now, reader)));
  if (fact.scope === "shared") parts.push(say.shared);
  return (
    <span>
      <span title={`${say.confidence} ${fact.confidence.toFixed(2)}`}>{sureWords(fact.confidence, say)}</span>
      {parts.map((part) => ` · ${part}`).join("")}
    </span>
  );
}

function Until({ fact }: { fact: Fact }) {
  const page = usePage();
  const { value: say } = memoryWords;
  if (isSlip(fact)) return <small>{say.slip}</small>;
  const at = fact.valid_to ?? fact.last_updated_at;
  return at === undefined ? null : <small>{say.until(dateOf(at, page.now.value, page.reader()))}</small>;
}

function Former({ id, facts }: { id: string; facts: readonly Fact[] }) {
  const spoken = useSpoken(id);
  const { value: say } = memoryWords;
  const asked = place.value.entry?.id;
  const open = useSignal(false);
  const wanted = facts.some((fact) => fact.id === asked);
  useEffect(() => {
    if (!wanted) return;
    open.value = true;
    requestAnimationFrame(() => document.getElementById(`entry-${asked}`)?.focus());
  }, [wanted, asked]);
  if (facts.length === 0) return null;
  return (
    <section aria-labelledby="facts-former">
      <h3 class="part">
        <button
          type="button"
          class="fold"
          id="facts-former"
          aria-expanded={open.value}
          onClick={() => {
            open.value = !open.value;
          }}
        >
          {say.former(facts.length)}
        </button>
      </h3>
      {open.value && (
        <ul>
          {facts.map((fact) => (
            <li class="memory" key={fact.id} id={`entry-${fact.id}`} tabIndex={-1}>
              <p class="struck">
                <del lang={spoken}>{factText(fact)}</del> <Until fact={fact} />
              </p>
              <div class="memory-foot">
                <span>{fact.is_deleted ? say.crossedByYou : say.sources[fact.source]}</span>
                <ProofLink user_id={id} message_ids={proofOf(fact)} about={factText(fact)} />
              </div>
            </li>
          ))}
        </ul>
      )}
      {open.value && <p class="hint">{say.bringBack}</p>}
    </section>
  );
}
