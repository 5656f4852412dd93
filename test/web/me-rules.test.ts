// The small rules of Me: sums and budgets, notices, devices, files on their way, and that both languages say the same.
import { describe, expect, it } from "vitest";
import type { Spared, SpentRow, UsageReport } from "../../src/schema/request-usage.ts";
import { actProblem } from "../../web/act.ts";
import { ageWords } from "../../web/age.ts";
import { ApiFailure } from "../../web/api.ts";
import { budgetOf, byRole, costsOf, figureOf, raisedBudget, savedOf, sumsOf } from "../../web/cost.ts";
import { deviceOf } from "../../web/device.ts";
import { money, share, short, whole } from "../../web/figures.ts";
import { doneOf, draftOf, guessKind, importQuery, isOrderOpen, openNames } from "../../web/import-wish.ts";
import type { Models } from "../../web/model-shapes.ts";
import { missingFields, notifyDraft, notifyOf } from "../../web/notify-form.ts";
import { paceOf, pacingFor } from "../../web/pacing.ts";
import { priceDraft, priceFaults, withPrice } from "../../web/prices.ts";
import { fileNameOf, saveFile } from "../../web/save-file.ts";
import { monthName } from "../../web/time-month.ts";
import { enMe } from "../../web/words-me-en.ts";
import { zhMe } from "../../web/words-me-zh.ts";
import { sentences } from "./support/dictionary.ts";

function row(change: Partial<SpentRow> = {}): SpentRow {
  const counts = { calls: 1, input_tokens: 1_000, cached_tokens: 500, output_tokens: 10 };
  return { role: "chat", model: "m", ...counts, cost: 1, currency: "CNY", ...change };
}

describe("figures", () => {
  it("show money in its currency, and small sums to where they tell something", () => {
    expect(money(12.4, "CNY", "zh")).toBe("¥12.40");
    expect(money(0.0042, "USD", "zh")).toBe("US$0.0042");
    expect(money(0, "CNY", "zh")).toBe("¥0.00");
    expect(money(5, "CNY", "en")).toBe("CN¥5.00");
  });

  it.each(["", " ", "贝壳", "toolong", "1"])("survive a currency that a hand wrote: %j", (currency) => {
    expect(money(5, currency, "zh")).toContain("5.00");
  });

  it("are short or whole", () => {
    expect(short(32_000, "zh")).toBe("3.2万");
    expect(short(32_000, "en").toUpperCase()).toBe("32K");
    expect(whole(32_104.6, "en")).toBe("32,105");
  });

  it("never tell a little as nothing, nor nearly all as all", () => {
    expect([share(1, 1_000), share(999, 1_000), share(0, 5), share(5, 5), share(1, 0)]).toEqual([
      "1%",
      "99%",
      "0%",
      "100%",
      "0%",
    ]);
    expect(share(Number.NaN, 5)).toBe("0%");
  });

  it("tell ages and months as one says them", () => {
    expect([5, 61, 3_600, 47 * 3_600, 72 * 3_600].map((age) => ageWords(age, enMe))).toEqual([
      "just now",
      "1 minute ago",
      "1 hour ago",
      "47 hours ago",
      "3 days ago",
    ]);
    expect([monthName("2026-11", "zh"), monthName("2026-11", "en"), monthName("soon", "en")]).toEqual([
      "2026年11月",
      "November 2026",
      "soon",
    ]);
  });
});

