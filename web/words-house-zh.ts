// The words of the house that the first view needs beside words-zh.ts: the contact list's further rows, in Chinese.

export const zhHouse = {
  ownerReads:
    "说过的话和记忆都存在这台服务器上，服务器的主人看得到这些文件。不是你自己的服务器，就想好再说。",
  fromBrowser: (language: string, zone: string) =>
    `会用浏览器的语言和时区：${language}，${zone}。以后都能改。`,
  find: "找人",
  findHint: "名字，或者说过的半句话",
  nobodyFound: (text: string) => `没有找到「${text}」。换个字试试。`,
  foundCount: (count: number) => `找到 ${count} 位`,
  clearFind: "清掉",
  putAway: (count: number) => `收起的 · ${count}`,
  startTitle: "从这里开始",
  goOn: (name: string) => `还没和${name}说完「关于你」，接着说`,
  goOnStart: "接着刚才的，请一位来",
  /** Beside the bond, in a narrow list. */
  levels: { 特别关心: "特别关心", 关系较好: "较好", 一般: "一般", 关系冷淡: "冷淡", 决裂: "决裂" },
  edit: (name: string) => `${name}的资料`,
};

export type HouseWords = typeof zhHouse;
