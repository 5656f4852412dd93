// Works out trust and stage from what is stored, with the parts, so that anyone can see why (A136–A140, R25, R26, R31, R39).
import type { Deps } from "../deps.ts";
import { stageOf } from "../memory/stage.ts";
import { type Activity, countActivity, type TrustParts, trustOf, trustParts } from "../memory/trust.ts";
import type { Relationship } from "../schema/relationship.ts";
import { companion } from "../store/store.ts";
import { giveWay } from "./give-way.ts";
import type { Reader } from "./read-companion.ts";

/** Messages looked at between two rests, so that a long history holds nobody up. */
const atOnce = 500;

/**
 * Computes trust and stage anew and stores them with their parts and `days` (days on which the two talked, imported ones too) in
 * core_memory's relationship, with `first_at`, when the person first wrote. The level is the character's and stays. Returns true where something changed by a hundredth or more.
 */
export async function judgeBond(deps: Deps, reader: Reader): Promise<boolean> {
  const owner = companion(reader.user);
  const count = countActivity(reader.zone);
  for await (const month of deps.store.log.scan(reader.user)) {
    for (let from = 0; from < month.length; from += atOnce) {
      count.add(month.slice(from, from + atOnce));
      await giveWay();
    }
  }
  const activity = count.activity();
  const emotions = await deps.store.view(owner, "emotions");
  const facts = await deps.store.view(owner, "facts");
  const now = deps.clock.now();
  const meta = { by: "system" as const, cause: "bond" };
  const { result } = await deps.store.commit(owner, ["core_memory"], meta, ({ core_memory }) => {
    const { relationship } = core_memory;
    const { history } = relationship;
    const parts = trustParts({ activity, emotions, facts, history, zone: reader.zone, now });
    const next = withBond(relationship, parts, activity);
    if (next === relationship) return { result: false };
    return { documents: { core_memory: { ...core_memory, relationship: next } }, result: true };
  });
  if (result) {
    const data = { document: "core_memory", entry_id: "relationship", kind: "changed" } as const;
    deps.publish(reader.owner, { event: "memory-change", data }, reader.user);
  }
  return result;
}

/** The relationship with its computed side; the same object where nothing moved by a hundredth. */
function withBond(relationship: Relationship, parts: TrustParts, { days, first_at }: Activity): Relationship {
  const exact = trustOf(parts);
  const trust = hundredths(exact);
  const rounded = Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, hundredths(value)]));
  const stage = stageOf(days, exact);
  const same =
    trust === relationship.trust &&
    stage === relationship.stage &&
    first_at === relationship.first_at &&
    Object.entries(rounded).every(([name, value]) => relationship.parts[name] === value);
  // `days` alone moves every day; it is written along with what it changes.
  if (same) return relationship;
  const { first_at: _before, ...rest } = relationship;
  const met = first_at === undefined ? {} : { first_at };
  return { ...rest, trust, stage, parts: rounded, days, ...met };
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
