import type { Definitions } from "./definitions.js";
import { lineOf, partsOf, phrase, type SyntaxNode, Uncovered } from "./syntax.js";

const JUMPS = /^(return|goto|labeled|break|continue)_statement$/;

/** Why no nest of a scop can be read, whatever it computes; undefined where nothing says so. */
export function refusalOf(body: SyntaxNode, written: ReadonlySet<string>, { objects }: Definitions): Uncovered | undefined {
  const nodes = within(body);
  for (const node of nodes) {
    const [only] = node.type === "expression_statement" ? partsOf(node) : [];
    if (JUMPS.test(node.type)) return new Uncovered(lineOf(node), `${phrase(node)}, after which loops may not run`);
    // A macro or a function may end the scop, or write any array.
    if (only?.type === "call_expression" || only?.type === "identifier")
      return new Uncovered(lineOf(node), `${phrase(node)}, which may do anything`);
  }
  const bases = nodes.flatMap((node) => (node.type === "subscript_expression" ? (node.childForFieldName("argument") ?? []) : []));
  const arrays = new Set(bases.map(({ text }) => text));
  const known = new Set([...bases, ...declaredNames(nodes)].map(({ startIndex }) => startIndex));
  const bare = nodes.find(({ type, text, startIndex }) => type === "identifier" && arrays.has(text) && !known.has(startIndex));
  if (bare !== undefined) return new Uncovered(lineOf(bare), `${bare.text}, an array that may have another name too`);
  const size = [...written].find((name) => objects.has(name));
  return size === undefined ? undefined : new Uncovered(0, `${size}, which is a size or a macro and is written`);
}

/** Names that are declared in it. */
export function declaredIn(body: SyntaxNode): ReadonlySet<string> {
  return new Set(declaredNames(within(body)).map(({ text }) => text));
}

/** What a declaration declares, behind its type. */
export function declaratorsOf(declaration: SyntaxNode): readonly SyntaxNode[] {
  return partsOf(declaration).filter(({ type }) => type === "identifier" || type.endsWith("_declarator"));
}

function within(body: SyntaxNode): readonly SyntaxNode[] {
  const found: SyntaxNode[] = [];
  const pending = [body];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    found.push(node);
    pending.push(...partsOf(node));
  }
  return found;
}

function declaredNames(nodes: readonly SyntaxNode[]): readonly SyntaxNode[] {
  return nodes
    .filter(({ type }) => type === "declaration")
    .flatMap(declaratorsOf)
    .flatMap((declarator) => {
      let node: SyntaxNode | undefined = declarator;
      while (node !== undefined && node.type !== "identifier") node = node.childForFieldName("declarator") ?? partsOf(node)[0];
      return node ?? [];
    });
}
