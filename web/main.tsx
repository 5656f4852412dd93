// The page's beginning: the only place below which nothing reads a clock or makes ids (invariant 8).
import { render } from "preact";
import { keepFocus } from "./focus.ts";
import { createPageState } from "./page-state.ts";
import { followDeviceTheme } from "./preferences.ts";
import { startRecalled } from "./recalled-shown.ts";
import { startRoute } from "./route.ts";
import { App } from "./views/app.tsx";
import { startWidth } from "./width.ts";
import { startLanguage } from "./words.ts";

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

function now(): number {
  return Date.now() / 1000;
}

/** A ULID. Made by hand, since crypto.randomUUID is missing where a home server is reached over plain http. */
function newId(): string {
  let time = Math.floor(now() * 1000);
  let stamp = "";
  for (let at = 0; at < 10; at += 1) {
    stamp = alphabet.charAt(time % 32) + stamp;
    time = Math.floor(time / 32);
  }
  const random = crypto.getRandomValues(new Uint8Array(16));
  return stamp + Array.from(random, (byte) => alphabet.charAt(byte % 32)).join("");
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

const place = document.getElementById("page");
if (place === null) throw new Error("the document has no place for the page");

startLanguage();
startRecalled();
startWidth();
startRoute();
followDeviceTheme();
keepFocus(place);
const page = createPageState({
  fetch: (input, init) => fetch(input, init),
  now,
  newId,
  pause,
  browserTimeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});
render(<App page={page} />, place);
void page.door.resume();
// After the first view: it only makes the next one quicker, and says what is safe where the server is away.
window.addEventListener("load", () => {
  // Missing where a home server is reached over plain http.
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js").catch(() => undefined);
});
