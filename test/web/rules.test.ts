// The page's small rules: addresses, the door's form, words for failures, files as they are shown, faces.
import { describe, expect, it } from "vitest";
import { ApiFailure } from "../../web/api.ts";
import { checkEntry, refusedEntry } from "../../web/entry-form.ts";
import { filePath, showFile, shownCharacters, sizeWords, topicOf } from "../../web/file-text.ts";
import { browserLanguage } from "../../web/preferences.ts";
import { unansweredWords, unsentWords } from "../../web/problem-words.ts";
import { pathOf, type Route, routeOf } from "../../web/route.ts";
import { imageOf, letterOf, toneOf } from "../../web/views/avatar.tsx";
import { en } from "../../web/words-en.ts";
import { enMemory } from "../../web/words-memory-en.ts";
import { zhMemory } from "../../web/words-memory-zh.ts";
import { zh } from "../../web/words-zh.ts";

describe("addresses", () => {
  it.each<Route>([
    { view: "chats" },
    { view: "talk", id: "yu_1", details: false },
    { view: "talk", id: "yu_1", details: true },
    { view: "edit", id: "yu_1" },
    { view: "start" },
    { view: "add" },
    { view: "me" },
    { view: "me", section: "backups" },
  ])("lead back to the view they came from: $view", (route) => {
    expect(routeOf(pathOf(route))).toEqual(route);
  });

  it.each(["/c/", "/c/../me", "/c/%2e%2e", "/c/Yu", "/nowhere", `/c/${"a".repeat(65)}`])(
    "that name nothing lead to the list: %s",
    (path) => {
      expect(routeOf(path)).toEqual({ view: "chats" });
    },
  );
});

describe("the form at the door", () => {
  const values = { username: "amu", password: "12345678", extra: "" };

  it("wants a name, and eight characters of password only from those who are new", () => {
    expect(checkEntry("register", { ...values, username: " ", password: "1234567" }, null, zh)).toEqual({
      username: zh.fieldEmpty,
      password: zh.shortPassword,
    });
    expect(checkEntry("sign-in", { ...values, password: "old" }, null, zh)).toEqual({});
  });

  it("counts characters of a password, not halves of them", () => {
    expect(checkEntry("register", { ...values, password: "🎐🎐🎐🎐" }, null, en).password).toBe(
      en.shortPassword,
    );
  });

  it("asks for the field a refusal names, once, and then says that it was wrong", () => {
    const refusal = new ApiFailure("forbidden", 403, "", { reason: "invite_needed" });
    expect(refusedEntry("register", null, refusal, zh)).toEqual({ faults: {}, asked: "invite" });
    expect(refusedEntry("register", "invite", refusal, zh)).toEqual({
      faults: { extra: zh.refusedEntry },
      asked: "invite",
    });
  });

  it.each([
    [new ApiFailure("offline", 0, ""), { form: zh.failed.unreachable }],
    [new ApiFailure("rate_limited", 429, "", undefined, 6.2), { form: zh.failed.wait(7) }],
    [new ApiFailure("conflict", 409, ""), { username: zh.nameTaken }],
    [new ApiFailure("invalid", 422, "", [{ path: "password", message: "" }]), { password: zh.shortPassword }],
    [new ApiFailure("invalid", 422, "", "no list"), { form: zh.failed.unknown }],
    [new ApiFailure("internal", 500, ""), { form: zh.failed.unknown }],
    [new TypeError("ours"), { form: zh.failed.unknown }],
  ])("puts %s where it belongs", (cause, faults) => {
    expect(refusedEntry("register", null, cause, zh).faults).toEqual(faults);
  });
});

describe("words for failures", () => {
  it("say of an unsent message that it is kept, and of an unanswered one that it is safe", () => {
    expect(unsentWords({ code: "storage", message: "" }, zh)).toContain("留在这里");
    expect(unansweredWords({ code: "model_refused", message: "" }, "Mira", en)).toBe(
      "Your message is kept, but Mira could not answer this time. No model can be used right now.",
    );
  });

  it("never show a raw message of the server", () => {
    const problem = { code: "something_new", message: "ECONNRESET 10.0.0.7" };
    expect(unsentWords(problem, en) + unansweredWords(problem, "Mira", en)).not.toContain("ECONNRESET");
  });
});

