// The words of feelings in both languages: which code each stands for and how strongly; `turn-emotion.ts` weighs them (A236).
import { type EmotionCode, emotionCodes } from "../schema/emotion.ts";

/** "none": the phrase only sounds like a feeling ("生日快乐", "happy birthday") and hides the word inside it. */
export type WordFeeling = { code: EmotionCode | "none"; strength: number };

/** code strength | words. Chinese words stand without blanks, so blanks part them; English phrases are parted by commas. */
const chineseRows = `
none 0 | 生日快乐 新年快乐 节日快乐 春节快乐 圣诞快乐 中秋快乐 元旦快乐 周末愉快 合作愉快 旅途愉快 假期愉快 不好意思 开心果 开心消消乐 快乐水 小确幸 美好生活 放心不下 关心则乱 气死猫 伤心太平洋 哭笑不得的 爱情片 悲伤蛙 生气勃勃 哭丧 爽肤水 烦请 麻烦你 麻烦您 辛苦你 累计 积累 累积 劳累死 疲劳驾驶 激动剂 满意度 满足感 委屈你了 怕是 恐怕 怕不是 哪怕 只怕 生怕麻烦 冤枉钱 冤大头 白了 好玩吗 有意思吗 没意思 惊喜价 气人不 小气 生气吗 难过吗 开心吗 高兴吗 累吗 怕吗 紧张吗 无所谓 困难 困境 贫困 累赘 烦恼歌 冷静 酸奶 喜剧 悲剧片 感冒 可怕的是 幸福路 幸福里 幸福小区 快乐大本营 满足条件 满足要求 欢喜冤家 很高兴认识 高兴认识 太好哭 好好哭 真好哭
joy 0.9 | 开心死 高兴死 激动死 幸福死 乐疯 开心炸 欣喜若狂 开心得不得了 高兴得不得了 喜极而泣 激动得 兴奋得 开心到飞起 别提多开心 别提多高兴 要乐死 太幸福
joy 0.75 | 开心得睡不着 激动得睡不着 高兴得睡不着 兴奋得睡不着 太好了 太棒了 太棒 好耶 万岁 好激动 激动 兴奋 狂喜 太爽 爽爆 爽翻 乐坏 乐开花 笑死 笑疯 笑喷 笑到肚子疼 笑出眼泪 笑得停不下来 中奖了 考上了 成功了 通过了 拿到offer 录取了 赢了 终于成了 惊喜 升职 加薪 涨工资 放假啦 放假了 终于放假 上岸 中大奖 求婚成功 脱单 母女平安 母子平安 满分 第一名 夺冠 获奖 拿奖 得奖 毕业啦 好激动 太激动 激动坏 拿到驾照 拿到了 终于做完 终于写完 终于完成 终于考完
joy 0.6 | 开心 高兴 快乐 幸福 喜悦 欢喜 好爽 太爽 真爽 很爽 乐死 乐了 偷着乐 哈哈哈 美滋滋 喜滋滋 乐呵 真好玩 好好玩 期待 迫不及待 等不及 骄傲 自豪 得意 心花怒放 过瘾 庆祝 满血复活 喜欢上 心动 恋爱了 在一起了 好起来 太幸运 美梦成真 大笑 笑出声 乐开怀 好嗨 雀跃 痛快 振奋
joy 0.45 | 哈哈 嘿嘿 嘻嘻 好玩 搞笑 好笑 逗死 哇塞 哇哦 哇 真不错 太甜了 喜欢死 爱死 有盼头
content 0.6 | 满足 知足 满意 心满意足 惬意 舒坦 踏实 安心 心安 安稳 治愈 岁月静好 好多了 好受多了 好些了 松了口气 松了一口气 松口气 如释重负 放心了 圆满 值了 值得 感动 温暖 暖心 心里暖 美好 感激 感谢有你 有你真好 你真好 欣慰 放下了 想开了 想通了 平静 宁静 安宁 心里舒坦 被理解 有你在 谢谢你陪 谢谢你听
content 0.45 | 舒服 愉快 愉悦 享受 放松 轻松 自在 悠闲 不错 挺好 蛮好 还不错 很好 真好 太香了 好香 好吃 好喝 好听 好看 好美 真美 漂亮 可爱 好暖 甜 喜欢 心情好 心情不错 状态不错 晒太阳 有意思 有趣 运气好 顺利 乐趣 天气真好 天气好 睡得好 睡了个好觉 省心 靠谱 悠哉 美味 清爽 凉快 温馨 有人疼
content 0.35 | 还行 还可以 不赖 谢谢 多谢 感谢 谢谢你记着
sad 0.95 | 心碎 崩溃 绝望 痛不欲生 生不如死 哭了一路 哭了一夜 哭了一晚上 哭了一整夜 泣不成声 嚎啕 大哭 哭到 哭得 撑不下去 撑不住 熬不下去 活着好累 心如刀割 万念俱灰 抑郁 伤心欲绝 难过死 难受死 活着有什么意义 活着没意思 没有意义 不想活 想死了 我想死 没有希望 看不到希望 撑不下 好绝望 人生好难
sad 0.8 | 难过 伤心 悲伤 痛苦 心痛 心酸 想哭 哭了 在哭 又哭 哭 掉眼泪 流泪 流眼泪 眼泪 分手 失恋 离婚了 去世 过世 走了一年 离世 没了爸爸 没了妈妈 葬礼 没工作了 被裁 被裁员 裁员 被辞退 落榜 没考上 失去 白干 不开心 不高兴 不快乐 快乐不起来 开心不起来 高兴不起来 笑不出来 提不起劲 振作不起来 病逝 流产 被甩 被分手 离了婚 想哭的 哽咽 鼻子一酸 红了眼 委屈哭 好失败 太失败 我失败了 一无所有 被拒了 被拒绝 没录取 
sad 0.65 | 失落 失望 沮丧 郁闷 难受 低落 emo 消沉 灰心 丧气 心塞 心累 扎心 遗憾 后悔 可惜 想念 怀念 舍不得 不舍 心情不好 心情很差 心情差 心情糟 状态不好 状态很差 不太好 没劲 没意义 没盼头 空落落 空荡荡 怅然 落寞 颓废 好丧 很丧 太丧 受打击 打击 呜呜 呜 我好差 我真没用 没用 一事无成 自卑 内疚 愧疚 自责 对不起他 对不起她 太难了 好难 好难啊 难熬 坚持不下去 不想努力 不想干了 想放弃 放弃了 挫败 挫折 迷茫 丧失 空虚感 没用的人 什么都做不好 做不好 不如别人 对自己失望 自我怀疑 没信心 没自信 错过 回不去 怀念从前 堵得慌 心里堵 心里空 特别空 好空
sad 0.4 | 唉 哎哟 倒霉 倒楣 糟糕 糟透 难熬 没意思透 无奈 泄气 不如意 不顺 搞砸 砸了 输了 挂科 丢了
anxious 0.85 | 焦虑死 急死 愁死 紧张死 慌死 崩得很紧 喘不过气 压力山大 心慌 坐立不安 惶恐 睡不着觉 整夜睡不着 焦虑症 惊恐发作 心跳好快 手心出汗 压得喘不过
anxious 0.65 | 焦虑 紧张 担心 担忧 忧虑 着急 好急 发愁 愁 不安 忐忑 压力大 压力好大 压力很大 压力 心神不宁 提心吊胆 没底 心里没底 慌 方寸大乱 怎么办 失眠 睡不着 七上八下 心虚 心里发慌 胡思乱想 担惊受怕 怕考不好 怕来不及 不知道怎么办 该怎么办 怎么活 抓狂边缘 死线 火烧眉毛 睡不踏实
anxious 0.45 | 来不及 没把握 不放心 心烦意乱 纠结 犹豫 不知所措 不知道该 拿不定
angry 0.9 | 气死 气炸 气疯 怒了 暴怒 愤怒 火冒三丈 忍无可忍 恨死 气得 想打人 想骂人 滚开 滚蛋 给我滚 快滚 欺人太甚 无耻 不要脸 混蛋 王八蛋 我操 操你 操蛋 妈的 他妈的 尼玛 卧槽气 要疯了 快疯了 吵死 烦得要死 气到 气哭 骂人 想骂 想揍 放屁 神经病 有病吧 去他的 滚出去 狗东西 
angry 0.7 | 生气 气愤 恼火 火大 发火 来气 可恨 可恶 讨厌死 烦死 烦透 受够 受不了 凭什么 过分 太过分 欺负 不讲理 离谱 恶心 无语死 骗子 骗我 坑我 坑人 气人 好气 真气 不讲道理 太吵 好吵 没素质 没礼貌 插队 甩锅 背锅 欺骗 耍我 占便宜 赖账 不公平 不公 气愤 怼 阴阳怪气 得寸进尺 难听 说话难听 取消了又
angry 0.5 | 烦 烦躁 心烦 厌烦 不爽 讨厌 吐槽 无语 服了 不满 抓狂 吵架 吵了一架 抱怨 恼 憋屈 冒火 嫌弃 别惹我
afraid 0.9 | 吓死 吓坏 吓哭 吓尿 怕死 恐惧 惊恐 毛骨悚然 魂都飞 吓得 腿都软 腿软 心惊肉跳 魂飞魄散 起鸡皮疙瘩
afraid 0.7 | 害怕 好怕 吓人 恐怖 可怕 吓了一跳 吓一跳 胆战心惊 不敢 噩梦 后怕 发抖 瘆人 怕 地震了 吓到 被吓 惊吓 怪吓人 阴森 好黑 有鬼
tired 0.85 | 累死 累瘫 累垮 累趴 累成狗 困死 精疲力尽 精疲力竭 筋疲力尽 累得 熬了一夜 熬了个通宵 通宵没睡 散架
tired 0.65 | 累 好累 太累 疲惫 疲倦 疲劳 困 好困 犯困 没力气 没精神 疲乏 熬夜 通宵 加班 没睡好 睡眠不足 头昏脑涨 浆糊 想躺平 躺平 辛苦 睡不好 一夜没睡 没睡 睡不够 起不来 熬到 忙到 加到 腰酸背痛 浑身没劲 没劲儿 电量耗尽 提不起精神 撑不开眼 眼皮打架 累人 没怎么睡 没合眼
tired 0.4 | 忙死 忙疯 连轴转 忙得 想睡
lonely 0.85 | 孤独 孤单 寂寞 好孤独 没人懂 没人理 没人陪 没人在乎 没有朋友 没朋友 没人关心 没人要 没人说话 举目无亲 没人记得 没人问 没人找我 没人祝 没人回 没有人陪 没有人懂 没有人记得 没人聊 格格不入 被孤立 被排挤
lonely 0.6 | 一个人过 一个人吃饭 一个人住 独自 冷清 空虚 没人可以说 无处可说 想家 想有人陪 陪陪我 陪我说说话 陪我聊聊 好想回家 想回家
hurt 0.85 | 委屈 好委屈 受伤 心寒 寒心 伤我 伤到我 背叛 被骗 被背叛 被伤害 冤枉 冤 误会我 不被理解 羞辱 嘲笑我 看不起我 被骂 骂我 挨骂 吼我 凶我 冷落 不在乎我 根本不在乎 不把我当 伤透 好伤人 伤人 说我没用 说我胖 说我笨 嫌我 怪我 都怪我 冷嘲热讽 讽刺我 打击我 凶了我 骂了我 骂了我一顿 被骂了 利用我 被利用
hurt 0.6 | 被嫌弃 被冷落 被忽视 被无视 不理我 不要我 抛弃 敷衍我 不在乎我 冷暴力 被欺负 欺负我 被放鸽子 放我鸽子 否定我 堵我
serious 0.65 | 说正经的 说真的 认真说 认真跟你说 认真地 认真的 严肃 正经事 正事 很重要的事 有件事想跟你说 有件事要跟你说 有事跟你商量 跟你商量 想清楚 做决定 做了决定 决定了 下定决心 重大 手术 确诊 住院 急诊 化疗 肿瘤 癌 辞职 合同 法律 官司 原则 底线 责任 遗嘱 后果 慎重 郑重 过敏性休克 过敏休克 过敏发作 过敏了 过敏进 离婚 结婚的事 分家 借钱 贷款 报警 体检报告 告诉你一件事 跟你坦白 坦白 我决定
serious 0.4 | 考试 认证 面试 体检 复查 医生说 诊断 备考 论文 答辩 别外传 别告诉
caring 0.7 | 心疼 心疼你 想死你 好想你 我想你 想你了 想你 爱你 抱抱你 抱抱 抱住你 照顾好自己 注意身体 保重 牵挂 惦记 放心不下 关心
caring 0.5 | 早点睡 早点休息 好好休息 别太累 多喝水 多穿点 慢点 小心点 你还好吗 你没事吧 你怎么了 辛苦了 辛苦啦 陪着你 陪你 替你 祝你 帮他 帮她 照顾 探望 看望 加油 挺你 怎么了 没事吧 你还好 好点了吗 好些了吗 吃药了吗 到家了吗 注意安全 路上小心 别着凉 别熬夜 我在呢 我陪着 摸摸头
curious 0.6 | 好奇 想知道 想问问 想了解 为什么 为啥 怎么会 怎么做到 什么原理 什么意思 是什么 什么样 怎么回事 真的吗 真的假的 原来如此 求科普 讲讲 给我讲 说来听听 你猜 猜猜
curious 0.4 | 怎么 什么 哪儿 哪里 谁 几个 有没有 是不是 会不会 如何 干嘛
`;

