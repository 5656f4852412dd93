// Text to search tokens, for Chinese and English alike, and how alike two texts are.
import { stem } from "./stem.ts";
import { chineseStopCharacters, chineseStopWords, englishStopWords } from "./stop-words.ts";

// Scripts that are written without spaces.
const unspaced = /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}々ー]+)/u;
const spacedToken =
  /(\p{Nd}+(?:[.,:]\p{Nd}+)*)|([\p{L}\p{M}][\p{L}\p{M}\p{N}]*(?:['’][\p{L}]+)*)|(\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f|\u200d\p{Extended_Pictographic})*|\p{Regional_Indicator}{2})/gu;
const mark = /\p{M}+/gu;
const segmenter = new Intl.Segmenter("zh", { granularity: "word" });

// No word a person searches for is longer; what is longer is a key, an address or an attack.
const longestWord = 40;
// The segmenter slows down on very long runs, and no word crosses that many characters.
const longestRun = 200;

/** NFKC, lower case: full-width letters, ligatures and letter case do not matter to search. */
export function fold(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

function addUnspaced(run: string, tokens: string[]): void {
  const characters = [...run];
  for (let from = 0; from < characters.length; from += longestRun) {
    const piece = characters.slice(from, from + longestRun);
    for (let i = 0; i < piece.length; i++) {
      const one = piece[i] ?? "";
      const next = piece[i + 1];
      const oneStops = chineseStopCharacters.has(one);
      if (!oneStops) tokens.push(one);
      if (next === undefined || (oneStops && chineseStopCharacters.has(next))) continue;
      if (!chineseStopWords.has(one + next)) tokens.push(one + next);
    }
    // A real word counts besides its bigrams, so that 猫咪 beats the accident of two neighbouring characters.
    for (const { segment } of segmenter.segment(piece.join(""))) {
      if (segment.length >= 2 && !chineseStopWords.has(segment) && !isAllStop(segment)) tokens.push(segment);
    }
  }
}

function isAllStop(word: string): boolean {
  for (const character of word) if (!chineseStopCharacters.has(character)) return false;
  return true;
}

function addSpaced(text: string, tokens: string[]): void {
  for (const [, number, word, emoji] of text.matchAll(spacedToken)) {
    if (number !== undefined) tokens.push(number.replaceAll(",", "").slice(0, longestWord));
    else if (emoji !== undefined) tokens.push(emoji);
    else if (word !== undefined) {
      const plain = word.slice(0, longestWord).normalize("NFD").replace(mark, "");
      const bare = plain.replace(/['’]s$/, "").replace(/['’]/g, "");
      if (bare !== "" && !englishStopWords.has(bare)) tokens.push(stem(bare));
    }
  }
}

/**
 * Content tokens of a text in order, with repetitions: English stems, numbers, emoji; for Chinese (and kana) words,
 * character bigrams and single characters. Stop words are left out. Linear in the length of the text (DEPENDENCIES 5, RECALL 3).
 */
export function tokenise(text: string): string[] {
  const tokens: string[] = [];
  const pieces = fold(text).split(unspaced);
  for (let i = 0; i < pieces.length; i++) {
    const piece = pieces[i] ?? "";
    if (piece === "") continue;
    // split() with one group alternates: even places are what lies between the runs.
    if (i % 2 === 1) addUnspaced(piece, tokens);
    else addSpaced(piece, tokens);
  }
  return tokens;
}

const unspacedOnly = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}々ー]+$/u;

/**
 * What a token says about its text, 0 to 1.5: a single Chinese character little, a pair with a grammar character in it half,
 * a word of three and more characters most.
 */
export function tokenWeight(token: string): number {
  if (!unspacedOnly.test(token)) return 1;
  const characters = [...token];
  if (characters.length === 1) return 0.3;
  if (characters.length > 2) return 1.5;
  return characters.some((character) => chineseStopCharacters.has(character)) ? 0.5 : 1;
}

/**
 * How much of their content two texts share, 0 to 1, the same both ways (topic shift, A49; core dedup, A96).
 * Two texts without content tokens are alike only where their folded text is the same.
 */
export function similarity(a: string, b: string): number {
  const first = new Set(tokenise(a));
  const second = new Set(tokenise(b));
  if (first.size === 0 || second.size === 0) return fold(a).trim() === fold(b).trim() ? 1 : 0;
  let shared = 0;
  let all = 0;
  for (const token of first) {
    const weight = tokenWeight(token);
    all += weight;
    if (second.has(token)) shared += weight;
  }
  for (const token of second) all += tokenWeight(token);
  return Math.min(1, (2 * shared) / all);
}
