// A talk, or memories, brought into a companion: looked at first, then taken with progress and a way to stop, and taken back.
import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { FileAnswer, FilePreview } from "../../../src/schema/request-exchange.ts";
import { type Act, useAct } from "../../act.ts";
import { ApiFailure } from "../../api.ts";
import { whole } from "../../figures.ts";
import {
  busyOf,
  doneOf,
  draftOf,
  type ImportDraft,
  importQuery,
  isOrderOpen,
  openNames,
} from "../../import-wish.ts";
import { usePage } from "../../page-state.ts";
import type { AiUser } from "../../shapes.ts";
import { language, words } from "../../words.ts";
import { meWords } from "../../words-me.ts";
import { Link } from "../link.tsx";
import { ImportPast } from "./import-past.tsx";
import { ImportPreview } from "./import-preview.tsx";
import { ActLine } from "./parts.tsx";
import { WhoField } from "./who-field.tsx";

export type ImportStep =
  | { at: "ask" }
  | { at: "looking" }
  | { at: "preview"; preview: FilePreview }
  | { at: "running"; of: number; stopping: boolean }
  | { at: "done"; answer: FileAnswer };

const type = "application/octet-stream";

/** Says why a file was not taken: in its own words where it is about the file. */
async function tellFault(act: Act, cause: unknown): Promise<void> {
  const { value: say } = meWords;
  const known = cause instanceof ApiFailure ? cause.code : "";
  if (known === "conflict") act.say(say.importBusy, true);
  else if (known === "invalid") act.say(say.unknownFile, true);
  else await act.run(() => Promise.reject(cause), "");
}

/** The calls of one import, and the step each leads to. */
function useImport(file: Signal<File | null>, who: Signal<string>) {
  const page = usePage();
  const act = useAct();
  const step = useSignal<ImportStep>({ at: "ask" });
  const draft = useSignal<ImportDraft>(draftOf({ speakers: [] }));
  const version = useSignal(0);
  const sending = useRef<AbortController | null>(null);
  const send = <T,>(query: string, signal: AbortSignal) => {
    const chosen = file.peek();
    if (chosen === null) throw new Error("no file is chosen");
    return page.api.json<T>(`/api/ai-users/${who.peek()}/import?${query}`, {
      method: "POST",
      raw: { file: chosen, type },
      signal,
    });
  };
  /** `again`: what was said so far stays, and the file is looked at with it. */
  const look = async (again?: FilePreview) => {
    if (file.peek() === null) return act.say(meWords.value.noFile, true);
    const mine = new AbortController();
    sending.current = mine;
    step.value = { at: "looking" };
    act.clear();
    try {
      const query = again ? importQuery(draft.peek(), true, again.format) : importQuery(null, true);
      const preview = await send<FilePreview>(query, mine.signal);
      if (!again) draft.value = draftOf(preview);
      step.value = { at: "preview", preview };
    } catch (cause) {
      step.value = { at: "ask" };
      if (!mine.signal.aborted) await tellFault(act, cause);
    }
  };
  const bring = async ({ messages, memories, format }: FilePreview) => {
    const mine = new AbortController();
    sending.current = mine;
    const before = step.peek();
    step.value = { at: "running", of: messages + memories, stopping: false };
    act.clear();
    const user = who.peek();
    try {
      const answer = await send<FileAnswer>(importQuery(draft.peek(), false, format), mine.signal);
      step.value = { at: "done", answer };
      page.memoryMoved(user);
      void page.talk(user).load();
      void page.contacts.load();
    } catch (cause) {
      const now = step.peek();
      const stopped = mine.signal.aborted || (now.at === "running" && now.stopping);
      step.value = stopped ? { at: "ask" } : before;
      if (stopped) act.say(meWords.value.cancelled, false);
      else await tellFault(act, cause);
    } finally {
      for (const notice of page.notices.peek()) if (notice.code === "import-progress") page.dismiss(notice);
      version.value += 1;
    }
  };
  const stop = async () => {
    const now = step.peek();
    if (now.at === "looking") return sending.current?.abort();
    if (now.at !== "running" || now.stopping) return;
    step.value = { ...now, stopping: true };
    const path = `/api/ai-users/${who.peek()}/import`;
    const told = await page.api.json<{ cancelled: boolean }>(path, { method: "DELETE" }).catch(() => null);
    // Not there yet, or out of reach: what is still on its way is broken off, and the server drops what has come.
    if (told?.cancelled !== true) sending.current?.abort();
  };
  return { act, step, draft, version, look, bring, stop };
}

