// What people plainly say of themselves, read without a model; and a child's age behind its name.
import { describe, expect, test } from "vitest";
import { extractStatements } from "../../src/model/extractive-statements.ts";

const read = (...texts: string[]) =>
  extractStatements(
    texts.map((content, i) => ({ message_id: `m${i + 1}`, role: "user" as const, content })),
    "zh",
  ).map(({ key, value }) => `${key}=${String(value)}`);

describe("a plain statement", () => {
  test.each([
    ["我在腾讯上班", "employer=腾讯"],
    ["我跳槽去美团了", "employer=美团"],
    ["我是做后端开发的", "occupation=后端开发"],
    ["我现在是自由职业", "occupation=自由职业"],
    ["我老家在湖南", "hometown=湖南"],
    ["我是湖南人", "hometown=湖南"],
    ["我血型是O型", "blood_type=O型"],
    ["我有一个女儿", "child:女儿=有一个女儿"],
    ["我没有孩子", "child:没有=没有孩子"],
    ["我会弹吉他", "skill:弹吉他=弹吉他"],
    ["我会说粤语", "language:粤语=粤语"],
    ["我最近在学日语", "learning:日语=日语"],
    ["我老公是医生", "husband_occupation=医生"],
    ["我前任叫小周", "ex=小周"],
    ["我换手机号了，现在是13900002222", "phone_number=13900002222"],
    ["我是素食者", "diet=吃素"],
    ["我戒烟了", "smoking=已经戒烟"],
    ["我们的结婚纪念日是10月2号", "anniversary:结婚纪念日=10月2号"],
    ["我现在搬到上海了", "location=上海"],
    ["明天是我生日", "birthday=明天"],
    ["Tomorrow is my birthday", "birthday=Tomorrow"],
    ["I just started at Meta", "employer=Meta"],
    ["My blood type is O", "blood_type=O"],
    ["I grew up in Ohio", "grew_up=Ohio"],
    ["I play the guitar", "skill:the guitar=the guitar"],
    ["I speak French", "language:french=French"],
    ["I'm a vegetarian", "diet=vegetarian"],
    ["I have two kids", "child:kids=has two kids"],
    ["My husband is a doctor", "husband_occupation=doctor"],
    ["I'm married to a guy named Pete", "partner=Pete"],
    ["I changed my number, it's 555-9876 now", "phone_number=555-9876"],
    ["Our wedding anniversary is October 2nd", "anniversary:wedding=October 2nd"],
  ])("%s", (said, fact) => {
    expect(read(said)).toEqual([fact]);
  });

  test.each([
    ["我身高178，体重70公斤", ["height=178", "weight=70公斤"]],
    [
      "我养了两只猫，一只叫年糕，一只叫汤圆",
      ["pet_name:年糕=年糕", "pet_count:猫=两只猫", "pet_name:汤圆=汤圆"],
    ],
    [
      "I have two cats, Mochi and Bean",
      ["pet_count:cat=two cats", "pet_name:Mochi=Mochi", "pet_name:Bean=Bean"],
    ],
  ])("%s holds several", (said, facts) => {
    expect(read(said).sort()).toEqual([...facts].sort());
  });

  test.each([
    "我在楼上上班",
    "我在杭州工作过",
    "我在家上班",
    "我室友叫我老大",
    "我会说的",
    "我会做饭给你吃",
    "我在学校",
    "我老公是笨蛋",
    "如果我在腾讯上班就好了",
    "他是湖南人",
    "你有一个女儿吗",
    "我是素食者吗",
    "I just started at noon",
    "Do you play the guitar?",
    "He speaks French",
    "If I had two kids",
    "I have rent due on Friday",
    "My husband is a mess",
  ])("%s is none", (said) => {
    expect(read(said)).toEqual([]);
  });
});

describe("a child's age", () => {
  test.each([
    [["我儿子叫豆豆", "他今年5岁"], "son_age=5岁"],
    [["我儿子叫豆豆。他今年5岁"], "son_age=5岁"],
    [["我女儿叫小米，她今年三岁半"], "daughter_age=三岁半"],
    [["My son is called Max", "He's five now"], "son_age=five"],
    [["My daughter Lily is 3"], "daughter_age=3"],
  ])("is the child's: %s", (said, fact) => {
    expect(read(...said)).toContain(fact);
    expect(read(...said).some((one) => one.startsWith("age="))).toBe(false);
  });

  test.each([
    [["我同事叫李雷", "他今年30岁"]],
    [["我儿子和我女儿都放假了", "他今年5岁"]],
    [["我儿子叫豆豆", "今天好热", "他今年5岁"]],
    [["我儿子叫豆豆", "他今年5岁了吗？"]],
  ])("is nobody's where it cannot be told: %s", (said) => {
    expect(read(...said).filter((one) => one.includes("age="))).toEqual([]);
  });
});
