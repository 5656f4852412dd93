// A place for a character card: dropped anywhere on it or chosen from the files, then looked at before anybody comes.
import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { type CardSource, cardFault, cardSource, previewCard } from "../card-file.ts";
import { usePage } from "../page-state.ts";
import { saveWords } from "../problem-words.ts";
import type { AiUser } from "../shapes.ts";
import { words } from "../words.ts";
import { startWords } from "../words-start.ts";
import { CardLook, type CardSeen } from "./card-look.tsx";
import { Link } from "./link.tsx";

type CardDropProps = {
  /** The card that is looked at; null while there is none. */
  file: Signal<File | null>;
  onMade: (made: AiUser) => void;
};

/** Looks at one file after the other; the answer for the newest is the one that counts. */
function useCard(file: Signal<File | null>, picker: { current: HTMLInputElement | null }) {
  const { api } = usePage();
  const seen = useSignal<CardSeen | null>(null);
  const fault = useSignal("");
  const attend = () => requestAnimationFrame(() => picker.current?.focus());

  async function lookAt(chosen: File): Promise<string | undefined> {
    const source: CardSource | { fault: "tooLarge" | "empty" } = await cardSource(chosen);
    if ("fault" in source) return startWords.value.card[source.fault];
    const preview = await previewCard(api, source);
    if (file.peek() === chosen) seen.value = { source, preview };
    return undefined;
  }

  async function look(chosen: File): Promise<void> {
    file.value = chosen;
    seen.value = null;
    fault.value = "";
    const wrong = await lookAt(chosen).catch((cause: unknown) => {
      return cardFault(cause, startWords.value.card) ?? saveWords(cause, words.value);
    });
    if (file.peek() !== chosen || typeof wrong !== "string") return;
    fault.value = wrong;
    file.value = null;
    attend();
  }

  function leave(): void {
    file.value = null;
    seen.value = null;
    attend();
  }
  // A file that was given elsewhere on the page (Me, bringing in) is looked at when this place appears.
  useEffect(() => {
    const given = file.peek();
    if (given !== null) void look(given);
  }, []);
  return { seen, fault, look, leave };
}

export function CardDrop({ file, onMade }: CardDropProps) {
  const picker = useRef<HTMLInputElement>(null);
  const { seen, fault, look, leave } = useCard(file, picker);
  const over = useSignal(false);
  const { card: say } = startWords.value;
  if (file.value !== null && seen.value !== null)
    return <CardLook key={seen.value.preview.seen} seen={seen.value} onMade={onMade} onLeave={leave} />;
  return (
    <section
      class={over.value ? "drop-zone over" : "drop-zone"}
      aria-labelledby="card-title"
      onDragOver={(event) => {
        event.preventDefault();
        over.value = true;
      }}
      onDragLeave={() => {
        over.value = false;
      }}
      onDrop={(event) => {
        event.preventDefault();
        over.value = false;
        const dropped = event.dataTransfer?.files[0];
        if (dropped !== undefined) void look(dropped);
      }}
    >
      <div>
        <h2 id="card-title">{say.title}</h2>
        <p class="hint">{say.lead}</p>
        <p class="hint">
          {say.elsewhere} <Link to={{ view: "me", section: "import" }}>{say.toImport}</Link>
        </p>
      </div>
      <label class="pill file-pick">
        <input
          ref={picker}
          type="file"
          accept=".png,.json,.charx,image/png,application/json"
          onChange={(event) => {
            const chosen = event.currentTarget.files?.[0];
            event.currentTarget.value = "";
            if (chosen !== undefined) void look(chosen);
          }}
        />
        {say.pick}
      </label>
      <div role="status">{file.value !== null && <p class="hint">{say.reading}</p>}</div>
      <div role="alert">{fault.value !== "" && <p class="trouble">{fault.value}</p>}</div>
    </section>
  );
}
