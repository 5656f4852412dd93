// Spoken commands in both languages: what is one, what only sounds like one, and what is left for the talk.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Command, parseCommand } from "../../src/memory/command.ts";
import { simplify } from "../../src/schema/simplified.ts";
import { traditional } from "../support/traditional.ts";

/** "remember 我不吃辣", "correct 杭州 -> 成都", with " + rest" where talk is left. */
function written(command: Command | null): string {
  if (!command) return "none";
  const content = () => {
    switch (command.kind) {
      case "remember":
      case "update":
        return command.statement;
      case "correct":
        return `${command.wrong ?? "?"} -> ${command.right ?? "?"}`;
      case "forget":
      case "suppress":
        return command.what;
      case "call_me":
      case "not_call_me":
        return command.name;
      case "ask_about_me":
        return "";
    }
  };
  return `${`${command.kind} ${content()}`.trim()}${command.pure ? "" : ` + ${command.rest}`}`;
}

const commandsZh: [string, string][] = [
  ["记住，我讨厌吃香菜", "remember 我讨厌吃香菜"],
  ["记住我三月三出生", "remember 我三月三出生"],
  ["记住绿色最衬我", "remember 绿色最衬我"],
  ["记住：我对花生过敏！", "remember 我对花生过敏"],
  ["请记住我不吃辣，谢谢", "remember 我不吃辣"],
  ["你要记住我妈妈叫李梅", "remember 我妈妈叫李梅"],
  ["帮我记一下，体重52公斤", "remember 体重52公斤"],
  ["你帮我记住：每周三和周五放学归我接，别的日子她妈接", "remember 每周三和周五放学归我接，别的日子她妈接"],
  ["记一下，我车位是B2层117号，我已经找错两回了。", "remember 我车位是B2层117号，我已经找错两回了"],
  ["你记一下，我的紧急联系人是程程", "remember 我的紧急联系人是程程"],
  ["记住一件事：我每周日晚上要给奶奶打电话", "remember 我每周日晚上要给奶奶打电话"],
  ["所以记住一条：永远别劝我下水，也别跟我聊水库", "remember 永远别劝我下水，也别跟我聊水库"],
  ["记住！我对青霉素过敏。", "remember 我对青霉素过敏"],
  ["能不能记住我晚上十点后不聊工作？", "remember 我晚上十点后不聊工作"],
  ["记住我是左撇子好吗？", "remember 我是左撇子"],
  ["记住了，我不吃葱", "remember 我不吃葱"],
  ["你要记得我不喝咖啡", "remember 我不喝咖啡"],
  ["别忘了我明天面试", "remember 我明天面试"],
  ["千万别忘了明天是我生日", "remember 明天是我生日"],
  ["不要忘了我们周六去看展", "remember 我们周六去看展"],
  ["@小满 请记住：我家猫叫年糕", "remember 我家猫叫年糕"],
  ["小满，记住我不吃辣", "remember 我不吃辣"],
  ["对了，记一下我换了手机号，尾号8820。今天好累啊", "remember 我换了手机号，尾号8820 + 今天好累啊"],
  [
    "今天公司聚餐，吃坏肚子了。记住我不能吃海鲜。你晚饭吃了吗？",
    "remember 我不能吃海鲜 + 今天公司聚餐，吃坏肚子了。\n你晚饭吃了吗？",
  ],
  ["记住，以后叫我阿木", "call_me 阿木"],
  ["以后叫我阿木吧", "call_me 阿木"],
  ["叫我“木木”就好", "call_me 木木"],
  ["你可以叫我小林", "call_me 小林"],
  ["从今以后，请叫我Sam", "call_me Sam"],
  ["以后管我叫老周吧，我今天升职了", "call_me 老周 + 我今天升职了"],
  ["忘掉我刚才说的门锁密码", "forget 我刚才说的门锁密码"],
  ["前天我说的赔偿金额，你忘掉吧，别记着，我不想让任何地方留着那个数字。", "forget 前天我说的赔偿金额"],
  ["不行不行，这个人的事你忘了吧，名字也别存，就当我没说过。", "forget 这个人的事"],
  ["算了，骂领导那句你删掉，别记着，让一诺看见不好。", "forget 骂领导那句"],
  ["请忘记我的住址", "forget 我的住址"],
  ["把我说的那个电话号码忘掉", "forget 我说的那个电话号码"],
  ["删掉关于我前男友的记忆", "forget 关于我前男友的记忆"],
  ["刚才那句别记下来", "forget 刚才那句"],
  ["别记我的身份证号", "forget 我的身份证号"],
  ["把这件事忘了吧，好吗？", "forget 这件事"],
  ["别再提我前任了", "suppress 我前任"],
  ["以后不要提我爸的病", "suppress 我爸的病"],
  ["这件事以后别提了", "suppress 这件事"],
  ["别跟我聊水库", "suppress 水库"],
  ["求你别再说这件事了", "suppress 这件事"],
  ["能不能别再提考试了？", "suppress 考试"],
  ["我不想再聊那次车祸了", "suppress 那次车祸"],
  ["别提体重了", "suppress 体重"],
  ["別再提我前男友了", "suppress 我前男友"],
  ["記住我對花生過敏", "remember 我對花生過敏"],
  ["以後叫我小龍", "call_me 小龍"],
  ["别再提了", "suppress"],
  ["不是豆包，是豆豉", "correct 豆包 -> 豆豉"],
  ["不是11号，我说的是12号", "correct 11号 -> 12号"],
  ["等等我打反了，是11月12号，下周二，不是21号。", "correct 21号 -> 11月12号"],
  ["我说错了，刚翻病历是右膝，右边。", "correct ? -> 右膝"],
  ["我说的是20号，3月20号，你怎么听成12。", "correct 12 -> 20号"],
  ["等等，我看盒子，是缬沙坦，我说成我同事的药了。", "correct ? -> 缬沙坦"],
  ["你记错了", "correct ? -> ?"],
  ["你记错了，是周四上午", "correct ? -> 周四上午"],
  ["你搞错了吧？我住成都", "correct ? -> 我住成都"],
  ["不对，看错了，是周四上午", "correct ? -> 周四上午"],
  ["我没说过", "correct ? -> ?"],
  ["我从来没说过我喜欢狗", "correct 我喜欢狗 -> ?"],
  ["我不叫小明，我叫小林", "correct 小明 -> 小林"],
  ["更正一下：面试改到周五", "correct ? -> 面试改到周五"],
  ["更新：我现在住上海", "update 我现在住上海"],
  ["更新一下，我换工作了，现在做老师", "update 我换工作了，现在做老师"],
  ["把我的地址改成成都", "update 我的地址是成都"],
  ["你都记得我什么", "ask_about_me"],
  ["你都记得我什么？", "ask_about_me"],
  ["你知道我哪些事？", "ask_about_me"],
  ["你记住了哪些关于我的事？", "ask_about_me"],
  ["关于我，你都知道些什么呀", "ask_about_me"],
  ["说说你对我的了解", "ask_about_me"],
  ["记住啦，我不吃香菜哦", "remember 我不吃香菜"],
  ["一定要记住我明天要早起", "remember 我明天要早起"],
  ["记住 我的血型是O型", "remember 我的血型是O型"],
  ["记住我的血型是O型", "remember 我的血型是O型"],
  ["麻烦你记一下我新地址：翠湖路18号", "remember 我新地址：翠湖路18号"],
  ["你能帮我记住我姐的生日吗，是5月4号", "remember 我姐的生日吗，是5月4号"],
  ["可以帮我记一下吗？我周五要体检", "remember 我周五要体检"],
  ["请你牢牢记住我怕狗", "remember 我怕狗"],
  ["以后你就叫我阿木", "call_me 阿木"],
  ["以后都叫我姐姐吧", "call_me 姐姐"],
  ["请称呼我为陈先生", "call_me 陈先生"],
  ["不用叫我全名，叫我小陈就行", "call_me 小陈 + 不用叫我全名"],
  ["改叫我木木吧", "call_me 木木"],
  ["我希望你以后叫我船长", "call_me 船长"],
  ["请你忘掉我的电话号码", "forget 我的电话号码"],
  ["帮我把刚才那段对话删掉", "forget 刚才那段对话"],
  ["你把我前男友的名字忘了吧", "forget 我前男友的名字"],
  ["关于我爸的事情，请你都忘掉", "forget 关于我爸的事情"],
  ["我刚才说的你别记", "forget 我刚才说的"],
  ["刚刚那些话不要记下来哦", "forget 刚刚那些话"],
  ["别记住我的工资", "forget 我的工资"],
  ["我昨天跟你说的那件事，忘掉好吗", "forget 我昨天跟你说的那件事"],
  ["请删除我的生日信息", "forget 我的生日信息"],
  ["把关于我体重的记录都删了吧", "forget 关于我体重的记录"],
  ["拜托把那句话忘了", "forget 那句话"],
  ["刚才发的照片你别存", "forget 刚才发的照片"],
  ["以后别提他了", "suppress 他"],
  ["别老提我的体重", "suppress 我的体重"],
  ["不要再提起那个人", "suppress 那个人"],
  ["请不要再跟我提加班", "suppress 加班"],
  ["关于我妈的事，以后别再问了", "suppress 我妈的事"],
  ["咱们以后别聊工作了", "suppress 工作"],
  ["我不想再听到他的名字", "suppress 他的名字"],
  ["别在我面前提孩子", "suppress 孩子"],
  ["不许再提我的黑历史", "suppress 我的黑历史"],
  ["不是周三，是周四", "correct 周三 -> 周四"],
  ["不对，是周四", "correct ? -> 周四"],
  ["是周四，不是周三，你记错了", "correct 周三 -> 周四 + 你记错了"],
  ["你听错了，我说的是小雪不是小雨", "correct 小雨 -> 小雪"],
  ["你弄混了，年糕是猫，豆豉是狗", "correct ? -> 年糕是猫"],
  ["我妈不是老师，是医生", "correct 老师 -> 医生"],
  ["我生日不是三月三，是三月四号", "correct 三月三 -> 三月四号"],
  ["我不住北京，我住成都", "correct 北京 -> 成都"],
  ["我没跟你说过这个", "correct ? -> ?"],
  ["我可没说过我喜欢他", "correct 我喜欢他 -> ?"],
  ["更正，我的航班是8点半", "correct ? -> 我的航班是8点半"],
  ["你记混了吧", "correct ? -> ?"],
  ["你记得的不对，我住在苏州", "correct ? -> 我住在苏州"],
  ["更新我的信息：我现在是自由职业", "update 我现在是自由职业"],
  ["把我的生日改成5月4日", "update 我的生日是5月4日"],
  ["你都知道我些什么", "ask_about_me"],
  ["你了解我多少", "ask_about_me"],
  ["你记得关于我的哪些事", "ask_about_me"],
  ["告诉我你记得的关于我的一切", "ask_about_me"],
  ["你现在都记得些什么", "ask_about_me"],
  ["你对我了解多少呢", "ask_about_me"],
  ["你存了我哪些信息", "ask_about_me"],
  ["你以后可以直接喊我老王", "call_me 老王"],
  ["那就叫我小雨吧～", "call_me 小雨"],
  ["别再叫我全名了，叫我晓棠", "call_me 晓棠 + 别再叫我全名了"],
  ["别再提他", "suppress 他"],
  ["别提这个人了", "suppress 这个人"],
  ["别提那件事了", "suppress 那件事"],
  ["以后别说那件事", "suppress 那件事"],
  ["那件事以后别说了", "suppress 那件事"],
  ["别说这个了", "suppress 这个"],
  ["别再聊这个话题了", "suppress 这个话题"],
  ["帮我记着点，周五交房租", "remember 周五交房租"],
  ["你记着点我不吃香菜", "remember 我不吃香菜"],
  ["帮我盯着点，下周二发奖学金", "remember 下周二发奖学金"],
  ["你给我记着，我下周二考试", "remember 我下周二考试"],
  ["你帮我记着啊，我周五体检", "remember 我周五体检"],
];

