// Greetings, good wishes and how-are-yous: words that open or close a talk and ask for nothing that was said before (A231).
import { simplify } from "../schema/simplified.ts";
import { isMadeOf, type Vocabulary } from "./phrases.ts";

const words = (list: string) => new Set(list.split(" ").filter((word) => word !== ""));

/** 我 stands in whole phrases only: 我最近心情怎么样 asks about the past, 你最近怎么样 does not. */
const chinese: Vocabulary = {
  around: new Set(),
  core: words(
    "你好 您好 大家好 嗨 哈喽 哈啰 哈罗 嘿 喂 hi hello 早 早安 早啊 早上好 早晨好 上午好 中午好 午安 下午好 傍晚好 晚上好 晚安 好梦 做个好梦 " +
      "愉快 快乐 安康 顺利 恭喜 恭喜发财 新年好 过年好 生日快乐 有人 有人吗 周一好 周五好 周五愉快 在 在吗 在不在 在么 在嘛 在线 在家 醒 睡醒 起床 起来 睡 睡觉 睡得 休息 吃 吃过 吃饭 吃早饭 吃午饭 吃晚饭 吃饱 " +
      "忙 忙完 忙不忙 有空 有时间 方便 空闲 聊 聊聊 聊天 聊会儿 聊一会儿 聊两句 说说话 说话 唠嗑 我来了 我来啦 我又来了 我又来啦 来找你 来看你 我回来了 我回来啦 回来了 回来啦 " +
      "我到家了 我到家啦 我到了 我到啦 到家 陪 陪我 陪你 陪陪我 晚饭 早饭 午饭 早餐 午餐 晚餐 夜宵 开始 我在 我醒了 我起床了 我也是 我也很好 我很好 我想你 我想你了 我很想你 我好想你 想你 好想你 想我 想我了 有没有想我 想没想我 爱你 我爱你 我也爱你 我喜欢你 爱我 爱不爱我 喜欢我 喜不喜欢我 你是谁 你叫什么 你叫什么名字 你几岁 你多大 你会什么 聊点什么 说点什么 聊会儿天 聊会天 讲个笑话 讲笑话 讲个故事 给我 猜我在干嘛 猜猜我在哪 猜猜我在干嘛 好久不见 好久没见 好久没聊 好久没聊天 多日不见 " +
      "怎么样 怎样 咋样 咋 如何 好吗 好嘛 好么 好不好 还好 过得 可好 心情 精神 开心 高兴 干嘛 干吗 干啥 干什么 做什么 做啥 忙什么 忙啥 " +
      "谢谢 谢谢你 谢啦 多谢 感谢 辛苦 辛苦了 不客气 客气 再见 拜拜 拜 回见 回头见 明天见 明儿见 待会见 待会儿见 一会儿见 下次见 晚点见 么么哒 抱抱 亲亲 加油 嗯嗯 好的 好呀 好啊 好嘞 行 收到 知道了 明白 " +
      "认识你 见到你 看到你 遇见你 又见面 见面 多关照 请多关照 天气 天气好 天气真好 注意身体 保重 照顾好自己 吱一声 打招呼 打个招呼 报到 签到 冒个泡 真的 真的吗 没事 哈哈 嘻嘻 " +
      "呀 啊 啦 哦 哟 哒 呢 呐 吧 吗 嘛 么 哈 嗯 喔 噢 欸 诶 呗 喽 咯 唷 了 的 过 着 得 你 您 你们 大家 各位 咱 咱们 宝 宝宝 宝贝 亲爱的 亲 朋友 老朋友 老友 伙计 " +
      "今天 今日 今早 今晚 今儿 昨晚 现在 这会儿 这两天 这几天 最近 近来 近况 这段时间 一天 新的一天 早上 上午 中午 下午 傍晚 晚上 夜里 周末 假期 节日 新年 元旦 春节 元宵 端午 七夕 中秋 国庆 圣诞 圣诞节 情人节 " +
      "又 也 还 都 真 好 很 挺 太 多 更 再 才 就 先 可以 能 会 要 想 有 没 没有 不 是 不是 和 跟 给 祝 愿 希望 一切 天天 每天 一下 一会儿 一声 一起 请 来 去 在 怎么 那么 这么 " +
      "好好 早点 乖乖 慢慢 随便 终于 刚 刚刚 已经 不错 美好 晴朗 温暖 舒服 棒 时候 时间 人",
  ),
};

