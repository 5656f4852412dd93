// The inner life on the scripted server: beats, relationship, moods and souls, enough of each for the page to see what it did (DESIGN 7).
import type { EmotionCode } from "../../../src/schema/emotion.ts";
import type { PlannedBeat } from "../../../src/schema/heartbeat.ts";
import type {
  HeartbeatView,
  MoodSpan,
  Moods,
  Relationship,
  Soul,
  SoulUpdated,
} from "../../../web/inner-shapes.ts";
import { baseTime } from "./base-time.ts";
import { type Asked, refuse, reply } from "./mock-answer.ts";

const day = 86_400;

export type MockInner = {
  running: boolean;
  /** Everybody's, with the id of whoever is asked about. */
  view: HeartbeatView;
  days: { occasions?: boolean; festivals?: boolean };
  soul: Omit<Soul, "persona">;
  moods: Moods;
  /** What the next look inward, judgement or beat brings; "hang" never answers, "model" has no model. */
  next: "changes" | "stays" | "refused" | "hang" | "model";
  /** Every body that changed something, as "METHOD path" and the body. */
  asked: { what: string; body: Record<string, unknown> }[];
  /** The next write answers with this status and code. */
  refusal: { status: number; code: string } | null;
};

function planned(own: Partial<HeartbeatView["planned"][number]> & PlannedBeat) {
  return { ...own, next_at: own.next_at ?? baseTime + 9 * 3_600, next_local: "" };
}

/** A companion with beats ahead and behind, two versions of itself, and a month of moods. */
export function newMockInner(): MockInner {
  return {
    running: true,
    view: {
      user_id: "",
      enabled: true,
      active: true,
      level: "关系较好",
      time_zone: "Asia/Shanghai",
      next_silence_beat_at: baseTime + 20 * 3_600,
      next_silence_beat_local: "",
      planned: [
        planned({ id: "beat_1", hour: 7, minute: 30, message_template: "叫我起床", message_ids: ["old_41"] }),
        planned({
          id: "beat_2",
          hour: 9,
          minute: 0,
          message_template: "",
          repeat: "lunar_yearly",
          month: 12,
          day: 23,
          next_at: baseTime + 63 * day,
        }),
      ],
      occasions: [{ kind: "birthday", text: "你的生日", next_at: baseTime + 40 * day }],
      follow_ups: [
        { id: "f_1", due_at: baseTime + 3 * day, text: "面试", message_ids: ["old_40"], kind: "event" },
      ],
      last_beat: null,
      history: [
        { at: baseTime - 2 * day, decision: "silent", reason: "看了看，觉得现在不说更好。", kind: "silence" },
        {
          at: baseTime - day,
          decision: "sent",
          reason: "你说过今天面试，来问问。",
          kind: "follow_up",
          message_ids: ["old_41"],
          source_message_ids: ["old_40"],
        },
      ],
      unanswered: 1,
      daily_limit: 3,
      hold_until: null,
      hold_reason: null,
    },
    days: { occasions: true },
    soul: {
      base_soul: "说话短，记事长。夜里也醒着。",
      self_soul: "我喜欢安静，更爱清晨。",
      history: [
        {
          version: 1,
          content: "我喜欢安静，也爱听雨。",
          updated_at: baseTime - 20 * day,
          by: "model",
          current: false,
          diff: [
            { op: "added", text: "我喜欢安静，" },
            { op: "added", text: "也爱听雨。" },
          ],
        },
        {
          version: 2,
          content: "我喜欢安静，更爱清晨。",
          updated_at: baseTime - 3 * day,
          by: "character",
          current: true,
          diff: [
            { op: "same", text: "我喜欢安静，" },
            { op: "removed", text: "也爱听雨。" },
            { op: "added", text: "更爱清晨。" },
          ],
        },
      ],
    },
    moods: someMoods(),
    next: "changes",
    asked: [],
    refusal: null,
  };
}

function mood(back: number, valence: number | null, counts: Partial<Record<EmotionCode, number>>): MoodSpan {
  const from = baseTime - back * day;
  const date = new Date(from * 1000).toISOString().slice(0, 10);
  const turns = Object.values(counts).reduce((sum, one) => sum + one, 0);
  return { date, from, to: from + day, turns, counts, intensity: valence === null ? null : 0.6, valence };
}

/** Good, then low with a gap of silence, then good again. */
export function someMoods(): Moods {
  return {
    days: 30,
    by: "day",
    trend: [
      mood(6, 0.7, { joy: 4, neutral: 2 }),
      mood(5, 0.3, { curious: 3 }),
      mood(4, -0.5, { anxious: 6, neutral: 9 }),
      mood(3, null, {}),
      mood(2, -0.8, { sad: 2 }),
      mood(1, 0.1, { neutral: 5, caring: 1 }),
      mood(0, 0.8, { joy: 5 }),
    ],
    triggers: [
      { subject: "面试", emotion: "anxious", count: 6, of: 8, share: 0.75, usual: 0.11, intensity: 0.7 },
    ],
    minimum_sample: 5,
    topics: [],
  };
}

export function someRelationship(own: Partial<Relationship> = {}): Relationship {
  return {
    level: "关系较好",
    heartbeat_hours: 24,
    reason: "聊得多了，总惦记着。",
    since: baseTime - 40 * day,
    history: [
      { level: "一般", heartbeat_hours: 72, reason: "", at: baseTime - 213 * day, by: "system" },
      {
        level: "关系较好",
        heartbeat_hours: 24,
        reason: "聊得多了，总惦记着。",
        at: baseTime - 40 * day,
        by: "model",
      },
    ],
    trust: 0.64,
    stage: "熟悉期",
    parts: {
      days: 0.8,
      frequency: 0.5,
      disclosure: 0.7,
      vulnerability: 0.4,
      consistency: 0.66,
      negative: 0.2,
    },
    days: 72,
    ...own,
  };
}

