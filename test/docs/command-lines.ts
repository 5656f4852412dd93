// Runs the command lines of a document as they stand there: variables, curl with the few flags that documents use, and jq's plain paths.

export type Ran = { line: string; status: number; body: unknown };

/** The shell blocks of a document, one after another. */
export function shellBlocks(markdown: string): string {
  return [...markdown.matchAll(/^```\n([\s\S]*?)^```$/gm)].map((match) => match[1] ?? "").join("");
}

/** Commands, each on one line: a backslash at an end goes on, a comment is none. */
function commandsIn(text: string): string[] {
  return text
    .replaceAll(/\\\n\s*/g, " ")
    .replaceAll(/\n {2}\| /g, " | ")
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("#"));
}

/** Words of a command, as a shell splits them: single quotes hold all, double quotes let variables in. */
function wordsOf(command: string, variables: ReadonlyMap<string, string>): string[] {
  const fill = (text: string) =>
    text.replaceAll(/\$(\w+)/g, (_, name: string) => {
      const value = variables.get(name);
      if (value === undefined) throw new Error(`$${name} is not set where it is used`);
      return value;
    });
  return [...command.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) =>
    word.replaceAll(/'([^']*)'|"([^"]*)"|([^'"]+)/g, (_, single?: string, double?: string, bare?: string) =>
      single !== undefined ? single : fill(double ?? bare ?? ""),
    ),
  );
}

async function curl(words: readonly string[]): Promise<{ status: number; body: unknown }> {
  let method: string | undefined;
  let data: string | undefined;
  let address = "";
  const headers: Record<string, string> = {};
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    const next = () => words[++at] ?? "";
    if (word === "-X") method = next();
    else if (word === "-d") data = next();
    else if (word === "-H") {
      const [name = "", ...value] = next().split(":");
      headers[name.trim()] = value.join(":").trim();
    } else if (word.startsWith("-")) {
      if (word !== "-s") throw new Error(`curl ${word} is not known here`);
    } else address = word;
  }
  const asked = { method: method ?? (data === undefined ? "GET" : "POST"), headers };
  const answer = await fetch(address, data === undefined ? asked : { ...asked, body: data });
  const text = await answer.text();
  return { status: answer.status, body: text === "" ? undefined : JSON.parse(text) };
}

/** The value of a plain jq path (".fact.id"); other filters are jq's own matter. */
function pathIn(body: unknown, filter: string): string {
  const names = filter.split(".").filter((name) => name !== "");
  const value = names.reduce<unknown>(
    (at, name) => (at as Record<string, unknown> | undefined)?.[name],
    body,
  );
  if (typeof value !== "string") throw new Error(`the answer has no ${filter}`);
  return value;
}

/** Runs the lines in order; `variables` holds what they set. Throws where a line needs what no line before it has set. */
export async function runLines(text: string, variables: Map<string, string>): Promise<Ran[]> {
  const ran: Ran[] = [];
  for (const line of commandsIn(text)) {
    const set = /^(\w+)=(.*)$/.exec(line);
    const inner = set === null ? line : (/^\$\((.*)\)$/.exec(set[2] ?? "")?.[1] ?? "");
    if (set?.[1] !== undefined && inner === "") {
      if (!variables.has(`fixed ${set[1]}`))
        variables.set(set[1], wordsOf(set[2] ?? "", variables).join(" "));
      continue;
    }
    const [command = "", filter] = inner.split(" | jq ");
    const [program, ...words] = wordsOf(command, variables);
    if (program !== "curl") throw new Error(`no line of a document begins with ${program}`);
    const answer = await curl(words);
    ran.push({ line, ...answer });
    if (set?.[1] !== undefined) variables.set(set[1], pathIn(answer.body, (filter ?? "").replace("-r ", "")));
  }
  return ran;
}