describe("costs", () => {
  const report = (change: Partial<UsageReport>): UsageReport => ({
    month: "2026-11",
    today: "2026-11-29",
    monthly_budget: 10,
    budget_choice: null,
    background_tokens_per_day: 1,
    spent: [{ currency: "CNY", cost: 5, forecast: 6 }],
    ai_users: [],
    months: [],
    unpriced: [],
    ...change,
  });

  it("are summed by currency and role, and what cost nothing is no money", () => {
    const rows = [row(), row({ currency: "USD", cost: 3 }), row({ role: "facts", cost: 0 })];
    expect(costsOf(rows)).toEqual([
      { currency: "USD", cost: 3 },
      { currency: "CNY", cost: 1 },
    ]);
    expect(costsOf([row({ cost: 0 })])).toEqual([]);
    expect(byRole(rows).map(({ role, rows: own }) => [role, own.length])).toEqual([
      ["chat", 2],
      ["facts", 1],
    ]);
    expect(sumsOf(rows)).toEqual({ calls: 3, input: 3_000, cached: 1_500, output: 30 });
  });

  it.each([
    [7.99, null, "fine"],
    [8, null, "near"],
    [9.99, null, "near"],
    [10, null, "open"],
    [12, { month: "2026-11", choice: "go_on" }, "go_on"],
    [12, { month: "2026-11", choice: "hold" }, "hold"],
    [12, { month: "2026-10", choice: "go_on" }, "open"],
  ] as const)("of %d in a budget of 10, chosen %j: %s", (cost, budget_choice, step) => {
    const spent = [{ currency: "CNY", cost, forecast: cost }];
    expect(budgetOf(report({ spent, budget_choice }))?.step).toBe(step);
  });

  it("know no budget where there is none, and one of nothing is used up from the start", () => {
    expect(budgetOf(report({ monthly_budget: null }))).toBeNull();
    expect(budgetOf(report({ monthly_budget: 0, spent: [] }))?.step).toBe("open");
  });

  it.each([
    [{ budget: 10, spent: 11 }, 20],
    [{ budget: 100, spent: 40 }, 150],
    [{ budget: 0, spent: 0 }, 1],
    [{ budget: 0.3, spent: 0.35 }, 0.55],
  ])("offer a round budget with room again: %j", (state, raised) => {
    expect(raisedBudget({ ...state, step: "open" })).toBe(raised);
  });

  it("add up what memory saved, and name money only where it is known of each companion", () => {
    const spared: Spared = {
      calls: 1,
      full_tokens: 100,
      sent_tokens: 20,
      work_tokens: 5,
      cost: 2,
      currency: "CNY",
    };
    const of = (...list: (Spared | null)[]) =>
      savedOf({ ai_users: list.map((one, at) => ({ user_id: `c${at}`, name: "", rows: [], spared: one })) });
    expect(of(spared, spared, null)).toEqual({ full: 200, used: 50, cost: 4, currency: "CNY" });
    expect(of(spared, { ...spared, cost: null })?.cost).toBeNull();
    expect(of(spared, { ...spared, currency: "USD" })?.cost).toBeNull();
    expect(of(null)).toBeNull();
  });

  it.each([
    ["12.5", 12.5],
    ["１２", 12],
    ["12,5", 12.5],
    ["0", 0],
    ["-1", null],
    ["", null],
    ["1e9", null],
    ["十块", null],
    ["9999999999", null],
    ["NaN", null],
  ])("read %j as %j", (text, figure) => {
    expect(figureOf(text)).toBe(figure);
  });
});

describe("prices", () => {
  const now = {
    models: {
      a: { base_url: "https://a.example", model: "x", context_tokens: 1, timeout_s: 1, extra: {}, odd: 1 },
    },
    roles: { chat: ["a"] },
    background_tokens_per_day: 5,
    key_origins: { a: "https://a.example" },
    state: [],
    offers: [],
    house: "kept",
  } as unknown as Models;
  const draft = { input: "2", cached_input: "", output: "８", currency: "CNY" };

  it("are asked of what is sent and written, and cached tokens may stay empty", () => {
    expect(priceFaults(draft)).toEqual([]);
    expect(priceFaults({ ...draft, input: "", cached_input: "x", output: "-1" })).toEqual([
      "input",
      "output",
      "cached_input",
    ]);
    expect(priceDraft(undefined)).toEqual({ input: "", cached_input: "", output: "", currency: "CNY" });
    expect(priceDraft({ input: 0, cached_input: 0.1, output: 3, currency: "贝", checked_at: "" })).toEqual({
      input: "",
      cached_input: "0.1",
      output: "3",
      currency: "贝",
    });
  });

  it("change that one model and nothing else, whatever a hand has added to it", () => {
    const price = { input: 2, cached_input: 0, output: 8, currency: "CNY", checked_at: "2026-11-29" };
    expect(withPrice(now, "a", draft, "2026-11-29")).toEqual({
      models: { a: { ...now.models.a, price } },
      roles: now.roles,
      background_tokens_per_day: 5,
      house: "kept",
    });
    expect(() => withPrice(now, "b", draft, "2026-11-29")).toThrow("has no b");
  });
});

