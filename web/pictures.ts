// Companions' own pictures: fetched with the session (no address of theirs is open), kept as data for as long as the page lives.
import { type Signal, signal } from "@preact/signals";
import type { Api } from "./api.ts";

/** The picture as a data address; "" until it is there, and where it cannot be had. */
export type Picture = Signal<string>;

const asked = new Map<string, Picture>();

async function dataOf(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = "";
  // In pieces: so many arguments at once are more than a call takes.
  for (let at = 0; at < bytes.length; at += 32_768)
    text += String.fromCharCode(...bytes.subarray(at, at + 32_768));
  return `data:image/png;base64,${btoa(text)}`;
}

/** The picture of a companion under its mark: another mark is another picture. It is fetched once. */
export function pictureOf(api: Pick<Api, "open">, user_id: string, mark: string): Picture {
  const key = `${user_id} ${mark}`;
  const known = asked.get(key);
  if (known) return known;
  const picture = signal("");
  asked.set(key, picture);
  api
    .open(`/api/ai-users/${user_id}/picture`)
    .then(async (answer) => {
      picture.value = await dataOf(await answer.blob());
    })
    // The letter stands in its place; the next one who asks tries again.
    .catch(() => asked.delete(key));
  return picture;
}