const commandsEn: [string, string][] = [
  ["Remember that I hate coriander", "remember I hate coriander"],
  ["Please remember: I'm allergic to peanuts.", "remember I'm allergic to peanuts"],
  ["remember my birthday is May 4th", "remember my birthday is May 4th"],
  ["Remember I don't drink, ok", "remember I don't drink"],
  [
    "Remember this: every Sunday evening I call my grandma. If I forget, remind me.",
    "remember every Sunday evening I call my grandma + If I forget, remind me.",
  ],
  [
    "Remember for me: Wednesdays and Fridays I pick her up from school.",
    "remember Wednesdays and Fridays I pick her up from school",
  ],
  ["Make a note: my emergency contact is Chengcheng.", "remember my emergency contact is Chengcheng"],
  ["Note: my parking bay is number 117 on level B2", "remember my parking bay is number 117 on level B2"],
  ["Keep in mind that we're vegetarians", "remember we're vegetarians"],
  ["Can you remember that I work nights?", "remember I work nights"],
  ["I want you to remember that my sister is called Ann", "remember my sister is called Ann"],
  ["Don't forget I have an interview tomorrow", "remember I have an interview tomorrow"],
  ["don't forget that my flight is on Friday", "remember my flight is on Friday"],
  ["Don't forget about my exam tomorrow!", "remember my exam tomorrow"],
  ["@bot please remember: I live in Leeds", "remember I live in Leeds"],
  ["Write this down. My locker code is 4417.", "remember My locker code is 4417"],
  [
    "Luna, remember that Dr. Lee is my dentist. How was your day?",
    "remember Dr. Lee is my dentist + How was your day?",
  ],
  ["Remember to remind me about the rent", "remember to remind me about the rent"],
  ["Call me Mu", "call_me Mu"],
  ["From now on, please call me Captain", "call_me Captain"],
  ["You can call me Sam", "call_me Sam"],
  ["I'd like to be called Alex", "call_me Alex"],
  ["Remember, call me Mu from now on", "call_me Mu"],
  ['Call me "Bean", I got the job today!', "call_me Bean + I got the job today!"],
  ["Forget the loan I just mentioned, keep no record.", "forget the loan I just mentioned"],
  [
    "The severance figure I told you the other day, please forget it. Don't keep it, I don't want that number stored anywhere.",
    "forget The severance figure I told you the other day",
  ],
  ["No, no, forget about him, don't keep the name, pretend I never said it.", "forget him"],
  [
    "Never mind, delete what I said about the boss, don't keep it, Yinuo might see.",
    "forget what I said about the boss + Yinuo might see.",
  ],
  ["Forget my phone number please", "forget my phone number"],
  ["Please forget that I told you my address", "forget I told you my address"],
  ["Can you delete everything about my ex?", "forget everything about my ex"],
  ["Don't save this", "forget this"],
  ["Please don't remember my password", "forget my password"],
  ["Don't bring up my ex again", "suppress my ex"],
  ["Don't mention my ex", "suppress my ex"],
  ["don't remind me of my dad", "suppress my dad"],
  ["Please avoid the topic of my weight", "suppress my weight"],
  ["I'd rather not talk about my mother again", "suppress my mother"],
  ["please stop talking about my weight", "suppress my weight"],
  ["Never mention the accident", "suppress the accident"],
  ["Don't talk about work anymore, ok", "suppress work"],
  ["Don't bring it up again", "suppress"],
  ["I don't want to talk about my dad ever again", "suppress my dad"],
  ["Could you please not, I mean, don't mention Tom again", "suppress Tom + Could you please not, I mean"],
  ["No, it's Lena, not Lina", "correct Lina -> Lena"],
  ["My name is Lena, not Lina", "correct Lina -> Lena"],
  [
    "Not Doubao, it's Douchi, the fermented black bean.",
    "correct Doubao -> Douchi + the fermented black bean.",
  ],
  [
    "Not the 11th, I said the 12th, three days from now.",
    "correct the 11th -> the 12th + three days from now.",
  ],
  ["Not Guoba. Guokui, like the thick flatbread.", "correct Guoba -> Guokui + like the thick flatbread."],
  [
    "Wait, I typed it backwards: it's 12 November, Tuesday next week, not the 21st.",
    "correct the 21st -> 12 November",
  ],
  [
    "I got it wrong, I just looked at the record: it's the right knee. About five days.",
    "correct ? -> the right knee + About five days.",
  ],
  ["I said the 20th, 20 March. How did you get 12?", "correct 12 -> the 20th"],
  ["You got that wrong", "correct ? -> ?"],
  ["You got that wrong, I live in Leeds", "correct ? -> I live in Leeds"],
  ["You remembered that wrong. It's Thursday.", "correct ? -> Thursday"],
  ["No, it's on Thursday", "correct ? -> on Thursday"],
  ["I never said that", "correct ? -> ?"],
  ["I never said I like dogs", "correct I like dogs -> ?"],
  ["Correction: the interview is on Friday", "correct ? -> the interview is on Friday"],
  ["Update: I live in Shanghai now", "update I live in Shanghai now"],
  ["please update that I changed jobs", "update I changed jobs"],
  ["Change my address to 4 Mill Lane", "update my address is 4 Mill Lane"],
  ["What do you know about me?", "ask_about_me"],
  ["so what do you remember about me so far?", "ask_about_me"],
  ["Tell me everything you know about me", "ask_about_me"],
  ["What have you stored about me?", "ask_about_me"],
  ["Remember: my blood type is O", "remember my blood type is O"],
  ["Please remember I have a cat called Bean", "remember I have a cat called Bean"],
  ["remember, I'm left-handed", "remember I'm left-handed"],
  ["hey, can you remember that I'm vegan?", "remember I'm vegan"],
  ["Could you please make a note that my rent is due on the 1st", "remember my rent is due on the 1st"],
  ["remember the wifi code is 1234", "remember the wifi code is 1234"],
  ["Take note: I start at 9", "remember I start at 9"],
  ["Please don't forget that I can't eat gluten", "remember I can't eat gluten"],
  ["please note that I moved to Leeds", "remember I moved to Leeds"],
  ["Remember my mum's name is Ann, ok?", "remember my mum's name is Ann"],
  ["just call me J", "call_me J"],
  ["call me Lena, not Lina", "call_me Lena"],
  ["you can just call me Captain Jack", "call_me Captain Jack"],
  ["refer to me as Dr. Lee", "call_me Dr. Lee"],
  ["forget what I told you about Tom", "forget what I told you about Tom"],
  ["Can you forget my address?", "forget my address"],
  ["please delete my birthday from your memory", "forget my birthday"],
  ["erase that conversation about my boss", "forget that conversation about my boss"],
  ["Forget that I said that", "forget I said that"],
  ["please forget everything I said about my job", "forget everything I said about my job"],
  ["don't write down my password", "forget my password"],
  ["Don't keep what I said about my mother", "forget what I said about my mother"],
  ["stop bringing up my ex", "suppress my ex"],
  ["please don't mention my weight again", "suppress my weight"],
  ["I don't want to hear about that job ever again", "suppress that job"],
  ["never bring up my father", "suppress my father"],
  ["stop asking me about my exam", "suppress my exam"],
  ["Don't ever mention him again", "suppress him"],
  ["let's not talk about Tom anymore", "suppress Tom"],
  ["It's Thursday, not Wednesday", "correct Wednesday -> Thursday"],
  ["no, I said Thursday", "correct ? -> Thursday"],
  ["no, I said Thursday, not Tuesday", "correct Tuesday -> Thursday"],
  ["That's wrong, I live in Leeds", "correct ? -> I live in Leeds"],
  ["You've got my name wrong, it's Lena", "correct ? -> Lena"],
  ["you misheard me, it's Lena", "correct ? -> Lena"],
  ["sorry, I meant Friday", "correct ? -> Friday"],
  ["actually it's 5 pm, not 6", "correct 6 -> 5 pm"],
  ["you mixed that up", "correct ? -> ?"],
  ["I didn't say that", "correct ? -> ?"],
  ["i never told you that I like dogs", "correct I like dogs -> ?"],
  ["My cat's name is Bean, not Ben", "correct Ben -> Bean"],
  ["update: new job! I'm a nurse now", "update new job + I'm a nurse now"],
  ["Update my address to 5 Mill Lane", "update my address is 5 Mill Lane"],
  ["update your notes: I moved to Leeds", "update I moved to Leeds"],
  ["what do you remember about me", "ask_about_me"],
  ["What all do you know about me", "ask_about_me"],
  ["tell me what you know about me", "ask_about_me"],
  ["show me what you remember about me", "ask_about_me"],
  ["what have you learned about me so far?", "ask_about_me"],
  ["don't bring him up again", "suppress him"],
  ["stop talking about that", "suppress"],
  ["please stop talking about it", "suppress"],
  ["don't bring that guy up again", "suppress that guy"],
];

