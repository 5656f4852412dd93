// What holds at a moment, what time closes, and what the owner accepts, refuses and closes.
import { describe, expect, test } from "vitest";
import { isSingleValued } from "../../src/memory/fact-key.ts";
import { acceptFact, closeFact, liveFacts, refuseFact, settleFacts } from "../../src/memory/fact-life.ts";
import { Fact, type Facts } from "../../src/schema/fact.ts";
import { apply, day, evening, talk } from "./fact-sample.ts";

const fact = (id: string, fields: Partial<Fact> = {}): Fact =>
  Fact.parse({ id, category: "personal_info", key: "location", value: id, valid_from: evening, ...fields });
const ids = (facts: Facts) => facts.map(({ id }) => id);

describe("what holds at a moment", () => {
  test("leaves out what begins later, what ran out, and what is not live", () => {
    const facts = [
      fact("now"),
      fact("later", { valid_from: evening + day }),
      fact("over", { valid_to: evening + 1 }),
      fact("closed", { status: "closed" }),
      fact("waits", { status: "quarantined" }),
      fact("disputed", { status: "conflicted" }),
      fact("gone", { is_deleted: true }),
      fact("always", { valid_from: undefined }),
    ];
    expect(ids(liveFacts(facts, evening + 60))).toEqual(["now", "always"]);
    expect(ids(liveFacts(facts, evening + 2 * day))).toEqual(["now", "later", "always"]);
  });

  test("is closed by time alone, and nothing is written where nothing is over", () => {
    const facts = [fact("now"), fact("over", { valid_to: evening + 1 })];
    expect(settleFacts(facts, evening)).toBe(facts);
    const settled = settleFacts(facts, evening + 60);
    expect(settled[0]).toBe(facts[0]);
    expect(settled[1]).toMatchObject({ status: "closed", valid_to: evening + 1 });
  });
});

describe("accepting", () => {
  const input = { now: evening + day, changeId: "c1", isSingle: isSingleValued };

  test("a fact that waits makes it live, certain and proven by the change", () => {
    const facts = [fact("a", { status: "quarantined", confidence: 0.5 })];
    const accepted = acceptFact(facts, "a", input);
    expect(accepted.ok && accepted.fact).toMatchObject({
      status: "live",
      confidence: 1,
      evidence: [{ kind: "owner", change_id: "c1" }],
    });
  });

  test("one side of a conflict closes the other, and one of several values closes none", () => {
    const conflict = [fact("a", { status: "conflicted" }), fact("b", { status: "conflicted" })];
    const accepted = acceptFact(conflict, "b", input);
    expect(accepted.ok && accepted.facts.map(({ status }) => status)).toEqual(["closed", "live"]);
    const cats = [fact("a", { key: "pet_name:a" }), fact("b", { key: "pet_name:b", status: "quarantined" })];
    const both = acceptFact(cats, "b", input);
    expect(both.ok && both.facts.map(({ status }) => status)).toEqual(["live", "live"]);
  });

  test("what lives already, is closed, deleted or unknown changes nothing", () => {
    for (const [facts, reason] of [
      [[fact("a")], "not_waiting"],
      [[fact("a", { status: "closed" })], "not_waiting"],
      [[fact("a", { status: "quarantined", is_deleted: true })], "not_found"],
      [[], "not_found"],
    ] as const) {
      expect(acceptFact([...facts], "a", input)).toEqual({ ok: false, reason });
      expect(refuseFact([...facts], "a", evening)).toEqual({ ok: false, reason });
    }
  });
});

describe("refusing", () => {
  test("a fact that waits deletes it, and the same words do not bring it back", () => {
    const proposal = { category: "health", key: "allergy", value: "芒果", quote: "芒果让我过敏" } as const;
    const messages = talk(["我对芒果过敏"]);
    const waiting = apply([proposal], messages).facts;
    const refused = refuseFact(waiting, waiting[0]?.id ?? "", evening + day);
    const facts = refused.ok ? refused.facts : [];
    expect(facts[0]).toMatchObject({ status: "closed", is_deleted: true });
    expect(apply([proposal], messages, facts).outcomes).toEqual([
      { op: "refused", reason: "refused_before" },
    ]);
    const proven = { ...proposal, quote: "我对芒果过敏" };
    expect(apply([proven], messages, facts).outcomes).toEqual([{ op: "refused", reason: "forgotten" }]);
    expect(apply([proven], talk(["我对芒果过敏"], evening + 2 * day, "n"), facts).outcomes[0]?.op).toBe(
      "added",
    );
  });
});

describe("closing", () => {
  test("keeps the entry, forgetting marks it deleted too", () => {
    const facts = [fact("a")];
    const closed = closeFact(facts, "a", { now: evening + day });
    expect(closed.ok && closed.fact).toMatchObject({
      status: "closed",
      valid_to: evening + day,
      is_deleted: false,
    });
    const forgotten = closeFact(facts, "a", { now: evening + day, forget: true });
    expect(forgotten.ok && forgotten.fact).toMatchObject({
      is_deleted: true,
      metadata: { forgotten_at: evening + day },
    });
    expect(facts[0]?.status).toBe("live");
  });

  test("a closed fact again is nothing, forgetting it is something", () => {
    const facts = [fact("a", { status: "closed" })];
    expect(closeFact(facts, "a", { now: evening })).toEqual({ ok: false, reason: "not_waiting" });
    expect(closeFact(facts, "a", { now: evening, forget: true }).ok).toBe(true);
    expect(closeFact(facts, "b", { now: evening })).toEqual({ ok: false, reason: "not_found" });
  });
});
