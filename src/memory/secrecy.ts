// Whether the person says that something is between the two of them: such a thing is never shared with other companions (A126).

const anybody =
  "(?:任何人|别人|其他人|旁人|外人|人家|大家|谁|他们?|她们?|我?(?:爸妈?|妈妈?|爸爸|父母|家里人?|家人|老公|老婆|对象|男朋友|女朋友|老板|领导|同事|朋友|同学|孩子|儿子|女儿))";
const mustNot = "(?:别|不要|不能|不许|不准|不可以|不想|不敢|没有?|从没|从来没有?|还没有?|切勿|勿)";
const secretZh = new RegExp(
  [
    `${mustNot}(?:再|去|说出去)?(?:告诉|透露给|泄露给)(?:过)?${anybody}`,
    `${mustNot}(?:再|去)?(?:跟|和|对|同|向)${anybody}(?:去|再)?(?:说|讲|提|透露|聊|开口)`,
    `${mustNot}(?:让|叫|给)${anybody}(?:知道|晓得|发现|看到|听到)`,
    "(?:谁|任何人|别人|其他人)(?:也|都)?(?:别|不要|不能|不许|不准|没有?|不)(?:告诉|说|讲|透露|知道)",
    "(?:别|不要|不能|不许|不准)(?:往外|出去|到处)(?:说|讲|传)|(?:别|不要|不能|不许)(?:说|讲|传)出去|(?:别|不要|不许|勿)外传",
    "(?<!不用|不必|不需要|没必要|无需)(?:保密|保守秘密|守住?秘密)(?!工作|单位|局|协议|条例|员)",
    "(?:这|那|它)?(?<!不)是(?:个|一个|我们?(?:俩|两个?人?)?(?:之间)?的?|我的|咱俩的?)(?:小|大|天大的)*秘密",
    "(?:告诉|跟|和|对)你(?:说|讲)?(?:一?个|件)?(?:小|大)*秘密",
    "(?:只|就|仅)(?:告诉了?|跟|和|对)你(?:一个人)?(?:说|讲|$|[，,。！!])|(?:只有|就)你(?:一个人)?(?:知道|晓得)",
    "(?:就|只)?(?:我们|咱们?|我跟你|我和你)(?:俩|两个?人?)(?:之间)?(?:知道|的秘密)",
    "我(?:一直|正|在|正在|也|其实|最近)*(?:偷偷|悄悄|暗中|暗地里|私下里?)(?:地|的|在)*\\p{Script=Han}|(?:瞒着|背着)(?:他们?|她们?|别人|所有人|大家|家里|我?\\p{Script=Han}{1,3})|天知地知",
  ].join("|"),
  "u",
);
const others =
  "(?:any(?:one|body)(?: else)?|a (?:living )?soul|others?|other people|people|everyone|him|her|them|(?:my|our) [\\w-]+)";
const secretEn = new RegExp(
  [
    `\\b(?:don't|do not|never|mustn't|can't|cannot|shouldn't|not)(?: ever| please)? (?:(?:tell|let) ${others}\\b|(?:mention|say|share|repeat|breathe|show) (?:it|this|that|a word|any of this|anything)(?: of (?:it|this))? (?:to|with) ${others}\\b)`,
    "\\b(?:haven't|have not|hasn't|never|didn't|did not)(?: yet| ever| actually)? (?:told|tell) (?:any(?:one|body)|a (?:living )?soul|my [\\w-]+|him|her|them)\\b",
    "\\btell (?:no ?one|no-one|nobody)\\b|\\b(?:no ?one|no-one|nobody)(?: else)? (?:knows|must know|should know|can know|may know|is to know)\\b",
    "\\bbetween (?:you and me|you and i|me and you|us|the two of us)\\b",
    "\\b(?:keep|kept|keeping) (?:it|this|that|what i \\w+)(?: [\\w-]+){0,6} (?:secret|private|confidential|quiet|(?:to|between) (?:yourself|us|ourselves))\\b|\\bkeep (?:it|this|that) (?:a )?(?:secret|private|confidential|quiet|to yourself|between us)\\b",
    "\\b(?:it's|it is|this is|that's|here's) (?:a|my|our)(?: little| big| dark)* secret\\b|\\btell you a(?: little)? secret\\b|\\bour(?: little)? secret\\b",
    "\\byou(?:'re| are) the (?:only|first)(?: one| person)? (?:who knows|who's heard|to know|to hear|i(?:'ve| have)? told)\\b|\\bonly you know\\b",
    "\\bi(?:'m|'ve| am| have)?(?: been)? secretly\\b|\\bbehind (?:his|her|their|my [\\w-]+) back\\b|\\bin (?:strict )?confidence\\b|\\bswear you won't tell\\b|\\bdon't (?:spread|repeat) (?:it|this)\\b",
  ].join("|"),
  "i",
);

/** True where the words of a message ask for secrecy or tell a secret. Nothing but a sign; it may guard too much, not too little. */
export function asksSecrecy(text: string): boolean {
  const plain = text.normalize("NFKC").replace(/[’‘]/g, "'");
  return secretZh.test(plain) || secretEn.test(plain);
}

type Spoken = { message_id: string; role: string; content: string };
/** A request for secrecy that says little else belongs to the message beside it. */
const shortRequest = 40;

/** True where one of these messages of a talk is told in secrecy, by its own words or by a short request right beside it. */
export function isToldInSecret(ids: readonly string[], messages: readonly Spoken[]): boolean {
  const own = messages.filter(({ role }) => role === "user");
  return own.some(({ message_id, content }, at) => {
    if (!ids.includes(message_id)) return false;
    const beside = [own[at - 1], own[at + 1]].map((one) => one?.content ?? "");
    return asksSecrecy(content) || beside.some((text) => text.length <= shortRequest && asksSecrecy(text));
  });
}
