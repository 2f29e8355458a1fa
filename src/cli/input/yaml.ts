import { InputError, shown } from "../../errors.js";

const MAXIMUM_DEPTH = 100;

/** Reads YAML in time linear in its length. The reader is loaded only when there is YAML. @throws InputError with the line. */
export async function parseYaml(text: string, origin: string): Promise<unknown> {
  const { isAlias, isNode, isScalar, LineCounter, parseDocument, visit } = await import("yaml");
  const lineCounter = new LineCounter();
  const refuse = (offset: number | undefined, expected: string, found: string): never => {
    const { line, col } = lineCounter.linePos(offset ?? 0);
    throw new InputError(offset === undefined ? origin : `${origin}: line ${line}, column ${col}`, expected, found);
  };
  try {
    // The library compares every key with every other one; the walk below does not.
    const document = parseDocument(text, { lineCounter, prettyErrors: false, uniqueKeys: false });
    const problem = document.errors[0] ?? document.warnings[0];
    // The library's word for nesting that its parser cannot follow.
    if (problem?.message.includes("call stack") === true) throw new RangeError(problem.message);
    if (problem !== undefined) refuse(problem.pos[0], "YAML", problem.message.split("\n")[0] ?? "an error");
    visit(document, {
      Node: (_, node, path) => {
        // A map is two steps of the path: itself and the pair.
        if (path.length > 2 * MAXIMUM_DEPTH) refuse(node.range?.[0], `at most ${MAXIMUM_DEPTH} levels of nesting`, "more");
        if (isAlias(node) && path.some((above) => isNode(above) && "anchor" in above && above.anchor === node.source))
          refuse(node.range?.[0], "no alias of what it stands in", `*${node.source}`);
      },
      Map: (_, map) => {
        const fields = new Set<string>();
        for (const { key } of map.items) {
          const at = isNode(key) ? key.range?.[0] : map.range?.[0];
          const name = isScalar(key) ? key.value : undefined;
          if (typeof name !== "string" && typeof name !== "number") refuse(at, "a field's name", "something else");
          if (fields.has(String(name))) refuse(at, "each field once", `${shown(String(name))} again`);
          fields.add(String(name));
        }
      },
    });
    return document.toJS();
  } catch (error) {
    if (error instanceof RangeError) throw new InputError(origin, `at most ${MAXIMUM_DEPTH} levels of nesting`, "more");
    if (error instanceof ReferenceError)
      throw new InputError(origin, "at most 100 aliases, each of an anchor before it", error.message.split("\n")[0]);
    throw error;
  }
}
