// What people say of themselves in the first days becomes a fact without a model; what only looks like it does not.
import { describe, expect, test } from "vitest";
import { extractStatements } from "../../src/model/extractive-statements.ts";
import { apply, evening, shown, talk } from "../memory/fact-sample.ts";

/** "key=value" of what is live after the words were said. */
function kept(...texts: string[]): string[] {
  const messages = talk(texts, evening);
  const language = /\p{Script=Han}/u.test(texts.join("")) ? "zh" : "en";
  return shown(
    apply(extractStatements(messages, language), messages, [], { by: "extractive", language }).facts,
  );
}

describe("a name that somebody gives themself is how they are called", () => {
  test.each([
    ["嗨，我叫阿木，今天第一次来，多多关照", "call_name=阿木"],
    ["你好呀我是小林", "call_name=小林"],
    ["嗨！我是阿宁，朋友推荐我来的", "call_name=阿宁"],
    ["哈喽哈喽，我是豆子，以后请多指教", "call_name=豆子"],
    ["大家好我叫石头，刚下载", "name=石头"],
    ["我叫Lily😊", "name=Lily"],
    ["我姓欧阳", "surname=欧阳"],
    ["Hi, I'm Ben, first time here, nice to meet you", "call_name=Ben"],
    ["Hello!  I’m Priya 😊", "call_name=Priya"],
    ["I'm Grace by the way", "call_name=Grace"],
    ["hey my name's Ruth by the way", "name=Ruth"],
    ["my last name is Okafor", "surname=Okafor"],
  ])("%s", (said, fact) => {
    expect(kept(said)).toContain(fact);
  });

  test.each([
    "我叫他阿木",
    "我叫了外卖",
    "我叫车去机场",
    "我叫破喉咙",
    "我叫老公去买的",
    "我是小林的同学",
    "我是阿木的姐姐",
    "我是来吐槽的",
    "我是说今天的事",
    "我是小白，啥也不懂",
    "你好，我是想问一下怎么用",
    "你好，我是新手",
    "初次见面，我是来看看的",
    "朋友说我叫大鹏",
    "Hi, I'm Ben's sister",
    "Hi, I'm Back",
    "Hi, I'm Tired",
    "Hi, I'm Not sure how this works",
    "Hi, I'm Batman",
    "hey I'm Drunk",
    "hi I'm fine, nice to meet you",
    "I'm Home by the way",
    "I'm Groot",
    "I'm Chinese",
    "I'm Jewish, nice to meet you",
    "he goes: hi, I'm Ben",
    "call me a cab",
  ])("nobody is called so: %s", (said) => {
    expect(kept(said).filter((fact) => /^(?:call_name|name|surname)=/.test(fact))).toEqual([]);
  });

  test("takes the place of what they were called before, and stands beside the full name", () => {
    const before = talk(["我叫李明，叫我大鹏吧"], evening - 86_400, "old");
    const known = apply(extractStatements(before, "zh"), before, [], { by: "extractive" }).facts;
    const now = talk(["嗨，我叫阿木"]);
    const { facts } = apply(extractStatements(now, "zh"), now, known, { by: "extractive" });
    expect(shown(facts).sort()).toEqual(["call_name=阿木", "name=李明"]);
  });
});

describe("what one does and learns", () => {
  test.each([
    ["在医院当护士，天天累成狗", "occupation=医院护士"],
    ["我叫大鹏，在一家物流公司开货车", "occupation=物流公司开货车"],
    ["我自己开了家奶茶店", "occupation=开奶茶店"],
    ["我做销售五年了", "occupation=销售"],
    ["我退休两年了", "occupation=已退休"],
    ["我大学学的是建筑", "major=建筑"],
    ["我是大三学生，读的是会计", "major=会计"],
    ["我今年高三，压力巨大", "school_year=高三"],
    ["我在准备考研", "exam:考研=准备考研"],
    ["我在学车，科目二挂了两次", "learning:学车=学车"],
    ["I'm a frontend developer in Berlin", "occupation=frontend developer"],
    ["I run a bakery with my husband", "occupation=runs a bakery"],
    ["I've been a paramedic for ten years", "occupation=paramedic"],
    ["I've been unemployed for three months", "occupation=unemployed"],
    ["I work in IT", "works_in=IT"],
    ["I’m studying law in Edinburgh", "major=law"],
    ["I'm a sophomore in college", "school_year=a sophomore in college"],
    ["I'm studying for the bar exam", "exam:bar exam=studying for the bar exam"],
    ["im a nurse", "occupation=nurse"],
  ])("%s", (said, fact) => {
    expect(kept(said)).toContain(fact);
  });

  test.each([
    ["我是做前端的，在杭州上班", ["occupation=前端", "work_city=杭州"]],
    ["I'm a teacher in Bristol", ["occupation=teacher", "work_city=Bristol"]],
    ["我爸是卡车司机，我妈是裁缝", ["father=是卡车司机", "mother=是裁缝"]],
    ["I'm single and I live alone", ["partner=single", "living=lives alone"]],
    ["I don't smoke or drink", ["smoking=does not smoke", "alcohol=drinks no alcohol"]],
    ["我在英国读研，一个人住", ["location=英国", "living=一个人住"]],
  ])("%s: a line with two statements gives both", (said, facts) => {
    expect(kept(said)).toEqual(expect.arrayContaining(facts));
  });

  test.each([
    "我以前是护士",
    "我想当护士",
    "如果我是护士就好了",
    "我是废物",
    "我是打工人",
    "我是做梦的",
    "我在家做饭",
    "我在北京做手术",
    "在学校当老师不容易",
    "她：我在医院当护士",
    "我在准备晚饭",
    "我不想考研",
    "那年我高三",
    "我学的都忘了",
    "I was a nurse for ten years",
    "if I were a nurse I'd quit",
    "I'm a terrible cook",
    "I'm a bit of a nurse to everyone",
    "my sister has been a nurse for ten years",
    "I'm studying for a quiz tomorrow",
    "I'm studying the menu",
    "I run late",
    "I work in silence",
    "I'm in it to win it",
    "I'm retired from dating lol",
    "I work from home",
  ])("nothing is kept of %s", (said) => {
    expect(kept(said)).toEqual([]);
  });
});

describe("where one lives and comes from, and how old one is", () => {
  test.each([
    ["我刚从北京搬到上海", "location=上海"],
    ["我在东京留学，第二年了", "location=东京"],
    ["我住在成都，老家是重庆的", "hometown=重庆"],
    ["我98年的", "birth_year=98年"],
    ["我今年刚满十八", "age=十八岁"],
    ["I just moved from Boston to Chicago", "location=Chicago"],
    ["we moved to Leeds last month and I know nobody", "location=Leeds"],
    ["I'm from a small town in Ohio", "hometown=a small town in Ohio"],
    ["I just turned 27", "age=27"],
    ["I'm Canadian", "nationality=Canadian"],
    ["I'm 6'2\"", "height=6'2\""],
  ])("%s", (said, fact) => {
    expect(kept(said)).toContain(fact);
  });

  test.each([
    "我想搬到上海",
    "我把狗从北京搬到上海",
    "我爸妈从北京搬到上海",
    "我在北京出差",
    "我98年的同学",
    "我快三十了吧？",
    "I might move to Chicago",
    "I just moved from the couch to the bed",
    "I moved from Chrome to Firefox",
    "I'm in Berlin this week",
    "I'm from HR",
    "I just turned left",
    "I turned 40 pages",
  ])("nothing is kept of %s", (said) => {
    expect(kept(said)).toEqual([]);
  });
});
