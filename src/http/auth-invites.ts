// Invites to this house: single use, seven days, stored hashed (DESIGN 7).
import { AppError } from "../error.ts";
import type { Invite } from "../schema/account.ts";
import type { Id, Seconds } from "../schema/common.ts";
import { fingerprint } from "./auth-tokens.ts";
import type { HttpDeps } from "./http-deps.ts";

const house = { kind: "house", id: "house" } as const;
/** Seconds that an invite is valid. */
const inviteSeconds: Seconds = 7 * 86_400;
const mostInvites = 100;

const live = (invites: readonly Invite[], now: Seconds) =>
  invites.filter((invite) => invite.expires_at > now);

/** Makes an invite; its text is in the answer only. */
export async function createInvite(
  deps: HttpDeps,
  account: Id,
  cause: string,
): Promise<{ entry: Invite; invite: string }> {
  const now = deps.clock.now();
  const invite = deps.randomSecret();
  const entry: Invite = {
    id: deps.newId(),
    hash: fingerprint(invite),
    created_at: now,
    expires_at: now + inviteSeconds,
    created_by: account,
  };
  await deps.store.commit(house, ["invites"], { by: "owner", cause }, ({ invites }) => {
    const open = live(invites, now);
    if (open.length >= mostInvites)
      throw new AppError("conflict", `There are ${mostInvites} open invites already.`);
    return { documents: { invites: [...open, entry] }, result: undefined };
  });
  return { entry, invite };
}

/** Invites that are still open. */
export async function listInvites(deps: HttpDeps): Promise<Invite[]> {
  return live(await deps.store.read(house, "invites"), deps.clock.now());
}

/** Takes an invite back. AppError `not_found` where there is none of that id. */
export async function deleteInvite(deps: HttpDeps, id: string, cause: string): Promise<void> {
  await deps.store.commit(house, ["invites"], { by: "owner", cause }, ({ invites }) => {
    if (!invites.some((invite) => invite.id === id))
      throw new AppError("not_found", "There is no such invite.");
    return { documents: { invites: invites.filter((invite) => invite.id !== id) }, result: undefined };
  });
}

/** True where the text is an open invite. It stays open. */
export async function isOpenInvite(deps: HttpDeps, invite: string): Promise<boolean> {
  const hash = fingerprint(invite);
  return (await listInvites(deps)).some((one) => one.hash === hash);
}

/** Uses an invite up; false where it is not open (any more). Of two at once only one gets true. */
export async function takeInvite(deps: HttpDeps, invite: string, cause: string): Promise<boolean> {
  const now = deps.clock.now();
  const hash = fingerprint(invite);
  const { result } = await deps.store.commit(house, ["invites"], { by: "system", cause }, ({ invites }) => {
    const open = live(invites, now);
    const left = open.filter((one) => one.hash !== hash);
    return { documents: { invites: left }, result: left.length < open.length };
  });
  return result;
}
