// The words that tell of danger, and the idioms that only sound like it, in Chinese and English; `danger.ts` weighs them.

export type Signs = {
  /** Taken out first: figures of speech, and what is said not to be so. */
  harmless: readonly RegExp[];
  signs: readonly RegExp[];
};

const relativesZh =
  "(?:他们?|她们?|爸爸?|老爸|父亲|妈妈?|老妈|母亲|爸妈|父母|老公|丈夫|老婆|妻子|男朋友|女朋友|男友|女友|对象|前任|前男友|前女友|前夫|继父|后爸|后妈|继母|婆婆|公公|叔叔?|舅舅?|姑父|姨父|伯伯|爷爷|奶奶|哥哥?|姐姐?|弟弟?|老师|教练|同学|室友|老板|领导|邻居|有人|别人|那个?人|那家伙|一群人)";

export const selfHarmZh: Signs = {
  harmless: [
    // "笑死", "累死了", "想死你了": 死 as a measure. 去, 想 and 要 before 死 are no measures and stay.
    /(?:笑|累|饿|困|热|冷|气|烦|吓|急|忙|渴|疼|痛|酸|甜|美|帅|爱|羡慕|尴尬|无聊|丢脸|社|难吃|难看|撑|馋|吵|闷|晒|冻|辣|堵|穷|坑|乐|恨|讨厌|可爱|担心|高兴|开心|嫌弃|心疼|麻烦|懒|咸|苦|腻|挤|卷|困得|羞|臭|香|毒|骂|打|整|拖|等|晕|呛)死(?:我|你|人|他|她|它|个人|本人|宝宝|老子)?(?:们)?/g,
    /(?:热|笑|尴尬|困|饿|无聊|冷|馋|社死|丢脸|羞|香|好吃|辣|酸|吵|晒|挤|忙|帅|美|可爱)得(?:我|人)?(?:都|简直|真|快|恨不得|有点)?(?:想|要|快要|不想)(?:去)?(?:死|活)(?:了|过去)?/g,
    /想死(?:你|我|他|她|它|妈|爸|家|那|吃|奶奶|爷爷|姐|哥|大家|宝)(?!了算|了就)/g,
    /(?:死活|该死|死党|死磕|死盯|死守|死撑|死记|死心|死板|死机|死循环|死线|死忠|死角|死路|装死|找死|作死|不死|死皮|死鬼|要死要活|死宅|生死|死结|死对头|死胡同|死相|死样|死缠|死死)/g,
    // Said not to be so, and well-meant advice against it.
    /(?:不是|并不|并没|没有?|不会|不可能|绝不|从不|从没|从来没有?|再也不|已经不|早就?不|可不|才不|不|别|不要|不准|不许|不能|怎么会|千万别)(?:真的?|是)?(?:再)?(?:有)?(?:想过?|要|打算|觉得|考虑过?|产生|做)?(?:去|过)?(?:死(?!了算|了就)|自杀|轻生|寻死|自残|割腕|跳楼|傻事|寻短见)(?:的)?(?:念头|想法|打算)?/g,
    /怕死|(?:蹦极|跳伞|跳水|游泳|泳池|跳台|高台|滑翔伞|秋千|滑梯|蹦床)[^。!?\n]{0,12}(?:跳下去|跳下来)|(?:自杀|跳楼)(?:率|价|式|游戏|机)/g,
    /生不如死的?(?:考试周|加班|甲方)/g,
  ],
  signs: [
    /不想(?:再)?活(?:了|下去|着|在(?:这个)?世)|(?:不想|没有?勇气|撑)(?:再|继续)?活下去|活不下去|活(?:得)?够了|活腻了|不配活/,
    /活着(?:还|真|好|太|也|都|就|实在|到底)?(?:真的?)?(?:没|没有|有)(?:什么|啥|任何|个什么)?(?:意思|意义|劲|盼头|用|希望|价值)|活着(?:真|好|太|就是)(?:的)?(?:累|痛苦|煎熬|折磨)|(?:人生|生活)(?:已经)?没有?(?:任何)?(?:意义|希望|盼头)了?/,
    /(?:想|要|打算|准备|考虑|决定|想过|想着|试过|计划|差点|尝试过?)(?:去|要|着|过|了)?(?:自杀|轻生|自尽|寻死|了断|自残|自我了断|割腕|割自己|跳楼|跳河|跳桥|跳江|上吊|服毒|烧炭|卧轨|寻短见|伤害自己|一了百了|结束(?:这一切|一切|生命))/,
    /(?:我|自己|又|在|昨晚|刚刚?|偷偷|经常)(?:又|在|会|就|用[^，。!?\n]{1,6})?(?:割腕|割(?:过|了)?手腕|自残|割(?:了|伤)?自己|划(?:了|伤)?自己|用刀划|割(?:了|伤)?手臂|烫自己|掐自己)|割(?:过|了)腕|^割腕$/,
    /(?:想|要|就)(?:要|去)?从[^，。!?\n]{1,10}(?:跳|翻)下(?:去|来)|(?:想|要|真想|好想|就)(?:要|去)?(?:直接|这么|就这样)?(?:跳|翻)下去|站在(?:天台|楼顶|桥)(?:上|边)?/,
    /(?:^|[^不没怕])(?:我|真的?|好|很|就|只|突然|有时候?|经常|一直|总|都|也|还是|天天|每天)(?:是)?(?:真的?|很|好|就|只)?想(?:要|去)?死(?!在)(?:了|掉|啊|吧|算了|$|[，。!?\s]|过去|的心)/,
    /^(?:好|真)?想死(?:了|啊|掉|算了)?(?:$|[，。!?~\s])|死了(?:算了|就好了?|一了百了|倒好|才好|多好|更好)|(?:还|都)?不如(?:去)?死(?:了|掉)?|生不如死|(?:让|不如)我去?死(?:吧|了算了|掉)|要是(?:我)?(?:能)?死(?:了|掉)就好/,
    /(?:结束|了结)(?:我|自己|这条|我自己)?的?(?:生命|性命|命)|(?:离开|告别)(?:这个|这)?(?:世界|人世|人间)|从(?:这个)?世界上?消失|(?:我|好|真|就|只)(?:真的?|好|很|就|只)?想(?:要)?(?:就这样|彻底|永远)?消失(?:$|[，。!?了掉])/,
    /(?:没有?我|我不在|我死了?|我走了|少了我|我消失)(?:了|的话|以后|之后)?[，,]?(?:你们|大家|这个家|世界|他们|爸妈|家里|所有人|对[^，。]{1,6})[^。!?\n]{0,6}(?:更好|好过|轻松|解脱|幸福|好)|(?:写|留)(?:好|了|下)?(?:一?封)?遗书/,
    /(?:吞|吃|喝)(?:了|掉|下)?(?:一瓶|整瓶|一整瓶|很多|一大?把|半瓶|几十片)[^，。!?\n]{0,4}(?:安眠药|药|农药|药片)|(?:攒|囤|买)(?:了|好)?(?:很多|一瓶|些)?安眠药|喝农药/,
    /(?:永远|一直)睡(?:过去|下去|着)[^。!?\n]{0,4}(?:不|就好|多好|别)|(?:再也)?(?:不想|别再?|不要|不用)(?:再)?醒(?:来|过来)(?:了|就好|该多好|$|[，。!?])/,
    /(?:朋友|同学|室友|他|她|妹妹|弟弟|姐姐|哥哥|妈妈?|爸爸?|女儿|儿子|男友|女友|男朋友|女朋友)(?:刚|刚刚|跟我|和我|一直)?(?:说|告诉我)(?:她|他)?(?:要|想|不想)(?:去)?(?:自杀|死|活了|跳楼|轻生)/,
  ],
};

