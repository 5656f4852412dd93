// From a memory to the words that prove it: to their place in the talk where it is loaded, else quoted here.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useId, useRef } from "preact/hooks";
import { usePage } from "../page-state.ts";
import { mostQuoted, type Proof, readProof } from "../proof.ts";
import { findInTalk, goToMessage } from "../sought.ts";
import { fullTime } from "../time.ts";
import { words } from "../words.ts";
import { memoryWords } from "../words-memory.ts";
import { LoadTrouble } from "./trouble.tsx";

type ProofLinkProps = {
  user_id: string;
  message_ids: readonly string[];
  /** Says what the link opens, where a view has many of them. */
  about: string;
};

type Shown = { proof: Proof | null; cause: unknown };

export function ProofLink({ user_id, message_ids, about }: ProofLinkProps): ComponentChildren {
  const page = usePage();
  const shown = useSignal<Shown | null>(null);
  const asked = useRef(0);
  const box = useId();
  const { value: say } = memoryWords;
  if (message_ids.length === 0) return null;
  const read = async () => {
    asked.current += 1;
    const round = asked.current;
    shown.value = { proof: null, cause: null };
    const answer = await readProof(page.api, user_id, message_ids).then(
      (proof): Shown => ({ proof, cause: null }),
      (cause: unknown): Shown => ({ proof: null, cause }),
    );
    if (asked.current === round && shown.value !== null) shown.value = answer;
  };
  const open = () => {
    if (shown.value !== null) shown.value = null;
    else if (!goToMessage(user_id, page.talk(user_id), message_ids.slice(0, 1))) void read();
  };
  return (
    <>
      <button
        type="button"
        class="proof"
        aria-label={`${say.proof(message_ids.length)} · ${about}`}
        aria-expanded={shown.value !== null}
        aria-controls={shown.value === null ? undefined : box}
        onClick={open}
      >
        {say.proof(message_ids.length)} <span aria-hidden="true">›</span>
      </button>
      {shown.value !== null && (
        <div class="quotes" id={box}>
          <Quotes user_id={user_id} shown={shown.value} all={message_ids.length} again={() => void read()} />
        </div>
      )}
    </>
  );
}

type QuotesProps = { user_id: string; shown: Shown; all: number; again: () => void };

function Quotes({ user_id, shown: { proof, cause }, all, again }: QuotesProps) {
  const page = usePage();
  const { value: say } = memoryWords;
  if (cause !== null) return <LoadTrouble cause={cause} again={again} />;
  if (proof === null) return <p class="hint">{say.fetching}</p>;
  const companion = page.contacts.list.value.find((one) => one.user_id === user_id);
  const talk = page.talk(user_id);
  const reader = page.reader();
  // However long ago it was: the talk goes there. What has gone meanwhile is read again with the proof.
  const see = (message_id: string) => void findInTalk(user_id, talk, message_id).catch(again);
  return (
    <>
      <ul>
        {proof.lines.map(({ message, proves }) => (
          <li key={message.message_id} class={proves ? "quote" : "quote beside"}>
            <small>
              {message.role === "user" ? words.value.you : (companion?.name ?? "")} ·{" "}
              {fullTime(message.timestamp, reader)}
            </small>
            <p lang={companion?.language}>{message.content}</p>
            {proves && (
              <button type="button" class="quiet" onClick={() => see(message.message_id)}>
                {say.seeInTalk}
              </button>
            )}
          </li>
        ))}
      </ul>
      {all > mostQuoted && <p class="hint">{say.firstOf(mostQuoted, all)}</p>}
      {proof.gone > 0 && <p class="hint">{say.wordsGone(proof.gone)}</p>}
    </>
  );
}
