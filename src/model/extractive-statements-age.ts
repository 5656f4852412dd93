// A child's age that is told behind its name: 我儿子叫豆豆。他今年5岁 / "My son is called Max. He is five."
import type { SaidOperation } from "./extractive-statements-mend.ts";

const children: readonly (readonly [RegExp, string])[] = [
  [/儿子|\bsons?\b/i, "son"],
  [/女儿|闺女|\bdaughters?\b/i, "daughter"],
  [/弟弟?|\b(?:little |younger )?brothers?\b/i, "brother"],
  [/妹妹?|\b(?:little |younger )?sisters?\b/i, "sister"],
  [/孩子|宝宝|小孩|\b(?:kid|child|baby)\b/i, "child"],
];
const number = "(?:\\d{1,2}|[一二两三四五六七八九十]{1,3})";
const ageZh = new RegExp(
  `^(?:[他她]|孩子|宝宝)(?:今年|现在|刚|已经|快|都|才|也)*(?<v>(?:${number}岁半?|${number}个月))(?:大|多)?(?:了|啦|吧)?[。！!~～，,]?`,
);
const ageEn =
  /^(?:he|she)(?:'s| is| just turned| turned)\s(?<v>\d{1,2}|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen))(?: (?:years|months) old)?(?: now| today| already)?(?=[.,!]|$)/i;

/** The child, brother or sister that a message of the person speaks of; undefined where it names none, or several. */
export function childIn(content: string): { key: string; word: string } | undefined {
  if (!/我|咱|\b(?:my|our|i)\b/i.test(content)) return undefined;
  const found = children.flatMap(([form, key]) => {
    const word = form.exec(content)?.[0];
    return word === undefined ? [] : [{ key, word: word.toLowerCase() }];
  });
  return found.length === 1 ? found[0] : undefined;
}

/** The age that a sentence gives of the child spoken of just before. */
export function ageOf(
  sentence: string,
  child: { key: string; word: string },
  messageId: string,
): SaidOperation | undefined {
  const match = ageZh.exec(sentence) ?? ageEn.exec(sentence.replace(/[’‘]/g, "'"));
  const value = match?.groups?.v;
  if (!match || value === undefined) return undefined;
  const zh = /\p{Script=Han}/u.test(sentence);
  return {
    op: "UPDATE",
    category: "relationship",
    key: `${child.key}_age`,
    value,
    statement: zh ? `${child.word}${value}` : `${child.word} is ${value}`,
    confidence: 1,
    source: "explicit_statement",
    quote: match[0].replace(/(?<![。！!~～，,])[。！!~～，,]+$/u, ""),
    message_id: messageId,
  };
}
