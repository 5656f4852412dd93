// Words that the Chinese rules share: places, names, kin, professions, and how a clause begins and ends.

/** More words than these are no beginning: without an end, a text of nothing else was read again from each of them. */
const opener =
  "(?<=^|[，,。！!？?：:；;、\\s])(?:(?:其实|对了|嗯|哦|说实话|老实说|那个|还有|而且|就是|因为|所以|但是?|可是|不过|现在|目前|今天|反正|等等|就怕|说来好笑|跟你说|告诉你|记住一?[件条]?事?|记一下|你记一下|宣布一件事|嗨|嘿|哈喽|哈啰|你好呀?|您好呀?|大家好|初次见面|说起来|话说|其实吧|我跟你说)[，,：:]?\\s*){0,12}";
export const closing = "(?=[，,。！!？?；;～~…\\s]|$)";
/** One character within a clause. */
export const inner = '[^，,。！!？?；;：:～~…"“”「」]';

/** A body between what may stand before the person speaks of themself and the end of the clause. */
export function clause(body: string): RegExp {
  return new RegExp(`${opener}(?:${body})${closing}`, "u");
}

/** A body anywhere in the sentence. */
export function anywhere(body: string): RegExp {
  return new RegExp(body, "u");
}

export const cities =
  "北京|上海|天津|重庆|广州|深圳|杭州|南京|苏州|成都|武汉|西安|长沙|郑州|青岛|大连|厦门|福州|宁波|无锡|合肥|济南|昆明|大理|丽江|贵阳|南宁|桂林|海口|三亚|哈尔滨|长春|沈阳|太原|石家庄|兰州|西宁|银川|乌鲁木齐|拉萨|呼和浩特|珠海|东莞|佛山|温州|绍兴|扬州|洛阳|常州|南通|徐州|泉州|汕头|烟台|威海|潍坊|宝鸡|咸阳|绵阳|宜昌|株洲|赣州|南昌|嘉兴|湖州|金华|台州|香港|澳门|台北|高雄|台中|东京|大阪|京都|首尔|新加坡|曼谷|纽约|洛杉矶|旧金山|西雅图|波士顿|伦敦|巴黎|柏林|悉尼|墨尔本|多伦多|温哥华";
export const provinces =
  "湖南|湖北|广东|广西|河南|河北|山东|山西|江苏|浙江|江西|安徽|福建|四川|云南|贵州|陕西|甘肃|青海|海南|辽宁|吉林|黑龙江|内蒙古?|宁夏|新疆|西藏|台湾|东北";
export const countries =
  "日本|韩国|美国|英国|法国|德国|澳大利亚|澳洲|加拿大|新西兰|意大利|西班牙|葡萄牙|泰国|越南|马来西亚|俄罗斯|瑞士|荷兰|瑞典|挪威|芬兰|丹麦|爱尔兰|比利时|奥地利|迪拜|国外";
/** What holds for a day or a trip only. */
export const isPassing = (text: string): boolean =>
  /今天|今晚|昨天|昨晚|明天|前天|这周|这几天|这两天|这会儿|这次|刚才|暂时|临时|出差|旅游|转机|路过/.test(
    text,
  );
export const place = `(?:(?:${cities})市?|(?![这那哪家里学公宾酒乡])\\p{Script=Han}{2,7}(?:省|市|县|区|镇|乡|村))`;
const surname =
  "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦许何吕张孔曹严华金魏陶姜谢邹喻苏潘葛范彭鲁韦马苗方俞任袁柳鲍史唐费薛雷贺倪汤罗毕郝安常于傅齐康伍余顾孟黄穆萧尹姚邵汪毛戴宋庞熊纪舒屈项祝董梁杜阮蓝闵季贾江童颜郭梅盛林钟徐邱骆高夏蔡田樊胡凌霍万柯卢莫房丁邓洪包石崔吉龚程邢裴陆翁段侯武刘景龙叶黎白乔甄曾关廖欧";
export const fullName = `(?:欧阳|司马|上官|诸葛|[${surname}])\\p{Script=Han}{1,2}`;
export const latinName = "[A-Z][A-Za-z]+(?: [A-Z][A-Za-z]+)?";
export const mark = '["“「]?';
export const endMark = '["”」]?';

const month = "(?:\\d{1,2}|十[一二]?|[一二三四五六七八九正冬腊])月";
const day = "(?:\\d{1,2}|[一二三]?十[一二三四五六七八九]?|初?[一二三四五六七八九十]|廿[一二三四五六七八九]?)";
export const date = `(?:(?:\\d{4}|[一二][〇零一二三四五六七八九]{3})年)?(?:农历|阴历)?${month}${day}[日号]?|(?:农历|阴历)?三月三`;

export const professions =
  "(?:老师|教师|医生|护士长?|律师|会计|工程师|程序员|设计师|摄影师|厨师|司机|记者|编辑|作家|画家|歌手|演员|导演|警察|军人|消防员|公务员|学生|大学生|研究生|博士生|高中生|初中生|店长|店员|经理|总监|主管|主任|运营|销售|客服|翻译|导游|空姐|飞行员|海员|教练|教授|研究员|分析师|架构师|药师|兽医|牙医|咨询师|营养师|理发师|美甲师|木匠|电工|农民|工人|保安|快递员|外卖员|收银员|管理员|策划|主播|博主|插画师|社工|护工|裁缝|柜员|文员|前台|保姆|月嫂|销售员|技术员|技师|程序猿|码农|船员|列车员|乘务员|辅警|法官|检察官|会计师|化妆师|美容师|咖啡师|调酒师|甜品师|自由职业者|全职妈妈|全职太太|家庭主妇|家庭主夫|个体户|创业者)";

export const kin: Readonly<Record<string, string>> = {
  女儿: "daughter",
  闺女: "daughter",
  儿子: "son",
  弟弟: "brother",
  哥哥: "brother",
  弟: "brother",
  哥: "brother",
  姐姐: "sister",
  妹妹: "sister",
  姐: "sister",
  妹: "sister",
  妈妈: "mother",
  母亲: "mother",
  妈: "mother",
  爸爸: "father",
  父亲: "father",
  爸: "father",
  奶奶: "grandmother",
  外婆: "grandmother",
  姥姥: "grandmother",
  爷爷: "grandfather",
  外公: "grandfather",
  姥爷: "grandfather",
  闺蜜: "friend",
  好朋友: "friend",
  好友: "friend",
  发小: "friend",
  室友: "friend",
};
export const kinWords = Object.keys(kin)
  .sort((a, b) => b.length - a.length)
  .join("|");
export const lover = "(?:男朋友|女朋友|男友|女友|老公|老婆|丈夫|妻子|对象|爱人|未婚夫|未婚妻)";
export const animal =
  "(?:猫咪?|狗狗?|仓鼠|兔子|鹦鹉|乌龟|金鱼|龙猫|小猫|小狗|橘猫|黑猫|白猫|布偶|柯基|金毛|泰迪|柴犬|田园犬|边牧|哈士奇|英短|美短|蓝猫|暹罗|缅因|狸花猫?|三花猫?|奶牛猫|比熊|博美|法斗|拉布拉多|萨摩耶|雪纳瑞|二哈|德牧|荷兰猪|豚鼠|猫猫|狗子)";
export const givenName = "\\p{Script=Han}{2,3}|[A-Z][a-z]+";
