// Words by which the person ends it, or makes peace: what a level may move two steps for (issue 5, item 5), in both languages.
import type { RelationshipLevel } from "../schema/relationship.ts";
import { isColder } from "./relationship.ts";
import { asRead } from "./text.ts";

/** One of these in a clause is a break. */
const breaks = [
  /绝交|分手(?!快乐)|一刀两断|恩断义绝|到此为止|我恨你(?!们)|断绝(?:关系|来往)/,
  /(?:再也|永远|这辈子)(?:都)?(?:不想|不要|不会|别)?(?:再)?(?:见到?|看到?|理|联系|搭理|原谅)你/,
  /(?:不想|不要|不愿意?)再(?:见到?|看到?|理|联系|搭理|跟|和)你/,
  /(?:以后|从此|今后)(?:我们|咱们|你|请)?(?:就)?(?:别|不要|不用)(?:再)?(?:来)?(?:联系|来往|找我|见面|理我)/,
  /(?:别|不要|不用)再(?:来)?(?:找我|联系我|理我|见面|出现)/,
  /(?:我们|咱们|我们俩)(?:之间)?(?:就)?(?:这样)?(?:结束[了吧]|两清)|(?:我们|咱们)(?:之间|俩|彻底)完了|(?:我们|咱们)断了?(?:吧|绝)|(?:这段|我们的?)(?:关系|感情)(?:就)?结束|^(?:就)?结束吧$/,
  /滚出我的(?:生活|世界)|(?:以后|从此)(?:别|不要)再?(?:跟|和)我(?:说话|联系)/,
  /\bwe(?:'re| are) (?:done|over|finished|through)(?! (?:with|by|at|for|here|eating|early|already))\b/,
  /\b(?:it(?:'s| is)|we are|things are) over (?:between|for) us\b|\bi(?:'m| am) (?:done|through) with you(?![\w-])/,
  /\b(?:i (?:never|don't ever) (?:want|wanna)(?: to)?|i(?:'ll| will) never|i don't (?:want|wanna)(?: to)?) (?:see|talk to|speak to|hear from) you (?:again|anymore)\b/,
  /\b(?:never|don't(?: ever)?) (?:talk|speak|write|text|contact)(?: to)? me (?:ever )?(?:again|anymore)\b|\bget out of my life\b|\bdon't want you in my life\b/,
  /\bbreak(?:ing)? up with you\b|\bi (?:want|think we should|need)(?: us)?(?: to)? break up\b|\blet's break up\b/,
  /\bi hate you(?! (?:guys|all|so much lol)\b)\b|\bleave me alone (?:forever|for good)\b|\bgoodbye (?:forever|for good)\b/,
];
/** One of these in a clause is peace. */
const reconciles = [
  /(?:我们|咱们|跟你|和你|还是)(?:就)?和好|^(?:那)?(?:就)?和好(?:吧|好不好|好吗|如初)|言归于好/,
  /(?<![题道字].{0,3})(?:我|是我)(?:真的?|知道|承认)?(?:错了(?![一二两三\d])|不好|不对)|原谅(?:我|你)|重新(?:开始|来过)/,
  /收回(?:那些|那句|刚才|之前|我)?(?:说)?的?话|(?:我|真)不该(?:那么|那样|这么|这样|对你|跟你|说|骂|凶)|别(?:再)?生(?:我的?)?气了?/,
  /^(?:真的?|我|很|非常|实在|[啊哎唉呜嗯])*(?:对不起|抱歉)(?:了|啊|嘛|呀|哦|你)*$/,
  /\blet'?s (?:make up|start (?:over|again))\b|\b(?:can|could) we (?:please )?(?:make up|start (?:over|again))\b|\bstart over\b/,
  /\bforgive me\b|\bi forgive you\b|\b(?:i was wrong|it was my fault)(?! (?:about|the|that)\b)|\bi take it (?:all )?back\b|\bmake it up to you\b/,
  /\bi didn't mean (?:it|that|what i said|to hurt you)\b|\bi apologi[sz]e\b|\b(?:put|leave) (?:this|it|that|everything) behind us\b/,
  /^(?:i'm|i am|im) (?:so |really |truly |very )*sorry(?: (?:for|about) (?:everything|what i|how i|hurting|yelling|being|the way)\b.*)?$/,
];
/** A clause about others, a story or a mere thought ends nothing. */
const elsewhere =
  /(?:跟|和|与|被)(?!你|我(?:分手|绝交|和好))\p{Script=Han}{1,6}(?:分手|绝交|和好)|[他她它]|(?:男|女)(?:朋友|友)|老公|老婆|爸|妈|闺蜜|朋友|前任|同学|室友|同事|电影|小说|这剧|歌里|如果|要是|万一|假如|怎么办|会不会|不会(?!再|原谅)|(?:不想|别|不要|不能)(?:跟|和|与)[你我](?:分手|绝交)|(?:不想|别|不要|没有?)(?:分手|绝交)|今[天晚]|这个话题|哈哈|周[一二三四五六日天]/u;
const elsewhereEn =
  /\b(?:he|she|they|him|her|them|boyfriend|girlfriend|husband|wife|ex|mom|mum|dad|friend|boss|movie|song|book|if|would|i'd|never break|won't break|should we|lol|lmao|haha\w*|joking|to hear)\b/;
/** What people beg pardon for in passing. */
const trifle =
  /迟到|来晚|回晚|打错|手滑|没看到|忘了回|打扰|错字|\b(?:late|typo|missed|spelling|slow reply|bother)\b/;

/** True where a text says in so many words that it is over, or where it goes the other way, makes peace. */
export function statesTurn(from: RelationshipLevel, to: RelationshipLevel, text: string): boolean {
  const colder = isColder(to, from);
  const plain = asRead(text).toLowerCase();
  if (!colder && trifle.test(plain)) return false;
  return plain
    .split(/[。！？!?；;，,\n…~]+|\.(?=\s|$)/)
    .map((clause) => clause.trim())
    .some(
      (clause) =>
        !elsewhere.test(clause) &&
        !elsewhereEn.test(clause) &&
        (colder ? breaks : reconciles).some((pattern) => pattern.test(clause)),
    );
}
