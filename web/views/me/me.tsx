// Me: how the page looks and which language it speaks, the parts of Me as a list, and the way out.
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { Language } from "../../../src/schema/common.ts";
import { useArrival } from "../../focus.ts";
import { usePage } from "../../page-state.ts";
import { chooseTheme, keptTheme, themes } from "../../preferences.ts";
import { saveWords } from "../../problem-words.ts";
import { recalledShown, showRecalled } from "../../recalled-shown.ts";
import { go, type MeSection, route } from "../../route.ts";
import { language, speak, words } from "../../words.ts";
import { meWords } from "../../words-me.ts";
import { Choices } from "../choices.tsx";
import { lazyPart } from "../lazy-part.tsx";
import { Link } from "../link.tsx";
import { Section } from "./parts.tsx";

const parts: Partial<Record<MeSection, ReturnType<typeof lazyPart>>> = {
  account: lazyPart(() => import("./account.tsx").then(({ AccountSection }) => AccountSection)),
  models: lazyPart(() => import("../models.tsx").then(({ ModelsSection }) => ModelsSection)),
  cost: lazyPart(() => import("./cost.tsx").then(({ CostSection }) => CostSection)),
  notify: lazyPart(() => import("./notify.tsx").then(({ NotifySection }) => NotifySection)),
  keys: lazyPart(() => import("./keys.tsx").then(({ KeysSection }) => KeysSection)),
  sessions: lazyPart(() => import("./sessions.tsx").then(({ SessionsSection }) => SessionsSection)),
  trash: lazyPart(() => import("./trash.tsx").then(({ TrashSection }) => TrashSection)),
  invites: lazyPart(() => import("./invites.tsx").then(({ InvitesSection }) => InvitesSection)),
  import: lazyPart(() => import("./bring-in.tsx").then(({ ImportSection }) => ImportSection)),
  export: lazyPart(() => import("./take-out.tsx").then(({ ExportSection }) => ExportSection)),
  backups: lazyPart(() => import("./backups.tsx").then(({ BackupsSection }) => BackupsSection)),
};

const groups: { name: "you" | "memory" | "door" | "house"; sections: MeSection[]; admin?: true }[] = [
  { name: "you", sections: ["account", "cost", "notify"] },
  { name: "memory", sections: ["import", "export", "trash"] },
  { name: "door", sections: ["sessions", "keys"] },
  { name: "house", sections: ["models", "invites", "backups"], admin: true },
];

function isForAdmin(section: MeSection): boolean {
  return groups.some(({ sections, admin }) => admin === true && sections.includes(section));
}

/** The list, or the part that the address asks for. */
export function Me() {
  const { door } = usePage();
  const session = door.session.value;
  const open = route.value;
  if (session.state !== "in" || open.view !== "me") return null;
  const { section } = open;
  if (section === undefined) return <List />;
  if (isForAdmin(section) && session.user.role !== "admin")
    return <Section name={section} lead={meWords.value.onlyAdmin} children={null} />;
  const Part = parts[section];
  return Part === undefined ? <List /> : <Part key={section} />;
}

function List() {
  const { door } = usePage();
  const title = useRef<HTMLHeadingElement>(null);
  useArrival(title);
  const session = door.session.value;
  const { value: say } = words;
  if (session.state !== "in") return null;
  const { username, display_name, role } = session.user;
  return (
    <div class="pane settings">
      <h1 ref={title} tabIndex={-1}>
        {say.me}
      </h1>
      <p class="me-who">
        <span class="visually-hidden">{say.signedInAs} </span>
        <span class="serif">
          {display_name === "" || display_name === username ? username : `${display_name} · ${username}`}
        </span>
      </p>
      <div class="me-looks">
        <ThemeChoice />
        <LanguageChoice />
      </div>
      <RecalledChoice />
      {groups.map((group) =>
        group.admin === true && role !== "admin" ? null : (
          <nav key={group.name} aria-labelledby={`me-group-${group.name}`}>
            <h2 id={`me-group-${group.name}`}>{meWords.value.groups[group.name]}</h2>
            <ul class="me-list">
              {group.sections.map((section) => (
                <Row key={section} section={section} />
              ))}
            </ul>
          </nav>
        ),
      )}
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

function Row({ section }: { section: MeSection }) {
  const { value: say } = meWords;
  return (
    <li>
      <Link to={{ view: "me", section }} id={`me-${section}`}>
        <b>{say.sections[section]}</b>
        <small>{say.sectionHints[section]}</small>
      </Link>
    </li>
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
    <div>
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
    </div>
  );
}
