// An archive that was taken out of a house like this one: its companions move in with all their memory.
import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { ImportedFolders } from "../../../src/schema/request-folder.ts";
import { useAct } from "../../act.ts";
import { ApiFailure } from "../../api.ts";
import { usePage } from "../../page-state.ts";
import { meWords } from "../../words-me.ts";
import { Link } from "../link.tsx";
import { ActLine } from "./parts.tsx";

export function ImportZip({ file }: { file: Signal<File | null> }) {
  const { api, contacts } = usePage();
  const act = useAct();
  const again = useSignal(false);
  const done = useSignal<ImportedFolders | null>(null);
  const sending = useRef<AbortController | null>(null);
  const { value: say } = meWords;
  useEffect(() => {
    if (file.value !== null) done.value = null;
    return () => sending.current?.abort();
  }, [file.value]);
  const bring = async () => {
    const chosen = file.peek();
    if (chosen === null) return act.say(say.noFile, true);
    const mine = new AbortController();
    sending.current = mine;
    const path = `/api/ai-users/import?new_id=${again.value}`;
    const raw = { file: chosen, type: "application/zip" };
    let code = "";
    const ok = await act.run(async () => {
      try {
        done.value = await api.json<ImportedFolders>(path, { method: "POST", raw, signal: mine.signal });
      } catch (cause) {
        if (cause instanceof ApiFailure) code = cause.code;
        throw cause;
      }
    }, "");
    if (mine.signal.aborted) act.say(say.cancelled, false);
    else if (code === "invalid" || code === "bad_request") act.say(say.zipBad, true);
    else if (code === "conflict") act.say(say.zipTaken, true);
    if (ok) void contacts.load();
    if (ok) file.value = null;
  };
  return (
    <div class="me-form">
      <p class="hint">{say.zipLead}</p>
      <label class="check">
        <input
          type="checkbox"
          checked={again.value}
          onChange={(event) => {
            again.value = event.currentTarget.checked;
          }}
        />
        <span>{say.zipNewIds}</span>
      </label>
      {act.busy.value ? (
        <div class="transfer">
          <p role="status">{say.uploading}</p>
          <progress aria-label={say.uploading} />
          <button type="button" class="pill" onClick={() => sending.current?.abort()}>
            {say.cancel}
          </button>
        </div>
      ) : (
        <button
          type="button"
          class="pill strong"
          aria-disabled={file.value === null}
          onClick={() => void bring()}
        >
          {say.importNow}
        </button>
      )}
      {done.value !== null && <Done of={done.value} />}
      <ActLine act={act} />
    </div>
  );
}

function Done({ of: { ai_users, there } }: { of: ImportedFolders }) {
  const { value: say } = meWords;
  const title = useRef<HTMLParagraphElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <div class="card-like">
      <p ref={title} tabIndex={-1}>
        {ai_users.length === 0 ? say.zipNobody : say.zipDone(ai_users.map(({ name }) => name).join(" · "))}
      </p>
      {there.length > 0 && <p class="hint">{say.zipThere(there.length)}</p>}
      <div class="acts">
        {ai_users.map(({ user_id, name }) => (
          <Link key={user_id} to={{ view: "talk", id: user_id, details: false }} class="pill">
            {say.toTalk(name)}
          </Link>
        ))}
      </div>
    </div>
  );
}
