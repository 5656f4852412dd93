import { defineConfig } from "vitest/config";

/** What starts no house: such tests share their process, which reads the sources once instead of two hundred times. */
const pure = ["docs", "exchange", "memory", "model", "prompt", "schema", "search"].map(
  (folder) => `test/${folder}/**/*.test.ts`,
);

// biome-ignore lint/style/noDefaultExport: vitest reads its configuration from the default export
export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // What is waited for on a page is waited for as long as a click is; the second it has otherwise is short for a slow machine.
    expect: { poll: { timeout: 10_000 } },
    pool: "forks",
    maxWorkers: 2,
    // Whole servers, browsers and full disks run here on two cores: in CI a test that the machine made late gets one second try.
    retry: process.env.CI ? 1 : 0,
    projects: [
      { extends: true, test: { name: "pure", include: pure, isolate: false } },
      { extends: true, test: { name: "house", include: ["test/**/*.test.{ts,tsx}"], exclude: pure } },
    ],
  },
});
