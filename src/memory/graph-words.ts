// What the words between two things mean: which edge a predicate is, and the words for kin (A36, A37).
import type { Edge } from "../schema/graph.ts";
import { asRead } from "./text.ts";

export type Meaning = {
  edge: Edge;
  type?: string;
  /** What the object mostly is (A37, A38). */
  object?: string;
  /** One at a time: a new object closes the old relation. */
  single?: boolean;
  node?: "Event" | "Trait";
};

/** edge | type | object | single? | the predicate as a pattern; the first that fits wins. */
const meanings: readonly (readonly [Meaning, RegExp])[] = [
  [{ edge: "ASSOCIATED_WITH", type: "allergy", object: "food" }, /过敏|\ballerg(?:ic|y|ies)\b|intoleran/],
  [
    { edge: "DISLIKES" },
    /讨厌|厌恶|(?<!不)反感|嫌弃|恨|不(?:太|怎么|爱|再|是很)?(?:喜欢|爱(?:吃|喝|看|听|玩)?|吃|喝)|忌口|\b(?:dislikes?|hates?|loathes?|can't stand|cannot stand|avoids?|doesn't (?:like|eat|drink)|does not (?:like|eat|drink)|no longer likes?)\b/,
  ],
  [
    { edge: "DISLIKES", type: "fear" },
    /害怕|恐惧|^怕|最怕|很怕|\b(?:afraid of|scared of|fears?|terrified of)\b/,
  ],
  [
    { edge: "HAS_TRAIT", type: "emotional_pattern", node: "Trait" },
    /容易(?:焦虑|紧张|生气|难过|激动|哭)|情绪(?:模式|特点)|一.{0,6}就(?:焦虑|紧张|难过|哭)|\b(?:gets? (?:anxious|nervous|angry|sad)|emotional pattern)\b/,
  ],
  [
    { edge: "HAS_TRAIT", type: "personality", node: "Trait" },
    /性格|个性|为人|脾气|特质|特点|\b(?:personality|trait|is (?:a )?(?:shy|kind|patient|stubborn|introvert|extrovert)|has (?:the )?trait|temper(?:ament)?)\b/,
  ],
  [
    { edge: "EXPERIENCED", node: "Event" },
    /经历|参加|毕业于?|考上|考过|去过|旅行|搬家|离职|辞职|受过|得过|做过手术|住过院|\b(?:experienced|went through|attended|took part|participated|graduated|survived|visited|travell?ed to|had surgery|moved)\b/,
  ],
  [
    { edge: "ASSOCIATED_WITH", type: "home", object: "place", single: true },
    /住在?|居住|定居|\b(?:lives? (?:in|at)|living in|resides?|based in|home is)\b/,
  ],
  [
    { edge: "ASSOCIATED_WITH", type: "origin", object: "place", single: true },
    /来自|老家|家乡|出生(?:于|在)|籍贯|\b(?:comes? from|from|born in|hometown|native of)\b/,
  ],
  [
    { edge: "ASSOCIATED_WITH", type: "work", object: "organisation", single: true },
    /(?:工作|上班|任职|就职)(?:于|在|单位)?|在.*(?:工作|上班)|供职|\b(?:works? (?:at|for)|employed (?:by|at)|employer)\b/,
  ],
  [
    { edge: "ASSOCIATED_WITH", type: "school", object: "organisation" },
    /就读|读书|上学|在读|\b(?:stud(?:ies|y|ying) at|goes to (?:school|university|college)|enrolled)\b/,
  ],
  [
    { edge: "ASSOCIATED_WITH", type: "occupation", object: "activity", single: true },
    /职业|工作是|当(?:了)?(?:一名|一个)?|做(?:的)?(?:是)?工作|\b(?:works? as|job is|occupation|profession|is (?:a|an) (?:\w+ )?(?:teacher|doctor|nurse|engineer|designer|student))\b/,
  ],
  [
    { edge: "ASSOCIATED_WITH", type: "pet", object: "animal" },
    /养|宠物|\b(?:has a (?:pet|cat|dog)|owns a (?:cat|dog|pet)|pets?|keeps? a)\b/,
  ],
  [
    { edge: "KNOWS_ABOUT", object: "activity" },
    /懂|了解|熟悉|精通|擅长|会(?:弹|拉|做|说|写|画|跳|唱|开|打|修)?$|知道|研究|学(?:过|习|会|着)|\b(?:knows? about|is good at|skilled|expert|can (?:play|speak|cook|draw|sing)|learn(?:s|ed|ing)?|studies|stud(?:y|ied|ying))\b/,
  ],
  [
    { edge: "LIKES", object: "music" },
    /(?:喜欢|爱|常)听|\b(?:listens? to|favou?rite (?:song|band|singer|music))\b/,
  ],
  [
    { edge: "LIKES", object: "food" },
    /(?:喜欢|爱|最爱)(?:吃|喝)|\b(?:likes? (?:to )?(?:eat|drink)(?:ing)?|favou?rite (?:food|dish|drink))\b/,
  ],
  [
    { edge: "LIKES" },
    /喜欢|热爱|爱好|最爱|偏爱|迷上|着迷|^爱|\b(?:likes?|loves?|enjoys?|adores?|fond of|fan of|prefers?|favou?rite|hobby)\b/,
  ],
  [
    { edge: "IN_RELATIONSHIP_WITH", type: "friend", object: "person" },
    /朋友|闺蜜|发小|哥们|死党|认识|\b(?:friends?|best friend|buddy|knows)\b/,
  ],
  [
    { edge: "IN_RELATIONSHIP_WITH", type: "work", object: "person" },
    /同事|上司|老板|领导|下属|徒弟|师傅|同学|室友|老师|学生|邻居|\b(?:colleague|co-?worker|boss|manager|mentor|classmate|roommate|teacher|student|neighbou?r)\b/,
  ],
  [
    { edge: "ASSOCIATED_WITH", type: "date", object: "time" },
    /生日|出生日期|纪念日|\b(?:birthday|anniversary|born on|date of)\b/,
  ],
  [
    { edge: "ASSOCIATED_WITH", type: "membership", object: "organisation" },
    /属于|加入|成员|会员|\b(?:belongs? to|member of|part of|joined)\b/,
  ],
  [
    { edge: "ASSOCIATED_WITH", type: "place", object: "place" },
    /位于|坐落|常去|^在$|^去$|\b(?:located|situated|is (?:in|near)|goes to|often at)\b/,
  ],
  [
    { edge: "ASSOCIATED_WITH", type: "practice", object: "activity" },
    /^(?:每天|每周|常|经常)?(?:打|踢|练|玩|弹|拉|跑|做)$|\b(?:plays?|practi[cs]es?|trains?)\b/,
  ],
  [
    { edge: "ASSOCIATED_WITH", type: "possession", object: "thing" },
    /^(?:有|拥有|买了?|开)(?:[一两][辆台个套把])?$|\b(?:owns?|has|have|bought|drives?)\b/,
  ],
];

