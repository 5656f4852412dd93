// The models page: what is connected, a model that is connected with one key, and under "details" who does what.
import { useSignal } from "@preact/signals";
import { useLoaded } from "../loading.ts";
import { allRoles, idleRoles } from "../model-setup.ts";
import type { Models, ModelsWish } from "../model-shapes.ts";
import { changeModels } from "../models-file.ts";
import { usePage } from "../page-state.ts";
import { modelWords } from "../words-models.ts";
import { Section } from "./me/parts.tsx";
import { ModelConnect } from "./model-connect.tsx";
import { ModelEntries } from "./model-entries.tsx";
import { ModelRoles } from "./model-roles.tsx";
import { LoadTrouble, Shapes } from "./trouble.tsx";

const path = "/api/models";

export function ModelsSection() {
  const { api } = usePage();
  const [loaded, read] = useLoaded<Models>(api, path);
  const { value, cause } = loaded.value;
  /** Saves the whole, made of what stands there by then. Throws ApiFailure. */
  const save = async (wish: (now: Models) => ModelsWish): Promise<void> => {
    loaded.value = { value: await changeModels(api, wish), cause: null, busy: false };
  };
  return (
    <Section name="models" lead={modelWords.value.lead}>
      {value === null && (cause === null ? <Shapes rows={4} /> : <LoadTrouble cause={cause} again={read} />)}
      {value !== null && <Page models={value} save={save} />}
    </Section>
  );
}

export type ModelsProps = { models: Models; save: (wish: (now: Models) => ModelsWish) => Promise<void> };

function Page({ models, save }: ModelsProps) {
  const preset = useSignal<{ base_url: string; model: string } | null>(null);
  const { value: say } = modelWords;
  return (
    <>
      <Now models={models} />
      {models.offers.map((offer) => (
        <p class="offer" key={offer.base_url}>
          <span>{say.offer(offer.name)}</span>
          <button
            type="button"
            class="pill"
            onClick={() => {
              preset.value = { base_url: offer.base_url, model: offer.models[0] ?? "" };
              document.getElementById("model-connect")?.focus();
            }}
          >
            {say.useOffer(offer.name)}
          </button>
        </p>
      ))}
      <ModelConnect models={models} save={save} offered={preset} />
      <details class="model-details">
        <summary>{say.details}</summary>
        <ModelRoles models={models} save={save} />
        <ModelEntries models={models} save={save} />
      </details>
    </>
  );
}

/** What can be asked now, in two lines. */
function Now({ models }: { models: Models }) {
  const { now: say } = modelWords.value;
  const [first] = models.state.find(({ role }) => role === allRoles[0])?.ready ?? [];
  const idle = idleRoles(models).length;
  const name = first === undefined ? "" : (models.models[first]?.model ?? first);
  return (
    <ul class="model-now" aria-live="polite">
      <li class={first === undefined ? "missing" : undefined}>
        <span class="model-mark" aria-hidden="true" />
        {first === undefined ? say.chatNone : say.chat(name)}
      </li>
      <li class={idle > 0 ? "missing" : undefined}>
        <span class="model-mark" aria-hidden="true" />
        {idle > 0 ? say.backgroundSome(idle) : say.background}
      </li>
    </ul>
  );
}
