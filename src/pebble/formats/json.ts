import { InputError, shown } from "../../errors.js";
import { parseJson } from "../../text/json-text.js";
import { didYouMean } from "../../text/nearest-name.js";
import { buildCdag, type Cdag } from "../cdag.js";
import { predecessorsOf } from "../rules.js";
import { lineOf } from "./json-lines.js";
import { MAXIMUM_FILE_VERTICES } from "./lines.js";
import { closingEdge, repeatedEdge } from "./wrong-edges.js";

/**
 * Reads `{ "vertices": N, "edges": [[from, to], ...], "outputs": [v, ...], "names"?, "weights"? }`. Vertices without
 * predecessors are inputs.
 *
 * @throws InputError naming the line, and the field where the text is JSON (`graph.json:4: edges[3]`).
 */
export function parseCdagJson(text: string, origin: string): Cdag {
  const document = parseJson(text, origin);
  try {
    return cdagFromDocument(document);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const line = lineOf(text, /^[a-z]+(\[\d+\])?/.exec(error.subject)?.[0] ?? "");
    throw new InputError(`${origin}${line === undefined ? "" : `:${line}`}: ${error.subject}`, error.expected, error.found);
  }
}

const FIELDS: readonly string[] = ["vertices", "edges", "outputs", "names", "weights"];

/**
 * Reads the same from a parsed document.
 *
 * @throws InputError naming the field.
 */
export function cdagFromDocument(document: unknown): Cdag {
  if (typeof document !== "object" || document === null || Array.isArray(document)) {
    throw new InputError("document", "an object with vertices, edges and outputs", shown(document));
  }
  const fields = document as Readonly<Record<string, unknown>>;
  const stray = Object.keys(fields).find((name) => !FIELDS.includes(name));
  if (stray !== undefined)
    throw new InputError("document", `the fields ${FIELDS.join(", ")}${didYouMean(stray, FIELDS)}`, shown(stray));
  const vertices = fields["vertices"];
  if (typeof vertices !== "number" || vertices > MAXIMUM_FILE_VERTICES) {
    throw new InputError("vertices", `a whole number up to ${MAXIMUM_FILE_VERTICES}`, shown(vertices));
  }
  const edges = list(fields, "edges", isPair, "a pair [from, to] of vertices");
  const description = {
    vertices,
    edges,
    outputs: list(fields, "outputs", isNumber, "a vertex"),
    ...(fields["names"] === undefined ? {} : { names: list(fields, "names", isText, "a text") }),
    ...(fields["weights"] === undefined ? {} : { weights: list(fields, "weights", isNumber, "a whole number") }),
  };
  try {
    return buildCdag(description);
  } catch (error) {
    if (error instanceof InputError && error.subject === "edges") throw wrongEdge(vertices, edges) ?? error;
    throw error;
  }
}

/** The first edge that is there twice or closes a cycle. */
function wrongEdge(vertices: number, edges: readonly (readonly [number, number])[]): InputError | undefined {
  const repeated = repeatedEdge(vertices, edges);
  if (repeated !== undefined) {
    const [first, second] = repeated;
    return new InputError(`edges[${second}]`, "each edge once", `${edges[second]?.join(" -> ")}, as in edges[${first}]`);
  }
  const closing = closingEdge(vertices, edges);
  if (closing === undefined) return undefined;
  const edge = edges[closing]?.join(" -> ");
  return new InputError(`edges[${closing}]`, "an acyclic graph", `the edge ${edge}, which closes a cycle`);
}

/** The document of a graph; `cdagFromDocument` reads it back. */
export function cdagToDocument(graph: Cdag): Record<string, unknown> {
  const vertices = Array.from({ length: graph.vertexCount }, (_, v) => v);
  return {
    vertices: graph.vertexCount,
    edges: vertices.flatMap((v) => Array.from(predecessorsOf(graph, v), (u) => [u, v])),
    outputs: vertices.filter((v) => graph.isOutput[v] === 1),
    ...(graph.names === undefined ? {} : { names: [...graph.names] }),
    ...(graph.weights.every((weight) => weight === 1) ? {} : { weights: [...graph.weights] }),
  };
}

function list<T>(
  fields: Readonly<Record<string, unknown>>,
  field: string,
  isItem: (item: unknown) => item is T,
  item: string,
): readonly T[] {
  const value = fields[field];
  if (!Array.isArray(value)) throw new InputError(field, `a list, each entry ${item}`, shown(value));
  return value.map((entry: unknown, i) => {
    if (!isItem(entry)) throw new InputError(`${field}[${i}]`, item, shown(entry));
    return entry;
  });
}

function isNumber(item: unknown): item is number {
  return typeof item === "number";
}

function isText(item: unknown): item is string {
  return typeof item === "string";
}

function isPair(item: unknown): item is readonly [number, number] {
  return Array.isArray(item) && item.length === 2 && item.every(isNumber);
}
