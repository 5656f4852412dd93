// Words of everyday life that mean nearly the same, Chinese and English: gatherings, places, things, nature, what one does with others.

/** As in kindred-people.ts: one group a line, `/` before the Chinese words, `>` from a kind to what is of that kind. */
export const kindredWorld = `
event occasion gathering happening / 活动 聚会 场合 > party parade conference concert festival wedding meeting show exhibition workshop ceremony fair race reunion speech reading competition tournament gala / 派对 游行 会议 演唱会 婚礼 展览 讲座 典礼 比赛 年会 晚会 团建
activity activities / 活动 > camping hiking swimming painting pottery running cooking dancing bowling fishing climbing yoga gardening kayaking picnic museum park game movie skiing / 露营 徒步 游泳 画画 跑步 做饭 跳舞 钓鱼 爬山 瑜伽 种花 野餐 博物馆 公园 电影 滑雪
outdoor outdoors outside nature / 户外 野外 大自然 > hike hiking camping mountain forest trail park beach lake river picnic kayak climb / 徒步 露营 山 森林 公园 湖 河 野餐
participate attend join take_part went sign_up / 参加 去了 报名 加入
community group club society / 社区 社团 俱乐部 小组 群
item thing stuff object belongings / 东西 物品 > shoes bag book clothes figurine lamp camera phone bike toy / 鞋 包 书 衣服 手办 灯 相机 手机 车 玩具
toy doll / 玩具 > teddy lego figurine puzzle stuffed / 娃娃 积木 拼图 公仔
state province region area / 省 州 地区 > california florida texas oregon washington colorado arizona nevada utah alaska hawaii montana minnesota michigan wisconsin illinois indiana ohio kentucky tennessee georgia alabama louisiana carolina virginia maryland pennsylvania massachusetts connecticut vermont maine new_jersey new_york new_mexico idaho wyoming kansas missouri oklahoma ontario quebec bavaria tuscany / 广东 广西 浙江 江苏 福建 山东 山西 河南 河北 湖南 湖北 江西 安徽 四川 贵州 云南 陕西 甘肃 青海 海南 辽宁 吉林 黑龙江 新疆 西藏 内蒙古 宁夏
national_park / 国家公园 > yosemite yellowstone zion acadia glacier canyon everglades hiking trail / 张家界 九寨沟
place location spot destination somewhere / 地方 地点 去处 > park museum beach mountain lake cafe restaurant island temple library / 公园 博物馆 海边 山 湖 咖啡馆 餐厅 岛 寺 图书馆 古镇
visit tour trip went / 去 参观 游览
weekend_trip getaway road_trip / 出游 自驾 短途
museum exhibition gallery / 博物馆 展览 展 美术馆
church temple / 教堂 寺 庙
library bookshop bookstore / 图书馆 书店
shop store market mall / 店 商店 市场 商场 超市
business startup venture enterprise / 生意 创业 公司 店 > shop store studio cafe brand customer / 铺子 工作室 顾客 开店
advertise promote promotion marketing / 推广 宣传 广告 营销 > campaign ad website social_media discount offer / 打折 优惠 网站
invest investment fund stock shares / 投资 基金 股票 理财
health_problem health_issue / 健康问题 毛病 > overweight diabetes gastritis asthma migraine ulcer insomnia / 超重 糖尿病 胃炎 哮喘 偏头痛 失眠
diet eating_habits healthy / 饮食 健康 > salad vegetable sugar soda snack / 沙拉 蔬菜 糖 少油
hurt_feelings upset conflict disagreement / 矛盾 冲突 分歧
inspire inspired inspiration motivate motivated motivation / 启发 灵感 激励 鼓舞 动力
support supportive encourage backing / 支持 鼓励 陪伴 > friend family mentor rock / 朋友 家人
spend_time hang_out together / 一起 陪 相处
bond friendship closeness / 友谊 感情 交情
feel feeling emotion mood / 感觉 心情 情绪 > happy sad angry proud nervous excited grateful relieved upset / 开心 难过 生气 骄傲 紧张 激动 感激 松了口气
think opinion view thought / 觉得 看法 想法 认为
describe description called / 形容 描述
reason cause why because / 原因 为什么 因为 缘故
result outcome end_up / 结果 后来
problem issue trouble difficulty challenge / 问题 麻烦 困难 难题 挑战
difficult hard tough challenging / 难 困难 辛苦
succeed success achievement accomplish milestone / 成功 成就 成绩 > award win finish graduate promotion medal published / 奖 赢 完成 毕业 升职 奖牌 发表
fail failure setback reject rejected rejection / 失败 挫折 被拒 落选
skill talent ability good_at / 本事 特长 才能 擅长
learn new_skill pick_up / 学会 学 新技能
teach_oneself practise practice / 练 练习 自学
create make build made / 做 制作 创作 搭
finish complete done / 完成 做完 结束
publish article post essay / 发表 文章 出版 投稿
film_genre genre kind_of_movie / 类型 > comedy drama horror romance thriller action science_fiction fantasy documentary / 喜剧 恐怖片 爱情片 悬疑 动作片 科幻 纪录片 动画
series trilogy show tv / 剧 电视剧 连续剧 系列 综艺
actor actress star / 演员 明星
singer band musician artist / 歌手 乐队 音乐人
author writer novelist poet / 作家 作者 诗人
character hero protagonist / 角色 主角
sport_team team club / 队 球队 俱乐部
fan supporter / 粉丝 球迷
coach trainer / 教练
martial_arts / 武术 > karate kickboxing taekwondo judo boxing kung_fu / 空手道 跆拳道 拳击 柔道
water_sport / 水上运动 > surf kayak swim sail paddle dive / 冲浪 皮划艇 划船 潜水
winter_sport / 冰雪运动 > ski snowboard skate / 滑雪 滑冰
marathon race / 马拉松 比赛 跑
bird wildlife animal creature / 鸟 动物 野生
tree forest woods / 树 森林 林子
flower bloom blossom / 花 开花
river lake stream pond / 河 湖 溪 池塘
sunset sunrise dusk dawn / 日落 日出 夕阳 傍晚
star sky moon meteor / 星星 天空 月亮 流星
spring springtime / 春天 开春
summer / 夏天 暑假 夏
autumn fall / 秋天 秋
winter / 冬天 冬
christmas / 圣诞 圣诞节
new_year spring_festival / 新年 过年 春节 除夕
anniversary / 纪念日 周年
tradition custom ritual / 传统 习俗 惯例
symbol meaning represent / 象征 意义 代表
religion faith belief / 信仰 宗教
luck lucky fortune / 运气 幸运
dangerous danger risk risky unsafe / 危险 冒险
accident crash collision / 车祸 事故 意外 撞
police stolen theft thief rob / 警察 偷 小偷 被盗
lie lied dishonest / 骗 撒谎 说谎
truth honest honesty / 真话 诚实 实话
noise noisy loud / 吵 噪音 响
clean tidy wash / 打扫 收拾 洗 整理
laundry wash / 洗衣
dirty mess messy / 脏 乱
big large huge / 大
small little tiny / 小
fast quick speed / 快 速度
late delay delayed / 迟到 晚 延误
early / 早
cheap affordable discount / 便宜 打折 划算
expensive pricey costly / 贵
order takeaway delivery deliver / 外卖 快递 点餐
message text chat call / 消息 短信 电话 微信
online internet web / 网上 网络
video vlog stream clip / 视频 直播 短片
app software website / 软件 应用 网站
program code programming developer / 编程 代码 程序 开发
machine device equipment gear / 机器 设备 器材
tool / 工具
battery charge / 电池 充电
light lamp / 灯 光
cup mug bowl / 杯子 碗
bag backpack luggage suitcase / 包 书包 行李 箱子
glasses / 眼镜
watch clock / 手表 钟 表
umbrella / 伞
medicine_box first_aid / 药箱 急救
passport visa document paper / 护照 签证 证件
licence license driving_test / 驾照 驾考 科目
insurance / 保险
tax / 税
government policy / 政府 政策
military army soldier veteran / 军队 当兵 军人 部队
shelter adopt adoption rescue / 收养 领养 救助
homeless / 流浪
kindness kind generous / 善良 善意 大方
thank grateful gratitude / 感谢 谢 感激
forgive forgiveness / 原谅
trust believe / 信任 相信
patient patience / 耐心
brave courage / 勇敢 勇气
shy timid / 害羞 内向
busy / 忙
free spare / 空 有空 闲
bored boring / 无聊
hungry / 饿
thirsty / 渴
full / 饱
warm hot heat / 热 暖
cold freezing chilly / 冷 凉 冻
wet / 湿
dark / 黑 暗
quiet silent peaceful / 安静
beautiful pretty gorgeous stunning / 漂亮 好看 美
ugly / 丑
funny humorous / 好笑 搞笑 幽默
strange weird odd / 奇怪 怪
important crucial matter / 重要 要紧
special unique / 特别 独特
memory memories recall / 回忆 记忆
childhood as_a_child when_young little_girl little_boy kid / 小时候 童年 从小
future someday one_day / 将来 以后 未来
past formerly used_to earlier / 以前 从前 过去 原来
first_time first / 第一次 头一回 首次
last_time recently lately / 上次 最近 近来
always every_time often / 总是 老是 经常 每次 一直
never not_once / 从不 从来不 从没
`;