const englishRows = `
none 0 | happy birthday, happy new year, happy anniversary, happy holidays, merry christmas, happy hour, happy meal, happy to help, glad to help, sorry to bother, sorry for the delay, sorry i'm late, i'm afraid not, i'm afraid so, afraid i can't, i'm afraid that, i'm afraid we, i'm afraid i, mad max, crazy good, mad about, crazy about, sick beat, sick move, killing it, killed it, dead tired, no worries, don't worry about it, worry free, upset stomach, down the street, down the road, down there, break down the, low key, lowkey, scared cat, hurt locker, blue sky, lonely planet, angry birds, tired of waiting in line, fear of missing out, terrible twos, what's up, what a day it, guess what, you know what, that's what, what i mean, nice to meet you, like that, feel free, sounds like, looks like, feel like, would like, i'd like, if you like, just like, something like, anything like, cry wolf, fun fact, miss world, miss out, sadly enough, good grief, thanks but, no thanks
joy 0.9 | over the moon, ecstatic, thrilled, couldn't be happier, could not be happier, never been happier, best day ever, happiest, overjoyed, elated, on cloud nine, crying with joy, tears of joy, dream come true
joy 0.75 | excited, amazing, awesome, fantastic, incredible, hooray, hurray, woohoo, yay, yippee, yess, can't wait, cannot wait, i did it, we did it, i passed, i got in, i got the job, i won, we won, finally got it, got accepted, got promoted, best news, great news, good news, best thing, got promoted, promoted, on vacation, on holiday, vacation starts, got engaged, we're engaged, he said yes, she said yes, got the offer, aced, nailed it, top of the class, first place, i'm pregnant, best thing ever, woo, finally finished, finally done, it's finally over
joy 0.6 | i like someone, happy, joy, joyful, delighted, cheerful, glad, proud, wonderful, great fun, so fun, so much fun, love it, loved it, loving it, hilarious, blast, celebrate, celebrating, looking forward, brilliant, laughing, laughed, pumped, stoked, in love, falling for, have a crush, giddy, beaming, grinning, smiling, fantastic day, lucky me, good vibes, it worked
joy 0.45 | haha, hahaha, hehe, lol, lmao, rofl, funny, fun, wow, nice one, ha ha
content 0.6 | content, satisfied, at peace, peaceful, relieved, what a relief, grateful, thankful, touched, heartwarming, feel better, feeling better, much better, feel good, feeling good, feels good, worth it, settled, comforting, cosy, cozy, warms my heart, so kind, means a lot, in a good mood, thanks for being here, thanks for listening, thank you for listening, glad you're here, glad you are here, at ease, made my day, nice day, beautiful day, appreciate you, appreciate it
content 0.45 | relaxed, relaxing, calm, nice, lovely, pleasant, enjoy, enjoyed, enjoying, beautiful, delicious, tasty, sweet, comfortable, good day, good time, pretty good, went well, going well, not bad, better than, sunny, pleased, cute, like it, liked it, interesting, lucky, smooth, smoothly, rested, i love, love the
content 0.35 | i'm fine, i'm okay, i'm alright, i'm good, doing fine, doing okay, doing well, thank you, thanks
sad 0.95 | heartbroken, devastated, hopeless, broken inside, falling apart, crying all night, cried all night, cried all the way, cried myself to sleep, sobbing, sobbed, bawling, can't go on, cannot go on, can't take it anymore, can't do this anymore, in despair, depressed, depression, shattered, miserable, unbearable, don't want to live, want to die, no reason to live, what's the point, no point in anything, no point anymore, lost all hope, nothing matters
sad 0.8 | sad, sadness, grief, grieving, mourning, crying, cried, tears, broke up, break up with me, dumped me, passed away, lost my job, got laid off, laid off, layoff, got fired, funeral, died, unhappy, in pain, painful, heartache, failed the exam, failed my, lost my, i lost him, i lost her, worthless, useless, hate myself, for nothing, is gone, miscarriage, divorced, she left me, he left me, got dumped, lost everything, a failure, like a failure, total failure, i failed, i give up, give up, giving up, rejected again, didn't get the job, didn't get in
sad 0.65 | don't feel great, don't feel good, don't feel well, don't feel okay, don't feel so good, upset, disappointed, disappointing, let down, discouraged, gloomy, feeling down, feel down, so down, low mood, feeling low, feel low, feeling blue, blue today, bummed, regret, regretful, i miss him, i miss her, i miss them, miss my, missing my, guilty, ashamed, empty inside, feel empty, numb, no motivation, not okay, not ok, not doing well, not well, not good, not great, not happy, can't smile, rough day, hard day, bad day, awful day, terrible day, worst day, feel great anymore, too hard, so hard, can't do it, lost in life, feel lost, i'm lost, don't see the point, feel like crying, feel awful, feel terrible, feel bad, feeling bad, feel worthless, not good enough, never good enough, feel stupid, can't cope, demotivated
sad 0.4 | sigh, unfortunately, sadly, pity, shame, unlucky, bad luck, messed up, awful, terrible, horrible, bad news, struggling, ruined, lost it
anxious 0.85 | panicking, panic attack, freaking out, overwhelmed, anxiety attack, can't breathe, worried sick, can't stop worrying, stressed out
anxious 0.65 | anxious, anxiety, nervous, worried, worry, worrying, worries me, stressed, stress, stressful, uneasy, on edge, tense, dreading, pressure, what should i do, what do i do, can't sleep, couldn't sleep, insomnia, restless, jittery, butterflies in my stomach, overthinking, can't relax, can't focus, scared about tomorrow, i'm scared i'll, worrying about, stop worrying, freaked, racing heart, heart is racing, so much pressure, panicky
anxious 0.45 | unsure, not sure what to do, concerned, deadline, running out of time, torn, hesitating
angry 0.9 | furious, livid, enraged, outraged, pissed off, hate him, hate her, hate them, how dare, fuck, fucking, bullshit, bastard, asshole, makes me sick, fed up, sick of, sick and tired
angry 0.7 | angry, mad at, mad, pissed, rage, unfair, ridiculous, unacceptable, screw them, lied to me, cheated, ripped off, can't stand, infuriating, drives me crazy, driving me crazy, drives me nuts, i hate, want to scream, so loud, too loud, so rude, disrespectful, jerk, idiot, liar, not fair, isn't fair, had enough, had it with, stole my, screaming at, stupid boss
angry 0.5 | annoyed, annoying, irritated, irritating, frustrated, frustrating, ugh, argh, grumpy, complain, argued, argument, fight with, what the hell, wtf, nerve
afraid 0.9 | terrified, scared to death, petrified, horrified, scared stiff
afraid 0.7 | scared, scary, afraid, frightened, frightening, fear, creepy, creeped out, nightmare, nightmares, shaking, trembling, spooked, i froze, heart stopped
tired 0.85 | exhausted, worn out, burned out, burnt out, drained, wiped out, dead on my feet, running on fumes, knackered, no energy, all-nighter
tired 0.65 | tired, tiring, exhausting, sleepy, fatigued, weary, overtime, worked late, working late, didn't sleep, barely slept, hardly slept, slept badly, no sleep, long day, mush, can't keep my eyes open, need a break, need rest, up all night, double shift, run down, burning out, no rest, aching, not slept, haven't slept, no sleep at all
tired 0.4 | swamped, need a nap, need sleep, yawn, drowsy, busy all day
lonely 0.85 | lonely, loneliness, so alone, feel alone, feeling alone, all alone, no friends, nobody cares, no one cares, no one understands, nobody understands, isolated, no one to talk to, nobody to talk to, forgot my birthday, no one remembered, nobody remembered, no one called, nobody called, no one texted, no one to, nobody to, don't fit in, friendless
lonely 0.6 | homesick, by myself again, eat alone, eating alone, empty house, left out, keep me company, wish someone was here, wish you were here, without me, need a hug, could use a hug
hurt 0.85 | doesn't even care about me, don't even care about me, doesn't care about me, don't care about me, never cared about me, hurt my feelings, feelings are hurt, feel hurt, felt hurt, hurts so much, betrayed, betrayal, humiliated, insulted, rejected, stabbed in the back, wronged, mistreated, feel used, she yelled at me, he yelled at me, yelled at me, shouted at me, laughed at me, made fun of me, blamed me, accused me, care about me, even care about me, used me, lied to my face, hurt me, hurts me, he called me, she called me, called me fat, called me stupid, do this to me, talked behind my back, took me for granted, took advantage of me, broke his promise, broke her promise, let me down
hurt 0.6 | ignored me, ignores me, ignoring me, left me, abandoned, stood me up, ghosted, dismissed me, doesn't care about me, don't care about me, shut me up, cold to me, it hurts, that hurts, that hurt, stung, it stings
serious 0.65 | serious, seriously, to be honest, honestly, need to talk, we have to talk, something important, something i need to tell you, made a decision, made up my mind, i've decided, surgery, diagnosed, diagnosis, hospital, biopsy, tumour, tumor, cancer, emergency room, quit my job, resign, resigned, contract, lawyer, legal, principle, responsibility, consequences, will and testament, allergic reaction, anaphylactic, anaphylaxis, icu, in intensive care
serious 0.4 | exam, certification, interview, checkup, check-up, the doctor said, thesis, between us, don't tell anyone
caring 0.7 | i miss you, missed you, miss you, love you, hugs, hug you, take care of yourself, take care, thinking of you, care about you, feel for you, poor thing, i'm here for you, here for you, my heart goes out
caring 0.5 | get some rest, sleep well, stay warm, are you okay, are you ok, how are you holding up, be careful, good luck, you've got this, proud of you, hope you feel, look after, looking after, visiting him, visiting her, worried about you
curious 0.6 | curious, wonder, wondering, why, how come, how does, how do you, how did you, what does, what is, what's that, what's it like, tell me about, tell me more, really?, is it true, i'd love to know, want to know, guess
curious 0.4 | what, how, where, who, which, is there, are there, do you, did you, have you
`;

