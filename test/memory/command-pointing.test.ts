// Whom or what 他, 那件事, "him" or "that" means: what the last exchange names, and nothing where that cannot be told.
import { describe, expect, test } from "vitest";
import { type Known, nameGiven } from "../../src/memory/command-named.ts";
import { pointingOf, referentOf, type Said } from "../../src/memory/command-pointing.ts";

const known: Known = { people: ["程程"], things: ["年糕"], own: ["小雨", "阿木", "June"] };
/** The person speaks first, then in turns. */
const talk = (...lines: string[]): Said[] =>
  lines.map((content, i) => ({ role: i % 2 === 0 ? "user" : "assistant", content }));
const meant = (words: string, ...lines: string[]) => {
  const pointing = pointingOf(words);
  return pointing === undefined ? "names it" : (referentOf(pointing, talk(...lines), known) ?? "ask");
};

describe("words that only point", () => {
  test.each([
    ["他", "he"],
    ["他的事", "he"],
    ["她的名字", "she"],
    ["这个人", "person"],
    ["那个家伙", "person"],
    ["那件事", "matter"],
    ["这个话题", "matter"],
    ["", "matter"],
    ["him", "he"],
    ["her", "she"],
    ["that guy", "he"],
    ["this person", "person"],
    ["that", "matter"],
    ["the whole thing", "matter"],
  ])("%s", (words, pointing) => expect(pointingOf(words)).toBe(pointing));

  test.each(["考试", "我前任", "他妈妈", "那次车祸", "Marlowe", "her job", "my ex", "that accident"])(
    "are not those that name something: %s",
    (words) => expect(pointingOf(words)).toBeUndefined(),
  );
});

describe("what is meant", () => {
  test.each([
    ["他", ["李雷昨天又给我发消息了", "你回了吗"], ["李雷"]],
    ["他", ["今天好无聊", "要不要聊聊程程？"], ["程程"]],
    ["她", ["我前女友小雅今天结婚了", "你还好吗"], ["小雅", "前女友"]],
    ["他", ["我爸又骂我了", "别往心里去"], ["爸爸", "我爸"]],
    ["这个人", ["我们老板今天又发火", "又来？"], ["老板"]],
    ["那件事", ["高考又失利了，我不想活成这样", "抱抱"], ["高考"]],
    ["", ["那次车祸之后我一直怕开车", "嗯"], ["车祸"]],
    ["它", ["年糕走了以后家里好空", "嗯"], ["年糕"]],
    ["him", ["Marlowe texted me again last night", "What did he say?"], ["Marlowe"]],
    ["her", ["My sister is driving me mad", "What did she do?"], ["sister"]],
    ["that", ["My divorce is finally through", "How do you feel?"], ["divorce"]],
    ["", ["I failed the exam again", "I'm sorry about the exam"], ["exam"]],
  ])("by %s after %j", (words, lines, expected) => expect(meant(words, ...lines)).toEqual(expected));

  test("is what was named an exchange or two before, where the last one names nobody", () => {
    expect(meant("him", "I'm bored", "How is Tom doing?", "fine I guess", "ok")).toEqual(["Tom"]);
    expect(meant("他", "李雷又来找我", "他说什么", "没什么", "好吧")).toEqual(["李雷"]);
  });

  test("is not what was named longer ago", () => {
    expect(meant("他", "李雷来过", "哦", "嗯", "好", "嗯", "好", "嗯", "好")).toBe("ask");
  });

  test("may be somebody, where nothing but a person was spoken of", () => {
    expect(meant("那件事", "李雷昨天又来找我", "然后呢")).toEqual(["李雷"]);
  });

  test("is never the person or the companion", () => {
    expect(meant("她", "小雨你真好", "阿木也很好")).toBe("ask");
    expect(meant("her", "June, you are kind", "So are you")).toBe("ask");
  });
});

describe("it cannot be told", () => {
  test.each([
    ["他", ["程程和李雷吵架了", "啊"]],
    ["他", ["我前女友小雅今天结婚了", "你还好吗"]],
    ["他", ["李雷来过了", "程程也来了吗？"]],
    ["那件事", ["今天天气真好", "是啊"]],
    ["那件事", ["考试没过，贷款也没批", "抱抱"]],
    ["him", ["I saw Tom with Ben yesterday", "oh"]],
    ["him", ["My sister is driving me mad", "What did she do?"]],
    ["it", ["nice weather", "yes"]],
    ["他", ["我朋友又借钱不还", "真过分"]],
    ["her", ["A friend let me down", "oh no"]],
    ["他", []],
  ])("whom or what %s means after %j", (words, lines) => expect(meant(words, ...lines)).toBe("ask"));
});

