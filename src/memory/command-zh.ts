// Spoken commands in Chinese: 记住, 忘掉, 别再提, 以后叫我, 更新, 你都记得我什么.
import type { Draft } from "./command-draft.ts";
import { statementBehind, statementIn } from "./command-statement.ts";
import { clauseMatch, groupPlace, isFiller, type Sentence, trimmed } from "./command-text.ts";

/** Polite and leading words that may stand before an imperative; 我 is not among them, so 我记住了 is none, and 你给我记住 threatens. */
export const lead =
  "(?:(?:那|对了|哦|噢|嗯|好的?|诶|欸|嘿|喂|所以|另外|还有|然后|而且|但是?|不过|顺便|麻烦|请|拜托|求求?你|我要你|我想让你|我想要你|我希望你|你|您|帮我|帮忙|替我|能不能|可不可以|可以|能|要|得|牢牢|一定|务必|千万|必须|最好|就|先|快|赶紧|也|都|再|可|永远|从现在起|直接|现在|今后|以后|为我|给我(?=记一下|记下)|@[^\\s@，,：:]{1,30}[\\s，,：:]+(?![\\s，,：:]))\\s*)*";
/** Particles that may close a clause. */
export const tail = "(?:吧|啦|哦|喔|啊|呀|哈|了|好吗|好不好|可以吗|行吗|行不行)*";

const remember = new RegExp(
  `${lead}(?:记住|记下来|记一下|记下|记着|记好|记牢|记[个件]事儿?|记一笔|备忘)(?![了没吗是的过不得就呢些多几哪谁]|一下子|来着)(?:一下|点儿?)?(?:啊|哦|喔|哈|呀|呗|吧|啦|嘛)*`,
);
const rememberDone = new RegExp(
  `${lead}(?:记住|记好|记牢|听好)了(?:啊|哦|喔|哈|呀)?[，,：:]\\s*(?=我(?:不|对|的|叫|是|住|喜欢|讨厌|怕|只|爱|每))`,
);
const rememberI = new RegExp(`(?:${lead}(?<=你要|你得|请|一定要|务必|千万)记得[，,：:]?\\s*)(?=我(?!们))`);
/** 你给我记着 threatens, 帮我盯着点 asks for watchfulness: both need the thing itself behind them. */
const watchful = new RegExp(
  `${lead}(?:给我(?:记着|记住|记好)|(?:帮我|替我|给我)?(?:盯|留意|留心)着)(?:点儿?)?(?:啊|哦|喔|哈|呀|呗|啦|嘛)*[，,：:]\\s*(?=.{3})`,
);
const threat =
  /(?:不会|绝不|决不|饶不了|不)放过|饶不了|(?:这|那)笔账|算账|等着(?:瞧|吧)|走着瞧|后悔|报仇|报应|下次|再(?:有|敢|这样)|^你|^(?:我怕|免得|省得|别|不要|不许)|欠/;
/** 可以帮我记一下吗？ The thing itself comes in the next sentence. */
const rememberThen = new RegExp(`${lead}(?:记住|记一下|记下来|记下)(?:一?[件个]事)?吗\\s*$`);
const notForget = new RegExp(`${lead}(?:别忘记|别忘了?|不要忘记|不要忘了?|可别忘了?)(?![吗没])`);

/** Words that only announce what is to be remembered. */
const announcement =
  /^(?:[，,：:、\s]|哦|啊|哈|呀|啦|喔|以下|下面|这么?|一)*?(?:(?:一|这|几|下面这?)(?:件事情?|条|点|个事情?|句话)|以下内容)?[，,：:\s]+/;
const nothing = /^(?:我|你|我们|自己|他|她|就好|就行|就可以|没|吗|没有|这个|那个)?$/;
/** 帮我记着点这事: what it is stands elsewhere. */
const announced = /^[这那](?:事儿?|件事情?|个|些|点)?[吧啊哦呀啦呗]*$/;
const politeEnd = /(?:好吗|好不好|可以吗|行吗|行不行)\s*$/;
const politeLead = /能不能|可不可以|可以|能/;
const asksFor = /什么|哪[里儿些个]|谁|多少|几[岁点号]|怎么/;

const putDown = new RegExp(
  `${lead}把([^，,]{2,60}?)(?:都|全|给我|帮我)*(?:记住|记下来?|记一下|记着|记到(?:备忘|本子)[里上]?|存下来?)${tail}(?=$|[，,])`,
);

/** 请把“每周三健身”记下来: the matter stands before the verb. */
function putDownZh({ plain, text, question }: Sentence): Draft | undefined {
  const match = question && !politeEnd.test(plain) ? null : clauseMatch(plain, putDown);
  const place = match && groupPlace(match, 1);
  if (!match || !place) return undefined;
  const said = trimmed(text.slice(place.from, place.to))
    .replace(/^[“"「『]|[”"」』]$/g, "")
    .replace(/(?:这件|这个|这|那)?事(?:情|儿)?$|(?:这|那)(?:句话|个|点|条)$/, "");
  // 把这个记下来 only points.
  if (said.length < 3 || /^(?:这|那|它|他|她|我说的|刚才)/.test(said)) return undefined;
  return {
    command: { kind: "remember", statement: said },
    from: match.index,
    to: match.index + match[0].length,
  };
}

