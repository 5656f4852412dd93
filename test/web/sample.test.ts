// The sample life: whole in both languages, every memory proven by words that are said in it, taken by the real house, and gone again.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { factCategories } from "../../src/schema/fact.ts";
import { ImportRequest } from "../../src/schema/request-import.ts";
import { type Api, ApiFailure, type Call } from "../../web/api.ts";
import { type Bringing, bringSample, content, dropSample, HalfBrought } from "../../web/sample/bring.ts";
import { readScenes, sampleLife, spreadSmallTalk, titled } from "../../web/sample/life.ts";
import { isSample } from "../../web/sample-mark.ts";
import { openScene, type Scene } from "../lifecycle/scene.ts";

const now = Date.UTC(2026, 10, 29, 14, 30) / 1000;
const lifeIn = (language: "zh" | "en", timeZone = "Asia/Shanghai") =>
  sampleLife({ ...content[language], now, timeZone });

describe.each(["zh", "en"] as const)("the life in %s", (language) => {
  const life = lifeIn(language);
  const messages = life.topics.flatMap((topic) => topic.messages);

  it("is a year of dated talk in order, which ends just now, each message with a name of its own", () => {
    expect(ImportRequest.safeParse({ format: "messages", topics: life.topics }).success).toBe(true);
    const times = messages.map(({ timestamp }) => timestamp);
    expect(times).toEqual([...times].sort((one, other) => one - other));
    expect(now - (times[0] ?? 0)).toBeGreaterThan(350 * 86_400);
    expect(times.at(-1)).toBeLessThan(now);
    expect(new Set(messages.map(({ message_id }) => message_id)).size).toBe(messages.length);
    expect(messages.length).toBeGreaterThan(300);
    expect(life.topics.filter(({ open }) => open).map(({ topic_id }) => topic_id)).toEqual([
      "sample_tonight",
    ]);
  });

  it("says nothing twice, and leaves no line empty", () => {
    const scenes = readScenes(content[language].talk);
    const long = scenes
      .flatMap(({ lines }) => lines.map(({ text }) => text))
      .filter((text) => text.length > 12);
    expect(long.filter((text, at) => long.indexOf(text) !== at)).toEqual([]);
    expect(messages.filter(({ content: text }) => text.trim() === "")).toEqual([]);
    for (const { lines, name, title } of scenes) {
      expect(lines.length, name).toBeGreaterThan(1);
      expect(title, name).not.toBe("");
    }
  });

  it("proves every fact by words that literally stand in a message of the person", () => {
    const byId = new Map(messages.map((one) => [one.message_id, one]));
    for (const fact of life.facts) {
      expect(factCategories).toContain(fact.category);
      const [proof] = (fact.evidence ?? []) as { message_id: string; quote: string }[];
      expect(byId.get(proof?.message_id ?? "")).toMatchObject({ role: "user" });
      expect(byId.get(proof?.message_id ?? "")?.content).toContain(proof?.quote);
    }
    const former = life.facts.filter(({ status }) => status === "closed");
    expect(former.length).toBeGreaterThan(1);
    for (const { superseded_by, valid_from, valid_to } of former) {
      expect(life.facts.find(({ id }) => id === superseded_by)?.status).toBe("live");
      expect(valid_to).toBeGreaterThan(valid_from ?? 0);
    }
  });

  it("has moods, relations and a history of the two, all within the year", () => {
    expect(new Set(life.emotions.map(({ emotion }) => emotion)).size).toBeGreaterThan(6);
    const ids = new Set(life.graph.entities.map(({ id }) => id));
    for (const { subject, object } of life.graph.relations)
      expect(ids.has(subject) && ids.has(object)).toBe(true);
    for (const { at } of life.emotions) expect(at).toBeLessThan(now);
  });
});

it("is the same life in both languages: the same scenes, on the same days", () => {
  const outline = (language: "zh" | "en") =>
    readScenes(content[language].talk).map(({ days, hour, name, mood }) => [days, hour, name, mood]);
  expect(outline("en")).toEqual(outline("zh"));
  expect(lifeIn("en").facts.length).toBe(lifeIn("zh").facts.length);
});

it("puts everyday talk on days on which nothing else was said", () => {
  const scenes = readScenes(content.zh.talk);
  const days = [...scenes, ...spreadSmallTalk(content.zh.small, scenes)].map((scene) => scene.days);
  expect(new Set(days).size).toBe(days.length);
  expect(Math.min(...days)).toBe(0);
});

