// Facts told in passing, read without a model: half sentences, answers of a few words, two sentences that belong together.
import { describe, expect, test } from "vitest";
import { extractStatements } from "../../src/model/extractive-statements.ts";

const read = (...texts: string[]) =>
  extractStatements(
    texts.map((text, i) => ({
      message_id: `m${i + 1}`,
      role: text.startsWith(">") ? ("assistant" as const) : ("user" as const),
      content: text.replace(/^>\s*/, ""),
    })),
    "zh",
  ).map(({ key, value }) => `${key}=${String(value)}`);

describe("in Chinese", () => {
  test.each([
    // Someone who was asked for.
    [["> 你有弟弟吗？", "有，叫子墨，在读高中。"], "brother=子墨"],
    [["> 你有没有姐姐？", "有一个，叫文静。"], "sister=文静"],
    [["> 有女儿吗？", "嗯，有一个，叫豆豆"], "daughter=豆豆"],
    // Where one lives, in the answer or beside something else.
    [["> 新家在哪儿？", "中山北路后面，楼下有家书店。"], "address=中山北路后面"],
    [["> 你房子租在哪里？", "就在鼓楼小区，老房子。"], "address=鼓楼小区"],
    [["> 你住哪儿呀", "柳树巷，挺安静的"], "address=柳树巷"],
    [["我家住在钢厂家属院，住了快二十年，邻居都认识。"], "address=钢厂家属院"],
    [["从我家西关胡同走过去就到，都住了八年。"], "address=西关胡同"],
    [["我家就在桥头村，住了三十年了。"], "address=桥头村"],
    // Things one has.
    [["我那辆破桑塔纳又熄火了"], "car=破桑塔纳"],
    [["开我的那辆白色卡罗拉去接他"], "car=白色卡罗拉"],
    [["我这辆二手比亚迪挺省电"], "car=二手比亚迪"],
    [["家里养了两缸金鱼，看着心静"], "habit:养了两缸金鱼=养了两缸金鱼"],
    [["我阳台上养了一盆栀子花，开了。"], "habit:养了一盆栀子花=养了一盆栀子花"],
    [["最近养了几株多肉"], "habit:养了几株多肉=养了几株多肉"],
    // What one does again and again.
    [["早饭很简单，我固定一碗小米粥。"], "breakfast=小米粥"],
    [["早上不想动脑子，永远是一根油条"], "breakfast=油条"],
    [["早餐不折腾，我雷打不动两个茶叶蛋"], "breakfast=茶叶蛋"],
    [["每天上班下班，周末都去爬西山，雷打不动。"], "habit:周末都去爬西山"],
    [["平时画图，周末就钓鱼去水库。"], "habit:周末就钓鱼去水库"],
    [["天天做饭，周末煮一锅大的。"], "habit:周末煮一锅大"],
    // What happened.
    [["上周整个部门裁了三分之一，有我。"], "layoff=被裁员"],
    [["公司又裁员了，这次我也在名单"], "layoff=被裁员"],
    [["我们组砍掉一半，包括我"], "layoff=被裁员"],
    [["半夜两点还醒着，已经三个星期了"], "medical_condition:失眠=失眠"],
    [["这几周老是睡不着"], "medical_condition:失眠=失眠"],
    [["最近总失眠，快两个月了"], "medical_condition:失眠=失眠"],
    [["下周六小安就要考试了，我比她紧张"], "event:小安考试=小安下周六考试"],
    [["明天妈妈手术，我请了假"], "event:mother手术=妈妈明天手术"],
    [["3月8号静怡演出"], "event:静怡演出=静怡3月8号演出"],
  ])("%s", (texts, fact) => {
    expect(read(...texts).some((one) => one.startsWith(fact))).toBe(true);
  });

  test.each([
    [["> 今天吃什么？", "有，叫外卖就行"]],
    [["> 你有弟弟吗？", "有，在上海"]],
    [["> 书店在哪儿？", "中山北路后面，楼下就是。"]],
    [["> 新家在哪儿？", "还没定，可能在中山路"]],
    [["> 你住哪儿", "不住鼓楼小区了"]],
    [["他家住在钢厂家属院，住了快二十年"]],
    [["他那辆破桑塔纳又熄火了"]],
    [["要是我那辆桑塔纳还在就好了"]],
    [["邻居养了两缸金鱼"]],
    [["早饭我吃什么好？"]],
    [["周末打算去爬山"]],
    [["这周末爬了西山，累死"]],
    [["整个部门裁了三分之一，没有我"]],
    [["他们组裁了一半，他也在名单"]],
    [["半夜两点还醒着"]],
    [["她最近总失眠"]],
    [["这周五公司就要考试了"]],
    [["明天我的考试"]],
  ])("nothing is read of %s", (texts) => {
    const told =
      /^(?:brother|sister|daughter|address|car|breakfast|habit|layoff|medical_condition|event:(?!考试))/;
    expect(read(...texts).filter((one) => told.test(one))).toEqual([]);
  });
});

