// The care of idle hours, at most once a day: near-identical episodes become one, faded ones go out of sight, old moods fold, trust is computed (A206, A216, R32).
import type { Deps } from "../deps.ts";
import { settleFacts } from "../memory/fact-life.ts";
import { isClosed } from "../memory/join.ts";
import { reviveLong } from "../memory/long-truth.ts";
import { doneStep } from "../memory/step.ts";
import { applyTidy, planTidy, type TidyPlan } from "../memory/tidy.ts";
import type { Id, Seconds } from "../schema/common.ts";
import type { Fact, Facts } from "../schema/fact.ts";
import type { LongEntry } from "../schema/long-term.ts";
import { similarity } from "../search/tokenise.ts";
import { companion } from "../store/store.ts";
import { judgeBond } from "./bond.ts";
import { foldFeelings } from "./feelings.ts";
import { changesBetween, followFacts } from "./keep-facts.ts";
import { projectFacts } from "./project-facts.ts";
import { ownerOf, type Reader } from "./read-companion.ts";
import { indexChanged } from "./search-memory.ts";

const day: Seconds = 86_400;
/** A companion that nobody talks to is looked at once a week: only time goes by. */
const quietPause: Seconds = 7 * day;
/** So long after the last word the hour counts as idle. */
const idleAfter: Seconds = 30 * 60;

/**
 * What time alone brings: facts that have run out or begun, the account's projection in step with them, and once a day, in an
 * idle hour, the tidying. Returns when something of this is due again, or null for a companion nobody has talked to.
 */
export async function tidyUp(deps: Deps, reader: Reader): Promise<Seconds | null> {
  const turning = await settleKnown(deps, reader);
  const due = await dailyDue(deps, reader);
  if (due === null) return turning;
  if (due > deps.clock.now()) return turning === null ? due : Math.min(due, turning);
  await daily(deps, reader);
  const next = deps.clock.now() + day;
  return turning === null ? next : Math.min(next, turning);
}

/** Closes facts that time has closed. Returns the next moment at which a fact begins or ends. */
async function settleKnown(deps: Deps, reader: Reader): Promise<Seconds | null> {
  const owner = companion(reader.user);
  const now = deps.clock.now();
  const known = await deps.store.view(owner, "facts");
  if (settleFacts(known, now) !== known) {
    const meta = { by: "system" as const, cause: "time" };
    const { result } = await deps.store.commit(owner, ["facts"], meta, ({ facts }) => {
      const settled = settleFacts(facts, now);
      const graph = { entities: [], relations: [] };
      return {
        documents: { facts: settled },
        result: changesBetween({ facts, graph }, { facts: settled, graph }),
      };
    });
    await followFacts(deps, reader.user, result);
  }
  await projectFacts(deps, reader.user);
  return nextTurning(known, now);
}

function nextTurning(facts: Facts, now: Seconds): Seconds | null {
  const ahead = (fact: Fact) =>
    [fact.valid_from, fact.valid_to].filter((at): at is Seconds => typeof at === "number" && at > now);
  const moments = facts.filter(({ status }) => status === "live").flatMap(ahead);
  return moments.length === 0 ? null : moments.reduce((first, at) => Math.min(first, at));
}

async function dailyDue(deps: Deps, reader: Reader): Promise<Seconds | null> {
  const owner = companion(reader.user);
  const [last] = await deps.store.log.tail(reader.user, 1);
  if (last === undefined) return null;
  const { steps } = await deps.store.view(owner, "heartbeat");
  const done = steps.tidy?.last_done_at;
  const short = await deps.store.view(owner, "short_term");
  const talking = !isClosed(short) && short.conversations.length > 0;
  const idle = talking ? last.timestamp + idleAfter : last.timestamp;
  const now = deps.clock.now();
  // A clock that was set back must not put it off for ever.
  if (done === undefined || done > now) return Math.min(idle, now + idleAfter);
  // An imported history lies in the past; that it came shows by its summaries.
  const mid = await deps.store.view(owner, "mid_term");
  const said = last.timestamp >= done || mid.some(({ created_at = 0 }) => created_at >= done);
  return said ? Math.max(idle, done + day) : done + quietPause;
}

async function daily(deps: Deps, reader: Reader): Promise<void> {
  await tidyEpisodes(deps, reader);
  await foldFeelings(deps, reader);
  await judgeBond(deps, reader);
  const now = deps.clock.now();
  const meta = { by: "system" as const, cause: "tidy" };
  await deps.store.commit(companion(reader.user), ["heartbeat"], meta, ({ heartbeat }) => ({
    documents: {
      heartbeat: { ...heartbeat, steps: { ...heartbeat.steps, tidy: doneStep(heartbeat.steps.tidy, now) } },
    },
    result: undefined,
  }));
}

/**
 * One bounded run over summaries and long entries: one change line, undoable; nothing is removed and nothing is written anew. What
 * an entry had ended that the owner took out of the file counts again.
 */
export async function tidyEpisodes(deps: Deps, reader: Reader): Promise<TidyPlan> {
  const owner = companion(reader.user);
  const mid = await deps.store.view(owner, "mid_term");
  const long = await deps.store.view(owner, "long_term");
  const uses = await deps.store.view(owner, "uses");
  const plan = planTidy(mid, long, uses, deps.clock.now(), similarity);
  const back = reviveLong(long as LongEntry[]) !== long;
  if (!back && plan.merge.length + plan.archive.length + plan.restore.length === 0) return plan;
  const meta = { by: "system" as const, cause: "tidy" };
  const { result } = await deps.store.commit(
    owner,
    ["long_term", "mid_term"],
    meta,
    ({ long_term, mid_term }) => {
      const next = {
        long_term: applyTidy(reviveLong(long_term), "long_term", plan),
        mid_term: applyTidy(mid_term, "mid_term", plan),
      };
      return {
        documents: next,
        result: [
          ...changed("long_term", long_term, next.long_term),
          ...changed("mid_term", mid_term, next.mid_term),
        ],
      };
    },
  );
  await indexChanged(deps, reader.user, result);
  await tell(deps, reader.user, result);
  return plan;
}

type ChangedEntry = { document: string; entry: string };

function changed<T extends { id: string }>(
  document: string,
  before: readonly T[],
  after: readonly T[],
): ChangedEntry[] {
  return after.flatMap((entry, at) => (entry === before[at] ? [] : [{ document, entry: entry.id }]));
}

async function tell(deps: Deps, user: Id, changes: readonly ChangedEntry[]): Promise<void> {
  const owner = await ownerOf(deps, user);
  for (const { document, entry } of changes)
    deps.publish(
      owner,
      { event: "memory-change", data: { document, entry_id: entry, kind: "changed" } },
      user,
    );
}
