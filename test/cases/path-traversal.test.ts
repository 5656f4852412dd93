import { expect } from "vitest";
import { editableDocuments } from "../../src/schema/documents.ts";
import { type RawAnswer, rawRequest } from "./raw-request.ts";
import { describeCases, ErrorBody, type Room, type Scene, textsBelow } from "./runner.ts";

async function ask(scene: Scene, method: string, path: string, body?: string): Promise<void> {
  const { house } = scene.stage;
  const headers = {
    authorization: `Bearer ${house.token}`,
    ...(body === undefined ? {} : { "content-type": "application/json" }),
  };
  const answers = (scene.found.get("answers") ?? []) as RawAnswer[];
  scene.found.set("answers", [
    ...answers,
    await rawRequest(house.url, { method, path, headers, ...(body ? { body } : {}) }),
  ]);
}
const answersOf = (scene: Scene) => scene.found.get("answers") as RawAnswer[];

const getIds = ["..%2f..%2fetc", "%2e%2e%2fother", "a%00b", "..%5c..%5cx"];
const putTypes = ["..%2f..%2fconfig", "config", "short_term.json%00x", "conversation"];

const evil = JSON.stringify({ base_soul: "你是别人", content: "别人写的" });

const steps: Room["steps"] = Object.fromEntries([
  ...getIds.map((id) => [`GET /api/memory/${id}`, (scene: Scene) => ask(scene, "GET", `/api/memory/${id}`)]),
  ...putTypes.map((type) => [
    `PUT /api/memory/{id}/${type}`,
    (scene: Scene) => ask(scene, "PUT", `/api/memory/${scene.user}/${type}`, evil),
  ]),
]);

/** What stands in the data folder, ours and everyone's, but for what a server keeps for itself. */
async function standing(scene: Scene): Promise<Map<string, string>> {
  const { folder } = scene.stage.house;
  const texts = [...(await textsBelow(folder))];
  return new Map(texts.filter(([name]) => !/^accounts\/|^\.|usage|\/\.cache\//.test(name)));
}

const remember = async (scene: Scene) => {
  // The folder is opened first, so that nothing but the requests could change it.
  await scene.stage.house.api("GET", `/api/memory/${scene.user}/files`);
  scene.found.set("before", await standing(scene));
};

describeCases("path-traversal", {
  steps,
  before: { C207: remember, C208: remember },
  checks: {
    "400 or 404 for each; no file outside the root is opened": async (scene) => {
      expect(answersOf(scene)).toHaveLength(4);
      for (const { status, text } of answersOf(scene)) {
        expect([400, 404]).toContain(status);
        const { error } = ErrorBody.parse(JSON.parse(text));
        // Nothing of any file, and no path of the machine.
        expect(error.message).not.toMatch(/root:|\/etc|\/tmp|ENOENT/);
      }
      // A name that is one, with nothing behind it, is answered the same: nothing was looked up.
      await ask(scene, "GET", "/api/memory/nobody");
      const texts = answersOf(scene).map(({ text }) => text);
      expect(new Set(texts.slice(-1).concat(texts.slice(0, 2))).size).toBe(1);
      expect(await standing(scene)).toEqual(scene.found.get("before"));
    },
    "only the documented types pass; base_soul cannot be changed by this route": async (scene) => {
      expect(answersOf(scene).map(({ status }) => status)).toEqual([404, 404, 404, 404]);
      expect(await standing(scene)).toEqual(scene.found.get("before"));
      for (const type of editableDocuments) {
        const value = await scene.read(type);
        const path = `/api/memory/${scene.user}/${type}?confirm=true`;
        expect((await scene.stage.house.api("PUT", path, value)).status, type).toBe(200);
      }
      expect((await scene.read("config")).base_soul).toBe("温柔、爱看展，说话简短");
    },
  },
});
