// Every place in a text where a long pattern matches, without building the pattern anew.

/**
 * The matches of a pattern with the flag `g`, from left to right. `matchAll` makes a new pattern at each call, and to translate one
 * with hundreds of words takes longer than to search a sentence with it: 500 clauses held the server for seconds.
 */
export function allMatches(pattern: RegExp, text: string): RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    found.push(match);
    if (match[0] === "") pattern.lastIndex += 1;
  }
  return found;
}
