// A companion that is not here any more: what one had not sent to it can still be taken along.
import type { Talk } from "../talk.ts";
import { words } from "../words.ts";
import { talkWords } from "../words-talk.ts";
import { Link } from "./link.tsx";

type GoneProps = { talk: Talk; title: { current: HTMLHeadingElement | null } };

export function Gone({ talk, title }: GoneProps) {
  const left = [...talk.unsent.value.map((one) => one.content), talk.draft.text.value]
    .filter((text) => text.trim() !== "")
    .join("\n\n");
  return (
    <div class="empty">
      <h1 ref={title} tabIndex={-1} class="visually-hidden">
        {words.value.chats}
      </h1>
      <p>{talkWords.value.gone}</p>
      {left !== "" && (
        <label class="left-behind">
          <span>{talkWords.value.goneKept}</span>
          <textarea class="input" readOnly value={left} />
        </label>
      )}
      <Link class="pill" to={{ view: "chats" }}>
        {words.value.back}
      </Link>
    </div>
  );
}
