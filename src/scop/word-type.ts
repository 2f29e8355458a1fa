import type { Definitions } from "./definitions.js";
import { field, partsOf, type SyntaxNode } from "./syntax.js";

/** Types by their names in C; whole numbers of four bytes count as words of four bytes. */
const TYPES: Readonly<Record<string, string>> = {
  double: "fp64",
  float: "fp32",
  int: "fp32",
  unsigned: "fp32",
  _Float16: "fp16",
};

/** The type that all of the arrays are declared with; undefined where declarations say nothing or do not agree. */
export function wordType(
  arrays: ReadonlySet<string>,
  roots: readonly SyntaxNode[],
  { objects }: Definitions,
): string | undefined {
  const found = new Set<string | undefined>();
  const pending = [...roots];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const type = node.childForFieldName("type")?.text;
    if (type !== undefined && /^(parameter_)?declaration$/.test(node.type)) {
      // First values do not say what is declared.
      const declared = partsOf(node).map((one) => (one.type === "init_declarator" ? field(one, "declarator") : one).text);
      const names = declared.filter((text) => /[[*(]/.test(text)).flatMap((text) => text.match(/[A-Za-z_]\w*/g) ?? []);
      if (names.some((name) => arrays.has(name))) found.add(typeNamed(objects.get(type) ?? type));
    }
    if (node.type !== "expression_statement") pending.push(...partsOf(node));
  }
  return found.size === 1 ? [...found][0] : undefined;
}

function typeNamed(name: string): string | undefined {
  return Object.hasOwn(TYPES, name) ? TYPES[name] : undefined;
}
