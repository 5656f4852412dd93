// Why a model did not answer, or a change was not taken, in the person's words and the provider's own. Pure.
import { ApiFailure } from "./api.ts";
import type { ModelTest } from "./model-shapes.ts";
import type { ModelWords } from "./words-models-zh.ts";

/** Our word for the reason, and the provider's own sentence where it gave one. */
export function testWords(
  { error, provider_error }: Pick<ModelTest, "error" | "provider_error">,
  words: ModelWords,
): string {
  const ours = words.errors[error ?? "unknown"] ?? words.errors.unknown ?? "";
  return provider_error === undefined ? ours : `${ours} ${words.says(provider_error)}`;
}

/** Why a change of the settings was not taken. */
export function refusedWords(cause: unknown, words: ModelWords): string {
  const { unknown = "", offline = "" } = words.errors;
  if (!(cause instanceof ApiFailure)) return unknown;
  if (cause.code === "offline") return offline;
  if (cause.status === 422 && JSON.stringify(cause.details ?? "").includes("base_url"))
    return words.refusedAddress;
  return unknown;
}