describe("in English", () => {
  test.each([
    [["> Do you have a sister?", "I have one, Hannah. She's in Leeds."], "sister=Hannah"],
    [["> Have you got any brothers?", "Yes, I have a brother, Milo."], "brother=Milo"],
    [["> You have a daughter?", "I do have a daughter, Ines"], "daughter=Ines"],
    [
      ["> Where's the new flat?", "In a courtyard off the market, very quiet."],
      "address=in a courtyard off the market",
    ],
    [["> Where do you live now?", "On Mill Street, above a baker."], "address=on Mill Street"],
    [["> Where did you find a room?", "Near Victoria Park, third floor."], "address=near Victoria Park"],
    [["I jog around the old brewery quarter where I live, it's flat."], "address=the old brewery quarter"],
    [["They are digging up the road by the canal bridge where I live."], "address=the canal bridge"],
    [["There's a fox in the little wood where I live"], "address=the little wood"],
    [["My old Corolla won't start again."], "car=old Corolla"],
    [["Took my trusty Fiesta to the coast"], "car=trusty Fiesta"],
    [["I washed my little red Fiat today"], "car=little red Fiat"],
    [["No charger again, I always forget it."], "habit:forgets charger=always forgets the charger"],
    [["no keys, and I always forget mine"], "habit:forgets keys=always forgets the keys"],
    [
      ["No gloves again, I always forget them when it snows"],
      "habit:forgets gloves=always forgets the gloves",
    ],
    [["I keep two hives of bees behind the shed."], "habit:keeps two hives of bees"],
    [["I keep a tank of guppies, they calm me"], "habit:keeps a tank of guppies"],
    [["I keep a row of tomatoes on the balcony"], "habit:keeps a row of tomatoes"],
    [["Half the department was let go, and I'm one of them."], "layoff=laid off"],
    [["The whole team is cut, including me."], "layoff=laid off"],
    [["A third of the staff is gone, me included"], "layoff=laid off"],
    [["I haven't slept properly for three weeks."], "medical_condition:sleeplessness=could not sleep"],
    [["Ten nights of lying awake, and counting"], "medical_condition:sleeplessness=could not sleep"],
    [["Been wide awake at four for a fortnight"], "medical_condition:sleeplessness=could not sleep"],
    [["I slipped on the stairs this morning and sprained my wrist."], "injury=sprained an wrist"],
    [
      ["Yesterday I fell off the ladder while cleaning the gutters and broke my left arm"],
      "injury=broke an left arm",
    ],
    [["I tripped over the dog and twisted my knee"], "injury=twisted an knee"],
    [["Milo's recital is tomorrow, I can't sit still."], "event:Milo recital=Milo's recital: tomorrow"],
    [["My son's graduation is on 8 June"], "event:son graduation=son's graduation: 8 June"],
    [["Hannah's surgery is next week"], "event:Hannah surgery=Hannah's surgery: next week"],
    [["I got it from my father. He fished all his life, out of Hull."], "father=fished all his life"],
    [["Ask my grandma. She taught maths all her life."], "grandmother=taught maths all her life"],
    [["That's from my dad. He farmed sheep all his life"], "father=farmed sheep all his life"],
    [["We drove back to Porto in May. I was born there."], "birthplace=Porto"],
    [["She wants to visit Lyon again. I was born there too."], "birthplace=Lyon"],
    [["I still miss Oslo. I was born there, you know."], "birthplace=Oslo"],
    [["Northern lights. One day I'm going to see one big show with my dad."], "wish:northern lights"],
    [["Whales. All my life I've wanted to see one."], "wish:whales"],
    [["Steam engines. My dream is to drive one."], "wish:steam engines"],
  ])("%s", (texts, fact) => {
    expect(read(...texts).some((one) => one.startsWith(fact))).toBe(true);
  });

  test("what is wished for before a but does not make a wish of what comes after", () => {
    expect(read("I'd like to drive up the coast, but I don't have a driving licence.")).toEqual([
      "driving=has no driving licence",
    ]);
    expect(read("If I had a driving licence I'd go, but you never know.")).toEqual([]);
  });

  test("a death carries its day", () => {
    expect(read("Grandpa passed away on Friday last week. I was there.")).toEqual([
      "grandfather_death=died on Friday last week",
    ]);
    expect(read("My grandma died, I was there.")).toEqual(["grandmother_death=died"]);
  });

  test.each([
    [["> Do you have a sister?", "I have one idea, Hannah would laugh."]],
    [["> Where's the station?", "On Mill Street, turn left."]],
    [["It's the best city in the part of the world where I live."]],
    [["His old Corolla won't start again."]],
    [["I'd love to have my old Corolla back."]],
    [["No umbrella, he always forgets it."]],
    [["If I keep a jar of honey here it gets stolen."]],
    [["Half the team was let go, but not me."]],
    [["I couldn't sleep last night."]],
    [["She hasn't slept for three weeks."]],
    [["I fell asleep and missed my stop."]],
    [["Is Milo's recital tomorrow?"]],
    [["At the weekend I went to the lake, I do that every year."]],
    [["Ask my boss. He taught maths all his life."]],
    [["We drove to Porto. She was born there."]],
    [["Whales. If I could, one day I'm going to see one."]],
  ])("nothing is read of %s", (texts) => {
    const told = /^(?:sister|brother|address|car|habit|layoff|medical|injury|event|father|birthplace|wish)/;
    expect(read(...texts).filter((one) => told.test(one))).toEqual([]);
  });
});

describe("a clause that goes on without its 我", () => {
  const read = (content: string) =>
    extractStatements([{ message_id: "m", role: "user", content }], "zh").map(({ key, value, quote }) => [
      key,
      value,
      quote,
    ]);

  test.each([
    ["我搬家了，现在住在上海", ["location", "上海", "现在住在上海"]],
    ["我最爱喝乌龙茶，讨厌香菜", ["dislikes:香菜", "香菜", "讨厌香菜"]],
    ["我爱喝茶，也不吃香菜", ["hates_food:香菜", "不吃香菜", "不吃香菜"]],
  ])("is still the person's, in the words that were said: %s", (content, fact) => {
    expect(read(content)).toContainEqual(fact);
  });

  test.each([
    "我妈搬家了，现在住在上海",
    "我有个弟弟，住在成都",
    "我养了只猫，喜欢晒太阳",
    "要是我搬家了，现在住在上海就好了",
  ])("is nobody's where somebody else was named, or nothing was so: %s", (content) => {
    expect(read(content).filter(([key]) => !/^(?:pet|sibling)/.test(String(key)))).toEqual([]);
  });
});
