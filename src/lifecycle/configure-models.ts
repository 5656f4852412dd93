// Reads and replaces models.json; keys entered on the page go to secrets.json, bound to their origin (DESIGN 5).
import type { Deps } from "../deps.ts";
import { backgroundRoles, type ModelRole, type ModelsConfig, type Secrets } from "../schema/models.ts";
import type {
  ModelListAnswer,
  ModelListBody,
  ModelsAnswer,
  ModelsBody,
  ModelsReadyAnswer,
} from "../schema/request-models.ts";

const house = { kind: "house", id: "house" } as const;

/** models.json as the page shows it: with the state of each role, without any key. */
export async function readModels(deps: Deps): Promise<ModelsAnswer> {
  const [config, secrets] = await Promise.all([
    deps.store.read(house, "models"),
    deps.store.read(house, "secrets"),
  ]);
  const origins = Object.entries(secrets.keys).map(([name, { origin }]) => [name, origin]);
  return {
    ...config,
    key_origins: Object.fromEntries(origins),
    state: deps.models.state(),
    offers: deps.models.offers(),
  };
}

/** The models that an address offers. A key that comes with the question is used for it alone and kept nowhere. */
export async function listModels(deps: Pick<Deps, "models">, body: ModelListBody): Promise<ModelListAnswer> {
  const { base_url, api_key } = body;
  return (await deps.models.list?.({ base_url, api_key })) ?? { ok: false, models: [], error: "unreachable" };
}

/** Whether replies and the work behind them have a usable model; for those too who may not see which. */
export function readyRoles(deps: Pick<Deps, "models">): ModelsReadyAnswer {
  const usable = new Set(deps.models.state().flatMap(({ role, ready }) => (ready.length > 0 ? [role] : [])));
  const has = (role: ModelRole) => usable.has(role);
  return { chat: has("chat"), background: backgroundRoles.every(has) };
}

function origin(config: ModelsConfig, name: string): string | undefined {
  const entry = Object.hasOwn(config.models, name) ? config.models[name] : undefined;
  return entry && new URL(entry.base_url).origin;
}

/** Keys after a change: a model that is gone or has moved to another origin loses its key, so that none follows it there. */
function keptKeys(secrets: Secrets, config: ModelsConfig, given: ModelsBody["keys"]): Secrets["keys"] {
  const kept = Object.entries(secrets.keys).filter(([name, key]) => key.origin === origin(config, name));
  const keys = Object.fromEntries(kept);
  for (const [name, key] of Object.entries(given ?? {})) {
    const at = origin(config, name);
    if (key === null) delete keys[name];
    else if (at !== undefined) keys[name] = { origin: at, key };
  }
  return keys;
}

/** Replaces models.json with a checked body. What only an answer carries is not stored. */
export async function writeModels(deps: Deps, body: ModelsBody, cause: string): Promise<void> {
  const { keys, key_origins: _origins, state: _state, offers: _offers, ...config } = body;
  await deps.store.commit(house, ["secrets", "models"], { by: "owner", cause }, ({ secrets }) => ({
    documents: { secrets: { ...secrets, keys: keptKeys(secrets, config, keys) }, models: config },
    result: undefined,
  }));
}
