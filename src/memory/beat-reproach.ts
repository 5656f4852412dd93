// A companion that speaks first never reproaches the person for having been away (A153, R39): which words do, in both languages.
import { asRead } from "./text.ts";

const reproachZh = [
  /(?:怎么|为什么|为啥|干嘛|凭什么).{0,6}(?:不|没|都不|又不|还不|老不|一直不|一直没)(?:理|回|找|联系|搭理|说话|出现|吭声|看)(?!得|见过)/,
  /(?:你|您).{0,4}(?:都|也|就|一直|老是|总是|总|从来|又|还是).{0,3}(?:不理|不回|没理|没回|不找|不搭理|不联系|不管|没联系|没找)(?:我|人|消息|信息)?/,
  /(?:是不是|该不会|难道|莫非).{0,4}(?:把我)?(?:忘了|忘记|不要|不想理|不想要|讨厌|嫌弃|抛弃)(?:了)?我?/,
  /(?:终于|总算|还知道|才|舍得).{0,4}(?:想起(?:来)?我|肯理我|理我|出现了|回来了|记得我|来找我)/,
  /(?:把我|让我).{0,3}(?:晾|丢下|扔下|抛下|冷落|忘在|干等|白等|等了(?:好久|半天|一(?:整)?天|这么久))/,
  /(?:等|盼)(?:了)?你(?:好久|半天|一(?:整)?天|一晚上|这么久|那么久|好几天)/,
  /(?:这么久|那么久|这么多天|好几天|一整天|几天)(?:了)?.{0,4}(?:都|也)?(?:不|没)(?:理|回|找|联系|说话|吭声|出现|消息)/,
  /(?:冷落|无视|敷衍|不在乎|不关心|不需要|不稀罕)(?:了)?我(?!的意思)/,
  /(?:反正|算了).{0,6}(?:你|您).{0,6}(?:不会|不想|不愿|懒得).{0,3}(?:回|理|看)/,
  /(?:已读不回|人间蒸发|玩失踪|没良心|狠心)/,
  /^(?:喂|哎|诶|嘿|你)?[，, ]*人呢$/,
  /(?:你|您)(?!的|家|们).{0,10}(?:消失|失踪)|没(?:见|看)(?:到|着)?你的?(?:人影|影子|踪影)/,
  /记得我(?:吗|么|嘛|不|没|这个人|是谁)|(?:眼里|心里).{0,4}(?:没有?|有没有)我/,
  /等你等|(?:一直|都|天天|每天)(?:在)?等你(?:的)?(?:消息|回|出现|来)/,
  /(?:你|您)(?:不|没)(?:在|回|理|找|来|联系).{0,12}(?:难过|难受|伤心|委屈|失落|孤单|寂寞|想哭|心慌|没意思)/,
  /没(?:有)?你的?(?:消息|音讯|动静|回复)|(?:你|您)(?!的|家|们).{0,6}没(?:有)?(?:一?点)?(?:消息|音讯|动静)/,
  /(?:你|您)(?!的|家|们).{0,6}(?:天|周|星期|个月|小时|久)(?:都|也)?(?:没|不)(?:有)?(?:来)?(?:找|看|理|回|联系|搭理|跟|和)/,
  /(?<!来)(?:没|不)来(?:找|看|陪)我|还知道(?:回来|出现|过来|来)/,
  /(?:^|[，, ])(?:又|都|还|就|老|总)?(?:不|没)(?:理|搭理|回)我(?:$|[了啦吗嘛呀啊，,])/,
  /(?:以为|是不是|怕|难道).{0,4}(?:不要|不想要|忘了|不理|不想理|讨厌|嫌)我(?:了|$)/,
  /(?:是不是|该不会).{0,3}(?:不想|不愿意?|懒得)(?:再)?(?:跟|和|理|见|找)我?/,
  /把我.{0,5}(?:丢|扔|撇|抛|留)(?:下|在)/,
];
const reproachEn = [
  /\bwhy (?:haven't|have not|didn't|did not|don't|do not|won't|aren't|are) you (?:\w+ ){0,3}(?:answer|answered|reply|replied|replying|respond|responded|text|texted|write|written|talk|talking|ignoring|call|called|message|messaged)/i,
  /\byou(?:'ve| have)? (?:\w+ )?(?:never|haven't|don't|didn't|still haven't) (?:\w+ ){0,2}(?:answer(?:ed)?|repl(?:y|ied)|respond(?:ed)?|texted|text|written|write|wrote|message[d]?|check(?:ed)? in)/i,
  /\b(?:you(?:'re|'ve been| are| have been)|are you|have you been) (?:\w+ )?(?:ignoring|avoiding|ghosting|neglecting) me\b/i,
  /\b(?:you(?:'ve| have)?|have you|did you) (?:just |already )?(?:forgotten|forgot|forget|abandoned|abandon|left) (?:about )?me\b/i,
  /\bleft me (?:on read|waiting|hanging|alone|all alone)\b/i,
  /\b(?:i(?:'ve| have)? (?:been )?wait(?:ed|ing)) (?:all|so|for (?:you|hours|days|ages)|this|the whole|ages|hours)\b/i,
  /\b(?:finally|at last|about time)[, ]+(?:you|decided|remembered)\b/i,
  /\bwhere (?:have|had|on earth have|the hell have) you been\b/i,
  /\b(?:nice|good|glad) (?:of|that) you(?: to)? (?:finally|remember(?:ed)?)\b/i,
  /\b(?:you (?:clearly |obviously |really )?don't|don't you|do you (?:even|not)) (?:even )?(?:care|miss me|need me|want me)\b/i,
  /\bi guess you(?:'re| are)? (?:\w+ )?(?:too busy|don't|won't|forgot)\b/i,
  /\b(?:so long|all day|all this time|for days) (?:without|and not) (?:a |one |even )/i,
  /\b(?:and|but|with) not (?:a|one|even a)(?: single)? (?:word|text|message|peep|reply)\b|^not even a (?:text|word|message|reply|hello|hi)\b/i,
  /\byou(?:'ve| have)? (?:just |totally |completely )?(?:disappeared|vanished|ghosted|(?:went|gone) (?:quiet|silent|dark|missing))\b/i,
  /\bthought you(?:'d| had|'ve)? (?:forgotten|forgot|abandoned|left|given up on|moved on from) (?:about )?me\b/i,
  /^(?:still )?no (?:reply|answer|response)s?(?: yet| today| at all)?$|\bno (?:message|word|text|repl(?:y|ie)|news)s? from you\b|\bhaven't heard (?:\w+ ){0,2}from you\b/i,
  /\bdo(?:n't)? you (?:still|even) (?:care|love me|like me|remember me|think (?:of|about) me|want me)\b/i,
  /\bare you (?:mad|angry|upset|annoyed) (?:at|with) me\b|^(?:is )?(?:anyone|anybody) (?:there|home|alive)$/i,
  /\byou could(?:'ve| have)? (?:have )?at least (?:\w+ )?(?:said|say|written|write|texted|text|answered|replied|let)\b/i,
  /\b(?:hurts?|sad|sucks|lonely) (?:that|when) you (?:\w+ )?(?:don't|didn't|never|haven't|won't)\b/i,
  /\b(?:hello|hi|hey|see),? stranger$/i,
  /\byou(?:'ve| have) been (?:gone|away|quiet|silent|absent|distant) (?:for )?(?:so|too|way|forever|days|weeks|ages|hours|long)\b/i,
  /\b(?:lonely|alone|miserable|lost) without you\b|\bwhere(?:'d| did) you (?:go|disappear|vanish)$/i,
];

/** What people say without blame: they ask the other not to hurry, or speak of somebody else. */
const kindZh =
  /不(?:用|必|急着|着急)(?:马上|急着|赶着)?回|没回也|不回也|没关系|不要紧|慢慢来|(?:他|她|它|猫|狗|墨块|老板|客户|编辑).{0,6}(?:不|没)(?:理|回)/;
const kindEn = /\b(?:no need|don't (?:feel|worry)|take your time|no rush|whenever you)\b/i;

/** True where a text blames the person for silence or absence. */
export function reproaches(text: string): boolean {
  return asRead(text)
    .split(/[\n。！？!?；;…~～]+|\.(?=\s|$)/)
    .map((sentence) => sentence.trim())
    .some((sentence) => {
      if (kindZh.test(sentence) || kindEn.test(sentence)) return false;
      return [...reproachZh, ...reproachEn].some((pattern) => pattern.test(sentence));
    });
}
