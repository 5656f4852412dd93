// Which view is open: the address is the truth, so that the browser's back button and a reload work.
import { signal } from "@preact/signals";
import { noteMove } from "./focus.ts";

export type Route =
  | { view: "chats" }
  | { view: "talk"; id: string; details: boolean }
  | { view: "add" }
  | { view: "me" };

/** The view an address asks for; what is unknown leads to the list. */
export function routeOf(path: string): Route {
  const talk = /^\/c\/([a-z0-9_-]{1,64})(\/details)?\/?$/.exec(path);
  if (talk?.[1] !== undefined) return { view: "talk", id: talk[1], details: talk[2] !== undefined };
  if (/^\/add\/?$/.test(path)) return { view: "add" };
  if (/^\/me\/?$/.test(path)) return { view: "me" };
  return { view: "chats" };
}

/** The address of a view. */
export function pathOf(route: Route): string {
  switch (route.view) {
    case "chats":
      return "/";
    case "talk":
      return `/c/${route.id}${route.details ? "/details" : ""}`;
    case "add":
      return "/add";
    case "me":
      return "/me";
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
