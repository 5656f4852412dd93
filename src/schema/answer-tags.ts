// Maps a model's words for mood, scene and atmosphere to the closed sets of A71–A73, keeping the words that are no members.
import { type Near, readMember, readPieces } from "./answer-words.ts";
import { atmospheres, basicEmotions, type EmotionTags, scenes } from "./emotion.ts";
import { simplify } from "./simplified.ts";

// A negation in front turns a word around ("不开心", "not happy"), so such words come first in the table.
const emotionWords: readonly Near<(typeof basicEmotions)[number]>[] = [
  ["失落", /不(?:太|是很|怎么)?(?:开心|高兴|快乐)|unhappy|not (?:very )?happy/i],
  [
    "失落",
    /伤心|难过|悲|沮丧|失望|低落|忧伤|忧郁|哀|痛苦|委屈|\b(?:sad|sadness|sorrow|grief|upset|depressed|disappointed|down|gloomy|heartbroken)\b/i,
  ],
  [
    "开心",
    /^(?:很|非常|特别)?(?:开心|高兴|快乐|欢乐|欣喜|喜悦|兴奋|激动|幸福)|\b(?:happy|happiness|joy|joyful|glad|excited|delighted|cheerful)\b/i,
  ],
  ["愉悦", /愉|满足|舒心|欣慰|惬意|\b(?:pleased|pleasant|content|contented|satisfied)\b/i],
  ["严肃", /严肃|认真|凝重|郑重|\b(?:serious|solemn|grave)\b/i],
  [
    "关心",
    /关心|关切|关怀|心疼|体贴|担心|牵挂|\b(?:caring|concern|concerned|care|compassionate|sympathetic)\b/i,
  ],
  ["好奇", /好奇|感兴趣|疑惑|\b(?:curious|curiosity|interested|intrigued)\b/i],
];

const sceneWords: readonly Near<(typeof scenes)[number]>[] = [
  ["求助", /求助|请教|咨询|求建议|寻求|\b(?:help|advice|asking for help|support request|seeking)\b/i],
  ["讨论", /讨论|探讨|商量|交流|辩论|\b(?:discussion|discuss|discussing|debate|planning)\b/i],
  ["闲聊", /闲聊|闲谈|聊天|唠嗑|日常|\b(?:chat|chatting|chit-?chat|small talk|casual)\b/i],
];

const atmosphereWords: readonly Near<(typeof atmospheres)[number]>[] = [
  ["轻松", /^(?:很|比较)?(?:轻松|轻快|放松|随意|欢快)|\b(?:relaxed|light|light-?hearted|easy|playful)\b/i],
  ["平和", /平和|平静|平淡|安静|宁静|温和|\b(?:calm|peaceful|quiet|neutral|gentle)\b/i],
  ["热烈", /热烈|热闹|热情|高涨|\b(?:lively|enthusiastic|heated|animated|energetic)\b/i],
];

const everyMember: readonly string[] = [...basicEmotions, ...scenes, ...atmospheres];

function tagFields(value: unknown): Record<string, unknown> {
  if (Array.isArray(value) || typeof value === "string")
    return { basic_emotion: value, scene: value, atmosphere: value };
  return value as Record<string, unknown>;
}

/**
 * Tags from what a model wrote: an object of three fields, or one list or string of words.
 * A word that is no member is kept in `words`; where it clearly means one, that member is set too (C024–C026).
 * Anything else (nothing, a number) comes back as it is, so that the schema refuses it.
 */
export function readTags(value: unknown): unknown {
  if (value === null || value === undefined || typeof value === "number" || typeof value === "boolean")
    return value;
  const fields = tagFields(value);
  const emotion = readPieces(fields.basic_emotion);
  const scene = readPieces(fields.scene);
  const atmosphere = readPieces(fields.atmosphere);
  const tags: EmotionTags = {};
  const found = {
    basic_emotion: readMember(emotion, basicEmotions, emotionWords),
    scene: readMember(scene, scenes, sceneWords),
    atmosphere: readMember(atmosphere, atmospheres, atmosphereWords),
  };
  if (found.basic_emotion) tags.basic_emotion = found.basic_emotion;
  if (found.scene) tags.scene = found.scene;
  if (found.atmosphere) tags.atmosphere = found.atmosphere;
  const own = [...emotion, ...scene, ...atmosphere].filter((piece) => !everyMember.includes(simplify(piece)));
  const words = [...new Set(own)].slice(0, 6).map((word) => word.slice(0, 20));
  if (words.length > 0) tags.words = words;
  return tags;
}