/** For whom: the first of them, or the one for whom something comes in, since that is what one comes back for. */
function useWho(list: readonly AiUser[]): Signal<string> {
  const busy = busyOf(usePage().notices.peek());
  return useSignal(list.find((one) => one.user_id === busy)?.user_id ?? list[0]?.user_id ?? "");
}

export function ImportChat({ file }: { file: Signal<File | null> }) {
  const list = usePage().contacts.list.value;
  const who = useWho(list);
  const { act, step, draft, version, look, bring, stop } = useImport(file, who);
  const { value: say } = meWords;
  const now = step.value;
  if (!list.some((one) => one.user_id === who.value) && list[0] !== undefined) who.value = list[0].user_id;
  // Another file, or another companion: what was seen belongs to the one before.
  useEffect(() => {
    // What is still being looked at is the one before, too.
    if (step.peek().at === "looking") void stop();
    if (step.peek().at !== "running") step.value = { at: "ask" };
  }, [file.value, who.value]);
  if (list.length === 0)
    return (
      <p class="nothing">
        {say.importNobody}{" "}
        <Link to={{ view: "add" }} class="quiet">
          {words.value.addCompanion}
        </Link>
      </p>
    );
  return (
    <>
      <WhoField
        id="import-who"
        label={say.importFor}
        who={who}
        locked={now.at === "running" || now.at === "looking"}
      />
      {now.at === "ask" && (
        <div>
          <button
            type="button"
            class="pill strong"
            aria-disabled={file.value === null}
            onClick={() => void look()}
          >
            {say.preview}
          </button>
        </div>
      )}
      {now.at === "looking" && <Waiting label={say.looking} onStop={() => void stop()} />}
      {now.at === "preview" && (
        <ImportPreview
          preview={now.preview}
          draft={draft}
          open={openNames(now.preview, draft.value).length > 0}
          undecided={isOrderOpen(now.preview, draft.value)}
          onAgain={() => void look(now.preview)}
          onBring={() => void bring(now.preview)}
          onLeave={() => {
            file.value = null;
          }}
        />
      )}
      {now.at === "running" && (
        <Running of={now.of} who={who.value} stopping={now.stopping} onStop={() => void stop()} />
      )}
      {now.at === "done" && <Done answer={now.answer} who={who.value} />}
      <ActLine act={act} />
      <ImportPast
        key={who.value}
        user_id={who.value}
        version={version.value}
        shownAbove={now.at === "running"}
      />
    </>
  );
}

function Waiting({ label, onStop }: { label: string; onStop: () => void }) {
  return (
    <div class="transfer">
      <p role="status">{label}</p>
      <progress aria-label={label} />
      <button type="button" class="pill" onClick={onStop}>
        {meWords.value.cancel}
      </button>
    </div>
  );
}

type RunningProps = { of: number; who: string; stopping: boolean; onStop: () => void };

function Running({ of, who, stopping, onStop }: RunningProps) {
  const { notices } = usePage();
  const { value: say } = meWords;
  const done = Math.min(doneOf(notices.value, who), of);
  const figure = (count: number) => whole(count, language.value);
  return (
    <div class="transfer">
      <p role="status">{stopping ? say.cancelling : done === 0 ? say.uploading : say.importing}</p>
      {done === 0 ? (
        <progress aria-label={say.importing} />
      ) : (
        <progress aria-label={say.importing} max={of} value={done} />
      )}
      <p class="hint">{say.importedSoFar(figure(done), figure(of))}</p>
      <button type="button" class="pill" aria-disabled={stopping} onClick={onStop}>
        {say.cancel}
      </button>
    </div>
  );
}

/** What came of it; from here on it can be taken back in the list below. */
function Done({ answer, who }: { answer: FileAnswer; who: string }) {
  const { contacts } = usePage();
  const { value: say } = meWords;
  const title = useRef<HTMLParagraphElement>(null);
  useEffect(() => title.current?.focus(), []);
  const figure = (count: number) => whole(count, language.value);
  const name = contacts.list.value.find((one) => one.user_id === who)?.name ?? say.nameless;
  const nothing = answer.messages === 0 && answer.memories === 0;
  return (
    <div class="card-like">
      <p ref={title} tabIndex={-1}>
        {nothing ? say.importNothing : say.imported(figure(answer.messages), figure(answer.memories))}
      </p>
      {!nothing && answer.skipped > 0 && <p class="hint">{say.importSkipped(answer.skipped)}</p>}
      <Link to={{ view: "talk", id: who, details: false }} class="pill">
        {say.toTalk(name)}
      </Link>
    </div>
  );
}