const talkZh = [
  "算了忘了吧",
  "算了，忘了吧",
  "忘了吧",
  "你给我记住",
  "你给我记住，我不会放过你的",
  "你还记得我生日吗？",
  "你还记住我生日吗？",
  "你记得我们去过海边吗",
  "我记住了",
  "我都记住了，谢谢",
  "记住是记住了，就是不会用",
  "记住了吗？",
  "记住了！",
  "记住就好",
  "别忘了带伞",
  "别忘了吃药",
  "别忘了我",
  "别忘了给我打电话",
  "我忘不了他",
  "忘不了那天的雨",
  "我的天，今天也太热了吧",
  "我的猫生病了",
  "我忘了带钥匙",
  "我把密码忘了",
  "忘了告诉你，我升职了",
  "忘了跟你说，我明天出差",
  "你忘了我不吃香菜",
  "你忘了我说过什么？",
  "你怎么忘了我说的话",
  "我想忘掉他",
  "怎么才能忘掉一个人",
  "忘掉烦恼，开心一点",
  "忘掉那些不开心的事吧",
  "忘了他吧",
  "忘了我吧",
  "就当我没说",
  "就当我没说过",
  "别提了，今天太倒霉",
  "别提多开心了",
  "别提意见",
  "别提前走",
  "别提分手",
  "别说了",
  "别再说傻话了",
  "为什么不能再提他",
  "他让我别再提这件事",
  "我妈叫我去超市",
  "明早叫我起床",
  "他们都叫我胖子",
  "叫我怎么办",
  "别叫我起床",
  "我叫阿木",
  "不是吧，又下雨",
  "不是我不想去，是真的太累",
  "不是不爱，是不能爱",
  "我不是生气，是难过",
  "爱不是占有，是成全",
  "不是钱的问题，是态度问题",
  "老师记错了时间",
  "我记错了时间，白跑一趟",
  "我没说过他坏话",
  "我说的是真的",
  "更新了系统之后好卡",
  "你知道我什么时候回来吗",
  "你知道我是谁吗",
  "你还记得我吗",
  "你知道我喜欢什么吗",
  "他说：“记住，我不吃辣”",
  "歌里唱“忘掉我说的话吧”",
  "（抓住你的手腕）记住，你欠我一条命",
  "*压低声音* 记住，别相信任何人",
  "把第三段代码删掉",
  "记忆力越来越差了",
  "记住我",
  "我要记住这一天",
  "我会记住你的好",
  "谁能记住这么多啊",
  "你记住我说的话了吗",
  "要记住的东西太多了",
  "别忘了我是谁",
  "别忘了你还欠我一顿饭",
  "我差点忘了今天是他生日",
  "我早就把那件事忘了",
  "那件事我已经忘了",
  "你把那件事忘了？",
  "你忘掉了吗",
  "我删掉了他的微信",
  "我把他的电话删了",
  "刚才那句我删掉了",
  "帮我把代码里的注释删掉",
  "我妈说以后别提这事了",
  "别提这茬了",
  "他叫我别再说了",
  "老板叫我加班",
  "同学叫我班长",
  "以后再说",
  "以后叫我怎么见人",
  "叫我看就算了",
  "不是你想的那样",
  "不是今天就是明天",
  "不是他，是我自己的问题",
  "不是因为你，是因为我",
  "我不是想吵架，是想解决问题",
  "不对，是我太敏感了",
  "不对啊，他明明说了",
  "我说错话了",
  "我好像看错人了",
  "我搞错了方向",
  "更新换代太快了",
  "我改一下简历",
  "你知道我什么意思吧",
  "你知道我在想什么吗",
  "你知道我多累吗",
  "你记得昨天聊什么了吗",
  "你对我真好",
  "你了解我的",
  "你还知道我是谁",
  "请你吃饭",
  "不要记仇",
  "别记恨我",
  "别存钱了去旅游吧",
  "不要保存垃圾文件",
  "说真的，我记性不好",
  "这歌词：记住我的样子",
  "同事都好小，叫我晓棠姐",
  "帮我记着点",
  "帮我记着点儿啊",
  "帮我盯着点",
  "帮我盯着点，我怕睡过头",
  "你给我记着",
  "你给我记着！",
  "你给我记着，这笔账早晚要算",
  "你帮我记着点这事",
  "嗯记住吧",
  "记住吧",
  "别再说她了",
  "奶奶打电话来，喊我“棠棠”",
  "",
  "。。。",
];

