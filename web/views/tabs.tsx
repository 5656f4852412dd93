// Tabs by the book: one stop for the Tab key, arrows between them, and the panel that belongs to them.
import type { ComponentChildren } from "preact";

type TabsProps<T extends string> = {
  /** Begins the ids of tabs and panel, so that tabs may stand within tabs. */
  name: string;
  label: string;
  tabs: readonly T[];
  titles: Record<T, string>;
  open: T;
  onOpen: (tab: T) => void;
  /** "tabs": the line at the top; "chips": a row within a view. */
  look?: "tabs" | "chips";
  children: ComponentChildren;
};

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

/** The look "tabs" has a panel that scrolls; that of "chips" grows with what it holds. */
export function Tabs<T extends string>(props: TabsProps<T>) {
  const { name, label, tabs, titles, open, onOpen, look = "tabs", children } = props;
  const idOf = (tab: T) => `${name}-tab-${tab}`;
  const choose = (tab: T | undefined) => {
    if (tab === undefined) return;
    onOpen(tab);
    document.getElementById(idOf(tab))?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step !== undefined) choose(tabs[(tabs.indexOf(open) + step + tabs.length) % tabs.length]);
    else if (event.key === "Home") choose(tabs[0]);
    else if (event.key === "End") choose(tabs.at(-1));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <div class={look} role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab}
            type="button"
            role="tab"
            id={idOf(tab)}
            aria-selected={open === tab}
            aria-controls={`${name}-panel`}
            tabIndex={open === tab ? 0 : -1}
            onClick={() => choose(tab)}
          >
            {titles[tab]}
          </button>
        ))}
      </div>
      <div
        class={look === "tabs" ? "tab-panel" : undefined}
        role="tabpanel"
        id={`${name}-panel`}
        aria-labelledby={idOf(open)}
        tabIndex={look === "tabs" ? 0 : -1}
      >
        {children}
      </div>
    </>
  );
}
