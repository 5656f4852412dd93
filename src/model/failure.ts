// What can go wrong with a call, sorted by what helps, and the words for it in both languages. Nothing of the provider's own text is in them (C064).
import type { Language, Seconds } from "../schema/common.ts";
import type { ModelFailure } from "./models.ts";

/** Why a call gave nothing, more finely than the port's codes: each reason has its own sentence. */
export type Reason =
  | "no_model"
  | "unreachable"
  | "silent"
  | "stalled"
  | "cut"
  | "deadline"
  | "busy"
  | "key"
  | "balance"
  | "unknown_model"
  | "address"
  | "refused"
  | "filtered"
  | "declined"
  | "empty"
  | "invalid"
  | "too_long"
  | "budget"
  | "aborted";

/** One failed try. `again`: the same model may be asked at once or after a pause, inside the same call. */
export type Fault = {
  reason: Reason;
  again: boolean;
  retryAfter?: Seconds;
  status?: number;
  /** The provider's own words, cleaned and cut; for the models page only, never for a chat. */
  providerError?: string;
};

const codes: Record<Reason, ModelFailure["code"]> = {
  no_model: "no_model",
  unreachable: "model_unreachable",
  silent: "model_unreachable",
  stalled: "model_unreachable",
  cut: "model_unreachable",
  deadline: "model_unreachable",
  busy: "model_busy",
  budget: "model_busy",
  key: "model_refused",
  balance: "model_refused",
  unknown_model: "model_refused",
  address: "model_refused",
  refused: "model_refused",
  filtered: "model_refused",
  declined: "model_refused",
  empty: "model_invalid",
  invalid: "model_invalid",
  too_long: "context_too_long",
  aborted: "aborted",
};

/** The same call may succeed later without anyone changing a setting. */
const passing: ReadonlySet<Reason> = new Set<Reason>([
  "no_model",
  "unreachable",
  "silent",
  "stalled",
  "cut",
  "deadline",
  "busy",
  "budget",
  "empty",
  "invalid",
  "aborted",
]);

/** A model answered, and its answer is the trouble. */
const unusable: ReadonlySet<Reason> = new Set<Reason>([
  "filtered",
  "declined",
  "empty",
  "invalid",
  "too_long",
]);

const words: Record<Language, Record<Reason, string>> = {
  zh: {
    no_model: "还没有可用的模型，请先在模型设置里填好密钥。",
    unreachable: "暂时连不上模型，过一会儿再试吧。",
    silent: "模型一直没有回应，过一会儿再试吧。",
    stalled: "模型说到一半就没了声音，过一会儿再试吧。",
    cut: "模型的回复中途断开了，可以再试一次。",
    deadline: "模型没能在规定时间内答完，稍后会再试。",
    busy: "模型现在很忙，过一会儿再试吧。",
    budget: "今天的后台用量已经到上限了，明天会接着做。",
    key: "模型不接受现在的密钥，请检查模型设置。",
    balance: "模型账户的余额或额度不够了，请到服务商那里看一看。",
    unknown_model: "服务商找不到这个模型，请检查模型名称和地址。",
    address: "这个模型地址不能用，请检查模型设置。",
    refused: "模型没有接受这次请求，请检查模型设置。",
    filtered: "服务商的内容审核拦下了这次请求。",
    declined: "模型不愿意回答这次请求。",
    empty: "模型这次什么也没说，可以再试一次。",
    invalid: "模型的回答没法使用，稍后会再试。",
    too_long: "要说的内容超出了模型的长度上限。",
    aborted: "已经停下了。",
  },
  en: {
    no_model: "No model is set up yet. Add a key in the model settings.",
    unreachable: "The model cannot be reached right now. Please try again in a while.",
    silent: "The model did not respond. Please try again in a while.",
    stalled: "The model fell silent in the middle. Please try again in a while.",
    cut: "The reply was cut off on its way. You can try again.",
    deadline: "The model did not finish in time. It will be tried again later.",
    busy: "The model is busy right now. Please try again in a while.",
    budget: "Today's allowance for background work is used up. It goes on tomorrow.",
    key: "The model does not accept the key. Please check the model settings.",
    balance: "The model account is out of balance or quota. Please look at your provider's page.",
    unknown_model: "The provider does not know this model. Please check its name and address.",
    address: "This model address cannot be used. Please check the model settings.",
    refused: "The model did not accept this request. Please check the model settings.",
    filtered: "The provider's content filter stopped this request.",
    declined: "The model declined this request.",
    empty: "The model said nothing this time. You can try again.",
    invalid: "The model's answer could not be used. It will be tried again later.",
    too_long: "This is longer than the model can take in.",
    aborted: "Stopped.",
  },
};

/**
 * The failure that leaves this room. `model`: key of the entry in models.json; the sentence is in the language given.
 */
export function failureOf(fault: Fault, model: string, language: Language = "en"): ModelFailure {
  return {
    code: codes[fault.reason],
    message: words[language][fault.reason],
    retryable: passing.has(fault.reason),
    ...(fault.retryAfter === undefined ? {} : { retryAfter: fault.retryAfter }),
    ...(fault.reason === "filtered" ? { filtered: true as const } : {}),
    ...(unusable.has(fault.reason) ? { unusable: true as const } : {}),
    model,
  };
}