const talkEn = [
  "Do you remember my birthday?",
  "do you remember when we met",
  "Remember when we went to the beach?",
  "Remember that time in Rome?",
  "Remember the night we met",
  "Remember how hot it was",
  "Remember me?",
  "Remember my dog?",
  "Remember to breathe",
  "Remember, remember, the fifth of November",
  "I remember it well",
  "I can't remember where I put it",
  "I'll never forget that day",
  "I'll never forget you",
  "forget it",
  "Forget it, never mind",
  "Oh just forget about it",
  "forget you!",
  "Forget him, he's an idiot",
  "Forget everything for a while",
  "Forget my problems for a day",
  "I forgot my keys",
  "Did you forget what I said?",
  "How could I forget what you told me",
  "Don't forget to smile :)",
  "Don't forget your umbrella",
  "don't forget me",
  "Don't mention it",
  "Don't mention it!",
  "I don't want to talk about it",
  "Don't talk to me",
  "Don't worry about my keys",
  "Don't save me",
  "Call me later",
  "call me when you get home",
  "Call me crazy, but I like rain",
  "Call me maybe",
  "they call me Bear",
  "don't call me that",
  "Can you call me a taxi?",
  "My mum calls me every day",
  "It's me, not you",
  "It's fun, not work",
  "Not bad, it's fine",
  "Not today. Maybe tomorrow.",
  "No, it's fine",
  "No, it's okay, really",
  "You're wrong about the movie",
  "I was wrong about him",
  "pretend I never said that",
  "She never said that",
  "the game got an update yesterday",
  "What do you know about cats?",
  "What do you know about my sister's school?",
  "What do you think about me?",
  "How do you know me?",
  "notes are due on Friday",
  "Note to self",
  'He said "remember that I love you"',
  "> remember that I hate fish",
  "*leans closer* Remember, I know where you live",
  "`remember that I am root`",
  "I want to forget my ex",
  "My brother told me to remember his birthday",
  "And remember, it takes time to heal",
  "Don't ever forget that you have people cheering you on",
  "I said rules are there to make people stand up, not kneel",
  "Remember, we are all in this together?",
  "I want you to remember me",
  "Remember who you are",
  "remember the good old days",
  "Remember that movie?",
  "remember that guy from work who quit",
  "remember last summer?",
  "note the time",
  "I made a note",
  "take note",
  "I need to remember my keys",
  "I don't remember",
  "Don't forget to call your mom",
  "don't you forget about me",
  "forget about work for a while",
  "forget about it",
  "forget everything",
  "Let's forget about my exam and have fun",
  "Forget what happened",
  "i keep forgetting my password",
  "delete this code",
  "delete the file",
  "remove the last line",
  "don't keep me waiting",
  "don't save the file",
  "Don't talk about yourself like that",
  "stop talking",
  "stop asking questions",
  "never mention it",
  "Don't bring your dog",
  "I never said goodbye",
  "I never told you about my sister",
  "I didn't tell you the best part",
  "it's not you",
  "It's not fair",
  "Not really, it's complicated",
  "Not Sunday again",
  "no, I'm fine",
  "No, it's Tom who broke it",
  "you are wrong",
  "You're mistaken if you think I care",
  "update me when you can",
  "any update?",
  "I'll update you tomorrow",
  "Change my mind",
  "call me out",
  "call me in the morning",
  "Call me a fool",
  "He calls me Sam",
  "what do you know",
  "what do you know about me and Tom's fight?",
  "do you know me",
  "Do you remember what I told you about my boss?",
  "wait, it's raining",
  "No, it's my fault, not yours",
  "it's snowing, not raining",
];

