// Marks that a model writes for the server alone: held back while streaming, honoured at the end, never shown (R17, C050–C057).

export type MarkerEnd = {
  /** What was still held back and is no mark: the rest of the text. */
  text: string;
  /** [TOPIC_ENDED] stood at the very end. */
  topicEnded: boolean;
  /** HEARTBEAT_OK says that nothing is to be sent; only where `heartbeat` was set. `text` is "" then. */
  silent: boolean;
};

export type MarkerFilter = {
  /** Takes the next piece, however it is split, and gives the text that certainly is no mark. */
  push(chunk: string): string;
  end(): MarkerEnd;
};

/** At most so many characters may stand beside a HEARTBEAT_OK at the start for the beat to stay silent (R17). */
export const silentRemainder = 300;

type Mark = "topic" | "heartbeat";
// Neither mark contains its own first character again, nor the other's: that is why one look at each character is enough.
const marks: Record<Mark, string> = { topic: "[topic_ended]", heartbeat: "heartbeat_ok" };

/** What a mark's character may look like: any case, full-width brackets. */
const folds: Record<string, string> = { "【": "[", "［": "[", "】": "]", "］": "]", "＿": "_" };
const startOf: Record<string, Mark> = { "[": "topic", h: "heartbeat" };

/** A letter, a digit or a question after a mark shows that the talk went on behind it (C053). */
const content = /[\p{L}\p{N}?？]/u;

/**
 * A filter for one reply. Both marks are taken out wherever they stand, also where taking one out makes another; all else comes
 * out unchanged and in order. With `heartbeat` nothing is released before the end, since only the end tells whether
 * anything may be sent at all. Time and memory are linear in the text.
 */
export function createMarkerFilter(options: { heartbeat?: boolean } = {}): MarkerFilter {
  const scanner = createScanner();
  let whole = "";
  if (!options.heartbeat) {
    return {
      push: scanner.push,
      end: () => ({ text: scanner.flush(), topicEnded: scanner.endsWith("topic"), silent: false }),
    };
  }
  return {
    push(chunk) {
      whole += scanner.push(chunk);
      return "";
    },
    end() {
      whole += scanner.flush();
      const short = [...whole.trim()].length <= silentRemainder;
      const silent = scanner.endsWith("heartbeat") || (scanner.startsWith("heartbeat") && short);
      return { text: silent ? "" : whole, topicEnded: scanner.endsWith("topic"), silent };
    },
  };
}

type Scanner = {
  push(chunk: string): string;
  /** Gives up on what is held back: no more text comes. */
  flush(): string;
  endsWith(mark: Mark): boolean;
  startsWith(mark: Mark): boolean;
};

function createScanner(): Scanner {
  /** Characters that may still become a mark, and how far each nested candidate among them has come. */
  const held: string[] = [];
  const open: { mark: Mark; matched: number }[] = [];
  // Places count the characters of the text without marks.
  let released = 0;
  let firstContent: number | undefined;
  let lastContent = -1;
  const firstMark: Partial<Record<Mark, number>> = {};
  const lastMark: Partial<Record<Mark, number>> = {};

  function release(): string {
    for (const character of held) {
      if (content.test(character)) {
        firstContent ??= released;
        lastContent = released;
      }
      released += 1;
    }
    open.length = 0;
    return held.splice(0).join("");
  }

  function take(character: string): string {
    const folded = (folds[character] ?? character).toLowerCase();
    const top = open.at(-1);
    held.push(character);
    if (top && marks[top.mark][top.matched] === folded) {
      top.matched += 1;
      if (top.matched === marks[top.mark].length) close(top.mark);
      return "";
    }
    const mark = startOf[folded];
    if (mark === undefined) return release();
    open.push({ mark, matched: 1 });
    return "";
  }

  function close(mark: Mark): void {
    held.length -= marks[mark].length;
    open.pop();
    firstMark[mark] ??= released + held.length;
    lastMark[mark] = released + held.length;
  }

  return {
    push(chunk) {
      let text = "";
      for (const character of chunk) text += take(character);
      return text;
    },
    flush: release,
    endsWith(mark) {
      const at = lastMark[mark];
      return at !== undefined && lastContent < at;
    },
    startsWith(mark) {
      const at = firstMark[mark];
      return at !== undefined && (firstContent === undefined || firstContent >= at);
    },
  };
}
