// Details: what the model would read now, the files behind it, and how people and things belong together.
import { useSignal } from "@preact/signals";
import { words } from "../words.ts";
import { memoryWords } from "../words-memory.ts";
import { GraphView } from "./graph-view.tsx";
import { Inspector } from "./inspector.tsx";
import { MemoryFiles } from "./memory-files.tsx";
import { Tabs } from "./tabs.tsx";

const tabs = ["context", "files", "graph"] as const;

type Tab = (typeof tabs)[number];

export function Details({ id }: { id: string }) {
  const open = useSignal<Tab>("context");
  return (
    <Tabs
      name="details"
      label={words.value.details}
      tabs={tabs}
      titles={{ context: words.value.context, files: words.value.files, graph: memoryWords.value.graph }}
      open={open.value}
      onOpen={(tab) => {
        open.value = tab;
      }}
      look="chips"
    >
      {open.value === "context" && <Inspector id={id} />}
      {open.value === "files" && <MemoryFiles id={id} />}
      {open.value === "graph" && <GraphView id={id} />}
    </Tabs>
  );
}
