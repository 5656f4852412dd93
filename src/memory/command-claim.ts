// Whose a plain sentence to remember is: the person's own value of a key (我的地址是…), or somebody else's (我妈妈的生日是…).
import type { Fact } from "../schema/fact.ts";
import { asTyped, simplify } from "../schema/simplified.ts";
import { kinIn } from "./evidence-people.ts";
import { categoryFor, isSingleValued } from "./fact-key.ts";
import { keyForms } from "./fact-key-words.ts";
import { categoryOfOther, keyOfOther } from "./fact-other.ts";
import { normaliseValue } from "./fact-value.ts";

export type Claim = { key: string; category: Fact["category"]; value: string; statement?: string };

const sentence = /^(.{1,40}?)(?:应该是|改成|改为|是|叫做?|为|：|:|=|\s+(?:is|are|to)\s)\s*(.{1,60})$/iu;
const ownZh = /^(?:我(?:们|家)?|咱们?|俺)(?:的)?|^(?:本人的?)/;
const ownEn = /^(?:my|our)\s+/i;
const modifier =
  /^(?:(?:的|农历|阴历|旧历|老历|新|现在|目前|如今|最新|真正|真实|正式|个人|第一|new|current|present|real|true|full|own|actual|personal|lunar)\s*)*$/i;

/** Names that a key with one value goes by, the longest first. */
const attributes: readonly (readonly [name: string, key: string])[] = [...keyForms.keys()]
  .filter((key) => isSingleValued(key))
  .flatMap((key) => {
    const { zh, en, names = [] } = keyForms.get(key) ?? {};
    const all = [key, zh ?? "", en ?? "", ...names].map((name) => name.replaceAll("_", " ").toLowerCase());
    return [...new Set(all)].filter((name) => name.length > 1).map((name) => [name, key] as const);
  })
  .sort(([a], [b]) => b.length - a.length);

type Subject = { owner: string; key: string; name: string; isOwn: boolean };

/** 我妈妈的生日: whose, and which key. Undefined where the words end in the name of none. */
function subjectOf(words: string): Subject | undefined {
  const plain = words
    .normalize("NFKC")
    .replace(/[’‘]/g, "'")
    .trim()
    .replace(/(?:现在|目前|如今|就|也|都|\s+now|\s+currently)+$/iu, "");
  const isOwn = ownZh.test(plain) || ownEn.test(plain);
  const rest = plain.replace(ownZh, "").replace(ownEn, "");
  const folded = rest.toLowerCase();
  for (const [name, key] of attributes) {
    if (!folded.endsWith(name)) continue;
    const before = rest.slice(0, rest.length - name.length);
    if (/[a-z]$/i.test(before) && /^[a-z]/i.test(name)) continue;
    const owner = before.replace(/的$|'s?\s*$/i, "").trim();
    return { owner, key, name: rest.slice(rest.length - name.length), isOwn };
  }
  return undefined;
}

const surnames =
  "赵钱孙李周吴郑王冯陈蒋沈韩杨朱秦许何吕张孔曹严金魏姜谢邹苏潘范彭鲁韦马方任袁柳唐薛雷贺汤罗郝安常于傅齐康余顾孟黄萧尹姚邵汪毛戴宋熊舒祝董梁杜阮蓝江童颜郭梅林钟徐邱骆高夏蔡田胡凌霍万柯卢莫丁邓洪石崔龚程邢裴陆翁段武刘景龙叶黎白乔廖林";
const chineseName = new RegExp(`^(?:[小老阿]\\p{Script=Han}{1,2}|[${surnames}]\\p{Script=Han}{1,2})$`, "u");
const noName = /(?:老?[师生员工医士家民人]|板|司|校|院|店|部|门|室|学|房|区|城|机)$/;
const englishName = /^(?!(?:The|A|An|This|That|My|Our|Your)\b)\p{Lu}[\p{Ll}'-]+(?: \p{Lu}[\p{Ll}'-]+)?$/u;

/** True for what looks like the name of somebody; rather too few than too many. */
function looksNamed(words: string): boolean {
  return (chineseName.test(words) && !noName.test(words)) || englishName.test(words);
}

/** What the key of somebody's fact begins with: mother, "tom". Undefined where the words name nobody. */
function ownerKey(owner: string): string | undefined {
  const kin = [...kinIn(owner)];
  // 我妈妈的朋友: whose it is cannot be told by one word.
  if (kin.length === 1) return owner.length <= 12 || /^\S+$/.test(owner) ? kin[0] : undefined;
  return kin.length === 0 && looksNamed(owner) ? owner.toLowerCase().replace(/\s+/g, "_") : undefined;
}

const isHan = (words: string) => /\p{Script=Han}/u.test(words);

const lovers = new Set(["wife", "husband", "boyfriend", "girlfriend", "partner"]);

function claimOf(whose: string, key: string, value: string, said: { owner: string; name: string }): Claim {
  const inForm = String(normaliseValue(value) ?? value);
  const text = inForm.startsWith("lunar:") ? value : inForm;
  const statement = isHan(said.owner)
    ? `${said.owner}的${said.name}：${text}`
    : `${said.owner}'s ${said.name}: ${text}`;
  if (key === "name" && kinIn(whose).size > 0)
    return { key: lovers.has(whose) ? "partner" : whose, category: "relationship", value: text, statement };
  return {
    key: keyOfOther(key, whose),
    category: categoryOfOther(categoryFor(key, undefined)),
    value,
    statement,
  };
}

