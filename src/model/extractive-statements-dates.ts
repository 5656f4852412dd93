// Rules about days that come every year and are not the person's own birthday: others' birthdays, days of mourning, how long two are together (issue 5, item 3).
import {
  clause as clauseEn,
  date as dateEn,
  kin as kinEn,
  kinWords as kinWordsEn,
} from "./extractive-statements-en-words.ts";
import { group, type Read, rule, type StatementRule } from "./extractive-statements-rule.ts";
import { animal, clause, date, kin, kinWords } from "./extractive-statements-zh-words.ts";

const lovers: Readonly<Record<string, string>> = {
  老婆: "wife",
  妻子: "wife",
  老公: "husband",
  丈夫: "husband",
  男朋友: "boyfriend",
  男友: "boyfriend",
  女朋友: "girlfriend",
  女友: "girlfriend",
  爱人: "partner",
  对象: "partner",
};
const closeZh = `${kinWords}|${Object.keys(lovers).join("|")}`;
const keyZh = (match: RegExpExecArray) => kin[group(match, "kin")] ?? lovers[group(match, "kin")] ?? "family";

const readZh =
  (kind: "birthday" | "death", said: string): Read =>
  (match) => ({
    key: `${keyZh(match)}_${kind}`,
    value: group(match, "v"),
    statement: `${group(match, "kin")}的${said}是${group(match, "v")}`,
  });
const togetherZh: Read = (match) => ({
  key: "anniversary:在一起",
  value: group(match, "v"),
  statement: `在一起的日子是${group(match, "v")}`,
});

// "birthday" makes each of them an important date; the key that counts is the reading's own.
export const dateRulesZh: readonly StatementRule[] = [
  rule("birthday", "生日是", clause(`(?<v>${date})(?:就)?是我的?生日`)),
  rule(
    "birthday",
    "",
    clause(`我?的?(?<kin>${closeZh})的?(?:农历|阴历)?的?生日(?:就)?[是在]?(?<v>${date})`),
    readZh("birthday", "生日"),
  ),
  rule(
    "birthday",
    "",
    clause(`我?的?(?<kin>${closeZh})(?:是)?(?<v>${date})(?:过)?(?:的)?(?:生日|出生的?)`),
    readZh("birthday", "生日"),
  ),
  rule(
    "birthday",
    "",
    clause(`(?<v>${date})(?:就)?是我?的?(?<kin>${closeZh})的?生日`),
    readZh("birthday", "生日"),
  ),
  rule(
    "birthday",
    "",
    clause(`我家?的?(?<pet>${animal})(?<name>\\p{Script=Han}{0,3}?)的?生日(?:就)?是(?<v>${date})`),
    (match) => {
      const who = group(match, "name") || group(match, "pet");
      const day = group(match, "v");
      return { key: `pet_birthday:${who}`, value: day, statement: `${who}的生日是${day}` };
    },
  ),
  rule(
    "birthday",
    "",
    clause(`我?的?(?<kin>${closeZh})的?忌日(?:就)?[是在]?(?<v>${date})`),
    readZh("death", "忌日"),
  ),
  rule(
    "birthday",
    "",
    clause(`(?<v>${date})(?:就)?是我?的?(?<kin>${closeZh})的?忌日`),
    readZh("death", "忌日"),
  ),
  rule(
    "birthday",
    "",
    clause(`我?的?(?<kin>${closeZh})(?:就)?是?在?(?<v>${date})(?:那天)?(?:去世|过世|离世|病逝)(?:的|了)`),
    readZh("death", "忌日"),
  ),
  rule(
    "birthday",
    "",
    clause(`(?:我们俩?|我[和跟]\\p{Script=Han}{1,4}?)(?:就)?是?(?:从)?(?<v>${date})(?:开始)?在一起的?`),
    togetherZh,
  ),
];

const lovedEn = "boyfriend|girlfriend|husband|wife|partner|fiancee?|cat|dog";
const closeEn = `${kinWordsEn}|${lovedEn}`;
const keyEn = (match: RegExpExecArray) =>
  kinEn[group(match, "kin").toLowerCase()] ?? group(match, "kin").toLowerCase();

const readEn =
  (kind: "birthday" | "death", said: string): Read =>
  (match) => ({
    key: `${keyEn(match)}_${kind}`,
    value: group(match, "v"),
    statement: `${group(match, "kin").toLowerCase()}'s ${said}: ${group(match, "v")}`,
  });
const togetherEn: Read = (match) => ({
  key: "anniversary:together",
  value: group(match, "v"),
  statement: `together since ${group(match, "v")}`,
});

export const dateRulesEn: readonly StatementRule[] = [
  rule(
    "birthday",
    "",
    clauseEn(`my (?<kin>${closeEn})(?:'s|s') birthday(?:'s| is)(?: on)?,? (?<v>${dateEn})`),
    readEn("birthday", "birthday"),
  ),
  rule(
    "birthday",
    "",
    clauseEn(`(?<v>${dateEn})(?:'s| is) my (?<kin>${closeEn})(?:'s|s') birthday`),
    readEn("birthday", "birthday"),
  ),
  rule(
    "birthday",
    "",
    clauseEn(
      `the (?:death )?anniversary of my (?<kin>${closeEn})(?:'s|s') (?:death|passing) is(?: on)? (?<v>${dateEn})`,
    ),
    readEn("death", "death anniversary"),
  ),
  rule(
    "birthday",
    "",
    clauseEn(`my (?<kin>${closeEn})(?:'s|s') death anniversary is(?: on)? (?<v>${dateEn})`),
    readEn("death", "death anniversary"),
  ),
  rule(
    "birthday",
    "",
    clauseEn(
      `(?:we|my (?:${lovedEn}) and i)(?:'ve| have)? (?:got together|been together|started dating|been dating|became a couple)(?: on| since)? (?<v>${dateEn})`,
    ),
    togetherEn,
  ),
];
