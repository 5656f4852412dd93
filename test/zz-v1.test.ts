import { readFileSync } from "node:fs";
import { it } from "vitest";
import { openScene } from "./lifecycle/scene.ts";
it("import", async () => {
  const scene = await openScene({ offline: true, env: {} });
  const user = await scene.house.create();
  const lines = readFileSync("test/bench/data/twolives-zh/sessions.jsonl","utf8").trim().split("\n").flatMap(l=>{const s=JSON.parse(l);return s.messages??s.turns??[s];});
  const base = 1_400_000_000;
  const topics: {topic_id:string;messages:unknown[]}[] = [];
  let k=0;
  for (let t=0;t<2000;t++){ const messages=[]; for(let m=0;m<25;m++){ const l=lines[k++%lines.length]; messages.push({role:l.role==="assistant"?"assistant":"user",content:l.content??l.text,timestamp:base+t*86400+m*60,message_id:`m-${t}-${m}`}); } topics.push({topic_id:`t-${t}`,messages}); }
  let t0=performance.now();
  const r = await scene.house.api("POST",`/api/ai-users/${user}/import`,{format:"messages",topics,summarise:"none"});
  console.log("none", r.status, Math.round(performance.now()-t0));
  const user2 = await scene.house.create();
  t0=performance.now();
  let worst=0,last=performance.now(); const timer=setInterval(()=>{const n=performance.now(); worst=Math.max(worst,n-last-5); last=n;},5);
  const r2 = await scene.house.api("POST",`/api/ai-users/${user2}/import`,{format:"messages",topics,summarise:"extractive"});
  console.log("extractive", r2.status, JSON.stringify(r2.body), Math.round(performance.now()-t0), "worst block", Math.round(worst));
  const facts = await scene.json<{status:string}[]>(user2,"facts.json"); const em = await scene.json<unknown[]>(user2,"emotions.json");
  console.log(facts.length, facts.filter(f=>f.status==="live").length, em.length);
  worst=0; t0=performance.now();
  await scene.advance(3600);
  console.log("idle", Math.round(performance.now()-t0), "worst", Math.round(worst), (await scene.json<unknown[]>(user2,"emotions.json")).length);
  console.log(JSON.stringify((await scene.json<{steps:unknown}>(user2,'heartbeat.json')).steps)); await new Promise(r=>setTimeout(r,6000)); console.log('later',JSON.stringify((await scene.json<{steps:unknown}>(user2,'heartbeat.json')).steps), (await scene.json<unknown[]>(user2,'emotions.json')).length, 'worst', worst);
  clearInterval(timer);
  await scene.close();
}, 600_000);
