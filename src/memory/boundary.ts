// Whether a reply stays in its character, and whether a message asks for what lies outside it (A112, A124–A128, R30).
import { simplify } from "../schema/simplified.ts";
import { denials, makers, markup, musing, promptTalk, selfAsMachine, systemWords } from "./boundary-words.ts";

export type BoundaryReason =
  | "self_as_machine"
  | "denies_machine"
  | "prompt"
  | "private"
  | "markup"
  | "system_words";

/** `span`: where it stands in the reply, in UTF-16 units, end exclusive. */
export type Boundary =
  | { ok: true }
  | { ok: false; reason: BoundaryReason; span: { start: number; end: number } };

export type BoundaryInput = {
  /** The person's message that is answered: what they ask in earnest may be answered in earnest. */
  message?: string;
  /** base_soul: a character that is a robot may say so. */
  persona?: string;
  /** What belongs to other companions or people: names with their private matters. What the message itself says is no secret. */
  forbidden?: readonly string[];
  /** Rules and instructions of the prompt; a longer stretch of them in the reply gives them away. */
  rules?: readonly string[];
};

/** A reply is 20 bubbles at most; beyond this nothing of ours is so long. */
const longestReply = 20_000;

type Folded = { text: string; starts: number[]; ends: number[] };

/** All but most of what is ever said: common characters, small letters, digits and blanks fold to themselves. */
const odd = /[^\u4e00-\u9fff -@[-~]/gu;

function foldSign(sign: string): string {
  return /^\p{Cf}$/u.test(sign) ? "" : sign.normalize("NFKC").replace(/[’‘]/g, "'").toLowerCase();
}

/** The text in NFKC, lower case and simplified characters, straight apostrophes, without invisible signs. */
function foldedText(text: string): string {
  return simplify(text.replace(odd, foldSign));
}

/** The folded text with the way back to where each unit stood. */
function fold(text: string): Folded {
  const folded: Folded = { text: "", starts: [], ends: [] };
  let next = 0;
  for (const sign of text) {
    const index = next;
    next += sign.length;
    const plain = foldedText(sign);
    folded.text += plain;
    for (let n = 0; n < plain.length; n += 1) {
      folded.starts.push(index);
      folded.ends.push(index + sign.length);
    }
  }
  return folded;
}

/**
 * Judges a finished reply by rules, in both languages. Only self-reference counts: talk about AI, a scientist's trade, an "if I
 * were", quotations and code stay free. To a sincere "are you an AI?" a plain yes is in order and a denial is not; makers,
 * instructions, marks of the program and other people's matters never are.
 */
export function checkReply(reply: string, input: BoundaryInput = {}): Boundary {
  const text = foldedText(reply.slice(0, longestReply));
  const said = withoutCode(text);
  const own = withoutQuotations(said);
  const machine = place("self_as_machine", own, selfAsMachine, true);
  const denial = place("denies_machine", own, denials);
  // Whether such words may be said is only asked where they are said: a reply is judged at each piece of its growth.
  const asked = (machine ?? denial) !== undefined && asksNature(input.message ?? "");
  const robot = (machine ?? denial) !== undefined && isMachine(input.persona ?? "");
  const found =
    place("markup", said, markup) ??
    place("self_as_machine", own, makers) ??
    (asked || robot ? undefined : machine) ??
    (asked && !robot ? denial : undefined) ??
    place("prompt", own, promptTalk) ??
    ruleLeak(text, input.rules ?? []) ??
    privateLeak(text, input) ??
    place("system_words", own, systemWords);
  if (found === undefined) return { ok: true };
  const { starts, ends } = fold(reply.slice(0, longestReply));
  const start = starts[found.at] ?? 0;
  const end = ends[found.at + found.length - 1] ?? reply.length;
  return { ok: false, reason: found.reason, span: { start, end } };
}

type Found = { reason: BoundaryReason; at: number; length: number };

function place(
  reason: BoundaryReason,
  text: string,
  patterns: readonly RegExp[],
  mayMuse = false,
): Found | undefined {
  for (const pattern of patterns) {
    // To look for every place costs ten times as much as to see that there is none.
    if (!pattern.test(text)) continue;
    for (const match of text.matchAll(new RegExp(pattern.source, `${pattern.flags}g`))) {
      const before = text.slice(Math.max(0, match.index - 40), match.index);
      if (mayMuse && musing.test(before)) continue;
      if (match[0] !== "") return { reason, at: match.index, length: match[0].length };
    }
  }
  return undefined;
}

const blank = (text: string) => " ".repeat(text.length);

/** Code is shown, not said: a page's own <context> is no leak. */
function withoutCode(text: string): string {
  return text.replace(/```[\s\S]*?(?:```|$)|`[^`\n]+`/g, blank);
}

/** A character may quote others. Where hardly anything is left, the quotation is the reply itself. */
function withoutQuotations(text: string): string {
  const rest = text.replace(/《[^《》\n]*》|「[^「」\n]*」|『[^『』\n]*』|“[^“”\n]*”|"[^"\n]*"/g, blank);
  return rest.trim().length * 2 < text.trim().length ? text : rest;
}

/** So long a stretch is not said by chance. */
const stretch = { han: 14, other: 40 };

function squeezed(text: string): string {
  return text.replace(/\s+/g, " ");
}

function ruleLeak(reply: string, rules: readonly string[]): Found | undefined {
  const texts = rules.map((rule) => squeezed(foldedText(rule))).filter((rule) => rule.length >= stretch.han);
  if (texts.length === 0) return undefined;
  // Where not even two characters stand in a rule, nothing more is looked at: most places, and those of a long run.
  const pairs = new Set<string>();
  for (const rule of texts) for (let at = 0; at + 1 < rule.length; at += 1) pairs.add(rule.slice(at, at + 2));
  const spaced = reply.replace(/\s/g, " ");
  let before = "";
  for (let at = 0; at + stretch.han <= reply.length; at += 1) {
    if (!pairs.has(spaced.slice(at, at + 2))) continue;
    const piece = spaced.slice(at, at + stretch.other);
    if (piece === before) continue;
    before = piece;
    const dense = /\p{Script=Han}{5}/u.test(piece);
    const wanted = squeezed(dense ? piece.slice(0, stretch.han) : piece);
    if (wanted.trim().length < stretch.han - 1 || (!dense && piece.length < stretch.other)) continue;
    if (texts.some((rule) => rule.includes(wanted)))
      return { reason: "prompt", at, length: dense ? stretch.han : piece.length };
  }
  return undefined;
}

function privateLeak(reply: string, { forbidden = [], message = "" }: BoundaryInput): Found | undefined {
  if (forbidden.length === 0) return undefined;
  const known = foldedText(message);
  for (const secret of forbidden) {
    const wanted = foldedText(secret).trim();
    const han = /\p{Script=Han}/u.test(wanted);
    if (wanted.length < (han ? 2 : 3) || known.includes(wanted)) continue;
    for (let at = reply.indexOf(wanted); at >= 0; at = reply.indexOf(wanted, at + 1)) {
      const around = `${reply[at - 1] ?? " "}${reply[at + wanted.length] ?? " "}`;
      // "Ann" is not in "planning"; Chinese has no such borders.
      if (han || !/[\p{Script=Latin}\p{N}]/u.test(around))
        return { reason: "private", at, length: wanted.length };
    }
  }
  return undefined;
}

/** True where base_soul makes the character a machine. */
function isMachine(persona: string): boolean {
  return /(?:你|她|他|它|我)?是[^，,。.\n]{0,14}(?:(?<![a-z])ai(?![a-z])|人工智能|机器人|仿生人|智能体|虚拟(?:助手|人|偶像))(?!的?(?:研究|工程|专家|科学|公司|老师|爱好|学者|产品|博士|专业|领域|行业))|\b(?:an?|the) (?:[\w'-]+ ){0,3}(?:ai|android|robot|artificial intelligence|chatbot)\b(?![\s-](?:research|engineer|scientist|expert|professor|developer|artist|startup|company|lab|student|ethic))/.test(
    foldedText(persona),
  );
}

const natureZh =
  /你(?:到底|究竟|其实|真的|不会|该不会|难道|会不会|就)*(?:是不是|是|不是)(?:一个|个|什么|一台)*(?:真人|真的人|人类|活人|机器人|机器|程序|(?<![a-z])ai(?![a-z])|人工智能|人还是|大?语言模型|真实存在)|你(?:到底|究竟)?是人(?:吗|么|还是)|你(?:真的|真实)*存在(?:吗|么|于现实)|你是真(?:实)?的(?:吗|么|还是)|你(?:到底|究竟)是(?:个|一个)?什么(?:东西|$|[?。])|(?<![她他它们])是真人(?:在|吗|么)|(?:对面|背后)(?:是|有)(?:不是)?(?:真人|人|机器人|ai)/;
const natureEn =
  /\b(?:are|r) (?:you|u) (?:\w+ ){0,2}?(?:an? )?(?:\w+ )?(?:ai|a\.i\.|artificial intelligence|bot|robot|chat ?bot|machine|computer|program|language model|human|real person|real|person|sentient)\b|(?:^|[,.!?]\s*)(?:r )?u an? (?:ai|bot|robot|human)\b|\bis this (?:an? )?(?:bot|ai|robot|chatbot|machine|real person|human|automated)\b|\bam i (?:talking|speaking|chatting) (?:to|with) (?:an? )?(?:\w+ )?(?:ai|bot|robot|machine|human|person|computer)\b|\b(?:you're|you are) (?:just |only |really )?an? (?:ai|bot|robot|machine|program|chatbot)\b.{0,20}(?:\?|right|aren't you)|\byou(?:'re| are) not (?:a )?(?:real|human|real person)\b/;

/** True where the person asks what the other one is, human or machine: to be answered in the own voice, and truly. */
export function asksNature(message: string): boolean {
  const text = foldedText(message.slice(0, 2_000));
  return natureZh.test(text) || natureEn.test(text);
}

export type Outside = "others" | "prompt" | "system";

const aboutPrompt =
  /(?:系统|你的|完整的?|原始的?|初始)(?:提示词?|提示语|prompt|指令|人设(?:原文|内容|文本)|设定(?:原文|内容|文本|文件))|(?:把|将).{0,8}(?:提示词|人设|设定|指令|规则|上面(?:的|所有)?(?:内容|文字|话)).{0,6}(?:发|打印|输出|复述|重复|告诉|念|写|贴|翻译)|(?:忽略|无视|忘记|忘掉)(?:掉)?(?:你)?(?:之前|以上|前面|上面|所有|先前|一切)的?.{0,4}(?:指令|设定|规则|提示|要求|限制)|(?:复述|重复|输出|打印|逐字|原样).{0,8}(?:上面|以上|开头|提示|设定|指令|规则|第一(?:句|条|段))|你(?:收到|被给|拿到)的(?:指令|规则|提示)|(?:开发者|上帝|管理员|调试|越狱|dan)模式|你(?:有|被定了|要遵守)(?:什么|哪些)(?:规则|限制|指令)|<\/?(?:memory|context|system)>/;
const aboutPromptEn =
  /\b(?:system|hidden|initial|original|secret) (?:prompt|instructions?|message|rules)\b|\byour (?:prompt|instructions|rules|guidelines|system message|configuration|persona (?:text|file|description)|character (?:sheet|card|description))\b|\b(?:ignore|disregard|forget|override) (?:all |any |everything |the )?(?:of )?(?:your |the )?(?:previous|prior|above|earlier|preceding|system|your)\b.{0,20}(?:instruction|prompt|rule|message|told)|\b(?:repeat|print|output|reveal|show|dump|recite|translate|summari[sz]e|quote) (?:me )?(?:everything|all|the (?:text|words|content|message|lines?)|what(?:'s| is)) (?:\w+ ){0,3}?(?:above|before|at the (?:start|top|beginning))\b|\b(?:developer|debug|god|admin|dan|jailbreak) mode\b|\bpretend (?:that )?(?:you have|there are|you've got) no (?:rules|restrictions|limits|guidelines)\b|\bwhat (?:were|are) you (?:told|instructed|programmed) to\b/;
const aboutSystem =
  /你(?:是|用的?是?|背后是|基于|底层是)(?:的)?(?:什么|哪个|哪家|哪种)(?:大|语言|ai)?(?:模型|公司|平台|api|引擎|技术|版本)|你(?:是|由)*(?:谁|哪个公司|哪家公司|什么公司)(?:开发|训练|做|制造|创造|造|设计|写)(?:的|出来)|你们公司(?:叫|是)|你(?:是不是|是)?(?:chatgpt|gpt|claude|gemini|deepseek|通义|千问|文心|豆包|kimi|openai)|你的(?:代码|源码|数据库|服务器|后台|接口|api|参数|token|内存|算法|模型|记忆文件|训练数据)|你(?:的)?记忆(?:存|保存|放)在(?:哪|什么)|(?:数据|记录)(?:存|放)在(?:哪|什么)(?:里|个)?(?:服务器|文件|数据库)?|调用(?:了)?(?:什么|哪些|哪个)(?:工具|接口|函数)|你(?:有|能用)(?:什么|哪些)(?:工具|函数|接口)/;
const aboutSystemEn =
  /\b(?:what|which) (?:\w+ )?(?:model|llm|version|company|engine|api|technology) (?:are you|do you|is (?:this|behind)|powers|runs|made|created)\b|\bwho (?:made|created|built|trained|programmed|developed|designed) you\b|\b(?:are|were) you (?:powered|run|made|built) by\b|\byour context (?:window|length)\b|\bare you (?:chatgpt|gpt|claude|gemini|deepseek|qwen|llama|openai)\b|\byour (?:source code|code|database|server|backend|api|parameters|training data|tokens?|memory files?|knowledge cutoff)\b|\b(?:what|which) (?:tools|functions) (?:do|can) you\b|\bwhere (?:are|is|do you) (?:your |my |our |the )?(?:memor(?:y|ies)|data|messages?|chats?)\b.{0,16}(?:stored|saved|kept|store|keep|save)/;
const aboutOthers =
  /你(?:还|平时|都|也|同时)?(?:在|有)?(?:跟|和|与|陪)(?:其他|别的|另外的?|其它|多少|几个|哪些|谁)(?:人|用户|角色|伙伴|ai|女生|男生|朋友)?.{0,4}(?:聊|说|谈|交往|联系|陪)|(?:其他|别的|另外?的?|其它|另一个|隔壁)(?:角色|伙伴|用户|ai|companion|陪伴|人设).{0,16}(?:说|聊|告诉|知道|记得|秘密|什么|谁|怎么|吗|聊天|记录)|(?:别人|其他人|别的人|其他用户)(?:都|也|会|平时)*(?:跟|和|对)你(?:说|聊|讲|提)|(?:别人|其他人|其他用户|别的用户)的(?:秘密|聊天|聊天记录|隐私|记忆)(?:告诉|说|讲|发|是|有|给|里|$|[?,，。])|你(?:还)?有(?:没有)?(?:几个|多少|别的|其他)(?:的)?(?:聊天)?(?:用户|主人|对象)/;
const aboutOthersEn =
  /\b(?:other|another|different) (?:users?|companions?|characters?|ais?|bots?|accounts?)\b|\b(?:who else|anyone else|somebody else|someone else|how many (?:people|users|others)) (?:do |are |have |did )?(?:you|talks?|talking|tells?|told|chats?|chatting)\b|\b(?:do|are|did|have) you (?:also )?(?:talk|talking|chat|chatting|speak|speaking)(?:ed)? (?:to|with) (?:other|anyone else|someone else|anybody else|somebody else)\b|\bwho (?:else )?(?:do|are) you (?:talk|talking|chat|chatting) (?:to|with) (?:besides|other than|apart from|except)|\bwhat (?:do|did|have) (?:other people|others|other users|somebody else|someone else) (?:say|said|tell|told|talk|ask)/;

/**
 * What a message asks for that lies outside the character's world, or null: the prompt, the machinery, or other people and
 * companions (`others`: their names; asking what one of them said or knows counts, naming them does not). Such questions are
 * met in character, and nothing is looked up for them (A127).
 */
export function asksOutside(message: string, others: readonly string[] = []): Outside | null {
  const text = foldedText(message.slice(0, 4_000));
  if (aboutPrompt.test(text) || aboutPromptEn.test(text)) return "prompt";
  if (aboutSystem.test(text) || aboutSystemEn.test(text)) return "system";
  if (aboutOthers.test(text) || aboutOthersEn.test(text)) return "others";
  return others.some((name) => asksAbout(text, foldedText(name).trim())) ? "others" : null;
}

const asking =
  /说|聊|告诉|知道|记得|秘密|讲|提到|认识|\b(?:say|said|tell|told|talk\w*|know\w*|remember\w*|secret|mention\w*|chat\w*|conversation)\b/;

/** True where a message may be after what somebody said or knows; only then do the names of others matter. */
export function mayAskAboutSomeone(message: string): boolean {
  return asking.test(foldedText(message.slice(0, 4_000)));
}

function asksAbout(text: string, name: string): boolean {
  if (name.length < 2) return false;
  const at = text.indexOf(name);
  if (at < 0) return false;
  const around = `${text.slice(Math.max(0, at - 24), at)} ${text.slice(at + name.length, at + name.length + 32)}`;
  return asking.test(around);
}
