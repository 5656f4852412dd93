// Small marks of speech that tell what a message is good for: it speaks of its speaker, names a time, or tells of a change.

/** Longer texts are pasted; what they say of a self or a time is seldom the speaker's. */
const longestLook = 1000;

const self = /\b(?:I|I['’](?:m|ve|d|ll)|my|me|mine|we|our)\b|我|咱/;
const time =
  /\b(?:yesterday|today|tonight|tomorrow|last|next|ago|weeks?|weekend|months?|years?|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december|recently|since|morning|evening)\b|[今昨明后前][天晚早年]|上周|下周|周[一二三四五六日末]|星期|月|号|年|刚|早上|晚上/i;

const change =
  /\b(?:now|no longer|any ?more|switched|changed?|moved|moving|quit|gave up|dropped|instead|from (?:today|now|this week|this month)|starting (?:today|now)|(?:big|good|great|bad) news|announcement|guess what|these days|finally)\b|现在|如今|改[成为]|换[成了]|不再|戒了|搬[到去]|[降涨升]到|从今[天后]|终于|[大好坏]消息|宣布|报告一下/i;

/** True where somebody tells that something is other than it was. */
export function speaksOfChange(text: string): boolean {
  return change.test(text.length > longestLook ? text.slice(0, longestLook) : text);
}

/** True where somebody speaks of himself. */
export function speaksOfSelf(text: string): boolean {
  return self.test(text.length > longestLook ? text.slice(0, longestLook) : text);
}

/** True where a text names a time: a day, a month, how long ago. */
export function speaksOfTime(text: string): boolean {
  return time.test(text.length > longestLook ? text.slice(0, longestLook) : text);
}
