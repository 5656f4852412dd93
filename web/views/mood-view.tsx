// Your moods: how they run, as a picture and as a table, and what they go with.
import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { useCompanion } from "../companion-name.ts";
import type { MoodSpan, Moods } from "../inner-shapes.ts";
import { useLoaded } from "../loading.ts";
import { chartRows, moodWord, mostFelt, sumOf, tableRows } from "../mood.ts";
import type { MoodChart } from "../mood-chart.ts";
import { usePage } from "../page-state.ts";
import { plainDate, type Reader } from "../time.ts";
import { innerWords } from "../words-inner.ts";
import { LoadTrouble, Shapes } from "./trouble.tsx";

const spans = [30, 90, 365, 3650] as const;
const bys = ["day", "week"] as const;

type Asked = { days: (typeof spans)[number]; by: (typeof bys)[number] };

export function MoodView({ id }: { id: string }) {
  const page = usePage();
  const asked = useSignal<Asked>({ days: 30, by: "day" });
  const version = page.memoryVersion.value[id] ?? 0;
  const { days, by } = asked.value;
  const path = `/api/memory/${id}/emotions?days=${days}&by=${by}`;
  const [loaded, read] = useLoaded<Moods>(page.api, path, version);
  const { value, cause } = loaded.value;
  return (
    <>
      <Span asked={asked} />
      {cause !== null && <LoadTrouble cause={cause} again={read} />}
      {value === null ? cause === null && <Shapes rows={3} height={60} /> : <Seen id={id} moods={value} />}
    </>
  );
}

function Span({ asked }: { asked: Signal<Asked> }) {
  const { value: say } = innerWords;
  return (
    <div class="span">
      <label>
        <span class="visually-hidden">{say.span}</span>
        <select
          class="input"
          value={asked.value.days}
          onChange={(event) => {
            const days = spans.find((one) => String(one) === event.currentTarget.value) ?? 30;
            // Ten years by day are a hedge of bars that nobody can read.
            asked.value = { days, by: days > 365 ? "week" : asked.value.by };
          }}
        >
          {spans.map((one) => (
            <option key={one} value={one}>
              {say.spans[one]}
            </option>
          ))}
        </select>
      </label>
      <fieldset class="weight">
        <legend>{say.by}</legend>
        {bys.map((one) => (
          <label key={one}>
            <input
              type="radio"
              name="mood-by"
              checked={asked.value.by === one}
              onChange={() => {
                asked.value = { ...asked.value, by: one };
              }}
            />
            <span>{say.bys[one]}</span>
          </label>
        ))}
      </fieldset>
    </div>
  );
}

function Seen({ id, moods }: { id: string; moods: Moods }) {
  const { value: say } = innerWords;
  const rows = tableRows(moods.trend);
  if (rows.length === 0) return <p class="nothing">{say.noMoods}</p>;
  return (
    <>
      <Picture moods={moods} />
      <details class="exactly">
        <summary>{say.asTable}</summary>
        <Table rows={rows} by={moods.by} />
      </details>
      <Triggers id={id} moods={moods} />
    </>
  );
}

/** "11/29", "2025/11/24", "29 Nov", "24 Nov 2025": short enough to stand under the picture. */
function shortDate(date: string, year: boolean, reader: Reader): string {
  const [y = "", m = "", d = ""] = date.split("-");
  if (reader.language === "en") return `${plainDate(date, reader)}${year ? ` ${y}` : ""}`;
  return `${year ? `${y}/` : ""}${Number(m)}/${Number(d)}`;
}

function pictureWords(trend: readonly MoodSpan[], reader: Reader): string {
  const { value: say } = innerWords;
  const [first, last] = [trend[0], trend.at(-1)];
  const sum = sumOf(trend);
  if (first === undefined || last === undefined || sum === null) return say.chartLabel;
  const { mean, best, worst } = sum;
  const date = (one: MoodSpan) => plainDate(one.date, reader);
  return say.chartOf(date(first), date(last), say.moodWords[moodWord(mean)], date(best), date(worst));
}

