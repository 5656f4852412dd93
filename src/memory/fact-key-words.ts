// The keys that facts are filed under, their other names in both languages, and what each is called in a statement (A30, R40).
import { type Fact, FactCategory } from "../schema/fact.ts";

export type KeyForm = {
  category: Fact["category"];
  /** "single": one live value at a time. "many": the key carries its subject (allergy:花生), and several stand side by side. */
  kind: "single" | "many";
  zh: string;
  en: string;
  /** Other names, as models and people write them. */
  names: string[];
};

/** key | category | in Chinese | in English | other names. One live value at a time. */
const single = `
name | personal_info | 名字 | name | full_name real_name legal_name first_name user_name 名字 姓名 本名 真名 全名
surname | personal_info | 姓 | surname | last_name family_name 姓氏
nickname | personal_info | 外号 | nickname | nick_name alias 昵称 外号 绰号 小名 乳名 网名
gender | personal_info | 性别 | gender | sex 性别
age | personal_info | 年龄 | age | years_old 年龄 岁数 年纪
call_name | personal_info | 希望被称呼为 | wants to be called | preferred_name call_me how_to_call how_to_be_called form_of_address address_as 称呼 怎么称呼 称谓 希望的称呼
birthday | important_date | 生日 | birthday | birth_date birthdate date_of_birth dob birth_day 生日 出生日期 出生年月
birthplace | personal_info | 出生地 | birthplace | place_of_birth born_in 出生地
hometown | personal_info | 老家 | home town | home_town native_place from origin 老家 家乡 籍贯 故乡
location | personal_info | 住在 | lives in | city residence lives_in live_in living_in living_place living_city place_of_residence current_city current_location current_residence 城市 居住地 所在地 所在城市 现居地 居住城市 住地
address | personal_info | 住址 | home address | home home_address street_address neighborhood neighbourhood district 住址 地址 家庭住址 家庭地址
nationality | personal_info | 国籍 | nationality | citizenship 国籍
ethnicity | personal_info | 民族 | ethnicity | ethnic_group 民族
occupation | personal_info | 职业 | occupation | job profession career job_title position role work current_job 职业 工作 职位 岗位 职务
employer | personal_info | 工作单位 | employer | company workplace work_place employed_by current_employer 公司 单位 雇主 工作单位 工作地点
partner | relationship | 伴侣 | partner | spouse husband wife boyfriend girlfriend fiance fiancee significant_other relationship_status love_life 伴侣 对象 老公 老婆 丈夫 妻子 男朋友 女朋友 男友 女友 爱人 感情状况 恋爱状况
marital_status | personal_info | 婚姻状况 | marital status | married 婚姻 婚姻状况
sleep_schedule | habit | 作息 | sleep schedule | sleep sleep_time sleep_habit sleeping_habits 作息 睡眠习惯 作息时间
wake_time | habit | 起床时间 | gets up at | wake_up_time wakeup_time gets_up 起床时间
bedtime | habit | 睡觉时间 | goes to bed at | bed_time 睡觉时间 就寝时间
morning_routine | habit | 早晨的习惯 | morning routine | 早晨习惯 晨间习惯
breakfast | habit | 早饭 | breakfast | 早饭 早餐
blood_type | personal_info | 血型 | blood type | 血型
height | personal_info | 身高 | height | body_height 身高
weight | personal_info | 体重 | weight | body_weight 体重
handedness | personal_info | 惯用手 | handedness | dominant_hand left_handed right_handed 惯用手
zodiac | personal_info | 星座 | zodiac sign | star_sign zodiac_sign 星座
chinese_zodiac | personal_info | 属相 | Chinese zodiac | 生肖 属相
mbti | personal_info | MBTI | MBTI | personality_type
religion | personal_info | 信仰 | religion | faith 宗教 信仰 宗教信仰
native_language | personal_info | 母语 | native language | mother_tongue first_language 母语
major | personal_info | 专业 | major | field_of_study 专业
phone_number | personal_info | 电话 | phone number | phone mobile telephone 电话 手机号 手机号码
email | personal_info | 邮箱 | e-mail | e_mail email_address 邮箱
emergency_contact | relationship | 紧急联系人 | emergency contact | 紧急联系人
favorite_color | preference | 最喜欢的颜色 | favourite colour | favourite_colour favourite_color favorite_colour 最喜欢的颜色
favorite_drink | preference | 最爱喝的 | favourite drink | favourite_drink 最喜欢的饮料 最爱喝的
favorite_book | preference | 最喜欢的书 | favourite book | favourite_book 最喜欢的书
favorite_movie | preference | 最喜欢的电影 | favourite film | favourite_movie favorite_film favourite_film 最喜欢的电影
favorite_song | preference | 最喜欢的歌 | favourite song | favourite_song 最喜欢的歌
favorite_singer | preference | 最喜欢的歌手 | favourite singer | favourite_singer favorite_artist favourite_artist favorite_band favourite_band 最喜欢的歌手
favorite_season | preference | 最喜欢的季节 | favourite season | favourite_season 最喜欢的季节
favorite_number | preference | 最喜欢的数字 | favourite number | favourite_number lucky_number 幸运数字`;

