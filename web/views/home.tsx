// The house: contacts, talk and life side by side, or one at a time where there is little room.
import { useEffect, useMemo } from "preact/hooks";
import { type LifeRoom, place, stand } from "../memory-place.ts";
import { usePage } from "../page-state.ts";
import { go, type Route, route } from "../route.ts";
import { left, takeUp } from "../start-progress.ts";
import { width } from "../width.ts";
import { words } from "../words.ts";
import { ContactList } from "./contact-list.tsx";
import { Icon, type IconName } from "./icon.tsx";
import { lazyPart } from "./lazy-part.tsx";
import { Life, LifeSheet, LifeView, useRoomNames } from "./life.tsx";
import { Link } from "./link.tsx";
import { Settings } from "./settings.tsx";
import { TalkView } from "./talk-view.tsx";
import { Welcome } from "./welcome.tsx";

const AddCompanion = lazyPart(() => import("./add-companion.tsx").then((part) => part.AddCompanion));
const Start = lazyPart(() => import("./start.tsx").then((part) => part.Start));
const EditCompanion = lazyPart(() => import("./edit-companion.tsx").then((part) => part.EditCompanion));

/** Where nobody lives yet, the house leads to the first run by itself, until the person says: later. */
function useFirstRun(): void {
  const { contacts, door } = usePage();
  const session = door.session.value;
  const account = session.state === "in" ? session.user.account_id : "";
  // Before the first drawing: what was kept belongs to this account, or is not shown.
  useMemo(() => takeUp(account), [account]);
  const nobody = contacts.phase.value === "ready" && contacts.list.value.length === 0;
  const waiting = nobody && route.value.view === "chats" && !left.value;
  useEffect(() => {
    if (waiting) go({ view: "start" }, true);
  }, [waiting]);
}

export function Home() {
  useFirstRun();
  const { contacts } = usePage();
  const open = route.value;
  const phone = width.value === "phone";
  const talking = open.view === "talk";
  const life = talking && width.value === "wide";
  useEffect(() => {
    // Faces are comfort: without them the letters stand.
    contacts.loadSouls().catch(() => undefined);
  }, [contacts]);
  return (
    <div class={`app${phone ? " phone" : ""}${life ? " with-life" : ""}`}>
      {talking && !(phone && open.details) && (
        <a class="skip" href="#write">
          {words.value.skipToTalk}
        </a>
      )}
      <Lines />
      {!phone && <ContactList alone={false} />}
      <main class="main">
        <Main open={open} phone={phone} />
      </main>
      {life && <Life id={open.id} />}
      {talking && width.value === "middle" && open.details && <LifeSheet id={open.id} />}
      {phone && <Bar open={open} />}
      <Announcer />
    </div>
  );
}

function Main({ open, phone }: { open: Route; phone: boolean }) {
  switch (open.view) {
    case "chats":
      return phone ? <ContactList alone={true} /> : <Welcome />;
    case "talk":
      return phone && open.details ? <LifeView id={open.id} /> : <TalkView key={open.id} id={open.id} />;
    case "start":
      return <Start />;
    case "add":
      return <AddCompanion />;
    case "edit":
      return <EditCompanion key={open.id} id={open.id} />;
    case "me":
      return <Settings />;
  }
}

/** The thin lines at the top: no connection, and what the server has to say. */
function Lines() {
  const page = usePage();
  const notice = page.notices.value.at(-1);
  return (
    <div class="lines">
      <div role="status">{!page.connected.value && <p class="line">{words.value.offline}</p>}</div>
      <div role="status">
        {notice !== undefined && (
          <p class="line">
            <span>{notice.message}</span>
            <button type="button" class="quiet" onClick={() => page.dismiss(notice)}>
              {words.value.dismiss}
            </button>
          </p>
        )}
      </div>
    </div>
  );
}

/** Only what exists stands in the bar. */
function Bar({ open }: { open: Route }) {
  const talk = open.view === "talk" ? open : null;
  const names = useRoomNames(talk?.id ?? "");
  type Item = { to: Route; icon: IconName; label: string; current: boolean; onOpen?: () => void };
  const items: Item[] = [
    {
      to: talk?.details === true ? { ...talk, details: false } : { view: "chats" },
      icon: "talk",
      label: words.value.chats,
      current: open.view === "chats" || talk?.details === false,
    },
    { to: { view: "me" }, icon: "me", label: words.value.me, current: open.view === "me" },
  ];
  if (talk !== null) {
    const to: Route = { ...talk, details: true };
    const { room: now } = place.value;
    const roomItem = (room: LifeRoom, icon: IconName): Item => ({
      to,
      icon,
      label: names[room],
      current: talk.details && now === room,
      onOpen: () => stand({ user_id: talk.id, room }),
    });
    items.splice(1, 0, roomItem("memory", "details"), roomItem("inner", "inner"));
  }
  return (
    <nav class="bar" aria-label={words.value.navigation}>
      {items.map((item) => (
        <Link
          key={item.icon}
          to={item.to}
          aria-current={item.current ? "page" : undefined}
          {...(item.onOpen === undefined ? {} : { onOpen: item.onOpen })}
        >
          <Icon name={item.icon} size={18} />
          {item.label}
        </Link>
      ))}
    </nav>
  );
}

/** New bubbles are read aloud from here; the log itself is silent, or streamed text would be read letter by letter. */
function Announcer() {
  const { announcement } = usePage();
  return (
    <div class="visually-hidden" role="status" aria-live="polite">
      {announcement.value}
    </div>
  );
}
