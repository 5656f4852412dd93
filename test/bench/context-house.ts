// The verbs' own dependencies on the file store, without a server: what the benches of the context assemble with.
import type { Deps } from "../../src/deps.ts";
import { seededRandom } from "../../src/ids.ts";
import type { Models } from "../../src/model/models.ts";
import { createSearch } from "../../src/search/index-cache.ts";
import { openFiles } from "../../src/store/files.ts";
import type { Store } from "../../src/store/store.ts";

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** Models that are there and are not asked: an assembly asks none. */
const silent: Models = {
  reply: unused,
  answer: unused,
  state: () => [],
  test: unused,
  offers: () => [],
  window: () => undefined,
};

function unused(): never {
  throw new Error("an assembly asks no model");
}

export type Opened = { deps: Deps; store: Store };

export type HouseOptions = {
  root: string;
  prompts: Deps["prompts"];
  now: () => number;
  models?: Models;
};

/** Opens the data folder; close its store afterwards. */
export async function openHouse({ root, prompts, now, models = silent }: HouseOptions): Promise<Opened> {
  let made = 0;
  const newId = () => `bench_${++made}`;
  const store = await openFiles({ folder: root, clock: { now }, newId, log: quiet, watch: false });
  const deps: Deps = {
    store,
    models,
    prompts,
    search: createSearch({ maxBytes: 256 * 1024 * 1024 }),
    souls: new Map(),
    clock: { now },
    random: seededRandom("context"),
    newId,
    publish: () => {},
    wait: async () => true,
    log: quiet,
    flushUsage: async () => {},
  };
  return { deps, store };
}
