// One companion's talk: who it is, what was said, and a place to write.
import { useEffect, useRef } from "preact/hooks";
import { focusNext, useArrival } from "../focus.ts";
import { usePage } from "../page-state.ts";
import type { AiUser } from "../shapes.ts";
import { daysKnown } from "../time.ts";
import { width } from "../width.ts";
import { words } from "../words.ts";
import { Avatar } from "./avatar.tsx";
import { Composer } from "./composer.tsx";
import { Icon } from "./icon.tsx";
import { Link } from "./link.tsx";
import { Log } from "./log.tsx";

export function TalkView({ id }: { id: string }) {
  const page = usePage();
  const { contacts } = page;
  const talk = page.talk(id);
  const companion = contacts.list.value.find((one) => one.user_id === id);
  const writing = useRef<HTMLTextAreaElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  // On a phone the keyboard would cover what one came to read.
  useArrival(width.peek() === "phone" ? title : writing);
  useEffect(() => {
    void talk.load();
    const look = () => {
      if (document.visibilityState === "visible") contacts.seen(id);
    };
    look();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [talk, contacts, id]);
  if (companion === undefined && contacts.phase.value === "ready") {
    return (
      <div class="empty">
        <h1 ref={title} tabIndex={-1} class="visually-hidden">
          {words.value.chats}
        </h1>
        <p>{words.value.failed.gone}</p>
        <Link class="pill" to={{ view: "chats" }}>
          {words.value.back}
        </Link>
      </div>
    );
  }
  const name = companion?.name ?? "";
  return (
    <>
      <TalkTop id={id} companion={companion} title={title} />
      <Log talk={talk} id={id} name={name} language={companion?.language} />
      <Composer talk={talk} id={id} name={name} writing={writing} />
    </>
  );
}

type TalkTopProps = {
  id: string;
  companion: AiUser | undefined;
  title: { current: HTMLHeadingElement | null };
};

function TalkTop({ id, companion, title }: TalkTopProps) {
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
      <Avatar id={id} name={companion?.name ?? ""} soul={companion?.soul} />
      <div class="who">
        <h1 ref={title} tabIndex={-1} lang={companion?.language}>
          {companion?.name ?? " "}
        </h1>
        <p>{companion === undefined ? " " : <Standing companion={companion} />}</p>
      </div>
      {width.value === "middle" && (
        <Link id="open-details" class="pill" to={{ view: "talk", id, details: true }}>
          {say.details}
        </Link>
      )}
    </header>
  );
}

/** "朋友 · 关系较好 · 认识第 214 天" */
function Standing({ companion }: { companion: AiUser }) {
  const page = usePage();
  const { value: say } = words;
  const { bond, level, created_at } = companion;
  const parts = [say.bonds[bond.kind] ?? bond.kind, say.levels[level]];
  if (created_at !== undefined)
    parts.push(say.sinceDays(daysKnown(created_at, page.now.value, page.reader())));
  return <>{parts.filter((part) => part !== undefined && part !== "").join(" · ")}</>;
}
