// What every part of Me is made of: its frame with the way back, the line that says how an act went, and the second question.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Act } from "../../act.ts";
import { focusNext, giveFocus, useArrival } from "../../focus.ts";
import type { MeSection } from "../../route.ts";
import { meWords } from "../../words-me.ts";
import { Icon } from "../icon.tsx";
import { Link } from "../link.tsx";

type SectionProps = { name: MeSection; lead?: string; children: ComponentChildren };

/** One part of Me: the way back, its title, which takes the focus on arrival, and one sentence. */
export function Section({ name, lead, children }: SectionProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useArrival(title, name);
  const { value: say } = meWords;
  return (
    <div class="pane settings me-section">
      <Link to={{ view: "me" }} class="me-back" onOpen={() => focusNext(`me-${name}`)}>
        <Icon name="back" size={18} />
        {say.backToMe}
      </Link>
      <h1 ref={title} tabIndex={-1}>
        {say.sections[name]}
      </h1>
      {lead !== undefined && <p class="lead">{lead}</p>}
      {children}
    </div>
  );
}

/** How the last act went; the place for it always stands, so that readers hear it. */
export function ActLine({ act }: { act: Act }) {
  const said = act.said.value;
  return (
    <div class="act-line" role="status">
      {said !== null && <p class={said.wrong ? "trouble" : "done"}>{said.text}</p>}
    </div>
  );
}

type SureProps = {
  /** On the button that asks. */
  label: string;
  /** For readers, where several such buttons stand on a page. */
  about?: string;
  ask: string;
  /** On the button that does it. */
  now: string;
  busy: boolean;
  /** Answers whether it was done. */
  onSure: () => Promise<unknown>;
  children?: ComponentChildren;
};

/** Something that is not done at the first click: what would go is said first. Escape leaves it. */
export function Sure({ label, about, ask, now, busy, onSure, children }: SureProps) {
  const open = useSignal(false);
  const first = useRef<HTMLButtonElement>(null);
  const leave = useRef<HTMLButtonElement>(null);
  const close = () => {
    open.value = false;
    giveFocus(() => first.current);
  };
  // At once: Escape pressed right after the click must find the question.
  useLayoutEffect(() => {
    if (open.value) leave.current?.focus();
  }, [open.value]);
  if (!open.value)
    return (
      <button
        type="button"
        class="pill"
        ref={first}
        aria-label={about === undefined ? undefined : `${label} · ${about}`}
        onClick={() => {
          open.value = true;
        }}
      >
        {label}
      </button>
    );
  return (
    <fieldset
      class="asked sure"
      aria-label={ask}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        close();
      }}
    >
      <p class="sure-ask">{ask}</p>
      {children}
      <div class="acts">
        <button
          type="button"
          class="primary small"
          aria-disabled={busy}
          onClick={() => {
            if (!busy) void onSure().then(close);
          }}
        >
          {now}
        </button>
        <button type="button" class="pill" ref={leave} onClick={close}>
          {meWords.value.leaveIt}
        </button>
      </div>
    </fieldset>
  );
}

/** A text to be taken away: selected by a click, copied by the button where the browser lets us. */
export function Secret({ label, text }: { label: string; text: string }) {
  const told = useSignal("");
  const field = useRef<HTMLInputElement>(null);
  const { value: say } = meWords;
  const copy = async () => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(text);
      told.value = say.copied;
    } catch {
      // Without https there is no clipboard.
      told.value = say.copyByHand;
    }
  };
  return (
    <div class="secret">
      <input
        class="input me-code"
        ref={field}
        readOnly
        aria-label={label}
        value={text}
        onFocus={(event) => event.currentTarget.select()}
      />
      <button type="button" class="pill" onClick={() => void copy()}>
        {say.copy}
      </button>
      <span class="hint" role="status">
        {told.value}
      </span>
    </div>
  );
}
