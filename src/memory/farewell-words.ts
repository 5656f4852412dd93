// The words people part with, in Chinese and English; `farewell.ts` says how they make a farewell (A48).

const words = (text: string): string[] => text.split(/[\s|]+/).filter(Boolean);
const phrases = (text: string): string[] =>
  text
    .split(/[|\n]/)
    .map((phrase) => phrase.trim())
    .filter(Boolean);

/** Each of `starts` before each of `ends`. */
function joined(starts: readonly string[], ends: readonly string[]): string[] {
  return starts.flatMap((start) => ends.map((end) => start + end));
}

const laterZh = words(
  "下次 下回 回头 改天 改日 明天 明儿 后天 周末 下周 晚点 晚上 今晚 一会 一会儿 待会 待会儿 等会 等会儿 以后 有空 有时间 有机会 忙完 下班 睡醒 醒了",
);

/** Words that part by themselves. */
export const coreZh = new Set([
  ...words(`再见 再会 拜拜 拜 掰掰 掰 白白 晚安 安安 回见 回聊 告辞 失陪 有缘再见
    bye byebye goodbye goodnight gn 88 886 8888 3166 886886 拜了个拜 拜了 溜了 闪了 撒由那拉 萨瓦迪卡
    不聊了 先不聊了 不聊啦 先聊到这 聊到这 聊到这里 聊到这儿 就聊到这 就聊到这里 就聊到这儿 就到这里吧 就到这吧 今天就到这 今天就到这里 今天就这样 今天先这样 先这样 先这样吧 先到这 先到这里 先到这儿
    说再见 说晚安 说拜拜 道晚安 道别 跟你道别 先不说了`),
  ...joined(
    laterZh,
    words(
      "聊 再聊 聊吧 接着聊 继续聊 见 再见 找你 再找你 找你聊 再找你聊 联系 再联系 跟你聊 再跟你聊 和你聊 再和你聊 来找你 再来找你",
    ),
  ),
]);

/** Leaving, sleeping and the like: a farewell where the person says it of now ("我先睡了"), a report where not ("昨天他睡了"). */
export const leavingZh = new Set([
  ...joined(
    words(
      "先 我先 我 去 我去 先去 我先去 要 我要 我要去 要去 该 我该 该去 我该去 得 我得 得去 我得去 准备 我准备 滚去 爬去 赶紧去",
    ),
    words("睡 睡了 睡啦 睡觉 睡觉了 睡觉啦 睡觉去 睡觉去了 休息 休息了 休息啦 忙 忙了 忙啦 忙去了"),
  ),
  ...joined(
    words("先 我先 我要 要 我该 该 我得 得 我要先 得先"),
    words("走 走了 走啦 撤 撤了 撤啦 溜 溜了 闪 闪了 下 下了 下啦 下线 下线了 挂了 告退"),
  ),
  ...words(
    "睡了 睡啦 睡觉了 睡觉去了 睡觉啦 我睡了 我走了 走了走了 走啦 我走啦 我撤了 我下线了 下线了 下了下了 我溜了 我闪了 去忙了 忙去了 休息了",
  ),
]);

/** What may stand before, between and behind, and means nothing by itself here. */
export const aroundZh = new Set(
  words(`好 好了 好啦 好吧 好的 好滴 好嘞 好哒 好呀 行 行了 行吧 行啦 嗯 哦 噢 喔 哎 诶 唉 啊 呀 呢 哈 嘿 嗨 那 就 先 那就 那么 那我 那我就 那我们 那咱们
    我 我们 咱 咱们 俺 今天 今晚 今儿 时间 不早了 不早啦 太晚了 很晚了 晚了 太困了 好困 困了 我困了 困死了 真的 该 要 得 必须 来 去 也 都 还是 跟你 和你 给你 对你 跟大家 向你 你 您 你们 大家 各位 亲 亲爱的 宝 宝贝 宝宝 老公 老婆 哥 姐 哥们 姐妹 朋友 朋友们
    了 啦 吧 哟 哦 呦 嘛 呗 咯 喽 哒 哈哈 嘻嘻 呜呜 么么 么么哒 爱你 爱你哦 想你 不说了 不说啦 不多说了 不打扰你了 不打扰了 不吵你了 算了 ok okay 嗯嗯 好好 那个 真 最后 再 一下 就此 暂时 要跟你 要和你 ok了 安
    做个好梦 好梦 早点睡 早点休息 早睡 明早 明天 下周`),
);

