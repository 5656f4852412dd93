// How far a level moves, what holds it, and who set it (R39, issue 5).
import { describe, expect, it } from "vitest";
import { newRelationship } from "../../src/memory/relationship.ts";
import { coldestFor, isOwnersLevel, stepsAllowed, tempered } from "../../src/memory/relationship-step.ts";

const free = { said: [], allowCold: true };

describe("a judged level", () => {
  it("moves one step at a time in either direction", () => {
    expect(tempered("一般", "特别关心", free)).toBe("关系较好");
    expect(tempered("特别关心", "决裂", free)).toBe("关系较好");
    expect(tempered("一般", "一般", free)).toBe("一般");
  });

  it("moves two steps for a break or a reconciliation that was said, in its own direction only", () => {
    expect(tempered("一般", "决裂", { said: ["我们绝交吧"], allowCold: true })).toBe("决裂");
    expect(tempered("决裂", "关系较好", { said: ["对不起，是我错了，和好吧"], allowCold: true })).toBe(
      "一般",
    );
    expect(tempered("一般", "特别关心", { said: ["我们绝交吧"], allowCold: true })).toBe("关系较好");
    expect(stepsAllowed("一般", "决裂", ["we are done, don't ever talk to me again"])).toBe(2);
    expect(stepsAllowed("关系冷淡", "关系较好", ["I'm so sorry. Let's make up."])).toBe(2);
    expect(stepsAllowed("一般", "决裂", ["工作做完了", "I am done with the report"])).toBe(1);
  });

  it("never falls below 一般 unless coldness is allowed, and is not thawed by the floor where it is cold already", () => {
    expect(tempered("关系较好", "决裂", { said: ["绝交"], allowCold: false })).toBe("一般");
    expect(tempered("一般", "关系冷淡", { said: [], allowCold: false })).toBe("一般");
    expect(tempered("关系冷淡", "决裂", { said: [], allowCold: false })).toBe("关系冷淡");
    expect(coldestFor("一般", true)).toBe("决裂");
  });
});

describe("words that turn it", () => {
  it.each([
    "我们绝交吧",
    "我不想再见到你了",
    "以后别联系了",
    "我对你彻底失望了，结束吧",
    "我们结束了",
    "不要再出现在我面前",
    "你给我滚出我的生活",
    "I never want to see you again",
    "we're through",
    "I want to break up",
    "get out of my life",
    "Don't ever contact me again",
  ])("%j ends it", (text) => expect(stepsAllowed("关系较好", "决裂", [text])).toBe(2));

  it.each([
    "我和男朋友分手了",
    "我闺蜜要跟我绝交",
    "如果有一天我们绝交了怎么办",
    "电影里他们分手了",
    "今天先到此为止吧",
    "你别跟我分手啊",
    "他再也不想见到我了",
    "we're done with the project",
    "I hate you guys lol",
    "I'd never break up with you",
    "my ex said it was over between us",
  ])("%j does not", (text) => expect(stepsAllowed("关系较好", "决裂", [text])).toBe(1));

  it.each([
    "我们和好吧",
    "好啦，是我不对，别生气了",
    "对不起，我不该骂你",
    "我收回那些话",
    "I'm so sorry",
    "I take it back",
    "I apologize, I didn't mean it",
    "let's start again",
  ])("%j makes peace", (text) => expect(stepsAllowed("决裂", "一般", [text])).toBe(2));

  it.each([
    "对不起我迟到了",
    "对不起，打错字了",
    "我和我妹妹和好了",
    "这道题我错了",
    "I'm sorry to hear that",
    "sorry, typo",
    "I was wrong about the weather",
  ])("%j does not make peace", (text) => expect(stepsAllowed("决裂", "一般", [text])).toBe(1));
});

describe("a level of the owner", () => {
  const made = newRelationship("一般", 1, "system");
  it("is one whose history ends with the owner, or does not say what stands there", () => {
    expect(isOwnersLevel(made)).toBe(false);
    expect(isOwnersLevel({ ...made, level: "特别关心" })).toBe(true);
    expect(isOwnersLevel({ ...made, heartbeat_hours: 5 })).toBe(true);
    expect(isOwnersLevel(newRelationship("一般", 1, "owner"))).toBe(true);
    expect(isOwnersLevel({ ...made, history: [] })).toBe(false);
    expect(isOwnersLevel({ ...made, level: "特别关心", history: [] })).toBe(true);
  });
});

describe("in traditional characters", () => {
  it.each(["我們絕交吧", "我不想再見到你了", "以後別聯繫了", "你給我滾出我的生活"])("%j ends it", (text) =>
    expect(stepsAllowed("关系较好", "决裂", [text])).toBe(2),
  );
  it.each(["我和男朋友分手了", "電影裡他們分手了"])("%j does not", (text) =>
    expect(stepsAllowed("关系较好", "决裂", [text])).toBe(1),
  );
});
