// Text with odd characters in it: half characters, NUL, families of emoji, line breaks that look like frames (C130–C136).
import { expect } from "vitest";
import { chat, shownText } from "../support/house.ts";
import { dataOf, describeCases, errorOf, type Scene } from "./runner.ts";

const emoji = "👨‍👩‍👧‍👦🏳️‍🌈👍🏽";
const forged = "左\r\rdata: 右\n\nevent: done\ndata: {}";

const frames = new Set(["message-saved", "reply-start", "text-delta", "bubble", "reply-end"]);

const wellFormed = (value: string) =>
  !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(value);

/** Sends a body that JSON.stringify would write otherwise. */
async function sendRaw(scene: Scene, body: string): Promise<void> {
  const { house } = scene.stage;
  scene.answers.push(
    await house.api("POST", `/api/ai-users/${scene.user}/chat`, body, { accept: "text/event-stream" }),
  );
}

describeCases(
  "text",
  {
    steps: {
      "POST /api/ai-users/{id}/chat": (scene) =>
        sendRaw(scene, '{"content":"hi \\ud83d there","pacing":"instant"}'),
      "POST chat": (scene) => sendRaw(scene, '{"content":"a\\u0000b\\u001b[31mc","pacing":"instant"}'),
      "open the page": async (scene) => {
        scene.answers.push(await scene.stage.house.api("GET", "/", undefined, { accept: "text/html" }));
      },
      // The delays are what is looked at, so the reply comes at a human's pace.
      "chat: 发三个表情": async (scene) => {
        scene.turns.push(
          await chat(scene.stage.house, scene.user, { content: "发三个表情", pacing: "human" }),
        );
      },
    },
    checks: {
      "the request upstream is well-formed Unicode (U+FFFD in its place) or the message is refused with 400":
        async (scene) => {
          expect(scene.answers[0]?.status).toBe(200);
          const asked = scene.stage.upstream.of("chat")[0]?.body.messages.at(-1)?.content ?? "";
          expect(asked).toContain("hi \ufffd there");
          expect(wellFormed(asked)).toBe(true);
          expect((await scene.log())[0]?.content).toBe("hi \ufffd there");
        },
      "the second chat works": (scene) => {
        expect(errorOf(scene.turns[0] ?? [])).toBeUndefined();
        expect(dataOf(scene.turns[0] ?? [], "reply-end")).toHaveLength(1);
      },
      "NOT every later turn fails": (scene) => {
        const second = scene.stage.upstream.of("chat")[1]?.body.messages ?? [];
        expect(second.length).toBeGreaterThan(2);
        expect(second.every(({ content }) => wellFormed(content ?? ""))).toBe(true);
      },
      "NUL refused or removed on entry; escape characters do not reach the terminal log raw": async (
        scene,
      ) => {
        const [kept] = await scene.log();
        // Our rule: control characters are taken out on entry.
        expect(kept?.content).toBe("ab[31mc");
        expect(JSON.stringify(scene.stage.upstream.of("chat")[0]?.body)).not.toMatch(/\\u0000|\\u001b/);
        const [, page] = scene.answers;
        expect(page?.status).toBe(200);
        const printed = scene.stage.house.output();
        expect(printed).toContain("listening");
        expect(printed).not.toMatch(/[\u0000\u001b]/);
      },
      "shown and stored unchanged": async (scene) => {
        expect(shownText(scene.turns[0] ?? [])).toBe(emoji);
        expect((await scene.log())[1]?.content).toBe(emoji);
      },
      "the typing delay counts 3 characters (1.5 to 3.6 s), not 21": (scene) => {
        const [bubble] = dataOf(scene.turns[0] ?? [], "bubble");
        expect(bubble?.delay_ms).toBeGreaterThanOrEqual(1_500);
        expect(bubble?.delay_ms).toBeLessThanOrEqual(3_600);
      },
      "the client gets one text, byte-equal, and no forged event": async (scene) => {
        const events = scene.turns[0] ?? [];
        expect(events.filter(({ event }) => !frames.has(event))).toEqual([]);
        expect(
          dataOf(events, "text-delta")
            .map(({ text }) => text)
            .join(""),
        ).toBe(forged);
        // Bubbles are split at line breaks; all words of the text are in them, and in the log the same.
        const bubbles = dataOf(events, "bubble").map(({ content }) => content);
        expect(bubbles.join("").replace(/\s/g, "")).toBe(forged.replace(/\s/g, ""));
        expect((await scene.log()).slice(1).map(({ content }) => content)).toEqual(bubbles);
      },
    },
  },
  { child: true },
);
