import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { backupsToKeep, type Dated, isBackupDue } from "../../src/memory/backup-keep.ts";
import { localTime } from "../../src/schema/zone.ts";

const at = (iso: string) => Date.parse(iso) / 1000;
const zone = "Asia/Shanghai";
const day = 86_400;

describe("a backup is due", () => {
  it("once after 3 o'clock of the owner's night, not before", () => {
    const last = at("2026-03-10T03:00:10+08:00");
    expect(isBackupDue(last, at("2026-03-10T23:00:00+08:00"), zone)).toBe(false);
    expect(isBackupDue(last, at("2026-03-11T02:59:59+08:00"), zone)).toBe(false);
    expect(isBackupDue(last, at("2026-03-11T03:00:00+08:00"), zone)).toBe(true);
    expect(isBackupDue(at("2026-03-11T03:00:00+08:00"), at("2026-03-11T03:00:15+08:00"), zone)).toBe(false);
  });

  it("when a machine comes back that was off at that hour, and once for a week that it was off", () => {
    const last = at("2026-03-03T03:00:00+08:00");
    const back = at("2026-03-10T09:00:00+08:00");
    expect(isBackupDue(last, back, zone)).toBe(true);
    expect(isBackupDue(back, back + 60, zone)).toBe(false);
  });

  it("on the nights when the clocks change, too", () => {
    const berlin = "Europe/Berlin";
    for (const night of ["2026-03-29", "2026-10-25"]) {
      const before = at(`${night}T00:30:00Z`) - day;
      const due = Array.from({ length: 48 }, (_, n) => before + n * 1_800).filter((now) =>
        isBackupDue(before, now, berlin),
      );
      expect(due.length).toBeGreaterThan(0);
      expect(localTime(due[0] ?? 0, berlin).hour).toBe(3);
    }
  });

  it("when the last one is from the future, since the clock was wrong", () => {
    const now = at("2026-03-10T12:00:00+08:00");
    expect(isBackupDue(now + 400 * day, now, zone)).toBe(true);
    expect(isBackupDue(now + 60, now, zone)).toBe(false);
  });
});

/** One backup a night, up to a day. */
function nights(count: number, last = at("2026-11-29T03:00:00+08:00")): Dated[] {
  return Array.from({ length: count }, (_, n) => {
    const made_at = last - n * day;
    return { name: new Date((made_at + 8 * 3_600) * 1000).toISOString().slice(0, 10), made_at };
  });
}

describe("of the backups stay", () => {
  it("7 days, 4 weeks and 12 months of two years of nights", () => {
    const kept = [...backupsToKeep(nights(730), zone)].sort();
    expect(kept).toEqual([
      "2025-12-31",
      "2026-01-31",
      "2026-02-28",
      "2026-03-31",
      "2026-04-30",
      "2026-05-31",
      "2026-06-30",
      "2026-07-31",
      "2026-08-31",
      "2026-09-30",
      "2026-10-31",
      "2026-11-08",
      "2026-11-15",
      "2026-11-22",
      "2026-11-23",
      "2026-11-24",
      "2026-11-25",
      "2026-11-26",
      "2026-11-27",
      "2026-11-28",
      "2026-11-29",
    ]);
  });

  it("the same ones when it is thinned out night by night", () => {
    let there: Dated[] = [];
    for (const night of nights(500).toReversed()) {
      there = [...there, night];
      const keep = backupsToKeep(there, zone);
      there = there.filter(({ name }) => keep.has(name));
      expect(there.length).toBeLessThanOrEqual(23);
    }
    expect(there.map(({ name }) => name).sort()).toEqual([...backupsToKeep(nights(500), zone)].sort());
  });

  it("the newest of a day with several", () => {
    const three = [1, 2, 3].map((n) => ({
      name: `n${n}`,
      made_at: at("2026-03-10T03:00:00+08:00") + n * 3_600,
    }));
    expect([...backupsToKeep(three, zone)]).toEqual(["n3"]);
    const twins = ["2026-03-10_190000Z", "2026-03-10_190000Z-2"].map((name) => ({ name, made_at: 1 }));
    expect([...backupsToKeep(twins, zone)]).toEqual(["2026-03-10_190000Z-2"]);
  });

  it("all of a house that was off for years: time alone takes nothing away", () => {
    const old = nights(5, at("2020-01-05T03:00:00+08:00"));
    const kept = backupsToKeep([...old, { name: "now", made_at: at("2026-03-10T03:00:00+08:00") }], zone);
    expect(kept.size).toBe(6);
  });

  it("always the newest, and never more than 23, whatever is there", () => {
    const dated = fc.record({ name: fc.uuid(), made_at: fc.integer({ min: 0, max: 4_000_000_000 }) });
    fc.assert(
      fc.property(
        fc.uniqueArray(dated, { selector: ({ name }) => name, minLength: 1, maxLength: 80 }),
        (backups) => {
          const kept = backupsToKeep(backups, zone);
          const newest = Math.max(...backups.map(({ made_at }) => made_at));
          expect(backups.some(({ name, made_at }) => made_at === newest && kept.has(name))).toBe(true);
          expect(kept.size).toBeLessThanOrEqual(23);
        },
      ),
      { numRuns: 200, seed: 7 },
    );
  });
});
