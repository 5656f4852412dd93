// The house: contacts, talk and life side by side, or one at a time where there is little room.
import { useEffect } from "preact/hooks";
import { usePage } from "../page-state.ts";
import { type Route, route } from "../route.ts";
import { width } from "../width.ts";
import { words } from "../words.ts";
import { AddCompanion } from "./add-companion.tsx";
import { ContactList } from "./contact-list.tsx";
import { Icon, type IconName } from "./icon.tsx";
import { Life, LifeSheet, LifeView } from "./life.tsx";
import { Link } from "./link.tsx";
import { Settings } from "./settings.tsx";
import { TalkView } from "./talk-view.tsx";
import { Welcome } from "./welcome.tsx";

export function Home() {
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
    case "add":
      return <AddCompanion />;
    case "edit":
      return <TalkView key={open.id} id={open.id} />;
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
  const items: { to: Route; icon: IconName; label: string; current: boolean }[] = [
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
    items.splice(1, 0, { to, icon: "details", label: words.value.details, current: talk.details });
  }
  return (
    <nav class="bar" aria-label={words.value.navigation}>
      {items.map((item) => (
        <Link key={item.icon} to={item.to} aria-current={item.current ? "page" : undefined}>
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