/** 记住…, 别忘了我…: the text up to the end of the sentence, or to where the talk begins (A219, A220). */
export function rememberZh(sentence: Sentence, next: Sentence | undefined): Draft | undefined {
  const { plain } = sentence;
  const request = clauseMatch(plain, rememberThen);
  if (request && sentence.question) return statementIn(next, sentence, request.index);
  const match = [rememberDone, rememberI, remember].map((form) => clauseMatch(plain, form)).find(Boolean);
  if (match) return remembered(sentence, next, match);
  const down = putDownZh(sentence);
  if (down) return down;
  const watched = clauseMatch(plain, watchful);
  if (watched && !sentence.question && !threat.test(behind(sentence, watched).said))
    return remembered(sentence, next, watched);
  const reminder = clauseMatch(plain, notForget);
  if (!reminder) return undefined;
  const { said, to, question } = behind(sentence, reminder);
  // 别忘了带伞 reminds oneself or the other; only what is so of the person is to be kept.
  const aboutMe =
    /我|生日|纪念日/.test(said) &&
    !/^(?:给|叫|跟|等|帮|带|告诉|陪|来找|想)我/.test(said) &&
    !/^我(?:们)?[啊呀哦]?$|^你(?!答应)/.test(said) &&
    !asksFor.test(said);
  if (!aboutMe || question) return undefined;
  return { command: { kind: "remember", statement: said }, from: reminder.index, to };
}

function remembered(
  sentence: Sentence,
  next: Sentence | undefined,
  match: RegExpExecArray,
): Draft | undefined {
  const words = behind(sentence, match, politeLead.test(match[0]));
  let { said } = words;
  if (said === "") return statementIn(next, sentence, match.index);
  // 你还记住我生日吗 asks; 能记住我不吃辣吗 is a polite request.
  const kept = sentence.plain.slice(0, words.end);
  if ((words.question || /[吗么]\s*$/.test(kept)) && !politeEnd.test(kept)) {
    if (!politeLead.test(match[0]) || asksFor.test(said)) return undefined;
    said = said.replace(/吗(?=$|[，,])/, "");
  }
  said = said.replace(/(?<=.{3})[啊呀哦喔哈嘛呗啦]+$/u, "");
  if (nothing.test(said) || announced.test(said)) return undefined;
  return { command: { kind: "remember", statement: said }, from: match.index, to: words.to };
}

/** What stands behind the order, without the words that only announce it. */
function behind(sentence: Sentence, match: RegExpExecArray, polite = false) {
  const start = match.index + match[0].length;
  const after = sentence.text.slice(start);
  const lead = announcement.exec(after)?.[0].length ?? 0;
  return statementBehind(sentence, trimmed(after.slice(lead)) === "" ? start : start + lead, polite);
}

const callMe = new RegExp(
  `(${lead}(?:还是)?)(?:改口?)?(?:叫|喊|称呼|管)我(?:叫)?(?:做|作|为)?(?:一声)?([“"「『][^”"」』]{1,20}[”"」』]|\\u0000+|[\\p{L}\\p{N}·• -]{1,16}?)${tail}(?:就好|就行|就可以|好了)?${tail}(?=$|[，,])`,
  "u",
);
const noName =
  /^(?:起床|起来|去|怎么|干|做|吃|睡|一声|一下|回|什么|啥|帮|先|别|不|过去|过来|出|滚|加班|写|上班|上课|下楼|买|等|接|看|开会|开门|想|说|给|快|早|感|有点|好好|如何|情何|再|也|来(?!福)|的|他|她|名字|醒|起|别人|你|随便|随你|都行|什么都)|(?:起床|吃饭|睡觉)/;

/** 别再叫我全名了 in front makes way for the right name. */
const announces = (before: string) => isFiller(before, []) || /(?:别|不要|不用|不必)(?:再)?叫我/.test(before);

/** 以后叫我阿木. */
export function callMeZh({ plain, text, question }: Sentence): Draft | undefined {
  if (
    question &&
    !/(?:好吗|好不好|可以吗|行吗|行不行)$/.test(plain) &&
    !/(?:可以|能)[^，,]{0,6}[叫喊]我/.test(plain)
  )
    return undefined;
  const match = clauseMatch(plain, callMe);
  const place = match && groupPlace(match, 2);
  if (!match || !place) return undefined;
  // 同事都好小，叫我姐 tells how others call: behind other words it needs a sign of the request.
  const bare = match[1] === "" && !/(?:吧|就好|就行|就可以|好了)[^，,]*$/.test(match[0]);
  if (bare && (/^喊/.test(match[0]) || !announces(plain.slice(0, match.index)))) return undefined;
  const said = text
    .slice(place.from, place.to)
    .replace(/^[“"「『]|[”"」』]$/g, "")
    .trim();
  // 可以叫我Leo吗 asks politely; 叫我小夏吗 only asks.
  const name = said.replace(/(?:行|好|可以)?吗$/, "");
  if (name !== said && !politeLead.test(match[1] ?? "")) return undefined;
  if (name === "" || noName.test(name) || (/\p{Script=Han}/u.test(name) && name.length > 8)) return undefined;
  return { command: { kind: "call_me", name }, from: match.index, to: match.index + match[0].length };
}

