// Words that the English date rules share: months, weekdays, seasons, and steps from this week, month or year.

/** What a pattern caught, the whole match first. */
export type Groups = readonly (string | undefined)[];

const monthStarts = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
export const month =
  "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\b(?:\\.(?=\\s*\\d))?";
const weekdayStarts = "mon tue wed thu fri sat sun".split(" ");
export const weekday = "(monday|tuesday|wednesday|thursday|friday|saturday|sunday)";
/** Short names are words of their own (sat, sun, wed): they need a word in front that tells. */
export const shortWeekday =
  "(monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)\\b";
export const ordinal = "(\\d{1,2})(?:st|nd|rd|th)";
const seasonNames = ["spring", "summer", "autumn", "winter"];
export const season = "(spring|summer|autumn|fall|winter)";
export const which = "(next|last|this)";

export const monthOf = (name = "") => monthStarts.indexOf(name.slice(0, 3).toLowerCase()) + 1;
export const placeOf = (name = "") => weekdayStarts.indexOf(name.slice(0, 3).toLowerCase());
export const seasonOf = (name = "") => (/^fall$/i.test(name) ? 2 : seasonNames.indexOf(name.toLowerCase()));
export const stepOf = (word = "") =>
  ({ next: 1, following: 1, coming: 1, last: -1, past: -1, previous: -1 })[word.toLowerCase()] ?? 0;
