// Words of everyday life that mean nearly the same, Chinese and English: study and upkeep, ways and repairs, dishes, moods, small arts.

/** As in kindred-people.ts: one group a line, `/` before the Chinese words, `>` from a kind to what is of that kind. */
export const kindredDays = `
grade score mark result / 成绩 分数 考了 > passed failed top rank / 及格 挂科 满分 第一名 名次
homework assignment coursework / 作业 功课
thesis dissertation paper / 论文 毕业论文
scholarship bursary grant / 奖学金 助学金
intern internship trainee placement / 实习
bonus reward / 奖金 年终奖
rich wealthy well_off afford / 有钱 富 买得起
broke poor hard_up / 没钱 穷 手头紧
budget spending expense / 预算 开销 花销 支出
vaccine vaccination jab / 疫苗 打针
cough throat / 咳嗽 嗓子
recover recovery heal better / 康复 恢复 痊愈 好转 好了
addict addicted addiction hooked / 上瘾 沉迷
pulse heartbeat heart_rate / 心跳 心率
diabetes blood_sugar / 糖尿病 血糖
dizzy vertigo faint / 头晕 晕
tattoo piercing / 纹身 耳洞
makeup cosmetic lipstick / 化妆 口红 护肤
beard moustache shave / 胡子 刮胡子
jealous envy envious / 嫉妒 羡慕 吃醋
guilty guilt / 内疚 愧疚 过意不去
disappointed disappointment let_down / 失望 泄气
confused puzzled torn undecided / 纠结 困惑 拿不定主意
relieved relief / 松口气 放心 踏实
hopeful optimistic / 乐观 有盼头
homesick nostalgic / 想家 怀念
moved touched / 感动
cheat affair unfaithful / 出轨 劈腿
confess crush declare / 表白 告白 暗恋
propose proposal / 求婚
blind_date matchmaking / 相亲
twin triplet / 双胞胎 龙凤胎
vet animal_hospital / 兽医 宠物医院
walk_the_dog leash / 遛狗 牵绳
leak leaking plumber pipe / 漏水 水管 下水道
power_cut outage blackout electricity / 停电 断电 电
wifi router broadband / 宽带 路由器
fridge refrigerator freezer / 冰箱
air_conditioner heating heater radiator / 空调 暖气 取暖
bathroom toilet shower / 厕所 卫生间 浴室 洗澡
bus coach / 公交 巴士 班车
taxi cab uber / 打车 出租车 网约车
ticket / 票 门票 车票 机票
traffic jam rush_hour / 堵车 早高峰 晚高峰
park parking / 停车 车位
fuel petrol gas charging / 加油 充电 油费
hotel hostel inn guesthouse / 酒店 宾馆 民宿 旅馆
noodle ramen pasta spaghetti / 面 面条 拉面 意面
soup broth stew / 汤 炖
barbecue bbq grill skewer / 烧烤 烤串 烤肉
dairy lactose / 乳糖 奶制品 > milk cheese yoghurt yogurt cream butter ice_cream / 牛奶 奶酪 酸奶 奶油 黄油 冰淇淋
nut / 坚果 > peanut almond walnut cashew / 花生 杏仁 核桃 腰果
grain cereal porridge oat oatmeal / 粥 燕麦 麦片 杂粮
leftover lunchbox packed_lunch / 剩菜 便当 带饭
sour bitter salty / 酸 苦 咸
poem poetry verse / 诗 诗歌
diary journal notebook / 日记 手账 笔记本
calligraphy brush / 书法 毛笔 练字
knit crochet wool yarn / 毛线 钩针 织
model kit figurine / 模型 手办
podcast radio / 播客 电台 收音机
anime cartoon animation / 动漫 动画
comic manga / 漫画
opera peking_opera / 戏曲 京剧 越剧 秦腔
comedy stand-up / 脱口秀 相声 小品
lyrics / 歌词
chess go_game mahjong poker cards / 象棋 围棋 麻将 扑克 打牌
gossip rumour rumor / 八卦 传言
praise compliment praised / 夸 表扬 称赞
scold criticise criticize blame tell_off / 批评 骂 数落 怪
complain complaint grumble / 抱怨 吐槽 投诉
excuse pretext / 借口 理由
warn warning caution / 警告 提醒 小心
invite invitation / 邀请 请客 喊我
refuse decline turn_down / 拒绝 推掉 婉拒
postpone put_off cancel / 推迟 改期 取消 延期
queue line_up waiting / 排队 等
forget forgot slip / 忘 忘记 忘了
find found discover / 找到 发现
hide hidden / 藏 躲
countryside village farm rural / 乡下 农村 村 老家
downtown city_centre city_center / 市中心 城里
bar pub nightclub / 酒吧 夜店
gym fitness_centre / 健身房
earthquake flood disaster / 地震 洪水 灾
insect bug mosquito cockroach spider / 虫 蚊子 蟑螂 蜘蛛
snake lizard reptile / 蛇 蜥蜴 爬行动物
wound scar bandage / 伤口 疤 创可贴 纱布
stairs steps slipped / 楼梯 台阶 滑倒 踩空
neighbour_noise upstairs_noise / 噪音 吵
allowance pocket_money red_envelope / 零花钱 压岁钱 红包
password code pin / 密码
habitually usually normally / 平时 通常 一般
`;
