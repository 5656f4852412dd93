// What changed in the memory, newest first: who, when, from what to what; and each of it undone.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useLoaded } from "../loading.ts";
import type { Change } from "../memory-shapes.ts";
import { usePage } from "../page-state.ts";
import { memoryWords } from "../words-memory.ts";
import { ChangeRow } from "./change-row.tsx";
import { LoadTrouble, Shapes } from "./trouble.tsx";

const pageSize = 40;

export function Changes({ id }: { id: string }) {
  const page = usePage();
  const version = page.memoryVersion.value[id] ?? 0;
  const path = `/api/memory/${id}/changes?limit=${pageSize}`;
  const [loaded, read] = useLoaded<{ changes: Change[] }>(page.api, path, version);
  const older = useSignal<{ changes: Change[]; more: boolean; cause: unknown } | null>(null);
  useEffect(() => {
    older.value = null;
  }, [id, version]);
  const { value, cause } = loaded.value;
  const { value: say } = memoryWords;
  if (value === null)
    return cause === null ? <Shapes height={64} /> : <LoadTrouble cause={cause} again={read} />;
  const changes = [...value.changes, ...(older.value?.changes ?? [])];
  const more = older.value === null ? value.changes.length === pageSize : older.value.more;
  const readOlder = async () => {
    const known = older.value?.changes ?? [];
    const before = encodeURIComponent(changes.at(-1)?.id ?? "");
    try {
      const answer = await page.api.json<{ changes: Change[] }>(`${path}&before=${before}`);
      const read = [...known, ...answer.changes];
      older.value = { changes: read, more: answer.changes.length === pageSize, cause: null };
    } catch (failure) {
      older.value = { changes: known, more, cause: failure };
    }
  };
  const olderCause = older.value?.cause ?? null;
  const undone = new Set(changes.flatMap((one) => (one.undoes === undefined ? [] : [one.undoes])));
  return (
    <>
      {cause !== null && <LoadTrouble cause={cause} again={read} />}
      {changes.length === 0 && <p class="nothing">{say.noChanges}</p>}
      <ul>
        {changes.map((change) => (
          <ChangeRow key={change.id} id={id} change={change} undone={undone.has(change.id)} all={changes} />
        ))}
      </ul>
      {olderCause !== null && <LoadTrouble cause={olderCause} again={() => void readOlder()} />}
      {more && olderCause === null && (
        <button type="button" class="pill" onClick={() => void readOlder()}>
          {say.older}
        </button>
      )}
    </>
  );
}