describe("notices", () => {
  it("name what must not stay empty, and leave empty fields out", () => {
    const draft = { kind: "ntfy", fields: { topic: " 猫 ", url: " " }, content: false } as const;
    expect(missingFields({ ...draft, fields: { topic: " " } })).toEqual(["topic"]);
    expect(missingFields(draft)).toEqual([]);
    expect(notifyOf(draft)).toEqual({ kind: "ntfy", topic: "猫", content: false });
    expect(notifyOf({ kind: "none", fields: {}, content: true })).toBeNull();
  });

  it.each([null, undefined, {}, { kind: 7 }, { kind: "pigeon" }, { kind: "none" }])(
    "that a hand wrote as %j are none",
    (stored) => {
      expect(notifyDraft(stored as Record<string, unknown> | null).kind).toBe("none");
    },
  );

  it("come back into the form as they were kept, numbers too", () => {
    const kept = { kind: "telegram", token: "1:abc", chat_id: 42, content: true };
    expect(notifyDraft(kept)).toEqual({
      kind: "telegram",
      fields: { token: "1:abc", chat_id: "42" },
      content: true,
    });
    expect(notifyDraft({ ...kept, enabled: false }).kind).toBe("none");
  });
});

describe("pacing", () => {
  it("is one choice where all share it, and none where they differ", () => {
    const human = { user_id: "a", pacing: "human", pacing_speed: 1 };
    expect(paceOf([human, { ...human }])).toBe("human");
    expect(paceOf([human, { ...human, pacing_speed: 0.5 }])).toBeNull();
    expect(paceOf([{ user_id: "a", pacing: "instant", pacing_speed: 1 }])).toBe("instant");
    expect(paceOf([{ user_id: "a", pacing: "human", pacing_speed: 0 }])).toBe("instant");
    expect(paceOf([])).toBeNull();
    for (const pace of ["human", "quick", "instant"] as const)
      expect(paceOf([{ user_id: "a", ...pacingFor(pace) }])).toBe(pace);
  });
});

describe("devices", () => {
  it.each([
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1",
      "Safari iPhone",
    ],
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0 Safari/537.36 Edg/131.0",
      "Edge Windows",
    ],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0", "Firefox Linux"],
    [
      "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36 MicroMessenger/8.0",
      "WeChat Android",
    ],
  ])("%s", (agent, told) => {
    const device = deviceOf(agent);
    expect(`${device?.browser} ${device?.system}`).toBe(told);
  });

  it.each(["", "curl/8.5.0", "<script>"])("that nobody knows are not guessed: %j", (agent) => {
    expect(deviceOf(agent)).toBeNull();
  });
});

describe("files that come in", () => {
  const file = (name: string, text = "") => new File([text], name);

  it.each([
    ["a.png", "", "card"],
    ["A.CHARX", "", "card"],
    ["x.zip", "", "zip"],
    ["x.json", '{"spec":"chara_card_v3"}', "card"],
    ["x.json", '{"name":"x","first_mes":"hi"}', "card"],
    ["x.json", '{"messages":[]}', "chat"],
    ["x.jsonl", '{"spec":"chara_card_v3"}', "chat"],
    ["noname", "", "chat"],
  ])("are guessed by name and beginning: %s %s", async (name, text, kind) => {
    expect(await guessKind(file(name, text))).toBe(kind);
  });

  it("ask about names that nobody knows, whatever they are called", () => {
    const speakers = [
      { name: "阿木", count: 1, side: "user", first: "" },
      { name: "__proto__", count: 1, side: null, first: "" },
    ] as const;
    const draft = draftOf({ speakers: [...speakers] });
    expect(openNames({ speakers: [...speakers] }, draft)).toEqual(["__proto__"]);
    const told = {
      ...draft,
      sides: Object.fromEntries([...Object.entries(draft.sides), ["__proto__", "skip"]]),
    };
    expect(openNames({ speakers: [...speakers] }, told as typeof draft)).toEqual([]);
  });

  it("ask what comes first in dates that do not say it", () => {
    const dates = { order: "day_first", sure: false } as const;
    const draft = draftOf({ speakers: [], dates });
    expect([draft.dates, isOrderOpen({ dates }, draft), isOrderOpen({ dates: null }, draft)]).toEqual([
      null,
      true,
      false,
    ]);
    const sure = draftOf({ speakers: [], dates: { ...dates, sure: true } });
    expect([sure.dates, isOrderOpen({ dates }, sure)]).toEqual(["day_first", false]);
  });

  it("of a whole account are never taken all at once: each talk is with somebody else", () => {
    const threads = [7, 8].map((id) => ({ id: String(id), title: "", count: 1 }));
    expect(draftOf({ speakers: [], format: "telegram", threads }).threads).toEqual([]);
    expect(draftOf({ speakers: [], format: "telegram", threads: threads.slice(1) }).threads).toEqual(["8"]);
    expect(draftOf({ speakers: [], format: "telegram" }).threads).toBeNull();
    expect(draftOf({ speakers: [], format: "chatgpt", threads }).threads).toBeNull();
  });

  it("are asked for as the server reads it: speakers as JSON, talks one by one, a day as seconds", () => {
    const draft = {
      sides: { "a&b": "skip" },
      threads: ["1", "2"],
      lastDay: "2026-03-02",
      dates: "month_first",
      summarise: "extractive",
    } as const;
    const query = new URLSearchParams(importQuery(draft, false, "qq"));
    expect([...query]).toEqual([
      ["format", "qq"],
      ["speakers", '{"a&b":"skip"}'],
      ["threads", "1"],
      ["threads", "2"],
      ["date", String(Date.UTC(2026, 2, 2, 12) / 1000)],
      ["dates", "month_first"],
      ["summarise", "extractive"],
    ]);
    expect(importQuery({ ...draft, sides: {}, threads: null, lastDay: "soon", dates: null }, true)).toBe(
      "format=auto&preview=true&summarise=extractive",
    );
  });

  it("tell how far they are by the last word about this companion", () => {
    const told = (user_id: string, done: unknown) => ({
      code: "import-progress",
      message: "",
      user_id,
      done,
    });
    expect(doneOf([told("a", 5), told("b", 9), told("a", 7)], "a")).toBe(7);
    expect(doneOf([told("a", "x"), { code: "other" }], "a")).toBe(0);
    expect(doneOf([], "a")).toBe(0);
  });
});