/** Predicates that only say what something is called: subject and object are one. */
const naming =
  /^(?:的?(?:名字|全名|小名|昵称|外号|称呼)(?:是|叫|为)?|叫做?|名叫|名为|又叫|也叫|(?:is )?(?:named|called)|name|(?:full |nick ?)?name is|is known as|aka|also called|goes by)$/;

const denial =
  /(?:不|没有?|并非|未|无)(?:再|太|对.{0,12})?(?:是|会|过敏|住|懂|认识|知道|了解|怕|害怕|讨厌|养|在|工作|来自|经历|参加|去过)|\b(?:not|no longer|never|isn't|aren't|doesn't|don't|didn't|no)\b/;

/** Words for one kind of kin: Chinese | English. A person has one of the first fifteen at a time, of the others several. */
const kinRows: readonly string[] = [
  "妈妈 母亲 老妈 妈 妈咪 娘 | mother, mom, mum, mommy, mummy, mama",
  "爸爸 父亲 老爸 爸 爹 老爹 | father, dad, daddy, papa",
  "外婆 姥姥 外祖母 阿婆 | maternal grandmother",
  "外公 姥爷 外祖父 阿公 | maternal grandfather",
  "奶奶 祖母 阿嬷 | grandmother, grandma, granny, nana",
  "爷爷 祖父 | grandfather, grandpa, granddad",
  "老公 丈夫 | husband",
  "老婆 妻子 太太 媳妇 | wife",
  "男朋友 男友 | boyfriend",
  "女朋友 女友 | girlfriend",
  "伴侣 对象 另一半 爱人 | partner, spouse",
  "未婚夫 未婚妻 | fiance, fiancé, fiancee, fiancée",
  "婆婆 岳母 丈母娘 | mother-in-law",
  "公公 岳父 丈人 老丈人 | father-in-law",
  "闺蜜 | best friend",
  "哥哥 哥 | older brother, elder brother, big brother",
  "姐姐 姐 | older sister, elder sister, big sister",
  "弟弟 弟 | younger brother, little brother",
  "妹妹 妹 | younger sister, little sister",
  "兄弟 | brother",
  "姐妹 | sister",
  "儿子 | son",
  "女儿 闺女 | daughter",
  "前任 前男友 前女友 前夫 前妻 | ex, ex-boyfriend, ex-girlfriend, ex-husband, ex-wife",
  "表姐 堂姐 表妹 堂妹 表哥 堂哥 表弟 堂弟 | cousin",
  "叔叔 叔 伯伯 大伯 舅舅 舅 姑父 姨父 | uncle",
  "阿姨 姑姑 姑妈 姨妈 小姨 婶婶 舅妈 | aunt, auntie",
];
const oneAtATime = 15;

export type Kin = {
  id: string;
  /** The kind in one word: mother, husband, cousin … */
  type: string;
  single: boolean;
};

const kin: ReadonlyMap<string, Kin> = new Map(
  kinRows.flatMap((row, n) => {
    const [zh = "", en = ""] = row.split(" | ");
    const group = { id: `kin ${n}`, type: en.split(", ")[0] ?? en, single: n < oneAtATime };
    return [...zh.split(" "), ...en.split(", ")].map((word): [string, Kin] => [word, group]);
  }),
);

/** The kind of kin that a folded name is: 妈妈 and "mom" are one. */
export function kinOf(name: string): Kin | undefined {
  return kin.get(name);
}

const aroundKin =
  /^(?:的|有个?|有一个|has (?:an? )?|have (?:an? )?)|(?:是|叫|名叫|的?名字(?:是|叫)|'s name is| is named| is called| named| is| name)$/g;

/** The kin that a predicate speaks of, and its word. `reversed`: the subject is the kin of the object ("is the mother of", 是…的妈妈). */
export function kinPredicate(predicate: string): (Kin & { word: string; reversed: boolean }) | undefined {
  const plain = asRead(predicate).toLowerCase().trim();
  const word = plain.replace(aroundKin, "").replace(aroundKin, "").trim();
  const direct = kin.get(word);
  if (direct) return { ...direct, word, reversed: false };
  const turned =
    /^(?:is )?(?:the |an? )?(.+?) (?:of|to)$/.exec(plain)?.[1] ?? /^是(?:.{0,3}的)?(.+)$/.exec(plain)?.[1];
  const back = turned === undefined ? undefined : kin.get(turned);
  return turned === undefined || back === undefined ? undefined : { ...back, word: turned, reversed: true };
}

/** What a predicate means; without a pattern that fits it is ASSOCIATED_WITH, and its own word stays. */
export function meaningOf(predicate: string): Meaning & { negated: boolean } {
  const plain = asRead(predicate).toLowerCase().trim();
  const found = meanings.find(([, pattern]) => pattern.test(plain))?.[0] ?? {
    edge: "ASSOCIATED_WITH" as const,
  };
  // 不喜欢 is a dislike already; only what is not turned by its meaning is marked as denied.
  const negated = found.edge !== "DISLIKES" && denial.test(plain);
  return { ...found, negated: negated || (found.type === "fear" && denial.test(plain)) };
}

/** True where the predicate says that subject and object are one and the same (叫, "is called"). */
export function isNaming(predicate: string): boolean {
  return naming.test(asRead(predicate).toLowerCase().trim());
}
