// A talk that goes through its past without a browser: pages that cross, a send from back then, changes that are told, and what stays private.
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Message } from "../../src/schema/message.ts";
import type { StreamEvent } from "../../src/schema/stream-event.ts";
import { ApiFailure, type Call } from "../../web/api.ts";
import { createTalk, type Talk } from "../../web/talk.ts";

/** A browser's storage, as far as drafts and unsent messages need it; `full` refuses what is written. */
function storage() {
  const kept = new Map<string, string>();
  return {
    kept,
    full: false,
    getItem: (name: string) => kept.get(name) ?? null,
    setItem(name: string, text: string) {
      if (this.full) throw new Error("QuotaExceededError");
      kept.set(name, text);
    },
    removeItem: (name: string) => void kept.delete(name),
  };
}

let session: ReturnType<typeof storage>;
beforeEach(() => {
  session = storage();
  vi.stubGlobal("window", { sessionStorage: session, localStorage: storage() });
  return () => vi.unstubAllGlobals();
});

function message(at: number): Message {
  return { message_id: `m${at}`, role: "user", content: `${at}`, timestamp: at, topic_id: "t" };
}

/** A server with a log of so many messages; its pages wait for `gate`, its chat answers nothing and ends. */
function open(count: number) {
  const log = Array.from({ length: count }, (_, at) => message(at));
  const state = { log, gate: Promise.resolve(), refuse: null as ApiFailure | null, asked: [] as string[] };
  const heard: StreamEvent[] = [];
  const bodies: unknown[] = [];
  const json = async (path: string) => {
    const query = new URL(path, "http://house").searchParams;
    state.asked.push([...query.keys()].join("+"));
    await state.gate;
    if (state.refuse !== null) throw state.refuse;
    const limit = Number(query.get("limit"));
    const placeOf = (name: string) => {
      const at = state.log.findIndex((one) => one.message_id === query.get(name));
      if (at < 0) throw new ApiFailure("not_found", 404, "");
      return at;
    };
    if (query.has("after")) {
      const from = placeOf("after") + 1;
      return { messages: state.log.slice(from, from + limit), more: from + limit < state.log.length };
    }
    if (query.has("around")) {
      const start = Math.max(0, placeOf("around") - Math.floor((limit - 1) / 2));
      const end = start + limit;
      return { messages: state.log.slice(start, end), more: start > 0, later: end < state.log.length };
    }
    const end = query.has("before") ? placeOf("before") : state.log.length;
    const start = Math.max(0, end - limit);
    return { messages: state.log.slice(start, end), more: start > 0 };
  };
  const talk = createTalk({
    api: {
      json: async <T>(path: string) => (await json(path)) as T,
      async open(_path: string, call?: Call) {
        bodies.push(call?.body);
        const { message_id, ...rest } = (call?.body ?? {}) as { message_id: string; private?: boolean };
        const saved = {
          message_id,
          topic_id: "t",
          timestamp: 900,
          ...(rest.private ? { private: true } : {}),
        };
        const bubble = {
          message_id: `b-${message_id}`,
          index: 0,
          content: "嗯",
          delay_ms: 0,
          timestamp: 901,
        };
        const end = { reply_id: "r", message_ids: [bubble.message_id], finish: "stop", recalled: [] };
        const frames = [
          ["message-saved", saved],
          ["reply-start", { reply_id: "r" }],
          ["bubble", bubble],
          ["reply-end", end],
        ];
        return new Response(
          frames.map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`).join(""),
        );
      },
    },
    user_id: "yu",
    now: () => 800,
    newId: () => "new",
    pause: async () => undefined,
    signal: new AbortController().signal,
    onEvent: (event) => heard.push(event),
  });
  return { talk, state, heard, bodies };
}

const ids = (talk: Talk) => talk.messages.value.map((one) => Number(one.message_id.slice(1)));

/** A page that is held back until it is let go. */
function hold(state: { gate: Promise<void> }): () => void {
  let go: () => void = () => undefined;
  state.gate = new Promise((resolve) => {
    go = resolve;
  });
  return go;
}

describe("in the past", () => {
  it("an older page that comes after one has moved elsewhere is let go", async () => {
    const { talk, state } = open(500);
    await talk.load();
    const go = hold(state);
    const older = talk.loadOlder();
    const moved = talk.moveTo({ around: "m100" });
    go();
    await Promise.all([moved, older]);
    const shown = ids(talk);
    expect(shown).toEqual(Array.from({ length: 40 }, (_, at) => (shown[0] ?? 0) + at));
    expect(shown).toContain(100);
    expect([talk.more.value, talk.later.value]).toEqual([true, true]);
  });

  it("a place that cannot be reached is said, and one stays where one is", async () => {
    const { talk, state } = open(500);
    await talk.load();
    const before = ids(talk);
    await expect(talk.moveTo({ around: "m9000" })).rejects.toMatchObject({ status: 404 });
    state.refuse = new ApiFailure("offline", 0, "");
    await expect(talk.moveTo({ at: 5 })).rejects.toMatchObject({ code: "offline" });
    expect(ids(talk)).toEqual(before);
    expect(talk.later.value).toBe(false);
  });

  it("a message that is sent brings one back to now, and stands at its end", async () => {
    const { talk } = open(500);
    await talk.load();
    await talk.moveTo({ around: "m100" });
    await talk.send("我在");
    await vi.waitFor(() => expect(talk.phase.value).toBe("ready"));
    const shown = talk.shown.value.map((one) => one.message_id);
    expect(shown.slice(-3)).toEqual(["m499", "new", "b-new"]);
    expect(talk.later.value).toBe(false);
  });

  it("what is said while the last page is on its way is not lost between it and now", async () => {
    const { talk, state } = open(100);
    await talk.load();
    await talk.moveTo({ around: "m60" });
    await talk.loadLater();
    expect(ids(talk).at(-1)).toBe(99);
    await talk.moveTo({ around: "m40" });
    const go = hold(state);
    const { log } = state;
    state.log = [...log];
    const later = talk.loadLater();
    talk.apply({ event: "message", data: { message: message(100) } });
    go();
    await later;
    log.push(message(100));
    state.log = log;
    while (talk.later.value) await talk.loadLater();
    expect(ids(talk).slice(-2)).toEqual([99, 100]);
    expect(talk.missed.value).toBe(0);
  });

  it("one reads on to now, and then one is there again", async () => {
    const { talk } = open(130);
    await talk.load();
    await talk.moveTo({ around: "m60" });
    while (talk.later.value) await talk.loadLater();
    expect(ids(talk).at(-1)).toBe(129);
    talk.apply({ event: "message", data: { message: message(130) } });
    expect(ids(talk).at(-1)).toBe(130);
  });
});

describe("what another window did", () => {
  it("is read again together, and only what is concerned", async () => {
    const { talk, state } = open(50);
    await talk.load();
    state.log[48] = { ...message(48), content: "改过" };
    state.log.splice(49, 1);
    const changed = (entry_id: string, kind: "changed" | "removed" | "added"): StreamEvent => ({
      event: "memory-change",
      data: { document: "conversation", entry_id, kind },
    });
    talk.apply(changed("m48", "changed"));
    talk.apply(changed("m48", "changed"));
    talk.apply(changed("m49", "removed"));
    await vi.waitFor(() => expect(talk.messages.value.at(-1)?.content).toBe("改过"));
    expect(state.asked.filter((one) => one.includes("around"))).toHaveLength(1);
    state.log.push(message(49));
    talk.apply(changed("m49", "added"));
    await vi.waitFor(() => expect(ids(talk).at(-1)).toBe(49));
  });

  it("where it was much, is read with the newest page", async () => {
    const { talk, state } = open(50);
    await talk.load();
    state.log.splice(30, 12);
    for (let at = 30; at < 42; at += 1) talk.reread(`m${at}`);
    await vi.waitFor(() => expect(ids(talk)).not.toContain(30));
    expect(state.asked.filter((one) => one.includes("around"))).toEqual([]);
  });

  it("to a companion that is gone is known from the next look", async () => {
    const { talk, state } = open(3);
    await talk.load();
    state.refuse = new ApiFailure("not_found", 404, "");
    await talk.load();
    expect(talk.gone.value).toBe(true);
  });
});

describe("what is private", () => {
  it("is sent as such, told to no list, and kept in no storage, sent or not", async () => {
    const { talk, heard, bodies, state } = open(3);
    await talk.load();
    talk.write("平常的草稿");
    expect([...session.kept.values()].join()).toContain("平常的草稿");
    talk.speak("private");
    talk.write("只告诉你");
    const kept = [...session.kept.values()].join();
    expect(kept).not.toMatch(/只告诉你|平常的草稿/);
    await talk.send("只告诉你");
    expect(bodies.at(-1)).toMatchObject({ private: true, content: "只告诉你" });
    expect(JSON.stringify(heard)).not.toContain("嗯");
    expect(talk.whisper.value).toBe("嗯");
    expect(ids(talk)).toEqual([0, 1, 2]);
    expect(talk.shown.value.filter((one) => one.private === true)).toHaveLength(2);
    state.refuse = null;
    await talk.resync();
    expect(talk.shown.value.filter((one) => one.private === true)).toHaveLength(2);
    expect([...session.kept.values()].join()).not.toContain("只告诉你");
  });

  it("is said again privately, as a story is said again as one", async () => {
    const { talk, bodies } = open(1);
    await talk.resend({ ...message(7), private: true });
    await talk.resend({ ...message(8), scene: "story" });
    await talk.resend(message(9));
    expect(
      bodies.map((one) =>
        Object.keys(one as object)
          .sort()
          .join(),
      ),
    ).toEqual(["content,message_id,private", "content,message_id,scene", "content,message_id"]);
  });
});

describe("a browser without room", () => {
  it("keeps the draft in memory and says so, until there is room again", () => {
    const { talk } = open(0);
    session.full = true;
    talk.write("写着写着");
    expect([talk.draft.text.value, talk.draft.kept.value]).toEqual(["写着写着", false]);
    session.full = false;
    talk.write("写着写着就好了");
    expect(talk.draft.kept.value).toBe(true);
  });

  it("is not asked to store a very long draft at every key", async () => {
    const { talk } = open(0);
    const writes = vi.spyOn(session, "setItem");
    for (let at = 0; at < 20; at += 1) talk.write("长".repeat(30_000 + at));
    expect(writes).not.toHaveBeenCalled();
    await vi.waitFor(() => expect(session.kept.get("keepsake.draft.yu")).toHaveLength(30_019), 3_000);
  });
});
