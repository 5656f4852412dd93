// Notes: what the person wants kept in their own words and no key fits. Each stands by itself beside the others.
import type { Fact } from "../schema/fact.ts";
import { kinIn } from "./evidence-people.ts";
import { keyBase } from "./fact-key.ts";
import { foldValue } from "./fact-value.ts";

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
  const thing = named.exec(
    String(value ?? "")
      .normalize("NFKC")
      .trim(),
  )?.[1];
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
