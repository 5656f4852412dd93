// Which names an archive may bring: plain ways below the folder they are for, nothing that leads out of it (DESIGN 7). Pure.

/** Bytes of a name, and of one step of it. */
const longestName = 1_024;
const longestStep = 255;

/**
 * Why a name in an archive is refused; undefined for an honest one. Refused are absolute names, drive letters, backslashes,
 * "." and "..", empty steps and control characters: no tool writes them for a folder, and each has been used to get out of one.
 */
export function nameFault(name: string): string | undefined {
  if (name === "") return "empty name";
  if (Buffer.byteLength(name) > longestName) return "the name is too long";
  if (/[\p{Cc}\u2028\u2029\uFFFD]/u.test(name)) return "control characters in the name";
  if (name.includes("\\")) return "backslash in the name";
  if (name.startsWith("/") || /^[A-Za-z]:/.test(name)) return "absolute name";
  const steps = name.split("/");
  if (steps.some((step) => step === "." || step === "..")) return "the name leads out of its folder";
  if (steps.some((step) => step === "")) return "empty step in the name";
  return steps.some((step) => Buffer.byteLength(step) > longestStep) ? "the name is too long" : undefined;
}

/** Names that only differ in how their letters are composed lie in one file on some disks. */
export function sameNameKey(name: string): string {
  return name.normalize("NFC");
}

/** What a desktop puts beside the files when it packs a folder. */
export function isDesktopLitter(name: string): boolean {
  return name.startsWith("__MACOSX/") || /(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini)$/i.test(name);
}
