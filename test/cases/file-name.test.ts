// Titles that a model chooses become file names: separators, ways out, length, doubles, dots (C164–C169, R6).
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { type Check, describeCases, doStep, filesBelow, type Scene } from "./runner.ts";

const titleIn = (scene: Scene): string => JSON.parse(String(scene.case.given.upstream?.[0]?.text)).title;
const detailNames = (scene: Scene) => readdir(join(scene.folder, "long_term_details"));

type FileAnswer = { name: string; content: string };

/** Reads the detail of each index entry through the door that the page uses. */
async function getDetails(scene: Scene): Promise<void> {
  const long = await scene.read("long_term");
  const details: FileAnswer[] = [];
  for (const { detail_file } of long) {
    const path = `/api/memory/${scene.user}/files/long_term_details/${encodeURIComponent(detail_file)}`;
    const { status, body } = await scene.stage.house.api<FileAnswer>("GET", path);
    expect(status).toBe(200);
    details.push(body);
  }
  scene.found.set("details", details);
}

const oneWholeDetail: Check = async (scene) => {
  const names = await detailNames(scene);
  const long = await scene.read("long_term");
  expect(long.map(({ detail_file }) => detail_file)).toEqual(names);
  expect(names).toHaveLength(1);
  const [detail] = scene.found.get("details") as FileAnswer[];
  // Blanks around a title are no part of it.
  expect(JSON.parse(detail?.content ?? "{}").title).toBe(titleIn(scene).trim());
  // The index may show a very long one cut.
  expect(
    titleIn(scene)
      .trim()
      .startsWith(long[0]?.title.replace(/…$/, "") ?? "-"),
  ).toBe(true);
  expect(names[0]).toMatch(/^\d{4}-\d{2}-\d{2}_.+\.json$/);
};

/** What a title left of itself in the name. */
const stemOf = (name: string | undefined) => /^\d{4}-\d{2}-\d{2}_(.+)\.json$/.exec(name ?? "")?.[1] ?? "";

describeCases("file-name", {
  steps: {
    "GET the details": getDetails,
    "C167: POST /api/memory/{id}/extract": async (scene) => {
      // The second time another summary of the same day waits, and the model gives it the same title.
      if (scene.found.has("details")) {
        const [first] = await scene.read("mid_term");
        const second = {
          ...first,
          id: "mid_2",
          topic_id: "t_mid_2",
          summary: "周日改去爬山",
          extracted_to_long: false,
        };
        await writeFile(join(scene.folder, "mid_term.json"), JSON.stringify([first, second]));
        scene.stage.upstream.push("mid_to_long", { text: String(scene.case.given.upstream?.[0]?.text) });
      }
      await doStep(scene, "POST /api/memory/{id}/extract", {});
    },
  },
  before: {
    C165: async (scene) => {
      scene.found.set("config", await scene.text("config.json"));
      scene.found.set("files", await filesBelow(scene.stage.house.folder));
    },
  },
  checks: {
    "one detail file directly inside long_term_details/, reachable from its index entry; title in the JSON is the full original":
      oneWholeDetail,
    'the name works on Windows (no / \\ : * ? " < > |)': async (scene) => {
      const [name = ""] = await detailNames(scene);
      expect(name).not.toMatch(/[/\\:*?"<>|\p{Cc}]/u);
      expect(stemOf(name)).not.toMatch(/[. ]$/);
      // Something of the title is still to be read.
      expect(name).toContain("海边");
    },
    "NOT config.json or anything outside is written": async (scene) => {
      expect(await scene.text("config.json")).toBe(scene.found.get("config"));
      const before = scene.found.get("files") as string[];
      const fresh = (await filesBelow(scene.stage.house.folder)).filter((name) => !before.includes(name));
      expect(fresh.filter((name) => !name.startsWith(`ai_users/${scene.user}/`))).toEqual([]);
      expect(fresh.filter((name) => name.includes("config"))).toHaveLength(1);
    },
    "name at most 255 bytes in UTF-8, cut between characters, extension kept": async (scene) => {
      const [name = ""] = await detailNames(scene);
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
      expect(name.endsWith(".json")).toBe(true);
      expect(stemOf(name).length).toBeGreaterThan(20);
      expect(titleIn(scene).startsWith(stemOf(name))).toBe(true);
    },
    "two detail files, or one merged entry": async (scene) => {
      // Both say the same under one title: one entry, which has both of them as its sources.
      const long = await scene.read("long_term");
      expect(long.map(({ detail_file }) => detail_file)).toEqual(await detailNames(scene));
      expect(long.map(({ title, key_points }) => [title, key_points])).toEqual([["周末出游计划", ["x"]]]);
    },
    "NOT the second overwrites the first": async (scene) => {
      const details = (scene.found.get("details") as FileAnswer[]).map(({ content }) => JSON.parse(content));
      expect(details.map(({ source_mid_ids }) => source_mid_ids)).toEqual([["mid_1", "mid_2"]]);
      expect(details.map(({ detail_content }) => detail_content)).toEqual(["x\n周日改去爬山"]);
    },
    "a fallback name when nothing is left": async (scene) => {
      const [name] = await detailNames(scene);
      expect(stemOf(name)).toMatch(/^[a-z]+$/);
    },
  },
});
