/** What is asked of a node of a parsed C text; nodes of web-tree-sitter have it. */
export interface SyntaxNode {
  readonly type: string;
  readonly text: string;
  readonly hasError: boolean;
  readonly isMissing: boolean;
  readonly startIndex: number;
  readonly endIndex: number;
  readonly startPosition: { readonly row: number };
  readonly children: readonly (SyntaxNode | null)[];
  readonly namedChildren: readonly (SyntaxNode | null)[];
  childForFieldName(name: string): SyntaxNode | null;
}

/** The root of a text in C; texts with errors have nodes that say so. */
export type ParseC = (text: string) => SyntaxNode;

/** A part of a C text that no workload here stands for: where, and what stands there that is not read. */
export class Uncovered extends Error {
  override readonly name = "Uncovered";
  /** From 1; 0 where the caller knows it. */
  readonly line: number;
  constructor(line: number, reason: string) {
    super(reason);
    this.line = line;
  }
}

/** Children with names, comments skipped. */
export function partsOf(node: SyntaxNode): readonly SyntaxNode[] {
  return node.namedChildren.flatMap((child) => (child === null || child.type === "comment" ? [] : [child]));
}

/** A field that a node of this type has. */
export function field(node: SyntaxNode, name: string): SyntaxNode {
  const found = node.childForFieldName(name);
  if (found === null) throw new Uncovered(lineOf(node), `${phrase(node)} without its ${name}`);
  return found;
}

export function lineOf(node: SyntaxNode): number {
  return node.startPosition.row + 1;
}

/** A text of the file on one line, cut to what a message can hold. */
export function phrase({ text }: SyntaxNode): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 40 ? `${line.slice(0, 37)}...` : line;
}
