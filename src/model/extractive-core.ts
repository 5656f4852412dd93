// Proposes core memories by strict rules (A93–A101): what the person says outright about their own life, and nothing else.
import type { CoreAnswer } from "../schema/answer.ts";
import type { CoreCategory } from "../schema/core-memory.ts";
import type { Message } from "../schema/message.ts";
import { simplify } from "../schema/simplified.ts";
import type { Tokenise } from "./extractive-sentences.ts";
import {
  hypothetical,
  isQuestion,
  languageOf,
  overlap,
  sentencesOf,
  withoutFillers,
} from "./extractive-text.ts";

type Candidate = CoreAnswer["core_memories"][number];

type Rule = {
  category: CoreCategory;
  importance: number;
  reason: { zh: string; en: string };
  pattern: RegExp;
  /** A sentence that also fits this is not meant. */
  unless?: RegExp;
};

const near =
  "(?:爸爸|妈妈|爸|妈|父亲|母亲|爷爷|奶奶|外公|外婆|姥姥|姥爷|丈夫|妻子|老公|老婆|男朋友|女朋友|儿子|女儿|孩子|哥哥?|姐姐?|弟弟?|妹妹?|最好的朋友|猫|狗)";
const nearEnglish =
  "(?:mom|mum|mother|dad|father|grandma|grandmother|grandpa|grandfather|husband|wife|partner|boyfriend|girlfriend|son|daughter|child|baby|brother|sister|best friend|cat|dog)";

const reasons = {
  fear: { zh: "极度的恐惧，相处时要避开", en: "An extreme fear, to be avoided" },
  allergy: { zh: "过敏，关系到身体安全", en: "An allergy: a matter of safety" },
  taboo: { zh: "对方明说不能碰的话题或说法", en: "Something they said must not be said or touched" },
  wish: { zh: "一生的愿望", en: "A wish for life" },
  loss: { zh: "亲近的人离世", en: "The death of someone close" },
  parting: { zh: "分手或离婚", en: "A break-up or divorce" },
  illness: { zh: "重大疾病", en: "A serious illness" },
  milestone: { zh: "人生大事", en: "A milestone of their life" },
  blow: { zh: "重大的打击", en: "A heavy blow" },
  promise: { zh: "长久的约定", en: "A lasting promise" },
  name: { zh: "希望被这样称呼", en: "How they wish to be called" },
} as const;

