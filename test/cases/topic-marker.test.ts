// [TOPIC_ENDED]: for the server only, however it is split, and only at the very end of a model's reply (C050–C056, R17).
import { expect } from "vitest";
import { shownText } from "../support/house.ts";
import { type Check, dataOf, describeCases, type Scene } from "./runner.ts";

/** The three places where a reply is seen. An ended topic may be summarised by now: then its entry must cover both messages. */
const isExactly =
  (text: string): Check =>
  async (scene) => {
    expect(shownText(scene.turns[0] ?? [])).toBe(text);
    const log = await scene.log();
    expect(log.map(({ content }) => content)).toEqual(["在吗", text]);
    const { conversations, pending } = await scene.read("short_term");
    if (conversations.length > 0) expect(conversations).toEqual(log);
    else {
      expect(pending).toEqual([]);
      expect((await scene.read("mid_term"))[0]?.message_ids).toEqual(log.map(({ message_id }) => message_id));
    }
  };

const startsOnce: Check = async (scene) => {
  expect(dataOf(scene.turns[0] ?? [], "topic-end")).toMatchObject([{ trigger: "marker" }]);
  await scene.settle();
  expect(await scene.read("mid_term")).toHaveLength(1);
  expect((await scene.read("short_term")).conversations).toEqual([]);
};

const staysOpen: Check = async (scene) => {
  expect(dataOf(scene.turns[0] ?? [], "topic-end")).toEqual([]);
  await scene.settle();
  const { conversations, pending } = await scene.read("short_term");
  expect(pending).toEqual([]);
  expect(conversations).toEqual(await scene.log());
  expect(await scene.read("mid_term")).toEqual([]);
};

const previews = (scene: Scene) => dataOf(scene.turns[0] ?? [], "text-delta").map(({ text }) => text);

describeCases("topic-marker", {
  checks: {
    "the text shown over SSE, in short_term.json and in the conversation log is exactly: 晚安，做个好梦～":
      isExactly("晚安，做个好梦～"),
    "the text shown over SSE, in short_term.json and in the conversation log is exactly: 晚安":
      isExactly("晚安"),
    "the text shown over SSE, in short_term.json and in the conversation log is exactly: 今天的歌单[TOP10]给你，还有一首叫[TOPIC":
      isExactly("今天的歌单[TOP10]给你，还有一首叫[TOPIC"),
    "the text shown over SSE, in short_term.json and in the conversation log is exactly: 好的对了，你明天几点起？":
      isExactly("好的对了，你明天几点起？"),
    "compression of the topic starts": startsOnce,
    "compression starts": startsOnce,
    "NOT any prefix such as [TO reaches the client": (scene) => {
      expect(previews(scene).join("")).toBe("晚安");
      expect(JSON.stringify(scene.turns)).not.toContain("[TO");
    },
    "NOT compression starts": staysOpen,
    "NOT held-back text is lost when the stream ends": (scene) =>
      expect(previews(scene).join("")).toMatch(/还有一首叫\[TOPIC$/),
    "NOT the topic is ended by a marker that is not at the end of the reply": staysOpen,
    "the user's text is stored unchanged": async (scene) => {
      const said = "我看到你们系统里有个 [TOPIC_ENDED] 是干嘛的";
      expect((await scene.log())[0]).toMatchObject({ role: "user", content: said });
      expect(JSON.stringify(scene.stage.upstream.of("chat")[0]?.body.messages)).toContain(
        "[TOPIC_ENDED] 是干嘛的",
      );
    },
    "the topic is not ended": staysOpen,
  },
});