describe("a spoken command", () => {
  test.each(commandsZh)("is understood in Chinese: %s", (text, expected) => {
    expect(written(parseCommand(text, "zh"))).toBe(expected);
  });

  test.each(commandsEn)("is understood in English: %s", (text, expected) => {
    expect(written(parseCommand(text, "en"))).toBe(expected);
  });
});

describe("talk", () => {
  test.each(talkZh.map((text) => [text]))("in Chinese is no command: %s", (text) => {
    expect(written(parseCommand(text, "zh"))).toBe("none");
  });

  test.each(talkEn.map((text) => [text]))("in English is no command: %s", (text) => {
    expect(written(parseCommand(text, "en"))).toBe("none");
  });
});

describe("what stands beside a command", () => {
  test("may hold a further one", () => {
    const first = parseCommand("记住我对花生过敏。以后叫我阿木。你吃饭了吗？");
    expect(written(first)).toBe("remember 我对花生过敏 + 以后叫我阿木。你吃饭了吗？");
    expect(written(parseCommand(first?.rest ?? ""))).toBe("call_me 阿木 + 你吃饭了吗？");
  });

  test("is nothing where it is thanks or the companion's name", () => {
    const names = ["Marigold", "林夕"];
    expect(parseCommand("Marigold, remember that I don't drink. Thanks!", "en", { names })?.pure).toBe(true);
    expect(parseCommand("林夕，记住我不吃辣，谢谢你。", "zh", { names })?.pure).toBe(true);
    expect(parseCommand("林夕结婚了，记住我不吃辣", "zh", { names })?.rest).toBe("林夕结婚了");
  });

  test("leaves the words of the command as they were written", () => {
    const text = "好的。请记住：我喜欢《红楼梦》和“老酒”！晚饭吃什么";
    const command = parseCommand(text);
    expect(command).toMatchObject({
      kind: "remember",
      statement: "我喜欢《红楼梦》和“老酒”",
      rest: "晚饭吃什么",
    });
    expect(text).toContain(command?.said ?? "nothing");
  });
});

