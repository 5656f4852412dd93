import { createParser } from "eventsource-parser";
import { describe, expect, it } from "vitest";
import { openHouse, serveHouse } from "../support/house.ts";

type Heard = { event?: string; id?: string; data: Record<string, unknown> };

/** Reads a stream in the background; `next` waits for the n-th event. */
function follow(answer: Response) {
  const heard: Heard[] = [];
  const waiting: (() => void)[] = [];
  const parser = createParser({
    onEvent: ({ event, id, data }) => {
      heard.push({ event, id, data: JSON.parse(data) });
      for (const wake of waiting.splice(0)) wake();
    },
  });
  const ended = (async () => {
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read())
      parser.feed(chunk.value);
  })();
  const until = async (count: number) => {
    while (heard.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
    return heard;
  };
  return { heard, ended, until };
}

async function home() {
  const house = openHouse();
  const { access_token: token } = await house.signUp("anna");
  const open = async (headers: Record<string, string> = {}, as = token) =>
    follow(await house.send("GET", "/api/events", { token: as, headers }));
  const type = (user?: string) =>
    house.deps.publish("anna", { event: "typing", data: { who: "assistant", active: true } }, user);
  return { house, token, open, type };
}

describe("the account's event stream", () => {
  it("says of each event which companion it is about, and nothing of other accounts", async () => {
    const { house, open, type } = await home();
    const { access_token: ben } = await house.signUp("ben");
    const [mine, his] = [await open(), await open({}, ben)];
    type("xiaoman");
    house.deps.publish("ben", { event: "notice", data: { code: "x", message: "for ben" } });
    expect(await mine.until(1)).toEqual([
      { event: "typing", id: "boot1-1", data: { who: "assistant", active: true, user_id: "xiaoman" } },
    ]);
    expect((await his.until(1)).map((one) => one.event)).toEqual(["notice"]);
  });

  it("resumes after Last-Event-ID without a gap", async () => {
    const { open, type } = await home();
    for (const user of ["a", "b", "c"]) type(user);
    const stream = await open({ "last-event-id": "boot1-1" });
    type("d");
    expect((await stream.until(3)).map((one) => one.data.user_id)).toEqual(["b", "c", "d"]);
  });

  it("asks to load again after an id of an earlier run, and goes on from there", async () => {
    const { open, type } = await home();
    type("a");
    const stream = await open({ "last-event-id": "boot0-17" });
    type("b");
    const heard = await stream.until(2);
    expect(heard.map(({ event, id }) => [event, id])).toEqual([
      ["resync", "boot1-1"],
      ["typing", "boot1-2"],
    ]);
  });

  it("ends when its session signs out", async () => {
    const { house, token, open } = await home();
    const stream = await open();
    expect(house.deps.hub.listeners("anna")).toBe(1);
    await house.send("POST", "/api/auth/logout", { token });
    await stream.ended;
    expect(house.deps.hub.listeners("anna")).toBe(0);
  });

  it("is forgotten when its reader leaves", async () => {
    const { house, token } = await home();
    const served = await serveHouse(house);
    const stop = new AbortController();
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${served.url}/api/events`, { headers, signal: stop.signal });
    await answer.body?.getReader().read();
    expect(house.deps.hub.listeners("anna")).toBe(1);
    stop.abort();
    while (house.deps.hub.listeners("anna") > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await served.close();
    expect(house.deps.hub.listeners()).toBe(0);
  });

  it("ends when the server stops", async () => {
    const { house, open } = await home();
    const stream = await open();
    house.deps.hub.close();
    await stream.ended;
    expect(house.deps.hub.listeners()).toBe(0);
  });

  it("tells a key only of the companions it is made for", async () => {
    const { house, token, open, type } = await home();
    const [mine, other] = [await house.makeCompanion(token), await house.makeCompanion(token)];
    const body = { name: "bot", scopes: ["read"], ai_users: [mine] };
    const made = await house.send("POST", "/api/auth/keys", { token, body });
    const { key } = (await made.json()) as { key: string };
    const before = house.deps.hub.listeners();
    const stream = await open({}, key);
    expect(house.deps.hub.listeners()).toBe(before + 1);
    type(other);
    type(mine);
    expect((await stream.until(1)).map((one) => one.data.user_id)).toEqual([mine]);
  });

  it("is refused to more windows than anyone has", async () => {
    const { house, token, open } = await home();
    for (let n = 0; n < 40; n++) await open();
    const answer = await house.send("GET", "/api/events", { token });
    expect(answer.status).toBe(429);
    expect(answer.headers.get("retry-after")).toBe("30");
  });
});
