// Where the right column stands: which room and view of it, and which entry is asked for. Other views send one there.
import { signal } from "@preact/signals";
import { focusNext } from "./focus.ts";
import type { EraseWish } from "./memory-shapes.ts";
import { go } from "./route.ts";
import { width } from "./width.ts";

export const memoryTabs = ["about", "story", "changes", "erase", "details"] as const;
export type MemoryTab = (typeof memoryTabs)[number];

export const chapters = ["now", "lately", "past", "heart"] as const;
export type Chapter = (typeof chapters)[number];

/** What is remembered, or what goes on inside the companion. */
export type LifeRoom = "memory" | "inner";

export const innerTabs = ["now", "bond", "mood", "self"] as const;
export type InnerTab = (typeof innerTabs)[number];

export type Place = {
  /** The companion whose panel it is: what was asked for in one is not asked for in another. */
  user_id: string;
  room: LifeRoom;
  inner: InnerTab;
  tab: MemoryTab;
  chapter: Chapter;
  /** The entry that is asked for, until its view has shown it; `mend` opens it for correction. */
  entry: { id: string; mend: boolean } | null;
  /** What the erase view is asked to look for, with a name for it. */
  erase: { wish: EraseWish; name: string } | null;
};

export const place = signal<Place>({
  user_id: "",
  room: "memory",
  inner: "now",
  tab: "about",
  chapter: "now",
  entry: null,
  erase: null,
});

/** Stands elsewhere within the panel; what is left out of `next` stays, the entry asked for does not. A tab brings its room. */
export function stand(next: Partial<Place>): void {
  const room =
    next.tab !== undefined
      ? { room: "memory" as const }
      : next.inner !== undefined
        ? { room: "inner" as const }
        : {};
  place.value = { ...place.peek(), entry: null, erase: null, ...room, ...next };
}

/** Opens the panel of a companion, wherever the page stands, at a place of it. */
export function openMemory(user_id: string, next: Partial<Place>): void {
  stand({ ...next, user_id });
  if (width.peek() === "wide") return;
  focusNext("life-panel");
  go({ view: "talk", id: user_id, details: true });
}

/** Where the entry of a recalled line stands; null for what is no entry of these views (a message, a lore text). */
export function placeOf(type: string, id: string, mend: boolean): Partial<Place> | null {
  const entry = { id: id.replace(/#detail$/, ""), mend };
  switch (type) {
    case "fact":
      return { tab: "about", entry };
    case "mid":
      return { tab: "story", chapter: "lately", entry };
    case "long":
    case "detail":
      return { tab: "story", chapter: "past", entry };
    case "core":
      return { tab: "story", chapter: "heart", entry };
    default:
      return null;
  }
}
