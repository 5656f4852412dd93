// One line that says whether a model is connected, and what to do where none is.
import { useSignal } from "@preact/signals";
import type { ModelsReadyAnswer } from "../../src/schema/request-models.ts";
import { useLoaded } from "../loading.ts";
import type { ModelTest } from "../model-shapes.ts";
import { usePage } from "../page-state.ts";
import { startWords } from "../words-start.ts";
import { Link } from "./link.tsx";

export function ModelLine() {
  const { api, door } = usePage();
  const [loaded] = useLoaded<ModelsReadyAnswer>(api, "/api/models/ready");
  const session = door.session.value;
  const admin = session.state === "in" && session.user.role === "admin";
  const { value, cause } = loaded.value;
  const { value: say } = startWords;
  // The line keeps its place while it loads.
  if (value === null) {
    return (
      <p class="model-line" role="status">
        {cause === null ? " " : say.modelUnknown}
      </p>
    );
  }
  return (
    <div class={value.chat ? "model-line" : "model-line missing"} role="status">
      <span class="model-mark" aria-hidden="true" />
      <p>{value.chat ? say.modelReady : admin ? say.modelMissing : say.modelAsk}</p>
      {admin && value.chat && <TryModel />}
      {admin && !value.chat && (
        <Link class="pill" to={{ view: "me", section: "models" }}>
          {say.toModels}
        </Link>
      )}
    </div>
  );
}

/** Connected means that there is a key; whether it answers is seen by asking. */
function TryModel() {
  const { api } = usePage();
  const told = useSignal("");
  const busy = useSignal(false);
  const { value: say } = startWords;
  const ask = async () => {
    if (busy.value) return;
    busy.value = true;
    told.value = "";
    try {
      const body = { role: "chat" };
      const answer = await api.json<ModelTest>("/api/models/test", { method: "POST", body });
      told.value = answer.ok
        ? startWords.value.tried(Math.round(answer.ms))
        : [startWords.value.triedNot, answer.provider_error ?? ""].join(" ").trim();
    } catch {
      told.value = startWords.value.triedNot;
    } finally {
      busy.value = false;
    }
  };
  return (
    <>
      <button type="button" class="pill" aria-disabled={busy.value} onClick={() => void ask()}>
        {say.tryModel}
      </button>
      {told.value !== "" && <p class="hint">{told.value}</p>}
    </>
  );
}
