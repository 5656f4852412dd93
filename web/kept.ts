// What the browser keeps for this page; a browser that refuses storage costs comfort, never a feature.

/** "local" outlives the window, "session" lives as long as the tab. */
export type Area = "local" | "session";

const prefix = "keepsake.";

function storage(area: Area): Storage {
  return area === "local" ? window.localStorage : window.sessionStorage;
}

/** The kept text, or null where nothing is kept or storage is refused. */
export function readKept(area: Area, name: string): string | null {
  try {
    return storage(area).getItem(prefix + name);
  } catch {
    return null;
  }
}

/** Keeps a text, or forgets it with null. Full or refused storage answers false, and the page works without. */
export function writeKept(area: Area, name: string, text: string | null): boolean {
  try {
    if (text === null) storage(area).removeItem(prefix + name);
    else storage(area).setItem(prefix + name, text);
    return true;
  } catch {
    // What is kept here is never the only copy of something said.
    return text === null;
  }
}

/** The kept JSON value if `fits` accepts it, otherwise `empty`: another version, or a hand, may have written it. */
export function readKeptJson<T>(area: Area, name: string, fits: (value: unknown) => value is T, empty: T): T {
  const text = readKept(area, name);
  if (text === null) return empty;
  try {
    const value: unknown = JSON.parse(text);
    return fits(value) ? value : empty;
  } catch {
    return empty;
  }
}

/** Forgets all that this page keeps for the tab (drafts, unsent messages): after signing out nobody else sees it. */
export function forgetTab(): void {
  try {
    for (const name of Object.keys(window.sessionStorage)) {
      if (name.startsWith(prefix)) window.sessionStorage.removeItem(name);
    }
  } catch {
    // As above.
  }
}
