// The words of the house that the first view needs beside words-en.ts: the contact list's further rows, in English.
import type { HouseWords } from "./words-house-zh.ts";

export const enHouse: HouseWords = {
  ownerReads:
    "What you say and what is remembered is kept on this server, and whoever owns the server can read those files. If it is not yours, think before you tell.",
  fromBrowser: (language, zone) =>
    `Language and time zone come from your browser: ${language}, ${zone}. You can change both later.`,
  find: "Find",
  findHint: "A name, or half a sentence that was said",
  nobodyFound: (text) => `Nothing found for “${text}”. Try other letters.`,
  foundCount: (count) => (count === 1 ? "1 found" : `${count} found`),
  clearFind: "Clear",
  putAway: (count) => `Put away · ${count}`,
  startTitle: "Begin here",
  goOn: (name) => `You have not finished telling ${name} about yourself. Go on`,
  goOnStart: "Go on where you stopped, and invite someone",
  levels: { 特别关心: "dear", 关系较好: "close", 一般: "friendly", 关系冷淡: "cool", 决裂: "apart" },
  edit: (name) => `About ${name}`,
};
