// Whether a clause is about the person's animal, or names everybody but the person: then it proves nothing of the person.
import { simplify } from "../schema/simplified.ts";

const animalsZh = "狗子?|小狗|狗狗|猫咪?|小猫|猫猫|兔子|仓鼠|鹦鹉|乌龟|金鱼|鱼|鸟|龙猫|荷兰猪|宠物|毛孩子";
const animalsEn =
  "dogs?|puppy|pup|cats?|kitten|kitty|rabbits?|bunny|hamsters?|parrots?|birds?|horses?|ponies|pony|turtles?|tortoise|guinea pigs?|ferrets?|snakes?|lizards?|pets?";
const opens = new RegExp(
  `^\\s*(?:我们?|咱们?)(?:家|家里|养)?(?:的|那只|这只|那条|这条)?(?:大|小|老|胖|傻|两只|三只)?(?:${animalsZh})(?!叫|的?名字|粮|舍|窝|绳)|^\\s*(?:and |but |so )?(?:my|our) (?:[\\w-]+ ){0,2}?(?:${animalsEn})\\b(?!'s name)(?! (?:is|are) (?:called|named))(?! (?:called|named)\\b)`,
  "i",
);
const animal = new RegExp(`${animalsZh}|\\b(?:${animalsEn})\\b`, "i");
const others =
  /除了我(?!的|家|们|爱|喜欢|最)|除我之?外|除我以外|\b(?:everyone|everybody|all of (?:us|them)|anyone|anybody|nobody|no one|the (?:whole|entire) (?:family|team|class|office)) (?:but|except) (?:for )?(?:me|i|myself)\b/i;

/** 我家狗对鸡肉过敏: true where the clause opens with the person's animal and the claim does not say that it is about one. */
export function isOfPet(clause: string, claim: string): boolean {
  return (
    opens.test(simplify(clause.replace(/[’‘]/g, "'"))) && !animal.test(simplify(claim.replaceAll("_", " ")))
  );
}

/** 除了我，全家都…, "everyone but me": true where a sentence is about all others. */
export function leavesOut(sentence: string): boolean {
  return others.test(simplify(sentence));
}
