// What the ranker asks of every document of an index, in typed arrays: a list of objects would be read from all over memory.
import type { SearchEntry, SourceType } from "./search.ts";
import { speaksOfChange, speaksOfSelf, speaksOfTime } from "./speech.ts";

const types: readonly SourceType[] = [
  "message",
  "mid",
  "long",
  "detail",
  "fact",
  "core",
  "knowledge",
  "lore",
];
const speakers: readonly SearchEntry["speaker"][] = [undefined, "user", "assistant"];

/** Small numbers for types, from 1; 0 stands for a document that is gone. */
export const typeCode = (type: SourceType): number => types.indexOf(type) + 1;
export const typeCodes = types.length + 1;
export const speakerCode = (speaker: SearchEntry["speaker"]): number => speakers.indexOf(speaker);
export const speakerOf = (code: number): SearchEntry["speaker"] => speakers[code];

/** What a message does, one bit each. */
export const asks = 1;
export const ofSelf = 2;
export const ofTime = 4;
export const ofChange = 8;

const asking = /[?？]["”’』」\s]*(?:\[[^[\]]*\]\s*)?$/;

function flagsOf(text: string): number {
  return (
    (asking.test(text) ? asks : 0) |
    (speaksOfSelf(text) ? ofSelf : 0) |
    (speaksOfTime(text) ? ofTime : 0) |
    (speaksOfChange(text) ? ofChange : 0)
  );
}

/** By document number. Numbers only grow. */
export class Columns {
  #size = 0;
  date = new Float64Array(256);
  type = new Uint8Array(256);
  speaker = new Uint8Array(256);
  flags = new Uint8Array(256);
  /** Terms, and the number of the topic or -1. */
  length = new Uint16Array(256);
  topic = new Int32Array(256);
  /** No document is later. */
  latest = 0;

  get size(): number {
    return this.#size;
  }

  get bytes(): number {
    return 17 * this.date.length;
  }

  add(entry: SearchEntry, length: number, topic: number): void {
    if (this.#size === this.date.length) this.#grow();
    const number = this.#size++;
    this.date[number] = entry.date;
    this.latest = Math.max(this.latest, entry.date);
    this.type[number] = typeCode(entry.type);
    this.speaker[number] = speakerCode(entry.speaker);
    this.flags[number] = entry.type === "message" ? flagsOf(entry.text) : 0;
    this.length[number] = Math.min(65_535, length);
    this.topic[number] = topic;
  }

  /** A document that is gone: nothing allows it from here on. */
  remove(number: number): void {
    this.type[number] = 0;
    this.topic[number] = -1;
  }

  #grow(): void {
    const wider = <A extends Float64Array | Uint8Array | Uint16Array | Int32Array>(from: A, to: A): A => {
      to.set(from);
      return to;
    };
    const room = Math.ceil(this.date.length * 1.6);
    this.date = wider(this.date, new Float64Array(room));
    this.type = wider(this.type, new Uint8Array(room));
    this.speaker = wider(this.speaker, new Uint8Array(room));
    this.flags = wider(this.flags, new Uint8Array(room));
    this.length = wider(this.length, new Uint16Array(room));
    this.topic = wider(this.topic, new Int32Array(room));
  }
}
