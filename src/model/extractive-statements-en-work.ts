// English rules for what people say of their work and studies: what they do and where, what they study, which exam lies ahead.
import { named } from "./extractive-statements-en-people.ts";
import {
  anywhere,
  clause,
  inner,
  noJob,
  noPlace,
  professions,
  properName,
} from "./extractive-statements-en-words.ts";
import {
  bare,
  group,
  lower,
  type Read,
  rule,
  type StatementRule,
  toldOf,
} from "./extractive-statements-rule.ts";

const fields =
  "(?:marketing|sales|finance|it|tech|hr|human resources|retail|healthcare|education|construction|hospitality|logistics|advertising|insurance|banking|real estate|publishing|law|customer service|customer support|accounting|admin|government|local government|the public sector|childcare|social care|software|web development|graphic design|data science|security|manufacturing|journalism|film|theatre|theater|the civil service)";
const workplace =
  "(?:bakery|gas station|petrol station|hospital|school|primary school|high school|bank|shop|store|restaurant|kitchen|warehouse|factory|call cent(?:er|re)|lab|library|cafe|café|coffee shop|bar|pub|hotel|pharmacy|nursing home|care home|clinic|salon|gym|supermarket|law firm|startup|start-up|museum|bookshop|bookstore|garage|daycare|nursery|kindergarten|bike shop|flower shop|nursing home|brewery|farm|vet clinic|dental practice)";
const business =
  "(?:shop|store|café|cafe|bakery|restaurant|salon|company|business|farm|studio|bar|pub|hotel|daycare|gym|practice|agency|startup|bookshop|bookstore|brewery|food truck|garage|etsy shop|online shop|online store)";
const subjects =
  "(?:law|medicine|nursing|biology|chemistry|physics|maths?|mathematics|statistics|economics|history|geography|philosophy|psychology|sociology|politics|political science|architecture|engineering|computer science|literature|english|french|german|spanish|linguistics|music|art|fine art|art history|graphic design|design|fashion|film|journalism|business|marketing|accounting|finance|education|theology|pharmacy|dentistry|veterinary medicine|social work|criminology|anthropology|archaeology|geology|astronomy|biochemistry|neuroscience|data science|photography|drama|theatre|pe|science|english literature)";
const modifiers =
  "(?:(?:civil|mechanical|electrical|chemical|software|biomedical|environmental|international|applied|ap|high school|middle school|primary school|secondary school|year \\w+|first grade|second grade|third grade|fourth grade|fifth grade) ){0,2}";
const long =
  "(?: for (?:almost |nearly |over |about |around |the (?:last|past) )?(?:an?|[\\w-]+)(?: \\w+)? (?:years?|months?|decades?)(?: now)?| since (?:\\d{4}|i was \\w+)| (?:my whole|all my) (?:life|career))?";
const now = "(?: currently| now| actually| basically| just| still)?";
const level =
  "(?:high school|college|uni|university|grad school|law school|med school|medical school|secondary school|sixth form)";

const readJob: Read = (match) => {
  const value = bare(group(match, "v"));
  return noJob.test(value) ? undefined : { value };
};
const asTold: Read = (match) => {
  const value = toldOf(bare(group(match, "v")));
  return { value, statement: value };
};

