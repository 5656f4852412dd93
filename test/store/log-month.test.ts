// The roll-over at a new month: what moves, what happens when it is cut short, and clocks that once stood wrong (R18).
import { describe, expect, test } from "vitest";
import { AppError } from "../../src/error.ts";
import type { LogDisk } from "../../src/store/log-disk.ts";
import { monthLabels, putAwayLabel } from "../../src/store/log-month.ts";
import { bench, codeOf, everything, isOurForm } from "./log-fixture.ts";
import { day, idsOf, november, say } from "./log-fixture-messages.ts";

const december = november + 31 * day;
const noted = async () => undefined;

describe("the first message of a new month", () => {
  test("puts the old month away and begins the present file anew", async () => {
    const { open, text } = await bench();
    const log = open();
    await log.append([say("a"), say("b", november + 1)]);
    await log.append([say("c", december)]);
    expect(idsOf(JSON.parse(await text("conversations/2026-11.json")))).toEqual(["a", "b"]);
    expect(idsOf(JSON.parse(await text()))).toEqual(["c"]);
    expect(isOurForm(await text("conversations/2026-11.json"))).toBe(true);
    expect(idsOf(await log.tail(9))).toEqual(["a", "b", "c"]);
    expect(idsOf(await open().tail(9))).toEqual(["a", "b", "c"]);
    expect(await codeOf(log.append([say("a", december)]))).toBe("conflict");
  });

  test("begins in the owner's zone", async () => {
    // 2026-12-01 00:30 in Shanghai, 16:30 of the day before in UTC.
    const border = 1_796_056_200;
    const files = async (zone: string) => {
      const { open, disk } = await bench();
      const log = open({ zone });
      await log.append([say("a")]);
      await log.append([say("b", border)]);
      return disk().list("conversations");
    };
    expect(await files("Asia/Shanghai")).toEqual(["2026-11.json"]);
    expect(await files("UTC")).toEqual([]);
  });

  test("joins what stands in that month's file already, and never takes its place", async () => {
    const { open, write, text, clock } = await bench();
    const log = open();
    await log.merge([say("x", november - 40 * day)]);
    await write(`[\n${JSON.stringify(say("imported", november - 5))}\n]`, "conversations/2026-11.json");
    await log.append([say("a"), say("b")]);
    clock.now = december;
    await log.append([say("c", december)]);
    expect(idsOf(JSON.parse(await text("conversations/2026-11.json")))).toEqual(["imported", "a", "b"]);
  });

  test("happens before history is merged, so that it lands among its own month", async () => {
    const { open, clock, text } = await bench();
    const log = open();
    await log.append([say("a"), say("c", november + 9)]);
    clock.now = december;
    await log.merge([say("b", november + 5), say("d", december)]);
    expect(idsOf(JSON.parse(await text("conversations/2026-11.json")))).toEqual(["a", "b", "c"]);
    expect(idsOf(JSON.parse(await text()))).toEqual(["d"]);
  });
});

