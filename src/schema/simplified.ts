// Traditional Chinese characters and the simplified ones in whose place they stand, so that one finds the other.

/**
 * Pairs of characters, traditional and simplified. Those that are ambiguous are left out, except where one reading is by far
 * the more frequent in talk: 著 is 着 (睡著, 看著), and 著名 meets itself as 着名 on both sides; 妳 is 你, 週 周, 隻 只.
 */
const pairs =
  "愛爱礙碍襖袄罷罢擺摆敗败頒颁辦办絆绊幫帮綁绑寶宝飽饱報报貝贝備备輩辈筆笔畢毕幣币閉闭邊边編编變变標标錶表別别賓宾餅饼撥拨補补財财參参殘残慘惨燦灿蒼苍艙舱廁厕側侧測测層层產产長长嘗尝腸肠場场廠厂暢畅車车徹彻塵尘陳陈襯衬稱称誠诚懲惩遲迟馳驰齒齿熾炽衝冲蟲虫寵宠醜丑籌筹綢绸處处觸触傳传創创窗窗純纯詞词辭辞聰聪從从叢丛湊凑竄窜錯错達达帶带貸贷單单擔担膽胆彈弹當当擋挡黨党蕩荡島岛導导禱祷燈灯鄧邓敵敌遞递點点電电墊垫殿殿釣钓調调疊叠頂顶訂订東东動动凍冻棟栋鬥斗讀读獨独賭赌斷断鍛锻對对隊队噸吨頓顿奪夺墮堕額额惡恶兒儿爾尔餌饵發发罰罚煩烦範范飯饭販贩訪访飛飞廢废費费紛纷墳坟奮奋憤愤糞粪豐丰風风瘋疯鋒锋馮冯縫缝鳳凤膚肤輔辅婦妇負负復复賦赋該该蓋盖趕赶剛刚鋼钢綱纲崗岗個个給给鞏巩貢贡溝沟夠够購购構构顧顾僱雇關关觀观館馆慣惯貫贯廣广規规歸归龜龟櫃柜軌轨貴贵滾滚鍋锅國国過过漢汉號号轟轰紅红後后護护滬沪戶户華华畫画話话劃划懷怀壞坏歡欢環环還还換换喚唤黃黄揮挥輝辉會会燴烩匯汇諱讳魂魂渾浑夥伙獲获禍祸貨货擊击機机積积饑饥雞鸡極极級级擠挤幾几濟济計计記记際际繼继紀纪夾夹價价駕驾堅坚監监間间艱艰檢检鹼碱減减簡简見见鑑鉴踐践賤贱艦舰劍剑薦荐將将漿浆講讲醬酱膠胶驕骄嬌娇腳脚餃饺較较轎轿階阶節节結结潔洁緊紧錦锦僅仅盡尽進进勁劲驚惊經经頸颈淨净鏡镜競竞糾纠舊旧舉举劇剧據据懼惧捲卷絹绢覺觉決决絕绝軍军鈞钧駿骏開开凱凯顆颗殼壳課课懇恳墾垦摳抠褲裤誇夸塊块寬宽礦矿況况虧亏饋馈闊阔蠟蜡臘腊來来萊莱賴赖蘭兰攔拦欄栏藍蓝籃篮覽览懶懒爛烂濫滥撈捞勞劳樂乐壘垒淚泪類类離离禮礼裡里裏里麗丽勵励歷历曆历隸隶聯联連连蓮莲憐怜簾帘臉脸鏈链戀恋練练糧粮涼凉兩两輛辆諒谅療疗遼辽獵猎臨临鄰邻鱗鳞靈灵齡龄鈴铃領领劉刘瀏浏龍龙聾聋籠笼壟垄樓楼摟搂盧卢蘆芦爐炉魯鲁陸陆錄录驢驴呂吕鋁铝侶侣屢屡縷缕慮虑綠绿亂乱輪轮論论倫伦羅罗邏逻蘿萝鑼锣駱骆絡络媽妈瑪玛碼码馬马罵骂嗎吗買买賣卖邁迈麥麦滿满蠻蛮饅馒貓猫貿贸麼么黴霉門门們们悶闷夢梦彌弥謎谜綿绵廟庙滅灭憫悯閩闽鳴鸣銘铭謀谋畝亩納纳難难撓挠腦脑惱恼鬧闹內内擬拟膩腻釀酿鳥鸟聶聂鑷镊鎳镍寧宁擰拧檸柠獰狞鈕钮紐纽膿脓濃浓農农瘧疟諾诺歐欧毆殴嘔呕盤盘龐庞賠赔噴喷鵬鹏騙骗飄飘頻频貧贫蘋苹憑凭評评潑泼頗颇撲扑鋪铺樸朴譜谱齊齐騎骑豈岂啟启氣气棄弃牽牵鉛铅遷迁簽签謙谦錢钱鉗钳潛潜淺浅譴谴槍枪牆墙薔蔷強强搶抢橋桥喬乔僑侨翹翘竅窍竊窃親亲輕轻傾倾頃顷請请慶庆窮穷瓊琼區区軀躯驅驱趨趋權权勸劝確确鵲鹊讓让饒饶擾扰繞绕熱热韌韧認认紉纫榮荣絨绒軟软銳锐潤润灑洒薩萨賽赛傘伞喪丧騷骚掃扫澀涩殺杀紗纱篩筛曬晒閃闪陝陕贍赡繕缮傷伤賞赏燒烧紹绍捨舍攝摄設设紳绅審审嬸婶腎肾滲渗聲声繩绳勝胜聖圣師师獅狮濕湿詩诗時时蝕蚀實实識识駛驶勢势適适釋释飾饰視视試试壽寿獸兽樞枢輸输書书贖赎屬属術术樹树豎竖數数帥帅雙双誰谁稅税順顺說说碩硕爍烁絲丝飼饲聳耸訟讼頌颂誦诵擻擞蘇苏訴诉肅肃雖虽隨随歲岁孫孙損损縮缩瑣琐鎖锁態态攤摊貪贪癱瘫灘滩壇坛譚谭談谈歎叹湯汤燙烫濤涛討讨騰腾題题體体條条鐵铁聽听廳厅頭头統统圖图塗涂團团頹颓脫脱馱驮橢椭窪洼襪袜彎弯灣湾頑顽萬万網网韋韦違违圍围為为維维偉伟偽伪緯纬衛卫溫温聞闻紋纹穩稳問问窩窝臥卧嗚呜烏乌誣诬無无吳吴務务霧雾誤误錫锡犧牺襲袭習习戲戏細细蝦虾嚇吓俠侠峽峡鮮鲜銜衔閒闲鹹咸賢贤顯显險险現现獻献縣县線线憲宪餡馅羨羡鄉乡詳详響响項项嘯啸銷销曉晓蕭萧協协寫写謝谢瀉泻鋅锌釁衅興兴洶汹鏽锈繡绣虛虚須须許许敘叙續续緒绪軒轩懸悬選选學学勳勋詢询尋寻訓训訊讯遜逊壓压鴨鸭啞哑亞亚煙烟鹽盐嚴严顏颜閻阎豔艳厭厌硯砚燕燕驗验鴦鸯楊杨揚扬瘍疡陽阳養养癢痒樣样堯尧搖摇遙遥窯窑謠谣藥药爺爷頁页業业葉叶醫医遺遗儀仪蟻蚁藝艺億亿憶忆義义議议譯译異异陰阴銀银飲饮隱隐嬰婴櫻樱鷹鹰應应營营蠅蝇贏赢穎颖擁拥詠咏湧涌憂忧優优郵邮猶犹遊游誘诱魚鱼漁渔與与嶼屿語语獄狱譽誉預预園园員员圓圆緣缘遠远願愿約约躍跃鑰钥嶽岳閱阅雲云運运醞酝韻韵雜杂災灾載载暫暂贊赞臟脏髒脏鑿凿棗枣澤泽責责擇择則则賊贼贈赠紮扎閘闸詐诈齋斋債债氈毡盞盏斬斩嶄崭戰战張张漲涨帳帐賬账脹胀趙赵這这貞贞針针偵侦診诊鎮镇陣阵掙挣爭争徵征鄭郑證证幀帧織织職职執执紙纸擲掷幟帜質质滯滞鐘钟鍾钟終终種种腫肿眾众軸轴皺皱晝昼驟骤豬猪諸诸燭烛囑嘱貯贮築筑鑄铸駐驻專专磚砖轉转賺赚莊庄裝装壯壮狀状錐锥準准濁浊資资漬渍綜综總总縱纵鄒邹組组鑽钻週周沒没臺台妳你於于牠它喫吃麪面鷄鸡羣群峯峰啓启綫线纔才嚐尝傢家佈布慾欲託托鬱郁彆别迴回註注姊姐囉啰爲为麵面乾干幹干鬆松鬍胡髮发係系製制嘆叹蹟迹跡迹獎奖姪侄嬤嬷癡痴睏困闢辟嚮向樑梁莖茎吶呐唸念丟丢並并亙亘佇伫佔占併并侖仑倀伥倆俩倉仓倖幸倣仿傑杰傖伧傭佣傯偬僇戮僕仆僞伪僥侥儂侬儈侩儉俭儐傧儔俦儕侪儘尽償偿儲储儷俪儻傥儼俨兇凶兌兑兗兖冊册冪幂凜凛刪删剎刹剝剥剴剀剷铲劊刽劑剂勗勖勛勋勻匀匱匮卹恤卻却厠厕厲厉咷啕唄呗喨亮喲哟嗆呛嗇啬嗶哔嘍喽嘖啧嘩哗嘮唠嘰叽噓嘘噠哒噥哝噯嗳噹当嚀咛嚕噜嚥咽嚨咙嚶嘤囀啭囁嗫囂嚣囈呓囪囱埰采堊垩堝埚塋茔塒埘塚冢塢坞塹堑墜坠壎埙壙圹壢坜壩坝壺壶奐奂奧奥奩奁奬奖妝妆姍姗姦奸娛娱婁娄媧娲媼媪嫗妪嫵妩嫻娴嬈娆嬋婵嬝袅嬪嫔孃娘孿孪宮宫寢寝尷尴屆届屍尸屜屉屨屦岡冈峴岘崑昆崙仑崢峥嵐岚嶇岖嶸嵘嶺岭巒峦巔巅巖岩幃帏幗帼庫库廂厢廄厩廈厦廚厨廝厮廬庐廻回弒弑弔吊彙汇彞彝彥彦彿佛徑径徠徕徬彷恆恒恥耻悅悦悳德悵怅悽凄惻恻愜惬愴怆愷恺愾忾慄栗慇殷慍愠慚惭慟恸慫怂慼戚憊惫憚惮憮怃懃勤懍懔懞蒙懟怼懣懑懮忧懺忏懾慑拋抛挾挟捫扪掄抡掛挂採采揀拣搆构搗捣搧扇搾榨摀捂摑掴摯挚摻掺撐撑撚捻撢掸撫抚撳揿撻挞撾挝撿捡擄掳擱搁擴扩擷撷攆撵攏拢攙搀攜携攢攒攣挛攪搅攬揽斂敛斃毙斕斓昇升晉晋暈晕暉晖暱昵曄晔曇昙曏向曖暧曠旷朧胧枒丫柵栅桿杆梔栀梟枭棧栈棲栖楓枫楨桢榖谷槓杠槨椁槳桨樁桩樅枞樺桦橈桡橫横檔档檜桧檣樯檯台檳槟檻槛櫓橹櫚榈櫛栉櫝椟櫥橱櫬榇櫺棂欖榄欵款欽钦歟欤歿殁殤殇殮殓殯殡殲歼毀毁毬球氫氢氬氩氳氲氾泛汎泛汙污沍冱沖冲洩泄浹浃涇泾淒凄淪沦淵渊渙涣渦涡溼湿滄沧滌涤滷卤漣涟漸渐潯浔潰溃澆浇澗涧澠渑澱淀濘泞濬浚濰潍濱滨濺溅濾滤瀆渎瀋沈瀕濒瀘泸瀝沥瀟潇瀨濑瀰弥瀲潋瀾澜灤滦煉炼煥焕煬炀熒荧燄焰燉炖燐磷燜焖燬毁燻熏燼烬燾焘牀床牘牍犖荦犢犊狹狭狽狈猙狰獃呆獷犷獺獭玀猡琺珐琿珲瑤瑶瑩莹瑯琅璣玑璦瑷璽玺瓏珑瓔璎瓚瓒甌瓯甕瓮産产疇畴痙痉痠酸瘓痪瘡疮瘮瘆瘺瘘癆痨癇痫癒愈癘疠癟瘪癥症癩癞癬癣癮瘾癲癫皚皑皰疱盃杯盜盗盪荡眞真睜睁睞睐睪睾瞇眯瞞瞒瞭了瞼睑矚瞩矯矫砲炮硏研磧碛磯矶礎础礪砺礫砾礬矾祕秘祿禄禎祯禦御禪禅禿秃秈籼稈秆稜棱稟禀穀谷穌稣穡穑穢秽穫获窺窥竇窦筍笋筧笕箇个箋笺箏筝篤笃簍篓簞箪簣篑簫箫簷檐籐藤籟籁籤签籬篱籮箩籲吁粧妆粵粤糝糁糰团紂纣紆纡紇纥紕纰紜纭紡纺紱绂紲绁紼绋絀绌絃弦絛绦絞绞絢绚絳绛絶绝綉绣綏绥綑捆綞缍綬绶綰绾綳绷綴缀綵彩綸纶綺绮綻绽綽绰綾绫緇缁緑绿緘缄緙缂緝缉緞缎締缔緩缓緬缅緲缈緹缇緻致縈萦縉缙縊缢縐绉縑缣縛缚縝缜縞缟縲缧縴纤縵缦縹缥績绩繃绷繅缫繆缪繒缯繚缭繪绘繫系繭茧繳缴繹绎繽缤纈缬纍累纏缠纓缨纖纤纜缆缽钵罈坛罌罂罣挂羈羁羋芈羶膻翫玩脅胁脈脉脣唇膾脍臍脐臏膑臚胪舖铺艷艳芻刍茲兹荊荆荳豆莢荚莧苋菓果萇苌萵莴葦苇葯药葷荤蒐搜蒞莅蓀荪蓆席蔔卜蔣蒋蔥葱蔭荫蔴麻蕁荨蕪芜薊蓟薑姜薺荠藪薮藷薯藹蔼藺蔺蘊蕴蘚藓虜虏蛻蜕蜆蚬蝨虱蝸蜗螄蛳螞蚂螢萤螻蝼蟈蝈蟎螨蟬蝉蟯蛲蠍蝎蠔蚝蠣蛎蠱蛊蠶蚕衆众衚胡袞衮裊袅複复褸褛褻亵襠裆襤褴覈核覓觅覦觎覬觊覲觐觴觞訃讣訌讧訐讦訕讪訖讫訛讹訝讶訣诀訥讷訶诃証证詁诂詆诋詔诏詛诅詣诣詫诧詬诟詭诡詮诠詰诘詼诙誅诛誌志誑诳誒诶誕诞誚诮誡诫誥诰誨诲説说誶谇誹诽誼谊諂谄諄谆諉诿諍诤諛谀諜谍諦谛諧谐諫谏諭谕諮谘諳谙諶谌諷讽諺谚諼谖謁谒謂谓謄誊謊谎謐谧謗谤謡谣謨谟謫谪謬谬謹谨譁哗譎谲譏讥譙谯譟噪譫谵讒谗讖谶讚赞讜谠貍狸貲赀貳贰貶贬貼贴貽贻賀贺賁贲賂赂賃赁賄贿賅赅賈贾賑赈賒赊賜赐賡赓賸剩賻赙贅赘贓赃贗赝贛赣跼局踡蜷踴踊蹕跸蹣蹒蹤踪蹧糟蹺跷躉趸躊踌躋跻躑踯躓踬躡蹑躪躏軋轧軔轫軛轭軻轲軼轶軾轼輊轾輒辄輓挽輜辎輞辋輟辍輥辊輦辇輯辑輳辏輻辐輾辗輿舆轂毂轄辖轅辕轍辙轔辚轡辔辮辫辯辩逕迳邇迩邐逦鄴邺酈郦醃腌醼宴釅酽釐厘釗钊釘钉釙钋釦扣釧钏釩钒釵钗鈉钠鈍钝鈎钩鈐钤鈑钣鈔钞鈣钙鈷钴鈸钹鈹铍鈽钸鈾铀鈿钿鉀钾鉅钜鉉铉鉍铋鉑铂鉚铆鉤钩鉸铰鉻铬銅铜銑铣銓铨銖铢銨铵銬铐銲焊銻锑銼锉鋇钡鋤锄鋰锂鋸锯錕锟錘锤錙锱錚铮錠锭錨锚錮锢録录錳锰鍊炼鍍镀鍔锷鍥锲鍬锹鍰锾鍵键鎂镁鎊镑鎗枪鎘镉鎚锤鎢钨鎬镐鎰镒鏃镞鏍镙鏑镝鏗铿鏘锵鏜镗鏝镘鏟铲鏢镖鏤镂鏨錾鐃铙鐫镌鐮镰鐲镯鐳镭鐸铎鐺铛鑒鉴鑠铄鑣镳鑲镶鑾銮閂闩閆闫閎闳閏闰閑闲閔闵閡阂関关閣阁閥阀閨闺閭闾闆板闇暗闈闱闋阕闌阑闐阗闔阖闕阙闖闯闘斗闡阐陘陉陞升隄堤隕陨隴陇隻只雋隽雛雏霑沾霽霁靂雳靄霭靜静靦腼靨靥韁缰韃鞑韉鞯韓韩韜韬頊顼頜颌頡颉頤颐頰颊頷颔頽颓顎颚顓颛顔颜顛颠顥颢顫颤顰颦顱颅颯飒颱台颳刮颶飓颼飕飢饥飩饨飪饪飭饬飴饴餉饷餒馁餓饿餘余餚肴餛馄餞饯餬糊餵喂餽馈餾馏餿馊饉馑饗飨饜餍饞馋馭驭馴驯駁驳駑驽駒驹駙驸駝驼駟驷駡骂駢骈駭骇騁骋騖骛騫骞騾骡驀蓦驃骠驍骁驛驿驥骥驪骊骯肮髏髅髖髋鬀剃鬚须鬢鬓鬨哄鬭斗魎魉魘魇魷鱿鮑鲍鮪鲔鮫鲛鮭鲑鯀鲧鯉鲤鯊鲨鯖鲭鯛鲷鯧鲳鯨鲸鯽鲫鰍鳅鰓鳃鰥鳏鰭鳍鰱鲢鰻鳗鰾鳔鱉鳖鱔鳝鱖鳜鱟鲎鱷鳄鱸鲈鳩鸠鳶鸢鴆鸩鴉鸦鴕鸵鴛鸳鴣鸪鴻鸿鴿鸽鵑鹃鵝鹅鵠鹄鵡鹉鵪鹌鶉鹑鶯莺鶴鹤鷂鹞鷓鹧鷗鸥鷥鸶鷺鹭鸚鹦鸛鹳鸞鸾鹵卤麩麸麯曲黌黉黷黩鼇鳌鼕冬鼴鼹齜龇齟龃齣出齦龈齧啮齪龊齬龉齲龋齷龌龔龚著着摺折藉借菸烟麽么噁恶祇只痲麻";

