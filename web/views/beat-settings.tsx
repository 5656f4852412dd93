// How one wants to be come to: how often a day and on which days, and the quiet hours.
import { useDeeds } from "../deeds.ts";
import type { BeatConfig, HeartbeatView } from "../inner-shapes.ts";
import { useLoaded } from "../loading.ts";
import { usePage } from "../page-state.ts";
import { useSetting } from "../setting.ts";
import { innerWords } from "../words-inner.ts";
import { QuietHours } from "./quiet-hours.tsx";

const usualLimits = [0, 1, 2, 3, 5, 8, 12];

export function BeatSettings({ id, view }: { id: string; view: HeartbeatView }) {
  const { value: say } = innerWords;
  return (
    <section aria-labelledby="inner-how">
      <h3 class="part" id="inner-how">
        {say.howOften}
      </h3>
      <HowOften id={id} limit={view.daily_limit} />
      <QuietHours />
    </section>
  );
}

function HowOften({ id, limit }: { id: string; limit: number }) {
  const page = usePage();
  const deeds = useDeeds();
  const version = page.memoryVersion.value[id] ?? 0;
  const [loaded] = useLoaded<BeatConfig>(page.api, `/api/ai-users/${id}`, version);
  const { value: say } = innerWords;
  const config = loaded.value.value;
  const days = config?.heartbeat;
  const set = (body: object) =>
    deeds.runAfter(async () => {
      await page.api.json("/api/heartbeat/configure", { method: "POST", body: { user_id: id, ...body } });
      return undefined;
    }, say.setNow);
  const [most, setMost] = useSetting(limit, (daily_limit) => set({ daily_limit }));
  const [occasions, setOccasions] = useSetting(days?.occasions ?? true, (on) => set({ occasions: on }));
  const [festivals, setFestivals] = useSetting(days?.festivals ?? false, (on) => set({ festivals: on }));
  const limits = [...new Set([...usualLimits, limit, most])].sort((a, b) => a - b);
  return (
    <>
      <label class="set-line">
        <span>{say.dailyLimit}</span>
        <select class="input" value={most} onChange={(event) => setMost(Number(event.currentTarget.value))}>
          {limits.map((one) => (
            <option key={one} value={one}>
              {say.times(one)}
            </option>
          ))}
        </select>
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={occasions}
          disabled={config === null}
          onChange={(event) => setOccasions(event.currentTarget.checked)}
        />
        <span>{say.occasions}</span>
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={festivals}
          disabled={config === null}
          onChange={(event) => setFestivals(event.currentTarget.checked)}
        />
        <span>{say.festivals}</span>
      </label>
    </>
  );
}