type Lexicon = { pattern: RegExp; feelings: ReadonlyMap<string, WordFeeling> };

function readRows(rows: string, separator: RegExp): Map<string, WordFeeling> {
  const feelings = new Map<string, WordFeeling>();
  for (const row of rows.trim().split("\n")) {
    const [head = "", words = ""] = row.split(" | ");
    const [name, strength] = head.split(" ");
    const code = name === "none" ? name : emotionCodes.find((known) => known === name);
    if (code === undefined) throw new Error(`no such feeling: ${head}`);
    for (const word of words.split(separator)) {
      // The first row that lists a word wins, so that a phrase that is none stays none.
      if (word && !feelings.has(word)) feelings.set(word, { code, strength: Number(strength) });
    }
  }
  return feelings;
}

function alternatives(feelings: ReadonlyMap<string, WordFeeling>): string {
  return [...feelings.keys()]
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join("|");
}

const chinese = readRows(chineseRows, /\s+/);
const english = readRows(englishRows, /\s*,\s*/);

/** Words are found longest first, so that 不开心 is not read as 开心. Patterns carry the flags `gu`. */
export const lexicons: Record<"zh" | "en", Lexicon> = {
  zh: { pattern: new RegExp(alternatives(chinese), "gu"), feelings: chinese },
  en: {
    pattern: new RegExp(`(?<![\\p{L}'-])(?:${alternatives(english)})(?![\\p{L}-])`, "gu"),
    feelings: english,
  },
};

