// A message laid out for reading spoken commands: what is the person's own wording, in sentences and clauses, place for place.
import { simplify } from "../schema/simplified.ts";
import { hidden, hideQuotations, narrow } from "./relative-date-text.ts";

/** A sentence of a message. `text` and `plain` are equally long and end before the closing mark. */
export type Sentence = {
  /** As it was written. */
  text: string;
  /** With quotations, code and actions hidden. */
  plain: string;
  /** Where it begins in the message. */
  from: number;
  /** Where the next one begins. */
  to: number;
  question: boolean;
};

/** What a rule found in a sentence, with the characters of the message that said it. */
export type Place = { from: number; to: number };

/** In a pasted text only the lines around it are talk. */
const longTalk = 800;
const edge = 400;

const code = /```[\s\S]*?(?:```|$)|`[^`\n]+`|^[ \t]*>.*$/gm;
const actions = /(?<!\*)\*(?![*\s])[^*\n]{1,200}\*(?!\*)/;
/** Nobody commands in one breath of more characters. */
const longestSentence = 600;
/** An action in front of the words makes them a character's; a mere mood does not. */
const leadingAction = /^\s*[（(]([^）)\n]{1,80})[）)]/;
const moods =
  /^(?:笑|大?哭|叹气|捂脸|认真|严肃|划重点|敲黑板|歪头|狗头|小声|悄悄|害羞|脸红|doge|laughs?|smiles?|sighs?|seriously|whispers?|grins?)$/i;

/** A letter with a dot is an initial (J. Smith), unless the words behind it begin a sentence: "my blood type is O. Also …". */
const end =
  /[。！？!?\n]+|(?<!\b(?:mr|mrs|ms|dr|st|vs|etc|e\.g|i\.e|[ap]\.m|[a-z]))\.(?=\s|$)|(?<=\s[a-z])\.(?=\s*$|\s+(?:also|and|but|so|i|i'm|i've|my|we|our|he|she|it|it's|they|the|this|that|what|how|where|when|why|who|can|could|do|does|please|oh|by the way|btw|make|note|remember|keep|don't)\b)|(?<=[\p{Script=Han}])\.+/giu;

/** "…, ok?" asks for nothing but a nod. */
const tag = /[,，]\s*(?:ok|okay|alright|please|yeah|all right|got it|好吗|好嘛|嗯)\s*$/i;
/** What follows is somebody's words: he said, the song goes. */
const introduced =
  /(?:(?<!我|跟你|和你|对你|听我)(?:说|唱|写|喊|道)[着过]?|歌词|台词|名言|\b(?:said|says|told me|sings?|lyrics?|wrote|goes))\s*(?:[：:，,]\s*)?$/i;

/** True where the words before a place give the floor to another. */
export function isQuoting(before: string): boolean {
  return introduced.test(before);
}

/** The sentences of a message that may hold a command; none where the words are a character's in a story. */
export function sentencesOf(message: string): Sentence[] {
  // Each traditional character stands in its place, so that what is taken of the message is as it was written.
  const text = narrow(simplify(message));
  const blank = (said: string) => said.replace(/[^\n]/g, hidden);
  const plain = hideQuotations(text.replace(code, blank)).replace(/\*\*/g, "  ");
  const own = plain.replace(leadingAction, (mood) => " ".repeat(mood.length));
  if (actions.test(plain) || isRolePlay(plain)) return [];
  const found: Sentence[] = [];
  let from = 0;
  const close = (until: number, to: number, mark: string) => {
    if (until - from <= longestSentence && /[\p{L}\p{N}\u0000]/u.test(own.slice(from, until))) {
      const question = /[?？]/.test(mark) && !tag.test(own.slice(from, until));
      const closed = from + own.slice(from, until).replace(/(?<![\s～~…])[\s～~…]+$/u, "").length;
      found.push({ text: message.slice(from, closed), plain: own.slice(from, closed), from, to, question });
    }
    from = to;
  };
  for (const match of own.matchAll(end)) close(match.index, match.index + match[0].length, match[0]);
  close(own.length, own.length, "");
  if (own.length <= longTalk) return found;
  return found.filter((sentence) => sentence.from < edge || sentence.to > own.length - edge);
}

function isRolePlay(plain: string): boolean {
  const action = leadingAction.exec(plain)?.[1];
  return action !== undefined && !moods.test(action.trim());
}

/** Where the clauses of a sentence begin. */
export function clauseStarts(plain: string): number[] {
  const starts = [plain.length - plain.trimStart().length];
  for (const mark of plain.matchAll(/[，,：:；;—]+\s*/g)) starts.push(mark.index + mark[0].length);
  return starts.filter((start) => start < plain.length);
}

const stickies = new WeakMap<RegExp, RegExp>();

/** A pattern as it matches at one place only, built once. */
function stickyOf(pattern: RegExp): RegExp {
  let sticky = stickies.get(pattern);
  if (!sticky) {
    sticky = new RegExp(pattern.source, `${pattern.flags.replace(/[dgy]/g, "")}dy`);
    stickies.set(pattern, sticky);
  }
  return sticky;
}

/** The first clause at whose beginning a pattern matches. */
export function clauseMatch(plain: string, pattern: RegExp): RegExpExecArray | undefined {
  const sticky = stickyOf(pattern);
  for (const start of clauseStarts(plain)) {
    sticky.lastIndex = start;
    const match = sticky.exec(plain);
    if (match) return match;
  }
  return undefined;
}

/** Where the n-th group of a `clauseMatch` stands in its sentence. */
export function groupPlace(match: RegExpExecArray, group: number): Place | undefined {
  const place = match.indices?.[group];
  return place && { from: place[0], to: place[1] };
}

/** Without separators, closing particles and thanks at its ends. */
export function trimmed(said: string): string {
  return said
    .replace(/^[\s，,：:；;、。.!！~～—-]+/u, "")
    .replace(/(?<![\s，,：:；;、。.!！~～…—])[\s，,：:；;、。.!！~～…—]+$/u, "")
    .replace(
      /(?<![，,\s])(?:[，,\s]*(?:好吗|好不好|可以吗|行吗|行不行|好嘛|拜托了?|谢谢(?:你|啦)?|谢啦|thanks?(?: you)?|thx|please|pls|ok(?:ay)?|all right|alright))+$/iu,
      "",
    )
    .trim();
}

/** A filler has at most five characters; a name among them may be of those that take two places each. */
const longestFiller = 7;
const fillerZh =
  /^(?:好的?|好啦|嗯|哦|噢|喔|对|那个?|算了|谢谢[你啦您]|谢啦|感谢|多谢|拜托|求你|好吗|可以吗|行吗|行不行|[哈嘿嘻]|等一下|等下|不是|不行|不|啊|哎|诶|欸|喂|嗨|你好|早|就这样|辛苦|爱你|么么哒|亲爱的|宝贝|所以|然后|另外|还有|顺便(?:说一句)?|听好|跟你说|说真的|认真的|从今以后|从现在起|以后|今后|了|吧|呀|[小阿老]\p{Script=Han}{1,2}|(\p{Script=Han})\1)$/u;
const fillerEn =
  "(?:ok(?:ay)?|please|pls|thanks?|thank you|thx|no|nope|wait|hold on|never ?mind|hey|hi|hello|oh|so|well|right|alright|sorry|oops|btw|by the way|also|and|but|got it|yes|yeah|listen|seriously|love you|dear|honey|would you|can you|will you|you(?:'re| are) wrong|that(?:'s| is) wrong|correct that)";
const fillersEn = new RegExp(`^${fillerEn}(?:\\s+${fillerEn})*$`, "i");

/**
 * Fillers may overlap (小好好 is one name, or a name and 好), so that every place is kept to which whole ones lead: a thousand of them
 * are read in one pass.
 */
function onlyFillersZh(clause: string): boolean {
  const reached = new Set([0]);
  for (const start of reached)
    for (let end = start + 1; end <= Math.min(start + longestFiller, clause.length); end++)
      if (!reached.has(end) && fillerZh.test(clause.slice(start, end))) reached.add(end);
  return reached.has(clause.length);
}

/** True where the rest of a message is politeness, a name called or nothing. */
export function isFiller(rest: string, names: readonly string[]): boolean {
  const called = new Set(names.map((name) => simplify(name.toLowerCase())));
  return simplify(rest)
    .replace(leadingAction, "")
    .split(/[^\p{L}\p{N}\p{M}'\s]+|\n+/u)
    .map((clause) => clause.trim())
    .filter((clause) => /[\p{L}\p{N}]/u.test(clause))
    .every(
      (clause, i) =>
        called.has(clause.toLowerCase()) ||
        onlyFillersZh(clause) ||
        fillersEn.test(clause) ||
        // A capital word in front calls somebody.
        (i === 0 && /^\p{Lu}\p{Ll}{1,14}$/u.test(clause)),
    );
}
