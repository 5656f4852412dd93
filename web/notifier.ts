// Reminders of this device: the browser's own notifications, asked for on a click, for words that come while nobody looks.
import { signal } from "@preact/signals";
import { readKept, writeKept } from "./kept.ts";

/** "missing": this browser has none; "refused": the person or the browser said no. */
export type Reminding = "on" | "off" | "refused" | "missing";

const name = "remind";

function permission(): NotificationPermission | null {
  return "Notification" in window ? Notification.permission : null;
}

function standing(): Reminding {
  const allowed = permission();
  if (allowed === null) return "missing";
  if (allowed === "denied") return "refused";
  return allowed === "granted" && readKept("local", name) === "on" ? "on" : "off";
}

/** What holds on this device; read from the browser the first time it is asked for. */
export const reminding = signal<Reminding>("off");

/** Takes up what was chosen. Called when the first talk is shown. */
export function startReminding(): void {
  reminding.value = standing();
}

/** Asks the browser, and keeps the choice. Must come from a click: browsers answer nothing else. */
export async function remind(on: boolean): Promise<void> {
  if (!on) writeKept("local", name, null);
  else if (permission() !== null && (await Notification.requestPermission()) === "granted") {
    writeKept("local", name, "on");
  }
  reminding.value = standing();
}

export type Reminder = { title: string; text: string; user_id: string; onOpen: () => void };

/** Characters of a message that a reminder shows. */
const shown = 140;

/** Shows a reminder, where they are wished for and the page is not before the person's eyes. One companion's newer one takes the older one's place. */
export function showReminder({ title, text, user_id, onOpen }: Reminder): void {
  if (reminding.value !== "on" || document.visibilityState === "visible") return;
  const options = {
    body: [...text].slice(0, shown).join(""),
    tag: `keepsake-${user_id}`,
    icon: "/favicon.svg",
    // For the service worker, which shows it on phones and hears the tap.
    data: { user_id },
  };
  try {
    const reminder = new Notification(title, options);
    reminder.addEventListener("click", () => {
      window.focus();
      reminder.close();
      onOpen();
    });
  } catch {
    void showByWorker(title, options);
  }
}

/** Phones take them from a service worker alone. Where there is none, the title's count and the unread mark still tell. */
async function showByWorker(title: string, options: NotificationOptions): Promise<void> {
  try {
    const worker = await navigator.serviceWorker?.getRegistration();
    await worker?.showNotification(title, options);
  } catch {
    // A reminder is comfort: what was said stands in the talk.
  }
}
