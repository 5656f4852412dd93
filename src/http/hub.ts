// Publish and subscribe inside the process: tells every window of an account what happened, and lets it resume (DESIGN 7).
import type { Id } from "../schema/common.ts";
import type { StreamEvent } from "../schema/stream-event.ts";

export type HubItem = { id: string; n: number; event: StreamEvent; user?: Id };

export type Subscription = {
  unsubscribe(): void;
  /** Fires when the hub ends the subscription: sign-out, a failing listener, or the server stopping. */
  ended: AbortSignal;
} & (
  | { resume: "replayed"; replayed: readonly HubItem[] }
  /** The id is unknown or too old: the window must load everything again. `latest` is where it stands after that. */
  | { resume: "resync"; latest: string }
);

export type SubscribeOptions = {
  /** Last-Event-ID of a window that comes back. */
  lastEventId?: string;
  /** Names the session or key, so that its sign-out ends its streams. */
  tag?: string;
};

export type Hub = {
  /** Never blocks and never throws; fits Deps.publish. */
  publish(account: Id, event: StreamEvent, user?: Id): void;
  /** The listener is called at once for each event; one that throws is dropped. It must not wait. */
  subscribe(account: Id, options: SubscribeOptions, listener: (item: HubItem) => void): Subscription;
  /** Ends the streams of an account, or those of one tag. */
  disconnect(account: Id, tag?: string): void;
  /** How many windows listen now; of one account, or of all. */
  listeners(account?: Id): number;
  /** Ends every stream; the server is stopping. */
  close(): void;
};

export type HubOptions = {
  /** Names this run of the process, so that ids of an earlier one are known to be unknown. */
  boot: string;
  /** Events kept for each account. Default 256. */
  keep?: number;
  /** Accounts whose events are kept; beyond it the longest silent are forgotten. Default 1,000. */
  most?: number;
};

type Listener = { hear: (item: HubItem) => void; end: AbortController; tag?: string };
/** `forgotten`: n up to which its events are no longer known. */
type Channel = { items: HubItem[]; listeners: Set<Listener>; forgotten: number };

function numberOf(boot: string, id: string): number | undefined {
  if (!id.startsWith(`${boot}-`)) return undefined;
  const rest = id.slice(boot.length + 1);
  return /^\d{1,15}$/.test(rest) ? Number(rest) : undefined;
}

function drop(channel: Channel, listener: Listener): void {
  channel.listeners.delete(listener);
  listener.end.abort();
}

function tell(channel: Channel, item: HubItem): void {
  for (const listener of [...channel.listeners]) {
    try {
      listener.hear(item);
    } catch {
      drop(channel, listener);
    }
  }
}

/** What a window has missed since the n-th event; undefined where that is not known any more. */
function missed(channel: Channel, from: number | undefined, last: number): readonly HubItem[] | undefined {
  if (from === undefined || from > last || from < channel.forgotten) return undefined;
  return channel.items.filter((item) => item.n > from);
}

/**
 * A hub for one process. Ids are `<boot>-<n>`, n counting all accounts together: an id that this run has given, and whose
 * followers are all still kept, resumes; any other is a resync.
 */
export function createHub({ boot, keep = 256, most = 1_000 }: HubOptions): Hub {
  const channels = new Map<Id, Channel>();
  /** n up to which something was forgotten with a whole account; one that comes back cannot know more. */
  let forgotten = 0;
  let last = 0;

  function channelOf(account: Id): Channel {
    const channel = channels.get(account) ?? { items: [], listeners: new Set<Listener>(), forgotten };
    // Deleted and set again, so that the map's order is the order of use.
    channels.delete(account);
    channels.set(account, channel);
    if (channels.size > most) forgetSilent(channel);
    return channel;
  }

  function forgetSilent(except: Channel): void {
    for (const [account, channel] of channels) {
      if (channel === except || channel.listeners.size > 0) continue;
      channels.delete(account);
      forgotten = last;
      return;
    }
  }

  return {
    publish(account, event, user) {
      const channel = channelOf(account);
      last += 1;
      const item: HubItem = {
        id: `${boot}-${last}`,
        n: last,
        event,
        ...(user === undefined ? {} : { user }),
      };
      channel.items.push(item);
      const old = channel.items.length > keep ? channel.items.shift() : undefined;
      if (old) channel.forgotten = old.n;
      tell(channel, item);
    },
    subscribe(account, { lastEventId, tag }, hear) {
      const channel = channelOf(account);
      const listener: Listener = { hear, end: new AbortController(), ...(tag === undefined ? {} : { tag }) };
      channel.listeners.add(listener);
      const common = { unsubscribe: () => drop(channel, listener), ended: listener.end.signal };
      const replayed = lastEventId === undefined ? [] : missed(channel, numberOf(boot, lastEventId), last);
      if (replayed) return { ...common, resume: "replayed", replayed };
      return { ...common, resume: "resync", latest: `${boot}-${last}` };
    },
    disconnect(account, tag) {
      const channel = channels.get(account);
      for (const listener of [...(channel?.listeners ?? [])])
        if (channel && (tag === undefined || listener.tag === tag)) drop(channel, listener);
    },
    listeners(account) {
      if (account !== undefined) return channels.get(account)?.listeners.size ?? 0;
      return [...channels.values()].reduce((sum, channel) => sum + channel.listeners.size, 0);
    },
    close() {
      for (const channel of channels.values())
        for (const listener of [...channel.listeners]) drop(channel, listener);
    },
  };
}
