// The composition root: settings, engines, Deps, server and schedule. The only place that names engines or reads the clock.
import { randomBytes } from "node:crypto";
import { realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { pino } from "pino";
import { createClock, createTestClock, type MovableClock, together, wait } from "./clock.ts";
import type { Deps, Logger } from "./deps.ts";
import { createApp } from "./http/app.ts";
import type { HttpDeps, HttpSettings, Room } from "./http/http-deps.ts";
import { createHub, type Hub } from "./http/hub.ts";
import { listen, urlOf } from "./http/listen.ts";
import { createMetrics } from "./http/metrics.ts";
import { buildPage, pageRoutes } from "./http/page.ts";
import { backupRoutes } from "./http/routes/backups.ts";
import { chatRoutes } from "./http/routes/chat.ts";
import { episodeRoutes } from "./http/routes/episodes.ts";
import { eraseRoutes } from "./http/routes/erase.ts";
import { cardBodies, exchangeRoutes } from "./http/routes/exchange.ts";
import { folderBodies, folderRoutes } from "./http/routes/export.ts";
import { factRoutes } from "./http/routes/facts.ts";
import { heartbeatRoutes } from "./http/routes/heartbeat.ts";
import { importBodies, importRoutes } from "./http/routes/import.ts";
import { memoryRoutes } from "./http/routes/memory.ts";
import { memoryFileRoutes } from "./http/routes/memory-files.ts";
import { memoryViewRoutes } from "./http/routes/memory-views.ts";
import { messageRoutes } from "./http/routes/messages.ts";
import { createIds, seededRandom } from "./ids.ts";
import { type Adoption, createAdoption } from "./lifecycle/adopt.ts";
import { Backing } from "./lifecycle/backup.ts";
import { Beats } from "./lifecycle/beats.ts";
import { HandEdits } from "./lifecycle/hand.ts";
import { createHousekeeping } from "./lifecycle/housekeeping.ts";
import { withTornImports } from "./lifecycle/import-job.ts";
import { createUsageBook } from "./lifecycle/record-usage.ts";
import { RunningImports } from "./lifecycle/running-imports.ts";
import { Turns } from "./lifecycle/turns.ts";
import { Upkeep } from "./lifecycle/upkeep.ts";
import { defaultModelsConfig } from "./model/config.ts";
import { countExactly } from "./model/exact-tokens.ts";
import { createExtractiveInSteps } from "./model/extractive.ts";
import { createModels } from "./model/fallback.ts";
import { askOutside } from "./model/outside.ts";
import { probeLocalServers } from "./model/probe.ts";
import { loadPrompts } from "./prompt/loader.ts";
import { startSchedule } from "./schedule.ts";
import type { ModelsConfig, Secrets } from "./schema/models.ts";
import { createSearch } from "./search/index-cache.ts";
import { createMeaningShelf, withMeaning } from "./search/meaning-shelf.ts";
import { tokenise } from "./search/tokenise.ts";
import { readSettings, type Settings } from "./settings.ts";
import { loadSouls } from "./souls.ts";
import { backupFolder, checkApart } from "./store/backup-folder.ts";
import type { Backups } from "./store/backups.ts";
import { openFiles } from "./store/files.ts";
import { house, type Store } from "./store/store.ts";

const version = "0.1.0";
const projectFolder = dirname(dirname(fileURLToPath(import.meta.url)));
/** Search indexes in memory: the least recently used are dropped beyond this, in bytes. */
const searchBytes = 256 * 1024 * 1024;
/** Memory for vectors, used only where a model makes them. */
const meaningBytes = 96 * 1024 * 1024;
/** How long running replies may still finish when the server is told to stop, in milliseconds. */
const patienceMs = 3_000;

export type Running = { url: string; setupCode: string | null; close(): Promise<void> };

type HouseDocuments = { models: ModelsConfig; secrets: Secrets };

/** models.json and secrets.json as they are now: kept in memory and read again whenever they change. */
async function houseDocuments(store: Store, settings: Settings, log: Logger): Promise<HouseDocuments> {
  await store.commit(
    house,
    ["models", "secrets"],
    { by: "system", cause: "start" },
    ({ models, secrets }) => ({
      documents: {
        ...(Object.keys(models.models).length === 0 ? { models: defaultModelsConfig() } : {}),
        ...(secrets.auth_secret || settings.authSecret
          ? {}
          : { secrets: { ...secrets, auth_secret: randomBytes(32).toString("base64url") } }),
      },
      result: undefined,
    }),
  );
  const current: HouseDocuments = {
    models: await store.read(house, "models"),
    secrets: await store.read(house, "secrets"),
  };
  // Both at once: who asks right after a change finds a model together with its key.
  const readAgain = async () => {
    const both = [store.read(house, "models"), store.read(house, "secrets")] as const;
    [current.models, current.secrets] = await Promise.all(both);
  };
  store.subscribe((event) => {
    if (event.owner.kind !== "house") return;
    // What was read last stays in use; the next change reads again.
    readAgain().catch((error: unknown) =>
      log.warn({ error: error instanceof Error ? error.name : typeof error }, "settings could not be read"),
    );
  });
  return current;
}

type Base = {
  settings: Settings;
  log: Logger;
  clock: MovableClock;
  newId: () => string;
  store: Store;
  backups: Backups;
  hub: Hub;
};

/** Everything that the verbs are given: the engines behind the ports, and time, chance and ids. */
async function compose(
  { settings, log, clock, newId, store, backups, hub }: Base,
  documents: HouseDocuments,
): Promise<Deps> {
  const [souls, prompts, offers] = await Promise.all([
    loadSouls(join(projectFolder, "souls")),
    loadPrompts(join(projectFolder, "prompts")),
    probeLocalServers(),
  ]);
  const usage = createUsageBook(clock.now, () => documents.models.background_tokens_per_day);
  const random = settings.randomSeed === undefined ? Math.random : seededRandom(settings.randomSeed);
  const models = createModels({
    config: () => documents.models,
    secrets: () => documents.secrets,
    environment: settings.keys,
    single: settings.openai,
    extractive: createExtractiveInSteps({ tokenise }),
    guide: (language, fault) => prompts.render("guided_retry", language, { fault }),
    record: usage.record,
    backgroundAllowed: usage.backgroundAllowed,
    offers: () => offers,
    milliseconds: () => performance.now(),
    random,
    log,
  });
  const meanings = createMeaningShelf({ maxBytes: meaningBytes });
  const deps: Deps = {
    store,
    backups,
    models,
    prompts,
    search: withMeaning(createSearch({ maxBytes: searchBytes }), meanings),
    meanings,
    souls,
    clock,
    random,
    newId,
    publish: hub.publish,
    wait,
    log,
    outside: askOutside,
    webSearch: settings.webSearch,
    listeners: (account) => hub.listeners(account),
    flushUsage: () => usage.flush(deps),
  };
  await usage.load(deps);
  return deps;
}

function httpSettings(settings: Settings, documents: HouseDocuments, setupCode: string | null): HttpSettings {
  const { host, port, publicUrl, allowedHosts, trustProxy, authSecret, loopbackOnly } = settings;
  return {
    host,
    port,
    publicUrl,
    allowedHosts,
    trustProxy,
    authSecret: authSecret ?? documents.secrets.auth_secret ?? "",
    setupCode,
    allowFirstFromLoopback: loopbackOnly,
    version,
    ...(settings.testing ? { passwordCost: { N: 1024, r: 8, p: 1 } } : {}),
  };
}

type Parts = { turns: Turns; upkeep: Upkeep; beats: Beats; adoption: Adoption; backing: Backing };

/** Every file of routes that needs more than the doors themselves. */
export function roomsOf(httpDeps: HttpDeps, { turns, upkeep, beats, adoption, backing }: Parts): Room[] {
  return [
    { routes: chatRoutes(httpDeps, turns) },
    { routes: messageRoutes(httpDeps, turns) },
    { routes: importRoutes(httpDeps, turns, new RunningImports()), bodies: importBodies },
    { routes: memoryRoutes(httpDeps, turns, upkeep) },
    { routes: factRoutes(httpDeps, turns) },
    { routes: episodeRoutes(httpDeps, turns) },
    { routes: memoryViewRoutes(httpDeps, turns) },
    { routes: memoryFileRoutes(httpDeps, turns) },
    { routes: eraseRoutes(httpDeps, turns, upkeep) },
    { routes: folderRoutes(httpDeps, { turns, upkeep, adoption }), bodies: folderBodies },
    { routes: backupRoutes(httpDeps, backing) },
    { routes: exchangeRoutes(httpDeps), bodies: cardBodies },
    { routes: heartbeatRoutes(httpDeps, beats, turns) },
  ];
}

/** Starts the whole house on a data folder. Rejects with one clear sentence where it cannot. */
export async function start(settings: Settings): Promise<Running> {
  const log: Logger = pino(
    { level: settings.logLevel, base: null },
    pino.destination({ fd: 2, sync: false }),
  );
  const clock = createClock(Date.now, settings.clockStart);
  const newId = createIds(clock.nowMs, randomBytes);
  const hub = createHub({ boot: newId() });
  await checkApart(settings.dataDir, settings.backupDir);
  const store = await openFiles({ folder: settings.dataDir, clock, newId, log });
  const backups = backupFolder(settings.backupDir);
  const documents = await houseDocuments(store, settings, log);
  const deps = await compose({ settings, log, clock, newId, store, backups, hub }, documents);
  const upkeep: Upkeep = new Upkeep(deps, (user, task) => turns.between(user, task));
  const hand: HandEdits = new HandEdits(deps, {
    between: (user, task) => turns.between(user, task),
    poke: (user) => turns.poke(user),
  });
  store.subscribe((event) => hand.hear(event));
  const turns = new Turns(deps, upkeep, hand);
  const beats = new Beats(deps, turns);
  const setupCode = (await store.list("account")).length === 0 ? randomBytes(6).toString("hex") : null;
  const duties = createHousekeeping(deps);
  const backing = new Backing(deps, backups);
  const adoption = createAdoption(deps);
  await adoption.look();
  const housekeeping = async () => {
    await adoption.tick();
    turns.forgetPrivate();
    await duties();
    await backing.tick();
  };
  const test =
    settings.clockStart === undefined
      ? {}
      : { test: createTestClock(clock, together(upkeep, beats), turns, housekeeping) };
  const httpDeps: HttpDeps = {
    ...deps,
    settings: { ...httpSettings(settings, documents, setupCode), ...test },
    hub,
    metrics: createMetrics(),
    elapsedMs: () => performance.now(),
    backupAge: () => backing.age(),
    countTokens: countExactly,
    randomSecret: () => randomBytes(32).toString("base64url"),
  };
  const rooms = roomsOf(httpDeps, { turns, upkeep, beats, adoption, backing });
  for (const user of await withTornImports(deps)) await upkeep.ready(user).catch(() => {});
  const page = await buildPage(join(projectFolder, "web"));
  const server = await listen(createApp(httpDeps, rooms, pageRoutes(page)).fetch, settings);
  const schedule = startSchedule(upkeep, housekeeping, log, beats);
  async function close(): Promise<void> {
    schedule.stop();
    upkeep.stop();
    beats.stop();
    server.close();
    await Promise.race([turns.idle(), wait(patienceMs)]);
    turns.stopAll();
    await Promise.race([Promise.all([turns.idle(), upkeep.idle(), beats.idle()]), wait(patienceMs)]);
    hub.close();
    await deps.flushUsage();
    await store.close();
    server.closeAllConnections();
  }
  return { url: urlOf(server, settings), setupCode, close };
}

/** The command: starts, prints one line with the address, and stops cleanly when told to. */
async function run(): Promise<void> {
  const parent = process.ppid;
  const settings = readSettings();
  const running = await start(settings);
  process.stdout.write(`Keepsake (记得) is listening on ${running.url}\n`);
  if (running.setupCode) process.stdout.write(`Setup code for the first account: ${running.setupCode}\n`);
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await running.close();
    process.exit(0);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  if (settings.underNpm) stopWithParent(parent, stop);
}

/** npm's shell ends at a SIGTERM without passing it on: a server whose parent is gone stops, and gives its lock back. */
function stopWithParent(parent: number, stop: () => void): void {
  setInterval(() => process.ppid !== parent && stop(), 500).unref();
}

const entry = process.argv[1];
if (entry !== undefined && realpathSync(entry) === fileURLToPath(import.meta.url))
  run().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  });
