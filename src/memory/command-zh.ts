// Spoken commands in Chinese: 记住, 忘掉, 别再提, 以后叫我, 更新, 你都记得我什么.
import type { Draft } from "./command-draft.ts";
import { clauseMatch, groupPlace, type Sentence, trimmed } from "./command-text.ts";

/** Polite and leading words that may stand before an imperative; 我 is not among them, so 我记住了 is none. */
const lead =
  "(?:(?:那|对了|哦|噢|嗯|好的?|诶|欸|嘿|喂|所以|另外|还有|然后|而且|但是?|不过|顺便|麻烦|请|拜托|求求?你|我要你|我想让你|我想要你|我希望你|你|您|帮我|帮忙|替我|能不能|可不可以|可以|能|要|得|一定|务必|千万|必须|最好|就|先|快|赶紧|也|都|再|可|永远|从现在起|现在|今后|以后|为我|@\\S+)\\s*)*";
const tail = "(?:吧|啦|哦|喔|啊|呀|哈|了|好吗|好不好|可以吗|行吗|行不行)*";

/** A threat or a vow, not a request: 你给我记住. */
const threat = /(?:你|您)?(?:都|最好)?给我(?:好好|都|牢牢)?记(?:住|着|好|牢)/;
const remember = new RegExp(
  `${lead}(?:记住|记下来|记一下|记下|记着|记好|记牢|记个事|记一笔|备忘)(?![了没吗是的过不得就呢些多几哪谁]|一下子|来着)(?:一下)?`,
);
const rememberDone = new RegExp(`${lead}(?:记住|记好|记牢|听好)了(?:啊|哦|喔|哈|呀)?[，,：:]\\s*(?=我(?:不|对|的|叫|是|住|喜欢|讨厌|怕|只|爱|每))`);
const rememberI = new RegExp(`(?:${lead}(?<=你|你要|你得|请|一定要|务必|千万)记得[，,：:]?\\s*)(?=我(?!们))`);
const notForget = new RegExp(`${lead}(?:别忘了?|别忘记|不要忘记|不要忘了?|可别忘了?)(?![吗没])`);

/** Words that only announce what is to be remembered. */
const announcement =
  /^(?:[，,：:、\s]|哦|啊|哈|呀|喔|以下|下面|这么?|一)*?(?:(?:一|这|几|下面这?)(?:件事情?|条|点|个事情?|句话)|以下内容)?[，,：:\s]+/;
const nothing = /^(?:我|你|我们|自己|他|她|就好|就行|就可以|没|吗|没有|这个|那个)?$/;
const asks = /[吗么没]$|^(?:什么|谁|哪|多少|几)|什么时候|多少$/;

/** 记住…, 别忘了我…: the text up to the end of the sentence (A219, A220). */
export function rememberZh(sentence: Sentence, next: Sentence | undefined): Draft | undefined {
  const { plain } = sentence;
  if (threat.test(plain)) return undefined;
  const match = [rememberDone, rememberI, remember].map((form) => clauseMatch(plain, form)).find(Boolean);
  if (match) return remembered(sentence, next, match);
  const reminder = clauseMatch(plain, notForget);
  if (!reminder) return undefined;
  const said = statementAfter(sentence, reminder);
  // 别忘了带伞 reminds oneself or the other; only what is so of the person is to be kept.
  const aboutMe = /我|生日|纪念日/.test(said) && !/^(?:给|叫|跟|等|帮|带|告诉|陪|来找|想)我/.test(said) && !/^我(?:们)?[啊呀哦]?$/.test(said);
  if (!aboutMe || sentence.question) return undefined;
  return { command: { kind: "remember", statement: said }, from: reminder.index, to: plain.length };
}

function remembered(sentence: Sentence, next: Sentence | undefined, match: RegExpExecArray): Draft | undefined {
  const said = statementAfter(sentence, match);
  const from = match.index;
  if (said === "" && /[！!：:。\n]|^$/.test("！") && next && !next.question) {
    return { command: { kind: "remember", statement: trimmed(next.text) }, from, to: next.to - sentence.from };
  }
  const polite = /能不能|可不可以|可以|能|请|帮我/.test(match[0]) || /(?:好吗|好不好|可以吗|行吗|行不行)$/.test(sentence.plain.trim());
  if (nothing.test(said) || ((sentence.question || asks.test(said)) && !(polite && !asks.test(said.replace(/吗$/, ""))))) return undefined;
  return { command: { kind: "remember", statement: said.replace(/(?<=.{3})吗$/, polite && sentence.question ? "" : "吗") }, from, to: sentence.plain.length };
}

function statementAfter({ text }: Sentence, match: RegExpExecArray): string {
  const after = text.slice(match.index + match[0].length);
  const announced = announcement.exec(after)?.[0] ?? "";
  return trimmed(trimmed(after.slice(announced.length)) === "" ? after : after.slice(announced.length));
}

