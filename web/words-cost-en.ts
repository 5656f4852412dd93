// The words of the costs, in English.
import type { zhCost } from "./words-cost-zh.ts";

const calls = (count: string) => (count === "1" ? "1 call" : `${count} calls`);

export const enCost: typeof zhCost = {
  comma: ", ",
  costLead: (month) => `${month} so far`,
  costNothing: "No model has been used this month. Say something, and the first line stands here.",
  costUnknown: "The price is not known",
  costUnknownHint: (models) =>
    `Models without a price: ${models}. Once they have one, what comes is counted in money; until then, in tokens.`,
  costSetPrices: "Enter prices",
  prices: "What the models cost",
  pricesLead:
    "For a million tokens, as your provider's price list has it. It counts from the moment it stands here, not for what was before.",
  pricesElsewhere: (names) =>
    `${names} was connected by the environment when the server started, so it has no price here; connect the same provider under Models, and it can have one.`,
  priceFields: { input: "Sent", cached_input: "Of these, read before", output: "Written" },
  priceCurrency: "Currency",
  priceSaved: "The price is kept, and counts from now on.",
  priceChecked: (day) => `entered ${day}`,
  forecast: (sum) => `At the pace of the last week, about ${sum} by the end of the month`,
  noteEstimate:
    "Counted from each model's price and the tokens its provider reports; the bill may differ a little.",
  budget: "Budget for a month",
  budgetHint:
    "You are told when 80% of it is used. Once it is all used, companions do not write first; what you say is still answered.",
  budgetLabel: "At most",
  budgetNone: "None",
  budgetUsed: (share, budget) => `${share} of ${budget} used`,
  budgetBad: "Write a number, or leave it empty.",
  budgetSaved: "The budget is changed.",
  budgetDropped: "There is no budget any more.",
  nearlySpent: (share) => `${share} of the budget is used.`,
  allSpent: "This month's budget is used up. What to do is for you to say:",
  spentHold: "Leave it so until next month",
  spentHoldHint: "They do not write first this month; what you say is still answered, and still costs.",
  spentGoOn: "Go on as usual this month",
  spentGoOnHint: "They write first as usual, whatever it costs.",
  spentRaise: (sum) => `Raise the budget to ${sum}`,
  spentRaiseHint: "For the months to come, too.",
  choiceKept: "Settled.",

  savedTitle: "What memory saved",
  savedSum: (share) => `${share} fewer words sent`,
  savedTold: (full, sent) =>
    `If all you ever said were sent again with each message, this month would have sent ${full} tokens; with memory, and with the work of keeping it, it was ${sent}.`,
  savedMoney: (sum) => `At this month's prices, about ${sum} saved.`,
  savedYet:
    "You have not talked for long, so sending all of it again would not be much either. It shows with time.",

  byCompanion: "Each of them",
  costRoles: {
    chat: "Talking",
    reasoner: "Thinking longer",
    short_to_mid: "Summing up a topic",
    mid_to_long: "Keeping our story",
    core_memory: "Choosing what is known by heart",
    facts: "Noting things about you",
    self_soul: "Thinking about themselves",
    relationship: "Looking at the two of you",
    embedding: "Finding by meaning",
  },
  costTable: (name) => `What ${name} cost this month`,
  columns: {
    role: "What for",
    cost: "Cost",
    calls: "Calls",
    input: "Tokens sent",
    cached: "Of these, read before",
    output: "Tokens written",
  },
  cachedOf: (share) => `${share} had been read by the provider before, and cost less`,
  callsOf: calls,
  tokensOf: (count) => `${count} tokens`,
  earlier: "Earlier months",
  noEarlier: "This is the first month.",

  daily: "Work in the background, at most a day",
  dailyHint:
    "Summaries, your story and what is noted about you are made in the background. Once the day's amount is used, they are kept in brief, which costs nothing. For the whole house.",
  dailyOf: (tokens) => `At most ${tokens} tokens a day, for the whole house; an admin can change it.`,
  dailyUnit: "tokens",
  dailyBad: "Write a whole number that is not below zero.",
  dailySaved: "Changed; it holds from today.",
};
