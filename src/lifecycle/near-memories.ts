// What lies near a question in meaning, where a model gives vectors and answers at once (A224 path A, A226).
import type { Deps } from "../deps.ts";
import type { Id } from "../schema/common.ts";
import type { Meaning, SourceType } from "../search/search.ts";

/** How long a person's message waits for the vector of its words, in milliseconds; then the words alone decide. */
const patienceMs = 400;

type Asked = { text: string; types?: readonly SourceType[]; privately?: boolean | undefined };

/**
 * What lies near the text; undefined where no model makes vectors, none is made yet, or the model does not answer in time. What is
 * said in private is never sent.
 */
export async function meaningOf(deps: Deps, user: Id, asked: Asked): Promise<Meaning | undefined> {
  const { meanings, models } = deps;
  const space = models.embeddingSpace?.();
  if (!meanings || space === undefined || asked.privately || meanings.isEmpty(user, space)) return undefined;
  const vector = meanings.asked(user, asked.text) ?? (await vectorOf(deps, user, asked.text, space));
  return vector && meanings.nearest(user, space, vector, asked.types);
}

async function vectorOf(
  deps: Deps,
  user: Id,
  text: string,
  space: string,
): Promise<Float32Array | undefined> {
  const signal = AbortSignal.timeout(patienceMs);
  const answer = await deps.models.embed?.({ companion: user, texts: [text], purpose: "query", signal });
  if (!answer?.ok || answer.space !== space) return undefined;
  const [vector] = answer.vectors;
  if (vector) deps.meanings?.remember(user, text, vector);
  return vector;
}
