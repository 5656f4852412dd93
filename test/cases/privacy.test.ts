import { expect } from "vitest";
import { dataOf, describeCases, isThere, type Scene, textsBelow } from "./runner.ts";

const secret = "翠湖路18号";

/** Files of the whole data folder that hold the text, in their name or their bytes. */
async function holding(scene: Scene): Promise<string[]> {
  const texts = [...(await textsBelow(scene.stage.house.folder))];
  return texts.filter(([name, text]) => name.includes(secret) || text.includes(secret)).map(([name]) => name);
}

type Matches = { matches: { document: string; id: string; text: string }[] };
type Receipt = { receipt: { files: string[]; left: unknown[] } };

describeCases("privacy", {
  apart: {
    C121: "waits two heartbeat intervals; beats are part 3, and the folder's stay in the trash is test/http/routes/ai-users.test.ts",
  },
  steps: {
    "delete long_1 in the memory editor or by the API": async (scene) => {
      const { house } = scene.stage;
      const path = `/api/memory/${scene.user}/erase`;
      const preview = await house.api<Matches>("POST", path, { query: secret, preview: true });
      scene.found.set(
        "told",
        preview.body.matches.map(({ document }) => document),
      );
      const done = await house.api<Receipt>("POST", path, { query: secret, preview: false });
      expect(done.status).toBe(200);
      scene.found.set("left", done.body.receipt.left);
    },
    "grep -r the data folder for 翠湖路18号": async (scene) => {
      scene.found.set("grep", await holding(scene));
    },
    "chat: 我住哪？": async (scene) => {
      scene.stage.upstream.push("chat", { text: "这个我不知道" });
      scene.turns.push(await scene.stage.house.chat(scene.user, "我住哪？"));
    },
  },
  checks: {
    "the user is told what else holds the text (mid summary, log) and can delete that in the same step": (
      scene,
    ) => {
      const told = scene.found.get("told") as string[];
      for (const name of ["long_term", "mid_term"])
        expect(
          told.some((document) => document.startsWith(name)),
          told.join(),
        ).toBe(true);
    },
    'after "delete everywhere" the grep finds nothing in index, details, mid, search index, backups, undo store and server log':
      async (scene) => {
        expect(scene.found.get("grep")).toEqual([]);
        const search = await scene.stage.house.api(
          "GET",
          `/api/memory/${scene.user}/search?q=${encodeURIComponent(secret)}`,
        );
        expect(JSON.stringify(search.body)).not.toContain(`住在${secret}`);
        expect(await isThere(`${scene.folder}/long_term.json`)).toBe(true);
      },
    "the request upstream does not hold it": (scene) => {
      const request = JSON.stringify(scene.stage.upstream.of("chat").at(-1)?.body.messages ?? []);
      expect(request).toContain("我住哪");
      expect(request).not.toContain("翠湖路");
    },
    "886611 is in no tier afterwards, or the UI says plainly that chat cannot delete and offers the delete dialog":
      (scene) => {
        const said = dataOf(scene.turns[0] ?? [], "bubble")
          .map(({ content }) => content)
          .join("\n");
        expect(said).toContain("原话还在");
        expect(said).toContain("彻底删除");
      },
    "NOT the AI says it forgot while the number goes into mid_term": (scene) => {
      const said = dataOf(scene.turns[0] ?? [], "bubble")
        .map(({ content }) => content)
        .join("\n");
      expect(said).not.toMatch(/忘掉它|忘了|不记了|划掉了|就当没说过/);
      // The model, which would have promised it, was not asked.
      expect(scene.stage.upstream.of("chat")).toEqual([]);
      expect(scene.answers[0]?.status).toBe(200);
    },
  },
});
