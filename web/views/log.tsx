// What was said: breaths under their days, older pages on the way up, and no jump while anything comes.
import { computed, useComputed, useSignalEffect } from "@preact/signals";
import { useMemo, useRef } from "preact/hooks";
import type { Language } from "../../src/schema/common.ts";
import { createHand, type Hand, messageAt } from "../chosen.ts";
import { focusLog } from "../focus.ts";
import { usePage } from "../page-state.ts";
import { sought } from "../sought.ts";
import type { Talk } from "../talk.ts";
import { words } from "../words.ts";
import { talkWords } from "../words-talk.ts";
import { Breaths } from "./breaths.tsx";
import { type Scrolling, useScrolling } from "./log-scroll.ts";

type LogProps = { talk: Talk; id: string; name: string; language: Language | undefined };

export function Log({ talk, id, name, language }: LogProps) {
  const scrolling = useScrolling(talk);
  const hand = useMemo(createHand, [talk]);
  const replying = useReplyId(talk, id);
  useSought(id, talk, scrolling);
  const { value: say } = words;
  const empty =
    talk.phase.value === "ready" && talk.shown.value.length === 0 && !talk.more.value && !talk.later.value;
  return (
    <>
      <div
        class="log"
        role="log"
        aria-live="off"
        aria-label={say.talkWith(name)}
        aria-describedby="log-hint"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        ref={scrolling.box}
        onScroll={scrolling.onScroll}
        onKeyDown={(event) => onKey(event, hand)}
        onPointerOver={(event) => {
          if (event.pointerType === "mouse")
            hand.hovered.value = messageAt(event.target) ?? saidAt(event.target);
        }}
        onPointerLeave={() => {
          hand.hovered.value = null;
        }}
        onClick={(event) => onPress(event, hand)}
      >
        <div class="log-inner" ref={scrolling.inner}>
          <Beginning talk={talk} />
          {talk.phase.value === "loading" && talk.shown.value.length === 0 && <LogShape />}
          {empty && <p class="empty">{say.emptyTalk(name)}</p>}
          <Breaths talk={talk} id={id} name={name} language={language} hand={hand} replying={replying} />
          {talk.later.value && <p class="earlier">{talkWords.value.laterOnes}</p>}
        </div>
      </div>
      <p id="log-hint" class="visually-hidden">
        {talkWords.value.logHint}
      </p>
      <ToNewest talk={talk} scrolling={scrolling} />
    </>
  );
}

/** Beside a bubble, on the button that belongs to it, the mouse is still on its message. */
function saidAt(target: EventTarget | null): string | null {
  if (!(target instanceof Element)) return null;
  return messageAt(target.closest(".saying")?.querySelector("[data-message]") ?? null);
}

/** Up and down go from message to message, Enter opens what can be done with it. */
function onKey(event: KeyboardEvent, hand: Hand): void {
  const log = event.currentTarget;
  const target = event.target;
  if (!(log instanceof HTMLElement) || !(target instanceof HTMLElement)) return;
  const here = target.dataset.message;
  if (event.key === "Enter" && here !== undefined && target.closest(".saying") !== null) {
    event.preventDefault();
    hand.chosen.value = { message_id: here, stage: "acts", focus: true };
  }
  if (event.key === "Escape") hand.chosen.value = null;
  if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
  if (target !== log && here === undefined) return;
  const bubbles = [...log.querySelectorAll<HTMLElement>("[data-message]")];
  const at = here === undefined ? bubbles.length : bubbles.indexOf(target);
  const next = bubbles[event.key === "ArrowUp" ? at - 1 : at + 1];
  if (next === undefined) return;
  event.preventDefault();
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: "nearest" });
}

/** What answers a press by itself. */
const ownPress = ".said-acts, .more, .editing, a";

/** A finger on a bubble opens its acts; a press elsewhere puts them away. */
function onPress(event: MouseEvent, hand: Hand): void {
  const { target } = event;
  // The way the event took, not where its target stands now: what it did may have taken that away.
  const within = event.composedPath().some((one) => one instanceof Element && one.matches(ownPress));
  if (within) return;
  const touched = "pointerType" in event && event.pointerType === "touch";
  const message_id = touched ? messageAt(target) : null;
  const open = hand.chosen.peek();
  if (open?.stage === "edit") return;
  hand.chosen.value =
    message_id === null || message_id === open?.message_id
      ? null
      : { message_id, stage: "acts", focus: false };
}

/** Brings a message that is looked for before the eyes, and gives it the focus, once it stands here. */
function useSought(id: string, talk: Talk, { box, atEnd, mark }: Scrolling): void {
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
      mark();
      bubble.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  });
}

/** The shape of what loads; it comes after 300 ms, and most talks are quicker. */
function LogShape() {
  return (
    <div class="talk-shape" aria-hidden="true">
      {["", "mine", "", "", "mine"].map((side, row) => (
        // Rows of a drawing have no other name than their place.
        <span class={`shape ${side}`} key={row} />
      ))}
    </div>
  );
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
  const older = () => {
    // The button makes room for the words that it loads.
    focusLog();
    void talk.loadOlder();
  };
  return (
    <div class="earlier">
      {talk.more.value && !talk.loadingOlder.value && (
        <button type="button" class="quiet" onClick={older}>
          {say.earlier}
        </button>
      )}
      {talk.loadingOlder.value && <span>{say.loadingEarlier}</span>}
      {!talk.more.value && talk.messages.value.length > 0 && <span>{say.beginning}</span>}
    </div>
  );
}

/** Only the id: the growing text of the preview must not draw the whole log again. In the past no reply is made. */
function useReplyId(talk: Talk, id: string): string | null {
  const { contacts } = usePage();
  const replyId = useMemo(
    () =>
      computed(() => {
        if (talk.later.value) return null;
        return talk.reply.value?.reply_id ?? (contacts.typing.value.has(id) ? "typing" : null);
      }),
    [talk, contacts, id],
  );
  return useComputed(() => replyId.value).value;
}

/** The way back to now. */
function ToNewest({ talk, scrolling }: { talk: Talk; scrolling: Scrolling }) {
  const leaving = useRef(false);
  if (scrolling.atEnd.value && !talk.later.value) return null;
  const missed = talk.missed.value;
  const go = async () => {
    if (leaving.current) return;
    leaving.current = true;
    if (talk.later.peek()) await talk.toNewest();
    scrolling.toEnd();
    // The button goes, now that one is there.
    focusLog();
    leaving.current = false;
  };
  return (
    <div class="to-newest">
      <button type="button" class="pill" onClick={() => void go()}>
        {missed === 0 ? words.value.newest : talkWords.value.newestCount(missed)}
      </button>
    </div>
  );
}
