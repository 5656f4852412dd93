// The account: who one is to the companions, one's rhythm, the password, and the end of it.
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { type Act, useAct } from "../../act.ts";
import { ApiFailure } from "../../api.ts";
import { usePage } from "../../page-state.ts";
import type { User } from "../../shapes.ts";
import { words } from "../../words.ts";
import { meWords } from "../../words-me.ts";
import { Area } from "../area.tsx";
import { Field } from "../field.tsx";
import { DeleteAccount } from "./delete-account.tsx";
import { ActLine, Section } from "./parts.tsx";
import { Pacing, QuietHours } from "./rhythm.tsx";

export function AccountSection() {
  const { door } = usePage();
  const session = door.session.value;
  if (session.state !== "in") return null;
  return (
    <Section name="account">
      <Profile user={session.user} />
      <QuietHours user={session.user} />
      <Pacing />
      <Password />
      <DeleteAccount user={session.user} />
    </Section>
  );
}

/** True where the server says that it is the zone that it does not know. */
function isZoneFault(cause: unknown): boolean {
  if (!(cause instanceof ApiFailure) || cause.code !== "invalid") return false;
  return (
    Array.isArray(cause.details) &&
    cause.details.some((one) => (one as { path?: unknown } | null)?.path === "time_zone")
  );
}

/** Saves the profile; what is wrong with the zone stands at its field. */
function useProfile(user: User, act: Act) {
  const { door } = usePage();
  const name = useSignal(user.display_name);
  const about = useSignal(user.about_me ?? "");
  const zone = useSignal(user.time_zone);
  const wrong = useSignal("");
  const save = () => {
    wrong.value = "";
    const fields = { display_name: name.value.trim(), about_me: about.value, time_zone: zone.value.trim() };
    return act.run(
      async () => {
        try {
          await door.change(fields);
        } catch (cause) {
          if (isZoneFault(cause)) wrong.value = meWords.value.badZone;
          throw cause;
        }
      },
      () => meWords.value.saved,
    );
  };
  return { name, about, zone, wrong, save };
}

function Profile({ user }: { user: User }) {
  const act = useAct();
  const { name, about, zone, wrong, save } = useProfile(user, act);
  const { value: say } = meWords;
  return (
    <form
      class="me-form"
      noValidate
      aria-labelledby="me-profile"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <h2 id="me-profile">{say.profile}</h2>
      <Field
        id="me-name"
        name="display_name"
        label={say.displayName}
        hint={say.displayNameHint}
        maxLength={80}
        autocomplete="nickname"
        value={name.value}
        onType={(text) => {
          name.value = text;
        }}
      />
      <Area
        id="me-about"
        label={say.aboutMe}
        hint={say.aboutMeHint}
        maxLength={4_000}
        value={about.value}
        onType={(text) => {
          about.value = text;
        }}
      />
      <ZoneField zone={zone} wrong={wrong.value} />
      <button type="submit" class="pill strong" aria-disabled={act.busy.value}>
        {say.save}
      </button>
      <ActLine act={act} />
    </form>
  );
}

/** With the device's own zone at hand, where it is another. */
function ZoneField({ zone, wrong }: { zone: Signal<string>; wrong: string }) {
  const { browserTimeZone } = usePage();
  const { value: say } = meWords;
  return (
    <Field
      id="me-zone"
      name="time_zone"
      label={say.timeZone}
      hint={say.timeZoneHint}
      autocapitalize="none"
      spellcheck={false}
      wrong={wrong}
      value={zone.value}
      onType={(text) => {
        zone.value = text;
      }}
      {...(zone.value === browserTimeZone
        ? {}
        : {
            beside: (
              <button
                type="button"
                class="quiet hint"
                onClick={() => {
                  zone.value = browserTimeZone;
                }}
              >
                {say.useThisZone(browserTimeZone)}
              </button>
            ),
          })}
    />
  );
}

/** Changes the password; the other devices are signed out by it. */
function usePassword(act: Act) {
  const { api } = usePage();
  const current = useSignal("");
  const next = useSignal("");
  const wrong = useSignal<{ current?: string; next?: string }>({});
  useEffect(() => {
    wrong.value = {};
  }, [current.value, next.value]);
  const save = async () => {
    const { value: say } = meWords;
    const empty = current.value === "" ? { current: words.value.fieldEmpty } : {};
    wrong.value = { ...empty, ...([...next.value].length < 8 ? { next: words.value.shortPassword } : {}) };
    if (Object.keys(wrong.value).length > 0) return;
    const body = { current_password: current.value, new_password: next.value };
    const done = await act.run(async () => {
      try {
        await api.json("/api/auth/password", { method: "PUT", body });
      } catch (cause) {
        const isWrong = cause instanceof ApiFailure && cause.code === "forbidden";
        if (isWrong) wrong.value = { current: say.passwordWrong };
        throw cause;
      }
    }, say.passwordChanged);
    if (!done) return;
    current.value = "";
    next.value = "";
  };
  return { current, next, wrong, save };
}

function Password() {
  const act = useAct();
  const { current, next, wrong, save } = usePassword(act);
  const { value: say } = meWords;
  return (
    <form
      class="me-form"
      noValidate
      aria-labelledby="me-password"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <h2 id="me-password">{say.passwordTitle}</h2>
      <Field
        id="me-current"
        name="current"
        type="password"
        label={say.currentPassword}
        autocomplete="current-password"
        wrong={wrong.value.current ?? null}
        value={current.value}
        onType={(text) => {
          current.value = text;
        }}
      />
      <Field
        id="me-next"
        name="next"
        type="password"
        label={say.newPassword}
        hint={words.value.passwordHint}
        autocomplete="new-password"
        wrong={wrong.value.next ?? null}
        value={next.value}
        onType={(text) => {
          next.value = text;
        }}
      />
      <button type="submit" class="pill strong" aria-disabled={act.busy.value}>
        {say.passwordTitle}
      </button>
      <ActLine act={act} />
    </form>
  );
}
