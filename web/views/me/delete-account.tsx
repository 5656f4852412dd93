// The end of an account: what goes is named, everything can be taken out first, and the user name is written by hand.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { useAct } from "../../act.ts";
import { ApiFailure } from "../../api.ts";
import { giveFocus } from "../../focus.ts";
import { useLoaded } from "../../loading.ts";
import { usePage } from "../../page-state.ts";
import type { User } from "../../shapes.ts";
import { meWords } from "../../words-me.ts";
import { Field } from "../field.tsx";
import { Link } from "../link.tsx";
import { ActLine } from "./parts.tsx";

export function DeleteAccount({ user }: { user: User }) {
  const open = useSignal(false);
  const first = useRef<HTMLButtonElement>(null);
  const { value: say } = meWords;
  return (
    <section class="me-form" aria-labelledby="me-delete">
      <h2 id="me-delete">{say.deleteAccount}</h2>
      {open.value ? (
        <Goodbye
          user={user}
          onLeave={() => {
            open.value = false;
            giveFocus(() => first.current);
          }}
        />
      ) : (
        <button
          type="button"
          class="pill"
          ref={first}
          onClick={() => {
            open.value = true;
          }}
        >
          {say.deleteAccount}…
        </button>
      )}
    </section>
  );
}

function Goodbye({ user, onLeave }: { user: User; onLeave: () => void }) {
  const { api, door } = usePage();
  const act = useAct();
  const typed = useSignal("");
  const wrong = useSignal("");
  const start = useRef<HTMLParagraphElement>(null);
  const { value: say } = meWords;
  useEffect(() => start.current?.focus(), []);
  const goodbye = async () => {
    wrong.value = typed.value.trim() === user.username ? "" : say.deleteNameWrong;
    if (wrong.value !== "") return;
    await act.run(async () => {
      try {
        await api.json("/api/auth/user", { method: "DELETE" });
      } catch (cause) {
        if (cause instanceof ApiFailure && cause.code === "conflict") wrong.value = say.deleteLastAdmin;
        throw cause;
      }
      door.forget();
    }, "");
  };
  return (
    <form
      class="asked"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void goodbye();
      }}
    >
      <p ref={start} tabIndex={-1}>
        {say.deleteLead}
      </p>
      <Goes />
      <p class="hint">{say.deleteLeft}</p>
      <p>
        <Link to={{ view: "me", section: "export" }} class="pill">
          {say.deleteExport}
        </Link>
      </p>
      <Field
        id="me-goodbye"
        name="goodbye"
        label={say.deleteName(user.username)}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        wrong={wrong.value}
        value={typed.value}
        onType={(text) => {
          typed.value = text;
          wrong.value = "";
        }}
      />
      <div class="acts">
        <button
          type="submit"
          class="primary small"
          aria-disabled={act.busy.value || typed.value.trim() === ""}
        >
          {say.deleteNow}
        </button>
        <button type="button" class="pill" onClick={onLeave}>
          {say.leaveIt}
        </button>
      </div>
      <ActLine act={act} />
    </form>
  );
}

/** Who goes with it, by name. */
function Goes() {
  const { api, contacts } = usePage();
  const [trash] = useLoaded<{ ai_users: unknown[] }>(api, "/api/ai-users?trashed=true");
  const { value: say } = meWords;
  const companions = contacts.list.value;
  const away = trash.value.value?.ai_users.length ?? 0;
  return (
    <ul class="me-goes">
      {companions.length === 0 && <li>{say.deleteNobody}</li>}
      {companions.map(({ user_id, name }) => (
        <li key={user_id}>{say.deleteItem(name)}</li>
      ))}
      {away > 0 && <li>{say.deleteTrash(away)}</li>}
    </ul>
  );
}
