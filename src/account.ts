// The command `npm run account -- reset NAME`: gives an account a new password, for whoever can read the data folder.
import { randomBytes } from "node:crypto";
import { pino } from "pino";
import { createClock } from "./clock.ts";
import { createPasswords } from "./http/auth-password.ts";
import { createIds } from "./ids.ts";
import { findAccount } from "./lifecycle/account.ts";
import { readSettings } from "./settings.ts";
import { openFiles } from "./store/files.ts";
import { account } from "./store/store.ts";

const usage = "Usage: npm run account -- list\n       npm run account -- reset NAME\n";

async function run(command: string | undefined, name: string | undefined): Promise<number> {
  if (command !== "list" && !(command === "reset" && name)) {
    process.stderr.write(usage);
    return 2;
  }
  const settings = readSettings();
  const clock = createClock(Date.now, undefined);
  const newId = createIds(clock.nowMs, randomBytes);
  const store = await openFiles({
    folder: settings.dataDir,
    clock,
    newId,
    log: pino({ level: "warn" }, pino.destination({ fd: 2, sync: true })),
    watch: false,
  });
  try {
    return command === "list" ? await list(store) : await reset(store, name ?? "");
  } finally {
    await store.close();
  }
}

type Opened = Awaited<ReturnType<typeof openFiles>>;

async function list(store: Opened): Promise<number> {
  const ids = await store.list("account");
  if (ids.length === 0)
    process.stdout.write("There is no account yet. Open the page and make the first one.\n");
  for (const id of ids) {
    const { username, role } = await store.read(account(id), "account");
    process.stdout.write(`${username} (${role})\n`);
  }
  return 0;
}

/** Prints the new password once; every session of the account ends. */
async function reset(store: Opened, name: string): Promise<number> {
  const found = await findAccount({ store }, name);
  if (!found) {
    process.stderr.write(`There is no account "${name}". See: npm run account -- list\n`);
    return 1;
  }
  const password = randomBytes(9).toString("base64url");
  const hash = await createPasswords(() => randomBytes(32).toString("base64url")).hash(password);
  await store.commit(
    account(found.account_id),
    ["account", "sessions"],
    { by: "owner", cause: "reset" },
    (documents) => ({
      documents: { account: { ...documents.account, password: hash }, sessions: [] },
      result: undefined,
    }),
  );
  process.stdout.write(`New password of ${found.username}: ${password}\n`);
  return 0;
}

run(process.argv[2], process.argv[3]).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