type Doing = Asked & { inner: MockInner };

function answerBeats({ inner, state, method, path, body, response }: Doing): boolean {
  const status = () => ({
    running: inner.running,
    ai_users: state.companions.map(({ user_id }) => ({ ...inner.view, user_id })),
  });
  if (path === "/api/heartbeat/status") return reply(response, 200, status());
  if (path === "/api/heartbeat/start" || path === "/api/heartbeat/stop") {
    inner.running = path.endsWith("start");
    return reply(response, 200, { running: inner.running });
  }
  if (path === "/api/heartbeat/configure" && method === "POST") {
    const { enabled, daily_limit, occasions, festivals, planned: list } = body;
    if (typeof enabled === "boolean") Object.assign(inner.view, { enabled, active: enabled });
    if (typeof daily_limit === "number") inner.view.daily_limit = daily_limit;
    if (typeof occasions === "boolean") inner.days.occasions = occasions;
    if (typeof festivals === "boolean") inner.days.festivals = festivals;
    if (Array.isArray(list))
      inner.view.planned = (list as PlannedBeat[]).map((one, at) =>
        planned({ id: `beat_new_${at}`, ...one }),
      );
    return reply(response, 200, status());
  }
  if (!path.startsWith("/api/heartbeat/trigger/")) return false;
  return brings(inner, response, () => {
    const decision = inner.next === "changes" ? "sent" : "silent";
    return { decision, reason: decision === "sent" ? "想起你了" : "现在不说更好", messages: [] };
  });
}

function brings(inner: MockInner, response: Asked["response"], answer: () => unknown): true {
  if (inner.next === "hang") return true;
  if (inner.next === "model") return refuse(response, 503, "model_unreachable");
  return reply(response, 200, answer());
}

function answerSoul({ inner, state, path, body, response }: Doing): boolean {
  const call = /^\/api\/soul\/[a-z0-9_-]+(?:\/(update|revert))?$/.exec(path);
  if (call === null) return false;
  const { soul } = inner;
  // Who a companion is, is changed by its own door.
  const told = state.start.asked.findLast((one) => typeof one.body.base_soul === "string");
  const base_soul = String(told?.body.base_soul ?? soul.base_soul);
  const write = (content: string, by: string): SoulUpdated => {
    if (content === soul.self_soul) return { changed: false, self_soul: content };
    const version = soul.history.length + 1;
    for (const one of soul.history) one.current = false;
    const diff = [{ op: "added" as const, text: content }];
    soul.history.push({ version, content, updated_at: baseTime, by, current: true, diff });
    soul.self_soul = content;
    return { changed: true, self_soul: content };
  };
  if (call[1] === undefined)
    return reply(response, 200, { ...soul, base_soul, persona: `${base_soul}【自我认知】${soul.self_soul}` });
  if (call[1] === "revert") {
    const found = soul.history.find((one) => one.version === body.version);
    if (found === undefined) return refuse(response, 404, "not_found");
    return reply(response, 200, write(found.content, "owner"));
  }
  if (typeof body.new_content === "string") return reply(response, 200, write(body.new_content, "owner"));
  return brings(inner, response, () => {
    const stays = { changed: false, self_soul: soul.self_soul };
    if (inner.next === "refused") return { ...stays, refused: { reason: "too_much" } };
    return inner.next === "stays" ? stays : write("我喜欢安静，更爱清晨，话少了一点。", "model");
  });
}

function answerBond({ inner, state, method, path, body, response }: Doing): boolean {
  const call = /^\/api\/relationship\/[a-z0-9_-]+(\/judge)?$/.exec(path);
  if (call === null) return false;
  const file = state.files.find((one) => one.name === "core_memory.json");
  const core = JSON.parse(String(file?.content)) as { relationship: Relationship };
  const set = (level: Relationship["level"], reason: string, by: "owner" | "model") => {
    const { relationship } = core;
    const changed = relationship.level !== level;
    const heartbeat_hours = level === "特别关心" ? 1 / 3 : 24;
    if (changed) {
      const at = baseTime;
      Object.assign(relationship, { level, heartbeat_hours, reason, since: at });
      relationship.history.push({ level, heartbeat_hours, reason, at, by });
      if (file !== undefined) file.content = JSON.stringify(core);
    }
    return { level, heartbeat_hours, reason, changed, change_id: changed ? "change_level" : null };
  };
  if (method === "PUT")
    return reply(response, 200, set(body.level as Relationship["level"], String(body.reason ?? ""), "owner"));
  return brings(inner, response, () =>
    set(inner.next === "changes" ? "特别关心" : core.relationship.level, "总想着你", "model"),
  );
}

/** Answers a route of the inner life; false where it is none. */
export function answerInner(asked: Asked): boolean {
  const { state, method, path, query, body, response } = asked;
  const { inner } = state;
  const doing = { ...asked, inner };
  if (/^\/api\/memory\/[a-z0-9_-]+\/emotions$/.test(path)) {
    const by = query.get("by") === "week" ? "week" : "day";
    return reply(response, 200, { ...inner.moods, by, days: Number(query.get("days")) });
  }
  if (!/^\/api\/(?:heartbeat|soul|relationship)\//.test(path)) return false;
  if (method !== "GET") {
    inner.asked.push({ what: `${method} ${path.replace(/^\/api\//, "")}`, body });
    const { refusal } = inner;
    inner.refusal = null;
    if (refusal !== null) return refuse(response, refusal.status, refusal.code);
  }
  return answerBeats(doing) || answerSoul(doing) || answerBond(doing);
}
