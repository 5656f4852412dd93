// A notice that a companion has written, in the form of each service; without its words unless the account wants them (issue 5, item 9).
import type { Notify } from "../schema/notify.ts";
import type { OutsideRequest } from "../schema/outside.ts";
import { cutText } from "./graphemes.ts";

export type Notice = {
  /** The companion's name. */
  title: string;
  text: string;
  user_id: string;
  /** Unix seconds. */
  at: number;
};

const longestText = 120;

/** What a notice says: that something was written, or its first words where they are wanted. */
export function noticeText(language: "zh" | "en", written: string | undefined): string {
  const words = cutText((written ?? "").replace(/\s+/g, " ").trim(), longestText);
  if (words !== "") return words;
  return language === "zh" ? "给你发来了消息" : "has written to you";
}

export type NoticeRequest = Pick<OutsideRequest, "url" | "method" | "headers" | "body"> & {
  /** The address is of the account's own choosing. */
  ownAddress: boolean;
};

const json = { "content-type": "application/json; charset=utf-8" };
const under = (url: string, path: string) =>
  `${url.replace(/[?#].*$/, "").replace(/(?<!\/)\/+$/, "")}${path}`;

/** The request that a service takes (its public HTTP interface). Keys stand in headers or bodies where the service allows it. */
export function noticeRequest(notify: Notify, { title, text, user_id, at }: Notice): NoticeRequest {
  const post = (url: string, body: object, ownAddress: boolean, headers: Record<string, string> = {}) => ({
    url,
    method: "POST" as const,
    headers: { ...json, ...headers },
    body: JSON.stringify(body),
    ownAddress,
  });
  switch (notify.kind) {
    case "bark":
      return post(
        under(notify.url, "/push"),
        { device_key: notify.key, title, body: text, group: title },
        true,
      );
    case "ntfy": {
      const token: Record<string, string> = notify.token ? { authorization: `Bearer ${notify.token}` } : {};
      return post(under(notify.url, "/"), { topic: notify.topic, title, message: text }, true, token);
    }
    case "serverchan": {
      const [, uid] = /^sctp(\d+)t/.exec(notify.key) ?? [];
      const host = uid ? `https://${uid}.push.ft07.com/send` : "https://sctapi.ftqq.com";
      return post(`${host}/${notify.key}.send`, { title, desp: text }, false);
    }
    case "telegram": {
      const body = { chat_id: notify.chat_id, text: `${title}\n${text}` };
      return post(`https://api.telegram.org/bot${notify.token}/sendMessage`, body, false);
    }
    case "webhook":
      return post(notify.url, { event: "message", title, text, user_id, at }, true);
  }
}
