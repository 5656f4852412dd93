// English rules about likes, dislikes and what is not to be touched.
import { anywhere, clause, inner } from "./extractive-statements-en-words.ts";
import { bare, group, type Read, rule, type StatementRule } from "./extractive-statements-rule.ts";

/** Files what was read under its own subject; what only points is none. */
export const subject =
  (base: string, label = ""): Read =>
  (match) => {
    const value = bare(group(match, "v"));
    const points =
      /^(?:it|that|this|those|these|them|him|her|you|how|when|what|to be here|being here|the (?:way|idea|fact|sound)|your)\b/i;
    return value === "" || points.test(value) || /\b(?:such|these|those|the most)$/.test(value)
      ? undefined
      : { value, key: `${base}:${value}`, ...(label ? { statement: `${label}${value}` } : {}) };
  };

export const tasteRulesEn: readonly StatementRule[] = [
  rule(
    "favorite_drink",
    "favourite drink: ",
    clause(`my favou?rite drink(?: now| these days)?(?:'s| is)\\s(?<v>${inner}{2,30}?)`),
  ),
  rule("favorite_drink", "favourite drink: ", anywhere(`^(?<v>${inner}{3,24}), my favou?rite drink`)),
  rule(
    "favorite_book",
    "favourite book: ",
    anywhere(`my favou?rite book(?:,| is)\\s(?<v>${inner}{2,40}?)(?=[,.!]|$)`),
  ),
  rule(
    "likes",
    "",
    clause(
      `my favou?rite (?<what>colou?r|film|movie|song|singer|band|season|food|fruit|animal|number|city|game|show)(?:'s| is)\\s(?<v>${inner}{2,30}?)`,
    ),
    (match) => {
      const what = group(match, "what")
        .toLowerCase()
        .replace("colour", "color")
        .replace("film", "movie")
        .replace("band", "singer");
      return {
        value: bare(group(match, "v")),
        key: `favorite_${what}`,
        statement: `favourite ${group(match, "what").toLowerCase()}: ${bare(group(match, "v"))}`,
      };
    },
  ),
  rule(
    "favorite_food",
    "loves ",
    clause(
      `I(?:'ve always|'ve)? (?:really |absolutely |just )?love(?:d)? (?:to eat |eating )(?<v>${inner}{2,24}?)`,
    ),
    subject("favorite_food", "loves to eat "),
  ),
  rule(
    "favorite_food",
    "",
    anywhere("[Ww]hen I'm happy I (?:need|eat|want) (?<v>[^.!?,]{3,30}?)(?=[.,!]|$)"),
    (match) => ({
      value: `${group(match, "v")} when happy`,
      key: `favorite_food:${group(match, "v")}`,
      statement: `eats ${group(match, "v")} when happy`,
    }),
  ),
  rule(
    "likes",
    "loves ",
    clause(
      `I (?:really |absolutely |just )?(?:love|enjoy|adore|am into|'m into)\\s(?<v>(?!to eat|eating|it|you|and\\b|how|when|that|this|him|her|(?:the|all|these|those|such|also|making|each|every|hearing|seeing)\\b)${inner}{2,34}?)`,
    ),
    subject("likes", "likes "),
  ),
  rule(
    "likes",
    "likes ",
    clause(
      `I (?:really |quite )?like\\s(?<v>(?!it|you|how|when|that|this|him|her|what|your|to think|(?:the|all|these|those|such|also|hearing|seeing)\\b)${inner}{2,34}?)`,
    ),
    subject("likes", "likes "),
  ),
  rule("hobby", "collects ", clause(`I collect\\s(?<v>(?!them|it)${inner}{3,30}?)`), (match) => ({
    value: `collects ${group(match, "v")}`,
    key: `hobby:collects ${group(match, "v")}`,
  })),
  rule(
    "hates_food",
    "",
    clause(
      `I (?:don't|do not|never|can't|won't) eat\\s(?<v>(?!anything|much|out|it|that|enough|well|breakfast|lunch|dinner)${inner}{3,24}?)`,
    ),
    (match) => ({
      value: `does not eat ${group(match, "v")}`,
      key: `hates_food:${group(match, "v")}`,
      statement: `does not eat ${group(match, "v")}`,
    }),
  ),
  rule(
    "dislikes",
    "",
    clause(
      `I (?:don't|do not|never) (?<verb>drink|watch|play|listen to|wear)\\s(?<v>(?!it|that|much|enough|any|this|you|them|and|or|(?:on|at|before|after|in|with)\\b)${inner}{3,24}?)`,
    ),
    (match) => ({
      value: `does not ${group(match, "verb")} ${group(match, "v")}`,
      key: `dislikes:${group(match, "v")}`,
    }),
  ),
  rule(
    "dislikes",
    "hates ",
    anywhere(
      "\\bI (?:really |absolutely )?(?:hate|can't stand|detest|loathe) (?<v>(?!it|you|when|how|that|this|to say|myself|him|her)[^.!?;]{3,50}?)(?=[.!;]|$)",
    ),
    subject("dislikes", "hates "),
  ),
  rule(
    "dislikes",
    "dislikes ",
    clause(
      `I (?:don't|do not) (?:really )?like\\s(?<v>(?!it|you|that|this|how|when|him|her|to)${inner}{3,30}?)`,
    ),
    subject("dislikes", "does not like "),
  ),
  rule(
    "fear",
    "afraid of ",
    clause(
      `(?:I'm|I am)(?: really| so| a bit| terribly)? (?:scared|afraid|terrified) of\\s(?<v>(?!it|that|you|what|losing|being|tomorrow|today|tonight)${inner}{3,24}?)`,
    ),
    subject("fear", "afraid of "),
  ),
  rule(
    "avoids_topics",
    "does not want to hear about ",
    anywhere(
      "(?:never|[Dd]on't|[Dd]o not)(?: ever)? (?:bring up|mention|talk (?:to me )?about) (?<v>[^.!?;]{3,40}?)(?=[.,!;]|$)",
    ),
    (match, sentence) =>
      /\b(?:to|with) (?:him|her|them|my)\b/i.test(match[0]) ||
      /\b(?:he|she|they)\b/.test(sentence.slice(0, match.index))
        ? undefined
        : subject("avoids_topics", "does not want to hear about ")(match, sentence),
  ),
  rule("taboo", "", anywhere("(?:never|[Dd]on't ever) (?<v>urge me [^.!?,;]{3,30})"), (match) => ({
    value: `never ${group(match, "v").replace("me", "them")}`,
    key: `taboo:${group(match, "v")}`,
  })),
  rule(
    "taboo",
    "",
    anywhere(
      "(?<v>[Ww]hen I'm (?:down|sad|upset|angry|crying)[^.!?]{0,4}(?:don't|do not|never) [^.!?;]{3,40})",
    ),
    (match) => ({
      value: group(match, "v").replace(/^When I'm/, "when"),
      key: `taboo:${group(match, "v").slice(8, 32)}`,
    }),
  ),
];
