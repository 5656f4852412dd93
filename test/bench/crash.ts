// Kills a talking server at random moments and looks at what it finds when it starts again (invariant 1).
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { seededRandom } from "../../src/ids.ts";
import { chat, type House, startHouse } from "../support/house.ts";
import { startUpstream, type Upstream } from "../support/upstream.ts";
import type { Bench } from "./main.ts";

type Tally = {
  acknowledged: Set<string>;
  lost: number;
  unreadable: number;
  duplicates: number;
  temporary: number;
};

const talk = [
  "今天路上堵了四十分钟",
  "晚上想吃火锅",
  "周末去看展吧",
  "那我先睡了，晚安",
  "早，昨晚没睡好",
  "拜拜",
];

async function scriptedUpstream(): Promise<Upstream> {
  const upstream = await startUpstream();
  upstream.fallback("chat", { text: "嗯，我在听\n你接着说\n后来呢" });
  upstream.fallback("short_to_mid", {
    text: '{"summary":"两个人聊了路上堵车、想吃火锅和周末看展的打算。","emotion_tags":{"basic_emotion":"愉悦","scene":"闲聊","atmosphere":"轻松"}}',
  });
  upstream.fallback("mid_to_long", {
    text: '{"entries":[{"title":"日常闲聊","key_points":["堵车","想吃火锅"],"detail_content":"聊了堵车、火锅和看展。"}]}',
  });
  upstream.fallback("core_memory", { text: '{"core_memories":[]}' });
  return upstream;
}

/** Talks until the server is gone; every `message-saved` frame and every `bubble` is an acknowledgement. */
async function talkUntilGone(house: House, user: string, tally: Tally, random: () => number): Promise<void> {
  for (let n = 0; ; n++) {
    const content = `${talk[Math.floor(random() * talk.length)]}（${n}）`;
    try {
      await chat(house, user, { content, pacing: "instant" }, (event) => {
        if (event.event === "message-saved" || event.event === "bubble")
          tally.acknowledged.add(event.data.message_id);
      });
      if (n % 7 === 6) await house.api("POST", `/api/memory/${user}/extract`);
    } catch {
      return;
    }
  }
}

async function filesBelow(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if ((await stat(path)).isDirectory()) found.push(...(await filesBelow(path)));
    else found.push(path);
  }
  return found;
}

/** What stands on the disk after the restart has mended what it could. */
async function inspect(house: House, user: string, tally: Tally): Promise<void> {
  const folder = join(house.folder, "ai_users", user);
  const there = new Set<string>();
  for (const path of await filesBelow(folder)) {
    if (path.endsWith(".tmp")) tally.temporary += 1;
    if (!path.endsWith(".json") || path.includes("/.cache/") || path.includes("/.recovered/")) continue;
    try {
      const value: unknown = JSON.parse(await readFile(path, "utf8"));
      const log = path.endsWith("conversation.json") || path.includes("/conversations/");
      if (log) for (const message of value as { message_id: string }[]) there.add(message.message_id);
    } catch {
      tally.unreadable += 1;
    }
  }
  tally.lost += [...tally.acknowledged].filter((id) => !there.has(id)).length;
  const mid = JSON.parse(await readFile(join(folder, "mid_term.json"), "utf8")) as { topic_id: string }[];
  const archive = await readdir(join(folder, "mid_term_archive")).catch(() => []);
  for (const name of archive)
    mid.push(...JSON.parse(await readFile(join(folder, "mid_term_archive", name), "utf8")));
  tally.duplicates += mid.length - new Set(mid.map(({ topic_id }) => topic_id)).size;
}

/** `npm run bench -- crash [--kills=200] [--seed=1]` */
export const crash: Bench = async ({ kills = "200", seed = "1" }) => {
  const random = seededRandom(seed);
  const upstream = await scriptedUpstream();
  const tally: Tally = { acknowledged: new Set(), lost: 0, unreadable: 0, duplicates: 0, temporary: 0 };
  let house = await startHouse({ upstream, child: true });
  const user = await house.create({ name: "小夏" });
  let total = 0;
  for (let kill = 1; kill <= Number(kills); kill++) {
    const talking = talkUntilGone(house, user, tally, random);
    await new Promise((done) => setTimeout(done, 30 + random() * 900));
    await house.kill();
    await talking;
    house = await startHouse({ upstream, child: true, folder: house.folder });
    await house.api("GET", `/api/ai-users/${user}/messages?limit=1`);
    await inspect(house, user, tally);
    total += tally.acknowledged.size;
    tally.acknowledged.clear();
    if (kill % 20 === 0) process.stderr.write(`${kill} kills, ${total} acknowledged, ${tally.lost} lost\n`);
  }
  await house.close();
  await upstream.close();
  await house.remove();
  const none = (name: string, value: number) => ({ name, value, goal: "0", met: value === 0 });
  return [
    { name: "kills", value: Number(kills) },
    { name: "acknowledged messages", value: total },
    none("acknowledged messages lost", tally.lost),
    none("unreadable files after restart", tally.unreadable),
    none("duplicate summaries", tally.duplicates),
    none("leftover temporary files", tally.temporary),
  ];
};
