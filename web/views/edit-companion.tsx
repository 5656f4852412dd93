// A companion's own page: who they are, how they talk, what one takes along of them, and whether they stay.
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { type Companion, type Draft, draftOf, isDraft } from "../companion-edit.ts";
import { useArrival } from "../focus.ts";
import { readKeptJson } from "../kept.ts";
import { useLoaded } from "../loading.ts";
import { usePage } from "../page-state.ts";
import { words } from "../words.ts";
import { startWords } from "../words-start.ts";
import { Avatar } from "./avatar.tsx";
import { EditForm } from "./edit-form.tsx";
import { Link } from "./link.tsx";
import { SampleNote } from "./sample-offer.tsx";
import { StayOrGo } from "./stay-or-go.tsx";
import { TakeAlong } from "./take-along.tsx";
import { LoadTrouble, Shapes } from "./trouble.tsx";

export function EditCompanion({ id }: { id: string }) {
  const { api, contacts } = usePage();
  const [loaded, read] = useLoaded<Companion>(api, `/api/ai-users/${id}`);
  const title = useRef<HTMLHeadingElement>(null);
  useArrival(title, id);
  const { edit: say } = startWords.value;
  const { value, cause } = loaded.value;
  const known = contacts.list.value.find((one) => one.user_id === id);
  const name = value?.name ?? known?.name ?? "";
  return (
    <div class="pane edit">
      <header class="edit-top">
        <Avatar id={id} name={name} soul={value?.soul ?? known?.soul} large={true} />
        <div>
          <h1 ref={title} tabIndex={-1}>
            {name === "" ? words.value.loading : say.title(name)}
          </h1>
          <p class="lead">{say.lead}</p>
        </div>
        <Link class="pill" to={{ view: "talk", id, details: false }}>
          {say.backToTalk}
        </Link>
      </header>
      {value === null && cause === null && <Shapes rows={5} height={64} />}
      {value === null && cause !== null && <LoadTrouble cause={cause} again={read} />}
      {value !== null && <Pages companion={value} />}
    </div>
  );
}

function Pages({ companion }: { companion: Companion }) {
  const { contacts } = usePage();
  /** As it stands on the server, as far as this window knows. */
  const saved = useSignal(companion);
  const id = companion.user_id;
  const kept = useRef(readKeptJson<Draft | null>("session", `edit.${id}`, isDraftOrNull, null)).current;
  const draft = useSignal<Draft>(kept ?? draftOf(companion));
  const now = contacts.list.value.find((one) => one.user_id === id) ?? companion;
  return (
    <>
      <SampleNote companion={now} />
      <EditForm id={id} saved={saved} draft={draft} resumed={kept !== null} />
      <TakeAlong companion={now} />
      <StayOrGo companion={now} />
    </>
  );
}

function isDraftOrNull(value: unknown): value is Draft | null {
  return value === null || isDraft(value);
}