/** The same, for keys that carry their subject. */
const many = `
favorite_food | preference | 爱吃 | favourite food | favourite_food food_preference likes_food loves_food 最喜欢的食物 喜欢的食物 爱吃
likes | preference | 喜欢 | likes | like loves love enjoys preference preferences interest interests fond_of 喜欢 喜好 偏好 兴趣
hobby | preference | 爱好 | hobby | hobbies pastime 爱好 业余爱好
music_genre | preference | 喜欢的音乐 | music | music music_taste favorite_music favourite_music music_preference 喜欢的音乐 音乐类型
dislikes | dislike | 不喜欢 | dislikes | dislike hates hate aversion aversions 讨厌 不喜欢 厌恶
hates_food | dislike | 不吃 | does not eat | disliked_food dislikes_food food_dislike food_aversion does_not_eat doesnt_eat avoids_food 不吃 忌口 讨厌的食物
fear | dislike | 害怕 | is afraid of | fears afraid_of phobia phobias scared_of 害怕 恐惧
avoids_topics | dislike | 不愿提起 | does not want to hear about | avoid_topic avoids_topic avoided_topic avoided_topics sensitive_topic 忌讳的话题 不想提
taboo | dislike | 禁忌 | taboo | taboos no_go 禁忌 雷区 忌讳
allergy | health | 过敏 | allergy | health_allergy allergies allergic allergic_to allergen food_allergy food_allergies drug_allergy 过敏 过敏原 过敏史 食物过敏 药物过敏
medical_condition | health | 健康状况 | medical condition | medical_conditions condition illness disease diagnosis health_condition health_issue chronic_disease chronic_condition 疾病 病史 健康状况 慢性病 身体状况
medication | health | 在服的药 | takes | medications medicine medicines drug takes_medication 药物 用药 吃的药 服药
pet_name | relationship | 宠物 | pet | pet pets pet_names 宠物 宠物名字 宠物名
friend | relationship | 朋友 | friend | friends close_friend 朋友 好友
son | relationship | 儿子 | son | sons 儿子
daughter | relationship | 女儿 | daughter | daughters 女儿 闺女
child | relationship | 孩子 | child | children kids kid 孩子
brother | relationship | 兄弟 | brother | brothers 哥哥 弟弟
sister | relationship | 姐妹 | sister | sisters 姐姐 妹妹
cousin | relationship | 表亲 | cousin | cousins
colleague | relationship | 同事 | colleague | colleagues coworker coworkers 同事
roommate | relationship | 室友 | roommate | roommates flatmate 室友
note | personal_info | 要你记住 | asked you to remember | notes 备忘
language | personal_info | 会说 | speaks | languages speaks_language spoken_language spoken_languages 语言 会说的语言
skill | personal_info | 会 | can | skills ability abilities 技能 特长
anniversary | important_date | 纪念日 | anniversary | anniversaries wedding_anniversary 纪念日 结婚纪念日
wish | preference | 心愿 | wish | wishes dream life_dream life_goal goal lifelong_wish 愿望 心愿 梦想 理想 目标`;

function readRows(rows: string, kind: KeyForm["kind"]): [string, KeyForm][] {
  return rows
    .trim()
    .split("\n")
    .map((row) => {
      const [key = "", category, zh = "", en = "", names = ""] = row.split(" | ");
      return [key, { category: FactCategory.parse(category), kind, zh, en, names: names.split(" ") }];
    });
}

/** By canonical key: English, lower case, as A30 and the prompts name them. */
export const keyForms: ReadonlyMap<string, KeyForm> = new Map([
  ...readRows(single, "single"),
  ...readRows(many, "many"),
]);
