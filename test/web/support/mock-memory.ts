// The memory routes of the scripted server: enough of each for the page to see what it did (DESIGN 7).
import type { Change, Episode, ErasePreview, Fact, GraphShown } from "../../../web/memory-shapes.ts";
import { baseTime } from "./base-time.ts";
import { type Asked, refuse, reply } from "./mock-answer.ts";
import { someChanges, someEpisodes, someFacts, someGraph } from "./mock-life.ts";

export type MockMemory = {
  facts: Fact[];
  episodes: Episode[];
  changes: Change[];
  graph: GraphShown;
  erase: ErasePreview;
  /** change_id -> the later changes that forbid undoing it. */
  blocked: Map<string, string[]>;
  /** Every body that changed something, as "METHOD path" and the body. */
  asked: { what: string; body: Record<string, unknown> }[];
  /** The next write answers with this status and code. */
  refusal: { status: number; code: string; details?: unknown } | null;
};

/** A companion that remembers nothing, or one with a life behind it. */
export function newMockMemory(lived: boolean): MockMemory {
  return {
    facts: lived ? someFacts() : [],
    episodes: lived ? someEpisodes() : [],
    changes: lived ? someChanges() : [],
    graph: lived ? someGraph() : { entities: [], relations: [] },
    erase: {
      total: 3,
      matches: [
        { document: "conversation", id: "old_1", text: "第 1 句" },
        { document: "facts", id: "fact_peanut", text: "对花生过敏" },
        { document: "mid_term", id: "mid_1", text: "面试官一直看手机", kept: true },
      ],
      left: [
        { kind: "backups", where: "backups", message: "b", ids: ["a", "b"] },
        { kind: "exports", where: "exports", message: "e" },
      ],
    },
    blocked: new Map(),
    asked: [],
    refusal: null,
  };
}

type Doing = Asked & { memory: MockMemory; rest: string };

function written(doing: Doing, entry: string, own: Record<string, unknown> = {}): true {
  const { memory, state, response } = doing;
  state.count += 1;
  const id = `change_new_${state.count}`;
  const after = { statement: String(doing.body.statement ?? doing.body.value ?? entry) };
  const edits = [{ document: "facts", entry, before: null, after }];
  memory.changes.unshift({ id, at: baseTime, by: "owner", cause: "r", edits });
  return reply(response, doing.method === "POST" ? 201 : 200, { ...own, change_id: id });
}

function answerFacts(doing: Doing): boolean {
  const { memory, rest, method, body, response } = doing;
  const match = /^facts(?:\/([^/]+))?(?:\/(accept|refuse))?$/.exec(rest);
  if (match === null || (match[1] === undefined && method === "PUT")) return false;
  if (method === "GET") return reply(response, 200, { facts: memory.facts, next: null });
  const id = decodeURIComponent(match[1] ?? "");
  const found = memory.facts.find((one) => one.id === id);
  if (match[1] === undefined) {
    const same = memory.facts.find((one) => one.key === body.key && one.value === body.value);
    const [pattern] = someFacts();
    if (same === undefined && pattern !== undefined) {
      const added = {
        ...pattern,
        status: "live" as const,
        evidence: [],
        source: "owner" as const,
        confidence: 1,
        statement: `${body.key}：${body.value}`,
      };
      memory.facts.unshift({ ...added, id: `fact_new_${doing.state.count}`, ...body } as Fact);
    }
    return written(doing, "fact_new");
  }
  if (found === undefined) return refuse(response, 404, "not_found");
  if (match[2] === "accept") found.status = "live";
  else if (match[2] === "refuse" || method === "DELETE")
    Object.assign(found, { status: "closed", is_deleted: true });
  else
    Object.assign(
      found,
      body,
      body.value === undefined ? {} : { statement: body.statement ?? `新 ${body.value}` },
    );
  return written(doing, id);
}