const rules: readonly Rule[] = [
  {
    category: "taboo",
    importance: 9,
    reason: reasons.allergy,
    pattern:
      /我(?:天生|从小|一直|真的|是)?对[^，。,]{1,12}?(?:严重|重度)?过敏|^对[^，。,]{1,10}(?:严重)?过敏[，,。！!]?.{0,20}(?:急诊|医院|休克|要命|喉咙)|\bI(?:'m| am)\s(?:severely |very |badly |deathly )?allergic to\b|\bI have (?:a|an) (?:severe |bad )?[\w ]{1,20}allergy\b/i,
    unless: /不过敏|不再过敏|没有?过敏|not (?:really )?allergic|花粉过敏好了/i,
  },
  {
    category: "taboo",
    importance: 8,
    reason: reasons.fear,
    pattern:
      /我(?:有)?.{0,4}(?:严重|极度|特别|非常|从小就?).{0,4}(?:恐高|怕|恐惧)|我.{0,6}(?:恐高症|幽闭恐惧|密集恐惧|恐惧症)|我.{0,4}怕.{1,10}(?:怕得要命|怕得要死|怕到)|我(?:这辈子|一辈子|平生)?最怕|\bI(?:'m| am) (?:terrified|deathly afraid|scared to death) of\b|\bI have (?:a )?(?:severe |extreme )?(?:\w+phobia|phobia)\b/i,
    unless: /不(?:太|是很|怎么)?怕|以前.{0,6}怕|not (?:really )?(?:afraid|scared)|used to be/i,
  },
  {
    category: "taboo",
    importance: 8,
    reason: reasons.taboo,
    pattern:
      /我(?:这辈子|平生)?最(?:讨厌|恨|受不了|听不得).{0,16}(?:说|讲|叫|提|这句|那句|这话)|(?:以后|永远|千万|绝对)(?:都)?(?:不要|别|不许|不准)(?:再)?(?:(?:对|跟|和|当着)我.{0,4}(?:说|提|讲|开|聊)|[劝叫喊逼骗碰]我)|\b(?:never|don't ever) (?:call|urge|push|force|tell|ask) me\b|\b(?:never|don't ever) (?:say|mention|bring up|joke about)\b.{0,60}\b(?:me|my|again)\b|\bI hate (?:being told|it when (?:people|you) say)\b|\bthe (?:one )?thing I hate most (?:is|to hear)\b/i,
  },
  {
    category: "wish",
    importance: 8,
    reason: reasons.wish,
    pattern:
      /我.{0,8}(?:这辈子|一辈子|毕生|有生之年).{0,14}(?:想|要|愿望|梦想)|(?:我|从小)?.{0,4}(?:最大|毕生|从小|一直以来|一辈子)的(?:梦想|愿望|心愿|理想)(?:就)?是|我的(?:梦想|毕生愿望)(?:一直)?(?:就)?是|\bmy (?:lifelong|life's|biggest|greatest|childhood) (?:dream|wish|goal)\b|\bI(?:'ve| have) always dream(?:ed|t) of\b|\b(?:once|one day) (?:in|before) (?:my life|I die)\b.{0,30}\b(?:want|must|will)\b|\bin (?:my|this) life(?:time)?,? (?:I (?:must|will|want)|is)\b|\bone thing I want to do in (?:my|this) life\b|\bonce in my life I(?:'m going to| will|'ll| want)\b/i,
    unless: /不想|不要|没有.{0,4}(?:梦想|愿望)|don't have|no longer/i,
  },
  {
    category: "event",
    importance: 9,
    reason: reasons.loss,
    pattern: new RegExp(
      `(?:我|我们|我家)的?(?:${near}).{0,8}(?:去世|过世|离世|病逝|走了|离开了我们|不在了)|^(?:\\S{1,4}，)?(?:${near}).{0,6}(?:去世|过世|离世|病逝|走了)|抱着它.{0,16}没(?:能)?救(?:回来|活)|\\bmy ${nearEnglish}\\b.{0,24}\\b(?:died|passed away|passed last|is gone|has passed)\\b|\\bI lost my ${nearEnglish}\\b|^(?:[\\w]+, )?(?:my )?(?:mom|mum|dad|grandma|grandpa) (?:died|passed away)\\b`,
      "i",
    ),
    unless:
      /(?:朋友|同事|邻居|同学|老板|客户|他|她|别人)(?:家)?的|没有?(?:去世|走)|还没|差点|出差|出门|上班|回家|去.{1,6}了|\b(?:his|her|their|neighbou?r'?s|friend'?s|almost|nearly|if)\b/i,
  },
  {
    category: "event",
    importance: 8,
    reason: reasons.parting,
    pattern:
      /我(?:们|和\S{1,8}|跟\S{1,8})?.{0,6}(?:分手了?|离婚了?|离了婚|办了离婚)|\b(?:I|we) (?:just )?(?:broke up|got divorced|split up|divorced)\b|\b(?:he|she) (?:broke up with|dumped) me\b|\b(?:he|she) left me(?=[.,!]|$)|\bI'?m (?:getting )?divorced\b/i,
    unless:
      /不(?:想|会|要)?(?:分手|离婚)|没有?(?:分手|离婚)|差点|想(?:分手|离婚)|闹|吵着|没离|电影|didn't|almost|nearly|\b(?:never|not)\b/i,
  },
  {
    category: "event",
    importance: 9,
    reason: reasons.illness,
    pattern:
      /我(?:爸爸?|妈妈?|父亲|母亲|老公|老婆|丈夫|妻子|儿子|女儿|孩子|爷爷|奶奶|外公|外婆).{0,8}(?:中风|病危|进了?ICU|心梗|脑梗|确诊.{0,6}癌|查出.{0,6}癌)|我.{0,10}(?:确诊|查出|得了|患了|患上).{0,8}(?:癌|肿瘤|白血病|抑郁症|糖尿病|心脏病|双相|帕金森|红斑狼疮|尿毒症)|\bI(?:'ve| have)? (?:was|been|got|just got) diagnosed with\b|\bmy (?:mother|mom|mum|father|dad|wife|husband|son|daughter|partner|grandma|grandpa) (?:had|has had) a (?:stroke|heart attack)\b|\bI have (?:cancer|leuk\w+|parkinson\w*|diabetes|bipolar)\b/i,
    unless: /没有?(?:查出|得)|排除|怀疑|担心|不是|误诊|worried|might|ruled out|not /i,
  },
  {
    category: "event",
    importance: 8,
    reason: reasons.milestone,
    pattern:
      /我(?:们|和\S{1,6})?.{0,6}(?:领证了|结婚了|办了婚礼|怀孕了|要当(?:爸|妈)|当(?:爸爸|妈妈)了|生了.{0,4}(?:儿子|女儿|宝宝|孩子))|\b(?:I|we)(?:'re| are|'m| am)? (?:got married|just married|having a baby|pregnant|expecting a baby|became (?:a )?parents?)\b|\bI gave birth\b|\b(?:our|my) (?:baby|son|daughter) was born\b/i,
    unless: /想(?:结婚|怀孕|要)|不(?:想|会|打算)|没有?(?:结婚|怀孕)|朋友|同事|not |want to|梦/i,
  },
  {
    category: "event",
    importance: 8,
    reason: reasons.blow,
    pattern:
      /我.{0,8}(?:被(?:公司)?(?:裁|裁员|开除|辞退)|流产|破产|出了?车祸)|\bI (?:was|got|just got) (?:laid off|fired)\b|\bI had a miscarriage\b/i,
    unless: /没有?被|不会被|差点|怕被|担心|早(?:就)?|almost|nearly|afraid|not /i,
  },
  {
    category: "promise",
    importance: 8,
    reason: reasons.promise,
    pattern:
      /(?:答应我|我答应你|我们约好|咱们?约好|说好了?|约定).{0,24}(?:每年|每个生日|永远|一辈子|一直|以后都|无论|不管)|\b(?:promise me|I promise you|we agreed|deal)\b.{0,60}\b(?:every (?:year|birthday)|always|forever|no matter what)\b/i,
    unless: /不(?:用|必|算数)|没(?:有)?约|never agreed/i,
  },
  {
    category: "preference",
    importance: 8,
    reason: reasons.name,
    pattern:
      /(?:以后|今后|往后|你)(?:就|都|可以|要)?(?:叫|喊|称呼)我[^，。,吗呢?？]{1,8}(?:吧|就好|就行|好了|啦|$|[，。,！!])|(?:喜欢|希望|想要?)(?:你|被)(?:叫|喊|称呼)我?[^，。,]{1,8}|\b(?:please |just |you can )?call me [A-Z]\w+|\bI (?:like|love) (?:it when you|being) call(?:ed)?(?: me)?\b/i,
    unless:
      /(?:别|不要|不许|不用|没人|他们?|她们?|同事|同学|朋友|老师|妈妈?|爸爸?).{0,4}(?:叫|喊|称呼)|don't call|they call|叫我(?:去|来|做|帮|吃|起|回|别|不|过|加班|开|等|滚)|call me (?:back|when|later|if|tomorrow|at|crazy)/i,
  },
];

// The words of somebody else: lyrics, lines, dreams, jokes, hearsay.
const notTheirOwn =
  /歌词|这首歌|歌里|哼着|台词|剧本|小说里|电影里|书里|诗里|作文|题目|课文|梦见|梦到|做了个梦|开玩笑|逗你|骗你的|假装|扮演|据说|听说|新闻|段子|引用|念给你|写道|有句话|lyrics?|the song|sings|a line from|in the (?:movie|film|book|novel|play)|script|essay|poem|dream(?:ed|t) (?:that|about)|kidding|joking|pretend|role-?play|quote|apparently|i heard/i;
const quoted = /[“"「『《][^“”"「」『』《》]{0,400}(?:[”"」』》]|$)/g;
const hedged = /可能|也许|大概|好像|似乎|说不定|\b(?:maybe|perhaps|probably|might|seems?)\b/i;
const takenBack = /说说而已|开玩笑|骗你|逗你|瞎说|乱说|just kidding|only joking|jk\b/i;

/** Two contents that share more than this are the same memory (A96). */
const same = 0.5;
const mostProposed = 2;
const longest = 120;

/**
 * Candidates for core memory among what the person said, the weightiest first, at most two, mostly none. No questions,
 * negations, conditions, other people's lives or other people's words. What is like one of `existing` is left out.
 */
export function coreMemories(
  messages: readonly Message[],
  existing: readonly string[],
  tokenise: Tokenise,
): CoreAnswer {
  const known = existing.map((content) => new Set(tokenise(content)));
  const found: Candidate[] = [];
  for (const [at, message] of messages.entries()) {
    if (message.role !== "user" || isForeign(message.content) || isTakenBack(messages, at)) continue;
    for (const sentence of sentencesOf(message.content)) {
      const candidate = judge(sentence, message);
      if (!candidate) continue;
      const tokens = new Set(tokenise(candidate.content));
      if (known.some((other) => overlap(tokens, other) > same)) continue;
      known.push(tokens);
      found.push(candidate);
    }
  }
  found.sort((a, b) => b.importance - a.importance);
  return { core_memories: found.slice(0, mostProposed) };
}

function isForeign(content: string): boolean {
  return notTheirOwn.test(simplify(content.slice(0, 2000)));
}

function isTakenBack(messages: readonly Message[], at: number): boolean {
  const next = messages.slice(at + 1, at + 4).find((message) => message.role === "user");
  return next !== undefined && takenBack.test(simplify(next.content.slice(0, 60)));
}

function judge(sentence: string, message: Message): Candidate | undefined {
  const typed = withoutFillers(sentence).slice(0, 400);
  const text = simplify(typed);
  // What stands in quotation marks was said by somebody, but not as a statement about the person. Marks are kept elsewhere.
  const own = text.replace(quoted, "");
  if (isQuestion(text) || hypothetical.test(own) || hedged.test(own)) return undefined;
  const rule = rules.find(
    ({ category, pattern, unless }) =>
      (pattern.test(own) ||
        (category === "taboo" && pattern.test(text) && pattern.test(own.concat("这句")))) &&
      !unless?.test(text),
  );
  if (!rule) return undefined;
  const language = languageOf(text, "zh");
  const said = typed.length <= longest ? typed : `${typed.slice(0, longest - 1)}…`;
  return {
    content: language === "zh" ? `对方说过：“${said}”` : `They once said: "${said}"`,
    category: rule.category,
    importance: rule.importance,
    reason: rule.reason[language],
    source_message_ids: [message.message_id],
  };
}
