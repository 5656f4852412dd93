// Reaching a person who is not looking: each service's form, without content unless wanted, once, and holding nothing (issue 5, item 9).
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { noticeRequest, noticeText } from "../../../src/memory/notice.ts";
import { Notify } from "../../../src/schema/notify.ts";
import { follow, openScene, type Scene } from "../../lifecycle/scene.ts";
import { until } from "../../support/house.ts";

let scene: Scene;
let user = "";
let server: Server;
let url = "";
let answer: "ok" | "hang" | "redirect" | "fail" = "ok";
const got: { url: string; body: Record<string, unknown> }[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => {
      body += part;
    });
    request.on("end", () => {
      got.push({ url: request.url ?? "", body: body === "" ? {} : JSON.parse(body) });
      if (answer === "redirect") response.writeHead(302, { location: "/elsewhere" }).end();
      else if (answer !== "hang") response.writeHead(answer === "ok" ? 200 : 500).end("{}");
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  scene = await openScene();
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await scene.close();
});
beforeEach(async () => {
  if (user) await scene.house.api("DELETE", `/api/ai-users/${user}?forever=true`);
  got.length = 0;
  answer = "ok";
  scene.upstream.reset();
  user = await scene.house.create({ heartbeat: { enabled: true }, pacing: "instant" });
  await scene.house.api("POST", `/api/friends/${user}`);
  await account({ notify: { kind: "webhook", url }, quiet_hours: null });
});

const account = (body: object) => scene.house.api("PUT", "/api/auth/user", body);
const test = (body?: object) =>
  scene.house.api<{ sent: boolean; error?: string }>("POST", "/api/auth/user/notify/test", body);
/** A planned beat a minute ahead, and the minute passed. */
async function planned(said = "想跟你说说今天的晚霞"): Promise<void> {
  const now = new Date(((await scene.now()) + 120) * 1000);
  const [hour, minute] = new Intl.DateTimeFormat("en-GB", {
    timeZone: "Asia/Shanghai",
    hour: "2-digit",
    minute: "2-digit",
  })
    .format(now)
    .split(":")
    .map(Number);
  await scene.house.api("POST", "/api/heartbeat/configure", {
    user_id: user,
    planned: [{ hour, minute, message_template: "问候" }],
  });
  scene.upstream.push("chat", { text: said });
  await scene.advance(180);
}

describe("a beat", () => {
  it("is told of where nobody is looking: that something was written, and not what", async () => {
    await planned();
    await until("the notice is there", async () => got.length === 1);
    expect(got[0]?.body).toMatchObject({
      event: "message",
      title: "小夏",
      text: "给你发来了消息",
      user_id: user,
    });
    expect(JSON.stringify(got)).not.toContain("晚霞");
  });

  it("is told with its first words where the account wants them", async () => {
    await account({ notify: { kind: "webhook", url, content: true } });
    await planned();
    await until("the notice is there", async () => got.length === 1);
    expect(got[0]?.body.text).toBe("想跟你说说今天的晚霞");
  });

  it("is not told of where a window listens, where it is switched off, and where its person asked for it", async () => {
    const window = follow(scene.house);
    await window.opened;
    await planned();
    await window.stop();
    expect(got).toEqual([]);
    await account({ notify: { kind: "webhook", url, enabled: false } });
    await planned();
    expect(got).toEqual([]);
    await account({ notify: { kind: "webhook", url } });
    scene.upstream.push("chat", { text: "在呢" });
    await scene.house.api("POST", `/api/heartbeat/trigger/${user}`);
    await scene.advance(1);
    expect(got).toEqual([]);
  });

  it("is held up by no host that hangs, fails or redirects, and is tried once", async () => {
    for (const how of ["hang", "fail", "redirect"] as const) {
      got.length = 0;
      answer = how;
      await planned(`这是${how}那天的话`);
      expect((await scene.said(user)).at(-1)).toBe(`这是${how}那天的话`);
      await until("it was tried", async () => got.length > 0);
      await scene.advance(60);
      expect([how, got.map((one) => one.url)]).toEqual([how, ["/hook"]]);
    }
  });

  it("in quiet hours is told of only where it was planned", async () => {
    await account({ quiet_hours: { from: "00:00", to: "23:59" } });
    await planned();
    await until("the notice is there", async () => got.length === 1);
  });
});

