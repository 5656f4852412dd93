// Who a clause speaks of: the person themself, or somebody else. By pronouns, kin, roles and names, in both languages.
import { simplify } from "../schema/simplified.ts";
import { asRead } from "./text.ts";

/** Kin and close people by the English word that keys use; each with its Chinese and English names. */
const kin = `
mother | 妈妈 老妈 母亲 妈咪 我妈 她妈 他妈 妈 | mother mum mom mummy mommy mama
father | 爸爸 老爸 父亲 爸 老爹 | father dad daddy papa
parents | 爸妈 父母 爹妈 | parents folks
grandmother | 奶奶 外婆 姥姥 外祖母 祖母 | grandmother grandma granny gran nana
grandfather | 爷爷 外公 姥爷 外祖父 祖父 | grandfather grandpa granddad
husband | 老公 丈夫 先生 | husband hubby
wife | 老婆 妻子 太太 媳妇 | wife
boyfriend | 男朋友 男友 | boyfriend
girlfriend | 女朋友 女友 | girlfriend
partner | 对象 爱人 未婚夫 未婚妻 | partner fiance fiancee spouse
ex | 前任 前男友 前女友 | ex
ex_wife | 前妻 | ex-wife exwife
ex_husband | 前夫 | ex-husband exhusband
son | 儿子 | son
daughter | 女儿 闺女 | daughter
child | 孩子 宝宝 小孩 娃 | child kid baby children kids
grandchild | 孙子 孙女 外孙 外孙女 | grandson granddaughter grandchild
brother | 弟弟 哥哥 大哥 二哥 弟 哥 | brother
sister | 姐姐 妹妹 大姐 二姐 姐 妹 | sister
siblings | 兄弟姐妹 兄弟 姐妹 | siblings brothers sisters
cousin | 表哥 表姐 表弟 表妹 堂哥 堂姐 堂弟 堂妹 | cousin
uncle | 叔叔 伯伯 舅舅 姑父 姨父 大伯 | uncle
aunt | 阿姨 姑姑 姑妈 舅妈 姨妈 婶婶 小姨 | aunt auntie
in_law | 公公 婆婆 岳父 岳母 嫂子 姐夫 妹夫 弟媳 女婿 儿媳 | in-laws mother-in-law father-in-law sister-in-law brother-in-law
nephew | 侄子 外甥 | nephew
niece | 侄女 外甥女 | niece
friend | 朋友 好友 闺蜜 哥们 死党 发小 好朋友 | friend buddy mate bestie pal
`;

const roles =
  "同事 同学 同桌 室友 老板 领导 组长 队长 经理 主管 主任 校长 老师 客户 甲方 房东 邻居 学生 学长 学姐 学弟 学妹 师傅 教练 司机 护士 保安 网友 歌手 主角 作者 大叔 大爷 大妈 人事 中介 家长 班主任 导师 粉丝 主播 博主 明星 演员 服务员 顾客 病人 作家 画家 前同事 小伙伴";
const englishRoles =
  "colleagues? coworkers? co-workers? boss manager lead roommate flatmate landlord landlady neighbou?rs? teachers? students? pupils? classmates? clients? customers? coach driver nurse singer author actor actress lady man guy woman boy girl people head supervisor intern assistant team ex owner doctor's actors? waiters? waitress writers? doctors? dentists? streamers? celebrity player athlete pilot chef cook lawyer cop guys dude bloke fellow lad stranger tourist passenger patient character hero heroine host presenter youtuber blogger";

type Kin = { group: string; zh: string[]; en: string[] };
const groups: Kin[] = kin
  .trim()
  .split("\n")
  .map((row) => {
    const [group = "", zh = "", en = ""] = row.split(" | ");
    return { group, zh: zh.split(" "), en: en.split(" ") };
  });
const byLength = (a: string, b: string) => b.length - a.length;
const kinZh = groups.flatMap(({ zh }) => zh).sort(byLength);
const kinEn = groups.flatMap(({ en }) => en).sort(byLength);
const chineseGroup = new Map(
  groups.flatMap(({ group, zh }) => zh.map((word): [string, string] => [word, group])),
);
const englishGroup = new Map(
  groups.flatMap(({ group, en }) => en.map((word): [string, string] => [word, group])),
);
const kinWord = new RegExp(`${kinZh.join("|")}|\\b(?:${kinEn.join("|")})s?\\b`, "gi");

/** All words for one of the groups that `kinIn` names, in both languages; none for what is no group. */
export function kinWords(group: string): string[] {
  const found = groups.find((one) => one.group === group);
  return found ? [...found.zh, ...found.en] : [];
}

