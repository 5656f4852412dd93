// Words, numbers, sides and denials of a text, as the truth bench compares them. A reading of its own: the house's is what is measured.

const emptyEnglish = new Set(
  "a an the of to in on at is are was were be been has have had i my me we our you your he his she her they their them it its and or but with for from by as that this user users person".split(
    " ",
  ),
);

const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");

/** Lower case; days in numbers alone, without the words that name them in another way. */
const plain = (text: string) =>
  text
    .normalize("NFKC")
    .replace(/[’‘]/g, "'")
    .toLowerCase()
    // A stretch that is a whole month is the month.
    .replace(/(\d{4}-\d{2})-01 – \1-(?:28|29|30|31)/g, "$1")
    .replace(
      /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(?:uary|ruary|ch|il|e|y|ust|tember|ober|ember)?\b(?= \d|,| \()|(?<=\d(?:st|nd|rd|th)? (?:of )?)(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b/g,
      (_, before?: string, after?: string) => ` ${months.indexOf(before ?? after ?? "") + 1} `,
    )
    .replace(/(\d+)\s*(?:[年月日号]|st\b|nd\b|rd\b|th\b)/g, "$1 ")
    .replace(
      /[上下这本]+个?(?:周|星期|礼拜|月)[一二三四五六日天末]?(?=.{0,4}\(\d)|[昨今明前后]天(?=\(\d)|\b(?:(?:on )?[a-z]+day (?:last|next|this) week|(?:last|next|this) [a-z]+|yesterday|today|tomorrow)(?= \(?\d)/g,
      " ",
    );

function stem(word: string): string {
  return word.length > 4 ? word.replace(/'s$/, "").replace(/(?:ies|es|s|ing|ed|e)$/, "") : word;
}

/** Pairs of neighbouring Chinese characters (a lone one as it is), stems of other words, and numbers in digits. */
export function wordsIn(text: string): Set<string> {
  const folded = plain(text);
  const found = numbersOf(folded);
  for (const [run] of folded.matchAll(/\p{Script=Han}+/gu)) {
    const signs = [...run];
    if (signs.length === 1) found.add(run);
    signs.slice(1).forEach((sign, at) => {
      found.add(`${signs[at]}${sign}`);
    });
  }
  for (const [word] of folded.matchAll(/\p{Script=Latin}[\p{Script=Latin}']*/gu))
    if (!emptyEnglish.has(word)) found.add(stem(word));
  return found;
}

const signs = "零一二三四五六七八九";
const english =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const decades = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");

function chineseNumber(run: string): string {
  const digits = run.replace(/[〇]/g, "零").replace(/两/g, "二");
  if (!/[十百千万]/.test(digits)) return [...digits].map((sign) => signs.indexOf(sign)).join("");
  let total = 0;
  let current = 0;
  for (const sign of digits) {
    const unit = { 十: 10, 百: 100, 千: 1000, 万: 10_000 }[sign];
    if (unit === undefined) current = signs.indexOf(sign);
    else {
      total = unit === 10_000 ? (total + current) * unit : total + (current || 1) * unit;
      current = 0;
    }
  }
  return String(total + current);
}

/** The numbers of a text, in digits without leading zeros, however they were written. */
export function numbersOf(text: string): Set<string> {
  const found = new Set<string>();
  const folded = plain(text).replace(/(?<=\d),(?=\d{3})/g, "");
  for (const [run] of folded.matchAll(/\d+/g)) found.add(run.replace(/^0+(?=\d)/, ""));
  // A lone 一 and "one" mostly mean "a".
  for (const [run] of folded.matchAll(/[零〇一二两三四五六七八九十百千万]+/g))
    if (run !== "一") found.add(chineseNumber(run));
  for (const [word, decade, one] of folded.matchAll(/\b([a-z]+?)(?:-([a-z]+))?\b/g)) {
    const ten = decades.indexOf(decade ?? "");
    const number = ten >= 0 ? ten * 10 + 20 + Math.max(0, english.indexOf(one ?? "")) : english.indexOf(word);
    if (number > 1) found.add(String(number));
  }
  return found;
}

const denial =
  /不|没|无(?!障碍|锡|论)|别(?!人)|未|戒|恐|怕|讨厌|禁|\b(?:not?|never|none|without|quit|gave up|given up|hates?|dislikes?|afraid|fear|cannot|avoids?|stopped)\b|n't\b/i;

/** True where a text denies, or names an aversion. */
export function denies(text: string): boolean {
  return denial.test(plain(text).replace(/百吃不厌|不错|没错|没关系|没事|差不多|雷打不动/g, ""));
}

/** The side that a text names: left, right, or neither. */
export function sideOf(text: string): "left" | "right" | undefined {
  const left = /左|\bleft\b/i.test(text);
  const right = /右|\bright\b/i.test(text);
  return left === right ? undefined : left ? "left" : "right";
}

/** Text that is the same but for marks, blanks, case and width. */
export function folded(text: unknown): string {
  return plain(String(text ?? "")).replace(/[^\p{L}\p{N}]/gu, "");
}

const emptyHan = new Set(
  "的了是在我你他她它们这那个一不没有和也都就很还要会上下来去给把被着过吧吗呢啊到从于里年月日号时",
);

/** The Chinese characters of a text that carry something, one by one. */
export function signsIn(text: string): Set<string> {
  return new Set([...plain(text)].filter((sign) => /\p{Script=Han}/u.test(sign) && !emptyHan.has(sign)));
}

/** How much of `part` stands in `whole`: 0 to 1. */
export function shareOf(part: ReadonlySet<string>, whole: ReadonlySet<string>): number {
  if (part.size === 0) return 0;
  let count = 0;
  for (const word of part) if (whole.has(word)) count += 1;
  return count / part.size;
}
