// One remembered thing: its text, its note, the words that prove it, and what may be done with it behind one button.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { useDeeds } from "../deeds.ts";
import { giveFocus } from "../focus.ts";
import { place, stand } from "../memory-place.ts";
import type { Written } from "../memory-shapes.ts";
import { usePage } from "../page-state.ts";
import { memoryWords } from "../words-memory.ts";
import { Icon } from "./icon.tsx";
import { ProofLink } from "./proof-link.tsx";

type MemoryRowProps = {
  user_id: string;
  id: string;
  /** The memory in one line, for labels and for what is said of a deed. */
  name: string;
  pinned: boolean;
  proof: readonly string[];
  note: ComponentChildren;
  /** The form that corrects it. */
  form?: (close: () => void) => ComponentChildren;
  /** Takes it away; undoable. */
  cross?: () => Promise<Written>;
  /** Asked once more before it is taken away. */
  sure?: string;
  /** Whether it is put aside, and how that is changed; left out where it cannot be. */
  aside?: { away: boolean; set: (away: boolean) => Promise<Written> };
  /** Stands with the acts. */
  more?: ComponentChildren;
  card?: boolean;
  /** False for what cannot be pinned. */
  pinnable?: boolean;
  children: ComponentChildren;
};

export function MemoryRow(props: MemoryRowProps) {
  const { user_id, id, name, pinned, proof, note, card = false, children } = props;
  const asked = place.value.entry?.id === id ? place.value.entry : null;
  const open = useSignal(asked !== null);
  const mending = useSignal(asked?.mend === true && props.form !== undefined);
  const row = useRef<HTMLLIElement>(null);
  const box = useId();
  const { value: say } = memoryWords;
  useEffect(() => {
    if (asked === null) return;
    open.value = true;
    mending.value = asked.mend && props.form !== undefined;
    row.current?.scrollIntoView({ block: "start" });
    // The form takes the focus by itself.
    if (!mending.peek()) row.current?.focus({ preventScroll: true });
  }, [asked]);
  const close = () => {
    mending.value = false;
    giveFocus(() => document.getElementById(`${box}-more`));
  };
  return (
    <li class={card ? "memory card-like" : "memory"} id={`entry-${id}`} tabIndex={-1} ref={row}>
      <div class="memory-top">
        <div class="memory-body">{children}</div>
        <button
          type="button"
          class="icon-button small"
          id={`${box}-more`}
          aria-label={say.actsFor(name)}
          aria-expanded={open.value}
          aria-controls={open.value ? box : undefined}
          onClick={() => {
            open.value = !open.value;
            mending.value = false;
          }}
        >
          <Icon name="more" size={18} />
        </button>
      </div>
      <div class="memory-foot">
        {pinned && <span class="tag leaf">{say.pinned}</span>}
        {note}
        <ProofLink user_id={user_id} message_ids={proof} about={name} />
      </div>
      {open.value && (
        <div class="acts-box" id={box}>
          {mending.value && props.form !== undefined ? (
            props.form(close)
          ) : (
            <Acts
              {...props}
              onMend={() => {
                mending.value = true;
              }}
            />
          )}
        </div>
      )}
    </li>
  );
}

function Acts(props: MemoryRowProps & { onMend: () => void }) {
  const { user_id, id, name, pinned, pinnable = true, form, cross, sure, more, onMend, aside } = props;
  const asking = useSignal(false);
  const deeds = useDeeds();
  const { value: say } = memoryWords;
  const takeAway = async () => {
    if (cross === undefined || !(await deeds.run(cross, say.crossedOut(name)))) return;
    // One may stand elsewhere by now.
    if (place.peek().entry?.id === id) stand({});
    // The row goes: the focus stays in the panel.
    const from = document.getElementById(`entry-${id}`);
    giveFocus(() => document.getElementById("life-panel"), { from, still: true });
  };
  return (
    <>
      <div class="acts">
        {form !== undefined && (
          <button type="button" class="pill" onClick={onMend}>
            {say.mend}
          </button>
        )}
        {pinnable && <PinAct user_id={user_id} id={id} name={name} pinned={pinned} />}
        {aside !== undefined && <AsideAct name={name} aside={aside} />}
        {cross !== undefined && (
          <button
            type="button"
            class="pill"
            aria-expanded={sure === undefined ? undefined : asking.value}
            onClick={() => {
              if (sure === undefined) void takeAway();
              else asking.value = !asking.value;
            }}
          >
            {say.crossOut}
          </button>
        )}
        <button
          type="button"
          class="pill"
          onClick={() => stand({ tab: "erase", erase: { wish: { entry_ids: [id] }, name } })}
        >
          {say.eraseThis}
        </button>
      </div>
      {asking.value && (
        <div class="asked">
          <p>{sure}</p>
          <div class="acts">
            <button type="button" class="pill" onClick={() => void takeAway()}>
              {say.crossOutIndeed}
            </button>
          </div>
        </div>
      )}
      {more}
    </>
  );
}

function PinAct({ user_id, id, name, pinned }: Pick<MemoryRowProps, "user_id" | "id" | "name" | "pinned">) {
  const page = usePage();
  const deeds = useDeeds();
  const { value: say } = memoryWords;
  const pin = () => {
    const body = { pinned: !pinned };
    const path = `/api/memory/${user_id}/pin/${encodeURIComponent(id)}`;
    void deeds.run(
      () => page.api.json<Written>(path, { method: "PUT", body }),
      pinned ? say.unpinnedNow(name) : say.pinnedNow(name),
    );
  };
  return (
    <button type="button" class="pill" onClick={pin}>
      {pinned ? say.unpin : say.pin}
    </button>
  );
}

type AsideActProps = { name: string; aside: NonNullable<MemoryRowProps["aside"]> };

function AsideAct({ name, aside: { away, set } }: AsideActProps) {
  const deeds = useDeeds();
  const { value: say } = memoryWords;
  return (
    <button
      type="button"
      class="pill"
      title={say.asideHint}
      onClick={() => void deeds.run(() => set(!away), away ? say.takenBack(name) : say.putAside(name))}
    >
      {away ? say.takeBackAside : say.aside}
    </button>
  );
}
