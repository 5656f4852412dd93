// Looks for a model server on this machine (Ollama, LM Studio): found ones are offered, never switched on (DESIGN 5, DEPENDENCIES 9).

export type Offer = { name: string; base_url: string; models: string[] };

export const localServers = [
  { name: "Ollama", base_url: "http://127.0.0.1:11434/v1" },
  { name: "LM Studio", base_url: "http://127.0.0.1:1234/v1" },
] as const;

/** How long one server is waited for, in milliseconds. */
const patienceMs = 300;
/** A large gateway lists some hundreds. */
const mostModels = 2_000;
const longestName = 200;

/** Ids of the models that a server lists, each once; undefined where the answer is no list of models. */
export function modelsIn(body: unknown): string[] | undefined {
  const data = (body as { data?: unknown } | null)?.data;
  if (!Array.isArray(data)) return undefined;
  const ids = data.map((model: { id?: unknown } | null) => model?.id);
  const names = ids.filter((id) => typeof id === "string" && id !== "" && id.length <= longestName);
  return [...new Set(names as string[])].slice(0, mostModels);
}

async function look(server: { name: string; base_url: string }, ms: number): Promise<Offer | undefined> {
  try {
    const response = await fetch(`${server.base_url}/models`, {
      signal: AbortSignal.timeout(ms),
      redirect: "error",
    });
    const models = response.ok ? modelsIn(await response.json()) : undefined;
    return models && models.length > 0 ? { ...server, models } : undefined;
  } catch {
    // Nothing listens there, or nothing that speaks our language: the usual case.
    return undefined;
  }
}

/** Asks each server for its models, all at once, within 300 ms. Never throws; most often empty. */
export async function probeLocalServers(
  servers: readonly { name: string; base_url: string }[] = localServers,
  ms: number = patienceMs,
): Promise<Offer[]> {
  const found = await Promise.all(servers.map((server) => look(server, ms)));
  return found.filter((offer) => offer !== undefined);
}
