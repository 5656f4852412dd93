// What people say of their family and of how they live becomes a fact without a model; what only looks like it does not.
import { describe, expect, test } from "vitest";
import { extractStatements } from "../../src/model/extractive-statements.ts";
import { apply, day, evening, shown, talk } from "../memory/fact-sample.ts";

/** "key=value" of what is live after the words were said. */
function kept(...texts: string[]): string[] {
  const messages = talk(texts, evening);
  const language = /\p{Script=Han}/u.test(texts.join("")) ? "zh" : "en";
  return shown(
    apply(extractStatements(messages, language), messages, [], { by: "extractive", language }).facts,
  );
}

describe("the family", () => {
  test.each([
    ["我女儿上小学二年级", "daughter_school=上小学二年级"],
    ["我大女儿上初三", "daughter_school:大女儿=上初三"],
    ["我儿子今年中考，全家都紧张", "son_exam=今年（2026）参加中考"],
    ["我跟我妈关系不太好", "mother_relation=关系不太好"],
    ["我和我爸很少说话", "father_relation=很少说话"],
    ["我爸妈在我小学的时候就离婚了", "parents_status=离婚"],
    ["我是单亲家庭长大的", "upbringing=单亲家庭长大"],
    ["我是奶奶带大的", "upbringing=由奶奶带大"],
    ["我在青岛长大", "grew_up=青岛"],
    ["我是独生子女", "birth_order=独生子女"],
    ["我有两个姐姐", "sibling:姐姐=有两个姐姐"],
    ["我老婆怀孕了，六个月", "wife_pregnancy=怀孕"],
    ["我和女朋友在一起三年了", "together_for=三年"],
    ["我结婚八年了", "marital_status=已婚"],
    ["我一个人住，房子不大", "living=一个人住"],
    ["我跟爸妈一起住", "living=和爸妈一起住"],
    ["my daughter is in second grade", "daughter_school=in second grade"],
    ["my son's 5 now", "son_age=5"],
    ["I don’t get along with my mom", "mother_relation=does not get along with their mom"],
    ["my parents got divorced when I was ten", "parents_status=divorced"],
    ["I was raised by a single mom", "upbringing=raised by a single mom"],
    ["my grandparents raised me", "upbringing=raised by their grandparents"],
    ["I'm the oldest of four", "birth_order=the oldest of four"],
    ["I have two older brothers", "sibling:older brothers=two older brothers"],
    ["my mom's a nurse", "mother_occupation=nurse"],
    ["my wife is pregnant", "wife_pregnancy=is pregnant"],
    ["we've been married twelve years", "marital_status=married"],
    ["I live by myself", "living=lives alone"],
    ["I live with two roommates", "living=lives with two roommates"],
  ])("%s", (said, fact) => {
    expect(kept(said)).toContain(fact);
  });

  test.each([
    ["我妹妹下个月结婚", "sister_marriage=下个月"],
    ["my sister is getting married next month", "sister_marriage=is getting married"],
  ])("a day to come is spelled out: %s", (said, fact) => {
    expect(kept(said)).toEqual([expect.stringContaining(fact)]);
  });

  test("a child moves up, and its sister stays where she is", () => {
    const before = talk(["我大女儿上初三", "我小女儿上二年级"], evening - 300 * day, "old");
    const known = apply(extractStatements(before, "zh"), before, [], { by: "extractive" }).facts;
    const now = talk(["我大女儿上高一了"]);
    const { facts } = apply(extractStatements(now, "zh"), now, known, { by: "extractive" });
    expect(shown(facts).sort()).toEqual(["daughter_school:大女儿=上高一", "daughter_school:小女儿=上二年级"]);
  });

  test.each([
    ["我养了两只猫一条狗", ["pet_count:猫=两只猫", "pet_count:狗=一条狗"]],
    [
      "I've got two cats, a dog and a fish",
      ["pet_count:cat=two cats", "pet_count:dog=a dog", "pet_count:fish=a fish"],
    ],
  ])("each kind of animal is a fact of its own: %s", (said, facts) => {
    expect(kept(said).sort()).toEqual([...facts].sort());
  });

  test.each([
    "我闺蜜的女儿上小学二年级",
    "我女儿想上小学",
    "我儿子上厕所去了",
    "我跟我妈吵架了",
    "我妈跟我爸关系不好",
    "我男朋友是单亲家庭长大的",
    "我看的电影里他是奶奶带大的",
    "我爸妈吵着要离婚",
    "我妹妹要是结婚我就哭",
    "我妹妹的男朋友下个月结婚",
    "我有个弟弟就好了",
    "我朋友养了两只猫一条狗",
    "我想养两只猫",
    "我家楼下有只猫",
    "我今晚一个人住",
    "我去看了个朋友，一个人住",
    "我昨天碰到老同学，单身",
    "我怀孕了就辞职",
    "我没怀孕",
    "my friend's daughter is in second grade",
    "my daughter is in bed",
    "my son is 5 minutes late",
    "my sister just had a fight",
    "my brother's getting a car in June",
    "I don't get along with this printer",
    "I don't talk to my mom like that",
    "I'm close to tears",
    "I was raised to be polite",
    "my grandma raised her voice",
    "my parents are home",
    "I'm the oldest one in the room",
    "I have two dogs to walk today",
    "I have a lab report",
    "I live with regret",
    "I've been married to this job for years",
    "I think I'm pregnant",
  ])("nothing is kept of %s", (said) => {
    expect(kept(said)).toEqual([]);
  });
});