/** By code unit; 0 stands for the character itself. */
const table = new Uint16Array(65_536);
{
  const characters = [...pairs];
  for (let at = 0; at + 1 < characters.length; at += 2)
    table[(characters[at] ?? "").charCodeAt(0)] = (characters[at + 1] ?? "").charCodeAt(0);
}

/** The simplified form of a character's code point; that of any other character is the character itself. */
export function simplified(point: number): number {
  return table[point] || point;
}

/** 甚麼 is 什么; 甚 alone (甚至) is itself. */
const [very, what, particle] = ["甚", "什", "么"].map((sign) => sign.charCodeAt(0));

/** Units that become a text in one go: more arguments than a call can take would throw. */
const unitsAtOnce = 8_192;

/**
 * A text with its traditional characters in simplified form; each stays in its place, since one UTF-16 unit stands for one.
 * A text without any comes back as it is. The rules of the house are written in simplified characters and read texts so.
 */
export function simplify(text: string): string {
  let units: Uint16Array | undefined;
  for (let at = 0; at < text.length; at++) {
    const unit = table[text.charCodeAt(at)];
    if (!unit) continue;
    units ??= unitsOf(text);
    units[at] = unit;
    if (unit === particle && units[at - 1] === very) units[at - 1] = what ?? 0;
  }
  return units === undefined ? text : textOf(units);
}

