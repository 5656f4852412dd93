// The breaths of the log; one that has not changed is not looked at again, however many stand around it.
import type { VNode } from "preact";
import { useRef } from "preact/hooks";
import { type Breath, breathe } from "../breath.ts";
import { usePage } from "../page-state.ts";
import { dayLine } from "../time.ts";
import { type BreathProps, BreathView } from "./breath-view.tsx";

type BreathsProps = Pick<BreathProps, "talk" | "id" | "name" | "language" | "hand"> & {
  /** The reply in the making: its breath is always there, so that the first bubble finds its place waiting. */
  replying: string | null;
};

type Drawn = { props: BreathProps; node: VNode };

/** A breath drawn with the same things looks the same; its messages are made anew, and are compared one by one. */
function isSame(one: BreathProps, other: BreathProps): boolean {
  const { breath: a, fresh: rising, ...before } = one;
  const { breath: b, fresh: arriving, ...after } = other;
  return (
    a.mark === b.mark &&
    a.messages.length === b.messages.length &&
    a.messages.every(
      (message, at) =>
        message === b.messages[at] && rising.has(message.message_id) === arriving.has(message.message_id),
    ) &&
    (Object.keys(before) as (keyof typeof before)[]).every((key) => before[key] === after[key])
  );
}

export function Breaths({ replying, ...shared }: BreathsProps) {
  const page = usePage();
  const drawn = useRef(new Map<string, Drawn>());
  const messages = shared.talk.shown.value;
  const fresh = useFresh(shared.talk);
  const reader = page.reader();
  const breaths: Breath[] = breathe(messages, reader);
  if (replying !== null && breaths.at(-1)?.key !== replying) {
    breaths.push({ key: replying, role: "assistant", messages: [], startsDay: false, mark: "" });
  }
  const last = breaths.at(-1);
  const now = page.now.value;
  const next = new Map<string, Drawn>();
  const nodes = breaths.map((breath) => {
    const first = breath.messages[0]?.timestamp ?? 0;
    const props: BreathProps = {
      ...shared,
      breath,
      fresh,
      replying: breath.key === replying,
      newest: breath === last && !shared.talk.later.value,
      day: breath.startsDay ? dayLine(first, now, reader) : "",
    };
    const before = drawn.current.get(breath.key);
    const node =
      before !== undefined && isSame(before.props, props) ? (
        before.node
      ) : (
        <BreathView key={breath.key} {...props} />
      );
    next.set(breath.key, { props, node });
    return node;
  });
  drawn.current = next;
  return <>{nodes}</>;
}

/** message_ids that came after the talk was first shown: they rise. What is read from the past does not. */
function useFresh(talk: BreathProps["talk"]): ReadonlySet<string> {
  const seen = useRef<{ talk: unknown; ids: Set<string> | null; fresh: Set<string> }>({
    talk,
    ids: null,
    fresh: new Set(),
  });
  if (seen.current.talk !== talk) seen.current = { talk, ids: null, fresh: new Set() };
  const messages = talk.shown.value;
  const isReady = talk.phase.value === "ready";
  const { ids, fresh } = seen.current;
  // Back from the past, all of now is there already.
  if (talk.later.value) seen.current.ids = null;
  if (ids === null || talk.later.value) {
    if (isReady && !talk.later.value) seen.current.ids = new Set(messages.map((one) => one.message_id));
    return fresh;
  }
  // From the end, as long as they are new: an older page is new too, but stands before what is known.
  for (const message of messages.toReversed()) {
    if (ids.has(message.message_id)) break;
    ids.add(message.message_id);
    fresh.add(message.message_id);
  }
  return fresh;
}
