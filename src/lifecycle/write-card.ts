// A companion as a character card, for a program that reads such cards; nothing that it remembers is in it (part 4, item 1).
import type { Deps } from "../deps.ts";
import { type CardSource, type WrittenVersion, writeCard, writeCardPng } from "../exchange/card-write.ts";
import type { Account } from "../schema/account.ts";
import type { Id } from "../schema/common.ts";
import { companion } from "../store/store.ts";

/** The card as a JSON value, or inside of a picture. What came from a card and was not changed goes out as it came. */
export async function cardOfCompanion(
  deps: Deps,
  owner: Account,
  user: Id,
  version: WrittenVersion,
): Promise<Record<string, unknown>> {
  return writeCard(await sourceOf(deps, owner, user), version);
}

/** The card as the bytes of a PNG. */
export async function cardPictureOfCompanion(
  deps: Deps,
  owner: Account,
  user: Id,
  version: WrittenVersion,
): Promise<Uint8Array> {
  return writeCardPng(await sourceOf(deps, owner, user), version, await deps.store.folders.picture(user));
}

async function sourceOf(deps: Deps, owner: Account, user: Id): Promise<CardSource> {
  const config = await deps.store.read(companion(user), "config");
  const lore = await deps.store.read(companion(user), "lore");
  const { name, base_soul, scenario, reminder, examples, greetings, card } = config;
  const person = owner.display_name;
  return { name, base_soul, scenario, reminder, examples, greetings, lore, kept: card, person };
}
