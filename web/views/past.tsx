// Our story: the index of what was long ago, and each memory in full when it is opened.
import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import { useDeeds } from "../deeds.ts";
import { isLoose, isMerged, useEpisodes } from "../episodes.ts";
import { filePath } from "../file-text.ts";
import { useLoaded } from "../loading.ts";
import { contentOf, rewriteEntry } from "../memory-edit.ts";
import type { Episode, LongEntry, Written } from "../memory-shapes.ts";
import { usePage } from "../page-state.ts";
import type { MemoryFileText } from "../shapes.ts";
import { dateOf } from "../time.ts";
import { memoryWords } from "../words-memory.ts";
import { EpisodeList } from "./episode-list.tsx";
import { AsideTag, asideOf, ByBadge, Weight } from "./episode-marks.tsx";
import { MemoryRow } from "./memory-row.tsx";
import { TextForm } from "./text-form.tsx";
import { LoadTrouble, Shapes } from "./trouble.tsx";

type Long = Extract<Episode, { document: "long_term" }>;

/** What was merged into another stands there. */
const isLong = (one: Episode): one is Long => one.document === "long_term" && !isMerged(one);

export function Past({ id }: { id: string }) {
  const list = useEpisodes(id);
  const found = (list.episodes ?? []).filter(isLong);
  return (
    <EpisodeList
      id={id}
      list={list}
      found={found}
      nothing={memoryWords.value.nothingPast}
      mergeable={isLoose}
      labelOf={(one) => one.entry.title}
      row={(one) => <LongRow key={one.id} id={id} episode={one} />}
    />
  );
}

/** One line a point; empty lines are no points. */
export function pointsOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function LongRow({ id, episode: { entry, ended_at } }: { id: string; episode: Long }) {
  const page = usePage();
  const deeds = useDeeds();
  const { value: say } = memoryWords;
  const spoken = page.contacts.list.value.find((one) => one.user_id === id)?.language;
  const path = `/api/memory/${id}/episodes/${encodeURIComponent(entry.id)}`;
  const form = (close: () => void) => (
    <TextForm
      label={say.mendOf(entry.title)}
      text={entry.key_points.join("\n")}
      longest={4_000}
      hint={say.onePointALine}
      onDone={close}
      onSave={(text) =>
        deeds.run(
          () =>
            rewriteEntry(page.api, id, "long_term", entry.id, {
              key_points: pointsOf(text),
              by: "owner",
              redo: false,
            }),
          say.mendedNow,
        )
      }
    />
  );
  return (
    <MemoryRow
      user_id={id}
      id={entry.id}
      name={entry.title}
      pinned={entry.pinned === true}
      proof={entry.message_ids ?? []}
      note={
        <>
          <ByBadge by={entry.by} />
          <AsideTag entry={entry} />
        </>
      }
      form={form}
      cross={() => page.api.json<Written>(path, { method: "DELETE" })}
      aside={asideOf(page.api, path, entry)}
      more={<Weight id={id} entry={entry.id} importance={entry.importance} />}
      card
    >
      {ended_at !== null && <p class="when">{dateOf(ended_at, page.now.value, page.reader())}</p>}
      <h3 class="memory-title" lang={spoken}>
        {entry.title}
      </h3>
      <ul class="points serif" lang={spoken}>
        {entry.key_points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <FormerPoints entry={entry} spoken={spoken} />
      <Whole id={id} entry={entry} />
    </MemoryRow>
  );
}

/** What was so, and is no more: struck through, with its last day. */
function FormerPoints({ entry, spoken }: { entry: LongEntry; spoken: string | undefined }) {
  const page = usePage();
  const { value: say } = memoryWords;
  return (
    <>
      {(entry.former_points ?? []).map((point) => (
        <p class="struck" key={point.text}>
          <del lang={spoken}>{point.text}</del>{" "}
          {point.valid_to !== undefined && (
            <small>{say.until(dateOf(point.valid_to, page.now.value, page.reader()))}</small>
          )}
        </p>
      ))}
    </>
  );
}

/** The whole memory, read when it is asked for. */
function Whole({ id, entry }: { id: string; entry: LongEntry }) {
  const open = useSignal(false);
  const box = useId();
  const { value: say } = memoryWords;
  return (
    <>
      <button
        type="button"
        class="quiet"
        aria-expanded={open.value}
        aria-controls={open.value ? box : undefined}
        aria-label={`${open.value ? say.foldUp : say.readOn} · ${entry.title}`}
        onClick={() => {
          open.value = !open.value;
        }}
      >
        {open.value ? say.foldUp : say.readOn}
      </button>
      {open.value && (
        <div class="whole" id={box}>
          <Detail id={id} file={entry.detail_file} />
        </div>
      )}
    </>
  );
}

/** The text of a detail document; "" where it cannot be read. */
function detailIn(file: MemoryFileText): string {
  try {
    const { detail_content } = contentOf(file) as { detail_content?: unknown };
    return typeof detail_content === "string" ? detail_content : "";
  } catch {
    return "";
  }
}

function Detail({ id, file }: { id: string; file: string }) {
  const page = usePage();
  const version = page.memoryVersion.value[id] ?? 0;
  const [loaded, read] = useLoaded<MemoryFileText>(
    page.api,
    filePath(id, `long_term_details/${file}`),
    version,
  );
  const spoken = page.contacts.list.value.find((one) => one.user_id === id)?.language;
  const { value, cause } = loaded.value;
  if (value === null)
    return cause === null ? <Shapes rows={3} height={20} /> : <LoadTrouble cause={cause} again={read} />;
  const text = detailIn(value);
  if (text === "") return <p class="hint">{memoryWords.value.detailLost}</p>;
  return (
    <p class="serif pre" lang={spoken}>
      {text}
    </p>
  );
}
