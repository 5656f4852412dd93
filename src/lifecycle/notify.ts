// Tells a person who is not looking that a companion has written, by the way they chose; it waits for nobody and tries once (issue 5, item 9).
import type { Deps } from "../deps.ts";
import { isWithin, quietWindow } from "../memory/beat-time.ts";
import { type Notice, noticeRequest, noticeText } from "../memory/notice.ts";
import type { Account } from "../schema/account.ts";
import type { BeatKind } from "../schema/heartbeat.ts";
import type { Message } from "../schema/message.ts";
import { Notify } from "../schema/notify.ts";
import { faultOf } from "./fault.ts";
import type { Reader } from "./read-companion.ts";

const timeoutMs = 5_000;

/** `error`, in one word: none, invalid, the host's status, timeout, unreachable, refused_address. */
export type Notified = { sent: boolean; error?: string };

/**
 * Sends one notice, once, for at most five seconds. Redirects are refused; inner addresses pass only for an admin, whose net it is.
 * Never throws.
 */
async function send(
  deps: Deps,
  account: Account,
  value: unknown,
  notice: (notify: Notify) => Notice,
): Promise<Notified> {
  if (value === null || value === undefined || !deps.outside) return { sent: false, error: "none" };
  const read = Notify.safeParse(value);
  if (!read.success) return { sent: false, error: "invalid" };
  const { ownAddress, ...request } = noticeRequest(read.data, notice(read.data));
  const mayBePrivate = ownAddress && account.role === "admin";
  const answer = await deps.outside({ ...request, mayBePrivate, timeoutMs });
  if (!answer.ok) return { sent: false, error: answer.reason };
  const isFine = answer.status >= 200 && answer.status < 300;
  return isFine ? { sent: true } : { sent: false, error: String(answer.status) };
}

/** True where a beat is to be told of: nobody is looking, and no quiet hours hold it, but for what was planned. */
function isDue(deps: Deps, { account, owner, zone }: Reader, kind: BeatKind): boolean {
  if (!account?.notify || account.notify.enabled === false || kind === "manual") return false;
  if (deps.listeners === undefined || deps.listeners(owner) > 0) return false;
  const quiet = quietWindow(account.quiet_hours);
  return kind === "planned" || quiet === null || !isWithin(quiet, deps.clock.now(), zone);
}

/** A beat has been said: tells its person where they are not looking. Returns at once; what fails is logged, and not tried again. */
export function notifyBeat(deps: Deps, reader: Reader, kind: BeatKind, messages: readonly Message[]): void {
  const { account } = reader;
  if (messages.length === 0 || !account || !isDue(deps, reader, kind)) return;
  const at = messages[0]?.timestamp ?? 0;
  const notice = ({ content }: Notify): Notice => ({
    title: reader.config.name,
    text: noticeText(account.language, content === true ? messages[0]?.content : undefined),
    user_id: reader.user,
    at,
  });
  void send(deps, account, account.notify, notice).then(
    ({ sent, error }) => sent || deps.log.warn({ user: reader.user, reason: error }, "a notice was not sent"),
    (error: unknown) => deps.log.warn({ user: reader.user, ...faultOf(error) }, "a notice was not sent"),
  );
}

/** The button that tries it: one notice to what is given, or to what the account has. */
export function testNotice(deps: Deps, account: Account, given: unknown): Promise<Notified> {
  const text =
    account.language === "zh"
      ? "这是一条试发的通知：收到就说明设置好了。"
      : "This is a trial notice: if you read it, all is set.";
  const title = account.language === "zh" ? "记得" : "Keepsake";
  const notice = () => ({ title, text, user_id: "", at: deps.clock.now() });
  return send(deps, account, given ?? account.notify, notice);
}
