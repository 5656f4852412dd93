// People, places and things, and how they belong together: as a picture, or as a list that everybody can read.
import { useSignal } from "@preact/signals";
import { useLoaded } from "../loading.ts";
import type { GraphShown } from "../memory-shapes.ts";
import { usePage } from "../page-state.ts";
import { memoryWords } from "../words-memory.ts";
import { GraphList } from "./graph-list.tsx";
import { GraphPicture } from "./graph-picture.tsx";
import { LoadTrouble, Shapes } from "./trouble.tsx";

type Look = "picture" | "list";

export function GraphView({ id }: { id: string }) {
  const page = usePage();
  const version = page.memoryVersion.value[id] ?? 0;
  const [loaded, read] = useLoaded<GraphShown>(page.api, `/api/memory/${id}/graph`, version);
  const look = useSignal<Look>("picture");
  const { value, cause } = loaded.value;
  const { value: say } = memoryWords;
  if (value === null) return cause === null ? <Shapes /> : <LoadTrouble cause={cause} again={read} />;
  if (value.relations.length === 0) return <p class="nothing">{say.noGraph}</p>;
  const choose = (chosen: Look, title: string) => (
    <button
      type="button"
      class="pill"
      aria-pressed={look.value === chosen}
      onClick={() => {
        look.value = chosen;
      }}
    >
      {title}
    </button>
  );
  return (
    <>
      {cause !== null && <LoadTrouble cause={cause} again={read} />}
      <div class="acts looks">
        {choose("picture", say.asPicture)}
        {choose("list", say.asList)}
      </div>
      {look.value === "picture" ? (
        <GraphPicture id={id} graph={value} />
      ) : (
        <GraphList id={id} graph={value} />
      )}
    </>
  );
}