const know = "(?:记得|记住了?|知道|了解|记了|存了|记下了?|掌握)";
const what = "(?:些什么|哪些|什么|多少|啥)";
const things = "(?:东西|信息|内容|事情?|记忆|方面)?";
const ask = [
  new RegExp(
    `(?:你|您)(?:都|现在|还|到底|究竟|目前|一共|总共)*${know}(?:些|了)?(?:关于|有关)?我(?:的)?(?:都)?${what}${things}[呀啊呢吗了]*$`,
  ),
  new RegExp(
    `(?:你|您)(?:都|现在|还|到底|究竟|目前)*${know}(?:了|些)*${what}(?:关于|有关)我的?${things}[呀啊呢吗]*$`,
  ),
  new RegExp(
    `(?:关于|有关)我(?:的(?:事情?|信息))?[，,]?\\s*(?:你|您)(?:都|现在|还|到底)*${know}(?:了|些)*${what}${things}[呀啊呢吗]*$`,
  ),
  new RegExp(
    `(?:你|您)对我(?:都|现在|到底|究竟)?(?:有)?(?:了解|知道|记得)(?:了|些)*${what}${things}[呀啊呢吗]*$`,
  ),
  new RegExp(
    `(?:说说|讲讲|告诉我|列一下|列出(?:来)?|给我看看|让我看看|我想看看|我想知道)(?:一下)?(?:你|您)(?:都|现在|所|还)*(?:(?:对我的(?:了解|记忆|印象里的事))|${know}(?:的)?(?:关于)?我(?:的)?(?:${what}|一切|所有)?${things}|${know}(?:的)?(?:关于我的)(?:一切|所有|事情?|记忆|信息|内容))$`,
  ),
  new RegExp(
    `把(?:你|您)?(?:都|所|现在)*${know}的?(?:关于|有关)?我的?(?:所有|一切|全部)?${things}(?:都|全)*(?:告诉|说给|讲给|列给|念给)我(?:听听?|看看?)?[呀啊吧呗]*$`,
  ),
  /(?:你|您)(?:现在|目前)?(?:都记得|都记住了|都知道|记得)(?:些什么|哪些事情?)[呀啊呢]*$/,
];

/** 你都记得我什么. */
export function askZh({ plain }: Sentence): Draft | undefined {
  for (const form of ask) {
    const match = clauseMatch(plain.trimEnd(), form);
    if (match) return { command: { kind: "ask_about_me" }, from: match.index, to: plain.length };
  }
  return undefined;
}

const attribute =
  "(?:名字|昵称|生日|地址|住址|电话|手机号?|邮箱|职业|工作|公司|单位|城市|年龄|学校|专业|称呼|班级|岗位)";
const update = new RegExp(
  `${lead}(?:更新|修改|改)(?:一下)?(?:我的?)?(?:你的)?(?:信息|资料|情况|记忆|档案|记录|近况)?(?:一下)?[，,：:]\\s*`,
);
const change = new RegExp(
  `${lead}把(我的?${attribute})(?:给我)?(?:改成|更新成|换成|改为|更新为|换为)([^，,]{1,40}?)${tail}(?=$|[，,])`,
);

const updateOf = new RegExp(
  `${lead}(?:更新|修改|改)(?:一下)?(我的?${attribute})(?:[：:]|(?:改)?(?:成|为|是))\\s*([^，,]{2,40}?)${tail}(?=$|[，,])`,
);

/** 更新：我现在住上海; 把我的地址改成上海 (A212). */
export function updateZh(sentence: Sentence): Draft | undefined {
  const { plain, text, question } = sentence;
  const changed = question ? undefined : (clauseMatch(plain, change) ?? clauseMatch(plain, updateOf));
  const [subject, value] = changed ? [groupPlace(changed, 1), groupPlace(changed, 2)] : [];
  if (changed && subject && value) {
    const statement = `${text.slice(subject.from, subject.to)}是${trimmed(text.slice(value.from, value.to))}`;
    return {
      command: { kind: "update", statement },
      from: changed.index,
      to: changed.index + changed[0].length,
    };
  }
  const match = clauseMatch(plain, update);
  if (!match) return undefined;
  const { said, to, question: asked } = statementBehind(sentence, match.index + match[0].length);
  if (asked || said.length < 2) return undefined;
  return { command: { kind: "update", statement: said }, from: match.index, to };
}
