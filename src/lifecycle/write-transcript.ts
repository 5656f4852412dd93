// The whole talk of a companion as a text, month by month, so that ten years need no more memory than one month (part 4, item 2).
import type { Deps } from "../deps.ts";
import { type TranscriptFormat, transcriptOf } from "../exchange/transcript.ts";
import type { Id } from "../schema/common.ts";
import { giveWay } from "./give-way.ts";
import { readCompanion } from "./read-companion.ts";

const nobody = { zh: "我", en: "Me" } as const;

/** Pieces of the text in order. What was said privately is not in the log and so not in it. */
export async function* writeTranscript(
  deps: Deps,
  user: Id,
  format: TranscriptFormat,
): AsyncIterable<string> {
  const { config, account, zone, language } = await readCompanion(deps, user);
  const person = account?.display_name || nobody[language];
  const transcript = transcriptOf(format, { person, companion: config.name, zone, language });
  yield transcript.begin(config.created_at ?? deps.clock.now());
  for await (const month of deps.store.log.scan(user)) {
    yield transcript.month(month);
    await giveWay();
  }
  yield transcript.end();
}