export const workRulesEn: readonly StatementRule[] = [
  rule(
    "occupation",
    "works as ",
    clause(
      `(?:I'm|I am|I've been|I have been|I work as)${now} an? (?<v>(?:[\\w-]+ ){0,3}?${professions})(?: (?:at|in|for|with) (?:an?|the|my|our) ${inner}{2,30}?| (?:based )?(?:in|from|out of) (?!training)[\\p{L}]+(?: [\\p{L}]+)?)?${long}`,
    ),
    readJob,
  ),
  rule(
    "work_city",
    "works in ",
    clause(
      `(?:I'm|I am|I work as)${now} an? (?:[\\w-]+ ){0,3}?${professions} (?:based )?in (?<v>[\\p{L}'’-]+(?: [\\p{L}'’-]+)?)`,
    ),
    (match, sentence) => (noPlace.test(group(match, "v")) ? undefined : named()(match, sentence)),
  ),
  rule(
    "work_city",
    "works in ",
    anywhere(`\\bI work in (?<v>${properName})(?=[.,!]|$| and | but )`),
    (match) =>
      noPlace.test(group(match, "v")) || new RegExp(`^${fields}$`, "i").test(group(match, "v"))
        ? undefined
        : { value: group(match, "v") },
  ),
  rule(
    "works_in",
    "works in ",
    clause(
      `I(?:'ve)? ?work(?:ed|ing)?(?: nights| days| part-time| full-time| shifts)? in\\s(?<v>${fields})${long}`,
    ),
    (match) =>
      /\bit$/.test(group(match, "v")) || (/worked/.test(match[0]) && !/'ve/.test(match[0]))
        ? undefined
        : { value: group(match, "v"), statement: `works in ${group(match, "v")}` },
  ),
  rule(
    "works_in",
    "works in ",
    clause("(?:I'm|I am)(?: working)? in (?<v>sales|marketing|finance|it|tech|hr|retail)"),
    (match) => {
      const value = group(match, "v");
      return value === "it" ? undefined : { value, statement: `works in ${value}` };
    },
  ),
  rule(
    "works_in",
    "works in ",
    clause(
      `I work(?: in| (?:nights|days|part-time|full-time|shifts|weekends) (?:in|at)) (?<v>an? (?:[\\w-]+ ){0,2}?${workplace})`,
    ),
    (match) => ({ value: lower(match), statement: `works in ${lower(match)}` }),
  ),
  rule(
    "occupation",
    "",
    clause(
      `I${now} (?<v>(?:run|own|manage) (?:an?|my own|our own) (?:[\\w-]+ ){0,2}?${business})(?: with ${inner}{3,24}?| in ${inner}{2,24}?)?`,
    ),
    (match) => {
      const value = toldOf(group(match, "v")).replace(/ my own| our own/i, " their own");
      return { value, statement: value };
    },
  ),
  rule(
    "occupation",
    "",
    clause(
      `(?:I'm|I am|I've been|I have been)${now} (?<v>self-employed|retired|semi-retired|unemployed|on disability|out of work)(?: now)?${long}`,
    ),
    (match) => ({
      value: lower(match),
      statement: `is ${lower(match)}`,
    }),
  ),
  rule(
    "occupation",
    "",
    anywhere(`\\bI (?<v>drive for (?:Uber|Lyft|Bolt|DoorDash|Amazon|FedEx|UPS|DHL))(?=[.,!]|$| and | but )`),
    asTold,
  ),
  rule(
    "occupation",
    "",
    clause(`I${now} (?<v>teach ${modifiers}${subjects})(?: (?:at|to|in) ${inner}{3,30}?)?`),
    asTold,
  ),
  rule(
    "school_year",
    "",
    clause(
      `(?:I'm|I am)${now} (?<v>an? (?:freshman|sophomore|junior|senior|first[- ]year|second[- ]year|third[- ]year|fourth[- ]year|final[- ]year)(?: student)? (?:in|at) ${level}|in my (?:first|second|third|fourth|fifth|final|last|senior|junior) year (?:of|at|in) ${level}|in (?:(?:ninth|tenth|eleventh|twelfth|9th|10th|11th|12th) grade|year (?:7|8|9|10|11|12|13)|${level}))`,
    ),
    (match) => {
      const value = lower(match).replace(/\bmy\b/, "their");
      return { value, statement: `is ${value}` };
    },
  ),
  rule(
    "education",
    "",
    clause(
      `(?:I'm|I am)${now} (?<v>(?:doing|getting|finishing|working on) (?:an?|my) (?:phd|ph\\.?d|doctorate|master's|masters|mba|degree|bachelor's|msc|pgce)(?: in ${inner}{3,30}?)?)`,
    ),
    (match) => {
      const value = group(match, "v").replace(/\bmy\b/i, "a");
      return { value, statement: `is ${value}` };
    },
  ),
  rule(
    "major",
    "studies ",
    clause(
      `(?:I'm|I am)${now} (?:studying|majoring in|reading) (?<v>${modifiers}${subjects})(?: (?:at|in) [\\p{L}]+(?: [\\p{L}]+){0,3})?`,
    ),
  ),
  rule(
    "major",
    "studies ",
    clause(
      `I${now} (?:study|major in|majored in) (?<v>${modifiers}${subjects})(?: (?:at|in) [\\p{L}]+(?: [\\p{L}]+){0,3})?`,
    ),
  ),
  rule(
    "education",
    "goes to ",
    anywhere(
      "\\bI go to (?<v>(?:NYU|UCLA|USC|MIT|UCL|LSE|Harvard|Yale|Stanford|Oxford|Cambridge|Princeton|Berkeley|Columbia|Cornell|Brown)|(?:[A-Z][\\p{L}]+ ){1,3}(?:University|College|High|High School|Academy)|the University of [A-Z][\\p{L}]+)(?=[.,!]|$| and | but )",
    ),
  ),
  rule(
    "education",
    "",
    clause(`I (?<v>dropped out of (?:${level}|school))(?: last year| in \\d{4}| at \\w+)?`),
    (match) => ({ value: lower(match), statement: lower(match) }),
  ),
  rule(
    "exam",
    "",
    clause(
      "(?:I'm|I am|I've been)(?: currently| now| still)? (?<v>(?:studying|preparing|prepping|revising|training) for (?:the|my|an?) (?:[\\w-]+ ){0,2}?(?:bar|exam|exams|boards|finals|gre|mcat|lsat|gmat|sat|sats|ielts|toefl|cpa|driving test|a-levels|gcses|citizenship test|licen[cs]ing exam|marathon|half marathon|triathlon|ironman))(?: in (?:january|february|march|april|may|june|july|august|september|october|november|december|the spring|the fall|the autumn))?",
    ),
    (match) => {
      const value = toldOf(group(match, "v")).replace(/^(\w+ing)s\b/, "$1");
      return {
        value,
        key: `exam:${value.replace(/^.* for (?:the|their|an?) /i, "").toLowerCase()}`,
        statement: `is ${value}`,
      };
    },
  ),
  rule(
    "learning",
    "",
    clause(
      "(?:I'm|I am)(?: currently| now| finally)? learning (?:how )?to (?<v>drive|swim|code|cook|knit|ski|sail|dance|sing|draw|paint|surf|crochet|sew)",
    ),
    (match) => ({
      value: lower(match),
      key: `learning:${lower(match)}`,
      statement: `is learning to ${lower(match)}`,
    }),
  ),
];