describe("what the command's own message says before it", () => {
  const she = { ...known, partners: [{ words: ["小雨儿", "女朋友"], is: "she" as const }] };
  const june = { ...known, own: [], partners: [{ words: ["June", "girlfriend"], is: "she" as const }] };
  const told = (words: string, before: string, knowing: Known, ...lines: string[]) => {
    const pointing = pointingOf(words);
    return pointing === undefined
      ? "names it"
      : (referentOf(pointing, talk(...lines), knowing, before) ?? "ask");
  };

  test.each([
    ["她", "程程来过了。我跟小雅吵架了，", ["小雅"]],
    ["他", "李雷又迟到，", ["李雷"]],
    ["him", "Tom was late again, ", ["Tom"]],
    ["", "考试没过，", ["考试"]],
    ["这件事", "考试没过，他也没过，", ["考试"]],
  ])("names who or what %s is: %s", (words, before, expected) => {
    expect(told(words, before, known, "程程来过了", "哦")).toEqual(expected);
  });

  test.each([
    ["她", "我们分手了，", she],
    ["她", "唉，我被甩了。", she],
    ["那个人", "我失恋了，", she],
    ["她", "我女朋友跟我提分手了，", she],
    ["her", "We broke up. ", june],
    ["her", "my girlfriend and I had a fight, ", june],
  ])("means the partner whom facts name: %s after %s", (words, before, knowing) => {
    expect(told(words, before, knowing)).toEqual(knowing.partners[0]?.words);
    // Whoever was spoken of before it.
    expect(told(words, before, knowing, "我同桌阿妹今天来了", "嗯")).toEqual(knowing.partners[0]?.words);
  });

  test("means who it is over with, where that is another one than facts name", () => {
    expect(told("她", "我和小雅分手了，", she)).toEqual(["小雅"]);
    expect(told("her", "I broke up with Anna, ", june)).toEqual(["Anna"]);
    expect(told("her", "Anna dumped me, ", june)).toEqual(["Anna"]);
  });

  test("told in the exchange before it counts as well", () => {
    expect(told("她", "", she, "我们分手了", "抱抱你")).toEqual(["小雨儿", "女朋友"]);
    expect(told("她", "今天好累，", she, "我们分手了", "抱抱你")).toEqual(["小雨儿", "女朋友"]);
  });

  test.each([
    ["他", "我们分手了，", she],
    ["她", "我们没分手，", she],
    ["她", "他们分手了，", she],
    ["她", "我闺蜜和她男朋友分手了，", she],
    ["她", "我妈说我们分手是好事，", she],
    ["她", "我妈说她不好，", she],
    ["她", "我们分手了，小雅说好，", she],
    ["她", "我们分手了，", { ...she, partners: [...she.partners, { words: ["小梅"] }] }],
    ["她", "我们分手了，", known],
    ["her", "My mom thinks we broke up, ", june],
    ["her", "If we broke up, ", june],
  ])("leaves %s to be asked after %s", (words, before, knowing) => {
    expect(told(words, before, knowing)).toBe("ask");
  });

  test("said by the companion tells of no end", () => {
    expect(told("她", "", she, "今天好累", "我们分手了")).toBe("ask");
  });
});

describe("an answer to the question which one", () => {
  test.each([
    ["小雅", "小雅"],
    ["我说的是李雷", "李雷"],
    ["就是考试的事", "考试"],
    ["程程啊", "程程"],
    ["Marlowe", "Marlowe"],
    ["I mean my boss", "my boss"],
    ["我说的是去年那趟旅行", "去年那趟旅行"],
  ])("%s", (message, name) => expect(nameGiven(message, known)).toBe(name));

  test.each([
    "算了",
    "没什么",
    "今天好累",
    "嗯，好的",
    "是啊",
    "我说的是他",
    "it's fine",
    "I mean him",
    "一个朋友",
    "你猜？",
    "小雅啊，你真笨，怎么这都不知道",
    "never mind",
    "what a day",
    "",
  ])("is not %s", (message) => expect(nameGiven(message, known)).toBeUndefined());
});

test("a long text of names is read in no time and names no one thing", () => {
  const long = "程程和李雷，李雷和程程。".repeat(1_500);
  expect(meant("他", long, long)).toBe("ask");
});
