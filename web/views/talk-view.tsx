// One companion's talk: who it is, what was said, and a place to write.
import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { focusNext, useArrival } from "../focus.ts";
import { remind, reminding, startReminding } from "../notifier.ts";
import { usePage } from "../page-state.ts";
import type { AiUser } from "../shapes.ts";
import { sought } from "../sought.ts";
import { daysKnown } from "../time.ts";
import { width } from "../width.ts";
import { words } from "../words.ts";
import { houseWords } from "../words-house.ts";
import { talkWords } from "../words-talk.ts";
import { Avatar } from "./avatar.tsx";
import { Composer } from "./composer.tsx";
import { Gone } from "./gone.tsx";
import { Icon } from "./icon.tsx";
import { lazyPart } from "./lazy-part.tsx";
import { Link } from "./link.tsx";
import { Log } from "./log.tsx";

const History = lazyPart(() => import("./history.tsx").then((part) => part.History));

export function TalkView({ id }: { id: string }) {
  const page = usePage();
  const { contacts } = page;
  const talk = page.talk(id);
  const companion = contacts.list.value.find((one) => one.user_id === id);
  const writing = useRef<HTMLTextAreaElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const searching = useSignal(false);
  // On a phone the keyboard would cover what one came to read.
  useArrival(width.peek() === "phone" ? title : writing);
  useEffect(startReminding, []);
  useEffect(() => {
    // The list is older than what the server says now.
    if (talk.gone.value) void contacts.load();
  }, [talk, contacts, talk.gone.value]);
  useEffect(() => {
    // One comes back to now, unless one comes to see something of the past.
    const comesToSee = sought.peek()?.user_id === id;
    void (talk.later.peek() && !comesToSee ? talk.toNewest() : talk.load());
    const look = () => {
      if (document.visibilityState === "visible") contacts.seen(id);
    };
    look();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [talk, contacts, id]);
  const isGone = talk.gone.value || (companion === undefined && contacts.phase.value === "ready");
  if (isGone) return <Gone talk={talk} title={title} />;
  const name = companion?.name ?? "";
  const closeHistory = () => {
    searching.value = false;
    document.getElementById("find-in-talk")?.focus();
  };
  return (
    <>
      <TalkTop id={id} companion={companion} title={title} searching={searching} />
      {searching.value && <History talk={talk} id={id} name={name} onClose={closeHistory} />}
      <Log talk={talk} id={id} name={name} language={companion?.language} />
      <Composer talk={talk} id={id} name={name} writing={writing} />
      <p class="visually-hidden" role="status">
        {talk.whisper.value === "" ? "" : talkWords.value.whispered(name, talk.whisper.value)}
      </p>
    </>
  );
}

type TalkTopProps = {
  id: string;
  companion: AiUser | undefined;
  title: { current: HTMLHeadingElement | null };
  searching: Signal<boolean>;
};

function TalkTop({ id, companion, title, searching }: TalkTopProps) {
  const { value: say } = words;
  return (
    <header class="top">
      {width.value === "phone" && (
        <Link
          class="icon-button"
          to={{ view: "chats" }}
          aria-label={say.back}
          onOpen={() => focusNext(`contact-${id}`)}
        >
          <Icon name="back" />
        </Link>
      )}
      <Link class="face" to={{ view: "edit", id }} aria-label={houseWords.value.edit(companion?.name ?? "")}>
        <Avatar id={id} name={companion?.name ?? ""} soul={companion?.soul} />
      </Link>
      <div class="who">
        <h1 ref={title} tabIndex={-1} lang={companion?.language}>
          {companion?.name ?? " "}
        </h1>
        <p>{companion === undefined ? " " : <Standing companion={companion} />}</p>
      </div>
      <RemindMe />
      <button
        type="button"
        id="find-in-talk"
        class="icon-button"
        aria-label={talkWords.value.find}
        title={talkWords.value.find}
        aria-expanded={searching.value}
        onClick={() => {
          searching.value = !searching.value;
        }}
      >
        <Icon name="find" />
      </button>
      {width.value === "middle" && (
        <Link id="open-details" class="pill" to={{ view: "talk", id, details: true }}>
          {say.details}
        </Link>
      )}
    </header>
  );
}

/** Reminders of this device; once they are on, or cannot be, their button only says so and turns them off. */
function RemindMe() {
  const now = reminding.value;
  const { value: say } = talkWords;
  if (now === "missing") return null;
  const label = now === "on" ? say.remindOff : now === "refused" ? say.remindRefused : say.remind;
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={label}
      title={label}
      aria-pressed={now === "on"}
      aria-disabled={now === "refused"}
      onClick={() => {
        if (now !== "refused") void remind(now === "off");
      }}
    >
      <Icon name="bell" />
    </button>
  );
}

/** "朋友 · 关系较好 · 认识第 214 天" */
function Standing({ companion }: { companion: AiUser }) {
  const page = usePage();
  const { value: say } = words;
  const { bond, level, created_at } = companion;
  const since = companion.known_since ?? created_at;
  const parts = [say.bonds[bond.kind] ?? bond.kind, say.levels[level]];
  if (since !== undefined) parts.push(say.sinceDays(daysKnown(since, page.now.value, page.reader())));
  if (companion.friend === false) parts.push(say.isAway);
  return <>{parts.filter((part) => part !== undefined && part !== "").join(" · ")}</>;
}