function answerEpisodes(doing: Doing): boolean {
  const { memory, rest, method, body, response } = doing;
  const match = /^episodes(?:\/([^/]+))?$/.exec(rest);
  if (match === null) return false;
  if (method === "GET") return reply(response, 200, { episodes: memory.episodes });
  const id = decodeURIComponent(match[1] ?? "");
  if (id === "merge") {
    const [keep, ...others] = (body.ids as string[]) ?? [];
    for (const one of memory.episodes) if (others.includes(one.id)) one.entry.merged_into = keep;
    return written(doing, String(keep));
  }
  const found = memory.episodes.find((one) => one.id === id);
  if (found === undefined) return refuse(response, 404, "not_found");
  if (method === "DELETE") memory.episodes = memory.episodes.filter((one) => one !== found);
  else Object.assign(found.entry, body);
  return written(doing, id);
}

function answerChanges(doing: Doing): boolean {
  const { memory, rest, method, query, response } = doing;
  const match = /^changes(?:\/([^/]+)\/undo|(\/undo))?$/.exec(rest);
  if (match === null) return false;
  if (method === "GET") {
    const at = memory.changes.findIndex((one) => one.id === query.get("before"));
    const changes = memory.changes.slice(at + 1, at + 1 + Number(query.get("limit")));
    return reply(response, 200, { changes });
  }
  if (match[2] !== undefined)
    return reply(response, 200, {
      undone: ["change_3", "change_2"],
      refused: [{ id: "change_1", reason: "erased", later: [] }],
    });
  const id = match[1] ?? "";
  const later = memory.blocked.get(id);
  if (later !== undefined)
    return refuse(response, 409, "conflict", { document: "facts", entry: "fact_city", later });
  memory.changes.unshift({ id: `undo_${id}`, at: baseTime, by: "owner", cause: id, undoes: id, edits: [] });
  return reply(response, 200, { change_id: `undo_${id}`, undone: id });
}

function answerRest(doing: Doing): boolean {
  const { memory, rest, method, body, response, state, request } = doing;
  if (rest === "graph" && method === "GET") return reply(response, 200, memory.graph);
  if (rest === "compress")
    return reply(response, 200, { compressed: [{ id: "m", by: "model" }], pending: [] });
  if (rest === "erase") {
    if (body.preview !== false) return reply(response, 200, memory.erase);
    const files = ["conversation.json", "facts.json"];
    return reply(response, 200, { receipt: { files, left: memory.erase.left } });
  }
  const pin = /^pin\/(.+)$/.exec(rest)?.[1];
  if (pin !== undefined) {
    const id = decodeURIComponent(pin);
    for (const one of memory.facts) if (one.id === id) one.pinned = body.pinned === true;
    return written(doing, id);
  }
  const document = state.files.find((one) => one.name === `${rest}.json`);
  if (document === undefined || method !== "PUT") return false;
  if (request.headers["if-match"] !== `"${document.revision}"`) return refuse(response, 412, "stale");
  Object.assign(document, { content: JSON.stringify(body), revision: `${document.revision}+` });
  return written(doing, rest);
}

/** Answers a memory route other than context and files; false where it is none. */
export function answerLife(asked: Asked): boolean {
  const match = /^\/api\/memory\/([a-z0-9_-]+)\/(.+)$/.exec(asked.path);
  if (match?.[2] === undefined || match[2].startsWith("files")) return false;
  const { memory } = asked.state;
  const reads = asked.method === "GET" || (match[2] === "erase" && asked.body.preview !== false);
  if (!reads) {
    memory.asked.push({ what: `${asked.method} ${match[2]}`, body: asked.body });
    const { refusal } = memory;
    memory.refusal = null;
    if (refusal !== null) return refuse(asked.response, refusal.status, refusal.code, refusal.details);
  }
  const doing = { ...asked, memory, rest: match[2] };
  return answerFacts(doing) || answerEpisodes(doing) || answerChanges(doing) || answerRest(doing);
}
