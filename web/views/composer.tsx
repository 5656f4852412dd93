// The place to write: Enter sends, Shift+Enter breaks the line, and an input method's Enter does neither.
import { type Signal, useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { longestMessage } from "../conversation.ts";
import { usePage } from "../page-state.ts";
import type { Talk } from "../talk.ts";
import { words } from "../words.ts";
import { talkWords } from "../words-talk.ts";
import { DeedLine, Manner } from "./composer-lines.tsx";

/** Below this many characters left the count is shown. */
const countFrom = 500;
/** At most one "is typing" in so many milliseconds. */
const typingEveryMs = 5_000;

type ComposerProps = { talk: Talk; id: string; name: string; writing: RefObject<HTMLTextAreaElement | null> };

export function Composer({ talk, id, name, writing }: ComposerProps) {
  const tellTyping = useTyping(id);
  const { value: say } = words;
  const draft = talk.draft.text.value;
  const left = longestMessage - lengthOf(draft);
  const mode = talk.mode.value;
  useGrowth(writing, draft);
  const send = () => {
    const content = draft.trim();
    if (content === "" || left < 0) return;
    talk.write("");
    void talk.send(content);
  };
  return (
    <form
      class={mode === "plain" ? "writing" : `writing ${mode}`}
      onSubmit={(event) => {
        event.preventDefault();
        send();
        writing.current?.focus();
      }}
    >
      <StopReply talk={talk} />
      <DeedLine id={id} />
      <div class="writing-inner">
        <label class="visually-hidden" for="write">
          {say.messageLabel(name)}
        </label>
        <textarea
          id="write"
          ref={writing}
          rows={1}
          value={draft}
          placeholder={mode === "plain" ? say.saySomething : talkWords.value.modePlaceholder[mode]}
          enterkeyhint="send"
          aria-describedby={["manner", ...(left < countFrom ? ["write-left"] : [])].join(" ")}
          onInput={(event) => {
            talk.write(event.currentTarget.value);
            tellTyping();
          }}
          onKeyDown={(event) => {
            // keyCode 229: Safari ends the composition before it sends this Enter.
            if (event.isComposing || event.keyCode === 229) return;
            if (event.key === "Enter" && !event.shiftKey) {
              event.preventDefault();
              send();
            }
            if (event.key === "Escape" && talk.reply.value !== null) void talk.stop();
          }}
        />
        <button type="submit" class="primary" aria-disabled={draft.trim() === "" || left < 0}>
          {say.send}
        </button>
      </div>
      <Manner talk={talk} />
      {!talk.draft.kept.value && (
        <p class="not-kept" role="status">
          {talkWords.value.notKept}
        </p>
      )}
      {left < countFrom && (
        <p id="write-left" class={left < 0 ? "count-left over" : "count-left"}>
          {left < 0 ? say.tooLong(-left) : say.left(left)}
        </p>
      )}
    </form>
  );
}

/** Floats above the field, so that its coming and going moves nothing. */
function StopReply({ talk }: { talk: Talk }) {
  const stopping: Signal<string | null> = useSignal(null);
  const reply = talk.reply.value;
  if (reply === null) return null;
  return (
    <div class="floating">
      <button
        type="button"
        class="pill"
        aria-disabled={stopping.value === reply.reply_id}
        onClick={() => {
          stopping.value = reply.reply_id;
          void talk.stop();
        }}
      >
        {words.value.stop}
      </button>
    </div>
  );
}

/** Characters as the server counts them; for a text that is far too long its rough length is enough. */
function lengthOf(text: string): number {
  if (text.length <= longestMessage || text.length > longestMessage * 2) return text.length;
  return [...text].length;
}

/** A longer text stands at the bound anyway, and measuring it would keep the keys waiting. */
const longField = 6_000;

/** The field is as high as its text, up to a bound of the style sheet. */
function useGrowth(writing: RefObject<HTMLTextAreaElement | null>, draft: string): void {
  // The text decides the height.
  useLayoutEffect(() => {
    const field = writing.current;
    if (field === null) return;
    if (draft.length > longField) {
      field.style.height = "999px";
      return;
    }
    field.style.height = "auto";
    field.style.height = `${field.scrollHeight + 2}px`;
  }, [writing, draft]);
}

/** Tells the server that the person is typing, now and then; that it fails matters to nobody. */
function useTyping(id: string): () => void {
  const { api } = usePage();
  const resting = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(
    () => () => {
      if (resting.current !== null) clearTimeout(resting.current);
    },
    [],
  );
  return () => {
    if (resting.current !== null) return;
    resting.current = setTimeout(() => {
      resting.current = null;
    }, typingEveryMs);
    api.open(`/api/ai-users/${id}/typing`, { method: "POST", body: {} }).catch(() => undefined);
  };
}
