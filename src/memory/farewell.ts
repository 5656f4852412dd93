// Whether a message says goodbye: the talk ends here, not merely a subject (A48, C102–C109).
import {
  aroundEn,
  aroundZh,
  closersEn,
  closersZh,
  coreEn,
  coreZh,
  leavingZh,
  reportZh,
  takesBack,
} from "./farewell-words.ts";
import { clausesOf, endsAsQuestion, isMadeOf, plainText } from "./phrases.ts";

/** Only the end of a long message can part. */
const readFrom = 400;
/** So many clauses may follow a farewell: thanks, wishes, a name. */
const mostClosers = 3;

const chinese = { core: coreZh, around: aroundZh };
const chineseLeaving = { core: new Set([...coreZh, ...leavingZh]), around: aroundZh };
const english = { core: coreEn, around: aroundEn };

const nickname =
  /^(?:小|阿|老|大)\p{Script=Han}{1,2}$|^\p{Script=Han}{0,2}(?:宝|宝贝|宝宝|酱|君|哥|姐|哥哥|姐姐|妹妹|弟弟|老师|同学|先生|小姐|亲爱的|朋友|老朋友|伙计|大家)$|^(\p{Script=Han})\1$/u;

/**
 * True where the last clause of a message parts ("那下次聊", "拜拜～👋", "ok gotta go"), or is thanks, a wish or a name after
 * a clause that does. Words inside quotations and titles, questions, and reports about others do not count.
 * `names`: how the companion is called, so that "晚安，林夕" is understood.
 */
export function isFarewell(text: string, names: readonly string[] = []): boolean {
  const end = text.trimEnd().slice(-readFrom);
  const plain = plainText(end);
  if (endsAsQuestion(plain)) return false;
  const called = new Set(names.map((name) => plainText(name).replace(/\s+/g, " ").trim()).filter(Boolean));
  const clauses = clausesOf(plain);
  const capitals = new Set(
    clausesOf(
      end
        .match(/(?<![\p{L}'])\p{Lu}[\p{Ll}\p{Lm}]+/gu)
        ?.join("\n")
        .toLowerCase() ?? "",
    ),
  );
  let closers = 0;
  for (const clause of clauses.toReversed()) {
    if (takesBack.test(clause)) return false;
    if (parts(clause, clauses, plain) || parts(withoutName(clause, called, capitals), clauses, plain))
      return true;
    const addresses = called.has(clause) || nickname.test(clause) || capitals.has(clause);
    const closes =
      closersZh.test(clause) || closersEn.test(clause) || aroundZh.has(clause) || aroundEn.has(clause);
    if (!(addresses || closes) || ++closers > mostClosers) return false;
  }
  return false;
}

function parts(clause: string, clauses: readonly string[], plain: string): boolean {
  // A bare number parts only alone or after a clause that does: "数学，88" is a mark.
  if (/^8+6?$/.test(clause)) {
    const others = clauses.slice(0, clauses.indexOf(clause));
    return others.every(
      (other) => isMadeOf(other, chineseLeaving) || aroundZh.has(other) || isMadeOf(other, english),
    );
  }
  if (isMadeOf(clause, chinese) || isMadeOf(clause, english)) return true;
  return !reportZh.test(plain) && isMadeOf(clause, chineseLeaving);
}

/** The clause without a name at its end: "拜拜小晚", "good night Luna". */
function withoutName(clause: string, called: ReadonlySet<string>, capitals: ReadonlySet<string>): string {
  for (const name of called) {
    if (clause.length > name.length && clause.endsWith(name)) return clause.slice(0, -name.length).trimEnd();
    if (clause.length > name.length && clause.startsWith(name)) return clause.slice(name.length).trimStart();
  }
  const short = /^(.*?\p{Script=Han})(?:小|阿)\p{Script=Han}$/u.exec(clause)?.[1];
  if (short !== undefined) return short;
  const word = clause.lastIndexOf(" ");
  return word > 0 && capitals.has(clause.slice(word + 1)) ? clause.slice(0, word) : clause;
}
