// What was said: breaths under their days, older pages on the way up, and no jump while anything comes.
import { computed, type Signal, useComputed, useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Language } from "../../src/schema/common.ts";
import { type Breath, breathe } from "../breath.ts";
import { shownMessages } from "../conversation.ts";
import { usePage } from "../page-state.ts";
import { sought } from "../sought.ts";
import type { Talk } from "../talk.ts";
import { dayLine } from "../time.ts";
import { words } from "../words.ts";
import { BreathView } from "./breath-view.tsx";

/** Nearer to an end than this counts as being there, in pixels. */
const near = 80;

type LogProps = { talk: Talk; id: string; name: string; language: Language | undefined };

export function Log({ talk, id, name, language }: LogProps) {
  const { box, inner, atEnd, onScroll, toEnd } = useScrolling(talk);
  useSought(id, talk, box, atEnd);
  const { value: say } = words;
  const empty =
    talk.phase.value === "ready" && talk.messages.value.length === 0 && talk.unsent.value.length === 0;
  return (
    <>
      <div
        class="log"
        role="log"
        aria-live="off"
        aria-label={say.talkWith(name)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        ref={box}
        onScroll={onScroll}
      >
        <div class="log-inner" ref={inner}>
          <Beginning talk={talk} />
          {empty && <p class="empty">{say.emptyTalk(name)}</p>}
          <Breaths talk={talk} id={id} name={name} language={language} />
        </div>
      </div>
      <ToNewest atEnd={atEnd} toEnd={toEnd} />
    </>
  );
}

/** Stays at the end while one is at the end; keeps what one reads in its place while older pages come in above. */
function useScrolling(talk: Talk) {
  const box = useRef<HTMLDivElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  const atEnd = useSignal(true);
  const before = useRef({ first: "", height: 0, top: 0 });
  const toEnd = () => {
    if (box.current !== null) box.current.scrollTop = box.current.scrollHeight;
    atEnd.value = true;
  };
  const first = talk.messages.value[0]?.message_id ?? "";
  useLayoutEffect(() => {
    const view = box.current;
    if (view === null) return;
    const { first: was, height, top } = before.current;
    if (was !== "" && was !== first && !atEnd.peek()) view.scrollTop = top + view.scrollHeight - height;
    before.current = { first, height: view.scrollHeight, top: view.scrollTop };
  });
  useEffect(() => {
    const view = box.current;
    const content = inner.current;
    if (view === null || content === null) return;
    const watch = new ResizeObserver(() => {
      if (atEnd.peek()) view.scrollTop = view.scrollHeight;
      before.current = { ...before.current, height: view.scrollHeight, top: view.scrollTop };
    });
    watch.observe(view);
    watch.observe(content);
    return () => watch.disconnect();
  }, [atEnd]);
  // One's own message always brings one to the end.
  useEffect(toEnd, [talk, talk.unsent.value.length]);
  const onScroll = () => {
    const view = box.current;
    if (view === null) return;
    const up = view.scrollTop < before.current.top - 1;
    before.current = { ...before.current, height: view.scrollHeight, top: view.scrollTop };
    // Only going up leaves the end: what comes in below makes the way longer before it is followed.
    if (view.scrollHeight - view.scrollTop - view.clientHeight < near) atEnd.value = true;
    else if (up) atEnd.value = false;
    if (view.scrollTop < view.clientHeight && !atEnd.value) void talk.loadOlder();
  };
  return { box, inner, atEnd, onScroll, toEnd };
}

/** Brings a message that is looked for before the eyes, and gives it the focus, once it stands here. */
function useSought(
  id: string,
  talk: Talk,
  box: { readonly current: HTMLElement | null },
  atEnd: Signal<boolean>,
): void {
  useSignalEffect(() => {
    const wanted = sought.value;
    if (wanted?.user_id !== id || talk.phase.value !== "ready") return;
    const frame = requestAnimationFrame(() => {
      const bubbles = box.current?.querySelectorAll<HTMLElement>("[data-message]") ?? [];
      const bubble = [...bubbles].find((one) => one.dataset.message === wanted.message_id);
      sought.value = null;
      if (bubble === undefined) return;
      atEnd.value = false;
      bubble.scrollIntoView({ block: "center" });
      bubble.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  });
}

/** Above the first message: the way to older ones, or the words that this is where it begins. Its height never changes. */
function Beginning({ talk }: { talk: Talk }) {
  const { value: say } = words;
  if (talk.phase.value === "failed") {
    return (
      <div class="trouble" role="alert">
        <p>{say.failed.load}</p>
        <button type="button" class="pill" onClick={() => void talk.load()}>
          {say.again}
        </button>
      </div>
    );
  }
  return (
    <div class="earlier">
      {talk.more.value && !talk.loadingOlder.value && (
        <button type="button" class="quiet" onClick={() => void talk.loadOlder()}>
          {say.earlier}
        </button>
      )}
      {talk.loadingOlder.value && <span>{say.loadingEarlier}</span>}
      {!talk.more.value && talk.messages.value.length > 0 && <span>{say.beginning}</span>}
    </div>
  );
}

/** The breaths; while a reply is made its breath is always there, so that the first bubble finds its place waiting. */
function Breaths({ talk, id, name, language }: LogProps) {
  const page = usePage();
  const replying = useReplyId(talk, id);
  const shown = useRef<{ last: string | null }>({ last: null });
  const messages = shownMessages(talk.messages.value, talk.unsent.value);
  const ready = talk.phase.value === "ready";
  if (ready && shown.current.last === null) shown.current.last = messages.at(-1)?.message_id ?? "";
  const freshFrom = messages.findIndex((one) => one.message_id === shown.current.last) + 1;
  const fresh = new Set(
    shown.current.last === null || freshFrom === 0
      ? []
      : messages.slice(freshFrom).map((one) => one.message_id),
  );
  if (shown.current.last === "") for (const message of messages) fresh.add(message.message_id);
  const breaths: Breath[] = breathe(messages, page.reader());
  if (replying !== null && breaths.at(-1)?.key !== replying) {
    breaths.push({ key: replying, role: "assistant", messages: [], startsDay: false });
  }
  const last = breaths.at(-1);
  return (
    <>
      {breaths.map((breath) => (
        <BreathView
          key={breath.key}
          talk={talk}
          id={id}
          name={name}
          language={language}
          breath={breath}
          fresh={fresh}
          replying={breath.key === replying}
          newest={breath === last}
          day={
            breath.startsDay ? dayLine(breath.messages[0]?.timestamp ?? 0, page.now.value, page.reader()) : ""
          }
        />
      ))}
    </>
  );
}

/** Only the id: the growing text of the preview must not draw the whole log again. */
function useReplyId(talk: Talk, id: string): string | null {
  const { contacts } = usePage();
  const replyId = useMemo(
    () => computed(() => talk.reply.value?.reply_id ?? (contacts.typing.value.has(id) ? "typing" : null)),
    [talk, contacts, id],
  );
  return useComputed(() => replyId.value).value;
}

function ToNewest({ atEnd, toEnd }: { atEnd: Signal<boolean>; toEnd: () => void }) {
  if (atEnd.value) return null;
  return (
    <div class="to-newest">
      <button type="button" class="pill" onClick={toEnd}>
        {words.value.newest}
      </button>
    </div>
  );
}
