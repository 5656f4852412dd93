// Words that carry no content in either language: they neither find nor rank anything.

/** English function words and question words, apostrophes already removed. */
export const englishStopWords: ReadonlySet<string> = new Set(
  (
    "a about above after again all also am an and any are arent as at be because been before being below between both but by " +
    "can cant cannot could couldnt did didnt do does doesnt doing dont down during each ever few for from further get gets getting " +
    "got had has hasnt have havent having he hed hell her here hers herself hes him himself his how i id if ill im in into is isnt it its " +
    "itself ive just let lets like me might more most much my myself no nor not now of off oh ok okay on once one only or other our ours " +
    "out over own please really same shall she shes should shouldnt so some such than that thats the their theirs them then there theres " +
    "these they theyre this those though through to too under until up us very was wasnt way we well were werent weve what whats when " +
    "where which while who whom whose why will with wont would wouldnt yeah yes yet you youd youll your youre yours yourself youve " +
    "tell remember know hey hi hello thanks thank"
  ).split(" "),
);

/** Characters that are mostly grammar. A bigram made of two of them is no content. */
export const chineseStopCharacters: ReadonlySet<string> = new Set(
  "的了吗呢吧啊呀哦嗯呃哈嘛么啦喔唉诶我你您他她它们是在有和就不也都很还又这那个些什怎样会能要说到来与及或被把给让对从向为之其所以而且但如果因此则着过地得没可再跟请问谁哪几咱俩嘿啥咋",
);

/** Chinese words of two and more characters without content. */
export const chineseStopWords: ReadonlySet<string> = new Set(
  (
    "什么 怎么 怎样 为什么 什么样 怎么样 时候 什么时候 啥时候 干嘛 干吗 干啥 知道 觉得 记得 可以 一下 一个 一些 一点 这个 那个 这些 那些 这样 那样 这么 那么 " +
    "我们 你们 他们 她们 它们 咱们 自己 没有 有没有 是不是 能不能 会不会 还是 或者 如果 因为 所以 但是 不过 而且 然后 已经 现在 就是 不是 " +
    "可能 应该 需要 一直 还有 以及 关于 对于 通过 进行 非常 比较 真的 其实 哪里 哪个 哪些 多少 几个 告诉 有点 有些 的话 之前 以前 之后 以后 " +
    "一起 来着 好的 谢谢 请问 上次 那次 曾经 提到 提过 说过 聊过 聊到 讲过 过的 过什 记不"
  ).split(" "),
);