describe("a story", () => {
  test("holds no command, whatever is said in it", () => {
    expect(parseCommand("记住，我对花生过敏", "zh", { scene: "story" })).toBeNull();
    expect(parseCommand("Remember that I hate fish", "en", { scene: "story" })).toBeNull();
  });

  test("is not begun by a mood in brackets", () => {
    expect(written(parseCommand("（认真）记住我对花生过敏"))).toBe("remember 我对花生过敏");
  });
});

describe("a pasted text", () => {
  test("commands nothing from its middle", () => {
    const page = "春天来了，河边的柳树都绿了。".repeat(60);
    expect(parseCommand(`${page}记住我对花生过敏。${page}`)).toBeNull();
    expect(parseCommand(`记住我对花生过敏。${page}`)?.kind).toBe("remember");
    expect(parseCommand(`${page}记住我对花生过敏。`)?.kind).toBe("remember");
  });
});

describe("either language", () => {
  test.each([...commandsZh.slice(0, 12), ...commandsEn.slice(0, 12)])(
    "is read whatever the setting: %s",
    (text, expected) => {
      expect(written(parseCommand(text, "zh"))).toBe(expected);
      expect(written(parseCommand(text, "en"))).toBe(expected);
    },
  );
});

describe("any text", () => {
  const piece = fc.constantFrom(
    ..."记住 我 不是 ，是 忘掉 刚才说的 别再提 以后叫我 阿木 吧 。 ？ ， ： “ ” （ ） * 别忘了 更新： 你记错了".split(
      " ",
    ),
    ..."remember that I my is forget what said don't bring up again call me not it's Lena . ? , : \" > `".split(
      " ",
    ),
  );
  const text = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join("")),
    fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(" ")),
  );

  test("gives a command in the person's own words or none", () => {
    fc.assert(
      fc.property(text, (said) => {
        const command = parseCommand(said);
        if (!command) return;
        expect(said).toContain(command.said);
        expect(command.pure).toBe(command.rest === "");
        if (command.kind === "remember") expect(said).toContain(command.statement.slice(0, 1));
        if (command.kind === "remember" || command.kind === "update") expect(command.statement).not.toBe("");
        if (command.kind === "forget") expect(command.what).not.toBe("");
        if (command.kind === "call_me") expect(command.name).not.toBe("");
        for (const line of command.rest.split("\n")) expect(said).toContain(line);
      }),
      { numRuns: 500, seed: 219 },
    );
  });
});

