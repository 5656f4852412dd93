// The memory panel: about you, our story, what changed, erasing, and the exact details.
import { memoryTabs, place, stand } from "../memory-place.ts";
import { words } from "../words.ts";
import { memoryWords } from "../words-memory.ts";
import { About } from "./about.tsx";
import { Changes } from "./changes.tsx";
import { Details } from "./details.tsx";
import { Erase } from "./erase.tsx";
import { Panel } from "./panel.tsx";
import { Story } from "./story.tsx";

export function Memory({ id }: { id: string }) {
  return (
    <Panel
      id={id}
      label={words.value.details}
      tabs={memoryTabs}
      titles={memoryWords.value.tabs}
      open={place.value.tab}
      onOpen={(tab) => stand({ tab })}
    >
      <View id={id} />
    </Panel>
  );
}

function View({ id }: { id: string }) {
  switch (place.value.tab) {
    case "about":
      return <About id={id} />;
    case "story":
      return <Story id={id} />;
    case "changes":
      return <Changes id={id} />;
    case "erase":
      return <Erase id={id} />;
    case "details":
      return <Details id={id} />;
  }
}
