// What is ordered to be remembered over HTTP: whose it is, which day it is, nothing lost, and the talk beside it answered.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Facts } from "../../src/schema/fact.ts";
import { shownText } from "../support/house.ts";
import { openScene, type Scene } from "./scene.ts";

let scene: Scene;
let user: string;

beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());
beforeEach(async () => {
  scene.upstream.reset();
  scene.upstream.fallback("chat", { text: "嗯嗯，我在听" });
  user = await scene.house.create({ soul: "xiaoyu", greeting: null });
});

const say = async (content: string) => shownText(await scene.house.chat(user, content));
const live = async (): Promise<string[]> => {
  const path = `/api/memory/${user}/facts?all=true`;
  const { body } = await scene.house.api<{ facts: Facts }>("GET", path);
  return body.facts
    .filter(({ status }) => status === "live")
    .map(({ key, value }) => `${key}=${String(value)}`)
    .sort();
};
const system = () =>
  (scene.upstream.of("chat").at(-1)?.body.messages ?? [])
    .filter(({ role }) => role === "system")
    .map(({ content }) => content)
    .join("\n");

describe("an order and a question in one sentence", () => {
  it("keeps the one and lets the model answer the other", async () => {
    await say("记住我对虾过敏，今天晚上吃什么好呢？");
    expect(await live()).toEqual(["allergy:虾=对虾过敏"]);
    expect(scene.upstream.of("chat")).toHaveLength(1);
    expect(system()).toContain("对虾过敏");
  });

  it("does so in English", async () => {
    user = await scene.house.create({ soul: "june", greeting: null });
    await say("Don't forget I don't eat spicy food, recommend me a dish");
    expect(await live()).toEqual(["hates_food:spicy food=does not eat spicy food"]);
    expect(scene.upstream.of("chat")).toHaveLength(1);
  });
});

describe("what presses a matter", () => {
  it("is no note beside the fact, and what adds to it is", async () => {
    await say("记住我不吃香菜，一点都不能放");
    expect(await live()).toEqual(["hates_food:香菜=不吃香菜"]);
    await say("记住我对花生过敏，吃了会喘");
    expect((await live()).join()).toContain("=吃了会喘");
    user = await scene.house.create({ soul: "june", greeting: null });
    await say("Remember I don't eat cilantro, not even a little");
    expect(await live()).toEqual(["hates_food:cilantro=does not eat cilantro"]);
  });
});

describe("what is ordered about others", () => {
  it("leaves the person's own values alone", async () => {
    for (const said of ["我的生日是5月1日", "我妈妈的生日是3月2日", "我老婆叫小芸", "我老婆的生日是3月8号"])
      await say(`记住${said}`);
    expect(await live()).toEqual([
      "birthday=05-01",
      "mother_birthday=03-02",
      "partner=小芸(老婆)",
      "wife_birthday=03-08",
    ]);
  });

  it("is put right under their key", async () => {
    await say("我妈妈的生日不是5月3日，是5月4日");
    expect(await live()).toEqual(["mother_birthday=05-04"]);
  });
});

describe("what no rule reads", () => {
  it("is kept beside what one does read", async () => {
    const reply = await say("记住我儿子叫豆豆，他最怕打雷");
    expect(reply).toContain("他最怕打雷");
    expect(await live()).toEqual(["note:我儿子叫豆豆=我儿子叫豆豆,他最怕打雷", "son:豆豆=豆豆"]);
  });

  it("goes on about the person without naming them", async () => {
    await say("记住我叫小苏，住在大理，也不吃香菜");
    expect(await live()).toEqual(["call_name=小苏", "hates_food:香菜=不吃香菜", "location=大理"]);
  });

  it("does not close what was noted before", async () => {
    for (const said of ["备用钥匙在花盆下", "不要按红色按钮", "柜子密码是4411"]) await say(`记住：${said}`);
    expect((await live()).map((one) => one.split("=")[1]).sort()).toEqual(
      ["备用钥匙在花盆下", "不要按红色按钮", "柜子密码是4411"].sort(),
    );
  });
});

describe("a name not to be used any more", () => {
  it("is no longer what the person wants to be called", async () => {
    await say("以后叫我阿棠");
    const reply = await say("以后别叫我阿棠了");
    expect(reply).toContain("不许叫“阿棠”");
    expect(await live()).toEqual(["taboo:叫阿棠=叫我阿棠"]);
    await say("还是叫我阿棠吧");
    expect(await live()).toEqual(["call_name=阿棠"]);
  });

  it("is so in English, and the real name stays", async () => {
    user = await scene.house.create({ soul: "june", greeting: null });
    for (const said of ["Remember my name is Tang Li", "Call me Tang", "Don't call me Tang anymore"])
      await say(said);
    expect(await live()).toEqual(["name=Tang Li", "taboo:called tang=being called Tang"]);
  });
});
