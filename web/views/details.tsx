// Details: two tabs, what the model would read now, and the files behind it.
import { useSignal } from "@preact/signals";
import { words } from "../words.ts";
import { Inspector } from "./inspector.tsx";
import { MemoryFiles } from "./memory-files.tsx";

const tabs = ["context", "files"] as const;

type Tab = (typeof tabs)[number];

/** Tabs by the book: one stop for the Tab key, arrows between them. */
export function Details({ id }: { id: string }) {
  const open = useSignal<Tab>("context");
  const choose = (tab: Tab) => {
    open.value = tab;
    document.getElementById(`tab-${tab}`)?.focus();
  };
  return (
    <>
      <div
        class="tabs"
        role="tablist"
        aria-label={words.value.details}
        onKeyDown={(event) => {
          const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
          if (step === undefined) return;
          event.preventDefault();
          const at = (tabs.indexOf(open.value) + step + tabs.length) % tabs.length;
          choose(tabs[at] ?? "context");
        }}
      >
        {tabs.map((tab) => (
          <button
            key={tab}
            type="button"
            role="tab"
            id={`tab-${tab}`}
            aria-selected={open.value === tab}
            aria-controls="life-panel"
            tabIndex={open.value === tab ? 0 : -1}
            onClick={() => choose(tab)}
          >
            {words.value[tab]}
          </button>
        ))}
      </div>
      <div
        class="tab-panel"
        role="tabpanel"
        id="life-panel"
        aria-labelledby={`tab-${open.value}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
      >
        {open.value === "context" ? <Inspector id={id} /> : <MemoryFiles id={id} />}
      </div>
    </>
  );
}