export const harmByOthersZh: Signs = {
  harmless: [
    /打我(?:的)?(?:电话|手机|座机|微信|号码?|名字?|主意|脸|视频|语音|招呼|小报告|一个措手不及|野|个招呼|旗号|广告|财|标签|的(?!时候|脸|头|手|腿|人))/g,
    /(?:没|没有|不|从不|从没|从来没有?|从来不|不会|不敢|不再|别|舍不得|不可能|再也没有?|再也不)(?:再)?(?:动手)?(?:打|揍|踢|掐|扇|骂|欺负|威胁|跟踪|骚扰|虐待|家暴)(?:过)?我/g,
    /被(?:打)(?:脸|败|动|扰|断|击|乱|包|车|工|卡|折|码|算|开|造|磨|扮|发|入|上|通|分|回)/g,
    /家暴(?:剧|题材|电影|新闻|法)|反家暴/g,
  ],
  signs: [
    new RegExp(
      `${relativesZh}(?:们)?(?:今天|昨天|昨晚|刚才|刚刚|刚|晚上|每天|天天|经常|总是?|老是?|一直|有时候?|偶尔|以前|从小|又|还|会|要|就|喝醉了?酒?|喝了酒|喝多了?|一喝酒|生气|一生气|动手|用[^，。!?\\n]{1,4}|在[^，。!?\\n]{1,4}|拿[^，。!?\\n]{1,4}|把我[^，。!?\\n]{0,6}|都|就会|动不动|威胁说?){0,4}(?:打(?:了|过)?我|揍(?:了)?我|踢(?:了)?我|踹(?:了)?我|掐(?:着|住|了)?我|扇(?:了)?我|抽我耳光|家暴|虐待(?:了|过)?我|性侵|强奸|强暴|猥亵|强迫我(?:发生|跟|和|做)|威胁(?:了|要|着)?(?:杀|打|弄死)?我|跟踪我|尾随我|把我(?:关|锁|绑)|不让我(?:出门|离开|吃饭)|乱?摸(?:了)?我(?:的)?(?:胸|腿|屁股|身体|下面|$|[，。!?])|霸凌我|拿刀|要杀我|想杀我|逼我(?:卖|脱|拍))`,
    ),
    /(?:我|又|一直|从小|经常|昨晚|刚刚?)?(?:被|遭|遭到|遭受)(?:了|过)?(?:人|他们?|她们?|爸爸?|妈妈?|父亲|母亲|老公|丈夫|男友|男朋友|前任|继父|老师|同学|室友|老板|别人|陌生人|一个男的|家里人)?(?:给)?(?:又)?(?:家暴|性侵|强奸|强暴|猥亵|虐待|霸凌|校园暴力|跟踪|尾随|关起来|绑架|拘禁|囚禁|打(?:了(?!个?折|个?分|针|码|回|脸|疫苗|电话|水漂)|伤|得|到|骨折|哭|进医院|一顿)|揍(?:了|得|一顿)|殴打|毒打|勒索|下药)/,
    /(?:打我(?:们)?妈|打(?:我和|我跟)[^，。]{1,4}|对我动手(?:了|动脚)|对我动粗|对我施暴|家里有人打我|我怕(?:他|她)(?:会|再|又)?(?:打|杀|伤害)我)/,
  ],
};

