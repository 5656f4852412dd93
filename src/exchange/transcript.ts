// A talk as other programs and people read it: SillyTavern's JSONL, Markdown, or the JSON that an import here takes again.
import type { Message } from "../schema/message.ts";
import { localClock, localDate } from "../schema/zone.ts";

export type TranscriptFormat = "sillytavern" | "markdown" | "json";

export type TranscriptNames = { person: string; companion: string; zone: string; language: "zh" | "en" };

/** Pieces of the text: what stands first, then month by month, then what stands last. */
export function transcriptOf(format: TranscriptFormat, names: TranscriptNames): Transcript {
  if (format === "sillytavern") return new SillyTavern(names);
  return format === "markdown" ? new Markdown(names) : new Plain();
}

export type Transcript = {
  begin(at: number): string;
  month(messages: readonly Message[]): string;
  end(): string;
};

class SillyTavern implements Transcript {
  private readonly names: TranscriptNames;
  constructor(names: TranscriptNames) {
    this.names = names;
  }

  begin(at: number): string {
    const { person, companion } = this.names;
    const create_date = isoOf(at);
    return `${JSON.stringify({ user_name: person, character_name: companion, create_date, chat_metadata: {} })}\n`;
  }

  month(messages: readonly Message[]): string {
    return messages.map((message) => `${JSON.stringify(this.line(message))}\n`).join("");
  }

  private line(message: Message): Record<string, unknown> {
    const { person, companion } = this.names;
    const is_user = message.role === "user";
    const earlier = (message.versions ?? []).map(({ contents }) => contents.join("\n"));
    const swipes = [...earlier, message.content];
    return {
      name: message.name ?? (is_user ? person : companion),
      is_user,
      is_system: false,
      send_date: isoOf(message.timestamp),
      mes: message.content,
      extra: {
        ...(message.model === undefined ? {} : { model: message.model }),
        keepsake: { message_id: message.message_id, topic_id: message.topic_id },
      },
      ...(earlier.length > 0 ? { swipe_id: swipes.length - 1, swipes } : {}),
    };
  }

  end(): string {
    return "";
  }
}

class Markdown implements Transcript {
  private readonly names: TranscriptNames;
  private day = "";
  constructor(names: TranscriptNames) {
    this.names = names;
  }

  begin(): string {
    const { companion, language } = this.names;
    return language === "zh" ? `# 与${escaped(companion)}的聊天\n` : `# Talk with ${escaped(companion)}\n`;
  }

  month(messages: readonly Message[]): string {
    return messages.map((message) => this.message(message)).join("");
  }

  private message({ role, name, content, timestamp }: Message): string {
    const { person, companion, zone } = this.names;
    const day = localDate(timestamp, zone);
    const heading = day === this.day ? "" : `\n## ${day}\n`;
    this.day = day;
    const who = escaped(name ?? (role === "user" ? person : companion));
    // A line that begins like a heading, a list or a fence stays what it is: a line of talk.
    const said = content
      .split("\n")
      .map((line) =>
        /^\s*(?:#|[-*+>]\s|\d+[.)]\s|`{3}|~{3}|={3,}|-{3,})/.test(line) ? `\\${line.trimStart()}` : line,
      )
      .join("  \n");
    return `${heading}\n**${who}** ${localClock(timestamp, zone)}  \n${said}\n`;
  }

  end(): string {
    return "";
  }
}

function escaped(text: string): string {
  return text.replace(/[\\*_`#[\]]/g, "\\$&").replace(/\s+/g, " ");
}

/** The body of an import of format "messages". A topic that another interrupts comes in two pieces of the same id. */
class Plain implements Transcript {
  private topic = "";
  private any = false;

  begin(): string {
    return '{"format":"messages","summarise":"none","topics":[';
  }

  month(messages: readonly Message[]): string {
    let text = "";
    for (const message of messages) {
      const { topic_id, message_id, role, name, content, timestamp, versions, model } = message;
      if (topic_id !== this.topic || !this.any) {
        text += `${this.any ? "]}," : ""}\n{"topic_id":${JSON.stringify(topic_id)},"messages":[`;
        this.topic = topic_id;
      } else text += ",";
      this.any = true;
      text += `\n${JSON.stringify({ message_id, role, name, content, timestamp, versions, model })}`;
    }
    return text;
  }

  end(): string {
    return `${this.any ? "]}" : ""}\n]}\n`;
  }
}

function isoOf(seconds: number): string {
  return new Date(Math.min(Math.max(seconds, 0), 8_640_000_000_000) * 1000).toISOString();
}