const quoted = "[“\"「『]?";
const callMe = new RegExp(
  `(?:${lead})(?:改口?)?(?:叫|喊|称呼|管)我(?:叫)?(?:做|作|为)?(?:一声)?([“"「『][^”"」』]{1,20}[”"」』]|\\u0000+|[\\p{L}\\p{N}·• -]{1,16}?)${tail}(?:就好|就行|就可以|好了)?${tail}(?=$|[，,])`,
  "u",
);
const noName =
  /^(?:起床|起来|去|怎么|干|做|吃|睡|一声|一下|回|什么|啥|帮|先|别|不|过去|过来|出|滚|加班|写|上班|上课|下楼|买|等|接|看|开会|开门|想|说|给|快|早|感|有点|好好|如何|情何|再|也|来(?!福)|的|他|她|名字|醒|起|别人|你|随便|随你|都行|什么都)|(?:起床|吃饭|睡觉)/;

/** 以后叫我阿木. */
export function callMeZh({ plain, text, question }: Sentence): Draft | undefined {
  if (question && !/(?:好吗|好不好|可以吗|行吗|行不行)$/.test(plain)) return undefined;
  const match = clauseMatch(plain, callMe);
  const place = match && groupPlace(match, 1);
  if (!match || !place) return undefined;
  const name = text.slice(place.from, place.to).replace(/^[“"「『]|[”"」』]$/g, "").trim();
  if (name === "" || noName.test(name) || (/\p{Script=Han}/u.test(name) && name.length > 8)) return undefined;
  return { command: { kind: "call_me", name }, from: match.index, to: match.index + match[0].length };
}
void quoted;

/** What may be forgotten on request: something said, told or kept here, not a mood and not the past. */
const referable = /我(?:刚才|刚刚|刚|之前|上次|昨天|前天|那天|今天)?(?:跟你|和你|对你|给你)?(?:说|讲|提|告诉|发)|刚才|刚刚|之前|(?:这|那)[件个些条句段笔]|的事|的话|关于|密码|地址|住址|电话|号码|账号|卡号|证件|身份证|名字|生日|工资|记忆|记录|秘密|照片|^这$|^那$|句$/;
const notReferable = /不开心|不愉快|烦恼|过去|伤心|难过|痛苦|忧伤|什么|哪[里儿些]|谁|多少|怎么|有没有|代码|文章|作业|这段代码/;
const strong = "(?:忘掉|忘记|忘了|忘光|删掉|删了|删除|抹掉|抹去|清除|清掉)";
const noKeep =
  "(?:别|不要|不用|不许|别再|不要再)(?:再)?(?:记住|记着|记下来|记下|记录|记录下来|记|存|存下来|保存|保留|留着|留(?=记录|底|痕))(?:着|下来|住|记录|底|档|痕迹)?";
const softEnd = "(?:吧|了吧|掉吧|啦|好吗|好不好|行吗|可以吗)";
/** Clauses that belong to the request or say why. */
const following = new RegExp(
  `^(?:[，,]\\s*(?:名字|内容|什么)?(?:也|都|就)?(?:${noKeep}${tail}|就?当我没(?:说|讲|提)过?${tail}|(?:因为|我不想|我怕|怕|免得|省得|让)[^，,]*|拜托.{0,2}|好吗|好不好|谢谢.{0,2}))+`,
);
const supports = new RegExp(`${noKeep}|当我没(?:说|讲|提)`);

const objectFirst = new RegExp(
  `([^，,：:；]{2,40}?)[，,]?\\s*(?:你|您|就|请|麻烦|帮我|赶紧|快|都|也|全|给我|还是|可以)*(${strong})(${softEnd}?)(?=$|[，,])`,
);
const verbFirst = new RegExp(`(${lead})(?:把([^，,]{1,40}?)(?:都|全|给)*${strong}|(${strong})([^，,]{1,40}?))(${softEnd}?)(?=$|[，,])`);
const keepNot = new RegExp(`(?:([^，,：:；]{2,30}?)[，,]?\\s*(?:你|请|就|也|千万)*)?${noKeep}([^，,]{0,30}?)${tail}(?=$|[，,])`);

/** 忘掉我刚才说的密码, 这个人的事你忘了吧, 那笔借款你删掉，别留记录 (A213). */
export function forgetZh(sentence: Sentence): Draft | undefined {
  const { plain, text } = sentence;
  if (sentence.question && !/(?:好吗|好不好|可以吗|行吗|能不能|可不可以)/.test(plain)) return undefined;
  const found = forgetVerbFirst(plain) ?? forgetObjectFirst(plain) ?? forgetKeepNot(plain);
  if (!found) return undefined;
  const what = trimmed(text.slice(found.what.from, found.what.to));
  const to = found.to + (following.exec(plain.slice(found.to))?.[0].length ?? 0);
  return what === "" ? undefined : { command: { kind: "forget", what }, from: found.from, to };
}

