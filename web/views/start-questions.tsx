// The five questions, one at a time: each can be skipped, gone back to, and is written at once.
import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { usePage } from "../page-state.ts";
import { saveWords } from "../problem-words.ts";
import type { AiUser } from "../shapes.ts";
import {
  type Answers,
  isBlank,
  noAnswers,
  type Question,
  questions,
  type Writes,
  writesFor,
} from "../start-answers.ts";
import { goOnWith, progress } from "../start-progress.ts";
import { words } from "../words.ts";
import { startWords } from "../words-start.ts";
import { QuestionFields } from "./question-fields.tsx";

type StartQuestionsProps = { companion: AiUser; onDone: () => void };

export function StartQuestions({ companion, onDone }: StartQuestionsProps) {
  const answers = useSignal<Answers>(noAnswers);
  const at = Math.min(progress.value?.question ?? 0, questions.length - 1);
  const question = questions[at];
  if (question === undefined) return null;
  return (
    <OneQuestion
      key={question}
      question={question}
      at={at}
      companion={companion}
      answers={answers}
      onDone={onDone}
    />
  );
}

type OneQuestionProps = StartQuestionsProps & { question: Question; at: number; answers: Signal<Answers> };

/** Writes what one answer comes to; throws where the server refuses. */
function useWriting(companion: AiUser) {
  const page = usePage();
  return async ({ facts, account }: Writes) => {
    for (const fact of facts) {
      await page.api.json(`/api/memory/${companion.user_id}/facts`, { method: "POST", body: fact });
    }
    if (Object.keys(account).length > 0) await page.door.change(account);
    if (facts.length > 0) page.memoryMoved(companion.user_id);
  };
}

function OneQuestion({ question, at, companion, answers, onDone }: OneQuestionProps) {
  const { door } = usePage();
  const write = useWriting(companion);
  const fault = useSignal("");
  const busy = useSignal(false);
  const form = useRef<HTMLFormElement>(null);
  // From the second question on the person is in the middle of it: the field has the focus, not the heading.
  useEffect(() => {
    if (at > 0) form.current?.querySelector<HTMLElement>("input, select, textarea")?.focus();
  }, [at]);
  const { questions: say } = startWords.value;
  const last = at === questions.length - 1;

  async function keep(): Promise<void> {
    if (busy.value) return;
    fault.value = "";
    const session = door.session.value;
    const named = session.state === "in" && !["", session.user.username].includes(session.user.display_name);
    const about = { name: companion.name, named, says: say.says };
    const writes = writesFor(question, answers.value, about);
    if ("fault" in writes) {
      fault.value = say[writes.fault];
      return;
    }
    busy.value = true;
    try {
      if (!isBlank(writes)) await write(writes);
      // It may have been skipped meanwhile.
      if (progress.peek()?.question === at) goOnWith(at + 1);
    } catch (cause) {
      fault.value = `${say.failed}${words.value.gap}${saveWords(cause, words.value)}`;
    } finally {
      busy.value = false;
    }
  }

  return (
    <form
      ref={form}
      class="question"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void keep();
      }}
    >
      <p class="hint">{say.of(at + 1, questions.length)}</p>
      <QuestionFields question={question} answers={answers} />
      <div role="alert">{fault.value !== "" && <p class="trouble">{fault.value}</p>}</div>
      <div class="acts">
        <button type="submit" class="primary" aria-disabled={busy.value}>
          {last ? say.last : say.keep}
        </button>
        <button type="button" class="pill" onClick={() => goOnWith(at + 1)}>
          {say.skip}
        </button>
        {at > 0 && (
          <button type="button" class="pill" onClick={() => goOnWith(at - 1)}>
            {say.back}
          </button>
        )}
      </div>
      <p class="question-end">
        <button type="button" class="quiet" onClick={onDone}>
          {at === 0 ? say.skipAll : say.done}
        </button>
      </p>
    </form>
  );
}
