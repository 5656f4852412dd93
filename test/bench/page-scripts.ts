// What the page's bench runs inside the browser: listeners that note long tasks and the delay of keys, and the scroll itself.
import type { Page } from "playwright-core";

/** Milliseconds; `seconds` is how long it took. */
export type ScrollFound = {
  longTasks: number[];
  worstFrame: number;
  seconds: number;
  mostNodes: number;
  reached: boolean;
};

/** Milliseconds from the key to its listener, and to the picture after it. */
export type KeysFound = { heard: number; worstHeard: number; worstPainted: number };

type Noted = { longTasks: number[]; stop: () => void };

/** Notes every task over 50 ms of the page's own thread from now on, in `window.noted`. */
async function noteLongTasks(page: Page): Promise<void> {
  await page.evaluate(() => {
    const longTasks: number[] = [];
    const watch = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) longTasks.push(entry.duration);
    });
    watch.observe({ type: "longtask" });
    Object.assign(window, { noted: { longTasks, stop: () => watch.disconnect() } });
  });
}

/** Scrolls an element up, some screens at each picture, until it has no more above it or `most` seconds are over. */
export async function scrollUp(
  page: Page,
  selector: string,
  last: string,
  most: number,
): Promise<ScrollFound> {
  await noteLongTasks(page);
  return await page.evaluate(
    ([box, end, seconds]) =>
      new Promise<ScrollFound>((resolve) => {
        const view = document.querySelector(box);
        const { noted } = window as unknown as { noted: Noted };
        const started = performance.now();
        let before = started;
        let worstFrame = 0;
        let mostNodes = 0;
        let count = 0;
        const step = () => {
          const now = performance.now();
          worstFrame = Math.max(worstFrame, now - before);
          before = now;
          count += 1;
          if (count % 50 === 0)
            mostNodes = Math.max(mostNodes, document.querySelectorAll("[data-message]").length);
          const reached = view === null || document.querySelector(end) !== null;
          if (reached || now - started > seconds * 1000) {
            noted.stop();
            const { longTasks } = noted;
            resolve({ longTasks, worstFrame, seconds: (now - started) / 1000, mostNodes, reached });
            return;
          }
          view.scrollTop -= 1_500;
          requestAnimationFrame(step);
        };
        requestAnimationFrame(step);
      }),
    [selector, last, most] as const,
  );
}

/** Notes from now on how late each key is heard and seen; read with `keysHeard`. */
export async function noteKeys(page: Page): Promise<void> {
  await page.evaluate(() => {
    const keys = { heard: 0, worstHeard: 0, worstPainted: 0 };
    Object.assign(window, { keys });
    window.addEventListener(
      "keydown",
      (event) => {
        keys.heard += 1;
        keys.worstHeard = Math.max(keys.worstHeard, performance.now() - event.timeStamp);
        requestAnimationFrame(() => {
          const painted = new MessageChannel();
          painted.port1.onmessage = () => {
            keys.worstPainted = Math.max(keys.worstPainted, performance.now() - event.timeStamp);
          };
          painted.port2.postMessage(0);
        });
      },
      { capture: true },
    );
  });
}

export async function keysHeard(page: Page): Promise<KeysFound> {
  return await page.evaluate(() => (window as unknown as { keys: KeysFound }).keys);
}

/** Milliseconds from the navigation until an element stands, is painted, and the thread is free for a key. */
export async function readyAfter(page: Page, url: string, selector: string): Promise<number> {
  await page.goto(url, { waitUntil: "commit" });
  await page.locator(selector).first().waitFor();
  return await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now()), 0));
      }),
  );
}
