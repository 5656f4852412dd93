// An earlier wording of a reply, and the act that makes it the one that counts.
import { type Signal, useSignal } from "@preact/signals";
import type { Language } from "../../src/schema/common.ts";
import type { MessageVersion } from "../../src/schema/message.ts";
import { ApiFailure } from "../api.ts";
import type { Breath } from "../breath.ts";
import { chooseWording } from "../message-acts.ts";
import { usePage } from "../page-state.ts";
import type { Talk } from "../talk.ts";
import { talkDeed } from "../talk-deed.ts";
import { memoryWords } from "../words-memory.ts";
import { talkWords } from "../words-talk.ts";
import { Words } from "./bubble-view.tsx";

type FormerWordingProps = {
  talk: Talk;
  /** The companion's id. */
  id: string;
  language: Language | undefined;
  breath: Breath;
  wording: MessageVersion;
  /** Which one of the earlier wordings is shown; null as soon as it counts. */
  version: Signal<number | null>;
};

/** Why it was refused; nothing has changed then. */
function refusal(cause: unknown): string {
  const { refused } = memoryWords.value;
  if (cause instanceof ApiFailure && cause.code === "offline") return refused.offline;
  return cause instanceof ApiFailure && cause.code === "not_found" ? refused.gone : talkWords.value.notDone;
}

export function FormerWording({ talk, id, language, breath, wording, version }: FormerWordingProps) {
  const { api } = usePage();
  const busy = useSignal(false);
  const { value: say } = talkWords;
  const tell = (said: string, wrong = false, undo: (() => Promise<void>) | null = null) => {
    talkDeed.value = { user_id: id, said, wrong, undo };
  };
  const choose = async () => {
    const [first] = breath.messages;
    const { value: number } = version;
    if (busy.value || first === undefined || number === null) return;
    busy.value = true;
    try {
      const undo = await chooseWording({ api, user_id: id, talk }, first, number);
      version.value = null;
      const takeBack = () =>
        undo?.().then(
          () => tell(say.undone),
          (cause: unknown) => tell(refusal(cause), true),
        );
      tell(say.wordingChosen, false, undo && (async () => takeBack()));
    } catch (cause) {
      tell(refusal(cause), true);
    } finally {
      busy.value = false;
    }
  };
  return (
    <>
      {wording.contents.map((text, at) => (
        // An earlier wording never changes: its parts have no other name than their place.
        <div class="saying" key={at}>
          <Words text={text} look="bubble former" language={language} />
        </div>
      ))}
      <p class="hint">
        {say.versionOld}{" "}
        <button type="button" class="quiet" aria-disabled={busy.value} onClick={() => void choose()}>
          {say.chooseWording}
        </button>
      </p>
    </>
  );
}
