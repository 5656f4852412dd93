// Whether words speak of what is not so: what nearly happened, what waits for a condition, what may or may not come.
import { simplify } from "../schema/simplified.ts";
import { asRead } from "./text.ts";

/** 差点搬去, "I almost moved". Not 差点忘了说, and not "almost ten years", which measures. */
const nearly =
  /(?:差点儿?|差一点儿?|险些)(?!忘|没想起)|\b(?:i|we)(?:'ve| have|'d| had)? (?:very )?(?:almost|nearly|just about) (?!forgot|forget|always|every|never|all\b|only|entirely|daily|certainly|an?\b|the\b|one|two|three|four|five|ten|\d|finished|done)\w+|\b(?:came|come|was|were) (?:so |very )?close to \w+ing\b|\b(?:was|were) about to\b/i;

/** 可能要去, 说不定会, "I might move": what may come. What may be so already (可能有点过敏) is the person's own guess. */
const perhaps =
  /(?:可能|也许|或许|没准儿?|说不定|搞不好|保不齐)(?:\S{0,4}?)(?:会(?!员|计|议)|要(?!紧|求)|去(?!年)|得(?=[搬换去走])|搬|换|辞|离开|结婚)|(?:考虑|纠结|犹豫)着?(?:要不要|去|搬|换|辞|离|着)|\b(?:i|we) (?:might|may)\b(?! as well)|\b(?:maybe|perhaps|possibly) (?:i|we)(?:'ll| will|'d| would| could| should)\b|\b(?:i|we)(?:'ll| will) (?:maybe|perhaps|possibly|probably)\b|\b(?:toying with the idea of|thinking of|thinking about|considering) (?!\w*thing\b)\w+ing\b/i;

/** 怀疑我有…, 还没确诊, "I bet": nobody knows it yet. */
const unproven =
  /怀疑(?:我|自己|是)|疑似|(?:没|未|待|还没|尚未)(?:有)?确诊|没查出来|(?:敢|我)打赌|\bsuspects?\b|\bsuspected\b|\bnot (?:yet )?(?:been )?(?:confirmed|diagnosed)\b|\b(?:i|we) bet\b/i;

/** 等我有钱了就…, "When I'm rich I'll …": what waits for a condition. */
const onCondition =
  /等(?:到)?(?:我们?|咱们?|俺)?(?:以后|将来|哪天)?\S{1,12}?(?:了|以后|之后|那天|的时候)[，,\s]*(?:我们?|咱们?|俺)?(?:就|再|便|一定|要|会|想|也)|(?:总有一天|有朝一日|早晚有一天|哪天|将来有机会|有机会的?话?)[，,\s]*(?:我们?|咱们?)?(?:就|也|再|要|会|想|一定)|\b(?:when|once|whenever|as soon as|after|the day) (?:i|we)(?:'m|'re|'ve)?\b.{1,60}?\b(?:i|we)(?:'ll| will| shall)\b|\b(?:i|we)(?:'ll| will| shall)\b.{1,60}?\b(?:when|once|as soon as|the day) (?:i|we)(?:'m|'re|'ve)?\b|\b(?:some ?day|one day|one of these days)\b.{0,20}?\b(?:i|we)(?:'ll| will| shall)\b|\b(?:i|we)(?:'ll| will)\b.{1,40}?\b(?:some ?day|one day)\b/i;

/** What has its day is a plan, whatever it waits for. */
const dated =
  /[今明后]天|[今明后]年|下下?个?(?:周|星期|礼拜|月|学期)|[月周]底|\d+\s*[月日号]|周[一二三四五六日天末]|\b(?:tomorrow|tonight|next \w+|this \w+|on \w+day|in (?:january|february|march|april|may|june|july|august|september|october|november|december)|\d+(?:st|nd|rd|th))\b/i;

/** The parts of such a sentence: the condition, or what would follow. */
const conditional =
  /等|总有一天|有朝一日|哪天|有机会|就|再|要|会|想|\b(?:when|once|whenever|as soon as|after|day|will|shall)\b|'ll\b/i;

/**
 * True where a clause speaks of something that did not happen, may happen, or waits for a condition without a day: it is no fact
 * about now and no plan either (part 2, item 2). `sentence`: the one that the clause stands in.
 */
export function isUnreal(clause: string, sentence: string): boolean {
  const [own, whole] = [asRead(clause), asRead(sentence)];
  if (nearly.test(own) || perhaps.test(own) || unproven.test(whole)) return true;
  return conditional.test(own) && onCondition.test(whole) && !dated.test(whole);
}

/** 我们公司在海淀: where the person works or learns, not where they live. */
const institution =
  /^(?:我们?|咱们?|俺们?)的?(?:公司|单位|学校|大学|高中|初中|办公室|店里?|工厂|厂里?|总部|医院|部门|团队|事务所|律所|工作室|健身房|酒店|宿舍楼?)[^我咱俺]{0,6}?(?:在|位于|搬|开在)|^(?:my|our) (?:\w+ )?(?:company|office|school|university|college|firm|employer|shop|store|factory|hospital|headquarters|hq|team|branch|workplace|gym|studio)(?:'s| is| are| was| moved| sits| has)\b/i;
/** 生在, 去过, "was born in", "visited": what ties a person to a place without living there. */
const elsewhere =
  /出生|生在|生于|去过|来过|到过|路过|(?:旅游|旅行|出差|度假|玩)(?:过|了|的|$)|\b(?:born|grew up|raised|visit(?:ed|ing)?|been to|(?:went|go|going|trip|flew|travel(?:l?ed|l?ing)?) to|holiday(?:ed|s)? in|vacation(?:ed)? in|stopped in)\b/i;
const residing =
  /住|定居|搬|租|落户|安家|\b(?:live[sd]?|living|reside|moved|moving|settled|relocated|based|stayed on)\b/i;

/** Whoever is there for so long, or speaks of themself or of home; 杭州天气真好 says nothing of anybody. */
const ofSelf =
  /^\s*(?:可能|应该|大概|就|都|人)*(?:在|到|来)|我|咱|俺|本人|自己|家|\b(?:i|i'm|i've|we|we're|we've|my|our|home|here)\b/i;
const staying =
  /(?:到|来|回|在|去).{1,10}?(?:\d+|[一二两三四五六七八九十半几多]+)(?:年|个?多?月|天|周|个?星期)|\bin\b.{1,30}\b(?:years?|months?|weeks?|days|since|now)\b/i;

/** What asks where somebody lives; a bare place answers it. */
const asksHome =
  /住|搬|新家|房|屋|租|落脚|安顿|公寓|哪个?(?:区|城市|小区)|家在|\b(?:live|living|moved?|flat|apartment|place|neighbou?rhood|house|based)\b/i;

/**
 * False where a clause names a place and says nothing of living there, so that it cannot prove where the person lives. `clause`
 * is the one that carries the claim; `asked`: what the companion said just before.
 */
export function provesHome(clause: string, asked = ""): boolean {
  const text = asRead(clause).replace(/^(?:[\s,，]|但是?|不过|其实|现在|因为|and|but|so)+/i, "");
  if (institution.test(text)) return false;
  const isSaid = [residing, ofSelf, staying].some((sign) => sign.test(text));
  if (!isSaid && !asksHome.test(simplify(asked))) return false;
  return !elsewhere.test(text) || residing.test(text);
}
