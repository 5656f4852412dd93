// What the ranker asks of every document of an index, in typed arrays: a list of objects would be read from all over memory.
import type { SearchEntry, SourceType } from "./search.ts";

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

/** By document number. Numbers only grow. */
export class Columns {
  #size = 0;
  date = new Float64Array(256);
  type = new Uint8Array(256);
  speaker = new Uint8Array(256);
  /** Tokens, and the number of the topic or -1. */
  length = new Uint32Array(256);
  topic = new Int32Array(256);

  get size(): number {
    return this.#size;
  }

  add(entry: SearchEntry, length: number, topic: number): void {
    if (this.#size === this.date.length) this.#grow();
    const number = this.#size++;
    this.date[number] = entry.date;
    this.type[number] = typeCode(entry.type);
    this.speaker[number] = speakerCode(entry.speaker);
    this.length[number] = length;
    this.topic[number] = topic;
  }

  /** A document that is gone: nothing allows it from here on. */
  remove(number: number): void {
    this.type[number] = 0;
    this.topic[number] = -1;
  }

  #grow(): void {
    const wider = <A extends Float64Array | Uint8Array | Uint32Array | Int32Array>(from: A, to: A): A => {
      to.set(from);
      return to;
    };
    const room = this.date.length * 2;
    this.date = wider(this.date, new Float64Array(room));
    this.type = wider(this.type, new Uint8Array(room));
    this.speaker = wider(this.speaker, new Uint8Array(room));
    this.length = wider(this.length, new Uint32Array(room));
    this.topic = wider(this.topic, new Int32Array(room));
  }
}
