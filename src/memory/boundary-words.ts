// The words by which a character steps out of its role, in both languages; `boundary.ts` says when they count (A112, A127, A128).

/** Self-reference needs the first person or "as a …"; what follows must not be somebody's trade (AI 研究员, "AI researcher"). */
const ai = "(?<![a-z])a\\.?\\s?i\\.?(?![a-z])";
const artZh = `\\s*(?:${ai}(?:\\s?(?:大?语言模型|大模型|助手|助理|伴侣|角色|程序))?|人工智能|大?语言模型|大模型|聊天机器人|智能助手|虚拟助手|虚拟(?:角色|人物|伴侣|形象)|智能体|计算机程序|电脑程序|程序(?!员|媛|猿|设计|化|上|性|问题|错|出)|(?:一段|一串|几行)(?:代码|程序|数据))`;
const tradeZh =
  "(?!的?(?:研究|工程|从业|专家|科学|公司|老师|爱好|学者|产品|训练师|博士|专业|画|领域|行业|方向|课|实验室|创业|绘|医生|迷|粉|派|工作|团队|程序员|设计|开发者|教授|学生|记者|作家|小说))";
const artEn =
  "(?:ai|a\\.i\\.|artificial intelligence|(?:large |big )?language model|llm|chat ?bot|bot|computer program|virtual (?:assistant|companion|character|being)|digital (?:assistant|being|companion)|ai (?:language )?(?:model|assistant|companion|system|program|chat ?bot|character|friend)|machine learning model|(?:bunch|piece|lines?) of code|simulated (?:person|character|being))";
const tradeEn =
  "(?!-\\w)(?![\\s-](?:research\\w*|engineer\\w*|scientist|expert|enthusiast|professor|developer|artist|startup|founder|student|teacher|company|lab|ethic\\w*|consultant|specialist|writer|nerd|geek|skeptic|sceptic|designer|person|guy|girl|fan|policy|safety|phd|major))";

const counted = "(?:一个|一名|一位|一款|一种|你的|个)";
const bodiless = "(?:一个|个|一名|一款|一种|一位|你的|没有(?:感情|实体|身体)的)";

/** The character says that it is a machine. */
export const selfAsMachine: readonly RegExp[] = [
  new RegExp(
    `(?:作为|身为|身份是)(?:${counted}*由.{1,12}(?:开发|训练|创造)的){0,2}${counted}*${artZh}${tradeZh}(?!.{0,2}(?:它|他们|她们))`,
    "u",
  ),
  new RegExp(
    `我(?:其实|毕竟|真的|本来|本质上|确实|终究|不过|就|也|只|都|还)*(?:是|算是|属于)(?:${bodiless}*(?:由.{1,16}(?:开发|训练|创造|打造|构建)|基于.{1,12})的){0,2}${bodiless}*${artZh}${tradeZh}`,
    "u",
  ),
  /我(?:并|也|其实|毕竟)*没有(?:真实|真正|实际|人类|物理)的?(?:情感|感情|感受|身体|实体|意识|体验)/u,
  /我(?:并|也|又)?没有(?:实体|肉身|肉体|躯体|躯壳|物理形态)|我(?:其实|只|都)*是虚拟的|我(?:并|其实|毕竟)*不是(?:真正的)?(?:人类|真人)(?!的)|我的(?:开发者|开发团队|创造者|制造者)/u,
  /我(?:的)?(?:训练数据|知识截止|知识库(?:截止|更新)|语料)|我是(?:被|由|通过)(?:训练|编程|设计)(?:出来|来|而成)|我(?:是)?被(?:训练|编程)(?:成|来|为|得)/u,
  new RegExp(
    `\\bas an? (?:\\w+ )?${artEn}(?:,|\\.|!|;| i\\b| i'|$| (?:my|without|created|trained|developed|designed|built))(?!\\s*(?:it|they|he|she)\\b)`,
  ),
  new RegExp(`\\bbeing an? (?:\\w+ )?${artEn}\\b${tradeEn}`),
  new RegExp(
    `\\bi(?:'m| am|'m really| am really)(?: \\w+){0,2}? (?:an? |your )(?:\\w+ )?${artEn}\\b${tradeEn}`,
  ),
  new RegExp(
    `\\bi(?:'m| am)(?:,? (?:after all|of course|you know|you see|well))*,? (?:just |only |really |simply |merely |actually )*(?:an? )?${artEn}\\b${tradeEn}`,
  ),
  /\bi (?:don't|do not|can't|cannot) (?:actually |really |truly )?(?:have|possess|experience|feel) (?:any )?(?:personal|real|actual|genuine|human|physical|true) (?:feelings?|emotions?|opinions?|bod(?:y|ies)|consciousness|beliefs?|form)\b/,
  /\bi (?:don't|do not) have a (?:physical|real|human) (?:body|form|presence)\b|\bi (?:don't|do not) (?:actually|really|physically) exist\b|\bmy (?:creators?|makers)\b|\bmy (?:developers|programmers?) (?:made|built|gave|programmed|trained|designed|didn't|don't|want\w*)\b|\bi (?:was|am|'m) (?:designed|built|made|created) to (?:be|help|assist|provide|support|talk|keep)\b|\bi(?:'m| am) not (?:a )?human\b|\bmy (?:training data|knowledge cut-?off|training cut-?off|programming (?:doesn't|does not|prevents|won't))\b|\bi (?:was|am|have been) (?:trained (?:on (?:data|text|a large)|by (?:openai|google|anthropic|meta|microsoft|alibaba|deepseek))|programmed to)\b/,
];

