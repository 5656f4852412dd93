// The middle of the house while no talk is open.
import { usePage } from "../page-state.ts";
import { progress } from "../start-progress.ts";
import { words } from "../words.ts";
import { houseWords } from "../words-house.ts";
import { Link } from "./link.tsx";

export function Welcome() {
  const { contacts } = usePage();
  const ready = contacts.phase.value === "ready";
  const nobody = ready && contacts.list.value.length === 0;
  return (
    <div class="empty">
      <h1 class="visually-hidden">{words.value.chats}</h1>
      {ready && <p>{nobody ? words.value.noCompanions : words.value.chooseOne}</p>}
      {nobody && (
        <Link class="primary" to={{ view: "start" }}>
          {houseWords.value.goOnStart}
        </Link>
      )}
      {ready && <GoOn />}
    </div>
  );
}

/** The way back to the first run, where its questions are not over. */
export function GoOn() {
  const { contacts } = usePage();
  const companion = contacts.list.value.find((one) => one.user_id === progress.value?.user_id);
  if (companion === undefined) return null;
  return (
    <Link class="pill" to={{ view: "start" }}>
      {houseWords.value.goOn(companion.name)}
    </Link>
  );
}
