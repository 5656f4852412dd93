// The words for family in Chinese, by the key that facts about them use.

/** Who belongs to the family, by the English word that keys use. */
export const family: Readonly<Record<string, string>> = {
  妈妈: "mother",
  老妈: "mother",
  母亲: "mother",
  妈: "mother",
  爸爸: "father",
  老爸: "father",
  父亲: "father",
  爸: "father",
  爸妈: "parents",
  父母: "parents",
  奶奶: "grandmother",
  外婆: "grandmother",
  姥姥: "grandmother",
  爷爷: "grandfather",
  外公: "grandfather",
  姥爷: "grandfather",
  婆婆: "mother_in_law",
  岳母: "mother_in_law",
  丈母娘: "mother_in_law",
  公公: "father_in_law",
  岳父: "father_in_law",
  哥哥: "brother",
  弟弟: "brother",
  哥: "brother",
  弟: "brother",
  姐姐: "sister",
  妹妹: "sister",
  姐: "sister",
  妹: "sister",
  女儿: "daughter",
  闺女: "daughter",
  儿子: "son",
  孩子: "child",
  娃: "child",
  老公: "husband",
  丈夫: "husband",
  老婆: "wife",
  妻子: "wife",
  媳妇: "wife",
  男朋友: "boyfriend",
  男友: "boyfriend",
  女朋友: "girlfriend",
  女友: "girlfriend",
  对象: "partner",
  爱人: "partner",
};
const longestFirst = (words: readonly string[]) => words.toSorted((a, b) => b.length - a.length).join("|");
export const all = longestFirst(Object.keys(family));
const wordsOf = (...keys: string[]) =>
  longestFirst(Object.keys(family).filter((word) => keys.includes(family[word] ?? "")));
export const children = wordsOf("daughter", "son", "child", "brother", "sister");
export const lovers = wordsOf("husband", "wife", "boyfriend", "girlfriend", "partner");
export const elders = wordsOf("mother", "father", "grandmother", "grandfather");
