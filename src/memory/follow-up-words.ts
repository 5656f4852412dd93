// The events and wishes that a companion asks about afterwards, and the words by which the person tells of them (A249).
import { asTyped, simplify } from "../schema/simplified.ts";

type Family = {
  name: string;
  /** Names the event in a sentence that also names its day. */
  named: RegExp;
  /** Words by which the person comes back to it. */
  told: RegExp;
};

export const families: readonly Family[] = [
  {
    name: "exam",
    named:
      /考试|期末|期中|笔试|四六级|[四六]级|高考|中考|考研|公考|驾考|科目[一二三四]|考(?:数学|英语|语文|物理|化学|雅思|托福|驾照|证)|\b(?:exams?|midterms?|finals|driving test|entrance test|quiz)\b|\b(?:my|a|the) (?:\w+ )?test\b|\b\w+ test (?:is )?(?:tomorrow|on|next|this)\b/i,
    told: /考|成绩|分数|科目|及格|(?<![问话标主])题|作文|卷子|\b(?:questions?|exams?|tests?|finals|midterms?|quiz|grades?|scores?|marks?|passed|failed)\b/i,
  },
  {
    name: "interview",
    named: /面试|\b(?:interview|audition)\b/i,
    told: /面试|面完|offer|录用|面得|[一二三终]面|等通知|\b(?:interview\w*|they said they'd|rejected|audition|the job|hired|offer)\b/i,
  },
  {
    name: "medical",
    named:
      /手术|拆线|复查|体检|看牙|牙医|拔(?:牙|智齿)|石膏|绝育|看医生|去医院|做(?:胃镜|检查|CT|核磁)|打疫苗|\b(?:surgery|operation|check-?up|dentist|doctor'?s?|biopsy|scan|hospital|vaccine|vet|wisdom (?:tooth|teeth))\b/i,
    told: /手术|推?出来了|icu|拆线|复查|体检|牙|智齿|石膏|绝育|医生|医院|检查|结果|出院|疫苗|\b(?:vet|wisdom|surgery|operation|check-?up|dentist|tooth|teeth|doctor|biopsy|scan|hospital|results?|vaccine)\b/i,
  },
  {
    name: "travel",
    named:
      /航班|飞机|飞(?:去|往|回|到|[一-鿿]{2})|高铁|火车|动车|出差|旅行|旅游|出国|回老家|\b(?:flight|fly(?:ing)?|trip|travel(?:l?ing)?|train to|vacation|road trip|(?:plane|train|bus|ferry) leaves)\b/i,
    told: /刚到|酒店|航班|飞机|飞|高铁|火车|动车|出差|旅行|旅游|落地|到了|到家|回来了|路上|\b(?:flight|fl(?:y|ew|ying)|plane|trip|landed|arrived|train|vacation|back home|hotel|got (?:here|there|home))\b/i,
  },
  {
    name: "stage",
    named:
      /答辩|演讲|汇报|路演|演出|登台|上台|比赛|马拉松|音乐会|发布会|辩论|\b(?:presentation|defen[cs]e|speech|pitch|recital|performance|concert|competition|marathon|race|tournament|championship)\b/i,
    told: /答辩|演讲|汇报|路演|演出|上台|比赛|马拉松|音乐会|发布会|辩论|名次|冠军|\b(?:presentation|present(?:ed|ing)|defen[cs]e|defended|speech|pitch(?:ed)?|recital|performance|concert|competition|marathon|race|tournament|won|lost)\b/i,
  },
  {
    name: "life",
    named:
      /婚礼|搬家|入职|报到|开学|相亲|约会|开庭|签约|面签|签证|聚会|同学会|看房|第一天上班|见(?:他|她|男友|女友|男朋友|女朋友|对象)?的?(?:爸妈|父母|家长)|\b(?:wedding|moving (?:day|house|in|out)|first day|(?:a|my|our|first) date|date with|meet(?:ing)? (?:his|her|their) (?:parents|family)|court hearing|visa|reunion|house ?warming)\b/i,
    told: /婚礼|搬|收拾|入职|报到|开学|相亲|约会|开庭|签约|面签|签证|聚会|同学|新公司|新家|房|爸妈|父母|上班|\b(?:parents|family|wedding|mov(?:ed|ing)|first day|date|hearing|visa|reunion|new (?:place|job|home|house))\b/i,
  },
  {
    name: "deadline",
    named:
      /截稿|截止|交稿|ddl|(?:论文|报告|方案|稿子|作品集|标书)[^，,]{0,6}?(?:交(?!流|通|接|给)|提交)|交(?:论文|报告|方案|稿子|作品集|标书)|\bdeadline\b|\b(?:paper|essay|thesis|assignment|report|project|manuscript|proposal|portfolio|application)s?\b.{0,20}\bdue\b/i,
    told: /交|稿|截止|ddl|论文|报告|方案|作品集|标书|\b(?:deadline|due|paper|essay|thesis|assignment|report|project|manuscript|proposal|portfolio|application|submit(?:ted)?|handed in|turned in)\b/i,
  },
];

const verdictZh =
  /(?:^|[，,。！!\s])(?:我|终于|总算|刚|都|已经|一切|很|挺|非常|特别|还|算|比较|超级?)*(?:过了|没过|挂了|凉了|黄了|砸了|稳了|解放了|结束了?|搞定了?|完成了?|完事了?|成功了?|顺利|通过了?|拿下了?|落地了?)(?=$|[，,。！!～~啦呀哈\s])/;
const verdictEn =
  /(?:^|[.,!]\s*)(?:(?:it|that|everything|all|i|we|i think i|just|finally|kind of|really|totally)\s+)*(?:went \w+|nailed it|bombed(?: it)?|aced it|made it|killed it|survived|passed|failed|(?:is |it's |finally |all )*(?:over|done)(?= *$|[.,!])|was (?:so |really |very )?(?:hard|easy|brutal|tough|fine|great|awful|terrible|good|bad|ok|okay))/i;
/** The place that a journey goes to: 成都 of 飞成都, "Tokyo" of "flying to Tokyo". */
const placeZh = /(?:飞|去|到|回)([一-鿿]{2,4}?)(?=$|[，。,.！!（(\s]|出差|旅|玩)/;
const placeEn = /\bto ([A-Z][\p{L}]+)/u;

/** True where words that come right after an event say how it was, whichever it was; or name the place that a journey went to. */
export function tellsOutcome(
  content: string,
  matter: { text: string; family?: string | undefined },
): boolean {
  const [told, asked] = [simplify(content), simplify(matter.text)];
  if (verdictZh.test(told) || verdictEn.test(told)) return true;
  const place = (placeZh.exec(asked) ?? placeEn.exec(asked))?.[1];
  return matter.family === "travel" && place !== undefined && told.includes(place);
}

/** The kind of event that a sentence names, or undefined. Stories of what is over are not asked about. */
export function familyIn(typed: string): string | undefined {
  const sentence = simplify(typed);
  if (/考完|面完|做完了|昨天|上周|刚回来|\b(?:yesterday|last (?:week|month)|was|were|had)\b/i.test(sentence))
    return undefined;
  return families.find(({ named }) => named.test(sentence))?.name;
}

const wishZh =
  /(?:我(?:也|一直|真的|真|好|很|特别|最近|其实|还|早就|又|都|就|今年|打算|想着)*(?:想|打算|准备|计划|决定|要)|(?:^|(?<=[，,]))(?:也|以后|将来|一直|真的|真|好|很|特别|最近|其实|今年)*(?:想|打算|计划))(?:要|着|去|好好|认真|找时间|抽空|重新|试着|自己|再|把)*(?<verb>开始学?|学会?(?![习校生期院业长位费分])|练(?:一?练|习)?|戒|报名|考虑学|减(?=[肥重脂])|养成?|种(?!草)|写|做|读完|攒|试试|考(?=驾照|证|研|公务?员?|教资|编制?|雅思|托福)|换(?=工作|专业|城市)|报(?=个|一个|[一-鿿]{1,5}班)|开(?=一?[家间]))(?:一?下|一?点儿?|一?[个门只本首篇部家间套])?(?<what>[\p{Script=Han}A-Za-z][\p{Script=Han}A-Za-z0-9 ]{0,11})/u;
/** 把日语捡起来 */
const regainZh =
  /想(?:要)?(?:重新)?把([\p{Script=Han}A-Za-z]{1,8}?)(?:重新|再)?(?:捡|拾|练|学)(?:起来|回来|好|会)/u;
const passingEn =
  /^(?:you|him|her|them|sleep|rest|relax|nap|breathe|cry|forget|focus|work|over|again|it|this|that|something|anything|dinner|lunch|breakfast|homework|emails?|texts?|messages?|reports?)\b/;
/** What a day is full of, and what nobody asks about a week later. */
const choreZh =
  /(?:写|做)(?:个|点|一?下)?(?:作业|功课|饭|菜|早[饭餐]|午[饭餐]|晚[饭餐]|夜宵|题|卷子|报告|周报|日报|家务|卫生|核酸|检查|手术|头发|指甲|美甲|梦|PPT|实验|饮料|咖啡|代码|文档|邮件|总结|论文|作文|方案|信(?![息心用念]))/iu;
const notWishZh = /不想|没想|不打算|别人|他想|她想|想说|想你|想吃|想睡|想哭|做完|做什么|写完了|做梦|不要/;
const trailZh = /(?:了|啦|呢|吧|呀|啊|的|，|,|。|！|!|试试|看看|玩玩|来着|好久了?|很久了?|一阵子?).*$/u;
const wishEn =
  /\b(?:i(?:'d| would)(?: really)? (?:like|love) to|i(?:'ve| have)? (?:always |really |been )?(?:want(?:ed)?|wanting|wanna|plan(?:ning)?|hope|hoping)(?: to)?|i(?:'m| am) (?:planning|hoping|going|determined)(?: to)?|(?:^|i(?:'m| am|'ve been| have been) )thinking (?:of|about)|i (?:really )?should(?= (?:start|learn|take up|get back into)\b))\s*(?:finally |maybe |also )?(?<verb>learn(?:ing)?(?: how)?(?: to)?|start(?:ing)?|try(?:ing)?|quit(?:ting)?|tak(?:e|ing) up|practi[cs]e|practi[cs]ing|get(?:ting)? (?:back )?into|writ(?:e|ing)|build(?:ing)?|sign(?:ing)? up for|sav(?:e|ing) (?:up )?for|pick(?:ing)? (?:back )?up(?= [a-z ]{3,24} again\b)|get(?:ting)?(?= an? (?:cat|dog|kitten|puppy|pet)\b))\s+(?:to |the |a |an |my |some )?(?<what>[a-z][a-z' -]{1,30})/i;

const couldEn =
  /\bi wish i (?:could|knew how to) (?<verb>play|speak|draw|swim|sing|dance|paint|cook|code)(?: (?:the |a |an )?(?<what>[a-z][a-z' -]{1,30}))?/i;

/** What the person wishes to take up (吉他, "guitar"), or undefined. Only what can be asked about later: learning, trying, quitting. */
export function wishIn(typed: string): string | undefined {
  const sentence = simplify(typed);
  const wish = wishRead(sentence);
  return wish === undefined ? undefined : asTyped(wish, sentence, typed);
}

function wishRead(sentence: string): string | undefined {
  const found = notWishZh.test(sentence) ? undefined : wishZh.exec(sentence)?.groups;
  // Who wants to learn how to cook does not speak of tonight's dinner.
  const zh = found && (/学/.test(found.verb ?? "") || !choreZh.test(sentence)) ? found : undefined;
  if (!found && !notWishZh.test(sentence)) {
    const regained = regainZh.exec(sentence)?.[1];
    if (regained) return regained;
  }
  if (zh) {
    const what = (zh.what ?? "")
      .replace(trailZh, "")
      .replace(/^(?:弹|画|打|做(?!饭|菜)|跳|唱|一首|一把)/, "")
      .trim();
    return [...what].length >= 1 && !/^(?:什么|这|那|他|她|你|自己|完)/.test(what) ? what : undefined;
  }
  const en = /\b(?:don't|do not|never|not) (?:want|wanna|plan)/i.test(sentence)
    ? undefined
    : (wishEn.exec(sentence) ?? couldEn.exec(sentence))?.groups;
  if (!en) return undefined;
  const words = (en.what ?? en.verb ?? "")
    .toLowerCase()
    .replace(/^(?:going|learning|doing|taking|playing|making)\s+/, "")
    .replace(
      /\b(?:play|the|a|an|how|to|some|my|this|next|soon|again|one day|someday|but|and|because|so|when|before|for|in|at)\b.*?(?=\s|$)/g,
      (word) => (/^(?:play|the|a|an|how|to|some|my)$/.test(word) ? "" : "\u0001"),
    )
    .split("\u0001")[0]
    ?.replace(/\s+/g, " ")
    .trim();
  return words === undefined || words.length < 3 || passingEn.test(words) ? undefined : words;
}
