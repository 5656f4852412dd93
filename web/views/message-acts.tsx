// The acts on one message: a small bar under its bubble, a question before it is deleted, a field to change it.
import { type Signal, useSignal } from "@preact/signals";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import type { Language } from "../../src/schema/common.ts";
import type { Message } from "../../src/schema/message.ts";
import { ApiFailure } from "../api.ts";
import type { Hand, Stage } from "../chosen.ts";
import { longestMessage } from "../conversation.ts";
import { focusLog, giveFocus } from "../focus.ts";
import { type ActWorld, copyText, deleteMessage, editMessage, redoReply, replyOf } from "../message-acts.ts";
import { type PageState, usePage } from "../page-state.ts";
import type { Talk } from "../talk.ts";
import { talkDeed } from "../talk-deed.ts";
import { words } from "../words.ts";
import { memoryWords } from "../words-memory.ts";
import { talkWords } from "../words-talk.ts";

type ActsProps = {
  talk: Talk;
  id: string;
  hand: Hand;
  message: Message;
  language: Language | undefined;
  newest: boolean;
};

/** Why an act was refused: what happened, and that nothing has changed. */
function refusal(cause: unknown): string {
  const { refused } = memoryWords.value;
  if (!(cause instanceof ApiFailure)) return refused.unknown;
  if (cause.code === "offline") return refused.offline;
  if (cause.code === "not_found") return refused.gone;
  return cause.code === "damaged" ? refused.damaged : talkWords.value.notDone;
}

function useActs({ talk, id, hand, message }: ActsProps) {
  const page: PageState = usePage();
  const world: ActWorld = { api: page.api, user_id: id, talk };
  const tell = (said: string, wrong = false, undo: (() => Promise<void>) | null = null) => {
    talkDeed.value = { user_id: id, said, wrong, undo };
  };
  /** Another message may be in hand by the time that an answer comes. */
  const letGo = () => {
    if (hand.chosen.peek()?.message_id === message.message_id) hand.chosen.value = null;
  };
  const close = () => {
    letGo();
    // The bubble comes back in the place of its field first.
    giveFocus(() => bubbleOf(message.message_id), { still: true });
  };
  const takeBack = (undo: () => Promise<void>) => async () => {
    await undo().then(
      () => tell(talkWords.value.undone),
      (cause: unknown) => tell(refusal(cause), true),
    );
  };
  return {
    close,
    copy: async () => {
      const done = await copyText(message.content);
      tell(done ? talkWords.value.copied : talkWords.value.copyFailed, !done);
      close();
    },
    remove: async () => {
      const next = neighbourOf(message.message_id);
      try {
        const undo = await deleteMessage(world, message.message_id);
        tell(talkWords.value.removed, false, undo === null ? null : takeBack(undo));
      } catch (cause) {
        tell(refusal(cause), true);
      }
      letGo();
      giveFocus(() => bubbleOf(message.message_id, next), { still: true });
    },
    edit: async (content: string) => {
      try {
        await editMessage(world, message.message_id, content);
        tell(talkWords.value.saved);
        return true;
      } catch (cause) {
        tell(refusal(cause), true);
        return false;
      }
    },
    redo: async () => {
      hand.redoing.value = replyOf(talk, message).map((one) => one.message_id);
      hand.chosen.value = null;
      // The reply's bubbles go: the log itself stays.
      focusLog();
      try {
        await redoReply(world, message);
      } catch (cause) {
        const conflict = cause instanceof ApiFailure && cause.code === "conflict";
        tell(conflict ? talkWords.value.notNewest : talkWords.value.redoFailed, true);
      } finally {
        hand.redoing.value = [];
      }
    },
  };
}

/** The first of these messages that stands in the log; where none does, the log. */
function bubbleOf(...message_ids: readonly string[]): HTMLElement | null {
  for (const id of message_ids) {
    const bubble = document.querySelector<HTMLElement>(`[data-message="${CSS.escape(id)}"]`);
    if (bubble !== null) return bubble;
  }
  return document.querySelector<HTMLElement>("[role=log]");
}

/** The message_id below this one in the log, or else above it; "" where it stands alone. */
function neighbourOf(message_id: string): string {
  const ids = [...document.querySelectorAll<HTMLElement>("[role=log] [data-message]")].map(
    (one) => one.dataset.message ?? "",
  );
  const at = ids.indexOf(message_id);
  return ids[at + 1] ?? ids[at - 1] ?? "";
}

