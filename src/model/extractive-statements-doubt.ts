// Whether the words around a statement make it none of the person's own: ifs, jokes, questions, quotations, what others say.

const hypothetical =
  /要是|如果|假如|假设|倘若|万一|就算|哪怕|的话(?=[，,])|幻想|想象|梦见|梦到|做梦|恨不得|下辈子|\b(?:if|unless|suppose|imagine|pretend|what if|i wish|dream(?:ed|t)|would|could|hypothetically)\b|\bI'd\b/i;
const recited =
  /歌词|台词|歌里|唱|诗里|小说里|电影里|剧里|主角|作文|\b(?:lyrics?|song|sings?|singing|poem|novel|essay|script|the lead says)\b/i;
const fun =
  /开玩笑(?!也|都)|骗你的|逗你|土星|火星|外星|蝙蝠侠|超人|\b(?:kidding|joking|saturn|batman|superman|alien|vampire|in (?:my|a) dreams?)\b|梦里/i;
const reported =
  /我(?:跟\S{1,3})?(?:说|告诉\S{1,3}?)(?!的是|过|错)|(?:他们?|她们?|人|谁|医生|老板|同事|朋友)\S{0,3}(?:说|问|觉得|以为|猜)|\b(?:says|said|told|asked|thinks?)\b/i;
const otherBefore =
  /[他她它]|人家|有人|别人|同事|朋友|老板|邻居|房东|\b(?:he|she|they|his|her|their|someone|somebody)\b/i;

function isOther(before: string, match: string): boolean {
  return !/我|\b(?:I|my|me|mine|we|our)\b|I'/i.test(match) && otherBefore.test(before);
}

/** What stands after the last "but": 想去周边玩，但我没有驾照 supposes nothing of the licence. */
function sinceTurn(text: string): string {
  return text.split(/[，,]\s*(?:但是?|可是?|不过)(?=我)|,? but (?=I\b)/).at(-1) ?? text;
}

/**
 * True where the words around a match make it no statement of the person's own: an if, a joke, a question, a quotation, what
 * somebody else says. `sentence`: the one that the match stands in.
 */
export function isDoubtful(sentence: string, match: RegExpExecArray): boolean {
  const before = sentence.slice(0, match.index);
  const upTo = before + match[0];
  const after = sentence.slice(upTo.length);
  if (hypothetical.test(sinceTurn(upTo)) || recited.test(before) || fun.test(sentence)) return true;
  // 她老说我左边稳，因为我是左撇子: only what stands in the clause itself, or leads straight into it, reports.
  const clauses = before.split(/[，,。：:；;]|\s(?=(?:since|because|and|but)\s)/);
  const own = clauses.at(-1) ?? "";
  const leadsIn =
    /(?:说|问|道|觉得|以为|said|says|told \w+|asked|thinks)\s*(?:[：:，,]\s*)?$|(?:[他她它]|妈|爸|老板|领导|朋友|同事|老师|\b(?:he|she|mom|mum|dad|boss))\s*[：:]\s*$/i.test(
      before,
    );
  if (reported.test(own) || leadsIn || isOther(own || (clauses.at(-2) ?? ""), match[0])) return true;
  const isAsked = /[?？]\s*(?:["”」]\s*)?$/.test(sentence) && !/[，,。]/.test(after);
  if (isAsked || /^[吗么呢]|^\s*[吗么]/.test(after)) return true;
  // An odd number of quotation marks before it: the match is within a quotation.
  const marks = before.match(/["“”「」『』]/g)?.length ?? 0;
  return marks % 2 === 1;
}
