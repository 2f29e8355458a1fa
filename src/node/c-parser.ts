import { createRequire } from "node:module";
import { InputError } from "../errors.js";
import type { ParseC, SyntaxNode } from "../scop/syntax.js";

/** Installed by those who read C: with its grammars a parser is larger than all of redblue. */
const PACKAGES = "web-tree-sitter tree-sitter-c";

/** A parser of C: tree-sitter's, as WebAssembly. @throws InputError saying what to install where it is not there */
export async function loadParserOfC(path: string): Promise<ParseC> {
  let library: typeof import("web-tree-sitter");
  let grammar: string;
  try {
    library = await import("web-tree-sitter");
    grammar = createRequire(import.meta.url).resolve("tree-sitter-c/tree-sitter-c.wasm");
  } catch {
    throw new InputError(path, `a parser of C (npm install ${PACKAGES})`, "none installed");
  }
  const { Language, Parser } = library;
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(await Language.load(grammar));
  // Definitions are asked for again and again, and no tree is ever freed.
  const parsed = new Map<string, SyntaxNode>();
  return (text) => {
    const before = parsed.get(text);
    if (before !== undefined) return before;
    const tree = parser.parse(text);
    if (tree === null) throw new InputError(path, "a text in C", "one that the parser gives up");
    parsed.set(text, tree.rootNode);
    return tree.rootNode;
  };
}