function unitsOf(text: string): Uint16Array {
  const units = new Uint16Array(text.length);
  for (let at = 0; at < units.length; at++) units[at] = text.charCodeAt(at);
  return units;
}

function textOf(units: Uint16Array): string {
  let text = "";
  for (let from = 0; from < units.length; from += unitsAtOnce)
    text += Reflect.apply(String.fromCharCode, null, units.subarray(from, from + unitsAtOnce));
  return text;
}

/**
 * What was found in a text as rules read it (`read`, as long as `typed`), in the signs in which it was typed; what was put together
 * of several stretches (我的地址 + 是 + 上海) is taken back stretch by stretch, the longest first. What stands nowhere in it stays.
 */
export function asTyped(found: string, read: string, typed: string): string {
  if (read === typed || found === "") return found;
  let result = "";
  for (let from = 0; from < found.length; ) {
    const length = longestIn(found, from, read);
    const at = read.indexOf(found.slice(from, from + length));
    result += length === 0 ? found.charAt(from) : typed.slice(at, at + length);
    from += Math.max(1, length);
  }
  return result;
}

/** How much of `found` from a place on stands in one piece in `read`. */
function longestIn(found: string, from: number, read: string): number {
  const stands = (length: number) => read.includes(found.slice(from, from + length));
  let [most, tooMuch] = [0, found.length - from + 1];
  if (stands(tooMuch - 1)) return tooMuch - 1;
  while (tooMuch - most > 1) {
    const middle = Math.floor((most + tooMuch) / 2);
    if (stands(middle)) most = middle;
    else tooMuch = middle;
  }
  return most;
}
