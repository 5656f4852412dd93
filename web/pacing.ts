// How the companions' answers come, as one choice over what each of them has. Pure.

export const paces = ["human", "quick", "instant"] as const;
export type Pace = (typeof paces)[number];

/** What the server says of a companion's pacing; `pacing_speed`: 1 is a person's, less is faster. */
export type Paced = { user_id: string; pacing?: string; pacing_speed?: number };

const quick = 0.5;

/** The fields of a companion that make it so. */
export function pacingFor(pace: Pace): { pacing: "human" | "instant"; pacing_speed?: number } {
  if (pace === "instant") return { pacing: "instant" };
  return { pacing: "human", pacing_speed: pace === "quick" ? quick : 1 };
}

function paceOfOne({ pacing = "human", pacing_speed = 1 }: Paced): Pace {
  if (pacing === "instant" || pacing_speed === 0) return "instant";
  return pacing_speed < 1 ? "quick" : "human";
}

/** The choice that all of them share; null where they differ, or where there is nobody. */
export function paceOf(companions: readonly Paced[]): Pace | null {
  const [first, ...others] = new Set(companions.map(paceOfOne));
  return first === undefined || others.length > 0 ? null : first;
}
