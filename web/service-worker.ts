// The service worker: keeps the page's own hashed files, so that it opens quickly, and says what is safe where the server cannot be reached.
// Nothing of a person is ever kept: what is not one of those files is left to the browser, untouched.

/** Put in when the server starts: a name that changes with the files, and the files of the first view. */
declare const release: string;
declare const firstFiles: readonly string[];

type Waiting = Event & { waitUntil(task: Promise<unknown>): void };
type Fetching = Event & { request: Request; respondWith(answer: Promise<Response>): void };
type Tapped = Waiting & { notification: Notification };
type OpenWindow = { url: string; focus(): Promise<unknown>; navigate(url: string): Promise<unknown> };
type Worker = {
  location: Location;
  clients: {
    claim(): Promise<void>;
    matchAll(wanted: { type: "window"; includeUncontrolled: true }): Promise<OpenWindow[]>;
    openWindow(url: string): Promise<unknown>;
  };
  addEventListener(name: "install" | "activate", hear: (event: Waiting) => void): void;
  addEventListener(name: "fetch", hear: (event: Fetching) => void): void;
  addEventListener(name: "notificationclick", hear: (event: Tapped) => void): void;
};

const worker = globalThis as unknown as Worker;
const prefix = "keepsake-files-";
const name = prefix + release;
const offlinePage = "/offline.html";
/** Paths that are not the page's: never answered from here. */
const otherDoors = /^\/(?:api|doc|docs|health|metrics|test)(?:\/|$)/;

worker.addEventListener("install", (event) => {
  event.waitUntil(caches.open(name).then((cache) => cache.addAll([offlinePage, ...firstFiles])));
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(dropOlder().then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== worker.location.origin || otherDoors.test(pathname)) return;
  if (request.mode === "navigate") event.respondWith(documentOrOffline(request));
  else if (pathname.startsWith("/assets/") || firstFiles.includes(pathname))
    event.respondWith(keptOrFetched(request));
});

worker.addEventListener("notificationclick", (event) => {
  const { user_id } = (event.notification.data ?? {}) as { user_id?: unknown };
  event.notification.close();
  const isId = typeof user_id === "string" && /^[a-z0-9_-]{1,64}$/.test(user_id);
  event.waitUntil(showTalk(isId ? `/c/${user_id}` : "/"));
});

/** A tap on a reminder leads to its talk: in the window that is open, else in a new one. */
async function showTalk(path: string): Promise<void> {
  const { origin } = worker.location;
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = windows.find(({ url }) => new URL(url).origin === origin);
  if (open === undefined) {
    await worker.clients.openWindow(path);
    return;
  }
  // A browser may refuse to bring a window to the front; the talk is opened in it all the same.
  await open.focus().catch(() => undefined);
  if (new URL(open.url).pathname !== path) await open.navigate(path);
}

async function dropOlder(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((one) => one.startsWith(prefix) && one !== name).map((one) => caches.delete(one)),
  );
}

/** The document is asked for each time; where nothing answers, one page says so. */
async function documentOrOffline(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (cause) {
    const kept = await caches.match(offlinePage);
    if (kept === undefined) throw cause;
    return kept;
  }
}

/** A hashed file never changes: the kept one is as good. Only what the server itself calls immutable is kept. */
async function keptOrFetched(request: Request): Promise<Response> {
  const cache = await caches.open(name);
  const kept = await cache.match(request);
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  const lasts = answer.headers.get("cache-control")?.includes("immutable") === true;
  if (answer.ok && lasts && !request.headers.has("authorization")) {
    // A full disk costs the speed, never the page.
    await cache.put(request, answer.clone()).catch(() => undefined);
  }
  return answer;
}
