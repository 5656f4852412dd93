// A link inside the page: a real address, opened without loading the document again.
import type { ComponentChildren } from "preact";
import { go, pathOf, type Route } from "../route.ts";

type LinkProps = {
  to: Route;
  id?: string;
  class?: string;
  title?: string;
  "aria-label"?: string;
  "aria-current"?: "page";
  onOpen?: () => void;
  children: ComponentChildren;
};

/** Keeps to the browser's habits: with a key held, or the middle button, a new tab opens. */
export function Link({ to, onOpen, children, ...rest }: LinkProps) {
  return (
    <a
      {...rest}
      href={pathOf(to)}
      onClick={(event) => {
        if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        onOpen?.();
        go(to);
      }}
    >
      {children}
    </a>
  );
}