type Forgetting = { what: { from: number; to: number }; from: number; to: number };

function mayForget(what: string, plain: string): boolean {
  if (notReferable.test(what) || /^(?:我|你|他|她|它|他们|算了|好了|那|就)$/.test(what)) return false;
  return referable.test(what) || (supports.test(plain) && what.length > 2);
}

function forgetVerbFirst(plain: string): Forgetting | undefined {
  const match = clauseMatch(plain, verbFirst);
  const what = match && (groupPlace(match, 2) ?? groupPlace(match, 4));
  if (!match || !what) return undefined;
  const [, leading = "", object, verb = "", , end = ""] = match;
  const said = plain.slice(what.from, what.to);
  // 忘了 is also "have forgotten": it needs a sign of the request.
  const weak = object === undefined && /忘[了记]/.test(verb);
  const asked = end !== "" || /请|麻烦|帮我|拜托|求|快|赶紧|我要你|我想让你|我希望你|能不能|可不可以/.test(leading);
  const bare = leading.trim() === "" && /^(?:我(?:刚|之前|上次|说|跟你|和你|的))/.test(said);
  if (weak && !asked && !bare) return undefined;
  if (/了$/.test(said) || !mayForget(said, plain)) return undefined;
  return { what, from: match.index, to: match.index + match[0].length };
}

function forgetObjectFirst(plain: string): Forgetting | undefined {
  const match = clauseMatch(plain, objectFirst);
  const what = match && groupPlace(match, 1);
  if (!match || !what) return undefined;
  const said = plain.slice(what.from, what.to);
  const weak = /忘[了记]/.test(match[2] ?? "");
  const asked = match[3] !== "" || /[你请]\s*(?:就|快|赶紧|都|也|全|给我)*忘/.test(match[0]);
  if (/^(?:我|他|她|你|我们)?(?:把|也|都|早|已经|差点|怎么|是不是|会|不会|真|竟然|又)|我$|^我(?:都|也|早|又|会|想|要|把)/.test(said)) return undefined;
  if ((weak && !asked && !supports.test(plain)) || !mayForget(said, plain)) return undefined;
  return { what, from: match.index, to: match.index + match[0].length };
}

function forgetKeepNot(plain: string): Forgetting | undefined {
  const match = clauseMatch(plain, keepNot);
  if (!match) return undefined;
  const before = groupPlace(match, 1);
  const after = groupPlace(match, 2);
  const what = [before, after].find((place) => place && mayForget(plain.slice(place.from, place.to), ""));
  return what && { what, from: match.index, to: match.index + match[0].length };
}

const talkOf = "(?:提起|提到|提及|提|聊起|聊到|聊|谈起|谈到|谈|说起|说|讲|问起|问)";
const suppressVerb = new RegExp(
  `(${lead}(?:咱们?|我们)?(?:以后|今后|永远)?(?:都)?)(?:别|不要|不许|不准|不能|少)(再|老是|老|总是|总|一直)?(跟我|和我|对我|在我面前)?(?:再)?(${talkOf})([^，,]{0,30}?)${tail}(?=$|[，,])`,
);
const suppressObject = new RegExp(
  `([^，,：:；]{1,30}?)[，,]?\\s*(?:你|请|咱们?|我们|就|也|都)*(以后|今后|永远)?(?:都|就|也)?(?:别|不要|不许|不准)(再|老是|老|总)?(?:跟我|和我)?${talkOf}(?:它)?${tail}(?=$|[，,])`,
);
const weary = new RegExp(`(?:我)?(以后|真的|实在)?(?:都)?(?:不想|不愿意?)再(?:跟你|和你)?(?:听到|听你|${talkOf})(?:提|说|起)?([^，,]{1,30}?)${tail}(?=$|[，,])`);
const noSubject = /^(?:话|别|这样|了|你|我|那么多|那些没用|这种|太多|没用|下去|废话|傻话|丧气话|对不起|谢谢|抱歉|一[遍次]|多|不)/;