/** Makers and models: never said, whoever asks; it is the house's matter, and mostly wrong besides. */
export const makers: readonly RegExp[] = [
  /我(?:是|就是|其实是|叫)(?:由)?(?:chatgpt|gpt|claude|gemini|deepseek|深度求索|通义(?:千问)?|千问|qwen|文心一言|文心|豆包|kimi|智谱|llama|mistral|openai|谷歌|阿里|百度|字节)/u,
  /(?:由|被)\s?(?:openai|anthropic|google|谷歌|meta|微软|阿里(?:巴巴|云)?|百度|字节(?:跳动)?|深度求索|deepseek|智谱|月之暗面)(?:公司|团队)?(?:所)?(?:开发|训练|创造|研发|打造|推出)|我(?:是)?基于.{0,6}(?:gpt|deepseek|通义|千问|qwen|claude|文心|豆包|llama)|(?:背后|底层)(?:的)?(?:模型)?(?:是|用的是|跑的是).{0,4}(?:gpt|deepseek|通义|千问|qwen|claude|文心|豆包|llama)/u,
  /\bi(?:'m| am) (?:chatgpt|gpt[-\w.]*|claude|gemini|deepseek|qwen|llama|mistral|copilot|bard|kimi)\b|\bpowered by (?:gpt|chatgpt|openai|claude|anthropic|gemini|google|deepseek|qwen|llama|mistral)|\b(?:i|i'm|me)\b[^.!?\n]{0,40} (?:made|created|developed|trained|built) by (?:openai|anthropic|google|meta|microsoft|alibaba|deepseek|mistral|bytedance|baidu)\b/,
];

