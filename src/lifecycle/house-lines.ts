// Plain lines for a companion that came without lines of its own: written by its owner, or imported.
import type { Language } from "../schema/common.ts";
import type { Lines } from "../schema/soul.ts";

/** Neutral in tone, so that they fit any character; same lists as souls/<name>/lines.json. */
export const houseLines: Readonly<Record<Language, Lines>> = {
  zh: {
    offline: [
      "现在没有接上模型，我只能翻翻记下的内容。",
      "还没有连接模型，新的话说不出来，但你说的都会留着。",
      "模型不在线，我先替你记着。",
    ],
    recall: ["我记得有这么一句：{{text}}", "你以前说过：{{text}}", "翻到一条：{{text}}"],
    unknown: ["这个我没有印象。", "没有找到相关的内容。", "这件事我还不知道，你可以再说一遍。"],
    greeting: ["在的。", "嗯，我在。", "你来了。"],
    farewell: ["好，下次见。", "嗯，早点休息。", "好，回头聊。"],
    noted: ["记下了：{{text}}", "好，记住了：{{text}}", "嗯，我记着：{{text}}"],
    forgotten: ["好，这件事不记了。", "嗯，划掉了。", "好，就当没说过。"],
    corrected: ["改过来了：{{text}}", "好，现在是：{{text}}", "明白，应该是：{{text}}"],
    private: ["这些话不会留下来。", "好，这段只在这里说，不记。", "放心，说完就没有了。"],
    beat: ["忽然想起你，来问一声。", "今天过得怎么样？", "有空的话，聊两句？"],
    danger: [
      "先停一下，我在听。你的安全最要紧。",
      "谢谢你告诉我。请先别一个人待着。",
      "我在这里。现在就联系一个能到你身边的人，好吗？",
    ],
    deflect: ["这个我不知道。", "这件事我答不上来。", "这不是我懂的事。"],
    which: [
      "你指的是谁，还是哪件事？说得具体一点，我才不会弄错。",
      "哪一件？你说个名字，我就照办。",
      "我没听明白指的是哪个，再说清楚一点好吗？",
    ],
    offer: ["这件事要我记住吗？", "要不要我替你记下来？", "我想把它记着，可以吗？"],
  },
  en: {
    offline: [
      "No model is connected right now, so I can only look through what was kept.",
      "There is no model connected. I can't say anything new, but I'm keeping what you say.",
      "No model is connected at the moment. I'll hold on to this for later.",
    ],
    recall: ["I remember this: {{text}}", "You once said: {{text}}", "I found this: {{text}}"],
    unknown: [
      "I have nothing on that.",
      "I couldn't find anything about it.",
      "I don't know that yet. Tell me again?",
    ],
    greeting: ["I'm here.", "Yes, I'm here.", "There you are."],
    farewell: ["See you next time.", "Good night. Rest well.", "Talk to you later."],
    noted: ["Noted: {{text}}", "I'll remember: {{text}}", "Kept: {{text}}"],
    forgotten: ["All right, I've let it go.", "Crossed out.", "Gone, as if it hadn't been said."],
    corrected: ["Corrected: {{text}}", "Now it reads: {{text}}", "Understood, it should be: {{text}}"],
    private: [
      "None of this will be kept.",
      "This stays here and is not written down.",
      "Said and gone, I won't keep it.",
    ],
    beat: [
      "You came to mind, so I'm asking how you are.",
      "How was your day?",
      "Do you have a moment to talk?",
    ],
    danger: [
      "Stop here for a moment. I'm listening, and your safety comes first.",
      "Thank you for telling me. Please don't stay alone with this.",
      "I'm here. Will you reach out to someone who can be with you right now?",
    ],
    deflect: ["I don't know that.", "I can't answer that one.", "That's not something I know about."],
    which: [
      "Whom or what do you mean? Tell me a little more, so that I don't get it wrong.",
      "Which one is that? Give me the name and I'll do it.",
      "I'm not sure which you mean. Say it once more, with the name?",
    ],
    offer: [
      "Shall I remember that?",
      "Would you like me to keep that?",
      "Do you want me to write that down?",
    ],
  },
};
