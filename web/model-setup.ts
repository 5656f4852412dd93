// What a change on the models page makes of models.json: a model that is connected, an order of a role, a model that goes. Pure.

import { originOf, type PresetName } from "./model-presets.ts";
import type { Models, ModelsWish, Role } from "./model-shapes.ts";

export const backgroundRoles = [
  "short_to_mid",
  "mid_to_long",
  "core_memory",
  "facts",
  "self_soul",
  "relationship",
] as const satisfies readonly Role[];

/** As they are shown; finding by meaning needs a model of its own kind and is never filled by itself. */
export const allRoles = [
  "chat",
  "reasoner",
  ...backgroundRoles,
  "embedding",
] as const satisfies readonly Role[];

export type Use = "all" | "chat" | "none";

export type Connecting = {
  preset: PresetName;
  base_url: string;
  model: string;
  /** "" where none was entered. */
  key: string;
  use: Use;
};

export type ConnectFault = "badAddress" | "needModel" | "needKey";

/** What is missing before anything is sent. `keyNeeded`: the provider wants one and none is kept. */
export function connectFault({ base_url, model, key }: Connecting, keyNeeded: boolean): ConnectFault | null {
  if (!/^https?:\/\/[^/]/i.test(base_url.trim()) || originOf(base_url.trim()) === "") return "badAddress";
  if (keyNeeded && key.trim() === "") return "needKey";
  return model.trim() === "" ? "needModel" : null;
}

/** Names that the house keeps for the model of its environment. */
const reserved = new Set(["openai", "openai_embedding"]);

/** The name of the entry with this address and model: the one that is there, or a new one. */
export function entryName(models: Models["models"], { preset, base_url, model }: Connecting): string {
  const same = Object.entries(models).find(
    ([, entry]) => entry.model === model && originOf(entry.base_url) === originOf(base_url),
  );
  if (same !== undefined) return same[0];
  const slug = model
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, 48);
  const name = slug.startsWith(preset) || slug === "" ? slug || preset : `${preset}_${slug}`;
  const taken = (one: string) => Object.hasOwn(models, one) || reserved.has(one);
  if (!taken(name)) return name;
  let count = 2;
  while (taken(`${name}_${count}`)) count += 1;
  return `${name}_${count}`;
}

const base = ({ models, roles, background_tokens_per_day }: Models): ModelsWish => ({
  models,
  roles,
  background_tokens_per_day,
});

/** models.json with the model connected, and its name. An address that needs no key is marked so. */
export function connected(now: Models, asked: Connecting): { wish: ModelsWish; name: string } {
  const connecting = {
    ...asked,
    base_url: asked.base_url.trim().replace(/\/+$/, ""),
    model: asked.model.trim(),
  };
  const { base_url, model, use } = connecting;
  const key = asked.key.trim();
  const name = entryName(now.models, connecting);
  const before = now.models[name];
  const free = key === "" && !hasKey(now, base_url);
  const entry = {
    ...(before ?? { context_tokens: 128_000, timeout_s: 60, extra: {} }),
    base_url,
    model,
    ...(free ? { no_key: true } : {}),
  };
  const roles = withModel(now, name, base_url, use);
  const wish = { ...base(now), models: { ...now.models, [name]: entry }, roles };
  return { wish: key === "" ? wish : { ...wish, keys: { [name]: key } }, name };
}

/** True where a key is kept for the origin of this address, or an entry there takes one from the environment and is usable. */
export function hasKey({ key_origins, models, state }: Models, base_url: string): boolean {
  const origin = originOf(base_url);
  if (Object.values(key_origins).includes(origin)) return true;
  const ready = new Set(state.flatMap((one) => one.ready));
  return Object.entries(models).some(
    ([name, entry]) => ready.has(name) && entry.no_key !== true && originOf(entry.base_url) === origin,
  );
}

/** Where a role begins with a model of the same provider, the one key opens it too, and its order stays as it is. */
function withModel({ models, roles }: Models, name: string, base_url: string, use: Use): Models["roles"] {
  const chosen: readonly Role[] =
    use === "none" ? [] : use === "chat" ? ["chat", "reasoner"] : ["chat", "reasoner", ...backgroundRoles];
  const next = { ...roles };
  for (const role of chosen) {
    const list = roles[role] ?? [];
    const [first] = list;
    const at = first === undefined ? undefined : models[first]?.base_url;
    const akin = role !== "chat" && at !== undefined && originOf(at) === originOf(base_url);
    next[role] = akin ? [...new Set([...list, name])] : [name, ...list.filter((other) => other !== name)];
  }
  return next;
}

/** The role with this order; a name that is "" is a place left empty. */
export function ordered(now: Models, role: Role, names: readonly string[]): ModelsWish {
  const list = [...new Set(names)].filter((name) => name !== "");
  return { ...base(now), roles: { ...now.roles, [role]: list } };
}

/** models.json without the model: no role asks it any more. Its key goes with it. */
export function without(now: Models, name: string): ModelsWish {
  const { [name]: _gone, ...models } = now.models;
  const roles = Object.fromEntries(
    Object.entries(now.roles).map(([role, names]) => [role, (names ?? []).filter((one) => one !== name)]),
  );
  return { ...base(now), models, roles };
}

/** models.json with the key of this model forgotten. */
export function withoutKey(now: Models, name: string): ModelsWish {
  return { ...base(now), keys: { [name]: null } };
}

/** models.json with the model that stood there `before`, in the places it had; what has changed since stays. */
export function broughtBack(now: Models, before: Models, name: string): ModelsWish {
  const entry = before.models[name];
  if (entry === undefined) return base(now);
  const roles = { ...now.roles };
  for (const [role, was] of Object.entries(before.roles) as [Role, string[] | undefined][]) {
    const at = was?.indexOf(name) ?? -1;
    const list = now.roles[role] ?? [];
    if (at >= 0 && !list.includes(name)) roles[role] = list.toSpliced(at, 0, name);
  }
  return { ...base(now), models: { ...now.models, [name]: entry }, roles };
}

/** Background roles that no model does now. */
export function idleRoles({ state }: Pick<Models, "state">): Role[] {
  const ready = new Map(state.map((one) => [one.role, one.ready.length]));
  return backgroundRoles.filter((role) => (ready.get(role) ?? 0) === 0);
}
