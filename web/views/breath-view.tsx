// One breath: its bubbles, and the one line of time and chips under the last, whose room is always kept.
import { type Signal, useSignal } from "@preact/signals";
import { Fragment } from "preact";
import type { Language } from "../../src/schema/common.ts";
import type { Message } from "../../src/schema/message.ts";
import type { Breath } from "../breath.ts";
import type { Hand } from "../chosen.ts";
import { previewParts } from "../preview-parts.ts";
import { unansweredWords, unsentWords } from "../problem-words.ts";
import type { Talk } from "../talk.ts";
import { useFrames } from "../use-frames.ts";
import { words } from "../words.ts";
import { BubbleView } from "./bubble-view.tsx";
import { type OpenChip, OpenedChip } from "./chips.tsx";
import { FormerWording } from "./former-wording.tsx";
import { Dots, Meta, versionsOf } from "./meta-line.tsx";

export type BreathProps = {
  talk: Talk;
  /** The companion's id. */
  id: string;
  name: string;
  /** What the companion speaks: voices and glyphs are chosen by it. */
  language: Language | undefined;
  hand: Hand;
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
  const { breath, talk, id, name, replying, day } = props;
  const mine = breath.role === "user";
  const open = useSignal<OpenChip | null>(null);
  const version = useSignal<number | null>(null);
  const last = breath.messages.at(-1);
  const mark = breath.mark === "" ? "" : ` ${breath.mark}`;
  return (
    <>
      {day !== "" && <h2 class="day">{day}</h2>}
      <div class={`breath${mine ? " mine" : ""}${mark}`}>
        <span class="visually-hidden">{mine ? words.value.you : name}</span>
        <Bubbles {...props} version={version} />
        {replying && <Tail talk={talk} said={breath.messages.length} />}
        <Meta
          {...props}
          open={open}
          version={version}
          unsent={mine && last !== undefined ? unsentState(talk, last) : ""}
        />
        <OpenedChip user_id={id} open={open} />
      </div>
    </>
  );
}

/** The bubbles as they stand, or an earlier wording of them. */
function Bubbles({ version, ...props }: BreathProps & { version: Signal<number | null> }) {
  const { breath, talk, name, fresh, newest } = props;
  const mine = breath.role === "user";
  const old = version.value === null ? undefined : versionsOf(breath)[version.value];
  if (old !== undefined) {
    const { talk, id, breath, language } = props;
    return <FormerWording {...{ talk, id, breath, language, version }} wording={old} />;
  }
  return (
    <>
      {breath.messages.map((message) => (
        <Fragment key={message.message_id}>
          <BubbleView
            {...props}
            message={message}
            fresh={fresh.has(message.message_id)}
            newest={newest}
            unsent={mine ? unsentState(talk, message) : ""}
          />
          {mine && <Trouble talk={talk} name={name} message={message} />}
        </Fragment>
      ))}
    </>
  );
}

/** The look of a message that is on its way, or was not sent; "" for one that is stored. */
function unsentState(talk: Talk, message: Message): "" | " unsent" | " unsent failed" {
  const unsent = talk.unsent.value.find((one) => one.message_id === message.message_id);
  if (unsent === undefined) return "";
  return unsent.problem === null ? " unsent" : " unsent failed";
}

/** The end of a reply in the making: streamed text that is no bubble yet, or dots where the first bubble will stand. */
function Tail({ talk, said }: { talk: Talk; said: number }) {
  const text = useFrames(() => talk.reply.value?.preview ?? "");
  const preview = previewParts(text, said);
  if (preview.length > 0) {
    return (
      <>
        {preview.map((part, at) => (
          // Parts of one growing text have no other name.
          <div class="saying" key={at}>
            <div class="bubble">{part}</div>
          </div>
        ))}
      </>
    );
  }
  if (said > 0) return null;
  return (
    <div class="saying">
      <div class="bubble waiting">
        <Dots />
      </div>
    </div>
  );
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