describe("files that go out", () => {
  const named = (header: string | null) => ({
    headers: new Headers(header === null ? {} : { "content-disposition": header }),
  });

  it.each([
    ['attachment; filename="yu.zip"', "yu.zip"],
    ['attachment; filename="../x"', "f"],
    ["attachment", "f"],
    [null, "f"],
  ])("have the name of %s", (header, name) => {
    expect(fileNameOf(named(header), "f")).toBe(name);
  });

  it("are refused where they broke off, and not where one stopped them", async () => {
    const broken = () =>
      new ReadableStream<Uint8Array>({
        pull(controller) {
          controller.error(new TypeError("network"));
        },
      });
    const api = { open: async () => new Response(broken()) };
    const wish = { path: "/x", name: "f", onBytes: () => undefined };
    const still = { ...wish, signal: new AbortController().signal };
    await expect(saveFile(api, still)).rejects.toMatchObject({ code: "offline" });
    await expect(saveFile(api, { ...wish, signal: AbortSignal.abort() })).rejects.toBeInstanceOf(TypeError);
  });
});

describe("what was refused", () => {
  it.each([
    ["offline", zhMe.refused.offline],
    ["forbidden", zhMe.refused.forbidden],
    ["not_found", zhMe.refused.gone],
    ["conflict", zhMe.refused.conflict],
    ["invalid", zhMe.refused.invalid],
    ["too_large", zhMe.refused.tooLarge],
    ["storage", zhMe.refused.storage],
    ["something_new", zhMe.refused.unknown],
  ])("as %s is told in our words, never in the server's", (code, words) => {
    expect(actProblem(new ApiFailure(code, 500, "ECONNRESET 10.0.0.7"), zhMe)).toBe(words);
  });

  it("by a mistake of ours says that nothing was touched", () => {
    expect(actProblem(new TypeError("x"), enMe)).toBe(enMe.refused.unknown);
  });
});

describe("the words of Me", () => {
  it("say the same things in both languages, each in its own words, with the same figures, and none is empty", () => {
    const chinese = new Map(sentences(zhMe));
    const english = new Map(sentences(enMe));
    expect([...english.keys()].sort()).toEqual([...chinese.keys()].sort());
    for (const [key, text] of chinese) {
      const other = english.get(key) ?? "";
      expect(text.trim(), key).not.toBe("");
      expect(other.trim(), key).not.toBe("");
      expect(other, key).not.toMatch(/\p{Script=Han}/u);
      expect(other.match(/\d+/g)?.sort() ?? [], key).toEqual(text.match(/\d+/g)?.sort() ?? []);
    }
  });

  it("keep English grammar for one", () => {
    expect([
      enMe.pastMemories(1),
      enMe.daysLeft(1),
      enMe.linesOf(1),
      enMe.backupRow(1, "1 KB"),
      enMe.callsOf("1"),
    ]).toEqual(["1 memory", "1 day left", "1 line", "1 companion · 1 KB", "1 call"]);
  });
});
