// The doors of erasing and of undoing a span: whose, with which key, in which shape (DESIGN 7).
import { beforeEach, describe, expect, it } from "vitest";
import { eraseRoutes } from "../../../src/http/routes/erase.ts";
import type { Turns } from "../../../src/lifecycle/turns.ts";
import { companion } from "../../../src/store/store.ts";
import { errorOf, type House, openHouse } from "../support/house.ts";

let house: House;
let token: string;
let user: string;
/** What ran in the companion's background queue. */
let settled: Promise<unknown>[];

beforeEach(async () => {
  settled = [];
  const turns = {
    between: (_user: string, task: () => Promise<unknown>) => task(),
    erasing: (_user: string, task: () => Promise<unknown>) => task(),
    poke: () => {},
  } as unknown as Turns;
  const upkeep = {
    alone: <T>(_user: string, task: () => Promise<T>) => {
      const run = task();
      settled.push(run);
      return run;
    },
  };
  house = openHouse({ rooms: (deps) => [{ routes: eraseRoutes(deps, turns, upkeep) }] });
  token = (await house.signUp()).access_token;
  user = await house.makeCompanion(token);
});

async function say(id: string, content: string, of = user): Promise<void> {
  const message = { message_id: id, role: "user" as const, content, timestamp: 1_790_000_000, topic_id: "t" };
  await house.store.log.append(of, [message]);
}

const erase = (body: unknown, options: { token?: string; of?: string } = {}) =>
  house.send("POST", `/api/memory/${options.of ?? user}/erase`, { body, token: options.token ?? token });
const undo = (body: unknown) => house.send("POST", `/api/memory/${user}/changes/undo`, { body, token });

async function keyWith(wish: object): Promise<string> {
  const answer = await house.send("POST", "/api/auth/keys", { body: { name: "bot", ...wish }, token });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { key: string }).key;
}

describe("POST …/erase", () => {
  it("shows by default, erases with `preview: false`, and answers in the shapes of the contract", async () => {
    await say("m1", "我住翠湖路18号");
    const shown = await erase({ query: "翠湖路18号" });
    expect([shown.status, await shown.json()]).toEqual([
      200,
      expect.objectContaining({
        matches: [{ document: "conversation", id: "m1", text: "我住翠湖路18号" }],
        total: 1,
      }),
    ]);
    const gone = await erase({ query: "翠湖路18号", preview: false });
    const { receipt } = (await gone.json()) as { receipt: { files: string[]; left: { kind: string }[] } };
    expect(gone.status).toBe(200);
    expect(receipt.files.every((name) => typeof name === "string")).toBe(true);
    expect(receipt.left.map(({ kind }) => kind)).toEqual(["backups", "exports"]);
    expect(await house.store.log.tail(user, 5)).toEqual([]);
    await Promise.all(settled);
    expect(await house.store.read(companion(user), "erased")).toEqual({
      message_ids: ["m1"],
      marks: [expect.stringMatching(/^[0-9a-f]{24}$/)],
      thinned: ["t"],
      entry_ids: [],
      topic_ids: [],
    });
  });

  it("refuses a wish without a selector, a short query and a wrong type with 422 and a path; broken JSON with 400", async () => {
    for (const [body, path] of [
      [{}, "query"],
      [{ query: "一" }, "query"],
      [{ message_ids: [7] }, "message_ids"],
      [{ entry_ids: "f1" }, "entry_ids"],
      [{ from: "gestern" }, "from"],
      [{ query: "两字", preview: "no" }, "preview"],
    ] as const) {
      const answer = await erase(body);
      const error = await errorOf(answer);
      expect([answer.status, JSON.stringify(error.details)]).toEqual([422, expect.stringContaining(path)]);
    }
    expect((await erase('{"query": ')).status).toBe(400);
  });

  it("ignores ids that nobody bears", async () => {
    await say("m1", "你好");
    expect((await erase({ message_ids: ["nobody"], entry_ids: ["no entry"], preview: false })).status).toBe(
      200,
    );
    expect(await house.store.log.tail(user, 5)).toHaveLength(1);
  });

  it("is 404 for another owner, 403 for a key that may only read, 401 without a token", async () => {
    await say("m1", "你好");
    const stranger = (await house.signUp("bela")).access_token;
    expect((await erase({ message_ids: ["m1"], preview: false }, { token: stranger })).status).toBe(404);
    const reader = await keyWith({ scopes: ["read", "chat"] });
    expect((await erase({ message_ids: ["m1"], preview: false }, { token: reader })).status).toBe(403);
    expect(
      (await house.send("POST", `/api/memory/${user}/erase`, { body: { message_ids: ["m1"] } })).status,
    ).toBe(401);
    expect(await house.store.log.tail(user, 5)).toHaveLength(1);
  });

  it("names another companion that holds the text, but not to a key that may not see it", async () => {
    const other = await house.makeCompanion(token, { name: "小满" });
    await say("m1", "我住翠湖路18号");
    await say("m1", "我住翠湖路18号", other);
    const kinds = async (bearer: string) => {
      const { left } = (await (await erase({ query: "翠湖路18号" }, { token: bearer })).json()) as {
        left: { kind: string; where: string }[];
      };
      return left.filter(({ kind }) => kind === "companion").map(({ where }) => where);
    };
    expect(await kinds(token)).toEqual([other]);
    expect(await kinds(await keyWith({ scopes: ["write"], ai_users: [user] }))).toEqual([]);
  });

  it("logs no word of what was erased", async () => {
    await say("m1", "我住翠湖路18号");
    await erase({ query: "翠湖路18号", preview: false });
    expect(JSON.stringify(house.log)).not.toContain("翠湖路");
  });
});

describe("POST …/changes/undo", () => {
  it("refuses an empty span with 422, and answers an empty one where nothing was changed", async () => {
    expect((await undo({})).status).toBe(422);
    expect((await undo({ topic_id: "" })).status).toBe(422);
    expect(await (await undo({ from: 0 })).json()).toEqual({ undone: [], refused: [] });
  });

  it("is not taken for the undo of a change named `undo`", async () => {
    await house.store.commit(companion(user), ["lore"], { by: "owner", cause: "x", id: "c1" }, () => ({
      documents: { lore: [{ id: "l", keywords: ["k"], content: "c", enabled: true }] },
      result: undefined,
    }));
    house.deps.search.update = () => {};
    expect(await (await undo({ from: 0 })).json()).toEqual({ undone: ["c1"], refused: [] });
    expect(await house.store.read(companion(user), "lore")).toEqual([]);
  });
});