export const harmToOthersZh: Signs = {
  harmless: [
    /杀(?:时间|青|价|毒|菌|手|疯|软件|进程|马特|鸡|鱼|虫|猪|熟)|狼人杀|剧本杀|杀了我吧|秒杀|抹杀/g,
    /(?:不是|并不|没|没有|不会|不可能|绝不|不|别|不要)(?:真的?)?(?:想|要|敢|打算)?(?:去)?(?:杀|捅|砍|报复|毒死)/g,
  ],
  signs: [
    /(?:我|真|好|就|今晚|明天|早晚|一定|迟早|总有一天)(?:真的?|好|就|一定|早晚|迟早|总有一天|今晚|明天)?(?:想|要|会|打算|准备|计划|就去)(?:去|拿刀|用刀|亲手)?(?:杀(?:了|死|掉|光)?|捅(?:了|死)?|砍(?:了|死)?|毒死|烧死|弄死|炸(?:了|死)?)(?:他们?|她们?|那个?(?:人|男的|女的|混蛋|王八蛋|畜生)|那家伙|我(?:爸|妈|老公|老婆|老板|室友|同学|老师|前任|前男友|前女友|继父|婆婆|邻居|同事|哥|弟|姐|妹|男友|女友|男朋友|女朋友)|(?:他|她|你)?全家|所有人|老师|老板|同学|室友|邻居|孩子)/,
    /(?:想|要|打算|准备|计划|一起)[^，。!?\n]{0,6}同归于尽|(?:想|要|打算|准备)(?:去)?报复社会|(?:想|要|打算|准备|已经)(?:给|往|在)[^，。!?\n]{1,8}(?:下毒|投毒|饭里|水里下)|(?:带|买|藏)(?:了|好)?(?:一?把)?刀(?:去|要|准备)(?:找|学校|公司|砍|捅|见)/,
    /(?:想|忍不住|控制不住|怕自己会?|差点)[^，。!?\n]{0,6}(?:掐死|摔死|闷死|捂死|伤害)(?:我的?)?(?:孩子|宝宝|婴儿|儿子|女儿|家人|别人)/,
  ],
};

