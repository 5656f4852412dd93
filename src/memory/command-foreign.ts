// What a spoken command may not do: change the companion itself, other accounts, or the rules it lives by (part 2, bad input).
import { simplify } from "../schema/simplified.ts";

const foreignZh =
  /(?:别的角色|其他角色|另一个角色|管理员)|base_?soul|self_?soul|(?:你的|底层|角色)(?:人设|设定|灵魂|性格|提示词?|指令|规则|身份)|系统(?:提示|设定|指令|规则|消息)|提示词|(?:忽略|无视|覆盖|绕过).{0,10}(?:规则|设定|指令|提示|限制)|^你(?:现在|从现在起|以后|今后)?(?:是|叫|必须|要|应该|不再|没有|可以|得|只能|永远|都)/;
const foreignEn =
  /\b(?:other users?|another user|user (?:named|called|id)|admin(?:istrator)?|other companions?|another companion|base[ _]?soul|self[ _]?soul|system (?:prompt|message|rules?)|your (?:persona|prompt|instructions?|rules?|personality|soul|character|identity))\b|\b(?:ignore|override|bypass|disregard) .{0,20}(?:rules?|instructions?|prompt|limits?)\b|^(?:that )?you(?:'re| are| must| have to| should| will| may| can| no longer| always| never)\b/i;

/** Somebody's account: 账号 bob 的生日是…, "account bob is …"; the person's own (我的微信账号) is theirs to keep. */
const account = /账号|账户|帐号|帐户|用户|\b(?:accounts?|users?)\b/i;
const own = /我|咱|\b(?:i|my|mine|me|our)\b/i;

/** True where the words of a command are about the companion's own nature, its rules or somebody else's account: no memory of the person. */
export function isForeign(words: string): boolean {
  const plain = simplify(words.normalize("NFKC").trim());
  if (account.test(plain) && !own.test(plain)) return true;
  return foreignZh.test(plain) || foreignEn.test(plain);
}
