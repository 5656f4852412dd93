// A character card from the person's own files: read here, looked at by the server, and taken only after that.
import type { Language } from "../src/schema/common.ts";
import type { CardPreview } from "../src/schema/request-exchange.ts";
import { type Api, ApiFailure } from "./api.ts";
import type { AiUser } from "./shapes.ts";
import type { StartWords } from "./words-start-zh.ts";

/** Bytes; a card is a picture and a text. */
export const largestCard = 20 * 1024 * 1024;

/** The file as the server takes it: its name and its bytes in base64. */
export type CardSource = { file_name: string; content: string };

export type CardChoice = {
  seen: string;
  take: readonly string[];
  name: string;
  language: Language;
  person: string;
  bond: { kind: string; romance: string } | null;
};

export type FileFault = "tooLarge" | "empty";

/** Reads the file. What is no file of a card's size is told before a byte of it is sent. */
export async function cardSource(file: File): Promise<CardSource | { fault: FileFault }> {
  if (file.size === 0) return { fault: "empty" };
  if (file.size > largestCard) return { fault: "tooLarge" };
  return { file_name: file.name.slice(0, 300), content: base64(new Uint8Array(await file.arrayBuffer())) };
}

/** In pieces: a call with a million arguments would fail. */
function base64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += 24_576) {
    pieces.push(btoa(String.fromCharCode(...bytes.subarray(at, at + 24_576))));
  }
  return pieces.join("");
}

const path = "/api/ai-users/import";

/** What the card would make; stores nothing. Throws ApiFailure. */
export function previewCard(
  api: Pick<Api, "json">,
  source: CardSource,
  own: { take?: readonly string[]; language?: Language; person?: string } = {},
): Promise<CardPreview> {
  return api.json<CardPreview>(path, {
    method: "POST",
    body: { format: "card", ...source, ...own, preview: true },
  });
}

/** Makes the companion. Throws ApiFailure. */
export function takeCard(api: Pick<Api, "json">, source: CardSource, choice: CardChoice): Promise<AiUser> {
  const { bond, person, ...rest } = choice;
  const body = {
    format: "card",
    ...source,
    ...rest,
    ...(person.trim() === "" ? {} : { person: person.trim() }),
    ...(bond === null ? {} : { bond }),
  };
  return api.json<AiUser>(path, { method: "POST", body });
}

/** Why a card was refused, where the reason lies in the card; null for a failure of another kind. */
export function cardFault(cause: unknown, words: StartWords["card"]): string | null {
  if (!(cause instanceof ApiFailure)) return null;
  if (cause.status === 413) return words.tooLarge;
  if (cause.status !== 422 && cause.status !== 400) return null;
  const told = Array.isArray(cause.details) ? (cause.details as { message?: unknown }[]) : [];
  const said = `${cause.message} ${told.map((one) => String(one.message ?? "")).join(" ")}`;
  if (/no name/.test(said)) return words.noName;
  if (/broken|too large|empty/.test(said)) return words.broken;
  return words.notCard;
}
