// Notes: what the person wants kept in their own words and no key fits. Each stands by itself beside the others.
import type { Fact } from "../schema/fact.ts";
import { kinIn } from "./evidence-people.ts";
import { keyBase } from "./fact-key.ts";
import { foldValue } from "./fact-value.ts";
import { asRead } from "./text.ts";

/** The key of what is kept as it was said. */
export const noteKey = "note";

/** True for notes, whatever subject their key carries. */
export function isNote(key: string): boolean {
  return keyBase(key) === noteKey;
}

const named =
  /^(.{2,40}?)(?:应该是|改成了?|改为|换成了?|换到了?|变成了?|是|为|停在|放在|藏在|在|[:：=]|\s+(?:is|are|was|changed to|moved to)(?:\s+now)?\s)\s*(.+)$/iu;
/** What these name has one value: a new one takes the place of the old. */
const oneValued =
  /(?:密码|口令|验证码|号码?|车牌|编号|学号|账号|账户|网址|邮箱|电话|wi-?fi)$|\b(?:password|passcode|code|pin|number|plate|username|login|e-?mail|wi-?fi)$/i;
const byTime = /^(?:周|星期|礼拜|今|明|后天|每|下|上|\d)|\b(?:today|tomorrow|every|next|\w+day)\b/i;

/** What a note is about: 柜子密码 of 柜子密码是4411. Undefined where it names no thing, or somebody. */
function thingOf(value: unknown): string | undefined {
  const thing = named.exec(asRead(String(value ?? "")).trim())?.[1];
  if (thing === undefined || kinIn(thing).size > 0 || byTime.test(thing)) return undefined;
  if (/^(?:我们?|你们?|他们?|她们?)(?!的|家)|^(?:i|you|we|he|she|they|it)\b|不|别|没/i.test(thing))
    return undefined;
  return thing.replace(/^(?:我的?|我家的?|my|the|our)\s*/i, "");
}

/**
 * True where a note takes another's place: a new value of what has but one (柜子密码), or an update of the same thing. Two notes
 * are otherwise never in each other's way, whatever they deny (part 2, item 1).
 */
export function replacesNote(
  fact: Pick<Fact, "key" | "value">,
  { op, value }: { op: string; value: unknown },
): boolean {
  if (!isNote(fact.key)) return false;
  const [before, now] = [thingOf(fact.value), thingOf(value)];
  if (before === undefined || now === undefined || foldValue(before) !== foldValue(now)) return false;
  return op === "UPDATE" || oneValued.test(now.trim());
}

/** What presses or repeats a matter and tells nothing of it. */
const emphasisZh =
  /千万|一定|绝对|真的|确实|其实|特别|非常|超级?|尤其|完全|根本|一点点?儿?(?:都|也)?|半点(?:都|也)?|不能(?:放|加|碰|有|沾)|不行|不可以|反正|就是|我|我们|的|了|啊|呀|哦|哈|嘛|呢|吧|会|很|都|也|是|有/gu;
const emphasisEn = new Set(
  "really truly very so absolutely definitely actually seriously totally completely even a an the at all any little bit one i i'm me my am is are it it's that too just and".split(
    " ",
  ),
);

/**
 * False where the words say nothing beyond what is told already: emphasis (一点都不能放, "really allergic"), or the same once more.
 * A denial, a number and a name that do not stand in what is told are always more. `told`: the statements, values and quotes of
 * the facts that stand beside the note. Pure.
 */
export function saysMore(words: string, told: readonly string[]): boolean {
  const plain = (text: string) => asRead(text).toLowerCase();
  const known = plain(told.join("\n"));
  const said = plain(words);
  const runs = said.replace(emphasisZh, " ").match(/\p{Script=Han}+/gu);
  if (runs?.some((run) => !known.includes(run))) return true;
  const knownWords = new Set(known.match(/[\p{Script=Latin}\p{N}']+/gu));
  const left = said.match(/[\p{Script=Latin}\p{N}']+/gu) ?? [];
  return left.some((word) => !emphasisEn.has(word) && !knownWords.has(word));
}
