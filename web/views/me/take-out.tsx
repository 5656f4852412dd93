// Taking out: the whole account, one companion, one talk, or the card of somebody; each as a file, with progress and a way to stop.
import { useSignal } from "@preact/signals";
import type { ComponentChild } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useAct } from "../../act.ts";
import { sizeWords } from "../../file-text.ts";
import { usePage } from "../../page-state.ts";
import { saveFile } from "../../save-file.ts";
import { words } from "../../words.ts";
import { meWords } from "../../words-me.ts";
import { ActLine, Section } from "./parts.tsx";
import { WhoField } from "./who-field.tsx";

type Offer = { label: string; path: string; name: string };
type Under = { label: string; bytes: number } | null;

/** One file at a time; what broke off on the way is not handed out. */
function useDownload() {
  const { api } = usePage();
  const act = useAct();
  const under = useSignal<Under>(null);
  const ending = useRef<AbortController | null>(null);
  useEffect(() => () => ending.current?.abort(), []);
  const start = async ({ label, path, name }: Offer) => {
    if (under.peek() !== null) return;
    const mine = new AbortController();
    ending.current = mine;
    under.value = { label, bytes: 0 };
    let kept = name;
    const onBytes = (bytes: number) => {
      under.value = { label, bytes };
    };
    await act.run(
      async () => {
        try {
          kept = await saveFile(api, { path, name, onBytes, signal: mine.signal });
        } catch (cause) {
          if (!mine.signal.aborted) throw cause;
          kept = "";
        }
      },
      () => (kept === "" ? "" : meWords.value.downloaded(kept)),
    );
    if (act.said.peek()?.wrong === true && (under.peek()?.bytes ?? 0) > 0)
      act.say(meWords.value.downloadBroken, true);
    under.value = null;
  };
  return { act, under, start, stop: () => ending.current?.abort() };
}

export function ExportSection() {
  const { contacts } = usePage();
  const { act, under, start, stop } = useDownload();
  const list = contacts.list.value;
  const who = useSignal(list[0]?.user_id ?? "");
  const { value: say } = meWords;
  // The list may come later than this view.
  const id = list.some((one) => one.user_id === who.value) ? who.value : (list[0]?.user_id ?? "");
  const take = (one: Offer) => <Take of={one} under={under.value} onTake={() => void start(one)} />;
  return (
    <Section name="export" lead={say.exportLead}>
      <section aria-labelledby="export-account">
        <h2 id="export-account">{say.exportAccount}</h2>
        <p class="hint">{say.exportAccountHint}</p>
        {take(offer(say.exportAccount, "/api/account/export", "keepsake.zip"))}
      </section>
      <section aria-labelledby="export-one">
        <h2 id="export-one">{say.exportCompanion}</h2>
        {id === "" ? (
          <p class="nothing">{say.exportNobody}</p>
        ) : (
          <>
            <WhoField id="export-who" label={say.exportWho} who={who} value={id} />
            <Kinds id={id} take={take} />
          </>
        )}
      </section>
      <div class="transfer">
        <div role="status">
          {under.value !== null && <p>{say.downloading(sizeWords(under.value.bytes))}</p>}
        </div>
        {under.value !== null && (
          <>
            <progress aria-label={under.value.label} />
            <button type="button" class="pill" onClick={stop}>
              {say.cancel}
            </button>
          </>
        )}
        <ActLine act={act} />
      </div>
    </Section>
  );
}

const offer = (label: string, path: string, name: string): Offer => ({ label, path, name });

/** All that can be taken of one companion. */
function Kinds({ id, take }: { id: string; take: (one: Offer) => ComponentChild }) {
  const { value: say } = meWords;
  return (
    <dl class="export-kinds">
      <dt>{say.exportCompanionHint}</dt>
      <dd>{take(offer("ZIP", `/api/ai-users/${id}/export`, `${id}.zip`))}</dd>
      <dt>{say.exportTalk}</dt>
      <dd>
        {(["markdown", "sillytavern", "json"] as const).map((format) =>
          take(
            offer(
              say.talkFormats[format],
              `/api/ai-users/${id}/transcript?format=${format}`,
              `${id}.${endings[format]}`,
            ),
          ),
        )}
      </dd>
      <dt>{`${say.exportCard} · ${say.exportCardHint}`}</dt>
      <dd>
        {cards.map(({ kind, spec, as }) =>
          take(offer(say.cardFormats[kind], `/api/ai-users/${id}/card?spec=${spec}&as=${as}`, `${id}.${as}`)),
        )}
      </dd>
    </dl>
  );
}

/** The newest form as a picture or as text, and the older one for programs that know no other. */
const cards = [
  { kind: "png", spec: "v3", as: "png" },
  { kind: "v3", spec: "v3", as: "json" },
  { kind: "v2", spec: "v2", as: "json" },
] as const;

const endings = { markdown: "md", sillytavern: "jsonl", json: "json" } as const;

function Take({ of: { label }, under, onTake }: { of: Offer; under: Under; onTake: () => void }) {
  const { value: say } = meWords;
  return (
    <button
      type="button"
      class="pill"
      key={label}
      aria-label={say.downloadOf(label)}
      aria-disabled={under !== null}
      title={under?.label === label ? words.value.loading : undefined}
      onClick={onTake}
    >
      {label === say.exportAccount ? say.download : label}
    </button>
  );
}
