// The portrait of the person that a companion has: made from what it knows now, each line with what proves it (A199, A217).
import type { Deps } from "../deps.ts";
import { withoutOutdated } from "../memory/fact-foreign.ts";
import { keySubject } from "../memory/fact-key.ts";
import { liveFacts } from "../memory/fact-life.ts";
import { foldValue } from "../memory/fact-value.ts";
import { leanings, themes } from "../memory/leaning.ts";
import { type Profile, profileOf } from "../memory/profile.ts";
import type { Id, Language, Seconds } from "../schema/common.ts";
import type { Fact } from "../schema/fact.ts";
import { companion } from "../store/store.ts";
import { subjectsOf } from "./feelings.ts";
import { zoneFor } from "./read-companion.ts";
import { sharedFacts } from "./read-shared.ts";

/** True where a fact speaks of a subject already: what is known need not be guessed. */
function isAbout({ key, value }: Fact, subject: string): boolean {
  const name = foldValue(subject);
  return [keySubject(key), value].some((one) => typeof one === "string" && foldValue(one) === name);
}

/** Moods of so long are "of late". */
const late: Seconds = 30 * 86_400;

/** The profile in a language, with what other companions of the account share (A126). Nothing is stored: it is as true as the facts are at this moment. */
export async function getUserProfile(deps: Deps, user: Id, language: Language): Promise<Profile> {
  const now = deps.clock.now();
  const owner = companion(user);
  const own = liveFacts(await deps.store.view(owner, "facts"), now);
  const shared = await sharedFacts(deps, user);
  const facts = [...withoutOutdated(own, shared), ...shared];
  const emotions = await deps.store.view(owner, "emotions");
  const mid = await deps.store.view(owner, "mid_term");
  const subjects = subjectsOf(mid, await deps.store.view(owner, "graph"));
  const zone = await zoneFor(deps, user);
  return profileOf(
    facts,
    emotions.filter(({ at }) => at > now - late && at <= now),
    language,
    {
      leanings: leanings(emotions, subjects, zone, (subject) => facts.some((fact) => isAbout(fact, subject))),
      themes: themes(mid),
      zone,
    },
  );
}
