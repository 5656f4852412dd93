import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createHub, type HubItem } from "../../src/http/hub.ts";
import type { StreamEvent } from "../../src/schema/stream-event.ts";

const said = (text: string): StreamEvent => ({ event: "text-delta", data: { text } });
const textOf = ({ event }: HubItem) => (event.event === "text-delta" ? event.data.text : event.event);

describe("the hub", () => {
  it("tells every window of an account, and no other account's", () => {
    const hub = createHub({ boot: "b" });
    const heard: string[] = [];
    hub.subscribe("anna", {}, (item) => heard.push(`1 ${textOf(item)} ${item.user}`));
    hub.subscribe("anna", {}, (item) => heard.push(`2 ${textOf(item)} ${item.user}`));
    hub.subscribe("ben", {}, () => heard.push("ben heard it"));
    hub.publish("anna", said("hi"), "xiaoman");
    expect(heard).toEqual(["1 hi xiaoman", "2 hi xiaoman"]);
  });

  it("drops a listener that throws and goes on with the others", () => {
    const hub = createHub({ boot: "b" });
    const heard: string[] = [];
    const bad = hub.subscribe("anna", {}, () => {
      throw new Error("broken window");
    });
    hub.subscribe("anna", {}, (item) => heard.push(textOf(item)));
    hub.publish("anna", said("one"));
    hub.publish("anna", said("two"));
    expect(heard).toEqual(["one", "two"]);
    expect(bad.ended.aborted).toBe(true);
    expect(hub.listeners("anna")).toBe(1);
  });

  it("stays whole when a listener leaves while it is being told", () => {
    const hub = createHub({ boot: "b" });
    const heard: string[] = [];
    const first = hub.subscribe("anna", {}, (item) => {
      heard.push(textOf(item));
      first.unsubscribe();
    });
    hub.subscribe("anna", {}, (item) => heard.push(textOf(item)));
    hub.publish("anna", said("a"));
    hub.publish("anna", said("b"));
    expect(heard).toEqual(["a", "a", "b"]);
  });

  it.each([["other-1"], ["b-"], ["b-x"], ["b-99"], ["b--1"], ["b-1e3"], ["b-1.5"], [""]])(
    "answers the unknown id %j with a resync",
    (lastEventId) => {
      const hub = createHub({ boot: "b" });
      hub.publish("anna", said("a"));
      expect(hub.subscribe("anna", { lastEventId }, () => {})).toMatchObject({
        resume: "resync",
        latest: "b-1",
      });
    },
  );

  it("ends the streams of one session, of an account, and all when the server stops", () => {
    const hub = createHub({ boot: "b" });
    const open = (account: string, tag: string) => hub.subscribe(account, { tag }, () => {}).ended;
    const [one, two, three] = [open("anna", "s1"), open("anna", "s2"), open("ben", "s1")];
    hub.disconnect("anna", "s1");
    expect([one.aborted, two.aborted, three.aborted]).toEqual([true, false, false]);
    hub.disconnect("anna");
    expect([two.aborted, three.aborted]).toEqual([true, false]);
    hub.close();
    expect(three.aborted).toBe(true);
    expect(hub.listeners()).toBe(0);
  });

  it("forgets silent accounts beyond its bound, and sends those who come back to load again", () => {
    const hub = createHub({ boot: "b", most: 3 });
    hub.publish("anna", said("a"));
    for (const name of ["c", "d", "e"]) hub.publish(name, said("x"));
    hub.publish("anna", said("b"));
    expect(hub.subscribe("anna", { lastEventId: "b-1" }, () => {}).resume).toBe("resync");
    const known = hub.subscribe("anna", { lastEventId: "b-4" }, () => {});
    expect(known.resume === "replayed" && known.replayed.map(textOf)).toEqual(["b"]);
  });

  it("forgets no account that listens, not even one that has just begun to", () => {
    const hub = createHub({ boot: "b", most: 1 });
    const heard: string[] = [];
    for (const name of ["anna", "ben", "cleo"]) hub.subscribe(name, {}, (item) => heard.push(textOf(item)));
    for (const name of ["anna", "ben", "cleo"]) hub.publish(name, said(name));
    expect(heard).toEqual(["anna", "ben", "cleo"]);
  });

  it("never skips an event on resuming: it replays all that followed, or asks to load again", () => {
    const step = fc.tuple(fc.constantFrom("anna", "ben", "cleo"), fc.nat(20));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.nat(60), (steps, from) => {
        const hub = createHub({ boot: "b", keep: 4, most: 2 });
        const annas: string[] = [];
        steps.forEach(([account], index) => {
          hub.publish(account, said(String(index + 1)));
          if (account === "anna") annas.push(`b-${index + 1}`);
        });
        const subscription = hub.subscribe("anna", { lastEventId: `b-${from}` }, () => {});
        if (subscription.resume === "resync") return;
        const missed = annas.filter((id) => Number(id.slice(2)) > from);
        expect(subscription.replayed.map(({ id }) => id)).toEqual(missed);
      }),
      { numRuns: 300, seed: 7 },
    );
  });

  it("does resume in the plain case, so that the rule above is not kept by always loading again", () => {
    const hub = createHub({ boot: "b", keep: 4 });
    for (let n = 1; n <= 6; n++) hub.publish("anna", said(String(n)));
    const at = (id: string) => hub.subscribe("anna", { lastEventId: id }, () => {});
    expect(at("b-1").resume).toBe("resync");
    const kept = at("b-2");
    expect(kept.resume === "replayed" && kept.replayed.map(textOf)).toEqual(["3", "4", "5", "6"]);
    const latest = at("b-6");
    expect(latest.resume === "replayed" && latest.replayed).toEqual([]);
  });
});