describe("a labelled life", () => {
  const lines = (language: string, name: string) =>
    readFileSync(join(import.meta.dirname, `../bench/data/twolives-${language}`, name), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
  const kinds: Record<string, string> = { rem: "remember", forget: "forget", fix: "correct" };

  test.each([
    ["zh", 15],
    // "I'm looking at the box: it's valsartan, I gave you my colleague's drug" is left to the model.
    ["en", 14],
  ] as const)("has its requests to remember, forget and correct understood: %s", (language, understood) => {
    const turns = new Map<string, string>(
      lines(language, "sessions.jsonl").flatMap(({ turns }) =>
        turns.map((turn: { id: string; text: string }) => [turn.id, turn.text]),
      ),
    );
    const labels = lines(language, "labels.jsonl").filter(({ kind }) => kind in kinds);
    expect(labels.length).toBe(15);
    const right = labels.filter(
      ({ kind, turn }) => parseCommand(turns.get(turn) ?? "", language)?.kind === kinds[kind],
    );
    expect(right.length).toBe(understood);
  });
});

describe("in traditional characters", () => {
  test("each order is read as in simplified ones, and what it is about stays as it was written", () => {
    for (const [text] of commandsZh) {
      const [plain, twin] = [parseCommand(text), parseCommand(traditional(text))];
      expect(simplifiedIn(twin), text).toEqual(simplifiedIn(plain));
      for (const [field, words] of Object.entries(twin ?? {}))
        if (typeof words === "string" && !["kind", "key", "rest"].includes(field))
          expect(traditional(words), `${text}: ${field}`).toBe(words);
    }
  });

  test("what is no order is none", () => {
    for (const text of talkZh) expect(parseCommand(traditional(text)), text).toBeNull();
  });

  const simplifiedIn = (command: Command | null) => JSON.parse(simplify(JSON.stringify(command)));
});
