// The command `npm run bench -- NAME [--option=value]`: measures one thing, prints its figures and one JSON line with the goals.

export type Options = Record<string, string>;
export type Figure = { name: string; value: number; goal?: string; met?: boolean };
export type Bench = (options: Options) => Promise<Figure[]>;

const benches: Record<string, () => Promise<Bench>> = {
  quality: async () => (await import("./quality-run.ts")).quality,
  crash: async () => (await import("./crash.ts")).crash,
  bytes: async () => (await import("./bytes.ts")).bytes,
  context: async () => (await import("./context.ts")).context,
  truth: async () => (await import("./truth.ts")).truth,
  turn: async () => (await import("./turn.ts")).turn,
  recall: async () => (await import("./recall.ts")).recall,
  heartbeat: async () => (await import("./heartbeat.ts")).heartbeat,
  page: async () => (await import("./page.ts")).page,
  replies: async () => (await import("./replies.ts")).replies,
  import: async () => (await import("./import.ts")).importing,
};

function optionsOf(words: readonly string[]): Options {
  return Object.fromEntries(
    words.flatMap((word) => {
      const match = /^--([a-z-]+)(?:=(.*))?$/.exec(word);
      return match?.[1] ? [[match[1], match[2] ?? "true"]] : [];
    }),
  );
}

async function run(name: string | undefined, words: readonly string[]): Promise<number> {
  const load = name === undefined ? undefined : benches[name];
  if (!name || !load) {
    process.stderr.write(`Usage: npm run bench -- ${Object.keys(benches).join(" | ")} [--option=value]\n`);
    return 2;
  }
  const figures = await (await load())(optionsOf(words));
  for (const { name: what, value, goal, met } of figures) {
    const verdict = met === undefined ? "" : met ? "  met" : "  NOT MET";
    process.stdout.write(
      `${what.padEnd(56)} ${String(value).padStart(12)}${goal ? `   goal ${goal}` : ""}${verdict}\n`,
    );
  }
  process.stdout.write(`${JSON.stringify({ bench: name, figures })}\n`);
  return figures.some(({ met }) => met === false) ? 1 : 0;
}

run(process.argv[2], process.argv.slice(3)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  },
);
