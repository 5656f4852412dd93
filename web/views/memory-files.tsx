// The memory files of a companion: the list with each one's state, and one file to read.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { isEditable } from "../file-edit.ts";
import { filePath, showFile, shownCharacters, sizeWords } from "../file-text.ts";
import { type Loaded, useLoaded } from "../loading.ts";
import { usePage } from "../page-state.ts";
import type { MemoryFile, MemoryFileText } from "../shapes.ts";
import { fullTime } from "../time.ts";
import { words } from "../words.ts";
import { memoryWords } from "../words-memory.ts";
import { FileEditor } from "./file-editor.tsx";
import { LoadTrouble } from "./trouble.tsx";

export function MemoryFiles({ id }: { id: string }) {
  const page = usePage();
  const version = page.memoryVersion.value[id] ?? 0;
  const [loaded, read] = useLoaded<{ files: MemoryFile[] }>(page.api, `/api/memory/${id}/files`, version);
  const open = useSignal<string | null>(null);
  const left = useRef<string | null>(null);
  if (open.value !== null) {
    const name = open.value;
    const back = () => {
      left.current = name;
      open.value = null;
    };
    return <OneFile id={id} name={name} onBack={back} />;
  }
  const choose = (name: string) => {
    open.value = name;
  };
  return <FileList loaded={loaded.value} again={read} left={left.current} onOpen={choose} />;
}

type FileListProps = {
  loaded: Loaded<{ files: MemoryFile[] }>;
  again: () => void;
  /** The file one comes back from: its row gets the focus. */
  left: string | null;
  onOpen: (name: string) => void;
};

function FileList({ loaded: { value, cause }, again, left, onOpen }: FileListProps) {
  const { value: say } = words;
  useEffect(() => {
    if (left !== null) document.getElementById(`file-${left}`)?.focus();
  }, [left]);
  return (
    <>
      <p class="lead">{say.filesLead}</p>
      {cause !== null && <LoadTrouble cause={cause} again={again} />}
      {value !== null && value.files.length === 0 && <p class="hint">{say.noFiles}</p>}
      <ul>
        {(value?.files ?? []).map((file) => (
          <li key={file.name}>
            <FileRow file={file} onOpen={() => onOpen(file.name)} />
          </li>
        ))}
      </ul>
    </>
  );
}

function FileRow({ file, onOpen }: { file: MemoryFile; onOpen: () => void }) {
  const page = usePage();
  const { value: say } = words;
  return (
    <button type="button" class="file" id={`file-${file.name}`} onClick={onOpen}>
      <b class="file-name">{file.name}</b>
      <span class="file-note">{sizeWords(file.bytes)}</span>
      {file.valid ? (
        <span class="file-note">{say.fileChanged(fullTime(file.modified_at, page.reader()))}</span>
      ) : (
        <span class="file-note bad">
          {say.fileBroken}
          {place(file) === "" ? "" : ` · ${place(file)}`}
        </span>
      )}
    </button>
  );
}

function place({ error }: MemoryFile): string {
  if (error?.line === undefined) return "";
  return words.value.fileErrorAt(error.line, error.column ?? 1);
}

function OneFile({ id, name, onBack }: { id: string; name: string; onBack: () => void }) {
  const page = usePage();
  const version = page.memoryVersion.value[id] ?? 0;
  const [loaded, read] = useLoaded<MemoryFileText>(page.api, filePath(id, name), version);
  const title = useRef<HTMLHeadingElement>(null);
  // The file as it was when editing began: what changes meanwhile must not change under one's hands.
  const edited = useSignal<MemoryFileText | null>(null);
  useEffect(() => title.current?.focus(), []);
  const { value: file, cause } = loaded.value;
  const { value: say } = words;
  return (
    <>
      <div class="file-top">
        <button type="button" class="pill" onClick={onBack}>
          {say.backToFiles}
        </button>
        <h3 ref={title} tabIndex={-1}>
          {name}
        </h3>
      </div>
      {cause !== null && <LoadTrouble cause={cause} again={read} />}
      {file !== null && !file.valid && (
        <div class="trouble">
          <p>
            {[say.fileBroken, place(file), file.error?.message ?? ""]
              .filter((part) => part !== "")
              .join(" · ")}
          </p>
          <p>{say.fileKept}</p>
          <p>{memoryWords.value.brokenHow}</p>
        </div>
      )}
      {file !== null && edited.value === null && isEditable(file) && (
        <p class="file-acts">
          <button
            type="button"
            class="pill"
            onClick={() => {
              edited.value = file;
            }}
          >
            {memoryWords.value.editFile}
          </button>
        </p>
      )}
      {edited.value !== null && (
        <FileEditor
          id={id}
          file={edited.value}
          onDone={() => {
            edited.value = null;
            read();
            title.current?.focus();
          }}
        />
      )}
      {file !== null && <FileText file={file} />}
    </>
  );
}

function FileText({ file }: { file: MemoryFileText }) {
  const { value: say } = words;
  const shown = showFile(file.content, file.valid ? undefined : file.error?.line);
  return (
    <>
      <pre class="mono">
        {shown.before}
        {shown.faulty !== "" && <mark>{shown.faulty}</mark>}
        {shown.after}
      </pre>
      {shown.shortened && <p class="hint">{say.fileShortened(sizeWords(shownCharacters))}</p>}
    </>
  );
}
