// Whether the person tells in a message what nobody else has heard: it counts as self-disclosure in the trust rule (R31).
import { plainText } from "./phrases.ts";

const people =
  "(?:别人|任何人|其他人|旁人|外人|谁|人|家里人?|家人|爸妈|父母|[我]?(?:妈妈?|爸爸?|老公|老婆|朋友|闺蜜)|第二个人)";
const chinese = new RegExp(
  [
    `(?:从来?没有?|还没|一直没|都没|没有?|从未|不敢|没敢)(?:跟|和|对|向|同)(?:过)?${people}(?:这样|这么)?(?:说|讲|提|聊|坦白|开口)(?:起|到)?过?(?:[，,。.!?~\\s]|$|这|我|的)`,
    `(?:从来?没有?|还没|一直没|没有?|从未|不敢|没敢)告诉过?${people}`,
    "(?:只|就|仅)(?:跟|和|对)你(?:一个人)?(?:说|讲|提)|(?:只|就)告诉(?:过|了)?你(?![们的])",
    "你是(?:第一个|唯一一?个?)(?:知道|听我说|听我讲|听到|我(?:愿意|想|敢)?(?:告诉|说))",
    "第一次(?:跟|和|对|向)(?:你|人|别人)(?:说|讲|提|聊|坦白)",
    "(?:没人|没有人|谁(?:都|也)(?:不|没))知道(?:这|我)",
    "(?:憋|藏|压|埋)在(?:我)?心里(?:好|很)?(?:久|多年|几年|[一二三四五六七八九十两]+年)",
  ].join("|"),
  "u",
);
const english =
  /\b(?:i've|i have|i) (?:never|not)(?: ever| really)? (?:told|said this to|talked about (?:this|it) (?:to|with)|admitted (?:this|it) to|shared this with) (?:any(?:one|body)|a (?:living )?soul|my [\w-]+|another person)\b|\bi haven't told (?:any(?:one|body)|a soul|my [\w-]+)\b|\bi've never said (?:this|it|that) out loud\b|\byou(?:'re| are) the (?:first|only) (?:person|one)(?: who| that)?(?: i(?:'ve| have)? (?:ever )?(?:told|said)| knows| i can tell| to (?:know|hear))|\b(?:nobody|no one|no-one)(?: else)? knows (?:this|that|about|i|how i)\b|\bi(?:'ve| have)? only (?:ever )?told you\b|\bfirst time i(?:'m| am|'ve| have)(?: ever)? (?:saying|telling|said|told|talking|talked)\b/;
/** Told about others: 他从来没跟别人说过 opens nobody's own heart. */
const reported = /^(?:他|她)们?|^(?:he|she|they)\b/;

/** True where the person says that they tell it to nobody else, or for the first time. Quotations are none. */
export function isConfided(text: string): boolean {
  const plain = plainText(text.slice(0, 600)).trim();
  return !reported.test(plain) && (chinese.test(plain) || english.test(plain));
}
