// The port, put together: asks the models of a role in order, and code where there is no model (DESIGN 5).
import { ModelEntry, type ModelRole } from "../schema/models.ts";
import { createAnswering } from "./answering.ts";

import { type Endpoint, endpointsOf, keyForAddress, readyModels } from "./config.ts";
import { createEmbedding } from "./embed.ts";
import type { Fault } from "./failure.ts";
import { createHouse, type House, keysOf, type ModelsOptions } from "./house.ts";
import type { Models } from "./models.ts";
import { quirksOf } from "./quirks.ts";
import { createReplying } from "./replying.ts";

/** Asks one thing that any model can answer, and tells what the provider says where it does not. */
async function tryEndpoint(house: House, role: ModelRole, endpoint: Endpoint): Promise<Fault | undefined> {
  if (role === "embedding") {
    const told = await house.engine.embed(endpoint, ["ok"], { once: true });
    return "vectors" in told ? undefined : told;
  }
  const messages = [{ role: "user" as const, content: "Reply with the one word: ok" }];
  const call = { messages, stream: role === "chat" || role === "reasoner", thinking: false };
  for await (const piece of house.engine.answer(endpoint, call))
    if (piece.type === "fault") return piece.fault;
  return undefined;
}

/** The models behind the port. Nothing is asked before the first use; `config` may change at any time. */
export function createModels(options: ModelsOptions): Models {
  const house = createHouse(options);
  return {
    reply: createReplying(house),
    answer: createAnswering(house),
    ...createEmbedding(house),
    window: (role, prefer) => house.endpoints(role, prefer)[0]?.entry.context_tokens,
    state: () => readyModels(options.config(), keysOf(options)),
    offers: () => options.offers?.() ?? [],
    async list({ base_url, api_key }) {
      const entry = ModelEntry.parse({ base_url, model: "" });
      const apiKey = api_key ?? keyForAddress(base_url, options.config(), keysOf(options));
      const told = await house.engine.list({ key: "", entry, apiKey, quirks: quirksOf(entry) });
      if ("models" in told) return { ok: true, models: told.models };
      const provider = told.providerError === undefined ? {} : { provider_error: told.providerError };
      return { ok: false, models: [], error: told.reason, ...provider };
    },
    async test(role) {
      const [endpoint] = endpointsOf(role, options.config(), keysOf(options));
      if (!endpoint) return { ok: false, model: "", ms: 0, error: "no_model" };
      const start = options.milliseconds();
      const fault = await tryEndpoint(house, role, endpoint);
      const result = { model: endpoint.key, ms: Math.round(options.milliseconds() - start) };
      if (!fault) return { ok: true, ...result };
      const provider = fault.providerError === undefined ? {} : { provider_error: fault.providerError };
      return { ok: false, ...result, error: fault.reason, ...provider };
    },
  };
}
