// The Search port: one index for each companion, built when it is first asked for, the longest unused dropped first.
import type { Id } from "../schema/common.ts";
import { Index } from "./inverted-index.ts";
import { rank } from "./rank.ts";
import type { Search, SearchEntry } from "./search.ts";
import type { SignalName } from "./signals.ts";

/** Characters indexed in one go before others get their turn: some 5 ms of work. */
const charactersAtOnce = 2_500;
/** What an entry costs beside its characters, in characters. */
const entryCost = 20;

type Update = { entries: readonly SearchEntry[]; removed: readonly string[] };

/** `waiting`: updates that came while it was built. `dropped`: what is being built is out of date. */
type Building = { index: Promise<Index>; waiting: Update[]; dropped: boolean };

function apply(index: Index, { entries, removed }: Update): void {
  for (const id of removed) index.remove(id);
  for (const entry of entries) index.put(entry);
}

async function build(load: () => Promise<SearchEntry[]>): Promise<Index> {
  const index = new Index();
  let left = charactersAtOnce;
  for (const entry of await load()) {
    if (left <= 0) {
      await new Promise<void>((resolve) => setImmediate(resolve));
      left = charactersAtOnce;
    }
    index.put(entry);
    left -= entry.text.length + entryCost;
  }
  index.settle();
  return index;
}

/** Milliseconds of one step of waiting. */
const stepMs = 30;

/**
 * What the work gives, or undefined where it takes longer; it goes on nevertheless. A failure in time is a failure. The time is
 * measured in short steps, so that a moment in which the whole program stood still counts as one of them.
 */
async function inTime<T>(work: Promise<T>, patience: number): Promise<T | undefined> {
  // Whoever asks next hears of a failure that comes too late for this one.
  work.catch(() => {});
  for (let waited = 0; waited < patience; waited += stepMs) {
    let timer: NodeJS.Timeout | undefined;
    const step = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, stepMs, undefined);
    });
    const done = await Promise.race([work, step]);
    clearTimeout(timer);
    if (done !== undefined) return done;
  }
  return undefined;
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
 * Makes the Search port; `without` names signals that are left out, for measuring what each brings. Indexes are kept while their estimated bytes together are within `maxBytes`; the one used last is
 * kept always, since rebuilding it for each question would cost more than it saves. `find` fails where `load` fails, and
 * the next one tries again; concurrent finds of one companion share one build.
 */
export function createSearch(options: { maxBytes: number; without?: ReadonlySet<SignalName> }): Search {
  const ready = new Map<Id, Index>();
  const builds = new Map<Id, Building>();
  let warming: Promise<unknown> = Promise.resolve();

  const halfFull = () => {
    let bytes = 0;
    for (const index of ready.values()) bytes += index.bytes;
    return bytes > options.maxBytes / 2;
  };

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
      const asked = indexOf(user, load);
      const index = query.patience === undefined ? await asked : await inTime(asked, query.patience);
      return index ? rank(index, query, options.without) : [];
    },
    warm(user, load) {
      warming = warming.then(async () => {
        if (!ready.has(user) && !halfFull()) await indexOf(user, load).catch(() => {});
      });
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
