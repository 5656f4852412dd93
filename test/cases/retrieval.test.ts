// Whole spoken questions and words at the end of long texts are found in the index of long entries (C236, C237).
import { expect } from "vitest";
import { describeCases, type Scene } from "./runner.ts";

type Hit = { id: string };

/** The ids of what a search gives, best first; a detail counts as its entry. */
async function search(scene: Scene, text: string): Promise<string[]> {
  const path = `/api/memory/${scene.user}/search?q=${encodeURIComponent(text)}`;
  const { status, body } = await scene.stage.house.api<{ results: Hit[] }>("GET", path);
  expect(status).toBe(200);
  return body.results.map(({ id }) => id.replace(/#detail$/, ""));
}

const look =
  (text: string) =>
  async (scene: Scene): Promise<void> => {
    scene.found.set(text, await search(scene, text));
  };

const cat = "我上次跟你说的那只猫叫什么来着";
const weekend = "你还记得我周末打算去哪里玩吗";

describeCases("retrieval", {
  steps: {
    "search the index for 花生过敏": look("花生过敏"),
    [`search for ${cat}`]: look(cat),
    [`search for ${weekend}`]: look(weekend),
  },
  checks: {
    found: (scene) => {
      expect(scene.found.get("花生过敏")).toContain("long_1");
    },
    "long_1 first for the first, long_2 first for the second": (scene) => {
      expect(scene.found.get(cat)).toEqual(expect.arrayContaining(["long_1"]));
      expect((scene.found.get(cat) as string[])[0]).toBe("long_1");
      expect((scene.found.get(weekend) as string[])[0]).toBe("long_2");
    },
  },
});
