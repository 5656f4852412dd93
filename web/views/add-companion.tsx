// Inviting somebody: the gallery of ready-made characters, a blank page, a card from one's own files, or a sample life.
import { useRef } from "preact/hooks";
import { useArrival } from "../focus.ts";
import { go } from "../route.ts";
import { words } from "../words.ts";
import { ChooseCompanion } from "./choose-companion.tsx";
import { SampleOffer } from "./sample-offer.tsx";

export function AddCompanion() {
  const title = useRef<HTMLHeadingElement>(null);
  useArrival(title);
  const { value: say } = words;
  return (
    <div class="pane">
      <h1 ref={title} tabIndex={-1}>
        {say.addTitle}
      </h1>
      <p class="lead">{say.addLead}</p>
      <ChooseCompanion onMade={(made) => go({ view: "talk", id: made.user_id, details: false }, true)} />
      <SampleOffer />
    </div>
  );
}
