// The one line under a breath: chips, time, how it ended, other wordings, and what to do where there is no answer.
import { type Signal, useComputed } from "@preact/signals";
import type { Message, MessageVersion } from "../../src/schema/message.ts";
import type { Breath } from "../breath.ts";
import { usePage } from "../page-state.ts";
import type { Talk } from "../talk.ts";
import { clockTime, fullTime } from "../time.ts";
import { words } from "../words.ts";
import { talkWords } from "../words-talk.ts";
import { Chips, type OpenChip } from "./chips.tsx";
import { Icon } from "./icon.tsx";

type MetaProps = {
  talk: Talk;
  breath: Breath;
  fresh: ReadonlySet<string>;
  replying: boolean;
  newest: boolean;
  /** What is on its way or was not sent has no time yet. */
  unsent: "" | " unsent" | " unsent failed";
  open: Signal<OpenChip | null>;
  version: Signal<number | null>;
};

export function Meta(props: MetaProps) {
  const { breath, fresh, replying, newest, talk, open, unsent } = props;
  const reader = usePage().reader();
  const last = breath.messages.at(-1);
  const { value: say } = words;
  if (last === undefined) return <div class="meta" />;
  if (unsent !== "") return <div class="meta">{unsent === " unsent" ? say.sending : ""}</div>;
  if (replying) return <Making talk={talk} />;
  const cut = last.finish === "cut" || last.finish === "interrupted";
  return (
    <div class="meta">
      <Chips breath={breath} fresh={fresh.has(last.message_id)} open={open} />
      {breath.mark !== "" && <span class="flag">{talkWords.value.marks[breath.mark]}</span>}
      <time
        dateTime={new Date(last.timestamp * 1000).toISOString()}
        title={breath.messages.map((one) => fullTime(one.timestamp, reader)).join("\n")}
      >
        {clockTime(last.timestamp, reader)}
      </time>
      {breath.messages.some((one) => one.edited_at !== undefined) && (
        <span class="flag">{talkWords.value.edited}</span>
      )}
      <Versions {...props} />
      {cut && <span class="flag">{say.cut}</span>}
      {cut && newest && <AskAgain talk={talk} of={last.answers} />}
      {breath.role === "user" && <NoAnswer talk={talk} message={last} newest={newest} />}
    </div>
  );
}

/** While more is on its way: dots, unless its text is seen already. */
function Making({ talk }: { talk: Talk }) {
  // Only whether: the growing text must not draw this line again for each piece of it.
  const isSeen = useComputed(() => (talk.reply.value?.preview ?? "") !== "").value;
  return <div class="meta">{isSeen ? null : <Dots />}</div>;
}

export function Dots() {
  return (
    <span class="dots">
      <span class="visually-hidden">{words.value.typing}</span>
      <i />
      <i />
      <i />
    </span>
  );
}

/** The earlier wordings of a reply, oldest first; they stand on its first bubble (DESIGN 7). */
export function versionsOf(breath: Breath): readonly MessageVersion[] {
  return breath.messages[0]?.versions ?? [];
}

/** ‹ 2/3 ›: to the earlier wordings and back to the one that counts. */
function Versions({ breath, version }: MetaProps) {
  const count = versionsOf(breath).length;
  const { value: say } = talkWords;
  if (count === 0) return null;
  const now = version.value ?? count;
  const show = (next: number) => {
    version.value = next >= count ? null : Math.max(0, next);
  };
  return (
    <span class="wordings">
      <button
        type="button"
        class="icon-button"
        aria-label={say.versionBack}
        aria-disabled={now === 0}
        onClick={() => show(now - 1)}
      >
        <Icon name="earlier" size={14} />
      </button>
      <span role="status">{say.version(now + 1, count + 1)}</span>
      <button
        type="button"
        class="icon-button"
        aria-label={say.versionOn}
        aria-disabled={now === count}
        onClick={() => show(now + 1)}
      >
        <Icon name="onward" size={14} />
      </button>
    </span>
  );
}

/** Asks for the answer to a message once more. Without `of` the newest message of the person is meant. */
function AskAgain({ talk, of }: { talk: Talk; of: string | undefined }) {
  const asked = talk.shown.value.findLast(
    (one) => one.role === "user" && (of === undefined || one.message_id === of),
  );
  if (asked === undefined) return null;
  return (
    <button type="button" class="quiet" onClick={() => void talk.resend(asked)}>
      {words.value.askAgain}
    </button>
  );
}

/** Seconds after which a message without an answer may be asked again. */
const patience = 90;

type NoAnswerProps = { talk: Talk; message: Message; newest: boolean };

/** A message without an answer: read on purpose, with the companion's reason, or lost with a server that was stopped. */
function NoAnswer({ talk, message, newest }: NoAnswerProps) {
  const page = usePage();
  const { message_id } = message;
  if (talk.unanswered.value[message_id] !== undefined) return null;
  const reason = talk.skipped.value[message_id] ?? message.read?.reason;
  if (reason !== undefined) {
    // A reason is a sentence; a bare code says nothing to a person.
    const said = /^[a-z_]*$/.test(reason) ? words.value.skipped : reason;
    return (
      <>
        <span class="flag read">{said}</span>
        {talk.reply.value === null && <AskAgain talk={talk} of={message_id} />}
      </>
    );
  }
  if (!newest || talk.reply.value !== null || page.now.value - message.timestamp < patience) return null;
  return <AskAgain talk={talk} of={message_id} />;
}
