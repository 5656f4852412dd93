// The inner life: what comes next and why, how close the two are, how moods run, and who the companion is.
import { useLayoutEffect, useMemo } from "preact/hooks";
import { createDeeds, DeedsProvider } from "../deeds.ts";
import { innerTabs, place, stand } from "../memory-place.ts";
import { usePage } from "../page-state.ts";
import { spokenOf } from "../pronoun.ts";
import { words } from "../words.ts";
import { innerWords } from "../words-inner.ts";
import { memoryWords } from "../words-memory.ts";
import { BondView } from "./bond-view.tsx";
import { DeedLine } from "./deed-line.tsx";
import { MoodView } from "./mood-view.tsx";
import { NowView } from "./now-view.tsx";
import { SelfView } from "./self-view.tsx";
import { Tabs } from "./tabs.tsx";

export function Inner({ id }: { id: string }) {
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
  const spoken = spokenOf(page.contacts.list.value.find((one) => one.user_id === id)?.pronoun);
  const { value: say } = innerWords;
  return (
    <DeedsProvider value={deeds}>
      <Tabs
        name="life"
        label={words.value.them[spoken]}
        tabs={innerTabs}
        titles={{ ...say.tabs, self: say.self[spoken] }}
        open={place.value.inner}
        onOpen={(inner) => {
          deeds.clear();
          stand({ inner });
        }}
      >
        <View id={id} />
      </Tabs>
      <DeedLine />
    </DeedsProvider>
  );
}

function View({ id }: { id: string }) {
  switch (place.value.inner) {
    case "now":
      return <NowView id={id} />;
    case "bond":
      return <BondView id={id} />;
    case "mood":
      return <MoodView id={id} />;
    case "self":
      return <SelfView id={id} />;
  }
}
