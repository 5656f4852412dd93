// The server as one file, for benches that start it hundreds of times: no sources are translated at each start.
import { mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "esbuild";

const project = resolve(import.meta.dirname, "../..");

/** Bundles src/main.ts into a temporary folder in which the project's other folders stand beside it as they do at home. */
export async function bundleServer(): Promise<{ program: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "keepsake-bundle-"));
  const program = join(folder, "src", "main.mjs");
  await mkdir(join(folder, "src"));
  for (const name of ["prompts", "souls", "web", "node_modules", "package.json"])
    await symlink(join(project, name), join(folder, name));
  await build({
    entryPoints: [join(project, "src", "main.ts")],
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    outfile: program,
    logLevel: "error",
  });
  return { program, remove: () => rm(folder, { recursive: true, force: true }) };
}
