// models.json is written whole: its changes go out one after the other, each made of what stands there by then.
import type { Api } from "./api.ts";
import type { Models, ModelsWish } from "./model-shapes.ts";

const path = "/api/models";

/** What has been asked for so far; its end is waited for, its failure is told where it was asked for. */
let before: Promise<unknown> = Promise.resolve();

/** Reads models.json, makes of it what is wished, and writes it; answers what stands there from now on. Throws ApiFailure. */
export function changeModels(api: Pick<Api, "json">, wish: (now: Models) => ModelsWish): Promise<Models> {
  const change = async () =>
    api.json<Models>(path, { method: "PUT", body: wish(await api.json<Models>(path)) });
  const asked = before.then(change);
  before = asked.catch(() => undefined);
  return asked;
}
