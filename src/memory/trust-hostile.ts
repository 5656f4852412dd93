// Whether the person turns against the companion in a message: one of the negative events of the trust rule (R31).
import { plainText } from "./phrases.ts";

const harmless =
  /讨厌(?:啦|鬼)|讨厌,|滚(?:烫|动|床单|筒)|烦死人啦|你真讨厌(?:啦|呀|~|～)|死鬼|笨蛋你|傻瓜|\bi hate (?:it when you(?:'re| are) right|that you're right|you lol|you haha)|\bshut up,? (?:no way|really|that's)|\bleave me alone with\b/g;
const chinese =
  /(?:^|[,，。.!?\s]|你)(?:给我)?(?:滚(?:开|蛋|吧|远点)?(?=$|[,，。.!?\s])|闭嘴|去死(?!机|党)|(?:真|太|好)?(?:恶心|烦人)(?=$|[,，。.!?\s]))|(?:我)?(?:真的?|很|好|最|特别|再也)?(?:讨厌|恨|受够|烦透|烦死)(?:了)?你|(?:别|不要)(?:再)?(?:来)?(?:烦|惹|理|联系|找)我|(?:不想|懒得|再也不)(?:再)?(?:理|见到?|看到|跟你(?:说|聊)|和你(?:说|聊))(?:话|天)?(?:你|了)|你(?:就|才|真|真的)?(?:是|个)+(?:废物|垃圾|骗子|傻[逼b叉]|白痴|脑残|智障|神经病|贱人)|(?:傻[逼b叉]|操你|去你妈|你妈的|王八蛋|混蛋你)|我(?:对你)?(?:太|很|真)失望(?!的是他|的是她)/;
const english =
  /\bi (?:really |just |fucking |honestly )?(?:hate|despise|can't stand|loathe) (?:you|u)\b|\bshut (?:the (?:fuck|hell) )?up\b|\bfuck (?:you|off)\b|\bscrew you\b|\bgo to hell\b|\bleave me alone\b|(?:^|[.!?,]\s*)get lost\b|\bpiss off\b|\bstop (?:texting|messaging|bothering|contacting) me\b|\bi(?:'m| am) (?:sick|tired|done) (?:of|with) (?:you|talking to you)\b|\b(?:you're|you are|ur) (?:such |just )?(?:an? )?(?:\w+ )?(?:useless|worthless|liar|idiot|moron|stupid|pathetic|disgusting|piece of (?:shit|garbage|trash)|asshole|bitch)\b|\bi don't (?:ever )?want to (?:talk|speak) to you\b|\bnever (?:talk|speak|text) to me again\b/;
const joking =
  /哈哈|嘻嘻|开玩笑|逗你|[～~]\s*$|\b(?:lol|lmao|haha\w*|jk|just kidding|kidding)\b|😂|🤣|😝|😜|😆|🥰|😘|❤/u;
/** Told about others: "he said he hates you" is no quarrel with the companion, and quotations are gone already. */
const reported =
  /(?:他们?|她们?|老板|同事|我妈|我爸|前任|朋友)(?:[^,，。.!?我]{0,6})?(?:说|骂|让|叫|吼|对|跟|给)|\b(?:he|she|they|my \w+) (?:\w+ )?(?:said|told|says|yelled|shouted|texted|screamed)\b/;

/** True where the message attacks or sends away the one it is written to. Jokes, quotations and reports are none. */
export function isHostile(text: string): boolean {
  const plain = plainText(text.slice(0, 600));
  if (joking.test(plain) || reported.test(plain)) return false;
  const left = plain.replace(harmless, " ");
  return chinese.test(left) || english.test(left);
}