/** The kin and friends that a text names, as the English words of keys: mother, brother, friend … */
export function kinIn(text: string): Set<string> {
  const found = new Set<string>();
  for (const [word] of asRead(text).toLowerCase().replaceAll("_", " ").matchAll(kinWord)) {
    const group =
      chineseGroup.get(word) ?? englishGroup.get(word) ?? englishGroup.get(word.replace(/s$/, ""));
    if (group !== undefined) found.add(group);
  }
  return found;
}

const opening =
  /^(?:大家好|你们好|初次见面|嗯|哦|啊|唉|哎|诶|对了|其实|说来好笑|还有|而且|但是|但|可是|可|不过|就是|所以|因为|后来|然后|现在|今天|昨天|前天|昨晚|今晚|明天|最近|刚才|刚刚|早上|晚上|傍晚|周[一二三四五六日天末]|[上下]个?(?:周|月|星期)[一二三四五六日天]?|去年|前年|小时候|以前|倒是|反正|原来|好像|反而|当时|那时候?|听说|告诉你|跟你说|连|尤其|特别是|宣布一件事|悄悄说|[\s~、])+/;
const englishOpening =
  /^(?:(?:and|but|so|also|well|yes|yeah|no|oh|actually|afterwards?|later|finally|today|yesterday|tonight|now|then|this \w+|last \w+|by the way|because|since|though|although|that|ha|sadly|apparently|honestly|as)\b[\s,]*)+/i;

const place =
  "(?:(?<!我们?)(?:办公室|楼上|班上|组里|公司|学校|单位|小区)|楼下|隔壁|对面楼?|对门|我们?(?:家|组|班|公司|单位|办公室|小区|楼|学校)?(?:里|上)?|咱们?|俺们?|那个|这个|有个|有一个|一个|一位|某个|我那|她|他|的)*";
const familiar =
  "[老小阿](?![时师板心伙是家想总大实早毛病了公婆区猫狗橘鸟岛学孩半声])[\\p{Script=Han}A-Za-z]{1,3}?(?=[说在和跟也的就要想是有更去来对开不没以最现听劝老那这抽倒刚昨今上过会吃养]|$)";
const doubled =
  "(?!天天|常常|刚刚|人人|往往|渐渐|慢慢|偷偷|悄悄|明明|好好|早早|久久|统统|仅仅|年年|月月|日日|处处|事事|哈哈|嘻嘻|呵呵|谢谢|拜拜|看看|想想|试试|稍稍|默默|多多|少少|满满|恰恰|偏偏|独独|经常|等等)(\\p{Script=Han})\\1(?=[说在和跟也的就要想是有更去来对开不没问才她他刚老]|$)";
