// How true a memory is: whole lives are lived through a house, and its facts judged against what is so at the end (part 2, a).
//
// The road: one HTTP chat for each turn of the person, with the clock moved to the turn, the turn's own id, and the companion's
// turn of the data as the reply of the scripted chat model; between sessions the clock is advanced item by item, so that topics
// end, are summarised and tidied up as in life. No step is left out, so nothing here reaches past the house's own doors.
import { readdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Fact } from "../../src/schema/fact.ts";
import type { Bench, Figure } from "./main.ts";
import { rounded } from "./statistics.ts";
import { type Life, languageOf, readLives } from "./truth-data.ts";
import { type Judgement, judge } from "./truth-judge.ts";
import { type Mode, play } from "./truth-run.ts";

const own = ["zh", "en"].map((language) => resolve(import.meta.dirname, `data/twolives-${language}`));
const modes: readonly Mode[] = ["code", "model"];

/** The folders to read: the one that was named, the sets within it, or our own two. */
async function foldersOf(data: string | undefined): Promise<string[]> {
  if (data === undefined) return own;
  const names = await readdir(data);
  if (names.includes("sessions.jsonl")) return [data];
  const inner = names.map((name) => join(data, name));
  const holds = await Promise.all(
    inner.map((folder) =>
      stat(join(folder, "sessions.jsonl")).then(
        () => true,
        () => false,
      ),
    ),
  );
  return inner.filter((_, at) => holds[at]);
}

const saidIn = (life: Life) =>
  new Map(
    life.sessions.flatMap(({ turns }) =>
      turns.filter(({ role }) => role === "user").map(({ id, text }): [string, string] => [id, text]),
    ),
  );

type Judged = { life: Life; judgement: Judgement; ownReplies: number; proposed: Map<string, number> };

/** `npm run bench -- truth [--data=FOLDER] [--mode=code|model] [--language=zh|en] [--seed=N] [--list]` */
export const truth: Bench = async ({ data, mode, language, seed = "20261129", list }) => {
  const lives = (await Promise.all((await foldersOf(data)).map(readLives))).flat();
  const figures: Figure[] = [];
  for (const spoken of ["zh", "en"] as const) {
    const told = lives.filter((life) => languageOf(life) === spoken);
    if (told.length === 0 || (language !== undefined && language !== spoken)) continue;
    for (const by of modes.filter((one) => mode === undefined || mode === one)) {
      const judged: Judged[] = [];
      for (const life of told) {
        const { facts, at, ...rest } = await play(life, by, Number(seed));
        judged.push({ life, judgement: judge(life, facts, saidIn(life), at), ...rest });
      }
      figures.push(...figuresOf(`${spoken}, ${by}: `, by, judged));
      if (list !== undefined) for (const one of judged) print(`${spoken}, ${by}`, one);
    }
  }
  return figures;
};

const percent = (part: number, of: number) => (of === 0 ? 100 : rounded((100 * part) / of, 1));

function figuresOf(name: string, mode: Mode, judged: readonly Judged[]): Figure[] {
  const verdicts = judged.flatMap(({ judgement }) => judgement.verdicts);
  const open = verdicts.filter(({ gold }) => gold.valid_to === null);
  const isCurrent = ({ current, stale }: (typeof verdicts)[number]) =>
    !stale && (mode === "code" ? current !== "none" : current === "whole");
  const count = (many: (judgement: Judgement) => readonly unknown[]) =>
    judged.reduce((sum, { judgement }) => sum + many(judgement).length, 0);
  const forbidden = judged.reduce((sum, { life }) => sum + life.forbidden.length, 0);
  const stored = percent(
    count((one) => one.forbidden),
    forbidden,
  );
  const current = percent(open.filter(isCurrent).length, open.length);
  const none = (label: string, value: number): Figure =>
    mode === "model"
      ? { name: `${name}${label}`, value, goal: "0", met: value === 0 }
      : { name: `${name}${label}`, value };
  const categories = [...new Set(verdicts.map(({ gold }) => gold.category))].sort();
  const proposed = new Map<string, number>();
  for (const one of judged)
    for (const [kind, times] of one.proposed) proposed.set(kind, (proposed.get(kind) ?? 0) + times);
  return [
    ...[...proposed].map(([kind, value]) => ({ name: `${name}proposed, ${kind}`, value })),
    {
      name: `${name}facts found (of ${verdicts.length})`,
      value: verdicts.filter(({ found }) => found !== "none").length,
    },
    { name: `${name}facts found whole`, value: verdicts.filter(({ found }) => found === "whole").length },
    ...categories.map((category) => {
      const of = verdicts.filter(({ gold }) => gold.category === category);
      return {
        name: `${name}found, ${category} (of ${of.length})`,
        value: of.filter(({ found }) => found !== "none").length,
      };
    }),
    {
      name: `${name}current value right, % of ${open.length}`,
      value: current,
      ...(mode === "model" ? { goal: "100", met: current === 100 } : {}),
    },
    {
      name: `${name}must-not kept, % of ${forbidden}`,
      value: stored,
      goal: mode === "model" ? "0" : "≤ 2",
      met: mode === "model" ? stored === 0 : stored <= 2,
    },
    none(
      "live without evidence",
      count((one) => one.withoutEvidence),
    ),
    none(
      "live twice",
      count((one) => one.doubles),
    ),
    { name: `${name}live facts`, value: judged.reduce((sum, { judgement }) => sum + judgement.live, 0) },
    { name: `${name}live, neither gold nor forbidden`, value: count((one) => one.extras) },
    { name: `${name}ended, but still live`, value: count((one) => one.unclosed) },
    {
      name: `${name}replies of the house's own`,
      value: judged.reduce((sum, one) => sum + one.ownReplies, 0),
    },
  ];
}

const shown = ({ key, value, statement, evidence }: Fact) => {
  const quotes = evidence.map((proof) => ("quote" in proof ? `"${String(proof.quote)}"` : proof.kind));
  return `${key} = ${String(value)} | ${statement} | ${quotes.join(" ")}`;
};

/** Everything that did not come out as it should, to look at. */
function print(name: string, { life, judgement }: Judged): void {
  const lines: string[] = [];
  for (const { gold, found, current, stale } of judgement.verdicts) {
    const wanted = gold.valid_to === null ? current : found;
    if (wanted === "whole" && !stale) continue;
    lines.push(
      `${wanted}${stale ? ", stale" : ""}: ${gold.key} = ${gold.value} (${gold.evidence.join(" ")})`,
    );
  }
  for (const { of, by } of judgement.forbidden) lines.push(`MUST NOT: ${of.statement} <- ${shown(by)}`);
  for (const fact of judgement.withoutEvidence) lines.push(`NO EVIDENCE: ${shown(fact)}`);
  for (const fact of judgement.doubles) lines.push(`TWICE: ${shown(fact)}`);
  for (const fact of judgement.extras) lines.push(`extra: ${shown(fact)}`);
  for (const { key, value } of judgement.unclosed) lines.push(`not closed: ${key} = ${value}`);
  process.stdout.write(`\n${name}, ${life.conv}\n${lines.map((line) => `  ${line}\n`).join("")}`);
}
