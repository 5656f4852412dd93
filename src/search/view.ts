// What a signal sees of one question: the index, what was read of it, and the order of messages in their topics.
import type { Index } from "./inverted-index.ts";
import type { Question } from "./question.ts";
import type { Scores } from "./scores.ts";

export type View = {
  index: Index;
  question: Question;
  /** How well the words of an entry fit, 0 to 1 for the best; flattened, since twice the words are not twice the answer. */
  strength: (number: number) => number;
  /** How well an entry fits the words that the best hits share, 0 to 1. */
  expansion: (number: number) => number;
  /** No entry holds much of what is asked: the first look-up may have missed the matter. */
  uncertain: boolean;
  /** How much the feeling counts with which an entry was said, 0 to 1. */
  feeling: (number: number) => number;
  /** How near an entry lies in meaning, 0 to 1; 0 where no model told. */
  nearness: (number: number) => number;
  /** How well a topic as a whole fits, 0 to 1. */
  topicStrength: (topic: number) => number;
  /** The message so many places before or behind this one in its topic, or -1. */
  neighbour: (number: number, offset: number) => number;
  /** The share of the question that an entry holds, 0 to 1. */
  held: (number: number) => number;
  /** The same together with the two before it, and with the two on each side; valid until the next is asked for. */
  window: (number: number) => Readonly<Window>;
  /** Where the moment lies between the oldest and the newest of what was found, 0 to 1. */
  lateness: (number: number) => number;
};

/** Below this share of the question in its best entry the first look-up is uncertain. */
const certainShare = 0.35;

function highest(values: Float32Array, numbers: ArrayLike<number>): number {
  let best = 0;
  for (let at = 0; at < numbers.length; at++) {
    const value = values[numbers[at] ?? 0] ?? 0;
    if (value > best) best = value;
  }
  return best || 1;
}

export type Window = { number: number; leadUp: number; around: number };

/** The view of a question; `heads` are the best by their words, `expanded` what the second look-up found. */
export function viewOf(
  index: Index,
  question: Question,
  scores: Scores,
  heads: readonly number[],
  expanded: Scores | undefined,
  near: ReadonlyMap<number, number> = new Map(),
  felt: ReadonlyMap<string, number> = new Map(),
): View {
  const best = scores.own[heads[0] ?? -1] || 1;
  const bestTopic = highest(scores.topic, scores.topics);
  const bestExpanded = expanded ? highest(expanded.own, expanded.touched) : 1;
  const { date, topic } = index.columns;
  let [oldest, newest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const number of heads) {
    oldest = Math.min(oldest, date[number] ?? 0);
    newest = Math.max(newest, date[number] ?? 0);
  }
  // Signals ask for several neighbours of one entry before they go on to the next.
  let asked = -1;
  let place = -1;
  let members: readonly number[] = [];
  const neighbour = (number: number, offset: number) => {
    if (number !== asked) {
      const home = index.topics.at(topic[number] ?? -1);
      asked = number;
      members = home?.members ?? [];
      place = home ? index.topics.placeOf(home, number, date[number] ?? 0) : -1;
    }
    return place < 0 ? -1 : (members[place + offset] ?? -1);
  };
  const window: Window = { number: -1, leadUp: 0, around: 0 };
  const termsOf = (number: number) => (number < 0 ? 0 : scores.terms(number));
  const kinOf = (number: number) => (number < 0 ? 0 : scores.kin(number));
  const lookAround = (number: number) => {
    const [one, two] = [neighbour(number, -1), neighbour(number, -2)];
    const [next, last] = [neighbour(number, 1), neighbour(number, 2)];
    const terms = scores.terms(number) | termsOf(one) | termsOf(two);
    const kin = scores.kin(number) | kinOf(one) | kinOf(two);
    const moreTerms = terms | termsOf(next) | termsOf(last);
    const moreKin = kin | kinOf(next) | kinOf(last);
    window.number = number;
    window.leadUp = scores.coverage.share(terms, kin);
    const isMore = moreTerms !== terms || moreKin !== kin;
    window.around = isMore ? scores.coverage.share(moreTerms, moreKin) : window.leadUp;
  };
  return {
    index,
    question,
    strength: (number) => Math.sqrt((scores.own[number] ?? 0) / best),
    expansion: (number) => (expanded ? Math.sqrt((expanded.own[number] ?? 0) / bestExpanded) : 0),
    uncertain: scores.mostMatched < certainShare * scores.whole,
    feeling: (number) => (felt.size === 0 ? 0 : (felt.get(index.idOf(number) ?? "") ?? 0)),
    nearness: (number) => near.get(number) ?? 0,
    topicStrength: (home) => (home < 0 ? 0 : (scores.topic[home] ?? 0) / bestTopic),
    neighbour,
    held: (number) => scores.coverage.share(scores.terms(number), scores.kin(number)),
    window(number) {
      if (window.number !== number) lookAround(number);
      return window;
    },
    lateness: (number) => (newest > oldest ? ((date[number] ?? 0) - oldest) / (newest - oldest) : 1),
  };
}