it("stands on the evenings of the person's own clock, wherever that is", () => {
  for (const timeZone of ["Asia/Shanghai", "America/Los_Angeles", "Pacific/Kiritimati"]) {
    const at = lifeIn("zh", timeZone).topics.at(-2)?.messages[0]?.timestamp ?? 0;
    const hour = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "numeric", hourCycle: "h23" }).format(
      at * 1000,
    );
    expect(Number(hour), timeZone).toBe(22);
  }
});

it("names only entries that it knows", () => {
  const titles = { sample_rain: "那把伞" };
  const entries = [
    { topic_id: "sample_rain" },
    { message_ids: ["sample_rain_3"] },
    { topic_id: "other" },
    {},
  ];
  expect(titled(entries, "title", titles)).toEqual([
    { topic_id: "sample_rain", title: "那把伞" },
    { message_ids: ["sample_rain_3"], title: "那把伞" },
    { topic_id: "other" },
    {},
  ]);
});

describe("in the real house", () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await openScene({ clock: "2026-11-29T22:30:00+08:00" });
  });
  afterAll(() => scene.close());

  /** The page's door on the house; `fail` names a path that is refused. */
  function door(fail = " "): Pick<Api, "json"> {
    return {
      async json<T>(path: string, { method = "GET", body, signal }: Call = {}): Promise<T> {
        signal?.throwIfAborted();
        if (path.includes(fail)) throw new ApiFailure("internal", 500, "");
        const answer = await scene.house.api<T>(method, path, body);
        if (answer.status >= 400) throw new ApiFailure("refused", answer.status, JSON.stringify(answer.body));
        return answer.body;
      },
    };
  }
  const bringing = (part: Partial<Bringing> = {}): Bringing => ({
    api: door(),
    language: "zh",
    souls: ["xiaoyu"],
    now,
    timeZone: "Asia/Shanghai",
    signal: new AbortController().signal,
    onStep: () => undefined,
    ...part,
  });
  const companions = async () =>
    (await door().json<{ ai_users: { user_id: string; ref?: string }[] }>("/api/ai-users")).ai_users;

  it("is brought whole without asking a model, fills every tier, and is removed without a trace", async () => {
    scene.upstream.reset();
    const made = await bringSample(bringing());
    expect(isSample(made)).toBe(true);
    expect(made).toMatchObject({ name: "小雨", level: "特别关心", heartbeat: { enabled: false } });
    // Not a stranger whom one has just met.
    const { known_since = now, created_at = 0 } = made;
    expect(created_at - known_since).toBeGreaterThan(300 * 86_400);
    const { user_id: id } = made;
    const [mid, long, core] = [
      await scene.read(id, "mid_term"),
      await scene.read(id, "long_term"),
      await scene.read(id, "core_memory"),
    ];
    expect(mid.length + long.length).toBeGreaterThan(60);
    expect(long.map(({ title }) => title)).toContain("半程马拉松");
    expect(core.memories).toHaveLength(5);
    expect(core.relationship.history.length).toBeGreaterThan(1);
    expect(core.relationship.stage).not.toBe("初期");
    expect((await scene.read(id, "short_term")).topic_id).toBe("sample_tonight");
    expect(scene.upstream.requests).toEqual([]);
    const found = await door().json<{ results: { text: string }[] }>(
      `/api/memory/${id}/search?q=${encodeURIComponent("我对什么过敏")}`,
    );
    expect(found.results.map(({ text }) => text).join("\n")).toContain("花生");
    await dropSample(door(), id);
    expect(await companions()).toEqual([]);
    const trash = await door().json<{ ai_users: unknown[] }>("/api/ai-users?trashed=true");
    expect(trash.ai_users).toEqual([]);
  });

  it("leaves nothing where it fails on its way, and can be brought again", async () => {
    const failed = await bringSample(bringing({ api: door("/graph") })).catch((cause: unknown) => cause);
    expect(failed).toBeInstanceOf(HalfBrought);
    expect(failed).toMatchObject({ left: false });
    expect(await companions()).toEqual([]);
    const stop = new AbortController();
    const onStep = (step: string) => {
      if (step === "facts") stop.abort();
    };
    await expect(bringSample(bringing({ signal: stop.signal, onStep }))).rejects.toBeInstanceOf(HalfBrought);
    expect(await companions()).toEqual([]);
    const made = await bringSample(bringing({ souls: [] }));
    expect(made.name).toBe("小雨");
    // Put into the trash by hand, it does not stand in the way of another one.
    await door().json(`/api/ai-users/${made.user_id}`, { method: "DELETE" });
    const again = await bringSample(bringing());
    expect(await companions()).toHaveLength(1);
    await dropSample(door(), again.user_id);
    expect(await companions()).toEqual([]);
  });
});
