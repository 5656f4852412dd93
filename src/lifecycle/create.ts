// Makes a companion: every document empty, its level by the bond, a friend from the start (DESIGN 3, Creation).
import { createHash } from "node:crypto";
import type { Deps } from "../deps.ts";
import { AppError } from "../error.ts";
import { newRelationship, startingLevel } from "../memory/relationship.ts";
import { openTopic, withMessages } from "../memory/short-term.ts";
import type { Account } from "../schema/account.ts";
import type { Id } from "../schema/common.ts";
import { Config, configFormat, type KeptCard } from "../schema/config.ts";
import { type CompanionDocument, type Documents, documents } from "../schema/documents.ts";
import type { Lore } from "../schema/lore.ts";
import type { Message } from "../schema/message.ts";
import type { CreateBody } from "../schema/request-companion.ts";
import type { Soul } from "../schema/soul.ts";
import { setFriend, tellWindows } from "./companion.ts";

/** R11: half the document's typing time; the document's own figure is 1. */
const createdPacingSpeed = 0.5;
const blankName = { zh: "记得", en: "Keepsake" } as const;

function soulOf(deps: Deps, name: string | undefined): Soul | undefined {
  if (name === undefined) return undefined;
  const soul = deps.souls.get(name);
  if (!soul) {
    const details = [{ path: "soul", message: "unknown" }];
    throw new AppError("invalid", "There is no ready-made character of that name.", { details });
  }
  return soul;
}

/** What the gallery shows of a soul is no part of a companion's config. */
function configOfSoul(soul: Soul): Partial<Config> {
  const {
    tagline: _1,
    colours: _2,
    avatar: _3,
    lines: _4,
    greeting: _5,
    user_id: _6,
    owner: _7,
    ...config
  } = soul;
  return config;
}

/** Defined, non-null fields only: null means "none" and is not stored. */
function present(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  );
}

/** `lore`, `card` and `picture` (a PNG): what a character card brings besides the wish. */
export type Creation = {
  owner: Account;
  wish: CreateBody;
  user_id: Id;
  ref?: string;
  lore?: Lore;
  card?: KeptCard;
  picture?: Uint8Array;
};

function configOf(deps: Deps, creation: Creation, soul: Soul | undefined): Config {
  const { owner, wish, user_id, ref, card } = creation;
  const { soul: _soul, greeting: _greeting, bond, ...persona } = wish;
  const language = wish.language ?? soul?.language ?? owner.language;
  return Config.parse({
    name: blankName[language],
    ...(soul ? configOfSoul(soul) : {}),
    pacing_speed: createdPacingSpeed,
    ...present(persona),
    ...present({ bond: bond ? { ...soul?.bond, ...bond } : soul?.bond, ref, soul: soul?.soul, card }),
    language,
    format: configFormat,
    user_id,
    owner: owner.account_id,
    created_at: deps.clock.now(),
  });
}

/** Every document of a companion, empty, by the register: a new document needs no line here. */
function emptyDocuments(): Pick<Documents, CompanionDocument> {
  const entries = Object.entries(documents).filter(([, entry]) => entry.of === "companion");
  return Object.fromEntries(entries.map(([name, entry]) => [name, entry.empty()])) as Pick<
    Documents,
    CompanionDocument
  >;
}

/** A short readable folder name with enough chance in it to be new: "xiaoman-7f3k2p9q". */
export function newUserId(deps: Deps, hint: string): Id {
  const id = deps
    .newId()
    .toLowerCase()
    .replace(/[^a-z0-9_-]/g, "");
  const slug = hint
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|(?<!-)-+$/g, "")
    .slice(0, 24);
  return slug === "" ? id.slice(0, 64) : `${slug}-${id.slice(-10)}`;
}

/** The id that belongs to a program's own name for a user, so that two calls at once make one companion. */
export function userIdOfRef(account: Id, ref: string): Id {
  const mark = createHash("sha256").update(`${account}\n${ref}`).digest("hex").slice(0, 16);
  const slug = ref
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|(?<!-)-+$/g, "")
    .slice(0, 24);
  return slug === "" ? `ref-${mark}` : `${slug}-${mark}`;
}

/**
 * Makes the companion's folder whole or not at all, stores the greeting as first message where one is set, and adds the
 * companion to its owner's friends. AppError `conflict` where the id is taken, `invalid` for an unknown soul.
 */
export async function createCompanion(deps: Deps, creation: Creation, cause: string): Promise<Config> {
  const { wish, owner, user_id } = creation;
  const soul = soulOf(deps, wish.soul);
  const config = configOf(deps, creation, soul);
  const now = deps.clock.now();
  const short = openTopic(deps.newId(), now);
  // The level follows the bond that someone chose; the schema's own default bond is no choice.
  const level = startingLevel(wish.bond ?? soul?.bond);
  const folder = { kind: "companion", id: user_id } as const;
  const filled = {
    ...emptyDocuments(),
    config,
    ...(creation.lore ? { lore: creation.lore } : {}),
    core_memory: { relationship: newRelationship(level, now, "system"), memories: [] },
    short_term: short,
  };
  await deps.store.create(folder, filled, creation.picture);
  try {
    const greeting = wish.greeting === undefined ? soul?.greeting : wish.greeting;
    if (greeting && greeting.trim() !== "")
      await greet(deps, user_id, short.topic_id, greeting.trim(), cause);
    await setFriend(deps, owner.account_id, user_id, true, cause);
  } catch (error) {
    // A companion without its greeting or its place among the friends is half a companion.
    await deps.store.remove(folder).catch(() => {});
    throw error;
  }
  tellWindows(deps, owner.account_id, user_id, "added");
  return config;
}

/** Log first, then the projection, as with every message. */
async function greet(deps: Deps, user: Id, topic_id: string, content: string, cause: string): Promise<void> {
  const folder = { kind: "companion", id: user } as const;
  const greeting: Message = {
    message_id: deps.newId(),
    role: "assistant",
    content,
    timestamp: deps.clock.now(),
    topic_id,
    reply_id: deps.newId(),
    finish: "stop",
  };
  await deps.store.log.append(user, [greeting]);
  await deps.store.commit(folder, ["short_term"], { by: "system", cause }, ({ short_term }) => ({
    documents: { short_term: withMessages(short_term, [greeting]) },
    result: undefined,
  }));
}
