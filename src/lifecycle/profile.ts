// The portrait of the person that a companion has: made from what it knows now, each line with what proves it (A199, A217).
import type { Deps } from "../deps.ts";
import { liveFacts } from "../memory/fact-life.ts";
import { type Profile, profileOf } from "../memory/profile.ts";
import type { Id, Language, Seconds } from "../schema/common.ts";
import { companion } from "../store/store.ts";

/** Moods of so long are "of late". */
const late: Seconds = 30 * 86_400;

/** The profile in a language. Nothing is stored: it is as true as the facts are at this moment. */
export async function getUserProfile(deps: Deps, user: Id, language: Language): Promise<Profile> {
  const now = deps.clock.now();
  const owner = companion(user);
  const facts = liveFacts(await deps.store.view(owner, "facts"), now);
  const emotions = await deps.store.view(owner, "emotions");
  return profileOf(
    facts,
    emotions.filter(({ at }) => at > now - late && at <= now),
    language,
  );
}
