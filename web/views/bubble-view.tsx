// One bubble: its words, with their markup where they have some, and what may be done with it.
import { useComputed } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { Language } from "../../src/schema/common.ts";
import type { Message } from "../../src/schema/message.ts";
import type { Hand } from "../chosen.ts";
import { hasMarkup, markupReader, wantMarkup } from "../markup.ts";
import { marked } from "../sought.ts";
import type { Talk } from "../talk.ts";
import { talkWords } from "../words-talk.ts";
import { Icon } from "./icon.tsx";
import { lazyPart } from "./lazy-part.tsx";

const MessageActs = lazyPart(() => import("./message-acts.tsx").then((part) => part.MessageActs));
const EditMessage = lazyPart(() => import("./message-acts.tsx").then((part) => part.EditMessage));

type BubbleProps = {
  talk: Talk;
  id: string;
  hand: Hand;
  message: Message;
  language: Language | undefined;
  fresh: boolean;
  /** The look of a message that is on its way, or was not sent; "" for one that is stored. */
  unsent: "" | " unsent" | " unsent failed";
  /** Nothing is said after it: only there a reply can be given anew. */
  newest: boolean;
};

export function BubbleView(props: BubbleProps) {
  const { message, language, fresh, unsent, hand } = props;
  const { message_id } = message;
  const stage = useComputed(() => {
    const chosen = hand.chosen.value;
    return chosen?.message_id === message_id ? chosen.stage : null;
  }).value;
  const redone = useComputed(() => hand.redoing.value.includes(message_id)).value;
  const stands = useComputed(() => marked.value.has(message_id)).value;
  // Text that was seen while it streamed is there already: it must not rise a second time.
  const rises = fresh && message.role === "assistant" && message.streamed !== true;
  const look = `bubble${rises ? " fresh" : ""}${unsent}${stands ? " found" : ""}${redone ? " redone" : ""}`;
  if (stage === "edit") return <EditMessage {...props} />;
  return (
    <div class={stage === null ? "saying" : "saying chosen"}>
      <Words text={message.content} look={look} language={language} message_id={message_id} />
      {unsent === "" && <More hand={hand} message={message} />}
      {stage !== null && <MessageActs {...props} stage={stage} />}
    </div>
  );
}

type WordsProps = { text: string; look: string; language: Language | undefined; message_id?: string };

/** The text as it was written; with its markup as soon as somebody can read it. */
export function Words({ text, look, language, message_id }: WordsProps) {
  const rich = hasMarkup(text);
  useEffect(() => {
    if (rich) wantMarkup();
  }, [rich]);
  if (rich && markupReader.value !== null) {
    return <MarkedWords text={text} look={look} language={language} message_id={message_id} />;
  }
  return (
    <div class={look} lang={language} data-message={message_id} tabIndex={-1}>
      {text}
    </div>
  );
}

function MarkedWords({ text, look, language, message_id }: WordsProps) {
  const place = useRef<HTMLDivElement>(null);
  const read = markupReader.value;
  // Before it is painted: no bubble is seen empty. The nodes are put in as nodes, never as text that is parsed.
  useLayoutEffect(() => {
    if (read !== null) place.current?.replaceChildren(read(text));
  }, [read, text]);
  return <div class={`${look} rich`} lang={language} data-message={message_id} tabIndex={-1} ref={place} />;
}

/** For the mouse; those who use keys or fingers choose the bubble itself. */
function More({ hand, message }: { hand: Hand; message: Message }) {
  const { message_id } = message;
  const isHovered = useComputed(() => hand.hovered.value === message_id).value;
  if (!isHovered) return null;
  return (
    <button
      type="button"
      class="more icon-button"
      tabIndex={-1}
      aria-label={talkWords.value.moreFor(message.content.slice(0, 20))}
      onClick={() => {
        const isOpen = hand.chosen.peek()?.message_id === message_id;
        hand.chosen.value = isOpen ? null : { message_id, stage: "acts", focus: true };
      }}
    >
      <Icon name="more" size={16} />
    </button>
  );
}