describe("the trial", () => {
  it.each([
    [{ kind: "pigeon" }],
    [{}],
    [{ kind: "webhook" }],
    [{ kind: "webhook", url: "file:///etc/passwd" }],
    [{ kind: "webhook", url: "not an address" }],
    [{ kind: "telegram", token: "x", chat_id: 1 }],
    [{ kind: "ntfy" }],
    ["webhook"],
  ])(
    "%j, which could never be told by, is refused when it is set, and the old one stands",
    async (notify) => {
      const { status } = await account({ notify });
      const { body } = await scene.house.api<{ user: { notify: unknown } }>("GET", "/api/auth/user");
      expect([status, body.user.notify]).toMatchObject([422, { kind: "webhook", url }]);
    },
  );

  it("is kept in one form, however its kind is written", async () => {
    await account({ notify: { type: "JSON", url } });
    await planned();
    await until("the notice", async () => got.length > 0);
    expect(got).toHaveLength(1);
  });

  it("says whether the service took it, and in one word why not", async () => {
    expect((await test()).body).toEqual({ sent: true });
    expect((await test({ notify: { kind: "webhook", url } })).body).toEqual({ sent: true });
    answer = "fail";
    expect((await test()).body).toEqual({ sent: false, error: "500" });
    answer = "redirect";
    expect((await test()).body).toEqual({ sent: false, error: "302" });
    for (const [notify, error] of [
      [{ kind: "pigeon" }, "invalid"],
      [{ kind: "webhook", url: "file:///etc/passwd" }, "invalid"],
      [{ kind: "telegram", token: "../x", chat_id: 1 }, "invalid"],
      [{ kind: "webhook", url: "http://169.254.169.254/" }, "refused_address"],
    ] as const)
      expect([notify, (await test({ notify })).body]).toEqual([notify, { sent: false, error }]);
    await account({ notify: null });
    expect((await test()).body).toEqual({ sent: false, error: "none" });
  });
});

describe("each service", () => {
  const notice = { title: "小夏", text: "给你发来了消息", user_id: "u", at: 5 };
  const request = (value: object) => noticeRequest(Notify.parse(value), notice);

  it("gets what its interface asks for, keys in the body or a header where that is possible", () => {
    expect(request({ type: "Bark", key: "k1" })).toMatchObject({
      url: "https://api.day.app/push",
      body: JSON.stringify({ device_key: "k1", title: "小夏", body: notice.text, group: "小夏" }),
    });
    expect(request({ kind: "ntfy", topic: "t", url: "https://push.example/", token: "s" })).toMatchObject({
      url: "https://push.example/",
      headers: { authorization: "Bearer s" },
    });
    expect(request({ kind: "Server酱", key: "SCT1abc" }).url).toBe("https://sctapi.ftqq.com/SCT1abc.send");
    expect(request({ kind: "serverchan", key: "sctp12tabc" }).url).toBe(
      "https://12.push.ft07.com/send/sctp12tabc.send",
    );
    expect(request({ kind: "telegram", token: "123:abcdefghijkl", chat_id: 7 })).toMatchObject({
      url: "https://api.telegram.org/bot123:abcdefghijkl/sendMessage",
      body: JSON.stringify({ chat_id: 7, text: `小夏\n${notice.text}` }),
    });
    expect(request({ kind: "webhook", url: "https://a.example/x?y=1" })).toMatchObject({
      url: "https://a.example/x?y=1",
      ownAddress: true,
    });
  });

  it("is told in the account's language, and in few words", () => {
    expect(noticeText("en", undefined)).toBe("has written to you");
    expect(noticeText("zh", "")).toBe("给你发来了消息");
    expect([...noticeText("zh", "长".repeat(500))].length).toBeLessThanOrEqual(121);
  });
});
