// Words of everyday life that mean nearly the same, Chinese and English: work, money, going about, pastimes, feelings, speech.

/** As in kindred-people.ts: one group a line, `/` before the Chinese words, `>` from a kind to what is of that kind, `~` before what only calls its group. */
export const kindredDoings = `
work job occupation career profession employment living / 工作 职业 上班 干活 谋生 做什么的 > company office studio teacher designer engineer nurse freelance hired position firm offer / 公司 单位 工作室 老师 设计师 工程师 护士 自由职业 入职 职位 录用
company firm employer workplace / 公司 单位 工作室
laid_off layoff fired sacked unemployed redundant lost_my_job / 裁员 被裁 失业 开除 下岗 裁
quit resign leave resigned / 辞职 离职 不干了
hire hired offer recruit start / 录用 录取 入职 聘
promote promotion promoted raise / 升职 晋升 加薪 提拔
interview / 面试
freelance self-employed / 自由职业 接活 单干 接单
overtime workload busy / 加班 忙 工作量
meeting conference / 开会 会议
project assignment task / 项目 任务
retire retirement retired / 退休
class form lesson course / 课 班 课程 上课 > teach / 教 带
school university college campus / 学校 大学 高中 中学 校园
study learn learning course education / 学 学习 读书 课程 进修 教育
major degree subject field education edu / 专业 学位 学历 科目
exam test quiz examination / 考试 高考 月考 测验 考
cheat cheating crib / 作弊 小抄
graduate graduation graduated / 毕业
exercise sport workout ~work_out fitness training / 运动 锻炼 健身 > run running jog swim swimming yoga cycle cycling bike ride tennis table_tennis badminton basketball football soccer gym hike hiking climb dance pilates boxing ski skating / 跑步 跑 游泳 瑜伽 骑车 骑自行车 乒乓球 羽毛球 篮球 足球 网球 爬山 登山 跳舞 健身房 打球 散步 太极 滑雪
run running jog / 跑步 跑 晨跑
swim swimming pool / 游泳 游
cycle cycling bike bicycle / 骑车 自行车 骑行 单车
ball_game game match / 打球 比赛 球
hobby pastime interest activity leisure free_time / 爱好 兴趣 消遣 业余 活动 > paint draw photography read guitar piano collect knit gardening camping hiking fishing chess pottery dance cook swim bowling kayaking / 画画 摄影 看书 吉他 钢琴 收藏 编织 种花 露营 徒步 钓鱼 下棋 陶艺 跳舞
collect collection collector / 收藏 收集 集 收
craft handmade / 手艺 手工 > pottery knit sew bake carve embroidery / 陶艺 编织 缝 烘焙 木工 刺绣
art artwork / 艺术 > painting drawing sculpture pottery sketch / 绘画 雕塑 陶艺 素描 画
draw drawing paint painting sketch / 画 画画 绘画 素描
instrument / 乐器 > guitar piano violin drum flute clarinet cello ukulele erhu guzheng / 吉他 钢琴 小提琴 鼓 笛子 二胡 古筝 口琴 大提琴
music song tune / 音乐 歌 曲子 > sing band concert album singer melody / 唱 乐队 演唱会 专辑 歌手
concert gig / 演唱会 音乐会 演出
film movie cinema / 电影 片子 影院
book novel reading read / 书 小说 看书 读
write writing writer / 写 写作 > novel poem screenplay script blog story diary journal / 小说 诗 剧本 博客 日记
game gaming / 游戏 > console playstation nintendo xbox chess cards board_game / 主机 棋 桌游 手游
photo picture photograph camera / 照片 相片 拍照 相机
theatre play drama / 话剧 戏 剧
antique vintage second-hand old / 古董 旧货 二手 老物件 旧 > coin stamp clock porcelain / 硬币 邮票 钟 瓷器
trip travel journey vacation holiday tour / 旅行 旅游 出游 度假 出差 玩 > beach mountain hotel flight island camping road_trip / 海边 山 酒店 飞机 岛
beach sea seaside ocean shore / 海边 大海 海 沙滩 > water swim swimming wave sand / 水 游泳 浪
drown / 溺水 淹
mountain hill hike climb / 山 爬山 登山 徒步
camp camping tent / 露营 帐篷
car vehicle drive driving / 车 汽车 开车 轿车 > toyota honda bmw tesla volkswagen ford suv truck van / 丰田 本田 特斯拉 大众 比亚迪 电车 新能源
train railway metro subway / 火车 高铁 地铁 动车
commute / 通勤 上下班 > metro bus bike drive walk / 地铁 公交 骑车 开车
fly flight plane airport / 飞机 航班 机场
money pay cost price spend / 钱 花 价格 多少钱 费用 > yuan dollar thousand hundred salary / 块 元 万 千
lose loss lost swindle cheated scam down_the_drain / 损失 亏 亏了 被坑 被骗 打水漂
salary wage pay income earn / 工资 薪水 收入 月薪 挣
debt loan mortgage owe / 债 贷款 房贷 欠 借
save saving savings / 存钱 攒 积蓄 存款
buy purchase bought shopping / 买 购买 入手 购物
sell sold / 卖 出手
bid auction / 拍卖 竞拍
phone mobile cell / 手机 电话
phone_plan tariff data_plan / 套餐 话费 流量
computer laptop / 电脑 笔记本
wake_up get_up alarm / 起床 闹钟 早起
plan intend going_to / 打算 计划 准备 想要
wish dream hope want aspiration / 愿望 梦想 希望 心愿 想
goal aim / 目标
promise vow swear / 答应 保证 承诺 发誓 说好
agree agreement rule / 约定 说好 规矩
secret / 秘密 别告诉
remember note remind / 记住 记一下 提醒 别忘
taboo avoid keep_off never_mention / 忌讳 别提 不要提 别跟我提
quarrel argue fight row argument / 吵架 争吵 吵 闹矛盾 闹别扭 冷战
apologise apologize sorry / 道歉 对不起 赔不是
reconcile make_up / 和好
help support / 帮 帮忙 支持
encourage comfort cheer / 鼓励 安慰 打气
advice advise suggest recommend suggestion recommendation / 建议 推荐 劝
teach taught show / 教
win won award prize / 赢 获奖 奖 冠军 第一名
lose defeat / 输
compete competition contest tournament / 比赛 竞赛 参赛
meet met acquaint / 认识 见面 遇到 碰到 结识
visit came_over / 拜访 看望 来看 探望
party celebrate celebration / 聚会 派对 庆祝
festival / 节日 过节 > christmas spring_festival new_year halloween mid-autumn dragon_boat / 春节 中秋 端午 圣诞 元宵 国庆 过年
concern worry worried anxious anxiety nervous / 担心 焦虑 紧张 不安 发愁 压力
stress pressure stressed destress de-stress / 压力 减压 解压
relax unwind calm peaceful destress / 放松 解压 平静
afraid fear scared dread frightened terrified / 怕 害怕 恐惧 恐怕 不敢
angry furious mad annoyed upset irritated / 生气 气死 愤怒 火大 恼火 气
sad upset unhappy cry tears sorrow heartbroken / 难过 伤心 哭 闹情绪 不开心 难受 沮丧
happy glad joy delighted thrilled excited / 开心 高兴 快乐 激动 兴奋
lonely alone loneliness / 孤独 孤单 寂寞 一个人
proud pride / 骄傲 自豪
ashamed embarrassed awkward / 丢脸 尴尬 不好意思 难为情
surprise surprised shock / 惊喜 惊讶 意外
regret / 后悔 遗憾
miss homesick / 想念 想家 思念
like love enjoy fond favourite favorite prefer / 喜欢 爱 最爱 偏爱 迷上
hate dislike can't_stand detest / 讨厌 不喜欢 受不了 烦 最怕
habit routine usually every_day / 习惯 每天 平时
morning / 早上 早晨 清晨 早
evening night / 晚上 夜里 夜晚 半夜
weekend saturday sunday / 周末 星期六 星期天 周六 周日
quit stop give_up gave_up / 戒 戒掉 不再 放弃
start begin take_up took_up / 开始 学起 迷上
change switch changed / 换 改 改成 换成 变
break broken damage damaged repair fix / 坏 修 修理 故障 摔坏
lose lost missing / 丢 弄丢 找不到 不见
weather / 天气 > rain snow wind sunny hot cold typhoon fog storm / 下雨 下雪 刮风 晴 热 冷 台风 雾 雨 雪
rain rainy umbrella / 雨 下雨 伞
snow snowy / 雪 下雪
faith religion religious belief / 信仰 宗教 > church buddhist christian temple muslim pray god / 教会 佛 基督 寺 拜佛 祈祷
identity / 身份 > transgender trans gay lesbian queer immigrant / 跨性别 同性恋
volunteer charity donate / 志愿者 义工 慈善 捐
colour color / 颜色 > red blue green yellow black white purple pink orange / 红 蓝 绿 黄 黑 白 紫 粉
star_sign zodiac / 星座 属相 属
personality character trait / 性格 脾气 > shy introvert outgoing stubborn thoughtful caring honest kind / 内向 外向 固执 细心 害羞
leave left depart / 离开 走 出发
indoors at_home stay_in / 在家 待在家 出不了门 宅
stuck trapped / 困 卡住 被困
joke funny laugh / 笑话 好笑 笑 逗
`;