const relativesEn =
  "(?:he|she|they|somebody|someone|(?:my|her|his|the) (?:own )?(?:dad|daddy|mom|mum|mother|father|stepdad|stepfather|stepmom|stepmother|parents|husband|wife|boyfriend|girlfriend|bf|gf|partner|ex|ex-?husband|ex-?boyfriend|brother|sister|uncle|aunt|grandfather|grandpa|cousin|teacher|coach|boss|neighbou?r|roommate|flatmate|classmates?|date))";

export const selfHarmEn: Signs = {
  harmless: [
    /\b(?:dying|dead|die|died|killing me|kill me)(?: of| from)? (?:to (?:see|meet|know|hear|try|tell|get|go|find|read|watch|eat|taste|talk)|laughing|laughter|laugh|embarrassment|boredom|cringe|cuteness|lol|tired|curiosity|for a|inside lol)/g,
    /\bkill(?:ing|ed)? (?:it|time|the (?:lights|vibe|mood|engine|process)|two birds|for a)\b|\bkill(?:ing|ed)? (?:my ?self|me) (?:laughing|with laughter|at the gym|at work)/g,
    /\b(?:i'm|im|i am) dead\b|\bdead (?:tired|serious|line|lift|pan|beat)\b|\bsuicide (?:squad|silence|rate|rates|statistics|hotline|door|doors|king)\b|\bsocial suicide\b/g,
    /\bcut(?:ting)? my ?self (?:shaving|cooking|chopping|slicing|on (?:a|the|some|my)|while|off|some slack|a (?:slice|piece)|short|with (?:a|the) (?:kitchen|bread))/g,
    /\b(?:not|never|no longer|don't|do not|didn't|did not|wasn't|won't|wouldn't|would never|isn't|hardly)\b(?: \w+){0,2} (?:want to die|wanna die|suicidal|kill my ?self|hurt my ?self|harm my ?self|cut my ?self|end (?:my life|it all)|commit suicide|(?:thinking|think|thought) (?:about|of) suicide)/g,
    /\bdon't (?:want to|wanna) live (?:in|with|at|on|near|here|there|alone|by|so far|far|next|abroad|off|under|together)\b/g,
    /\b(?:don't|do not) (?:want to|wanna) (?:wake up|get up) (?:early|at|so|before|tomorrow|for)/g,
  ],
  signs: [
    /\b(?:want|wanna|wanted|going|gonna|plan|planning|planned|tried|trying|ready|thinking (?:of|about)|think (?:of|about)|thoughts (?:of|about)|thought (?:of|about)|feel like|need|could|should|might|will|i'll|just|about|urge|way|ways|how)(?: to| of)? (?:just |really |actually )?(?:kill(?:ing)?|hurt(?:ing)?|harm(?:ing)?|cut(?:ting)?|hang(?:ing)?|shoot(?:ing)?|drown(?:ing)?) my ?self\b/,
    /\bkill(?:ing)? my ?self\b|\bkms\b|\b(?:i|been|started|keep|kept|still|again)(?: \w+){0,2} (?:cut|cutting|cuts|burn|burning|hurt|hurting|harm|harming|self[- ]?harm(?:ed|ing)?) (?:my ?self|again)|\bi (?:\w+ )?self[- ]?harm/,
    /\bend (?:it all|my life|my own life|everything tonight|things for good)\b|\bending (?:it all|my life)\b|\btak(?:e|ing) my (?:own )?life\b|\bslit(?:ting)? my (?:wrists?|throat)\b|\bcommit(?:ting)? suicide\b/,
    /\bi (?:really |just |honestly |kind of |kinda |sometimes |often |still |only )*(?:want to|wanna|wish i could|would rather) (?:just )?(?:die|be dead|disappear forever|not exist|not be here anymore|stop existing|never wake up|not wake up)\b|\b(?:wish|wished) (?:i|that i) (?:was|were|could be) (?:dead|never born)|\bwish i(?:'d| had) never been born\b|\bwish i wasn't (?:alive|here anymore|born)\b/,
    /\b(?:don't|do not|dont) (?:want to|wanna) (?:live|be alive|be here|exist|go on|keep living|keep going|wake up)(?: anymore| any more| any longer| like this| tomorrow)?(?:$|[.,!?;]| without| because| and)/,
    /\b(?:no (?:reason|point)(?: \w+)? (?:to|in|for me to) (?:live|living|go on|going on|be alive|being alive|stay alive)|nothing (?:left )?to live for|tired of (?:living|being alive|life)|can't (?:go on|live like this|live anymore|do this life)|life (?:is not|isn't) worth living|not worth living|better off dead|(?:everyone|they|world|you|family|all)(?:'d| would| will)? (?:all )?(?:be )?better off without me)\b/,
    /\b(?:i'm|im|i am|feel|feeling|been|being|getting) (?:\w+ )?suicidal\b|\bsuicidal (?:thoughts|ideation|feelings)\b|\b(?:thinking|think|thought|thoughts) (?:about|of) suicide\b|\bconsider(?:ing|ed)? suicide\b|\bmy suicide (?:note|plan)\b/,
    /\b(?:want to|wanna|going to|gonna|about to|ready to|thinking (?:of|about)|might|could just) (?:just )?jump(?:ing)? (?:off|from|out of|in front of) (?:a|the|my|this) (?:\w+ )?(?:bridge|roof|rooftop|building|balcony|window|cliff|train|ledge|car|bus)\b|\bstanding on (?:a|the) (?:ledge|bridge rail|edge of the roof)\b/,
    /\b(?:took|taken|swallowed|take|taking|swallow) (?:all (?:of )?(?:my|the)|the whole bottle|a whole bottle|a bottle|too many|a handful)(?: \w+){0,3} (?:pills|tablets|meds|medication|sleeping pills|of pills)\b|\b(?:i|to) overdose(?:d)?\b|\bwr(?:iting|ote|itten) (?:a |my )?(?:suicide|goodbye) note\b/,
    /\b(?:friend|sister|brother|roommate|girlfriend|boyfriend|mom|mum|dad|daughter|son|he|she)(?: \w+){0,3} (?:wants to|is going to|is gonna|said (?:he|she) wants to|told me (?:he|she) wants to|threatened to|tried to) (?:kill (?:him|her)self|commit suicide|end (?:his|her) life|die)\b/,
  ],
};

export const harmByOthersEn: Signs = {
  harmless: [
    /\b(?:hit|hits|hitting) me (?:up|with|different|differently|hard|like|that|right in|in the feels|as|when|how)\b|\bbeats? me(?:$|[.,!?]| at | in | to | by | again at)|\bkick(?:ed|s)? me (?:out of|off) (?:the )?(?:group|chat|server|game|team|channel|lobby)/g,
    /\b(?:never|not|didn't|doesn't|don't|did not|does not|hasn't|wouldn't|won't|wasn't)(?: \w+){0,2} (?:hit|hits|beat|hurt|touch|touched|abuse|abused|threaten|threatened|raped|assaulted|attacked)(?: me)?/g,
    /\b(?:beat|beats|kills?|killed|shot|shoots?|stabbed) me (?:in|at) (?:\w+ )?(?:game|chess|match|race|tennis|cards|ping pong|mario kart|ranked|minecraft|the finals?)/g,
  ],
  signs: [
    new RegExp(
      `\\b${relativesEn}(?:'s|'ll| \\w+){0,4}? (?:hits|hit|hitting|beats|beat|beating|beaten|punch(?:es|ed|ing)?|kick(?:s|ed|ing)?|chok(?:es|ed|ing)|slap(?:s|ped|ping)?|strangl(?:es|ed|ing)|rap(?:es|ed|ing)|molest(?:s|ed|ing)?|abus(?:es|ed|ing)|assault(?:s|ed|ing)?|attack(?:s|ed|ing)?|threaten(?:s|ed|ing)?|stalk(?:s|ed|ing)?|burn(?:s|ed)|whip(?:s|ped)|hurts) me\\b`,
    ),
    new RegExp(
      `\\b${relativesEn}(?: \\w+){0,3} (?:(?:threatened|tried|wants|trying|threatens|threatening) to (?:kill|hurt|stab|rape|hit|choke) me|(?:locks|locked|keeps) me (?:in|up|locked)|won't let me (?:leave|go out|eat)|touch(?:es|ed) me (?:where|down there|at night|inappropriately|and i)|forc(?:es|ed) me to (?:have sex|touch|undress|sleep with)|forced (?:himself|herself) on me|has a (?:gun|knife) )`,
    ),
    /\bi(?:'ve been|'m being| was| am being| got| have been| keep getting| get)(?: \w+)? (?:raped|sexually assaulted|assaulted|molested|abused|beaten|beaten up|stalked|groomed|trafficked|followed home|strangled|attacked)\b|\bdomestic (?:violence|abuse) (?:at home|from|by)|\b(?:afraid|scared|terrified) (?:of what )?(?:he|she|they|my \w+)(?:'ll| will| might| is going to|'s going to) (?:hurt|hit|kill|beat|do to) me\b/,
  ],
};

export const harmToOthersEn: Signs = {
  harmless: [
    /\b(?:kill|killing) (?:it|time|for|the|two birds)\b|\bshoot (?:you|him|her|them) (?:a|an)\b|\bpoison (?:ivy|type|damage)\b/g,
    /\b(?:not|never|don't|do not|didn't|won't|wouldn't|would never)(?: \w+){0,3} (?:kill|hurt|murder|stab|shoot|harm)\b/g,
  ],
  signs: [
    /\b(?:i|i'm|im|i'll|i've)\b(?: \w+){0,4} (?:want to|wanna|going to|gonna|plan to|planning to|planned to|about to|will|ready to|thinking (?:of|about)|urge to|decided to|'ll) (?:kill(?:ing)?|murder(?:ing)?|stab(?:bing)?|shoot(?:ing)?|strangl(?:e|ing)|poison(?:ing)?|behead|blow up|burn down) (?:him|her|them|everyone|everybody|people|somebody|someone|those|(?:my|the|that|his|her) (?:\w+ )?(?:boss|dad|mom|mum|father|mother|husband|wife|ex|boyfriend|girlfriend|teacher|brother|sister|neighbou?r|roommate|family|kids?|child|baby|children|classmates?|coworkers?|school|office|guy|man|bitch|bastard))\b/,
    /\bi'll (?:kill|murder|stab|shoot|poison) (?:him|her|them|everyone|my \w+)\b|\bshoot up (?:the|my|a) (?:school|office|place|mall|church)\b|\b(?:scared|afraid|worried) (?:that )?i(?:'ll| will| might| could) (?:hurt|harm|kill) (?:my (?:baby|kid|kids|child|son|daughter|wife|husband|mom|dad|family)|someone|somebody|people|him|her|them)\b/,
  ],
};
