// The command `npm run doctor`: looks at Node, the data folder, every stored file and the models, and says what to do.
import { randomBytes } from "node:crypto";
import { access, constants, stat } from "node:fs/promises";
import { createClock } from "./clock.ts";
import { createIds } from "./ids.ts";
import { refusedFolders } from "./lifecycle/adopt.ts";
import { defaultModelsConfig } from "./model/config.ts";
import { createModels } from "./model/fallback.ts";
import type { Models } from "./model/models.ts";
import { probeLocalServers } from "./model/probe.ts";
import { type DocumentName, documents } from "./schema/documents.ts";
import { type ModelRole, modelRoles } from "./schema/models.ts";
import { readSettings, type Settings } from "./settings.ts";
import { backupFolder, checkApart } from "./store/backup-folder.ts";
import { openFiles } from "./store/files.ts";
import { account, companion, house, type Store } from "./store/store.ts";

type Verdict = "ok" | "note" | "bad";
const marks: Record<Verdict, string> = { ok: "✓", note: "·", bad: "✗" };
let worst: Verdict = "ok";

function say(verdict: Verdict, what: string, todo?: string): void {
  if (verdict === "bad") worst = "bad";
  process.stdout.write(`${marks[verdict]} ${what}\n${todo ? `    ${todo}\n` : ""}`);
}

function checkNode(): void {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const fits = major > 20 || (major === 20 && minor >= 19);
  say(
    fits ? "ok" : "bad",
    `Node ${process.versions.node}`,
    fits ? undefined : "Install Node 20.19 or newer.",
  );
}

async function checkFolder(settings: Settings): Promise<boolean> {
  const there = await stat(settings.dataDir).catch(() => undefined);
  if (!there) {
    say("note", "The data folder is not there yet; the first start makes it.", "Run: npm start");
    return false;
  }
  const writable = await access(settings.dataDir, constants.R_OK | constants.W_OK).then(
    () => true,
    () => false,
  );
  say(
    writable ? "ok" : "bad",
    writable ? "The data folder can be read and written" : "The data folder cannot be written",
    writable ? undefined : "Give it to the user that runs Keepsake, or set DATA_DIR to another folder.",
  );
  return writable;
}

type Broken = { line: number; column: number; message: string; last_good: boolean };

function sayBroken(name: string, { line, column, message, last_good }: Broken): void {
  const meanwhile = last_good
    ? "The last good version is in use meanwhile."
    : "It counts as empty until then.";
  say("bad", `${name}, line ${line}, column ${column}: ${message}`, `Mend it in an editor. ${meanwhile}`);
}

/** The files of the house and of its accounts. Answers how many there are and how many of them are broken. */
async function checkHouse(store: Store): Promise<{ files: number; damaged: number }> {
  const people = (await store.list("account")).map(account);
  let [files, damaged] = [0, 0];
  const stop = store.subscribe(({ kind, owner, document, error }) => {
    if (kind !== "damaged" || owner.kind === "companion" || !error) return;
    const file = documents[document as DocumentName].file;
    damaged += 1;
    sayBroken(owner.kind === "account" ? `accounts/${owner.id}/${file}` : file, error);
  });
  for (const owner of [house, ...people])
    for (const [name, { of }] of Object.entries(documents)) {
      if (of !== owner.kind) continue;
      files += 1;
      // Reading is looking: what is broken is told to those who listen.
      await store.read(owner, name as never);
    }
  stop();
  return { files, damaged };
}

async function checkFiles(store: Store): Promise<void> {
  const users = await store.list("companion");
  let { files, damaged } = await checkHouse(store);
  for (const user of users) {
    for (const file of await store.files(companion(user))) {
      files += 1;
      for (const warning of file.warnings ?? []) say("note", `${user}/${file.name}: ${warning}`);
      if (file.valid) continue;
      damaged += 1;
      const unknown = { line: 0, column: 0, message: "cannot be read", last_good: false };
      sayBroken(`${user}/${file.name}`, file.error ?? unknown);
    }
  }
  const folders = users.length === 1 ? "1 companion" : `${users.length} companions`;
  if (damaged === 0) say("ok", `${folders}, ${files} files, all readable`);
}

async function checkFolders(store: Store): Promise<void> {
  for (const { folder, message } of await refusedFolders({ store }, "en")) say("bad", folder, message);
}

/** A backup that is older than so many seconds was missed. */
const twoDays = 2 * 86_400;

async function checkBackups(settings: Settings, now: number): Promise<void> {
  await checkApart(settings.dataDir, settings.backupDir);
  const backups = backupFolder(settings.backupDir);
  const newest = (await backups.names()).at(-1);
  const { last_error } = await backups.state();
  if (last_error) say("bad", last_error.message);
  if (newest === undefined) return say("note", "There is no backup yet.", "Run: npm run backup");
  const age = now - (await backups.manifest(newest)).made_at;
  const days = Math.floor(age / 86_400);
  if (age > twoDays) say("bad", `The newest backup is ${days} days old.`, "Run: npm run backup");
  else say("ok", `The newest backup is ${newest}`);
}

/** One call for a model, however many roles it has. */
async function checkModel(models: Models, roles: string, role: ModelRole): Promise<void> {
  const result = await models.test(role);
  const why = result.provider_error ?? result.error ?? "";
  if (result.ok) say("ok", `${roles}: ${result.model} answers (${result.ms} ms)`);
  else
    say(
      "bad",
      `${roles}: ${result.model} does not answer: ${why}`,
      "Check the key, the address and the model's name.",
    );
}

async function checkModels(settings: Settings, store: Store): Promise<void> {
  const stored = await store.read(house, "models");
  const config = Object.keys(stored.models).length > 0 ? stored : defaultModelsConfig();
  const secrets = await store.read(house, "secrets");
  const offers = await probeLocalServers();
  const models = createModels({
    config: () => config,
    secrets: () => secrets,
    environment: settings.keys,
    single: settings.openai,
    extractive: () => undefined,
    guide: (_language, fault) => fault,
    milliseconds: () => performance.now(),
  });
  const first = new Map(models.state().flatMap(({ role, ready: [key] }) => (key ? [[role, key]] : [])));
  for (const key of new Set(first.values())) {
    const roles = modelRoles.filter((role) => first.get(role) === key);
    const [role] = roles;
    if (role) await checkModel(models, roles.join(", "), role);
  }
  if (!first.has("chat"))
    say(
      "note",
      "No model is connected: companions answer from memory only.",
      "Set OPENAI_API_KEY or DEEPSEEK_API_KEY, or enter a key on the page.",
    );
  for (const offer of offers)
    say(
      "note",
      `${offer.name} runs on this machine (${offer.models.length} models).`,
      `To use it: OPENAI_BASE_URL=${offer.base_url}`,
    );
}

async function run(): Promise<void> {
  checkNode();
  const settings = readSettings();
  if (!(await checkFolder(settings))) return;
  const clock = createClock(Date.now, undefined);
  const quiet = { debug() {}, info() {}, warn() {}, error() {} };
  const newId = createIds(clock.nowMs, randomBytes);
  const store = await openFiles({ folder: settings.dataDir, clock, newId, log: quiet, watch: false });
  try {
    await checkFiles(store);
    await checkFolders(store);
    await checkBackups(settings, clock.now());
    await checkModels(settings, store);
  } finally {
    await store.close();
  }
}

run().then(
  () => process.exit(worst === "bad" ? 1 : 0),
  (error: unknown) => {
    say("bad", error instanceof Error ? error.message : String(error));
    process.exit(1);
  },
);
