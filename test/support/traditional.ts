// Test sentences in traditional characters: the twin of one that is written in simplified ones.
import { simplified } from "../../src/schema/simplified.ts";

/** Characters that somebody who writes in traditional ones writes alike, or that stand for words that only share a form in simplified ones. */
const alike = new Set("果豆了只面里家才布托回注它你姐制卷胡松困台出吃群峰念占升借曲折岳沈同征致凶泛麻向谷只");
/** Of several traditional forms the one that is meant most. */
const preferred: Record<string, string> = Object.fromEntries(
  "干幹 系係 个個 伪偽 尽盡 别別 汇匯 启啟 叹嘆 尝嘗 恶惡 当當 团團 采採 坛壇 奖獎 妆妝 复復 忧憂 挂掛 历歷 枪槍 毁毀 冲衝 湿溼 为為 炼煉 烟煙 获獲 产產 发發 荡盪 众眾 签簽 绝絕 绣繡 绿綠 线線 骂罵 脏髒 铺鋪 艳豔 药藥 证證 说說 谣謠 赞讚 迹跡 钩鉤 录錄 钟鐘 鉴鑑 闲閒 关關 斗鬥 鸡雞 须須 颜顏 饥飢 馈饋 么麼 着著 并並 周週"
    .split(" ")
    .map((pair) => [pair.charAt(0), pair.charAt(1)]),
);

const forms = new Map<string, string>();
for (let point = 0x4e00; point <= 0x9fff; point++) {
  const simple = String.fromCharCode(simplified(point));
  const full = String.fromCharCode(point);
  if (simple !== full && !forms.has(simple)) forms.set(simple, full);
}

/** The text in traditional characters, sign for sign; what is written alike in both stays. */
export function traditional(text: string): string {
  return [...text]
    .map((sign) => (alike.has(sign) ? sign : (preferred[sign] ?? forms.get(sign) ?? sign)))
    .join("");
}