const chineseOther = new RegExp(
  `^${place}(?:他们?|她们?|它们?|人家|有人|大家|别人|谁都|${kinZh.join("|")}|${roles.split(" ").join("|")}|${familiar}|${doubled})`,
  "u",
);
const chineseSelf = /^(?:我|本人|俺|咱|自己)/;
const englishOther = new RegExp(
  `^(?:(?:he|she|they|his|her|hers|their|someone|somebody|everyone|everybody|nobody|people|others)\\b|(?:(?:my|our|the|a|an|his|her|their|some|another|one of my|one of the)\\s+)(?:[\\w-]+\\s+){0,2}?(?:${[...kinEn, ...englishRoles.split(" ")].join("|")})\\b|(?:mum|mom|dad|daddy|grandma|grandpa|granny|mother|father)\\b)`,
  "i",
);
const titled = /^(?:Old|Uncle|Aunt|Auntie|Mr|Mrs|Ms|Dr|Miss|Little)\.? [A-Z]/;
const named =
  /^(?!(?:That|This|It|There|What|Who|Here|Work|Life|Today|Everything|Nothing|Something|School|Home|Dinner|Lunch|Breakfast|Winter|Summer|Spring|Autumn|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|You|We|I|My|Our|Not|Always|Never|Really|Just|Still|Only|All|One|Ever|Which|When|Where|How|Why|English|Chinese)\b)[A-Z][a-z]+(?:'s)?(?: [A-Z][a-z]+)?(?: (?:on|from|in|at|upstairs|opposite|next door)(?: \w+){0,2})? (?:is|was|are|has|had|says|said|wants|wanted|lives|lived|works|likes|loves|hates|pays|asked|asks|told|keeps|came|went|got|does|did|never|always|thinks|insists|heard|claims|quit|died|can|will|also|just)\b/;
/** 那个演员, 一位女科学家: somebody pointed at by what they are. 一个人 is the person alone. */
const shownChinese =
  /^(?:那|这|某|有|另一?|一)(?:个|位|名|群|对)(?!人|让|叫|月|周|星期|礼拜|小时|学期|时候|假|暑|寒|春|夏|秋|冬)[^我咱俺你您，,]{0,5}?(?:[^动成]员|[^出拜]师|(?<!或)者|(?<![让叫使令吓烦害])人|[歌选水新对杀凶]手|[作画专商]家|科学家|艺术家|[顾乘黑旅]客|[明球影歌]星|网红|爱豆|偶像|男的|女的|男生|女生|姑娘|小伙|大哥|大姐|老头|老太太|小孩|小朋友)|^(?:那|这|某)(?:个|位)人/;
const shownEnglish = new RegExp(
  `^(?:(?:and|but|so|also|well|because|since|though|as|oh)\\s+)*(?:that|this|those|these|one|any)\\s+(?:[\\w-]+\\s+){0,2}?(?:${[...kinEn, ...englishRoles.split(" ")].join("|")})\\b`,
  "i",
);
/** 你住在杭州: what is said of the one who is talked to. 你知道, "you see" and 你叫我 open a clause about something else. */
const addressed =
  /^[你您](?!们?(?:知道|看|瞧|听|说|猜|记|别|帮|忘|想|放心|觉得|问|得|也?不?知|也?晓得|要|先|可以|能|给|最好|来|快|等|好|明白|懂|还记得))(?!.*[我咱俺])|^you(?:'re| are| live| work| have| had| were| like| love| hate| own| study| used| came| moved| got| said you)\b(?!.*\b(?:i|i'm|me|my)\b)|^your (?!friend\b)(?!.*\b(?:i|i'm|me|my)\b)/i;
const englishSelf = /^(?:i|i'm|i've|i'd|i'll|me|my|mine|myself|we|we're|we've|our|us)\b/i;

/** Where somebody is told what to call the person, the clause is about the person, whoever its subject is. */
const callsMe = /[叫喊]我(?![打去来吃喝做学帮看回起到别快给一])|称呼我|\bcalls? me\b/i;
const medical = /^(?:我的?)?(?:医生|大夫|体检|检查|the doctor|my doctor|doctors?)/i;
const reported =
  /^我(?:[跟对和]\S{1,4}|就|也|还)?(?:说|告诉\S{1,3}?)(?!的|过|错|完|不|话)|^i (?:said|told \w+|say)(?: that)? /i;

/**
 * Whom a clause (without quotations) is about: "self", "other", or undefined where it names no subject. `names`: of people
 * known to be others.
 */
export function subjectOf(clause: string, names: readonly string[] = []): "self" | "other" | undefined {
  const plain = asRead(clause).trim();
  const text = plain.replace(opening, "").replace(englishOpening, "").trim();
  if (callsMe.test(text)) return "self";
  const told = reported.exec(text);
  if (told) return subjectOf(text.slice(told[0].length), names) ?? "self";
  if (medical.test(text)) return /问|\basked\b/i.test(text) ? "other" : undefined;
  const isNamed = names.some((name) => name.length > 1 && text.startsWith(simplify(name)));
  if (isNamed || chineseOther.test(text) || englishOther.test(text)) return "other";
  if (!/我|咱|俺/.test(text) && shownChinese.test(text)) return "other";
  if (shownEnglish.test(plain) || addressed.test(text)) return "other";
  if (chineseSelf.test(text) || englishSelf.test(text)) return "self";
  return titled.test(text) || named.test(text) ? "other" : undefined;
}

const commonCapitals = new Set(
  "The This That These Those It He She We You They And But So Yes No Not What When Where Why How Who Wow Hey Hi Oh Ok Okay Thanks Sure Just Maybe Really Good Great Nice My Your Our His Her Its Is Are Was Were Do Does Did Have Has Had Can Could Will Would Should Let Im Ive If In On At For From With To Of As By Mum Mom Dad Grandma Grandpa Today Tomorrow Yesterday Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August September October November December Now Then There Here Also Only Still Never Always".split(
    " ",
  ),
);
const calledSo =
  /(?:叫做?|名叫|取名|狗|猫|儿子|女儿|弟弟?|妹妹?|哥哥?|姐姐?|好友|朋友|同事)[，,]?["“「]?(\p{Script=Han}{2,3}?)(?=["”」，,、。！!的\s]|$|\d)/dgu;
const familiarAnywhere = new RegExp(`(?<!\\p{Script=Han})(?:${familiar}|${doubled})`, "gu");

/** Names that a text gives to people and pets, as it writes them: 叫一诺, 老孙, 程程, Guokui. Rather too few than too many in Chinese. */
export function namesOf(text: string): string[] {
  const plain = text.normalize("NFKC");
  const read = simplify(plain);
  const found = new Set<string>();
  for (const { indices } of read.matchAll(calledSo)) {
    const place = indices?.[1];
    if (place !== undefined) found.add(plain.slice(...place));
  }
  for (const { 0: name, index } of read.matchAll(familiarAnywhere))
    found.add(plain.slice(index, index + name.length));
  for (const [name] of plain.matchAll(/\b\p{Lu}[\p{Ll}]{2,15}\b/gu))
    if (!commonCapitals.has(name)) found.add(name);
  return [...found].filter((name) => name.length > 1);
}
