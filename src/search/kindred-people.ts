// Words of everyday life that mean nearly the same, Chinese and English: people, body, health, food, the home.

/**
 * One group a line. Words left and right of `/` are English and Chinese; `>` leads from a kind to what is of that kind.
 * `_` stands for a space. Written by hand for this project.
 */
export const kindredPeople = `
partner spouse significant_other / 对象 伴侣 另一半 > husband wife boyfriend girlfriend fiance fiancee dating together married / 男朋友 女朋友 男友 女友 老公 老婆 丈夫 妻子 爱人 未婚夫 未婚妻 在一起 谈恋爱
boyfriend / 男朋友 男友 对象
girlfriend / 女朋友 女友 对象
husband / 老公 丈夫 先生 爱人
wife / 老婆 妻子 太太 媳妇 爱人
relationship love_life romance / 感情 恋爱 恋情 > together dating single breakup divorce crush boyfriend girlfriend marry / 在一起 分手 单身 暗恋 表白 告白 复合 吵架 相亲
divorce separated / 离婚 分居 离异
break_up split_up breakup dumped / 分手 分开 甩
marry marriage wedding married engaged / 结婚 婚礼 嫁 娶 领证 成家 订婚 求婚
ex former_partner / 前任 前男友 前女友 前夫 前妻
family relatives folks household / 家人 家里人 亲人 亲戚 > mother father mum mom dad brother sister grandmother grandma grandfather grandpa aunt uncle cousin parent child son daughter husband wife / 妈妈 爸爸 哥哥 弟弟 姐姐 妹妹 奶奶 爷爷 外婆 外公 姥姥 姥爷 叔叔 阿姨 舅舅 姑姑 表哥 表弟 表姐 表妹 父母 爸妈 儿子 女儿
mother mum mom mommy / 妈妈 母亲 我妈 老妈 妈
father dad daddy / 爸爸 父亲 我爸 老爸 爸
parent / 父母 爸妈 > mother mum mom father dad / 妈妈 爸爸 我妈 我爸
sibling / 兄弟姐妹 手足 > brother sister / 哥哥 弟弟 姐姐 妹妹
child kid children / 孩子 小孩 娃 宝宝 > son daughter baby girl boy toddler / 儿子 女儿 闺女
daughter girl / 女儿 闺女 丫头
son boy / 儿子 小子
baby infant newborn toddler / 宝宝 婴儿 新生儿
pregnant expecting pregnancy / 怀孕 有喜 孕
grandmother grandma granny nana / 奶奶 外婆 姥姥 祖母
grandfather grandpa granddad / 爷爷 外公 姥爷 祖父
mother-in-law / 婆婆 岳母 丈母娘
father-in-law / 公公 岳父 老丈人
friend buddy pal mate / 朋友 好友 哥们 闺蜜 死党 伙伴
best_friend closest_friend / 闺蜜 死党 最好的朋友 发小
colleague coworker workmate / 同事 搭档
boss manager supervisor superior / 老板 领导 上司 主管 经理
neighbour neighbor next_door upstairs downstairs / 邻居 隔壁 楼上 楼下
roommate flatmate / 室友 合租
classmate schoolmate / 同学 同桌
teacher tutor mentor professor / 老师 教师 导师 教授
student pupil / 学生
landlord landlady / 房东
client customer / 客户 甲方 顾客
doctor physician / 医生 大夫
lad youngster teenager boy / 小伙子 少年 男生 男孩
nickname called pet_name / 外号 绰号 昵称 小名 叫我
name called named / 名字 叫什么 取名 起名 名叫
age old birthday born years_old / 年龄 几岁 多大 岁 生日 出生
birthday born / 生日 出生 过生
home_town hometown native_place grew_up / 老家 家乡 故乡 > from born raised / 出生 长大
pet animal / 宠物 小动物 > cat kitten dog puppy pup rabbit hamster parrot bird fish turtle tortoise guinea_pig lizard / 猫 狗 兔子 仓鼠 鹦鹉 鸟 金鱼 乌龟 猫咪 小狗 橘猫 狗狗
cat kitten kitty / 猫 猫咪 小猫 橘猫
dog puppy pup doggy hound / 狗 狗狗 小狗 汪
body / 身体 > head neck shoulder back arm hand leg knee foot ankle stomach heart eye ear tooth / 头 脖子 肩 腰 背 手 腿 膝盖 脚 脚踝 胃 心脏 眼睛 耳朵 牙
eye eyesight vision sight / 眼睛 视力 > blind colour-blind color-blind glasses nearsighted short-sighted astigmatism cataract / 近视 色弱 色盲 散光 老花 眼镜 白内障
ear hearing / 耳朵 听力 > deaf tinnitus / 耳鸣 聋
tooth teeth dentist / 牙 牙齿 智齿 牙医
skin / 皮肤 > eczema rash acne itch / 湿疹 疹子 痘 过敏 痒
stomach belly tummy / 胃 肚子 > gastritis stomachache indigestion diarrhoea / 胃炎 胃疼 胃病 拉肚子
digestive digestion / 消化 肠胃 > stomach gastritis stomachache bowel / 胃 胃炎 肠胃炎 肚子
knee joint leg / 膝盖 关节 腿
back spine waist / 腰 背 脊椎 腰椎
ill sick illness disease unwell sickness / 生病 病 不舒服 病了 > cold flu fever cough infection pneumonia hospital / 感冒 发烧 咳嗽 肺炎 流感 住院 炎
health condition medical / 健康 身体 病情 > disease diabetes hypertension asthma allergy surgery heart blood_pressure thyroid anaemia / 病 糖尿病 高血压 哮喘 过敏 手术 心脏 血压 甲状腺 贫血 体检
hurt pain ache painful sore / 疼 痛 酸痛 > headache toothache stomachache / 头疼 牙疼 胃疼 腰疼
injury injure wound hurt accident / 受伤 伤 > sprain twist twisted break broke fracture bruise swollen fell cut / 扭伤 崴 骨折 摔 撞 肿 擦伤 烫伤 割
headache migraine / 头痛 头疼 偏头痛
fever temperature / 发烧 发热 高烧 烧
cold flu sneeze / 感冒 流感 着凉
hospital clinic ward emergency / 医院 急诊 病房 住院
surgery operation operated / 手术 开刀
medicine pill drug medication tablet / 药 药片 吃药 药物
blood_pressure hypertension / 血压 高血压 降压药
allergy allergic / 过敏 > hives rash swell / 起疹 肿
checkup check-up physical_exam / 体检 检查 > doctor appointment clinic / 医生 医院 挂号
faint pass_out collapse unconscious / 晕倒 昏倒 昏过去 急救
emergency_contact notify inform / 紧急联系人 通知
sleep rest asleep bed nap / 睡 睡觉 休息 睡眠 入睡 > insomnia awake dream nightmare doze toss / 失眠 熬夜 做梦 噩梦 午睡 睡不着
insomnia sleepless awake / 失眠 睡不着 醒着
tired exhausted weary worn_out fatigue / 累 疲惫 困 疲倦 没力气
weight slim diet fat / 体重 减肥 胖 瘦 减重
therapy therapist counsellor counselor counseling psychologist / 心理咨询 咨询师 心理医生
depress depression / 抑郁 忧郁
die died death dead pass_away passed_away loss lost / 去世 死 走了 过世 离开 离世 没了
funeral grave / 葬礼 墓 扫墓
food eat dish meal / 吃 吃饭 食物 菜 > rice noodle dumpling bread meat vegetable soup hotpot / 米饭 面条 饺子 面包 肉 蔬菜 汤 火锅
breakfast morning_meal / 早餐 早饭 早点 > bun porridge congee egg toast soybean_milk cereal oatmeal / 包子 粥 鸡蛋 豆浆 油条 煎饼 馒头
lunch / 午饭 午餐 中饭
dinner supper / 晚饭 晚餐
snack / 零食 小吃 夜宵
meat / 肉 > beef pork chicken lamb mutton bacon sausage / 牛肉 猪肉 鸡肉 羊肉 排骨 香肠
seafood / 海鲜 > shrimp prawn crab fish lobster oyster clam / 虾 蟹 螃蟹 鱼 龙虾 生蚝 贝
fruit / 水果 > apple banana mango orange pear peach grape strawberry watermelon lychee cherry pineapple kiwi durian / 苹果 香蕉 芒果 橙子 梨 桃 葡萄 草莓 西瓜 荔枝 樱桃 菠萝 榴莲 橘子
vegetable / 蔬菜 青菜 > tomato potato carrot cabbage spinach coriander cilantro onion cucumber / 西红柿 土豆 胡萝卜 白菜 菠菜 香菜 洋葱 黄瓜 茄子
dessert sweet / 甜品 甜点 甜食 > cake ice_cream chocolate pie cookie pudding tart / 蛋糕 冰淇淋 巧克力 饼干 布丁
drink beverage / 喝 饮料 饮品 > coffee tea latte milk juice cola water beer wine soda matcha cocoa / 咖啡 茶 拿铁 牛奶 果汁 可乐 奶茶 啤酒 豆浆 抹茶
coffee caffeine latte espresso / 咖啡 拿铁 美式
tea / 茶 > oolong matcha green_tea black_tea / 乌龙 抹茶 绿茶 红茶 普洱
alcohol drunk booze drinking / 酒 喝酒 > beer wine whisky liquor spirits / 啤酒 红酒 白酒 威士忌 醉
smoke cigarette smoking tobacco / 抽烟 烟 戒烟 吸烟
cook cooking kitchen / 做饭 下厨 厨房 做菜 烹饪 > bake bread sourdough roast fry stew recipe dough soup / 烤 烘焙 面团 炖 炒 菜谱 面包 煮 蒸
bake baking / 烘焙 烤 > bread cake cookie sourdough dough / 面包 蛋糕 饼干 面团
recipe ingredient / 菜谱 食谱 配方
spicy chilli / 辣 辣椒
vegetarian vegan meatless / 素食 吃素 不吃肉
restaurant cafe diner canteen / 餐厅 饭馆 馆子 咖啡馆 食堂 餐馆
taste flavour flavor / 味道 口味
avoid not_eat can't_eat / 忌口 不吃 不能吃
home house flat apartment place residence / 家 房子 屋子 住处 公寓 屋
live living reside stay / 住 居住 住在 > moved moving rent settle / 搬家 搬到 搬去 租 落户 搬
move moving relocate moved / 搬 搬家 搬到 搬去 迁
rent tenant lease deposit / 租 房租 押金 租房 租金
city town / 城市 哪座城 > beijing shanghai guangzhou shenzhen hangzhou chengdu suzhou nanjing wuhan xi'an xian chongqing tianjin qingdao dalian xiamen changsha kunming ningbo london paris tokyo york boston chicago seattle toronto sydney berlin / 北京 上海 广州 深圳 杭州 成都 苏州 南京 武汉 西安 重庆 天津 青岛 大连 厦门 长沙 昆明 宁波 郑州 济南 合肥 福州 哈尔滨 沈阳 无锡 珠海 香港 台北 东京 首尔
neighbourhood neighborhood district part_of_town suburb area / 小区 区 片区 街道 附近 > moved renting estate / 搬 租 小区
country abroad overseas / 国家 国外 > america usa canada england britain france germany italy spain japan korea china australia sweden mexico brazil thailand / 美国 加拿大 英国 法国 德国 意大利 西班牙 日本 韩国 泰国 澳大利亚 新加坡 瑞典
sichuan / 四川 > chengdu / 成都
zhejiang / 浙江 > hangzhou shaoxing ningbo / 杭州 绍兴 宁波
shaanxi / 陕西 > xi'an xian / 西安
guangdong / 广东 > guangzhou shenzhen / 广州 深圳
jiangsu / 江苏 > suzhou nanjing / 苏州 南京
furniture / 家具 > sofa table chair bed shelf wardrobe desk / 沙发 桌子 椅子 床 书架 衣柜
decorate renovate renovation / 装修 翻新
lift elevator / 电梯
key lock locked / 钥匙 锁 锁门
garden balcony plant flower / 花园 阳台 植物 花 > rose tomato succulent tulip pot seed / 月季 多肉 绿萝 种 盆栽 玫瑰
hair haircut hairstyle fringe bangs / 头发 发型 剪头 刘海 > dye dyed perm bald shave / 染 烫 光头 剃
clothes clothing outfit wear / 衣服 穿 > dress shirt coat shoes jeans sweater hat skirt / 裙子 衬衫 外套 鞋 牛仔裤 毛衣 帽子
gift present souvenir / 礼物 送 纪念品
jewellery jewelry / 首饰 > necklace ring bracelet earring / 项链 戒指 手链 耳环
`;