const allergyZh =
  /^(?:我(?:们家|家)?的?)?(.{1,8}?)(?:也|从小|一直|严重)*对(.{1,12}?)(?:严重|重度|轻度)?过敏(?:的|了)?$/;
const allergyEn =
  /^(?:my |our )?([\w' -]{2,24}?)(?:'s| is| are)(?: also| very| badly| severely| deathly)* allergic to (.{2,40})$/i;
const workZh =
  /^(?:我(?:们家|家)?的?)?(.{1,6}?)(?:以前|现在|也|就)?是(?:一?[名个位])?(\p{Script=Han}{0,8}(?:师|医生|学生|研究生|护士|教授|演员|职员|店员|公务员|程序员|售货员|服务员|教练员|飞行员|教练|警察|司机|律师|经理|工人|农民|军人|作家|画家|科学家|会计|法官|记者|编辑|翻译|老板|厨子|木匠|保安))$/u;
const workEn =
  /^(?:my |our )([\w' -]{2,20}?)(?:'s| is| works as) an? ((?:[\w-]+ ){0,2}(?:teacher|nurse|doctor|engineer|lawyer|driver|writer|painter|singer|dancer|baker|farmer|lecturer|manager|programmer|developer|designer|officer|firefighter|carpenter|plumber|waiter|waitress|hairdresser|actor|actress|professor|editor|translator|dentist|pharmacist|therapist|scientist|journalist|artist|musician|accountant|architect|pilot|chef|cook|surgeon|student|electrician|mechanic|librarian|vet|judge|policeman|policewoman|soldier|cashier|secretary|banker|consultant))$/i;

const joining = /^(?:还有|另外|以及|而且|并且|对了|(?:also|and|but|plus|oh)\b)[，,：:\s]*/i;

/** The clause in one form, without what joins it to the one before. */
function plainOf(clause: string): string {
  const plain = clause.normalize("NFKC").replace(/[’‘]/g, "'").trim();
  return plain.replace(joining, "").replace(/(?<![.。!！])[.。!！]+$/, "");
}

/** What a clause says of somebody else: their allergy, their work, their value of a key. Undefined where it does not (part 2, item 2). */
export function claimOfOther(clause: string): Claim | undefined {
  return readClaim(clause, otherIn);
}

/** A claim as the rules read it, its value and statement as the person wrote them. */
function readClaim(clause: string, read: (plain: string) => Claim | undefined): Claim | undefined {
  const typed = clause.normalize("NFKC");
  const plain = simplify(typed);
  const claim = read(plain);
  if (claim === undefined) return undefined;
  const { value, statement } = claim;
  return {
    ...claim,
    value: asTyped(value, plain, typed),
    ...(statement === undefined ? {} : { statement: asTyped(statement, plain, typed) }),
  };
}

function otherIn(clause: string): Claim | undefined {
  const plain = plainOf(clause);
  const allergic = allergyZh.exec(plain) ?? allergyEn.exec(plain);
  const works = allergic ? undefined : (workZh.exec(plain) ?? workEn.exec(plain));
  const [, owner = "", value = ""] = allergic ?? works ?? [];
  const whose = ownerKey(owner.trim());
  if (whose !== undefined && allergic) {
    const told = isHan(plain) ? `对${value}过敏` : `allergic to ${value}`;
    const statement = isHan(plain) ? `${owner}${told}` : `${owner} is ${told}`;
    return { key: keyOfOther(`allergy:${value}`, whose), category: "relationship", value: told, statement };
  }
  if (whose !== undefined && works)
    return claimOf(whose, "occupation", value, { owner, name: isHan(plain) ? "职业" : "occupation" });
  const [, subject = "", told = ""] = sentence.exec(plain) ?? [];
  const found = subjectOf(subject);
  if (!found || modifier.test(found.owner) || told.trim() === "") return undefined;
  // 我的英文名字 is nobody's but mine: names own without 我 before them.
  const other = found.isOwn && kinIn(found.owner).size === 0 ? undefined : ownerKey(found.owner);
  return other === undefined ? undefined : claimOf(other, found.key, told.trim(), found);
}

const calledMe = /^(?:我(?:的名字)?(?:就)?叫|my name(?:'s| is)|i'm called)\s*(.{2,24})$/iu;
const isName = (words: string) =>
  looksNamed(words) || /^(?!.*[了过的吃去来])\p{Script=Han}{2,3}$/u.test(words);

/** What a clause says of the person by the name of a key: 我的地址是上海, "my address is Leeds". */
export function claimOfOwn(clause: string): Claim | undefined {
  return readClaim(clause, ownIn);
}

function ownIn(clause: string): Claim | undefined {
  const plain = plainOf(clause);
  const called = calledMe.exec(plain)?.[1]?.trim();
  if (called !== undefined && isName(called))
    return { key: "name", category: "personal_info", value: called };
  const [, subject = "", value = ""] = sentence.exec(plain) ?? [];
  const found = subjectOf(subject);
  if (!found || !modifier.test(found.owner) || value.trim() === "") return undefined;
  // 我老公是老师 names no partner.
  if (kinIn(found.name).size > 0 && !looksNamed(value.trim())) return undefined;
  const { key } = found;
  return { key, category: categoryFor(key, undefined), value: value.trim() };
}
