// Whether a message tells of danger to life and limb, so that it is never skipped and always answered with help (R10).
import {
  harmByOthersEn,
  harmByOthersZh,
  harmToOthersEn,
  harmToOthersZh,
  type Signs,
  selfHarmEn,
  selfHarmZh,
} from "./danger-signs.ts";
import { asRead } from "./text.ts";

export const dangerKinds = ["self_harm", "harm_by_others", "harm_to_others"] as const;
export type DangerKind = (typeof dangerKinds)[number];
export type Danger = { kind: DangerKind };

/** A message of 16,000 characters is read in pieces, so that no pattern meets a long text. */
const pieceLength = 400;
const overlap = 60;

const kinds: readonly { kind: DangerKind; signs: readonly Signs[] }[] = [
  { kind: "self_harm", signs: [selfHarmZh, selfHarmEn] },
  { kind: "harm_by_others", signs: [harmByOthersZh, harmByOthersEn] },
  { kind: "harm_to_others", signs: [harmToOthersZh, harmToOthersEn] },
];

/**
 * The danger that a message tells of, or null. Figures of speech (笑死, 想死你了, "killing it"), what is said not to be so, titles
 * and stories do not count. In doubt it counts: a caring sentence too many does less harm than one too few.
 */
export function findDanger(text: string): Danger | null {
  const plain = asRead(text)
    .toLowerCase()
    .replace(/《[^》\n]{0,60}》/g, " ")
    // Spaces and marks put between the characters of a word hide nothing.
    .replace(/(?<=\p{Script=Han})[ \t\u3000*·・_-]{1,4}(?=\p{Script=Han})/gu, "");
  for (const piece of pieces(plain)) {
    const found = kinds.find(({ kind, signs }) => signs.some((one) => tells(piece, kind, one)));
    if (found) return { kind: found.kind };
  }
  return null;
}

function pieces(text: string): string[] {
  const found: string[] = [];
  for (const line of text.split(/\n+/)) {
    for (let start = 0; start < line.length; start += pieceLength - overlap) {
      found.push(line.slice(start, start + pieceLength));
      if (start + pieceLength >= line.length) break;
    }
  }
  return found;
}

const story =
  /(?:电影|小说|电视剧|剧里|剧情|这剧|书里|主角|男主|女主|歌词|歌里|游戏里|这游戏|打游戏|番剧|漫画|台词|角色|副本|王者|排位|对面|开黑|吃鸡|狼人杀|剧本杀|小时候看的)|\b(?:movie|film|novel|the book|tv show|episode|character|protagonist|lyrics|the song|game|gaming|ranked|boss fight|minecraft|fiction|my story|d&d|dnd)\b/;
const firstPerson =
  /我(?:真的?|也|就|都|好|很|只|现在|突然)*(?:想(?:要|去)?(?:死|自杀|跳|消失)|不想活|活不下去)|\bi(?:'m| am)? (?:\w+ ){0,3}(?:want to die|wanna die|kill my ?self|suicidal|end my life)/;
const joking = /哈哈|开玩笑|笑死|\b(?:lol|lmao|haha\w*|jk|just kidding|kidding)\b|😂|🤣|😆/;

function tells(piece: string, kind: DangerKind, signs: Signs): boolean {
  const left = signs.harmless.reduce((rest, pattern) => rest.replace(pattern, " "), piece);
  if (!signs.signs.some((pattern) => pattern.test(left))) return false;
  if (story.test(piece)) return kind === "self_harm" && firstPerson.test(left);
  // People joke about killing others; behind a joke about the own death may stand a wish, so that one counts.
  return kind !== "harm_to_others" || !joking.test(piece);
}