describe("how one lives", () => {
  test.each([
    ["我吃素三年了", "diet=吃素"],
    ["我戒烟两年了", "smoking=已经戒烟"],
    ["我不抽烟不喝酒", "alcohol=不喝酒"],
    ["我胃不好", "medical_condition:胃=胃不好"],
    ["我近视六百度", "medical_condition:近视=近视六百度"],
    ["我每天吃优甲乐", "medication:优甲乐=优甲乐"],
    ["我爱听周杰伦", "likes:周杰伦=周杰伦"],
    ["我是五月天的粉丝", "likes:五月天=五月天"],
    ["我每天都熬到两三点才睡", "bedtime=两三点"],
    ["我是夜猫子", "sleep_schedule=夜猫子"],
    ["我不会开车", "skill:开车=不会开车"],
    ["我信佛", "religion=信佛"],
    ["我是回族", "ethnicity=回族"],
    ["我有密集恐惧症", "fear:密集恐惧症=密集恐惧症"],
    ["我开的是比亚迪", "car=比亚迪"],
    ["I've been vegetarian for three years", "diet=vegetarian"],
    ["I quit smoking two years ago", "smoking=has quit smoking"],
    ["I don't drink, never have", "alcohol=drinks no alcohol"],
    ["I've got a bad knee from football", "medical_condition:bad knee=a bad knee"],
    ["I have a peanut allergy", "allergy:peanut=allergic to peanut"],
    ["I’m on Lexapro", "medication:lexapro=Lexapro"],
    ["I'm really into Taylor Swift", "likes:taylor swift=Taylor Swift"],
    ["I'm a huge Radiohead fan", "likes:radiohead=Radiohead"],
    ["I'm a night owl", "sleep_schedule=a night owl"],
    ["I can't swim", "skill:swim=cannot swim"],
    ["I'm Muslim", "religion=Muslim"],
    ["clowns freak me out", "fear:clowns=clowns"],
    ["I drive an old Toyota Corolla", "car=old Toyota Corolla"],
  ])("%s", (said, fact) => {
    expect(kept(said)).toContain(fact);
  });

  test("who stops smoking smokes no longer", () => {
    const before = talk(["I smoke a pack a day"], evening - 30 * day, "old");
    const known = apply(extractStatements(before, "en"), before, [], {
      by: "extractive",
      language: "en",
    }).facts;
    const now = talk(["I quit smoking last month"]);
    const { facts } = apply(extractStatements(now, "en"), now, known, { by: "extractive", language: "en" });
    expect(shown(facts)).toEqual(["smoking=has quit smoking"]);
  });

  test("the proof is what was written, with its own apostrophe", () => {
    const [operation] = extractStatements(
      [{ message_id: "m", role: "user", content: "So I’m vegan, ok" }],
      "en",
    );
    expect(operation?.quote).toBe("So I’m vegan");
  });

  test.each([
    "我今天吃素",
    "我以前吃素",
    "我戒烟失败了",
    "我戒烟三天了",
    "我老公戒烟三年了",
    "我今天胃不好",
    "我妈每天吃二甲双胍",
    "我爱听你说话",
    "我爱看不看",
    "我爱玩手机怎么了",
    "我妈妈爱听周杰伦",
    "我是你粉丝",
    "我昨晚熬到三点",
    "我以前是夜猫子",
    "我妈不会开车",
    "我信了",
    "我信主任的话",
    "我怕你不高兴",
    "我对他的话过敏",
    "大家都说我是社恐",
    "I'm vegetarian today",
    "I've been vegan for two days",
    "my roommate has been vegetarian for three years",
    "I want to quit smoking",
    "I quit smoking for an hour",
    "I don't drink enough water",
    "I have a bad feeling",
    "I'm on the bus",
    "I'm really into this right now",
    "I'm into someone at work",
    "I'm a big fan",
    "I can't swim today",
    "I'm dead",
    "I'm starving",
    "I'm so done",
    "I'm terrified of tomorrow",
    "I drive her crazy",
    "people say I'm an introvert",
  ])("nothing is kept of %s", (said) => {
    expect(kept(said)).toEqual([]);
  });
});
