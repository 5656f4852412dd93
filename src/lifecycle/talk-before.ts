// What was said right before a message, and who and what is known by name: what a spoken command or a mere "yes" may point at.
import type { Deps } from "../deps.ts";
import type { Known } from "../memory/command-named.ts";
import { keySubject } from "../memory/fact-key.ts";
import { isOpen } from "../memory/fact-same.ts";
import { partnersOf } from "../memory/partner.ts";
import type { Seconds } from "../schema/common.ts";
import type { Message } from "../schema/message.ts";
import { companion } from "../store/store.ts";
import type { Reader } from "./read-companion.ts";

/** Messages that are looked at; a reply has up to five bubbles. */
const mostMessages = 18;
/** What lies further back is another talk (DESIGN 3: silence). */
const longestAgo: Seconds = 6 * 3_600;

/** The messages before one, oldest first, of the talk that it goes on with; never those of a story. */
export async function talkBefore(deps: Deps, reader: Reader, message: Message): Promise<Message[]> {
  const tail = await deps.store.log.tail(reader.user, mostMessages);
  const at = tail.findIndex(({ message_id }) => message_id === message.message_id);
  const before = at === -1 ? tail : tail.slice(0, at);
  return before.filter(
    ({ timestamp, scene }) => message.timestamp - timestamp <= longestAgo && scene !== "story",
  );
}

const isName = (value: unknown): value is string =>
  typeof value === "string" && value.trim().length > 1 && value.length <= 20;

/** Names that facts and graph know, so that they are heard in a sentence too. */
export async function knownNames(deps: Deps, reader: Reader): Promise<Known> {
  const owner = companion(reader.user);
  const all = await deps.store.view(owner, "facts");
  const facts = all.filter(isOpen);
  const graph = await deps.store.view(owner, "graph");
  const { entities } = graph;
  const named = (wanted: boolean) =>
    entities
      .filter(({ node, type }) => node === "Entity" && (type === "person") === wanted)
      .flatMap(({ name, aliases = [] }) => [name, ...aliases]);
  const own = facts.filter(({ key }) => ["name", "call_name", "nickname"].includes(key));
  const others = facts.filter((fact) => !own.includes(fact));
  const related = others.filter(({ category }) => category === "relationship");
  const things = others.filter(({ category }) => category !== "relationship");
  const valuesOf = (list: typeof facts) => list.flatMap(({ key, value }) => [value, keySubject(key)]);
  return {
    people: [...valuesOf(related), ...named(true)].filter(isName),
    things: [...valuesOf(things), ...named(false)].filter(isName),
    own: [reader.config.name, reader.account?.display_name, ...own.map(({ value }) => value)].filter(isName),
    partners: partnersOf(all, graph),
  };
}
