// What a reply that failed tells the person, as the data of an `error` event.
import type { ModelFailure } from "../model/models.ts";
import type { Language } from "../schema/common.ts";

export type ErrorData = { code: string; message: string; retryable: boolean };

/** The model answered with nothing: the message is kept and may be sent again. */
export function emptyReply(language: Language): ErrorData {
  const message =
    language === "zh"
      ? "模型什么也没有回答。你的话已经存好，再发一次就会重新问它。"
      : "The model answered with nothing. Your message is kept; send it again to ask once more.";
  return { code: "model_invalid", message, retryable: true };
}

/** A model's failure in the form of the event. */
export function failureData(failure: ModelFailure): ErrorData {
  return { code: failure.code, message: failure.message, retryable: failure.retryable };
}
