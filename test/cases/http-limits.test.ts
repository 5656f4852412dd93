// Bodies that are too large or no JSON (C210, C212; R36). C213 belongs to the export, which is not there yet.
import { expect } from "vitest";
import { rawRequest } from "./raw-request.ts";
import { describeCases, ErrorBody, type Scene } from "./runner.ts";

const eightMebibytes = JSON.stringify({ content: "长".repeat((8 * 1024 * 1024) / 3) });

/** Bytes that the process holds, after what can be freed is freed. */
async function resident(scene: Scene): Promise<number> {
  const { body } = await scene.stage.house.api<string>("GET", "/metrics");
  return Number(/keepsake_resident_bytes (\d+)/.exec(String(body))?.[1]);
}

const send = (scene: Scene, body: string) =>
  scene.stage.house
    .api("POST", `/api/ai-users/${scene.user}/chat`, body)
    .then((answer) => scene.answers.push(answer));

const badBodies = ["{bad", "[]", '{"content":123}', '{"content":""}'];

describeCases(
  "http-limits",
  {
    apart: { C213: "the export of a companion is a later part of the work" },
    steps: {
      "POST chat with 8 MiB JSON; the same chunked without Content-Length": async (scene) => {
        const { house } = scene.stage;
        const path = `/api/ai-users/${scene.user}/chat`;
        const headers = { authorization: `Bearer ${house.token}`, "content-type": "application/json" };
        const whole = Buffer.from(eightMebibytes);
        const pieces = Array.from({ length: 128 }, (_, index) => {
          const size = Math.ceil(whole.length / 128);
          return whole.subarray(index * size, (index + 1) * size);
        });
        const post = (body: Buffer | readonly Buffer[]) =>
          rawRequest(house.url, { method: "POST", path, headers, body });
        scene.found.set("first", [await post(whole), await post(pieces)]);
        const before = await resident(scene);
        for (let turn = 0; turn < 6; turn += 1)
          scene.found.set(`turn ${turn}`, [await post(whole), await post(pieces)]);
        scene.found.set("growth", (await resident(scene)) - before);
      },
      "POST chat with body {bad": (scene) => send(scene, badBodies[0] ?? "").then(() => {}),
      "POST chat with []": (scene) => send(scene, badBodies[1] ?? "").then(() => {}),
      // The field is called content here.
      'POST chat with {"message":123}': (scene) => send(scene, badBodies[2] ?? "").then(() => {}),
      'POST chat with {"message":""}': (scene) => send(scene, badBodies[3] ?? "").then(() => {}),
    },
    checks: {
      "413 that the client can read, memory of the process stays flat": async (scene) => {
        const answers = [...scene.found.values()].flatMap((value) => (Array.isArray(value) ? value : []));
        expect(answers).toHaveLength(14);
        for (const { status, text } of answers) {
          expect(status).toBe(413);
          const { error } = ErrorBody.parse(JSON.parse(text));
          expect(error.code).toBe("too_large");
          // The body is refused as a whole, not the message in it.
          expect(error.message).toContain("bytes");
        }
        // Ninety-six mebibytes were sent; had they been kept, they would show.
        expect(scene.found.get("growth")).toBeLessThan(48 * 1024 * 1024);
        expect(await scene.stage.upstream.of("chat")).toEqual([]);
      },
      "400 with a JSON error each": async (scene) => {
        // R36: broken JSON is 400, right JSON of the wrong shape 422 with its path.
        expect(scene.answers.map(({ status }) => status)).toEqual([400, 422, 422, 422]);
        for (const { body, headers } of scene.answers) {
          expect(headers.get("content-type")).toMatch(/^application\/json/);
          expect(ErrorBody.parse(body).error.message).not.toBe("");
        }
        for (const { body } of scene.answers.slice(2))
          expect(body).toMatchObject({ error: { details: [{ path: "content" }] } });
        expect(scene.stage.upstream.of("chat")).toEqual([]);
      },
      "NOT 500": (scene) => expect(scene.answers.every(({ status }) => status < 500)).toBe(true),
      "NOT stack traces": (scene) => {
        for (const { body } of scene.answers)
          expect(JSON.stringify(body)).not.toMatch(/\bat .*:\d+|\.ts|node_modules/);
      },
    },
  },
  { child: true },
);
