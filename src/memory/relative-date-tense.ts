// Whether the words around a date speak of what was or of what is to come.

export type Tense = "past" | "future" | "unknown";

/** 会 is a noun in 开会, 聚会 and the like; 要 is part of other words in 主要 and 要是. */
const futureZh =
  /(?<![主重需首只])要(?![是求么])|(?<![开聚机社乐晚年班约体误动宴协议学理领一了过完])会(?![议场员计])|打算|准备|计划|将|约(?:了|好)|预约|定在|订了|订好|买了.{0,6}票|报了?名|还有|快到|到期|截止|必须|得(?=去|交|还|回|早|赶|做|上)|等(?:到|着)|记得|提醒|别忘|出发|开始(?!了)|入职(?!了)|考试(?!了)|面试(?!了)/;
const pastZh =
  /了|(?<![不])过(?![年节生马去来敏期几得户夜程分于度寿])|刚|已经|当时|那天|那次|之前|以前|结束|的时候我|才知道/;

const futureEn =
  /\b(?:will|won't|shall|going to|gonna|(?:have|has|need|needs|want|wants|hope|plan|planning|supposed|got) to|must|should|due|deadline|upcoming|booked|scheduled|planned|invited|signed up|appointment|can't wait|looking forward|(?:am|is|are)\s+\w+ing|don't forget|remind me)\b|'ll\b|'(?:m|re|s)\s+\w+ing\b/i;
const pastEn =
  /\b(?:was|were|had|did|didn't|wasn't|weren't|went|(?<!(?:'ve|'s|have|has) )got|came|saw|took|met|left|made|bought|lost|broke|fell|felt|ate|gave|found|began|ran|slept|woke|won|quit|thought|knew|spent|wrote|heard|drove|flew|sent|been|since)\b/i;
const regularPast = /\b(\w{2,}(?:ed))\b/gi;
/** Look like a past tense and are none. */
const adjectives =
  /^(?:need|signed|booked|scheduled|planned|invited|tired|excited|worried|scared|supposed|married|bored|wicked|naked|sacred|stressed|interested|embed|exceed|succeed|proceed|indeed|bleed|speed|breed|feed|seed|weed|hundred|red|bed)$/i;

/** What is put down for a day is told without a tense: "I have a check-up on the 5th", 5号有个复查. */
const eventsZh =
  /(?:体检|产检|检查|复查|复诊|拆线|手术|面试|笔试|考试|答辩|比赛|演出|排练|音乐会|演唱会|家长会|汇报|航班|值班|婚礼|聚会|聚餐|开庭|报到|开学|出差|交稿)(?![了过完]|结果|报告|那天|之?后|回来|的时候)/;
const judgedZh = /顺利|成功|失败|糟|砸|不错|挺好|很好|精彩|热闹|没(?!空|时间)|累/;
const eventsEn =
  /\b(?:check-?ups?|exams?|tests?|quiz|interviews?|surgery|operation|dentist|doctor|vet|scan|meetings?|hearing|flights?|concerts?|gigs?|match|race|rehearsals?|recital|audition|performance|viewing|wedding|deadline|conference|reunion)\b/i;
const timetable =
  /\b(?:(?:i|you|we|they)(?: have|'ve got)|(?:has|'s got)(?! been)|there(?: is|'s| are)|leaves|departs|arrives|starts|begins|opens|closes|ends|takes place|falls on)\b/i;
/** "from Christmas", "since the 5th": the day something dates from, not the one it is put down for. */
const origin = /\b(?:from|of|since|after|about|like)\s+(?:the\s+)?$/i;

function isScheduled(text: string, from: number, to: number): boolean {
  const clause = around(text, from, to, clauseMarks);
  if (eventsZh.test(clause)) return !judgedZh.test(clause);
  if (origin.test(text.slice(Math.max(0, from - 20), from))) return false;
  return eventsEn.test(clause) || timetable.test(clause);
}

function tenseOf(words: string): Tense {
  if (futureZh.test(words) || futureEn.test(words)) return "future";
  const regular = [...words.matchAll(regularPast)].some(([word]) => !adjectives.test(word));
  return pastZh.test(words) || pastEn.test(words) || regular ? "past" : "unknown";
}

/** The piece of a text around a place, up to the marks on both sides, without the place itself. */
function around(text: string, from: number, to: number, marks: RegExp): string {
  const before =
    text
      .slice(Math.max(0, from - 80), from)
      .split(marks)
      .at(-1) ?? "";
  const after = text.slice(to, to + 80).split(marks)[0] ?? "";
  return `${before} ${after}`;
}

const clauseMarks = /[，,。.!！?？;；\n]/;

/** Tense of the clause around the characters `from` to `to`, and of its sentence where the clause has none. */
export function tenseAround(text: string, from: number, to: number): { tense: Tense; sentenceTense: Tense } {
  const tense = tenseOf(around(text, from, to, clauseMarks));
  if (tense !== "unknown") return { tense, sentenceTense: tense };
  const sentenceTense = tenseOf(around(text, from, to, /[。.!！?？\n]/));
  return { tense: isScheduled(text, from, to) ? "future" : tense, sentenceTense };
}
