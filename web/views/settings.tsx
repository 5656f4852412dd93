// Me: how the page looks, which language it speaks, and the way out.
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { Language } from "../../src/schema/common.ts";
import { useArrival } from "../focus.ts";
import { usePage } from "../page-state.ts";
import { chooseTheme, keptTheme, themes } from "../preferences.ts";
import { saveWords } from "../problem-words.ts";
import { recalledShown, showRecalled } from "../recalled-shown.ts";
import { go } from "../route.ts";
import { language, speak, words } from "../words.ts";

export function Settings() {
  const { door } = usePage();
  const title = useRef<HTMLHeadingElement>(null);
  useArrival(title);
  const session = door.session.value;
  const { value: say } = words;
  if (session.state !== "in") return null;
  const { username, display_name, time_zone } = session.user;
  return (
    <div class="pane settings">
      <h1 ref={title} tabIndex={-1}>
        {say.me}
      </h1>
      <h2>{say.signedInAs}</h2>
      <p class="serif">{display_name === "" ? username : `${display_name} · ${username}`}</p>
      <h2>{say.timeZone}</h2>
      <p>{time_zone}</p>
      <ThemeChoice />
      <LanguageChoice />
      <RecalledChoice />
      <div class="leave">
        <button
          type="button"
          class="pill"
          onClick={() => {
            go({ view: "chats" }, true);
            void door.signOut();
          }}
        >
          {say.signOut}
        </button>
        <p class="hint">{say.signOutKept}</p>
      </div>
    </div>
  );
}

type ChoicesProps<T extends string> = {
  name: string;
  legend: string;
  values: readonly T[];
  labels: Record<T, string>;
  chosen: T;
  onChoose: (value: T) => void;
};

/** A few choices in one row: radio buttons, so that arrow keys and screen readers know them. */
function Choices<T extends string>({ name, legend, values, labels, chosen, onChoose }: ChoicesProps<T>) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      <div class="choices">
        {values.map((value) => (
          <label class="choice" key={value}>
            <input
              type="radio"
              name={name}
              value={value}
              checked={chosen === value}
              onChange={() => onChoose(value)}
            />
            <span>{labels[value]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function ThemeChoice() {
  const theme = useSignal(keptTheme());
  return (
    <Choices
      name="theme"
      legend={words.value.theme}
      values={themes}
      labels={words.value.themes}
      chosen={theme.value}
      onChoose={(value) => {
        theme.value = value;
        chooseTheme(value);
      }}
    />
  );
}

/** Whether a reply names what was remembered for it. */
function RecalledChoice() {
  const { value: say } = words;
  return (
    <fieldset>
      <legend>{say.underBubbles}</legend>
      <label class="check">
        <input
          type="checkbox"
          checked={recalledShown.value}
          onChange={(event) => showRecalled(event.currentTarget.checked)}
        />
        <span>{say.showRecalled}</span>
      </label>
      <p class="hint">{say.showRecalledHint}</p>
    </fieldset>
  );
}

const languages: readonly Language[] = ["zh", "en"];

function LanguageChoice() {
  const { door } = usePage();
  const fault = useSignal("");
  return (
    <>
      <Choices
        name="language"
        legend={words.value.language}
        values={languages}
        labels={words.value.languages}
        chosen={language.value}
        onChoose={(value) => {
          speak(value);
          fault.value = "";
          // The page speaks it at once; the account follows, since letters and notices are written in it.
          door.change({ language: value }).catch((cause) => {
            fault.value = saveWords(cause, words.value);
          });
        }}
      />
      <div role="status">{fault.value !== "" && <p class="wrong">{fault.value}</p>}</div>
    </>
  );
}
