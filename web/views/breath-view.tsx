// One breath: its bubbles, and the one line of time and chips under the last, whose room is always kept.
import { type Signal, useSignal } from "@preact/signals";
import { Fragment } from "preact";
import type { Language } from "../../src/schema/common.ts";
import type { Message } from "../../src/schema/message.ts";
import type { Breath } from "../breath.ts";
import { usePage } from "../page-state.ts";
import { unansweredWords, unsentWords } from "../problem-words.ts";
import { marked } from "../sought.ts";
import type { Talk } from "../talk.ts";
import { clockTime, fullTime } from "../time.ts";
import { words } from "../words.ts";
import { Chips, type OpenChip, OpenedChip } from "./chips.tsx";

type BreathProps = {
  talk: Talk;
  /** The companion's id. */
  id: string;
  name: string;
  /** What the companion speaks: voices and glyphs are chosen by it. */
  language: Language | undefined;
  breath: Breath;
  /** message_ids that came while one was looking: they rise. */
  fresh: ReadonlySet<string>;
  /** True while this breath is being said. */
  replying: boolean;
  newest: boolean;
  /** The line above it where a day begins, else "". */
  day: string;
};

export function BreathView(props: BreathProps) {
  const { breath, talk, id, name, language, fresh, replying, day } = props;
  const mine = breath.role === "user";
  const open = useSignal<OpenChip | null>(null);
  return (
    <>
      {day !== "" && <h2 class="day">{day}</h2>}
      <div class={mine ? "breath mine" : "breath"}>
        <span class="visually-hidden">{mine ? words.value.you : name}</span>
        {breath.messages.map((message) => (
          <Fragment key={message.message_id}>
            <BubbleView
              message={message}
              language={language}
              fresh={fresh.has(message.message_id)}
              unsent={mine ? unsentState(talk, message) : ""}
            />
            {mine && <Trouble talk={talk} name={name} message={message} />}
          </Fragment>
        ))}
        {replying && <Tail talk={talk} begun={breath.messages.length > 0} />}
        <Meta {...props} open={open} />
        <OpenedChip user_id={id} open={open} />
      </div>
    </>
  );
}

/** The look of a message that is on its way, or was not sent; "" for one that is stored. */
function unsentState(talk: Talk, message: Message): "" | " unsent" | " unsent failed" {
  const unsent = talk.unsent.value.find((one) => one.message_id === message.message_id);
  if (unsent === undefined) return "";
  return unsent.problem === null ? " unsent" : " unsent failed";
}

type BubbleProps = { message: Message; language: Language | undefined; fresh: boolean; unsent: string };

function BubbleView({ message, language, fresh, unsent }: BubbleProps) {
  // Text that was seen while it streamed is there already: it must not rise a second time.
  const rises = fresh && message.role === "assistant" && message.streamed !== true;
  const stands = marked.value.has(message.message_id) ? " found" : "";
  return (
    <p
      class={`bubble${rises ? " fresh" : ""}${unsent}${stands}`}
      lang={language}
      data-message={message.message_id}
      tabIndex={-1}
    >
      {message.content}
    </p>
  );
}

/** The end of a reply in the making: streamed text that is no bubble yet, or dots where the first bubble will stand. */
function Tail({ talk, begun }: { talk: Talk; begun: boolean }) {
  const preview = (talk.reply.value?.preview ?? "").split(/\n+/).filter((part) => part.trim() !== "");
  if (preview.length > 0) {
    return (
      <>
        {preview.map((part, at) => (
          // Parts of one growing text have no other name.
          <p class="bubble" key={at}>
            {part}
          </p>
        ))}
      </>
    );
  }
  if (begun) return null;
  return (
    <div class="bubble waiting">
      <Dots />
    </div>
  );
}

function Dots() {
  return (
    <span class="dots">
      <span class="visually-hidden">{words.value.typing}</span>
      <i />
      <i />
      <i />
    </span>
  );
}

function Meta({
  breath,
  fresh,
  replying,
  talk,
  newest,
  open,
}: BreathProps & { open: Signal<OpenChip | null> }) {
  const page = usePage();
  const reader = page.reader();
  const last = breath.messages.at(-1);
  if (last === undefined) return <div class="meta" />;
  const unsent = breath.role === "user" ? unsentState(talk, last) : "";
  if (unsent !== "") return <div class="meta">{unsent === " unsent" ? words.value.sending : ""}</div>;
  const cut = !replying && (last.finish === "cut" || last.finish === "interrupted");
  const time = (
    <time dateTime={new Date(last.timestamp * 1000).toISOString()} title={fullTime(last.timestamp, reader)}>
      {clockTime(last.timestamp, reader)}
    </time>
  );
  if (replying) {
    return <div class="meta">{talk.reply.value?.preview ? null : <Dots />}</div>;
  }
  return (
    <div class="meta">
      <Chips breath={breath} fresh={fresh.has(last.message_id)} open={open} />
      {time}
      {cut && <span class="flag">{words.value.cut}</span>}
      {cut && newest && <AskAgain talk={talk} of={last.answers} />}
      {newest && breath.role === "user" && <Waiting talk={talk} message={last} />}
    </div>
  );
}

/** Asks for the answer to a message once more. Without `of` the newest message of the person is meant. */
function AskAgain({ talk, of }: { talk: Talk; of: string | undefined }) {
  const asked = talk.messages.value.findLast(
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

/** The newest message has no answer: read on purpose, or lost with a server that was stopped. */
function Waiting({ talk, message }: { talk: Talk; message: Message }) {
  const page = usePage();
  if (talk.unanswered.value[message.message_id] !== undefined) return null;
  if (talk.skipped.value.includes(message.message_id)) return <span class="flag">{words.value.skipped}</span>;
  if (talk.reply.value !== null || page.now.value - message.timestamp < patience) return null;
  return <AskAgain talk={talk} of={message.message_id} />;
}

type TroubleProps = { talk: Talk; name: string; message: Message };

/** What went wrong with one message of the person, right under it: never sent, or safe but without an answer. */
function Trouble({ talk, name, message }: TroubleProps) {
  const { value: say } = words;
  const { message_id } = message;
  const unsent = talk.unsent.value.find((one) => one.message_id === message_id);
  const problem = unsent === undefined ? talk.unanswered.value[message_id] : unsent.problem;
  if (problem === undefined || problem === null) return null;
  const told = unsent === undefined ? unansweredWords(problem, name, say) : unsentWords(problem, say);
  return (
    <div class="problem" role="status">
      <p>{told}</p>
      <span class="acts">
        {unsent !== undefined && (
          <button type="button" class="pill" onClick={() => talk.withdraw(message_id)}>
            {say.takeBack}
          </button>
        )}
        {problem.code !== "conflict" && (
          <button type="button" class="pill" onClick={() => void talk.resend(message)}>
            {say.again}
          </button>
        )}
      </span>
    </div>
  );
}
