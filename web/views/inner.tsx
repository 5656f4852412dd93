// The inner life: what comes next and why, how close the two are, how moods run, and who the companion is.
import { innerTabs, place, stand } from "../memory-place.ts";
import { usePage } from "../page-state.ts";
import { spokenOf } from "../pronoun.ts";
import { words } from "../words.ts";
import { innerWords } from "../words-inner.ts";
import { BondView } from "./bond-view.tsx";
import { MoodView } from "./mood-view.tsx";
import { NowView } from "./now-view.tsx";
import { Panel } from "./panel.tsx";
import { SelfView } from "./self-view.tsx";

export function Inner({ id }: { id: string }) {
  const page = usePage();
  const spoken = spokenOf(page.contacts.list.value.find((one) => one.user_id === id)?.pronoun);
  const { value: say } = innerWords;
  return (
    <Panel
      id={id}
      label={words.value.them[spoken]}
      tabs={innerTabs}
      titles={{ ...say.tabs, self: say.self[spoken] }}
      open={place.value.inner}
      onOpen={(inner) => stand({ inner })}
    >
      <View id={id} />
    </Panel>
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
