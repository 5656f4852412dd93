// How well the two know each other, and, folded, how trust is worked out from its parts.
import type { Relationship } from "../inner-shapes.ts";
import { partWeights, percentOf } from "../level-words.ts";
import { innerWords } from "../words-inner.ts";

const stageNames: readonly Relationship["stage"][] = ["初期", "熟悉期", "亲密期", "深度期"];

export function Trust({ relationship }: { relationship: Relationship }) {
  const { value: say } = innerWords;
  const { stage, days } = relationship;
  const at = stageNames.indexOf(stage);
  return (
    <section aria-labelledby="inner-stage">
      <h3 class="part" id="inner-stage">
        {say.stage}
      </h3>
      <ol class="stages">
        {stageNames.map((one, index) => (
          <li
            key={one}
            aria-current={one === stage ? "step" : undefined}
            class={index < at ? "past" : undefined}
          >
            {say.stages[one]}
          </li>
        ))}
      </ol>
      <p class="hint">{say.stageHints[stage]}</p>
      {typeof days === "number" && days > 0 && <p class="hint">{say.talkedDays(days)}</p>}
      <HowTrust relationship={relationship} />
    </section>
  );
}

function HowTrust({ relationship: { trust, parts } }: { relationship: Relationship }) {
  const { value: say } = innerWords;
  const computed = Object.keys(parts ?? {}).length > 0;
  return (
    <details class="exactly">
      <summary>{say.trustHow}</summary>
      <p class="hint">{computed ? say.trustLead : say.notComputed}</p>
      {computed && (
        <dl class="trust">
          <Part name={say.trust} note="" share={percentOf(trust)} whole />
          {partWeights.map(([name, percent]) => (
            <Part
              key={name}
              name={say.parts[name] ?? name}
              note={percent < 0 ? say.takesOff(-percent) : say.weighs(percent)}
              share={percentOf(Object.hasOwn(parts, name) ? parts[name] : 0)}
              off={percent < 0}
            />
          ))}
        </dl>
      )}
    </details>
  );
}

type PartProps = { name: string; note: string; share: number; whole?: boolean; off?: boolean };

function Part({ name, note, share, whole = false, off = false }: PartProps) {
  const { value: say } = innerWords;
  return (
    <div class={whole ? "whole-trust" : undefined}>
      <dt>
        {name}
        {note !== "" && <small> {note}</small>}
      </dt>
      <dd>
        {say.percent(share)}
        <span class={off ? "size off" : "size"} aria-hidden="true">
          <i style={{ width: `${share}%` }} />
        </span>
      </dd>
    </div>
  );
}
