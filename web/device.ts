// Which browser on which system a session came from, told from what the browser says of itself. Pure; a guess for the eye only.

// Many browsers name others too: the most particular name comes first.
const browsers: readonly [RegExp, string][] = [
  [/MicroMessenger\//, "WeChat"],
  [/Edg(?:e|A|iOS)?\//, "Edge"],
  [/OPR\/|Opera/, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\/|Chromium\//, "Chrome"],
  [/Version\/[\d.]+.*Safari\//, "Safari"],
];

const systems: readonly [RegExp, string][] = [
  [/iPhone|iPod/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X|Macintosh/, "Mac"],
  [/CrOS/, "ChromeOS"],
  [/Linux|X11/, "Linux"],
];

export type Device = { browser: string; system: string };

/** Null where one of the two cannot be told; the whole of it stands beside it anyway. */
export function deviceOf(userAgent: string): Device | null {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1];
  return browser === undefined || system === undefined ? null : { browser, system };
}
