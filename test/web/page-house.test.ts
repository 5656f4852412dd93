// The page against the real house, without any model: the companion answers from memory, and the page must not care.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { start } from "../../src/main.ts";
import { readSettings } from "../../src/settings.ts";
import { describePage } from "./support/page-suite.ts";

describePage("the page in the real house", async () => {
  const folder = await mkdtemp(join(tmpdir(), "keepsake-page-house-"));
  const places = { DATA_DIR: join(folder, "data"), BACKUP_DIR: join(folder, "backups") };
  const environment = { ...places, PORT: "0", LOG_LEVEL: "fatal", RANDOM_SEED: "7" };
  const running = await start(readSettings(folder, environment));
  return {
    url: running.url,
    setupCode: running.setupCode ?? "",
    /** Nobody waits for a companion to finish typing: the pause between bubbles is the server's own matter. */
    async prepare(page) {
      await page.route("**/chat", async (route) => {
        const body = { ...route.request().postDataJSON(), pacing: "instant" };
        await route.continue({ postData: JSON.stringify(body) });
      });
    },
    async close() {
      await running.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
});
