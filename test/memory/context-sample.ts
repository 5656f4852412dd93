// A companion with a few memories of every kind, and builders for talk: what the tests of the context start from.

import type { ContextInput, Prefix, PrefixInput } from "../../src/memory/context.ts";
import type { Hint } from "../../src/memory/context-types.ts";
import { type Prompts, wordsIn } from "../../src/prompt/catalogue.ts";
import { loadPrompts } from "../../src/prompt/loader.ts";
import { Config } from "../../src/schema/config.ts";
import { Fact } from "../../src/schema/fact.ts";
import type { Message } from "../../src/schema/message.ts";
import type { MidEntry } from "../../src/schema/mid-term.ts";

export const prompts: Prompts = await loadPrompts("prompts");

/** Tuesday, 10 March 2026, 21:05 in Shanghai. */
export const now = 1773147900;
export const day = 86_400;

let made = 0;

/** One message of a talk; each later than the one before unless a time is given. */
export function said(role: "user" | "assistant", content: string, more: Partial<Message> = {}): Message {
  made += 1;
  return { message_id: `m${made}`, role, content, timestamp: now - 600 + made, topic_id: "t_open", ...more };
}

/** A hint that has a line of its own. */
export function hint(id: string, text: string): Hint {
  return { id, text, lead: "", mark: "；", at: now };
}

export function fact(more: Partial<Fact> & { id: string }): Fact {
  return Fact.parse({
    category: "preference",
    key: more.id,
    value: "x",
    valid_from: now - 30 * day,
    ...more,
  });
}

export function mid(n: number, more: Partial<MidEntry> = {}): MidEntry {
  const at = now - n * day;
  return {
    id: `mid_${at}`,
    topic_id: `t_mid_${n}`,
    summary: `第${n}天前说起养猫`,
    emotion_tags: {},
    message_count: 6,
    time_precision: "hour",
    extracted_to_long: false,
    ended_at: at,
    ...more,
  };
}

export function prefixInput(more: Partial<PrefixInput> = {}, language: "zh" | "en" = "zh"): PrefixInput {
  return {
    words: wordsIn(prompts, language),
    language,
    timeZone: "Asia/Shanghai",
    now,
    topicId: "t_open",
    openedAt: now - 600,
    config: Config.parse({ user_id: "zhixia", name: "知夏", base_soul: "温柔，爱看海。", language }),
    selfSoul: "",
    account: { display_name: "小林", about_me: "" },
    relationship: { level: "一般", stage: "初期" },
    core: [],
    facts: [],
    sharedFacts: [],
    mid: [],
    pending: [],
    long: [],
    rank: new Map(),
    previous: null,
    tools: true,
    helpLines: ["全国统一心理援助热线 12356", "紧急情况 110 / 120"],
    ...more,
  };
}

export function contextInput(
  prefix: Prefix,
  more: Partial<ContextInput> = {},
  language: "zh" | "en" = "zh",
): ContextInput {
  return {
    words: wordsIn(prompts, language),
    language,
    timeZone: "Asia/Shanghai",
    now,
    prefix,
    open: [],
    parts: [],
    message: { message_id: "new", content: "在吗" },
    lore: [],
    recall: [],
    reminder: "",
    lastAt: now - 3 * day,
    ...more,
  };
}
