// What it costs: money first, what memory saved, and behind that each companion's tokens and calls.
import { useSignal } from "@preact/signals";
import type { SpentRow, UsageReport } from "../../../src/schema/request-usage.ts";
import { byRole, costsOf, savedOf, sumsOf } from "../../cost.ts";
import { money, share, short, whole } from "../../figures.ts";
import { useLoaded } from "../../loading.ts";
import { usePage } from "../../page-state.ts";
import { monthName } from "../../time-month.ts";
import { language, words } from "../../words.ts";
import { meWords } from "../../words-me.ts";
import { LoadTrouble, Shapes } from "../trouble.tsx";
import { Budget } from "./budget.tsx";
import { DailyLimit } from "./daily-limit.tsx";
import { Section } from "./parts.tsx";
import { Prices } from "./prices.tsx";

export function CostSection() {
  const { api, door } = usePage();
  const session = door.session.value;
  const isAdmin = session.state === "in" && session.user.role === "admin";
  const prices = useSignal(false);
  const showPrices = () => {
    prices.value = true;
    requestAnimationFrame(() => document.getElementById("prices-title")?.focus());
  };
  const [loaded, read] = useLoaded<UsageReport>(api, "/api/usage");
  const { value, cause } = loaded.value;
  return (
    <Section name="cost">
      {value === null &&
        (cause === null ? <Shapes rows={3} height={72} /> : <LoadTrouble cause={cause} again={read} />)}
      {value !== null && (
        <>
          {cause !== null && <LoadTrouble cause={cause} again={read} />}
          <Head report={value} onPrices={isAdmin ? showPrices : null} />
          <Budget report={value} onChanged={read} />
          <Saved report={value} />
          <Each report={value} />
          <Earlier report={value} />
          {isAdmin && <Prices open={prices} unpriced={value.unpriced} onChanged={read} />}
          <DailyLimit limit={value.background_tokens_per_day} onChanged={read} />
          <p class="hint">{meWords.value.noteEstimate}</p>
        </>
      )}
    </Section>
  );
}

/** "¥12.40 · US$0.31" */
function sumWords(costs: readonly { cost: number; currency: string }[]): string {
  return costs.map(({ cost, currency }) => money(cost, currency, language.value)).join(" + ");
}

/** The one figure one came for. Where nothing has a price it is tokens, and says so. */
function Head({ report, onPrices }: { report: UsageReport; onPrices: (() => void) | null }) {
  const { value: say } = meWords;
  const all = report.ai_users.flatMap(({ rows }) => rows);
  const costs = costsOf(all);
  const sums = sumsOf(all);
  const forecast = report.spent.filter((one) => one.forecast > one.cost * 1.005);
  if (all.length === 0) return <p class="nothing">{say.costNothing}</p>;
  return (
    <div class="cost-head">
      <p class="cost-lead">{say.costLead(monthName(report.month, language.value))}</p>
      <p class="cost-sum">
        {costs.length > 0 ? sumWords(costs) : say.tokensOf(short(sums.input + sums.output, language.value))}
      </p>
      {costs.length > 0 && forecast.length > 0 && (
        <p>
          {say.forecast(sumWords(forecast.map((one) => ({ cost: one.forecast, currency: one.currency }))))}
        </p>
      )}
      {sums.cached > 0 && <p class="hint">{say.cachedOf(share(sums.cached, sums.input))}</p>}
      {report.unpriced.length > 0 && (
        <p class="hint">
          {costs.length === 0 && `${say.costUnknown} · `}
          {say.costUnknownHint(report.unpriced.join(say.comma))}{" "}
          {onPrices !== null && (
            <button type="button" class="quiet" onClick={onPrices}>
              {say.costSetPrices}
            </button>
          )}
        </p>
      )}
    </div>
  );
}

function Saved({ report }: { report: UsageReport }) {
  const { value: say } = meWords;
  const saved = savedOf(report);
  if (report.ai_users.length === 0) return null;
  const figure = (count: number) => short(count, language.value);
  return (
    <section aria-labelledby="cost-saved">
      <h2 id="cost-saved">{say.savedTitle}</h2>
      {saved === null ? (
        <p>{say.savedYet}</p>
      ) : (
        <>
          <p class="cost-saved">{say.savedSum(share(saved.full - saved.used, saved.full))}</p>
          <p>
            {say.savedTold(figure(saved.full), figure(saved.used))}
            {saved.cost !== null &&
              `${words.value.gap}${say.savedMoney(money(saved.cost, saved.currency, language.value))}`}
          </p>
        </>
      )}
    </section>
  );
}

function Each({ report }: { report: UsageReport }) {
  const { value: say } = meWords;
  if (report.ai_users.length === 0) return null;
  return (
    <section aria-labelledby="cost-each">
      <h2 id="cost-each">{say.byCompanion}</h2>
      {report.ai_users.map(({ user_id, name, rows }) => (
        <details key={user_id} class="cost-one">
          <summary>
            <b class="serif">{name}</b>
            <span>{shortCost(rows)}</span>
          </summary>
          <Table name={name} rows={rows} />
        </details>
      ))}
    </section>
  );
}

/** Money where there is a price; else tokens. */
function shortCost(rows: readonly SpentRow[]): string {
  const costs = costsOf(rows);
  if (costs.length > 0) return sumWords(costs);
  const { input, output } = sumsOf(rows);
  return meWords.value.tokensOf(short(input + output, language.value));
}

function Table({ name, rows }: { name: string; rows: readonly SpentRow[] }) {
  const { value: say } = meWords;
  const { columns, costRoles } = say;
  const figure = (count: number) => whole(count, language.value);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by the keyboard
    <section class="cost-table" tabIndex={0} aria-label={say.costTable(name)}>
      <table>
        <thead>
          <tr>
            <th scope="col">{columns.role}</th>
            <th scope="col">{columns.cost}</th>
            <th scope="col">{columns.calls}</th>
            <th scope="col">{columns.input}</th>
            <th scope="col">{columns.cached}</th>
            <th scope="col">{columns.output}</th>
          </tr>
        </thead>
        <tbody>
          {byRole(rows).map(({ role, rows: own }) => {
            const sums = sumsOf(own);
            const models = [...new Set(own.map(({ model }) => model))].join(meWords.value.comma);
            return (
              <tr key={role}>
                <th scope="row">
                  {costRoles[role] ?? role}
                  <small>{models}</small>
                </th>
                <td>{sumWords(costsOf(own)) || "–"}</td>
                <td>{figure(sums.calls)}</td>
                <td>{figure(sums.input)}</td>
                <td>{share(sums.cached, sums.input)}</td>
                <td>{figure(sums.output)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function Earlier({ report }: { report: UsageReport }) {
  const { value: say } = meWords;
  if (report.ai_users.length === 0 && report.months.length === 0) return null;
  return (
    <section aria-labelledby="cost-earlier">
      <h2 id="cost-earlier">{say.earlier}</h2>
      {report.months.length === 0 && <p class="hint">{say.noEarlier}</p>}
      <ul class="me-rows">
        {report.months.map((one) => (
          <li key={`${one.month} ${one.currency}`}>
            <div>
              <b>{monthName(one.month, language.value)}</b>
              <small>
                {say.callsOf(whole(one.calls, language.value))} ·{" "}
                {say.tokensOf(short(one.input_tokens + one.output_tokens, language.value))}
              </small>
            </div>
            <span>{one.cost > 0 ? money(one.cost, one.currency, language.value) : "–"}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