describe("files", () => {
  it("are cut around the faulty line, and nothing of them is lost", () => {
    const shown = showFile("a\nb\nc\nd", 3);
    expect(shown).toEqual({ before: "a\nb\n", faulty: "c", after: "d", shortened: false });
  });

  it("are shown whole where the line is beyond them, and short where they are endless", () => {
    expect(showFile("a", 9)).toEqual({ before: "a", faulty: "", after: "", shortened: false });
    expect(showFile("x".repeat(shownCharacters + 1), undefined)).toMatchObject({ shortened: true });
  });

  it("that come as parsed values are written out", () => {
    expect(showFile({ a: [1] }, undefined).before).toBe('{\n  "a": [\n    1\n  ]\n}');
  });

  it("keep their folders in the address, and nothing else of theirs is taken for one", () => {
    expect(filePath("yu", "conversations/2026-10.json")).toBe(
      "/api/memory/yu/files/conversations/2026-10.json",
    );
    expect(filePath("yu", "a?b#c 面试.json")).toBe(
      "/api/memory/yu/files/a%3Fb%23c%20%E9%9D%A2%E8%AF%95.json",
    );
  });

  it.each([
    [999, "999 B"],
    [1_234, "1.2 KB"],
    [11_800_000, "11.8 MB"],
  ])("of %d bytes have %s", (bytes, words) => {
    expect(sizeWords(bytes)).toBe(words);
  });

  it.each(["{oops", "null", "[]", '{"conversations":{}}', undefined])(
    "that hold no topic show none: %s",
    (content) => {
      expect(topicOf(content)).toBeNull();
    },
  );

  it("tell the open topic and what is owed", () => {
    expect(topicOf('{"conversations":[{},{}],"pending":[{}]}')).toEqual({ open: 2, pending: 1 });
    expect(topicOf({ conversations: [] })).toEqual({ open: 0, pending: 0 });
  });
});

describe("faces", () => {
  it.each([
    ["小雨", "雨"],
    ["Mira", "Mi"],
    [" ", ""],
    ["👩‍🚀", "👩\u200d"],
  ])("of %s show a letter", (name, letter) => {
    expect(letterOf(name)).toBe(letter);
  });

  it("have the same tone for the same companion", () => {
    expect(toneOf("yu_1")).toBe(toneOf("yu_1"));
    expect(toneOf("")).toMatch(/^#/);
  });

  it("are images, whatever the text of the drawing says", () => {
    const image = imageOf('<svg onload="alert(1)"><script>alert(1)</script>"\'></svg>');
    expect(image).toMatch(/^data:image\/svg\+xml;charset=utf-8,[^<>"]+$/);
  });
});

describe("languages", () => {
  it.each([
    [["zh-TW", "en"], "zh"],
    [["fr", "en-GB", "zh"], "en"],
    [["fr"], "en"],
    [[], "en"],
  ] as const)("of a browser that asks for %j: %s", (asked, language) => {
    expect(browserLanguage(asked)).toBe(language);
  });

  /** Every sentence of a dictionary, functions called with marks. */
  function sentences(words: unknown, path = ""): [string, string][] {
    if (typeof words === "string") return [[path, words]];
    if (typeof words === "function")
      return [[path, String((words as (...args: unknown[]) => unknown)(7, 3))]];
    return Object.entries(words as object).flatMap(([key, value]) => sentences(value, `${path}.${key}`));
  }

  it.each([
    ["of the house", zh, en],
    ["of the memory", zhMemory, enMemory],
  ])("say the same things, each in its own words and with the same figures: %s", (_, ours, theirs) => {
    const chinese = new Map(sentences(ours));
    const english = new Map(sentences(theirs));
    // Bonds are kinds in Chinese already: only English needs words for them.
    const shared = (map: Map<string, string>) => [...map.keys()].filter((key) => !key.startsWith(".bonds."));
    expect(shared(english)).toEqual(shared(chinese));
    for (const [key, text] of chinese) {
      expect(english.get(key)?.match(/\d+/g)?.sort() ?? [], key).toEqual(text.match(/\d+/g)?.sort() ?? []);
      if (!key.startsWith(".languages.")) expect(english.get(key), key).not.toMatch(/\p{Script=Han}/u);
    }
  });

  it("keep English grammar for one", () => {
    expect([en.entries(1), en.entries(2), en.tokens(1), en.pendingTopics(1)]).toEqual([
      "1 entry",
      "2 entries",
      "1 token",
      "1 topic waits to be summed up",
    ]);
  });
});
