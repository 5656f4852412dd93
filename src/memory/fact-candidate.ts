// Whether a topic holds something worth a model call: a first-person statement, a name, a number, a date, a command (R33).
import type { Message } from "../schema/message.ts";
import { simplify } from "../schema/simplified.ts";

const question =
  /[?？]\s*$|^(what|why|how|who|where|when|which|do|does|did|is|are|can|could|would)\b|[吗呢么]\s*[。！~～]*$/i;
const firstPerson = /我|咱|俺|本人|\b(i|i'm|i've|i'll|i'd|my|mine|me|we|our)\b/i;
const number = /\d|[一二三四五六七八九十](月|号|日|点|岁|年|块|元|天|周)/;
const dateWord =
  /今天|明天|后天|昨天|下周|上周|星期|周[一二三四五六日天]|\b(today|tomorrow|yesterday|monday|tuesday|wednesday|thursday|friday|saturday|sunday|next week|birthday)\b/i;
const command = /记住|记一下|别忘了|忘掉|\b(remember|don't forget|note that|forget)\b/i;
const name = /叫(我|做)?[\p{Script=Han}\p{L}]|[“"《][^“"《”》]+[”"》]|(?<=[a-z,] )[A-Z][a-z]+/u;

/** True where the words ask for something to be remembered or forgotten. */
export function asksToRemember(text: string): boolean {
  return command.test(simplify(text));
}

/** True where a message of the person states something that could become a fact. */
export function isFactCandidate(message: Message): boolean {
  if (message.role !== "user") return false;
  const text = simplify(message.content.trim());
  if (asksToRemember(text)) return true;
  const statement = firstPerson.test(text) && !question.test(text) && text.length > 3;
  return statement || number.test(text) || dateWord.test(text) || name.test(text);
}

/** True where any of the messages is a fact candidate. */
export function hasFactCandidate(messages: readonly Message[]): boolean {
  return messages.some(isFactCandidate);
}
