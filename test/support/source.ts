// Reads TypeScript source through vite's parser for the rules of the house: imports, functions, habits.
import { parseSync } from "vite";

type Node = { type: string; start: number; end: number; [key: string]: unknown };

export type SourceFacts = {
  imports: { path: string; typeOnly: boolean }[];
  /** Functions with their length in lines; one inside another counts for both. */
  functions: { name: string; lines: number }[];
  /** Text of each `any`, default export and re-export. */
  anys: string[];
  defaultExports: string[];
  reExports: string[];
  /** Every `a.b` and called or constructed name, with how many arguments: `Date.now`, `new Date/0`. */
  uses: string[];
};

const functionTypes = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"]);

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as Node).type === "string";
}

function nameOf(node: Node, parent: Node | undefined): string {
  const named = (node.id ?? parent?.id ?? parent?.key) as Node | null | undefined;
  return typeof named?.name === "string" ? named.name : "(anonymous)";
}

/** Everything the rules ask of one file. A file that does not parse is our mistake and throws. */
export function readSource(file: string, source: string): SourceFacts {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const facts: SourceFacts = {
    imports: [],
    functions: [],
    anys: [],
    defaultExports: [],
    reExports: [],
    uses: [],
  };
  const linesOf = (node: Node) => source.slice(node.start, node.end).split("\n").length;
  const visit = (node: Node, parent: Node | undefined): void => {
    if (functionTypes.has(node.type))
      facts.functions.push({ name: nameOf(node, parent), lines: linesOf(node) });
    note(facts, node, source);
    for (const value of Object.values(node)) {
      if (isNode(value)) visit(value, node);
      else if (Array.isArray(value)) for (const item of value) if (isNode(item)) visit(item, node);
    }
  };
  visit(program as unknown as Node, undefined);
  return facts;
}

function note(facts: SourceFacts, node: Node, source: string): void {
  const text = source.slice(node.start, node.end).split("\n")[0] ?? "";
  const from = isNode(node.source) && typeof node.source.value === "string" ? node.source.value : undefined;
  if (node.type === "ImportDeclaration" && from !== undefined)
    facts.imports.push({ path: from, typeOnly: onlyTypes(node, "importKind") });
  if (
    (node.type === "ExportNamedDeclaration" || node.type === "ExportAllDeclaration") &&
    from !== undefined
  ) {
    facts.imports.push({ path: from, typeOnly: onlyTypes(node, "exportKind") });
    facts.reExports.push(text);
  }
  if (node.type === "ImportExpression" && from !== undefined)
    facts.imports.push({ path: from, typeOnly: false });
  if (node.type === "ExportDefaultDeclaration") facts.defaultExports.push(text);
  if (node.type === "TSAnyKeyword") facts.anys.push(source.slice(Math.max(0, node.start - 30), node.end));
  if (node.type === "MemberExpression") facts.uses.push(text);
  if (node.type === "NewExpression") {
    const callee = node.callee as Node;
    const count = (node.arguments as unknown[]).length;
    facts.uses.push(`new ${source.slice(callee.start, callee.end)}/${count}`);
  }
  if (node.type === "Identifier") facts.uses.push(String(node.name));
}

function onlyTypes(node: Node, kind: "importKind" | "exportKind"): boolean {
  if (node[kind] === "type") return true;
  const names = node.specifiers as Node[] | undefined;
  return names !== undefined && names.length > 0 && names.every((name) => name[kind] === "type");
}
