// Which view is open: the address is the truth, so that the browser's back button and a reload work.
import { signal } from "@preact/signals";
import { noteMove } from "./focus.ts";

export type Route =
  | { view: "chats" }
  | { view: "talk"; id: string; details: boolean }
  | { view: "edit"; id: string }
  | { view: "start" }
  | { view: "add" }
  | { view: "me"; section?: MeSection };

/** The parts of Me that have an address of their own. */
export const meSections = [
  "account",
  "models",
  "cost",
  "notify",
  "keys",
  "sessions",
  "import",
  "export",
  "backups",
  "trash",
  "invites",
] as const;

export type MeSection = (typeof meSections)[number];

function isMeSection(name: string): name is MeSection {
  return (meSections as readonly string[]).includes(name);
}

/** The view an address asks for; what is unknown leads to the list. */
export function routeOf(path: string): Route {
  const talk = /^\/c\/([a-z0-9_-]{1,64})(\/details)?\/?$/.exec(path);
  if (talk?.[1] !== undefined) return { view: "talk", id: talk[1], details: talk[2] !== undefined };
  const edit = /^\/c\/([a-z0-9_-]{1,64})\/edit\/?$/.exec(path);
  if (edit?.[1] !== undefined) return { view: "edit", id: edit[1] };
  if (/^\/start\/?$/.test(path)) return { view: "start" };
  if (/^\/add\/?$/.test(path)) return { view: "add" };
  const me = /^\/me(?:\/([a-z]+))?\/?$/.exec(path);
  if (me !== null) {
    const section = me[1];
    return section !== undefined && isMeSection(section) ? { view: "me", section } : { view: "me" };
  }
  return { view: "chats" };
}

/** The address of a view. */
export function pathOf(route: Route): string {
  switch (route.view) {
    case "chats":
      return "/";
    case "talk":
      return `/c/${route.id}${route.details ? "/details" : ""}`;
    case "edit":
      return `/c/${route.id}/edit`;
    case "start":
      return "/start";
    case "add":
      return "/add";
    case "me":
      return route.section === undefined ? "/me" : `/me/${route.section}`;
  }
}

export const route = signal<Route>({ view: "chats" });

/** Opens a view. `replace` where going back to the one before makes no sense. */
export function go(next: Route, replace = false): void {
  const path = pathOf(next);
  if (path !== window.location.pathname) {
    if (replace) window.history.replaceState(null, "", path);
    else window.history.pushState(null, "", path);
  }
  noteMove();
  route.value = next;
}

/** Follows the address from now on. Called once. */
export function startRoute(): void {
  route.value = routeOf(window.location.pathname);
  window.addEventListener("popstate", () => {
    noteMove();
    route.value = routeOf(window.location.pathname);
  });
}
