// Bringing in: what it is, the file, and then the way that fits it: a talk is looked at first, a card too, an archive moves in.
import { type Signal, useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { sizeWords } from "../../file-text.ts";
import { guessKind, type ImportKind, importKinds } from "../../import-wish.ts";
import { go } from "../../route.ts";
import { meWords } from "../../words-me.ts";
import { CardDrop } from "../card-drop.tsx";
import { ImportChat } from "./import-chat.tsx";
import { ImportZip } from "./import-zip.tsx";
import { Section } from "./parts.tsx";

export function ImportSection() {
  const kind = useSignal<ImportKind>("chat");
  const file = useSignal<File | null>(null);
  return (
    <Section name="import">
      <Kind kind={kind} onChoose={() => (file.value = null)} />
      {kind.value === "card" ? (
        <CardDrop file={file} onMade={(made) => go({ view: "talk", id: made.user_id, details: false })} />
      ) : (
        <FilePlace kind={kind} file={file} />
      )}
      {kind.value === "chat" && <ImportChat file={file} />}
      {kind.value === "zip" && <ImportZip file={file} />}
    </Section>
  );
}

function Kind({ kind, onChoose }: { kind: Signal<ImportKind>; onChoose: () => void }) {
  const { value: say } = meWords;
  return (
    <fieldset class="me-form">
      <legend>{say.importWhat}</legend>
      {importKinds.map((one) => (
        <label class="check" key={one}>
          <input
            type="radio"
            name="import-kind"
            checked={kind.value === one}
            aria-describedby={`import-${one}-hint`}
            onChange={() => {
              kind.value = one;
              onChoose();
            }}
          />
          <span>
            {say.importKinds[one]}
            <small class="hint" id={`import-${one}-hint`}>
              {say.importKindHints[one]}
            </small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Dropped or chosen; a file that is plainly of another kind changes the kind. */
function FilePlace({ kind, file }: { kind: Signal<ImportKind>; file: Signal<File | null> }) {
  const over = useSignal(false);
  const picker = useRef<HTMLInputElement>(null);
  const { value: say } = meWords;
  const take = async (chosen: File | undefined) => {
    if (chosen === undefined) return;
    const guessed = await guessKind(chosen);
    kind.value = guessed;
    file.value = chosen;
  };
  return (
    <section
      class={over.value ? "drop-zone over" : "drop-zone"}
      aria-label={say.chooseFile}
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
        void take(event.dataTransfer?.files[0]);
      }}
    >
      <p role="status">
        {file.value === null ? say.orDrop : say.chosen(file.value.name, sizeWords(file.value.size))}
      </p>
      <label class="pill file-pick">
        <input
          ref={picker}
          type="file"
          aria-label={say.chooseFile}
          onChange={(event) => {
            const chosen = event.currentTarget.files?.[0];
            event.currentTarget.value = "";
            void take(chosen);
          }}
        />
        {file.value === null ? say.chooseFile : say.otherFile}
      </label>
    </section>
  );
}
