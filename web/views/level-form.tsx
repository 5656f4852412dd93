// The owner says how close the two are, with a reason for the record.
import { useSignal } from "@preact/signals";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import type { RelationshipLevel } from "../../src/schema/relationship.ts";
import { useDeeds } from "../deeds.ts";
import { useHere } from "../here.ts";
import type { LevelSet } from "../inner-shapes.ts";
import { usePage } from "../page-state.ts";
import { words } from "../words.ts";
import { innerWords } from "../words-inner.ts";
import { SmallForm } from "./small-form.tsx";

const levels: readonly RelationshipLevel[] = ["特别关心", "关系较好", "一般", "关系冷淡", "决裂"];

type LevelFormProps = { id: string; level: RelationshipLevel; onDone: () => void };

export function LevelForm({ id, level, onDone }: LevelFormProps) {
  const page = usePage();
  const deeds = useDeeds();
  const here = useHere();
  const chosen = useSignal(level);
  const box = useRef<HTMLFieldSetElement>(null);
  const name = useId();
  const { value: say } = innerWords;
  useLayoutEffect(() => box.current?.querySelector<HTMLInputElement>("input:checked")?.focus(), []);
  const save = async (reason: string) => {
    const body = { level: chosen.value, ...(reason === "" ? {} : { reason }) };
    let said = "";
    const task = async () => {
      const set = await page.api.json<LevelSet>(`/api/relationship/${id}`, { method: "PUT", body });
      said = set.changed ? say.levelSet(words.value.levels[set.level]) : say.levelSame;
      void page.contacts.load();
      return set;
    };
    if ((await deeds.run(task, () => said)) && here()) onDone();
  };
  return (
    <SmallForm
      label={say.setLevel}
      onSave={(data) => void save(String(data.get("reason") ?? "").trim())}
      onDone={onDone}
    >
      <fieldset class="level-choices" ref={box}>
        <legend>{say.chooseLevel}</legend>
        {levels.map((one) => (
          <label key={one}>
            <input
              type="radio"
              name="level"
              value={one}
              checked={one === chosen.value}
              onChange={() => {
                chosen.value = one;
              }}
            />
            <span>{words.value.levels[one]}</span>
          </label>
        ))}
      </fieldset>
      <div class="field">
        <label for={name}>{say.levelReason}</label>
        <input
          id={name}
          class="input"
          name="reason"
          maxLength={300}
          autocomplete="off"
          aria-describedby={`${name}-hint`}
        />
        <p class="hint" id={`${name}-hint`}>
          {say.levelReasonHint}
        </p>
      </div>
    </SmallForm>
  );
}
