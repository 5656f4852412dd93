// The companions: faces, names, what they are to one, last words, what is unseen, who is typing; searched, and those put away.
import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { type Find, loadSearch, searchFrom } from "../contact-search.ts";
import { useArrival } from "../focus.ts";
import { usePage } from "../page-state.ts";
import { route } from "../route.ts";
import type { AiUser } from "../shapes.ts";
import { listTime } from "../time.ts";
import { words } from "../words.ts";
import { houseWords } from "../words-house.ts";
import { Avatar } from "./avatar.tsx";
import { Icon, Seal } from "./icon.tsx";
import { Link } from "./link.tsx";
import { GoOn } from "./welcome.tsx";

/** `alone`: the list is the whole view (phone) and carries the view's heading. */
export function ContactList({ alone }: { alone: boolean }) {
  const { contacts } = usePage();
  if (!alone) {
    return (
      <nav class="side" aria-label={words.value.contacts}>
        <Brand>
          <p>{words.value.brand}</p>
        </Brand>
        <div class="contact-list">
          <Companions />
        </div>
        <Foot />
      </nav>
    );
  }
  const nobody = contacts.phase.value === "ready" && contacts.list.value.length === 0;
  return (
    <>
      <Brand>
        <BrandHeading />
      </Brand>
      {nobody ? (
        <Nobody />
      ) : (
        <nav class="contact-list" aria-label={words.value.contacts}>
          <Companions />
          <GoOn />
        </nav>
      )}
    </>
  );
}

function Brand({ children }: { children: ComponentChildren }) {
  const label = words.value.addCompanion;
  return (
    <div class="brand">
      <Seal />
      {children}
      <Link id="add-companion" class="icon-button" to={{ view: "add" }} aria-label={label} title={label}>
        <Icon name="plus" />
      </Link>
    </div>
  );
}

function BrandHeading() {
  const title = useRef<HTMLHeadingElement>(null);
  useArrival(title);
  return (
    <h1 ref={title} tabIndex={-1}>
      {words.value.brand}
    </h1>
  );
}

function Foot() {
  const session = usePage().door.session.value;
  return (
    <div class="foot">
      <span>{session.state === "in" ? session.user.display_name || session.user.username : ""}</span>
      <Link to={{ view: "me" }} aria-current={route.value.view === "me" ? "page" : undefined}>
        {words.value.settings}
      </Link>
    </div>
  );
}

function Nobody() {
  return (
    <div class="empty">
      <p>{words.value.noCompanions}</p>
      <Link class="primary" to={{ view: "start" }}>
        {houseWords.value.goOnStart}
      </Link>
    </div>
  );
}

function Companions() {
  const { contacts } = usePage();
  const { phase, list } = contacts;
  if (phase.value === "failed") {
    return (
      <div class="trouble" role="alert">
        <p>{words.value.failed.load}</p>
        <button type="button" class="pill" onClick={() => void contacts.load()}>
          {words.value.again}
        </button>
      </div>
    );
  }
  if (phase.value !== "ready") {
    return (
      <div aria-hidden="true">
        {[1, 2, 3].map((row) => (
          <div class="contact-shape" key={row}>
            <span class="shape round" />
            <span class="shape words" />
          </div>
        ))}
      </div>
    );
  }
  return <Shown list={list.value} />;
}

/** Bond and level, as a person would say them. */
function standingOf({ bond, level }: AiUser): string {
  const kind = words.value.bonds[bond.kind] ?? bond.kind;
  return `${kind} · ${houseWords.value.levels[level]}`;
}

function Shown({ list }: { list: readonly AiUser[] }) {
  const text = useSignal("");
  const find = useSignal<Find | null>(null);
  const friends = list.filter((one) => one.friend !== false);
  const away = list.filter((one) => one.friend === false);
  const searching = text.value.trim() !== "" && find.value !== null;
  const found = searching ? (find.value?.(text.value, list) ?? []) : friends;
  return (
    <>
      {list.length >= searchFrom && (
        <SearchField text={text} find={find} count={searching ? found.length : null} />
      )}
      {searching && found.length === 0 && (
        <p class="nothing">{houseWords.value.nobodyFound(text.value.trim())}</p>
      )}
      <Rows companions={found} />
      {!searching && away.length > 0 && (
        <details class="away" open={away.some(isOpen)}>
          <summary>{houseWords.value.putAway(away.length)}</summary>
          <Rows companions={away} />
        </details>
      )}
    </>
  );
}

function isOpen({ user_id }: AiUser): boolean {
  const open = route.value;
  return (open.view === "talk" || open.view === "edit") && open.id === user_id;
}

function Rows({ companions }: { companions: readonly AiUser[] }) {
  return (
    <ul>
      {companions.map((one) => (
        <li key={one.user_id}>
          <Contact companion={one} />
        </li>
      ))}
    </ul>
  );
}

type SearchFieldProps = { text: Signal<string>; find: Signal<Find | null>; count: number | null };

/** The search itself is fetched with the first touch of the field. */
function SearchField({ text, find, count }: SearchFieldProps) {
  const { value: say } = houseWords;
  const fetch = () => {
    if (find.value !== null) return;
    loadSearch(standingOf).then(
      (loaded) => {
        find.value = loaded;
      },
      // It stays a list; the next touch tries again.
      () => undefined,
    );
  };
  return (
    <search class="find">
      <input
        id="find-companion"
        class="input"
        type="search"
        aria-label={say.find}
        placeholder={say.findHint}
        autocomplete="off"
        value={text.value}
        onFocus={fetch}
        onInput={(event) => {
          fetch();
          text.value = event.currentTarget.value;
        }}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || text.value === "") return;
          event.preventDefault();
          text.value = "";
        }}
      />
      <p class="visually-hidden" role="status">
        {count === null ? "" : say.foundCount(count)}
      </p>
    </search>
  );
}

function Contact({ companion }: { companion: AiUser }) {
  const page = usePage();
  const { user_id, last_message: last } = companion;
  const unread = page.contacts.unread.value[user_id] ?? 0;
  const typing = page.contacts.typing.value.has(user_id);
  return (
    <Link
      id={`contact-${user_id}`}
      class="contact"
      to={{ view: "talk", id: user_id, details: false }}
      aria-current={isOpen(companion) ? "page" : undefined}
    >
      <Avatar id={user_id} name={companion.name} soul={companion.soul} />
      <span>
        <span class="name-line">
          <span class="name" lang={companion.language}>
            {companion.name}
          </span>
          <span class="standing">{standingOf(companion)}</span>
        </span>
        <span class="last" lang={typing || !last ? undefined : companion.language}>
          {typing ? words.value.typing : lastWords(companion)}
        </span>
      </span>
      <span class="aside">
        <span>{last ? listTime(last.timestamp, page.now.value, page.reader()) : ""}</span>
        {unread > 0 && (
          <span class="count">
            <span aria-hidden="true">{unread > 99 ? "99+" : unread}</span>
            <span class="visually-hidden">{words.value.unread(unread)}</span>
          </span>
        )}
      </span>
    </Link>
  );
}

function lastWords({ last_message: last }: AiUser): string {
  if (last === undefined || last === null) return words.value.nothingSaid;
  const line = last.content.replace(/\s+/g, " ");
  return last.role === "user" ? words.value.youSaid(line) : line;
}
