// The middle of the house while no talk is open.
import { usePage } from "../page-state.ts";
import { words } from "../words.ts";
import { Link } from "./link.tsx";

export function Welcome() {
  const { contacts } = usePage();
  const nobody = contacts.phase.value === "ready" && contacts.list.value.length === 0;
  return (
    <div class="empty">
      <h1 class="visually-hidden">{words.value.chats}</h1>
      {contacts.phase.value === "ready" && <p>{nobody ? words.value.noCompanions : words.value.chooseOne}</p>}
      {nobody && (
        <Link class="primary" to={{ view: "add" }}>
          {words.value.addCompanion}
        </Link>
      )}
    </div>
  );
}
