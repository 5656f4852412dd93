// The green chips under a breath; one that names a memory opens it, right under the line.
import type { Signal } from "@preact/signals";
import { useId } from "preact/hooks";
import type { Recalled } from "../../src/schema/message.ts";
import type { Breath } from "../breath.ts";
import { type Chip, chipsOf } from "../chips.ts";
import { usePage } from "../page-state.ts";
import { recalledShown } from "../recalled-shown.ts";
import { lazyPart } from "./lazy-part.tsx";

const RecalledCard = lazyPart(() => import("./recalled-card.tsx").then((part) => part.RecalledCard));

/** The memory whose card is open, with the key of its chip. */
export type OpenChip = { key: string; recalled: Recalled; box: string };

type ChipsProps = { breath: Breath; fresh: boolean; open: Signal<OpenChip | null> };

export function Chips({ breath, fresh, open }: ChipsProps) {
  const page = usePage();
  const box = useId();
  const chips = chipsOf(breath.messages, page.reader(), recalledShown.value);
  return (
    <>
      {chips.map((chip) => (
        <ChipView key={chip.key} chip={chip} fresh={fresh} box={box} open={open} />
      ))}
    </>
  );
}

type ChipViewProps = { chip: Chip; fresh: boolean; box: string; open: Signal<OpenChip | null> };

function ChipView({ chip, fresh, box, open }: ChipViewProps) {
  const look = fresh ? "chip fresh" : "chip";
  const { recalled } = chip;
  if (recalled === undefined) {
    return (
      <span class={look} title={chip.full}>
        {chip.label}
      </span>
    );
  }
  const isOpen = open.value?.key === chip.key;
  return (
    <button
      type="button"
      class={look}
      id={`${box}-${chip.key.replace(/\s/g, "-")}`}
      title={chip.full}
      aria-expanded={isOpen}
      aria-controls={isOpen ? box : undefined}
      onClick={() => {
        open.value = isOpen ? null : { key: chip.key, recalled, box };
      }}
    >
      {chip.label}
    </button>
  );
}

type OpenedChipProps = { user_id: string; open: Signal<OpenChip | null> };

/** The open card; closing it gives the focus back to its chip. */
export function OpenedChip({ user_id, open }: OpenedChipProps) {
  const shown = open.value;
  if (shown === null || !recalledShown.value) return null;
  const close = () => {
    open.value = null;
    document.getElementById(`${shown.box}-${shown.key.replace(/\s/g, "-")}`)?.focus();
  };
  return (
    <RecalledCard
      key={shown.key}
      user_id={user_id}
      recalled={shown.recalled}
      id={shown.box}
      onClose={close}
    />
  );
}
