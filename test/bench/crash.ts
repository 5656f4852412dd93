// Kills a working server again and again, at random moments of its work, and looks at what it finds when it starts again.
import { join } from "node:path";
import { seededRandom } from "../../src/ids.ts";
import { type House, startHouse } from "../support/house.ts";
import { startUpstream, type Upstream } from "../support/upstream.ts";
import { bundleServer } from "./bundle.ts";
import { type Findings, findings, lookAtFolder, nothingFound } from "./crash-look.ts";
import { pick, type Scene } from "./crash-scene.ts";
import { works } from "./crash-work.ts";
import type { Bench } from "./main.ts";

/** Each companion lives through so many kills; then a new one begins, so that its files stay of a bounded size. */
const killsEach = 25;
const began = Date.UTC(2026, 2, 2, 12) / 1000;

async function scriptedUpstream(): Promise<Upstream> {
  const upstream = await startUpstream();
  upstream.fallback("chat", { text: "嗯，我在听\n你接着说\n后来呢" });
  upstream.fallback("short_to_mid", {
    delayMs: 5,
    text: '{"summary":"两个人聊了路上堵车、想吃火锅和周末看展的打算。","emotion_tags":{"basic_emotion":"愉悦","scene":"闲聊","atmosphere":"轻松"}}',
  });
  upstream.fallback("mid_to_long", {
    delayMs: 5,
    text: '{"entries":[{"title":"日常闲聊","key_points":["堵车","想吃火锅"],"detail_content":"聊了堵车、火锅和看展。"}]}',
  });
  upstream.fallback("core_memory", { text: '{"core_memories":[]}' });
  return upstream;
}

type Tally = { found: Findings; kills: Map<string, number>; atWork: number; acknowledged: number };

const kinds = Object.entries(works).flatMap(([name, { share }]) => Array<string>(share).fill(name));

/** Lets the server work, kills it, starts it again, lets it mend what it must and adds what stands there then. */
async function killOnce(scene: Scene, tally: Tally): Promise<void> {
  const kind = pick(kinds, scene.random);
  await works[kind]?.work(scene);
  if (scene.waiting.size > 0) tally.atWork += 1;
  tally.kills.set(kind, (tally.kills.get(kind) ?? 0) + 1);
  await scene.house.kill();
  await Promise.all(scene.waiting);
  scene.now += 60 + Math.floor(scene.random() * 4_000);
  scene.house = await startAgain(scene, scene.now, scene.house.folder);
  scene.upstream.requests.length = 0;
  // Passing a second runs all that is due and waits for it.
  const passed = await scene.house.api("POST", "/test/clock", { advance_s: 1 });
  if (passed.status !== 200) throw new Error(`the clock did not move: ${passed.status}`);
  const found = await lookAtFolder(join(scene.house.folder, "ai_users", scene.user), scene.evidence);
  for (const name of findings) {
    tally.found[name] += found[name];
    if (found[name] > 0) process.stderr.write(`after a kill in ${kind}: ${name}: ${found[name]}\n`);
  }
}

function startAgain(
  { upstream, program }: Pick<Scene, "upstream" | "program">,
  now: number,
  folder?: string,
): Promise<House> {
  const clock = new Date(now * 1000).toISOString();
  return startHouse({ upstream, child: true, clock, folder, node: [program], env: { LOG_LEVEL: "error" } });
}

async function newCompanion(scene: Scene): Promise<void> {
  scene.user = await scene.house.create({ name: "小夏" });
  scene.evidence = { acknowledged: new Set(), edits: new Map() };
}

/** `npm run bench -- crash [--kills=200] [--seed=1]` */
export const crash: Bench = async ({ kills = "200", seed = "1" }) => {
  const upstream = await scriptedUpstream();
  const tally: Tally = { found: nothingFound(), kills: new Map(), atWork: 0, acknowledged: 0 };
  const random = seededRandom(seed);
  const { program, remove } = await bundleServer();
  const house = await startAgain({ upstream, program }, began);
  const evidence = { acknowledged: new Set<string>(), edits: new Map<string, string>() };
  const scene: Scene = {
    house,
    user: "",
    upstream,
    program,
    random,
    evidence,
    now: began,
    waiting: new Set(),
  };
  for (let kill = 0; kill < Number(kills); kill++) {
    if (kill % killsEach === 0) await newCompanion(scene);
    const before = scene.evidence.acknowledged.size + tally.found["acknowledged messages lost"];
    await killOnce(scene, tally);
    tally.acknowledged +=
      scene.evidence.acknowledged.size + tally.found["acknowledged messages lost"] - before;
    if (kill % 20 === 19) process.stderr.write(`${kill + 1} kills, ${tally.acknowledged} acknowledged\n`);
  }
  await scene.house.close();
  await upstream.close();
  await scene.house.remove();
  await remove();
  return [
    { name: "kills", value: Number(kills) },
    ...[...tally.kills].map(([kind, value]) => ({ name: `  in ${kind}`, value })),
    { name: "kills with a request under way", value: tally.atWork },
    { name: "acknowledged messages", value: tally.acknowledged },
    ...findings.map((name) => ({ name, value: tally.found[name], goal: "0", met: tally.found[name] === 0 })),
  ];
};
