// Who a turn is about: the companion's config with its owner's account, zone and words.
import type { Deps } from "../deps.ts";
import { AppError } from "../error.ts";
import type { Account } from "../schema/account.ts";
import type { Id, Language } from "../schema/common.ts";
import type { Config } from "../schema/config.ts";
import type { Lines } from "../schema/soul.ts";
import { isTimeZone } from "../schema/zone.ts";
import { account, companion } from "../store/store.ts";
import { houseLines } from "./house-lines.ts";

export type Reader = {
  user: Id;
  owner: Id;
  config: Config;
  account: Account | undefined;
  /** The companion's own zone, else its owner's, else UTC. */
  zone: string;
  language: Language;
  /** The soul's short lines; a companion without a ready-made soul speaks with the house's. */
  lines: Lines;
};

/** Reads config and owner. No such companion: `not_found`. */
export async function readCompanion(deps: Deps, user: Id): Promise<Reader> {
  const config = await deps.store.view(companion(user), "config");
  const owner = config.owner ?? "";
  const owned = owner !== "" && (await deps.store.exists(account(owner)));
  const person = owned ? await deps.store.view(account(owner), "account") : undefined;
  const zone = zoneOf(config, person);
  return {
    user,
    owner,
    config,
    account: person,
    zone,
    language: config.language,
    lines: linesOf(deps, config),
  };
}

/** The zone of a companion alone, where nothing else about it is needed. */
export async function zoneFor(deps: Pick<Deps, "store">, user: Id): Promise<string> {
  const config = await deps.store.view(companion(user), "config");
  const { owner } = config;
  const owned = owner !== undefined && owner !== "" && (await deps.store.exists(account(owner)));
  return zoneOf(config, owned ? await deps.store.view(account(owner), "account") : undefined);
}

function zoneOf(config: Config, person: Account | undefined): string {
  return (
    [config.time_zone, person?.time_zone].find((name) => name !== undefined && isTimeZone(name)) ?? "UTC"
  );
}

function linesOf(deps: Deps, config: Config): Lines {
  const own = config.soul === undefined ? undefined : deps.souls.get(config.soul);
  return own?.lines ?? houseLines[config.language];
}

/** The owner's account id of a companion, or `not_found`. */
export async function ownerOf(deps: Deps, user: Id): Promise<Id> {
  const { owner } = await deps.store.view(companion(user), "config");
  if (!owner) throw new AppError("not_found", "This companion has no owner.");
  return owner;
}
