// The title of the window: where one is, and how much is waiting. Pure.
import type { Route } from "./route.ts";
import type { AiUser } from "./shapes.ts";
import type { Words } from "./words-zh.ts";

function placeOf(route: Route, companions: readonly AiUser[], words: Words): string {
  switch (route.view) {
    case "talk":
    case "edit":
      return companions.find((one) => one.user_id === route.id)?.name ?? "";
    case "start":
    case "add":
      return words.addTitle;
    case "me":
      return words.me;
    case "chats":
      return "";
  }
}

/** "(2) 小雨 · 记得": unseen messages, the open view, the house. */
export function titleOf(
  route: Route,
  companions: readonly AiUser[],
  unread: Readonly<Record<string, number>>,
  words: Words,
): string {
  const count = Object.values(unread).reduce((sum, one) => sum + one, 0);
  const title = [placeOf(route, companions, words), words.brand].filter((part) => part !== "").join(" · ");
  return count === 0 ? title : `(${count}) ${title}`;
}