export function MessageActs({ stage, ...props }: ActsProps & { stage: Stage }) {
  const { message, hand, newest } = props;
  const acts = useActs(props);
  const bar = useRef<HTMLDivElement>(null);
  const { value: say } = talkWords;
  // At once: a key pressed right after the one that opened it must find it.
  useLayoutEffect(() => {
    if (hand.chosen.peek()?.focus === true) bar.current?.querySelector("button")?.focus();
    bar.current?.scrollIntoView({ block: "nearest" });
  }, [stage, hand]);
  const choose = (next: Stage) => {
    hand.chosen.value = { message_id: message.message_id, stage: next, focus: true };
  };
  // What was said privately stands on no disk: there is nothing to change there.
  const stored = message.private !== true;
  return (
    <div
      class="said-acts"
      role="toolbar"
      aria-label={say.actsOf}
      ref={bar}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        acts.close();
      }}
      onFocusOut={(event) => {
        const { currentTarget, relatedTarget } = event;
        // Who goes on with Tab leaves the acts: they lie over what comes next.
        const left = relatedTarget instanceof Node && !currentTarget.contains(relatedTarget);
        if (left && hand.chosen.peek()?.stage === stage) hand.chosen.value = null;
      }}
    >
      {stage === "remove" ? (
        <RemoveAsk onYes={acts.remove} onNo={() => choose("acts")} />
      ) : (
        <>
          <button type="button" class="act" onClick={() => void acts.copy()}>
            {say.copy}
          </button>
          {stored && (
            <button type="button" class="act" onClick={() => choose("edit")}>
              {say.edit}
            </button>
          )}
          {stored && newest && message.role === "assistant" && message.beat === undefined && (
            <button type="button" class="act" onClick={() => void acts.redo()}>
              {say.redo}
            </button>
          )}
          {stored && (
            <button type="button" class="act" onClick={() => choose("remove")}>
              {say.remove}
            </button>
          )}
        </>
      )}
    </div>
  );
}

function RemoveAsk({ onYes, onNo }: { onYes: () => Promise<void>; onNo: () => void }) {
  const { value: say } = talkWords;
  const busy: Signal<boolean> = useSignal(false);
  return (
    <>
      <p>{say.removeAsk}</p>
      <button
        type="button"
        class="act strong"
        aria-disabled={busy.value}
        onClick={() => {
          if (busy.value) return;
          busy.value = true;
          void onYes();
        }}
      >
        {say.removeIndeed}
      </button>
      <button type="button" class="act" onClick={onNo}>
        {say.leaveIt}
      </button>
    </>
  );
}

/** The field stands in the bubble's place, as high as its text. */
export function EditMessage(props: ActsProps) {
  const { message, language } = props;
  const acts = useActs(props);
  const field = useRef<HTMLTextAreaElement>(null);
  const busy = useSignal(false);
  const over = useSignal(0);
  const name = useId();
  const { value: say } = talkWords;
  const grow = () => {
    const box = field.current;
    if (box === null) return;
    box.style.height = "auto";
    box.style.height = `${box.scrollHeight + 2}px`;
  };
  useLayoutEffect(() => {
    grow();
    field.current?.focus();
  }, []);
  const save = async () => {
    const content = field.current?.value.trim() ?? "";
    if (content === "" || over.value > 0 || busy.value) return;
    if (content === message.content) return acts.close();
    busy.value = true;
    if (await acts.edit(content)) acts.close();
    busy.value = false;
  };
  return (
    <form
      class="saying editing"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <label class="visually-hidden" for={name}>
        {say.editLabel}
      </label>
      <textarea
        id={name}
        class="input"
        ref={field}
        lang={language}
        defaultValue={message.content}
        readOnly={busy.value}
        aria-describedby={`${name}-hint`}
        onInput={(event) => {
          over.value = [...event.currentTarget.value].length - longestMessage;
          grow();
        }}
        onKeyDown={(event) => {
          if (event.key === "Escape") acts.close();
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void save();
        }}
      />
      <p class="hint" id={`${name}-hint`}>
        {over.value > 0 ? words.value.tooLong(over.value) : say.editHint}
      </p>
      <div class="acts">
        <button type="submit" class="pill strong" aria-disabled={busy.value || over.value > 0}>
          {say.save}
        </button>
        <button type="button" class="pill" onClick={() => acts.close()}>
          {say.leaveIt}
        </button>
      </div>
    </form>
  );
}
