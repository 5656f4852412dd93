// The first run: somebody is invited, a few things are told, and the talk begins. It can be left and taken up again at every point.
import { useRef } from "preact/hooks";
import { useArrival } from "../focus.ts";
import { usePage } from "../page-state.ts";
import { go } from "../route.ts";
import type { AiUser } from "../shapes.ts";
import { questions } from "../start-answers.ts";
import { finish, invited, leave, progress } from "../start-progress.ts";
import { words } from "../words.ts";
import { startWords } from "../words-start.ts";
import { ChooseCompanion } from "./choose-companion.tsx";
import { Link } from "./link.tsx";
import { ModelLine } from "./model-line.tsx";
import { SampleOffer } from "./sample-offer.tsx";
import { StartQuestions } from "./start-questions.tsx";
import { Shapes } from "./trouble.tsx";

type Stage = { at: 0 } | { at: 1 | 2; companion: AiUser } | null;

/** Where the first run stands; null while that is not known yet. */
function useStage(): Stage {
  const { contacts } = usePage();
  const kept = progress.value;
  if (kept === null) return { at: 0 };
  if (contacts.phase.value !== "ready") return null;
  const companion = contacts.list.value.find((one) => one.user_id === kept.user_id);
  // Gone meanwhile: it begins anew.
  if (companion === undefined) return { at: 0 };
  return { at: kept.question < questions.length ? 1 : 2, companion };
}

export function Start() {
  const page = usePage();
  const stage = useStage();
  const title = useRef<HTMLHeadingElement>(null);
  useArrival(title, String(stage?.at));
  const { value: say } = startWords;
  if (stage === null) return <Pane title={title} heading={words.value.loading} stage={null} />;
  const session = page.door.session.value;
  const account = session.state === "in" ? session.user.account_id : "";
  if (stage.at === 0) {
    return (
      <Pane title={title} heading={words.value.addTitle} lead={say.lead} stage={0}>
        <ModelLine />
        <ChooseCompanion onMade={(made) => invited(account, made.user_id)} />
        <SampleOffer />
      </Pane>
    );
  }
  const { companion } = stage;
  const talk = () => {
    finish();
    go({ view: "talk", id: companion.user_id, details: false }, true);
  };
  if (stage.at === 1) {
    return (
      <Pane title={title} heading={say.questions.title(companion.name)} lead={say.questions.lead} stage={1}>
        <StartQuestions companion={companion} onDone={talk} />
      </Pane>
    );
  }
  return (
    <Pane title={title} heading={say.ready.title(companion.name)} lead={say.ready.lead} stage={2}>
      <ModelLine />
      <button type="button" class="primary" onClick={talk}>
        {say.ready.talk}
      </button>
    </Pane>
  );
}

type PaneProps = {
  title: { current: HTMLHeadingElement | null };
  heading: string;
  lead?: string;
  stage: number | null;
  children?: preact.ComponentChildren;
};

function Pane({ title, heading, lead, stage, children }: PaneProps) {
  return (
    <div class="pane start">
      {stage !== null && <Steps at={stage} />}
      <h1 ref={title} tabIndex={-1}>
        {heading}
      </h1>
      {lead !== undefined && <p class="lead">{lead}</p>}
      {stage === null ? <Shapes /> : children}
    </div>
  );
}

function Steps({ at }: { at: number }) {
  const { value: say } = startWords;
  return (
    <div class="steps">
      <ol aria-label={say.stepOf(at + 1, say.steps.length)}>
        {say.steps.map((step, index) => (
          <li
            key={step}
            class={index < at ? "past" : undefined}
            aria-current={index === at ? "step" : undefined}
          >
            {step}
          </li>
        ))}
      </ol>
      <Link id="start-later" class="quiet" to={{ view: "chats" }} onOpen={leave}>
        {say.later}
      </Link>
    </div>
  );
}