/** Clauses that may follow a farewell without taking it back. */
export const closersZh =
  /^(?:(?:你|您|大家|记得|要|也|都|那|祝|愿你|今晚|今天)*(?:早点|早些|赶紧|快|好好)?(?:睡|休息|好梦|做个好梦|做个美梦|美梦|晚安|保重|注意身体|照顾好自己|别熬夜|别太累|开心|吃饭|盖好被子|加油)(?:吧|哦|啦|呀|了|啊|哟|觉)*|.{0,6}(?:谢谢|谢啦|感谢|多谢|辛苦).{0,10}|(?:今天|今晚|跟你|和你|真的?|我?很|聊得|聊天)*.{0,3}(?:开心|高兴|愉快)(?:啊|呀|了|哦)?|(?:我)?(?:永远)?(?:爱|想)你(?:们)?(?:哦|啦|呀|哟)?|(?:明天|明早|明儿|下次|回头|改天|晚点|周末|到时候?|醒了|忙完).{0,2}再?(?:聊|见|说|告诉你|跟你说|和你说|找你|联系|继续|来).{0,8}|(?:等我|梦里见|梦到我|抱抱|亲亲|摸摸头?|mua|挥手|(?:我)?(?:太|好)?困(?:死)?了|不早了|太晚了|明天还要(?:上班|上课|早起|上学|考试).{0,4}|(?:我)?要(?:睡|休息)了))$/;

/** Short clauses that call back what was just said. */
export const takesBack =
  /^(?:等等|等下|等一下|等会|等会儿|且慢|慢着|不对|对了|啊不|才怪|骗你的?|骗你呢?|开玩笑.{0,3}|逗你.{0,3}|我说着玩.{0,3}|no|not|wait|wait.*|just kidding|jk|kidding|actually.*|joking)$/;

/** A report about others or the past, in which leaving and sleeping are no farewell. */
export const reportZh =
  /昨|前天|刚才|后来|当时|那天|那时|那晚|以前|上次|上周|结果|于是|然后|他|她|它|爸|妈|孩子|儿子|女儿|小孩|同事|老板|朋友说|每次|总是|如果|要是|假如|的时候/;

const now = phrases("now | for now | right now | for today | for tonight | here | then");

const goEn = phrases(
  "gotta go | got to go | g2g | gtg | gotta run | got to run | have to go | have to run | need to go | should go | should get going | must go | must be going | better go | better get going | have to leave | gotta leave | should head out | should head off | should be going | gotta bounce | gotta dash",
);
const bedEn = phrases(
  "off to bed | off to sleep | going to bed | going to sleep | heading to bed | heading off | heading out | heading to sleep | gonna sleep | gonna go to sleep | gonna go to bed | going to go to bed | hitting the hay | hitting the sack | signing off | logging off | calling it a night | calling it a day | turning in | gonna head out | gonna head off | gonna get some sleep | gonna get some rest | out of here | outta here | leaving now",
);

