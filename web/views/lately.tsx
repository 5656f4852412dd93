// Lately: one summary for each topic that has ended, as a timeline with its mood.
import { useDeeds } from "../deeds.ts";
import { isLoose, isMerged, useEpisodes } from "../episodes.ts";
import { rewriteEntry } from "../memory-edit.ts";
import type { Episode, MidEntry, Written } from "../memory-shapes.ts";
import { usePage } from "../page-state.ts";
import { dateOf } from "../time.ts";
import { memoryWords } from "../words-memory.ts";
import { EpisodeList } from "./episode-list.tsx";
import { AsideTag, asideOf, ByBadge, MoodTags, PassingTag, Weight } from "./episode-marks.tsx";
import { MemoryRow } from "./memory-row.tsx";
import { TextForm } from "./text-form.tsx";

type Mid = Extract<Episode, { entry: MidEntry }> & { document: "mid_term" | "mid_term_archive" };

/** What was merged into another stands there. */
const isMid = (one: Episode): one is Mid => one.document !== "long_term" && !isMerged(one);

export function Lately({ id }: { id: string }) {
  const list = useEpisodes(id);
  const mids = (list.episodes ?? []).filter(isMid);
  return (
    <EpisodeList
      id={id}
      list={list}
      found={mids}
      nothing={memoryWords.value.nothingLately}
      mergeable={(one) => one.document === "mid_term" && isLoose(one)}
      labelOf={(one) => one.entry.topic ?? one.entry.summary}
      row={(one) => <MidRow key={one.id} id={id} episode={one} />}
    />
  );
}

function MidRow({ id, episode: { entry, document, ended_at } }: { id: string; episode: Mid }) {
  const page = usePage();
  const deeds = useDeeds();
  const { value: say } = memoryWords;
  const spoken = page.contacts.list.value.find((one) => one.user_id === id)?.language;
  const when = ended_at === null ? "" : dateOf(ended_at, page.now.value, page.reader());
  const topic = entry.topic?.trim() ?? "";
  const path = `/api/memory/${id}/episodes/${encodeURIComponent(entry.id)}`;
  // What lies in the archive is read, and written by nobody but the archive's own step.
  const open = document === "mid_term";
  const name = topic === "" ? when : topic;
  const form = (close: () => void) => (
    <TextForm
      label={say.mendOf(name)}
      text={entry.summary}
      longest={200}
      onDone={close}
      onSave={(summary) =>
        deeds.run(
          () => rewriteEntry(page.api, id, "mid_term", entry.id, { summary, by: "owner", redo: false }),
          say.mendedNow,
        )
      }
    />
  );
  return (
    <MemoryRow
      user_id={id}
      id={entry.id}
      name={name}
      pinned={entry.pinned === true}
      pinnable={open}
      proof={entry.message_ids ?? []}
      note={
        <>
          <MoodTags tags={entry.emotion_tags} />
          <PassingTag entry={entry} />
          <ByBadge by={entry.by} />
          <AsideTag entry={entry} />
        </>
      }
      {...(open
        ? {
            form,
            cross: () => page.api.json<Written>(path, { method: "DELETE" }),
            aside: asideOf(page.api, path, entry),
          }
        : {})}
      more={open ? <Weight id={id} entry={entry.id} importance={entry.importance} /> : undefined}
      card
    >
      <p class="when">
        {[when, entry.time_of_day === undefined ? "" : say.timesOfDay[entry.time_of_day]]
          .filter((part) => part !== "")
          .join(" · ")}
      </p>
      {topic !== "" && (
        <h3 class="memory-title" lang={spoken}>
          {topic}
        </h3>
      )}
      <p class="serif" lang={spoken}>
        {entry.summary}
      </p>
    </MemoryRow>
  );
}
