// A room of the right column: its tabs, what one does in them, and the line that says how it went.
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useMemo } from "preact/hooks";
import { createDeeds, DeedsProvider } from "../deeds.ts";
import { place, stand } from "../memory-place.ts";
import { usePage } from "../page-state.ts";
import { memoryWords } from "../words-memory.ts";
import { DeedLine } from "./deed-line.tsx";
import { Tabs } from "./tabs.tsx";

type PanelProps<T extends string> = {
  id: string;
  label: string;
  tabs: readonly T[];
  titles: Record<T, string>;
  open: T;
  onOpen: (tab: T) => void;
  children: ComponentChildren;
};

/** `id`: the companion it tells of; where it is another one than before, the panel stands at its beginning. */
export function Panel<T extends string>({ id, onOpen, children, ...tabs }: PanelProps<T>) {
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
        {...tabs}
        name="life"
        onOpen={(tab) => {
          deeds.clear();
          onOpen(tab);
        }}
      >
        {children}
      </Tabs>
      <DeedLine />
    </DeedsProvider>
  );
}
