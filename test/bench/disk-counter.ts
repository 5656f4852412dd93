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
 * Wraps `open`, `writeFile` and `appendFile` of node:fs/promises, the writing methods of its file handles, and the writing of an
 * open file by its number. Streams and other synchronous functions throw: a server that used them would have to be counted by other means.
 * Call it before the server is imported; it stays for the life of the process.
 */
export async function countDiskWrites(): Promise<DiskCounter> {
  const counted = new Map<string, number>();
  const paths = new WeakMap<object, string>();
  /** A file may also be written by its number, which is given anew once it is closed. */
  const numbers = new Map<number, string>();
  const add = (path: string, size: number) => {
    const name = finalName(path);
    counted.set(name, (counted.get(name) ?? 0) + size);
  };
  await wrapHandles((handle, size) => add(paths.get(handle) ?? "unknown", size));
  wrap(fs.promises, "open", (old) => async (...given) => {
    const handle = (await old(...given)) as FileHandle;
    paths.set(handle, String(given[0]));
    numbers.set(handle.fd, String(given[0]));
    return handle;
  });
  for (const name of ["writeFile", "appendFile"])
    wrap(fs.promises, name, (old) => (...given) => {
      if (typeof given[0] === "string") add(given[0], sizeOf(given[1]));
      return old(...given);
    });
  wrap(fs, "openSync", (old) => (...given) => {
    const number = old(...given) as number;
    numbers.set(number, String(given[0]));
    return number;
  });
  wrap(fs, "writeSync", (old) => (...given) => {
    const size = old(...given) as number;
    add(numbers.get(given[0] as number) ?? "unknown", size);
    return size;
  });
  wrap(fs, "writeFileSync", (old) => (...given) => {
    if (typeof given[0] !== "number") throw new Error("writeFileSync to a path is not counted");
    // Bytes go through writeSync and are counted there; a text goes its own, faster way.
    if (typeof given[1] === "string") add(numbers.get(given[0]) ?? "unknown", sizeOf(given[1]));
    return old(...given);
  });
  for (const name of ["appendFileSync", "createWriteStream"])
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
