// The words about who a companion is, in English.
import type { SelfWords } from "./words-self-zh.ts";

const many = (count: number, one: string, more = `${one}s`) => `${count} ${count === 1 ? one : more}`;

export const enSelf: SelfWords = {
  base: (name) => `Who ${name} is`,
  baseLead: "The ground of it all. Only you can change it; no talk ever does.",
  noBase: "Nothing is written yet. Character, origin, way of speaking: all of it can stand here.",
  baseLabel: "Character, origin, way of speaking",
  baseSet: "Saved; it holds from the next sentence on. Changes can undo it.",
  baseStale: "It was changed elsewhere while you wrote. Yours is not saved yet.",
  baseTheirs: "What is kept now",
  baseMine: "Yours",
  keepMine: "Write mine over it",
  takeTheirs: "Take what is kept",
  characters: (count) => many(count, "character"),
  longBase: "Every sentence carries all of it: this long, it becomes slow and costly.",
  selfView: (name) => `In ${name}'s own words`,
  selfLead:
    "Written by the companion over time, at most once a week, and checked so that it stays the same person.",
  noSelf: (name) => `There is nothing from ${name} here yet. After some talk there will be a first sentence.`,
  selfLabel: "The self view",
  selfSet: "Saved; it holds from the next sentence on.",
  writeSelf: "Write it myself",
  reflect: "Reflect now",
  reflecting: (name) => `${name} is looking inward…`,
  reflectedNow: (name) => `${name} has put it in new words.`,
  reflectedSame: "Thought about it; there was nothing to change.",
  refusedWhy: {
    empty: "What came was empty, so it was not taken.",
    too_long: "What came was too long, so it was not taken.",
    orders: "It read like orders and not like somebody, so it was not taken.",
    links: "It held web addresses, so it was not taken.",
    diary: "It was a diary, so it was not taken.",
    too_much: "It changed too much at once, so it was not taken; the old one stands.",
    against_base: "It went against what you wrote, so it was not taken; the old one stands.",
  },
  refusedPlain: "What came did not pass the checks, so it was not taken; the old one stands.",
  versions: "How it used to be",
  version: (number) => `Version ${number}`,
  inUse: "in use",
  soulAuthors: { owner: "written by you", character: "changed in a talk", model: "written on reflection" },
  revert: "Go back to this",
  revertedNow: (number) => `It is as in version ${number} again.`,
  clearedVersion: "cleared",
  together: "Together it reads like this",
  togetherHint: "This is what the model reads with every message.",
};
