import { describe, expect, it } from "vitest";
import { errorOf } from "./support/house.ts";
import { roomyHouse } from "./support/test-room.ts";

describe("failures", () => {
  it("hide what may not leave the house, and never show a stack", async () => {
    const h = roomyHouse();
    const { access_token: token } = await h.signUp();
    for (const how of ["hidden", "parse", "ours"]) {
      const answer = await h.send("GET", `/api/fail/${how}`, { token });
      const text = await answer.text();
      expect([500, 503]).toContain(answer.status);
      expect(text).not.toMatch(/anna|secret| {4}at |x\.json|stack/);
      expect(JSON.parse(text)).toEqual({ error: { code: expect.any(String), message: expect.any(String) } });
    }
    expect(JSON.stringify(h.log)).not.toContain("her secret words");
  });

  it("say when a retry makes sense", async () => {
    const h = roomyHouse();
    const { access_token: token } = await h.signUp();
    const answer = await h.send("GET", "/api/fail/busy", { token });
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toBe("13");
    expect(await errorOf(answer)).toEqual({ code: "model_busy", message: "Later, please." });
  });

  it.each([["{bad"], [""], ['"{'], ["\u0000"]])("answer 400 for the broken JSON %j", async (body) => {
    const h = roomyHouse();
    const { access_token: token } = await h.signUp();
    const answer = await h.send("POST", "/api/ai-users", {
      token,
      body,
      headers: { "content-type": "application/json" },
    });
    expect([400, 422]).toContain(answer.status);
    if (body !== "") expect(await errorOf(answer)).toMatchObject({ code: "bad_request" });
  });

  it.each([["[]"], ["7"], ["null"], ['{"name": 7}'], ['{"name": ""}'], ['{"examples": [{"user": "x"}]}']])(
    "answer 422 with paths for the wrong shape %s",
    async (body) => {
      const h = roomyHouse();
      const { access_token: token } = await h.signUp();
      const answer = await h.send("POST", "/api/ai-users", { token, body });
      expect(answer.status).toBe(422);
      const error = await errorOf(answer);
      expect(error.code).toBe("invalid");
      expect(error.details).toEqual([{ path: expect.any(String), message: expect.any(String) }]);
    },
  );

  it("answer 404 in the one shape for what is not there, after asking for a token", async () => {
    const h = roomyHouse();
    expect((await h.send("GET", "/api/nothing")).status).toBe(401);
    const { access_token: token } = await h.signUp();
    const answer = await h.send("PATCH", "/api/ai-users", { token });
    expect(answer.status).toBe(404);
    expect((await errorOf(answer)).code).toBe("not_found");
    expect((await h.send("GET", "/nothing")).status).toBe(404);
  });
});

describe("every answer", () => {
  it("carries the security headers and a request id, failures too", async () => {
    const h = roomyHouse();
    for (const path of ["/health", "/api/ai-users", "/nothing"]) {
      const answer = await h.send("GET", path);
      expect(answer.headers.get("content-security-policy")).toContain("default-src 'self'");
      expect(answer.headers.get("content-security-policy")).not.toContain("unsafe");
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
      expect(answer.headers.get("x-frame-options")).toBe("DENY");
      expect(answer.headers.get("x-request-id")).toMatch(/^01TESTID/);
    }
  });

  it("is logged with its path but without its query, and counted by pattern", async () => {
    const h = roomyHouse();
    const { access_token: token } = await h.signUp();
    const id = await h.makeCompanion(token);
    await h.send("GET", `/api/ai-users/${id}?message=her%20words`, { token });
    const text = JSON.stringify(h.log);
    expect(text).toContain(`/api/ai-users/${id}`);
    expect(text).not.toMatch(/her|words|Bearer|scrypt/);
    expect(text).not.toContain(token);
    await h.send("GET", "/api/anything/made/up", { token });
    await h.send("GET", "/somewhere/on/the/page");
    const page = await h.deps.metrics.render();
    expect(page).toContain('method="GET",route="/api/ai-users/:user_id",status="200"');
    expect(page).not.toContain(id);
    expect(page).not.toContain("made/up");
    expect(page).toContain('method="GET",route="/*",status="200"');
  });
});
