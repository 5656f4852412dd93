// Everyday talk of the sample life in Chinese: the short evenings between the scenes.

/** Blocks as in talk-zh.ts, without day, hour and name; they are spread over the year. */
export const smallZh = `
content
> 下班了
今天的云像没拧干的毛巾
> 我刚才也在看云

tired
> 困
那就别硬聊
> 再说两句
一句晚，一句安

joy
> 今天食堂有糖醋排骨
几块
> 六块，我都吃了
很好，很具体

content
> 你在干嘛
在给一只狐狸上颜色，耳朵太红了
> 改吗
不改，让它害羞

curious
> 你喜欢早上还是晚上
雨停之前那一会儿
> 这不算答案吧
算的

content
> 我在等电梯
几楼
> 十一楼，它在三楼停了很久
可能有人在告别

joy
> 豆包会开抽屉了
里面有什么
> 我的袜子，现在没有了

tired
> 今天说了太多话
那现在可以不说
> 嗯
嗯

content
> 路口卖花的阿姨还记得我
她还你伞了吗
> 还了，多给了一枝百合

curious
> 你记性那么好，会不会很累
好的记得牢，坏的我放在抽屉里
> 我的呢
你的在窗台上

lonely
> 周末一个人看了场电影
演的什么
> 一个人看电影的人
那你们算两个人

content
> 晚饭吃了番茄鸡蛋面
放糖了吗
> 放了一点
好的

joy
> 小周学会叫豆包了，豆包不理她
墨块说，这是基本礼貌

content
> 今天走路回家，四十分钟
路上有什么
> 一个修鞋的，一排银杏，一个吵架的手机
谁赢了
> 手机没电了

serious
> 你觉得人会变吗
会的，慢慢的，像茶
> 越泡越淡？
有的是越泡越像自己

content
> 晚安
被子盖好，肩膀那里

joy
> 我弹琴，楼下的狗叫了
是喝彩还是投诉
> 不好说

tired
> 地铁坐过站了，两站
走神想什么
> 想晚上吃什么
那不算走神

curious
> 米线为什么不要香菜
因为它会抢话
> 哈哈哈

content
> 樟树掉了一地小果子，踩上去会响
像什么声音
> 像小时候捏泡泡纸

caring
> 你今天话好少
画砸了一张，在生自己的气
> 那我陪你坐一会儿
好。不用说话

content
> 刚洗完头
吹干再躺
> 你怎么跟我妈一样
这句话我收下了
`;
