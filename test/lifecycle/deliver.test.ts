// How bubbles reach the person: durable before they are shown, paced within the ceilings of R11, and dropped once stopped.
import { describe, expect, it } from "vitest";
import type { Deps } from "../../src/deps.ts";
import { AppError } from "../../src/error.ts";
import { seededRandom } from "../../src/ids.ts";
import { startDelivery } from "../../src/lifecycle/deliver.ts";
import type { Turn } from "../../src/lifecycle/turn.ts";
import type { Message } from "../../src/schema/message.ts";
import type { StreamEvent } from "../../src/schema/stream-event.ts";
import { dataOf } from "./scene.ts";

type Setting = { pacing?: "human" | "instant"; speed?: number; privately?: boolean; refuseAt?: number };

/** A delivery whose waiting takes no time, and what it did in which order. */
function setting({ pacing = "human", speed = 1, privately = false, refuseAt = -1 }: Setting = {}) {
  const steps: string[] = [];
  const waits: number[] = [];
  const log: Message[] = [];
  const events: StreamEvent[] = [];
  const abort = new AbortController();
  let ids = 0;
  const deps = {
    random: seededRandom("deliver"),
    clock: { now: () => 1_773_144_000 },
    newId: () => `id-${++ids}`,
    wait: async (ms: number) => {
      waits.push(ms);
      return !abort.signal.aborted;
    },
    store: {
      log: {
        append: async (_user: string, messages: readonly Message[]) => {
          if (log.length === refuseAt) throw new AppError("storage", "The disk is full.");
          log.push(...messages);
          steps.push(`stored ${messages[0]?.content}`);
        },
      },
    },
  } as unknown as Deps;
  const turn = {
    request: { account: "owner", user: "xiaoxia", content: "在吗" },
    messageId: "m-1",
    privately: privately ? [] : undefined,
    signal: abort.signal,
    emit: (event: StreamEvent) => {
      events.push(event);
      if (event.event === "bubble") steps.push(`shown ${event.data.content}`);
    },
  } as unknown as Turn;
  const message: Message = { message_id: "m-1", role: "user", content: "在吗", timestamp: 1, topic_id: "t" };
  const delivery = startDelivery(deps, turn, {
    message,
    replyId: "r-1",
    model: () => "chat",
    pacing,
    speed,
    recalled: [],
  });
  return { delivery, steps, waits, log, events, abort };
}

const long = "这是一句相当长的话，打出来要花上好一会儿，所以它的等待应该碰到上限才对，不然人就一直等下去了";

describe("a delivery", () => {
  it("stores each bubble before it is shown", async () => {
    const { delivery, steps } = setting({ pacing: "instant" });
    delivery.add(["一", "二"]);
    await delivery.close("stop");
    expect(steps).toEqual(["stored 一", "shown 一", "stored 二", "shown 二"]);
  });

  it("marks how the reply ended on its last bubble only", async () => {
    const { delivery, log } = setting({ pacing: "instant" });
    delivery.add(["一"]);
    delivery.add(["二", "三"]);
    const { bubbles } = await delivery.close("cut");
    expect(bubbles.map(({ finish }) => finish)).toEqual([undefined, undefined, "cut"]);
    expect(log).toEqual(bubbles);
  });

  it("waits at most 2.5 s for the first bubble, 8 s for each and 20 s for all (R11)", async () => {
    for (const speed of [1, 10]) {
      const { delivery, waits, events } = setting({ speed });
      delivery.add([long, long, long, long, long]);
      await delivery.close("stop");
      expect(dataOf(events, "bubble").map(({ delay_ms }) => delay_ms)).toEqual(waits);
      expect(waits[0]).toBe(2_500);
      expect(Math.max(...waits)).toBeLessThanOrEqual(8_000);
      expect(waits.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(20_000);
      expect(waits).toHaveLength(5);
    }
  });

  it("follows the document's figure below the ceilings: 0.5 to 1.2 seconds a character times the speed", async () => {
    const { delivery, waits } = setting({ speed: 0.1 });
    delivery.add(["十个字的一句话在这儿", "五个字的话"]);
    await delivery.close("stop");
    const [first = 0, second = 0] = waits;
    expect([first >= 500 && first <= 1_200, second >= 250 && second <= 600]).toEqual([true, true]);
  });

  it("does not wait at all when pacing is instant or the speed is 0", async () => {
    for (const wish of [{ pacing: "instant" }, { speed: 0 }] as const) {
      const { delivery, waits } = setting(wish);
      delivery.add([long, long]);
      await delivery.close("stop");
      expect(waits).toEqual([]);
    }
  });

  it("puts the tools of a turn on the next bubble that is stored, once", async () => {
    const { delivery, log } = setting({ pacing: "instant" });
    delivery.addTools([{ id: "c", name: "get_current_state", arguments: "{}", ok: true, result: "{}" }]);
    delivery.add(["一", "二"]);
    await delivery.close("stop");
    expect(log.map(({ tools }) => tools?.length ?? 0)).toEqual([1, 0]);
  });

  it("keeps a private reply out of the log", async () => {
    const { delivery, log, events } = setting({ pacing: "instant", privately: true });
    delivery.add(["悄悄话"]);
    const { bubbles } = await delivery.close("stop");
    expect([log, bubbles.length, events.length]).toEqual([[], 1, 1]);
  });
});

describe("a delivery that is stopped", () => {
  it("drops what was not sent, and says so", async () => {
    const { delivery, log, abort } = setting({ pacing: "instant" });
    delivery.add(["发出去了", "没发出去"]);
    await new Promise((done) => setImmediate(done));
    abort.abort();
    expect(await delivery.close("stop")).toMatchObject({ bubbles: [{ content: "发出去了" }], dropped: true });
    expect(log.map(({ content }) => content)).toEqual(["发出去了"]);
  });

  it("after its last bubble went out is whole", async () => {
    const { delivery, abort } = setting({ pacing: "instant" });
    delivery.add(["全发完了"]);
    const closed = await delivery.close("stop");
    abort.abort();
    expect(closed).toMatchObject({ bubbles: [{ finish: "stop" }], dropped: false });
  });
});

describe("a disk that refuses a bubble", () => {
  it("ends the delivery with its error, and the bubble is not shown", async () => {
    const { delivery, steps } = setting({ pacing: "instant", refuseAt: 1 });
    delivery.add(["一", "二", "三"]);
    await expect(delivery.close("stop")).rejects.toMatchObject({ code: "storage" });
    expect(steps).toEqual(["stored 一", "shown 一"]);
  });
});