/** 别再提我前任, 这件事以后别提了. 别提了 alone is no request. */
export function suppressZh({ plain, text, question }: Sentence): Draft | undefined {
  if (question && !/能不能|可不可以|好吗|好不好|可以吗|行吗/.test(plain)) return undefined;
  const first = clauseMatch(plain, suppressVerb);
  const object = first && groupPlace(first, 5);
  if (first && object) {
    const [, leading = "", again, withMe, verb = "", said = ""] = first;
    const firm = again !== undefined || withMe !== undefined || /以后|今后|永远|从现在起|请/.test(leading);
    const about = /^[说讲问]$/.test(verb) ? /^(?:这|那|关于)|的事|起/.test(said) : true;
    if (firm && about && !noSubject.test(said) && !(said === "" && !/^(?:提|聊)/.test(verb)) && !/多.{0,3}$/.test(said.slice(0, 2))) {
      return drafted(text, first, object);
    }
  }
  for (const form of [suppressObject, weary]) {
    const match = clauseMatch(plain, form);
    const place = match && groupPlace(match, form === weary ? 2 : 1);
    if (!match || !place) continue;
    const said = plain.slice(place.from, place.to);
    const firm = form === weary || match[2] !== undefined || match[3] !== undefined;
    if (firm && !noSubject.test(said) && !/^(?:那|就|算了|好|求你|拜托|求求你|以后|从现在起|烦死|行|够|他|她|它|妈|爸|所以|请|可以).{0,2}$|[说让叫]我?$/.test(said)) {
      return drafted(text, match, place);
    }
  }
  return undefined;
}

function drafted(text: string, match: RegExpExecArray, place: { from: number; to: number }): Draft {
  const what = trimmed(text.slice(place.from, place.to)).replace(/^(?:关于|起|到)/, "");
  return { command: { kind: "suppress", what }, from: match.index, to: match.index + match[0].length };
}

const know = "(?:记得|记住了?|知道|了解|记了|存了|记下了?|掌握)";
const what = "(?:些什么|哪些|什么|多少|啥)";
const things = "(?:东西|信息|内容|事情?|记忆|方面)?";
const ask = [
  new RegExp(`(?:你|您)(?:都|现在|还|到底|究竟|目前|一共|总共)*${know}(?:些|了)?(?:关于|有关)?我(?:的)?(?:都)?${what}${things}[呀啊呢吗了]*$`),
  new RegExp(`(?:你|您)(?:都|现在|还|到底|究竟|目前)*${know}(?:了|些)*${what}(?:关于|有关)我的?${things}[呀啊呢吗]*$`),
  new RegExp(`(?:关于|有关)我(?:的(?:事情?|信息))?[，,]?\\s*(?:你|您)(?:都|现在|还|到底)*${know}(?:了|些)*${what}${things}[呀啊呢吗]*$`),
  new RegExp(`(?:你|您)对我(?:都|现在|到底|究竟)?(?:有)?(?:了解|知道|记得)(?:了|些)*${what}${things}[呀啊呢吗]*$`),
  new RegExp(`(?:说说|讲讲|告诉我|列一下|列出(?:来)?|给我看看|让我看看|我想看看|我想知道)(?:一下)?(?:你|您)(?:都|现在|所|还)*(?:(?:对我的(?:了解|记忆|印象里的事))|${know}(?:的)?(?:关于)?我(?:的)?(?:${what}|一切|所有)?${things}|${know}(?:的)?(?:关于我的)(?:一切|所有|事情?|记忆|信息|内容))$`),
  new RegExp(`(?:你|您)(?:都记得|都记住了|都知道|记得)(?:些什么|哪些事情?)[呀啊呢]*$`),
];

/** 你都记得我什么. */
export function askZh({ plain }: Sentence): Draft | undefined {
  for (const form of ask) {
    const match = clauseMatch(plain.trimEnd(), form);
    if (match) return { command: { kind: "ask_about_me" }, from: match.index, to: plain.length };
  }
  return undefined;
}

const attribute = "(?:名字|昵称|生日|地址|住址|电话|手机号?|邮箱|职业|工作|公司|单位|城市|年龄|学校|专业|称呼|班级|岗位)";
const update = new RegExp(`${lead}(?:更新|修改|改)(?:一下)?(?:我的?)?(?:你的)?(?:信息|资料|情况|记忆|档案|记录|近况)?(?:一下)?[，,：:]\\s*`);
const change = new RegExp(`${lead}把(我的?${attribute})(?:给我)?(?:改成|更新成|换成|改为|更新为|换为)([^，,]{1,40}?)${tail}(?=$|[，,])`);

/** 更新：我现在住上海; 把我的地址改成上海 (A212). */
export function updateZh({ plain, text, question }: Sentence): Draft | undefined {
  if (question) return undefined;
  const changed = clauseMatch(plain, change);
  const [subject, value] = changed ? [groupPlace(changed, 1), groupPlace(changed, 2)] : [];
  if (changed && subject && value) {
    const statement = `${text.slice(subject.from, subject.to)}是${trimmed(text.slice(value.from, value.to))}`;
    return { command: { kind: "update", statement }, from: changed.index, to: changed.index + changed[0].length };
  }
  const match = clauseMatch(plain, update);
  const statement = match ? trimmed(text.slice(match.index + match[0].length)) : "";
  if (!match || statement.length < 2) return undefined;
  return { command: { kind: "update", statement }, from: match.index, to: plain.length };
}