/** Each word of an English clause must be one of these; "my" is none of them, and "I" only where it is said with what follows. */
const english = words(
  "a about afternoon again all already am an and any anything are aren't around asleep at awake awesome back be beautiful bed been being bestie bit blessed breakfast bright buddy busy by bye can catch chat chatting checking cheers chill cool could cozy cutie darling day days dear did dinner do doin doing dream dreams dropping dude early eat eaten enjoy enjoying evening ever everybody everyone everything fam far feel feeling feels fella fine folks for free friend from fun glad gm gn go goes going good goodbye goodnight gorgeous got gotta great greetings guys had hanging happening happy has have haven't having hear hello here hey heya hi hiya holding holla home honey hope hopefully hoping how how's howdy hows hru hug hugs hun in is isn't it it's its just kind last later let's life little ll long love lovely luck lunch make man mate meet meeting merry minute miss missed moment morn mornin morning much new nice night nighty nite no noon not now of oh ok okay on online our pal partner peace peachy peeps pleasant please pleased popping pretty ready really relaxing rested right rise say saying see seeing seen shine sleep sleeping slept so some sounds stay stopping sunny sunshine sup super sure sweet sweetheart sweetie sweety ta take talk talking than thank thanks that the there these things think thinking this tight time to today tomorrow tonight too top treating tucked up us very wake was wassup wave waves we weather week weekend welcome well were what what'd what's whatcha whats whazzup while wish wishing with wonderful would y'all ya yay year yo you you're your youre yours yourself",
);
const englishPhrases =
  /\b(?:i'?m|i am|i'm just|i) (?:back|home|here|up|awake|good|fine|great|well|okay|ok|happy to|glad to|hope|miss(?:ed)? you|love you|just|wanted|want|wish|like to|was thinking|thought i'd|thought i would|came|come)\b|\b(?:did|do|have|are) you miss(?:ed|ing)? me\b|\bmiss me\b|\b(?:me|i) too\b|\b(?:happy|merry|good) (?:\w+day|birthday|christmas|xmas|easter|thanksgiving|holidays?|new year)(?: to)?\b|\bit's (?:finally )?(?:fri|satur|sun|mon)day\b|\btalk to me\b|\bkeep me company\b|\b(?:i'd|i would) (?:like|love) to (?:chat|talk|say)\b|\b(?:i|we) have to go\b|(?:\bi(?:'m| am) )?\bgoing to (?:sleep|bed)\b|\bdo you (?:love|like|miss) me\b|\bguess what\b|\bwho are you\b|\bwhat(?:'s| is) your name\b|\bhow old are you\b|\btell me (?:a joke|a story|something)\b|\bmy (?:friend|dear|love|darling|pal)\b|\bwanted to\b|\bsay(?:ing)? (?:hi|hello|hey)\b/g;

const han = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/**
 * True for a clause (`clausesOf`) that is greeting, wish, thanks or a how-are-you and nothing else, in either language; `names`
 * are those of the two, as they may stand in it.
 */
export function isSmallTalk(clause: string, names: readonly string[] = []): boolean {
  const bare = names.reduce(
    (text, name) => (name.trim() === "" ? text : text.replaceAll(simplify(name.trim().toLowerCase()), " ")),
    clause,
  );
  if (bare.trim() === "") return true;
  if (han.test(bare)) return isMadeOf(bare.replace(/\s+/g, ""), chinese);
  const rest = bare.replace(englishPhrases, " ");
  return rest
    .split(/\s+/)
    .filter((word) => word !== "")
    .every((word) => english.has(word.replace(/'s$/, "")) || english.has(word));
}
