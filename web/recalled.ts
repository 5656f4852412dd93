// What one may say about a recalled memory: that it is right, or that it is not to be brought up. The calls, and what they need.
import type { Api } from "./api.ts";
import type { FactPage, Written } from "./memory-shapes.ts";

/** Characters of a matter that is guessed from a text. */
const longestGuess = 12;

/** What an avoided matter has at least: shorter ones would hide half of what is remembered (as the server has it). */
export function leastMatter(text: string): number {
  return /\p{Script=Han}/u.test(text) ? 2 : 3;
}

/** The first words of a recalled text, as a first guess of what is not to be brought up; the person shortens or changes it. */
export function guessMatter(text: string): string {
  const clause =
    text
      .trim()
      .split(/[\p{P}\n]/u, 1)[0]
      ?.trim() ?? "";
  return [...clause].length <= longestGuess ? clause : "";
}

/** True where leaving out the matter leaves out this text. */
export function speaksOf(text: string, matter: string): boolean {
  const fold = (one: string) =>
    one
      .normalize("NFKC")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, "");
  return fold(text).includes(fold(matter));
}

/** The matter is remembered as not to be brought up; what is known of it stays. Throws ApiFailure. */
export function avoid(api: Pick<Api, "json">, user_id: string, matter: string): Promise<Written> {
  const body = { category: "dislike", key: "avoids_topics", value: matter };
  return api.json<Written>(`/api/memory/${user_id}/facts`, { method: "POST", body });
}

/**
 * A recalled fact is right: it is confirmed, or accepted where it waited for that. False where it is a former one, or gone.
 * Throws ApiFailure.
 */
export async function confirmFact(api: Pick<Api, "json">, user_id: string, id: string): Promise<boolean> {
  const base = `/api/memory/${user_id}/facts`;
  const { facts } = await api.json<FactPage>(`${base}?all=true&limit=1000`);
  const fact = facts.find((one) => one.id === id);
  if (fact === undefined || fact.is_deleted || fact.status === "closed") return false;
  if (fact.status === "quarantined" || fact.status === "conflicted") {
    await api.json(`${base}/${encodeURIComponent(id)}/accept`, { method: "POST", body: {} });
    return true;
  }
  const { category, key, value } = fact;
  await api.json(base, { method: "POST", body: { category, key, value } });
  return true;
}
