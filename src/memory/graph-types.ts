// What an entity is, told by its name alone where the predicate does not tell: place, organisation, animal, food, music, activity, time (A37).

/** type | names as a whole; both languages, small letters. */
const nameRows = `
place | 北京 上海 广州 深圳 杭州 南京 苏州 成都 重庆 武汉 西安 天津 青岛 厦门 长沙 大理 昆明 郑州 济南 沈阳 大连 哈尔滨 香港 台北 澳门 东京 大阪 首尔 新加坡 曼谷 伦敦 巴黎 柏林 纽约 中国 日本 韩国 美国 英国 法国 德国 泰国 海边 老家 beijing shanghai london paris berlin tokyo rome madrid leeds oslo dublin chicago boston toronto sydney china japan france germany italy spain england america
animal | 猫 狗 兔子 仓鼠 鹦鹉 乌龟 金鱼 小猫 小狗 cat dog rabbit hamster parrot tortoise turtle goldfish kitten puppy horse
food | 咖啡 茶 奶茶 火锅 寿司 香菜 辣椒 芒果 花生 虾 海鲜 牛奶 啤酒 红酒 巧克力 蛋糕 饺子 面条 米饭 榴莲 苦瓜 螃蟹 坚果 鸡蛋 川菜 粤菜 coffee tea sushi coriander cilantro mango mangoes peanut peanuts shrimp seafood milk beer wine chocolate cake noodles rice pizza pasta cheese nuts eggs
music | 爵士乐 摇滚 民谣 古典乐 古典音乐 钢琴曲 说唱 jazz rock folk classical hip-hop blues techno
activity | 跑步 游泳 爬山 徒步 瑜伽 健身 篮球 足球 羽毛球 网球 乒乓球 画画 摄影 看书 读书 旅行 做饭 钓鱼 骑车 滑雪 下棋 running swimming hiking yoga basketball football soccer tennis badminton painting photography reading travelling cooking fishing cycling skiing chess climbing dancing gardening
`;
const named: ReadonlyMap<string, string> = new Map(
  nameRows
    .trim()
    .split("\n")
    .flatMap((row) => {
      const [type = "", names = ""] = row.split(" | ");
      return names.split(" ").map((name): [string, string] => [name, type]);
    }),
);

/** type | the end of a longer name. */
const endings: readonly (readonly [string, RegExp])[] = [
  [
    "organisation",
    /.(?:公司|集团|大学|学院|中学|小学|高中|医院|银行|出版社|事务所|工作室|乐队|俱乐部|幼儿园|书店|研究所)$|\b(?:university|college|school|hospital|bank|company|inc|ltd|club|studio|institute)\.?$/,
  ],
  [
    "place",
    /.(?:省|市|县|区|镇|村|街|路|巷|岛|湖|江|公园|机场|车站|小区|广场)$|\b(?:city|street|road|avenue|park|island|lake|river|airport|station|village|county|bay|beach)$/,
  ],
  ["music", /.(?:音乐|乐曲|交响曲|奏鸣曲)$|\b(?:music|symphony|sonata)$/],
  ["time", /^\d{1,4}(?:[-年/.月]|$)|.(?:月\d{1,2}[日号]|年)$|^(?:周|星期)[一二三四五六日天末]$/],
];

/** What a name says of the thing it names; undefined where it says nothing. `folded`: as `foldName` gives it. */
export function typeOfName(folded: string): string | undefined {
  return named.get(folded) ?? endings.find(([, ending]) => ending.test(folded))?.[0];
}