const emojiRows: readonly (readonly [EmotionCode, number, string])[] = [
  ["joy", 0.7, "😂🤣😆😁🥳🎉🤩🙌"],
  ["joy", 0.55, "😄😃😀😎😜😝✌"],
  ["content", 0.5, "😊☺🥰😌🌞😇👍"],
  ["sad", 0.7, "😭😢😞😔💔😿🥀"],
  ["hurt", 0.55, "🥺☹"],
  ["angry", 0.75, "😡🤬👿💢"],
  ["angry", 0.5, "😠😤😒"],
  ["afraid", 0.7, "😱😨👻"],
  ["anxious", 0.6, "😰😟😥😣😖"],
  ["tired", 0.6, "😫😩🥱😴😪🥵"],
  ["caring", 0.6, "❤💕💗💖😘🤗🫂💞"],
  ["curious", 0.5, "🤔🧐❓"],
];

/** Emoji and what they tell; 🙂 and 🙄 are left to irony. */
export const emojiFeelings: ReadonlyMap<string, WordFeeling> = new Map(
  emojiRows.flatMap(([code, strength, signs]) =>
    [...signs].map((sign): [string, WordFeeling] => [sign, { code, strength }]),
  ),
);

/** Faces made of letters and marks. */
export const faces: readonly (readonly [RegExp, WordFeeling])[] = [
  [/(?:^|\s)(?:[:=]-?d+|x-?d+)(?=$|[\s。,.!?])/giu, { code: "joy", strength: 0.6 }],
  [/(?:^|[^\w])[:=]-?\)+|\^_?\^/gu, { code: "content", strength: 0.4 }],
  [
    /(?:^|[^\w])[:=;]'?-?\(+|\bt_+t\b|\bq[aw]q\b|(?<!\d)5{3,}(?!\d)|〒▽〒/giu,
    { code: "sad", strength: 0.55 },
  ],
];
