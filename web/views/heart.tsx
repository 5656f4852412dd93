// By heart: the few things that are never forgotten, and what each of them rests on.
import { useDeeds } from "../deeds.ts";
import { filePath } from "../file-text.ts";
import { useLoaded } from "../loading.ts";
import { contentOf, rewriteEntry } from "../memory-edit.ts";
import { place } from "../memory-place.ts";
import type { CoreEntry } from "../memory-shapes.ts";
import { usePage } from "../page-state.ts";
import type { MemoryFileText } from "../shapes.ts";
import { dateOf } from "../time.ts";
import { memoryWords } from "../words-memory.ts";
import { ByBadge } from "./episode-marks.tsx";
import { MemoryRow } from "./memory-row.tsx";
import { TextForm } from "./text-form.tsx";
import { LoadTrouble, Shapes } from "./trouble.tsx";

/** The core memories of the file, newest first; null where it cannot be read. */
function coreIn(file: MemoryFileText): CoreEntry[] | null {
  try {
    const { memories = [] } = contentOf(file) as { memories?: CoreEntry[] };
    return [...memories].reverse();
  } catch {
    return null;
  }
}

export function Heart({ id }: { id: string }) {
  const page = usePage();
  const version = page.memoryVersion.value[id] ?? 0;
  const [loaded, read] = useLoaded<MemoryFileText>(page.api, filePath(id, "core_memory.json"), version);
  const { value: file, cause } = loaded.value;
  const { value: say } = memoryWords;
  if (file === null) return cause === null ? <Shapes rows={3} /> : <LoadTrouble cause={cause} again={read} />;
  const core = coreIn(file);
  if (core === null) return <p class="trouble">{say.refused.damaged}</p>;
  const asked = place.value.entry?.id;
  return (
    <>
      {asked !== undefined && !core.some((one) => one.id === asked) && <p class="trouble">{say.entryLost}</p>}
      {core.length === 0 && <p class="nothing">{say.nothingByHeart}</p>}
      <ul class="cards">
        {core.map((entry) => (
          <CoreRow key={entry.id} id={id} entry={entry} />
        ))}
      </ul>
    </>
  );
}

function CoreRow({ id, entry }: { id: string; entry: CoreEntry }) {
  const page = usePage();
  const deeds = useDeeds();
  const { value: say } = memoryWords;
  const spoken = page.contacts.list.value.find((one) => one.user_id === id)?.language;
  const since = entry.created_at ?? entry.ended_at;
  const form = (close: () => void) => (
    <TextForm
      label={say.mendOf(entry.content)}
      text={entry.content}
      longest={500}
      hint={say.heartHint}
      onDone={close}
      onSave={(content) =>
        deeds.run(
          () => rewriteEntry(page.api, id, "core_memory", entry.id, { content, by: "owner" }),
          say.mendedNow,
        )
      }
    />
  );
  return (
    <MemoryRow
      user_id={id}
      id={entry.id}
      name={entry.content}
      pinned={entry.pinned === true}
      proof={entry.message_ids ?? []}
      note={
        <>
          {entry.category !== undefined && <span class="tag">{say.cores[entry.category]}</span>}
          <ByBadge by={entry.by} />
          {since !== undefined && <span>{dateOf(since, page.now.value, page.reader())}</span>}
        </>
      }
      form={form}
      cross={() => rewriteEntry(page.api, id, "core_memory", entry.id, null)}
      sure={say.heartSure}
      card
    >
      <p class="serif" lang={spoken}>
        {entry.content}
      </p>
      {entry.reason !== undefined && entry.reason !== "" && (
        <p class="hint" lang={spoken}>
          {entry.reason}
        </p>
      )}
    </MemoryRow>
  );
}