describe("a roll-over that is cut short", () => {
  /** A disk that dies at its n-th change, and stays dead. */
  function mortal(disk: LogDisk, lives: { left: number }): LogDisk {
    const dies = () => {
      lives.left -= 1;
      if (lives.left < 0) throw new Error("killed");
    };
    return {
      ...disk,
      replace: async (name, text, before) => {
        dies();
        return disk.replace(name, text, before);
      },
      remove: async (name) => {
        dies();
        return disk.remove(name);
      },
      open: async (name) => {
        const handle = await disk.open(name);
        return {
          ...handle,
          write: async (bytes, position) => {
            dies();
            return handle.write(bytes, position);
          },
          sync: async () => {
            dies();
            return handle.sync();
          },
        };
      },
    };
  }

  test("at any step loses nothing, shows nothing twice, and is finished later", async () => {
    let steps = 0;
    for (; ; steps++) {
      const { open, disk, text } = await bench();
      await open().append([say("a"), say("b", november + 1)]);
      const lives = { left: steps };
      const dying = open({ disk: mortal(disk(), lives) });
      const survived = await dying.append([say("c", december)]).then(
        () => true,
        () => false,
      );
      const log = open();
      const expected = idsOf(await log.tail(9)).includes("c") ? ["a", "b", "c"] : ["a", "b"];
      if (survived) expect(expected).toEqual(["a", "b", "c"]);
      expect(idsOf(await log.tail(9))).toEqual(expected);
      expect(idsOf(await everything(log))).toEqual(expected);
      expect(idsOf(await log.page({ after: "a", limit: 9 }))).toEqual(expected.slice(1));
      expect((await log.topics())[0]?.message_count).toBe(expected.length);
      await log.append([say("d", december + 1)]);
      expect(idsOf(await everything(open()))).toEqual([...expected, "d"]);
      expect(idsOf(JSON.parse(await text("conversations/2026-11.json")))).toEqual(["a", "b"]);
      if (survived) break;
    }
    expect(steps).toBeGreaterThanOrEqual(4);
  });

  async function cutShort() {
    const made = await bench();
    await made.open().append([say("a"), say("b", november + 1)]);
    const lives = { left: 1 };
    await made
      .open({ disk: mortal(made.disk(), lives) })
      .append([say("c", december)])
      .catch(() => undefined);
    expect(idsOf(JSON.parse(await made.text("conversations/2026-11.json")))).toEqual(["a", "b"]);
    expect(idsOf(JSON.parse(await made.text()))).toEqual(["a", "b"]);
    return made;
  }

  test("keeps what the owner changed in the meantime in the present file", async () => {
    const { open, write } = await cutShort();
    await write(
      `[\n${JSON.stringify(say("a", november, { content: "改过" }))},\n${JSON.stringify(say("b", november + 1))}\n]`,
    );
    const log = open();
    expect((await log.find("a"))?.content).toBe("改过");
    await log.append([say("c", december)]);
    expect((await everything(open())).map((message) => message.content)).toEqual([
      "改过",
      "说的是 b",
      "说的是 c",
    ]);
  });

  test("does not bring back what is deleted meanwhile", async () => {
    const { open, text } = await cutShort();
    await open().rewrite({ remove: ["a"] }, noted);
    expect(idsOf(await everything(open()))).toEqual(["b"]);
    expect((await text()) + (await text("conversations/2026-11.json"))).not.toContain('"a"');
  });

  test("by the owner's edit at that very moment keeps the edit", async () => {
    const { open, disk, write } = await bench();
    await open().append([say("a"), say("b", november + 1)]);
    const edited = say("a", november, { content: "正好在改" });
    const real = disk();
    const log = open({
      disk: {
        ...real,
        replace: async (name, text, before) => {
          const stamp = await real.replace(name, text, before);
          if (name.startsWith("conversations/"))
            await write(JSON.stringify([edited, say("b", november + 1)]));
          return stamp;
        },
      },
    });
    await log.append([say("c", december)]);
    for (const one of [log, open()]) {
      expect((await one.find("a"))?.content).toBe("正好在改");
      expect(idsOf(await everything(one)).sort()).toEqual(["a", "b", "c"]);
    }
  });

  test("for want of space lets the talk go on", async () => {
    const { open, disk, text } = await bench();
    await open().append([say("a")]);
    const real = disk();
    const log = open({
      disk: { ...real, replace: () => Promise.reject(new AppError("storage", "full")) },
    });
    await log.append([say("b", december)]);
    expect(idsOf(JSON.parse(await text()))).toEqual(["a", "b"]);
  });
});

describe("a clock that once stood wrong", () => {
  test.each([
    ["in 1970", [november, 100, november + 10, december]],
    ["in 2030", [november, 1_900_000_000, november + 10, december]],
    ["in 1970 at the turn of a month", [november, december, 100, december + 10, december + 31 * day]],
    ["back and forth", [december, november, december + 1, november + 1, december + 40 * day]],
  ])("changes nothing in the order of what was said: %s", async (_name, times) => {
    const { open } = await bench();
    const log = open();
    for (const [index, at] of times.entries()) await log.append([say(`m${index}`, at)]);
    const order = times.map((_, index) => `m${index}`);
    expect(idsOf(await everything(log))).toEqual(order);
    expect(idsOf(await open().tail(99))).toEqual(order);
  });

  test("puts nothing in front of history that is there already", async () => {
    const { open } = await bench();
    const log = open();
    await log.merge([say("history", november - 20 * day)]);
    await log.append([say("wrong clock", 100, { message_id: "wrong" })]);
    await log.append([say("right")]);
    expect(idsOf(await everything(log))).toEqual(["history", "wrong", "right"]);
  });

  test("keeps the file small again once it is right", async () => {
    const { open, text } = await bench();
    const log = open();
    for (const [index, at] of [november, 1_900_000_000, november + 10, december].entries()) {
      await log.append([say(`m${index}`, at)]);
    }
    expect(idsOf(JSON.parse(await text()))).toEqual(["m3"]);
  });
});

describe("labels", () => {
  test("agree with the calendar of the zone at its borders, also for times out of any calendar", () => {
    const shanghai = monthLabels("Asia/Shanghai");
    expect([1_796_054_399, 1_796_054_400].map(shanghai)).toEqual(["2026-11", "2026-12"]);
    const newYork = monthLabels("America/New_York");
    expect([1_793_505_599, 1_793_505_600].map(newYork)).toEqual(["2026-10", "2026-11"]);
    expect(monthLabels("Nowhere/Land")(0)).toBe("1970-01");
    expect(shanghai(1e300)).toBe("9999-12");
  });

  test("put nothing away that has no earlier month", () => {
    const label = monthLabels("UTC");
    expect(putAwayLabel([], "2026-11", undefined, label)).toBeUndefined();
    expect(
      putAwayLabel(
        [{ id: "a", topic: "t", at: december, imported: false, line: "" }],
        "2026-11",
        undefined,
        label,
      ),
    ).toBeUndefined();
  });
});