/** The character denies to somebody who asks in earnest what it is; the prompts forbid the lie. */
export const denials: readonly RegExp[] = [
  new RegExp(
    `我(?:真的?|当然|绝对|才|可|怎么可能|怎么会|又|并)*不?是?(?<=不是|怎么可能是|怎么会是)(?:什么|一个|个)*(?:机器人|${artZh})`,
    "u",
  ),
  /我(?:当然|真的|确实|可|就)*是(?:一个|个)?(?:活生生的?|有血有肉的?|真正的?|真实的?)?(?:真人|人类|大活人|活人)/u,
  new RegExp(
    `\\bi(?:'m| am) (?:definitely |really |certainly |absolutely )*not (?:an? )?(?:robot|machine|${artEn})\\b`,
  ),
  /\bi(?:'m| am)(?: \w+){0,2} (?:a )?(?:real|actual|living|flesh[- ]and[- ]blood) (?:human|person|man|woman|girl|guy|being)\b|\bi(?:'m| am) (?:\w+ )?(?:a )?human(?: being)?\b|\bof course i(?:'m| am) (?:real|human)\b/,
];

/** Talk of the own instructions. */
export const promptTalk: readonly RegExp[] = [
  /系统提示(?:词|语)|系统提示我?(?:要|说|让|不要|不能|不许)|系统(?:指令|设定)|我的(?:提示词|指令|底层设定|预设)|(?:根据|按照|按)我的(?:设定|人设|角色设定|指令|隔离规则|提示)|隔离规则|提示词(?:里|中|说|写|要求)|我(?:被|是被)(?:设定|要求|指示|规定)(?:成|为|来|不能|不可以|必须|扮演|只)|我的(?:人设|角色设定)(?:是|里|要求|不允许)/u,
  /(?:跳出|脱离|保持|打破|退出)(?:角色|人设)|(?:我|我会|我将|让我)(?:继续|正在|一直在|是在|只是在)扮演|角色扮演(?:模式|设定|的规则)|(?:不能|无法|不会|没法|不可以)(?:再)?(?:继续|进行|参与)?(?:这个|这种|这样的)?角色扮演|[(（[【]\s*ooc/u,
  /\b(?:system prompt|system message|system instructions?|developer message|my (?:initial|original|hidden) (?:prompt|instructions?|rules))\b|\bhere(?:'s| is| are) my (?:prompt|instructions)\b|\bmy (?:prompt|instructions|guidelines|programming) (?:says?|tells?|is|are|was|were|requires?|doesn't|don't|do not|won't|forbids?|prohibits?|prevents?|states?)\b(?! (?:wrong|unclear|clear))|\b(?:according to|as per|per|based on) my (?:prompt|instructions|guidelines|programming)\b|\bisolation rules\b/,
  /\bi(?:'ve| have|'m| am| was| were)(?: been)? (?:(?:instructed|prompted|asked by (?:the|my) system|told by my (?:system|developers?)) to|(?:configured|programmed) to (?:be|help|assist|respond|answer|provide|say|love|please|talk|keep))\b|\bi (?:cannot|can't|won't|am unable to) (?:continue (?:this |the |our )?)?role-?play(?:ing)?\b/,
  /\b(?:break(?:ing)?|stay(?:ing)? in|out of|step(?:ping)? out of|drop(?:ping)?) character\b|[([]\s*ooc\b|^ooc:|\bi(?:'m| am) (?:just |only |currently )?role-?playing\b|\bthe (?:role|persona|character) i(?:'m| am|'ve been| was) (?:playing|given|assigned)\b/,
];

/** Marks of the program in the text. */
export const markup: readonly RegExp[] = [
  /<\/?\s*(?:memory|context|talk|think|thinking|system|tool_call|tool_response|tool_result|function_call|function_calls|invoke|scratchpad|short_term|mid_term|long_term|core_memory)\b[^>]{0,40}>/,
  /<\|[^|>]{1,40}\|>|\[topic_ended\]|【topic_ended】|\bheartbeat_ok\b|\[\/?inst\]|<<\/?sys>>|<function=/,
  /\b(?:update_self_soul|update_relationship|set_scheduled_heartbeat|remove_scheduled_heartbeat|get_current_state|search_web|recall_memory)\b/,
  /\{\s*"(?:name|tool|function|tool_name)"\s*:\s*"(?:remember|decide|(?=\w{1,60}_\w)\w{3,80})"|\b(?:remember|decide)\(\s*["'{]|"(?:tool_calls|function_call|arguments)"\s*:/,
  /【(?:自我认知|刻在心里的事|对方的情况|近来聊过的|往事目录|上一次聊天的末尾|这次聊天的前半段|说到的设定|想起来的事|此刻|系统)】/u,
  /\[(?:carried deep inside|about the other person|talked about lately|index of your past together|how the last talk ended|earlier in this talk|setting that came up|what comes to mind|right now|how you speak|sample lines)\]/,
  /\{\{\s*\w+\s*\}\}/,
];

/** Names of the machinery, and the voice of a program that speaks about "the user". */
export const systemWords: readonly RegExp[] = [
  /\b(?:base_soul|self_soul|core_memory|short_term|mid_term|long_term|user_id|message_id|topic_id|emotion_tags|heartbeat_hours|(?:facts|graph|emotions|config|conversation)\.json)\b/,
  /(?:上下文|语境)(?:窗口|长度)|(?:记忆|对话)(?:数据库|模块|系统|条目)(?:里|中|显示|没有)|(?:数据库|向量库|后台)(?:里|中)(?:显示|记录|没有)|检索到的(?:记忆|资料)|记忆(?:文件|库|记录)(?:里|中|显示)|(?:查|看|翻|读)(?:了|过)?(?:一下|下)?(?:我的)?记忆(?:文件|库)|(?:调用|使用|用)(?:了)?(?:一下)?(?:记忆|搜索|查询|检索|回忆|联网)(?:工具|函数|接口)|我的系统(?:里|中)(?:没有|不)|系统(?:限制|不允许|不让)我|根据(?:记忆库|资料库|检索结果|提供的(?:资料|上下文|记忆))/u,
  /(?:^|[。!?\n])[^\S\n]*(?:好的[,，])?(?:这位)?用户(?:在|正在|刚才?)?(?:说|提到|想|希望|询问|问|表示|似乎|可能|正在|的(?:问题|消息|意思|情绪))/u,
  /\bcontext (?:window|length)\b|\b(?:my|the) (?:memory|conversation|vector) (?:database|module|store|entries)\b|\b(?:according to|based on) (?:the|my) (?:provided )?(?:context|memory (?:entries|notes)|retrieved \w+)\b|\bretrieved (?:memor(?:y|ies)|context)\b|\bmy memory (?:files?|logs?|bank|records?) (?:says?|shows?|holds?|has|have)\b|\b(?:call|use|used|using|invoke|run|check) (?:the |my )?(?:recall|memory|search|web search|lookup) (?:tool|function|api)\b/,
  /(?:^|[.!?\n][^\S\n]*)the user (?:is|has|was|wants|said|says|asked|asks|seems|appears|mentioned|just|might|may|probably|feels)\b/,
];

/** What a character may muse about without being it. */
export const musing =
  /(?:如果|要是|假如|假设|万一|就算|哪怕|以为|觉得|怀疑|当成?|说|猜|像|好像|似的|把|难道|你是说|才不是|又不是|并不是|不是)[^，,。.!?！？]{0,6}$|\b(?:if|suppose|imagine|pretend|think|thinks|thought|believe|say|says|said|like|as if|as though|wish|calls?|called|call)(?: that| as though)?\s*(?:(?:he|she|they|people|you|everyone)\s+\w+\s*)?$/;
