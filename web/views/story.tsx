// Our story: what is being talked about, what was of late, what was long ago, and what is never forgotten.
import { chapters, place, stand } from "../memory-place.ts";
import { memoryWords } from "../words-memory.ts";
import { Heart } from "./heart.tsx";
import { Lately } from "./lately.tsx";
import { Past } from "./past.tsx";
import { Tabs } from "./tabs.tsx";
import { TalkingNow } from "./talking-now.tsx";

export function Story({ id }: { id: string }) {
  const { chapter } = place.value;
  return (
    <Tabs
      name="story"
      label={memoryWords.value.tabs.story}
      tabs={chapters}
      titles={memoryWords.value.chapters}
      open={chapter}
      onOpen={(next) => stand({ chapter: next })}
      look="chips"
    >
      {chapter === "now" && <TalkingNow id={id} />}
      {chapter === "lately" && <Lately id={id} />}
      {chapter === "past" && <Past id={id} />}
      {chapter === "heart" && <Heart id={id} />}
    </Tabs>
  );
}
