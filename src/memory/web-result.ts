// What a search engine of the web answers, as short lines that cannot act: results in one form, without marks or controls (A165).

export type WebResult = { title: string; url: string; text: string };

const longestTitle = 120;
const longestText = 320;
const longestUrl = 300;

type Fields = Record<string, unknown>;

function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

const textOf = (value: unknown) => (typeof value === "string" ? value : "");

/**
 * The results of an answer of SearXNG, Tavily (`results` with content) or Brave (`web.results` with description), in its order;
 * null where it is no answer of any of them. Entries without a title and a text, or without a web address, fall out.
 */
export function webResults(answer: string): WebResult[] | null {
  let value: unknown;
  try {
    value = JSON.parse(answer);
  } catch {
    return null;
  }
  const fields = fieldsOf(value);
  const list = fields?.results ?? fieldsOf(fields?.web)?.results;
  if (!Array.isArray(list)) return fields?.query === undefined ? null : [];
  return list.flatMap((one: unknown) => {
    const { title, url, content, description } = fieldsOf(one) ?? {};
    const text = textOf(content) || textOf(description);
    const address = textOf(url);
    if (!/^https?:\/\//i.test(address) || (text === "" && textOf(title) === "")) return [];
    return [{ title: textOf(title), url: address, text }];
  });
}

/** One result cut to what a model reads of it: one line each, no tags, nothing that closes the block it stands in. */
export function clipped({ title, url, text }: WebResult): WebResult {
  const line = (words: string, most: number) =>
    [
      ...words
        .replace(/<[^<>]{0,200}>/g, "")
        .replace(/[<>]/g, " ")
        .replace(/[\p{C}\s]+/gu, " ")
        .trim(),
    ]
      .slice(0, most)
      .join("");
  return { title: line(title, longestTitle), url: line(url, longestUrl), text: line(text, longestText) };
}

/** The results as the lines of a block: "1. title (address): text". */
export function webLines(results: readonly WebResult[]): string {
  return results.map(({ title, url, text }, n) => `${n + 1}. ${title} (${url}): ${text}`).join("\n");
}
