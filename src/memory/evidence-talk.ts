// A talk as the rules read it when a claim is judged: in simplified characters, and of a message that is very long no more than matters.
import { simplify } from "../schema/simplified.ts";
import type { SpokenMessage } from "./evidence.ts";
import { longestMessage } from "./text.ts";

/**
 * A talk in simplified characters, message for message: rules read this, quotes and values are taken from the talk as typed.
 * Of a message that is longer than one may be sent (an import may hold such) the first 16,000 characters are read: sixty
 * claims against a hundred thousand held everybody up for seconds.
 */
export function readTalk(messages: readonly SpokenMessage[]): readonly SpokenMessage[] {
  return messages.map((message) => ({
    ...message,
    content: simplify(message.content.slice(0, longestMessage)),
  }));
}

/** The text of a message around a quote of it: all of it, or of a very long one the 16,000 characters with the quote in the middle. */
export function stretchAround(text: string, quote: string): string {
  if (text.length <= longestMessage) return text;
  const middle = Math.max(0, text.indexOf(quote)) + Math.floor(quote.length / 2);
  const from = Math.min(Math.max(0, middle - longestMessage / 2), text.length - longestMessage);
  return text.slice(from, from + longestMessage);
}