/** Set phrases that part by themselves; the person stands before them where it must ("i gotta go"). */
export const coreEn = new Set([
  ...phrases(`bye | bye bye | byebye | byes | buh bye | bye for now | bai | baibai | goodbye | good bye | goodbye for now | good night | goodnight | gnight | g'night | night night | nighty night | nite | nite nite | gn | good nite
    ttyl | ttys | talk later | talk soon | talk tomorrow | talk to you later | talk to you soon | talk to you tomorrow | talk to ya later | talk to u later | talk again soon | talk more later | talk more tomorrow | let's talk later | let's talk tomorrow | chat later | chat soon | chat tomorrow | chat with you later | speak soon | speak later | speak tomorrow
    see you | see ya | see u | cya | c ya | see you later | see ya later | see u later | see you soon | see ya soon | see you tomorrow | see ya tomorrow | see you around | see ya around | see you next time | see you next week | see you tonight | see you then | see you in the morning | see you when i see you | later gator | laters | later alligator | catch you later | catch ya later | catch you tomorrow | i'll be off | be seeing you
    until next time | till next time | till tomorrow | until tomorrow | until then | farewell | so long | cheerio | toodles | toodle oo | ta ta | tata | ciao | adios | au revoir | sayonara | peace out | take care | sweet dreams | sleep well | sleep tight | have a good night | have a great night | have a nice night | have a lovely night | have a good one | have a good evening | have a nice evening | have a good day | have a great day | have a nice day | night all | night everyone | night everybody | i'll let you go | that's all for today | that's all for tonight | that's it for today | that's it for tonight`),
  ...["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "the weekend"].flatMap(
    (day) => [`see you ${day}`, `see you on ${day}`, `talk on ${day}`],
  ),
  ...["", "i ", "i've ", "i really ", "i'd ", "i think i ", "i guess i ", "we "].flatMap((who) =>
    goEn.map((go) => who + go),
  ),
  ...["", "i'm ", "im ", "i am ", "i think i'm ", "we're "].flatMap((who) => bedEn.map((bed) => who + bed)),
  ...phrases(
    "i'm off | im off | i am off | i'm out | im out | i'm leaving now | i'm done for today | i'm done for tonight | i'll go now | i'll go to bed | i'll go to sleep | i'll head out | i'll head to bed | i'll get going | time to go | time for bed | time to sleep | bedtime for me | bed time for me",
  ),
]);

export const aroundEn = new Set([
  ...now,
  ...phrases(
    `ok | okay | k | kk | alright | all right | right | well | anyway | anyways | so | and | but | cool | great | fine | yeah | yep | yes | sure | oh | ah | aw | hey | hmm | um | really | just | guess | think | sorry | thanks | thank you | thank you so much | thanks a lot | thanks for today | thanks for the chat | love you | love ya | love u | miss you | i love you | i'll | i will | we'll | it's late | it's getting late | getting late | i'm tired | i'm sleepy | to you | to you too | you too | again | all | everyone | everybody | guys | friend | my friend | my dear | dear | my love | love | honey | sweetie | sweetheart | darling | babe | baby | buddy | mate | dude | man | to work | to class | to sleep | to bed | xx | xoxo | nice talking to you | nice chatting | nice talking | it was nice talking to you | great talking to you | good talking to you | was nice talking to you | and you | finally | must say | let me say | have to say | gotta say | say`,
  ),
]);

export const closersEn =
  /^(?:(?:thanks|thank you|thx|ty)\b.*|(?:i )?(?:really )?(?:love|miss|adore) (?:you|ya|u)(?: so much| lots| too)?|(?:it was |this was |that was )?(?:so )?(?:nice|great|good|lovely|fun) (?:talking|chatting|catching up)\b.*|(?:this|today|tonight|that) was (?:so |really )?(?:nice|fun|great|lovely)|(?:have|hope you have) (?:a|an) [a-z ]{1,24}|sleep (?:well|tight)|(?:don't|do not) (?:stay up|work) too (?:late|hard|much)|(?:i'm |im )?(?:so |really |too )?(?:tired|sleepy|exhausted|beat)|(?:i )?(?:have|got|need) (?:an early|to be up early|to get up early|to wake up early).*|early (?:day|start|morning|meeting) tomorrow|(?:it's|its) (?:so |too |really |getting )?late|(?:i'll|i will|let's|we'll) (?:talk|tell you|see you|be back|text|write|message|chat|catch up|continue)\b.*|hugs|kisses|you too|to you too|same to you|be (?:safe|good|well))$/;
