// The Search port: one index for each companion, built when it is first asked for, the longest unused dropped first.
import type { Id } from "../schema/common.ts";
import { Index } from "./bm25.ts";
import { rank } from "./rank.ts";
import type { Search, SearchEntry } from "./search.ts";

/** Entries indexed in one go before others get their turn: about 10 ms of work. */
const entriesAtOnce = 400;

type Update = { entries: readonly SearchEntry[]; removed: readonly string[] };

/** `waiting`: updates that came while it was built. `dropped`: what is being built is out of date. */
type Building = { index: Promise<Index>; waiting: Update[]; dropped: boolean };

function apply(index: Index, { entries, removed }: Update): void {
  for (const id of removed) index.remove(id);
  for (const entry of entries) index.put(entry);
}

async function build(load: () => Promise<SearchEntry[]>): Promise<Index> {
  const index = new Index();
  const entries = await load();
  for (let at = 0; at < entries.length; at += entriesAtOnce) {
    for (const entry of entries.slice(at, at + entriesAtOnce)) index.put(entry);
    if (at + entriesAtOnce < entries.length) await new Promise<void>((resolve) => setImmediate(resolve));
  }
  return index;
}

/** Marks an index as the one used last, and drops the longest unused ones that no longer fit. */
function keep(ready: Map<Id, Index>, user: Id, index: Index, maxBytes: number): void {
  // A Map keeps the order of insertion: the first key is the one unused for the longest time.
  ready.delete(user);
  ready.set(user, index);
  let bytes = 0;
  for (const kept of ready.values()) bytes += kept.bytes;
  for (const [oldest, kept] of ready) {
    if (bytes <= maxBytes || oldest === user) break;
    ready.delete(oldest);
    bytes -= kept.bytes;
  }
}

/**
 * Makes the Search port. Indexes are kept while their estimated bytes together are within `maxBytes`; the one used last is
 * kept always, since rebuilding it for each question would cost more than it saves. `find` fails where `load` fails, and
 * the next one tries again; concurrent finds of one companion share one build.
 */
export function createSearch(options: { maxBytes: number }): Search {
  const ready = new Map<Id, Index>();
  const builds = new Map<Id, Building>();

  function start(user: Id, load: () => Promise<SearchEntry[]>): Building {
    const building: Building = { waiting: [], dropped: false, index: Promise.resolve(new Index()) };
    building.index = build(load).then(
      (index) => {
        // What was loaded may be older than what changed meanwhile.
        for (const update of building.waiting) apply(index, update);
        if (!building.dropped) {
          builds.delete(user);
          keep(ready, user, index, options.maxBytes);
        }
        return index;
      },
      (error: unknown) => {
        if (!building.dropped) builds.delete(user);
        throw error;
      },
    );
    builds.set(user, building);
    return building;
  }

  async function indexOf(user: Id, load: () => Promise<SearchEntry[]>): Promise<Index> {
    for (;;) {
      const index = ready.get(user);
      if (index) {
        keep(ready, user, index, options.maxBytes);
        return index;
      }
      const building = builds.get(user) ?? start(user, load);
      const built = await building.index;
      // Dropped meanwhile: what was loaded may hold erased text, so it must not answer.
      if (!building.dropped) return built;
    }
  }

  return {
    async find(user, query, load) {
      return rank(await indexOf(user, load), query);
    },
    update(user, entries, removed = []) {
      const index = ready.get(user);
      if (index) apply(index, { entries, removed });
      builds.get(user)?.waiting.push({ entries, removed });
    },
    drop(user) {
      ready.delete(user);
      const building = builds.get(user);
      if (building) building.dropped = true;
      builds.delete(user);
    },
  };
}
