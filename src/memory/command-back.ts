// What 忘记我刚才说的话 or "forget what I just told you" points back at: the facts that rest on the person's last messages.
import type { Fact, Facts } from "../schema/fact.ts";
import { isOpen } from "./fact-same.ts";
import { asRead } from "./text.ts";

/** So many of the person's messages back "just now" reaches, and "today" within the talk. */
const reach = { now: 3, today: 18 } as const;

const nowZh =
  /^(?:关于)?我?(?:刚才|刚刚|刚|前面|上面)(?:我)?(?:跟你|和你|对你)?(?:说|讲|提|告诉你)(?:过|到)?的?(?:那)?(?:些|句|个|件|所有|一切|全部)?的?(?:话|事情?|东西|内容)?$/;
const todayZh =
  /^我?今天(?:跟你|和你|对你)?(?:说|讲|提|告诉你)(?:过)?的?(?:这些|那些|所有|一切|全部)?的?(?:话|事情?|东西|内容)?$/;
const nowEn =
  /^(?:about )?(?:what|that|everything|all|the things?|whatever)(?: that)? i (?:just|only just) (?:said|told you|mentioned|wrote)(?: to you)?$|^(?:what|everything)(?: that)? i (?:said|told you) just now$/i;
const todayEn =
  /^(?:what|everything|all|anything)(?: that)? i(?:'ve)? (?:said|told you|mentioned)(?: to you)? today$/i;

/** Of how many messages the words speak; undefined where they name a matter. */
export function pointsBack(what: string): number | undefined {
  const plain = asRead(what).trim();
  if (nowZh.test(plain) || nowEn.test(plain)) return reach.now;
  return todayZh.test(plain) || todayEn.test(plain) ? reach.today : undefined;
}

/** The open facts that rest on one of the person's last messages of a talk (oldest first) and on no earlier one. */
export function toldIn(
  facts: Facts,
  talk: readonly { message_id: string; role: string }[],
  messages: number,
): Facts {
  const last = new Set(
    talk
      .filter(({ role }) => role === "user")
      .slice(-messages)
      .map(({ message_id }) => message_id),
  );
  const proofsOf = ({ evidence }: Fact) =>
    evidence.flatMap((proof) => ("message_id" in proof ? [String(proof.message_id)] : []));
  return facts.filter((fact) => {
    const proofs = proofsOf(fact);
    return isOpen(fact) && proofs.length > 0 && proofs.every((id) => last.has(id));
  });
}