function Picture({ moods }: { moods: Moods }) {
  const page = usePage();
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<MoodChart | null>(null);
  const newest = useRef(moods);
  const point = useSignal<number | null>(null);
  const failed = useSignal(false);
  const { value: say } = innerWords;
  const reader = page.reader();
  newest.current = moods;
  useEffect(() => {
    let gone = false;
    import("../mood-chart.ts").then(
      ({ openMoodChart }) => {
        if (gone || place.current === null) return;
        chart.current = openMoodChart({
          place: place.current,
          rows: chartRows(newest.current.trend),
          dateLabel: (at) => labelAt(newest.current.trend, at, page.reader()),
          onPoint: (index) => {
            point.value = index;
          },
        });
      },
      () => {
        failed.value = true;
      },
    );
    return () => {
      gone = true;
      chart.current?.close();
      chart.current = null;
    };
  }, []);
  useEffect(() => chart.current?.setData(chartRows(moods.trend)), [moods]);
  const at = point.value === null ? undefined : moods.trend[point.value];
  return (
    <section aria-label={say.chartLabel}>
      {failed.value ? (
        <p class="trouble">{say.chartFailed}</p>
      ) : (
        <div class="picture" role="img" aria-label={pictureWords(moods.trend, reader)} ref={place} />
      )}
      <p class="hint point">
        {at === undefined ? say.chartHint : say.pointAt(plainDate(at.date, reader), moodOf(at), at.turns)}
      </p>
    </section>
  );
}

/** The span that holds the moment, or the nearest before it, as its date. */
function labelAt(trend: readonly MoodSpan[], at: number, reader: Reader): string {
  const span = trend.findLast((one) => one.from <= at) ?? trend[0];
  const years = new Set([trend[0]?.date.slice(0, 4), trend.at(-1)?.date.slice(0, 4)]);
  return span === undefined ? "" : shortDate(span.date, years.size > 1, reader);
}

function moodOf(one: MoodSpan): string {
  const { value: say } = innerWords;
  return say.moodWords[moodWord(one.valence)];
}

function Table({ rows, by }: { rows: readonly MoodSpan[]; by: Moods["by"] }) {
  const page = usePage();
  const { value: say } = innerWords;
  const reader = page.reader();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section class="table" tabIndex={0} aria-label={say.asTable}>
      <table>
        <thead>
          <tr>
            <th scope="col">{by === "day" ? say.dateColumn : say.weekColumn}</th>
            <th scope="col">{say.moodColumn}</th>
            <th scope="col">{say.mostColumn}</th>
            <th scope="col">{say.turnsColumn}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((one) => {
            const most = mostFelt(one.counts);
            return (
              <tr key={one.date}>
                <th scope="row">{plainDate(one.date, reader)}</th>
                <td>{moodOf(one)}</td>
                <td>{most === null ? "" : say.emotions[most]}</td>
                <td>{one.turns}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function Triggers({ id, moods }: { id: string; moods: Moods }) {
  const { spoken } = useCompanion(id);
  const { value: say } = innerWords;
  return (
    <section aria-labelledby="mood-triggers">
      <h3 class="part" id="mood-triggers">
        {say.triggers}
      </h3>
      <p class="hint">
        {moods.triggers.length === 0 ? say.noTriggers(moods.minimum_sample) : say.triggerLead}
      </p>
      <ul>
        {moods.triggers.map((one) => (
          <li class="memory" key={`${one.subject} ${one.emotion}`}>
            <p class="serif" lang={spoken}>
              {say.trigger(one.subject, say.emotions[one.emotion])}
            </p>
            <p class="when">
              {say.triggerCount(one.count, one.of)} · {say.triggerUsual(Math.round(one.usual * 100))}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
