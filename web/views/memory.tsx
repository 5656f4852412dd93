// The memory panel: about you, our story, what changed, erasing, and the exact details.
import { useLayoutEffect, useMemo } from "preact/hooks";
import { createDeeds, DeedsProvider } from "../deeds.ts";
import { memoryTabs, place, stand } from "../memory-place.ts";
import { usePage } from "../page-state.ts";
import { words } from "../words.ts";
import { memoryWords } from "../words-memory.ts";
import { About } from "./about.tsx";
import { Changes } from "./changes.tsx";
import { DeedLine } from "./deed-line.tsx";
import { Details } from "./details.tsx";
import { Erase } from "./erase.tsx";
import { Story } from "./story.tsx";
import { Tabs } from "./tabs.tsx";

export function Memory({ id }: { id: string }) {
  const page = usePage();
  const deeds = useMemo(
    () =>
      createDeeds({
        api: page.api,
        user_id: id,
        words: () => memoryWords.peek(),
        onChanged: () => page.memoryMoved(id),
      }),
    [page, id],
  );
  useLayoutEffect(() => {
    if (place.peek().user_id !== id) stand({ user_id: id });
  }, [id]);
  return (
    <DeedsProvider value={deeds}>
      <Tabs
        name="life"
        label={words.value.details}
        tabs={memoryTabs}
        titles={memoryWords.value.tabs}
        open={place.value.tab}
        onOpen={(tab) => {
          deeds.clear();
          stand({ tab });
        }}
      >
        <View id={id} />
      </Tabs>
      <DeedLine />
    </DeedsProvider>
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
