// Counts the bytes that this process hands to the file system, by path: the writing functions of node:fs are wrapped.
import fs from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

export type DiskCounter = {
  /** Bytes written since the last reset, by path; a temporary file counts under the name it takes. */
  bytes(): Map<string, number>;
  reset(): void;
};

const temporary = /^\.(.+)\.\d+-\d+\.tmp$/;

function finalName(path: string): string {
  const name = temporary.exec(basename(path))?.[1];
  return name === undefined ? path : join(dirname(path), name);
}

function sizeOf(data: unknown): number {
  if (typeof data === "string") return Buffer.byteLength(data);
  if (ArrayBuffer.isView(data)) return data.byteLength;
  throw new Error("something is written that cannot be counted");
}

type Wrapped = Record<string, (...given: unknown[]) => unknown>;

function wrap(
  target: object,
  name: string,
  make: (old: (...given: unknown[]) => unknown) => Wrapped[string],
): void {
  const holder = target as Wrapped;
  const old = holder[name];
  if (!old) throw new Error(`there is no ${name}`);
  holder[name] = make(old);
}

/**
 * Wraps `open`, `writeFile` and `appendFile` of node:fs/promises and the writing methods of its file handles. Streams and the
 * synchronous functions throw: a server that used them would have to be counted by other means. Call it before the server
 * is imported; it stays for the life of the process.
 */
export async function countDiskWrites(): Promise<DiskCounter> {
  const counted = new Map<string, number>();
  const paths = new WeakMap<object, string>();
  const add = (path: string, size: number) => {
    const name = finalName(path);
    counted.set(name, (counted.get(name) ?? 0) + size);
  };
  await wrapHandles((handle, size) => add(paths.get(handle) ?? "unknown", size));
  wrap(fs.promises, "open", (old) => async (...given) => {
    const handle = (await old(...given)) as object;
    paths.set(handle, String(given[0]));
    return handle;
  });
  for (const name of ["writeFile", "appendFile"])
    wrap(fs.promises, name, (old) => (...given) => {
      if (typeof given[0] === "string") add(given[0], sizeOf(given[1]));
      return old(...given);
    });
  for (const name of ["writeFileSync", "appendFileSync", "createWriteStream"])
    wrap(fs, name, () => () => {
      throw new Error(`${name} is not counted`);
    });
  syncBuiltinESMExports();
  return { bytes: () => new Map(counted), reset: () => counted.clear() };
}

async function wrapHandles(add: (handle: object, size: number) => void): Promise<void> {
  const sample: FileHandle = await open(tmpdir(), "r");
  const kind = Object.getPrototypeOf(sample) as object;
  await sample.close();
  for (const name of ["writeFile", "appendFile"])
    wrap(
      kind,
      name,
      (old) =>
        function (this: object, ...given: unknown[]) {
          add(this, sizeOf(given[0]));
          return old.apply(this, given);
        },
    );
  wrap(
    kind,
    "write",
    (old) =>
      async function (this: object, ...given: unknown[]) {
        const done = (await old.apply(this, given)) as { bytesWritten: number };
        add(this, done.bytesWritten);
        return done;
      },
  );
  wrap(kind, "writev", () => () => {
    throw new Error("writev is not counted");
  });
}
