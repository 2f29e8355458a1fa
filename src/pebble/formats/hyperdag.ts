import { InputError } from "../../errors.js";
import { buildCdag, type Cdag } from "../cdag.js";
import { successorsOf } from "../rules.js";
import { closingEdge } from "./closing-edge.js";
import { lineError, MAXIMUM_FILE_VERTICES, type SourceLine, wholeNumbers } from "./lines.js";

/**
 * Reads a HyperDAG file, the format of the public HyperDAG_DB collection (Papp, Anegg, Yzelman): `%` comments, then
 * `hyperedges vertices pins`, then lines in one of three layouts, told apart by their number:
 *
 * - version 1: a line a hyperedge (`id communicationWeight ...`), a line a vertex (`id workWeight ...`), a line a pin;
 * - with weights last: a line a pin, then a line a vertex (`id workWeight communicationWeight`);
 * - pins only.
 *
 * A pin line is `hyperedge vertex`; the first pin listed of a hyperedge is its source, with an edge to each other pin. The
 * communication weight is the weight of the vertex, 1 where the file has none; work weights are not I/O and are ignored.
 * Vertices without successors are the outputs.
 *
 * @throws InputError naming the line.
 */
export function parseHyperDag(text: string, origin: string): Cdag {
  const lines = text.split(/\r?\n/).map((line, i): SourceLine => ({ number: i + 1, text: line }));
  const data = lines.filter((line) => line.text.trim() !== "" && !line.text.trimStart().startsWith("%"));
  const header = data[0];
  if (header === undefined)
    throw new InputError(origin, "a HyperDAG file: 'hyperedges vertices pins' after the comments", "no data line");
  const [hyperedges, vertices, pins] = wholeNumbers(
    origin,
    { ...header, text: firstWords(header.text, 3) },
    3,
    "hyperedges vertices pins",
  ) as [number, number, number];
  if (vertices < 1 || vertices > MAXIMUM_FILE_VERTICES) {
    throw lineError(origin, header, `1 to ${MAXIMUM_FILE_VERTICES} vertices`, String(vertices));
  }
  const body = data.slice(1);
  const layout = layoutOf(origin, body, hyperedges, vertices, pins);
  const sources = new Map<number, number>();
  const weights = new Array<number>(vertices).fill(1);
  const edges = readPins(origin, layout.pins, hyperedges, vertices, sources);
  readWeights(origin, layout.hyperedges, hyperedges, "hyperedge", 1, (edge, weight) => {
    const source = sources.get(edge);
    if (source !== undefined) weights[source] = weight;
  });
  readWeights(origin, layout.vertices, vertices, "vertex", layout.vertexWeightColumn, (vertex, weight) => {
    weights[vertex] = weight;
  });
  return buildCdag({ vertices, edges: edges.map((edge) => edge.ends), weights });
}

interface Layout {
  readonly hyperedges: readonly SourceLine[];
  readonly vertices: readonly SourceLine[];
  readonly pins: readonly SourceLine[];
  /** Column of the communication weight in a vertex line; 0 where vertex lines carry none. */
  readonly vertexWeightColumn: number;
}

function layoutOf(origin: string, body: readonly SourceLine[], hyperedges: number, vertices: number, pins: number): Layout {
  const count = body.length;
  if (count === hyperedges + vertices + pins) {
    return {
      hyperedges: body.slice(0, hyperedges),
      vertices: body.slice(hyperedges, hyperedges + vertices),
      pins: body.slice(hyperedges + vertices),
      vertexWeightColumn: 0,
    };
  }
  if (count === pins + vertices) {
    return { hyperedges: [], vertices: body.slice(pins), pins: body.slice(0, pins), vertexWeightColumn: 2 };
  }
  if (count === pins) return { hyperedges: [], vertices: [], pins: body, vertexWeightColumn: 0 };
  const accepted = `${pins} pin lines, ${pins} and ${vertices} vertex lines, or ${hyperedges} and ${vertices} and ${pins} lines`;
  throw lineError(origin, body.at(-1), `${accepted} after the header`, `${count} lines, the last here`);
}

interface PinnedEdge {
  readonly ends: readonly [from: number, to: number];
  readonly line: SourceLine;
}

function readPins(
  origin: string,
  lines: readonly SourceLine[],
  hyperedges: number,
  vertices: number,
  sources: Map<number, number>,
): readonly PinnedEdge[] {
  const edges: PinnedEdge[] = [];
  const seen = new Map<string, SourceLine>();
  const owners = new Map<number, SourceLine>();
  for (const line of lines) {
    const [hyperedge, vertex] = wholeNumbers(origin, line, 2, "a hyperedge and a vertex") as [number, number];
    if (hyperedge >= hyperedges) throw lineError(origin, line, `a hyperedge below ${hyperedges}`, String(hyperedge));
    if (vertex >= vertices) throw lineError(origin, line, `a vertex below ${vertices}`, String(vertex));
    const source = sources.get(hyperedge);
    if (source === undefined) {
      sources.set(hyperedge, vertex);
      owners.set(hyperedge, line);
      continue;
    }
    const key = `${source} -> ${vertex}`;
    const before = seen.get(key) ?? (source === vertex ? owners.get(hyperedge) : undefined);
    if (before !== undefined) throw lineError(origin, line, "each pin once", `${key}, as on line ${before.number}`);
    seen.set(key, line);
    edges.push({ ends: [source, vertex], line });
  }
  const closing =
    edges[
      closingEdge(
        vertices,
        edges.map((edge) => edge.ends),
      ) ?? -1
    ];
  if (closing !== undefined) {
    throw lineError(origin, closing.line, "an acyclic graph", `the edge ${closing.ends.join(" -> ")}, which closes a cycle`);
  }
  return edges;
}

/** Reads `id property ...` lines, each id once; `use` gets the property in `column`, where there is one. */
function readWeights(
  origin: string,
  lines: readonly SourceLine[],
  count: number,
  subject: string,
  column: number,
  use: (id: number, weight: number) => void,
): void {
  const seen = new Map<number, SourceLine>();
  for (const line of lines) {
    const numbers = wholeNumbers(origin, line, 1, `a ${subject} and its weights`);
    const id = numbers[0] as number;
    if (id >= count) throw lineError(origin, line, `a ${subject} below ${count}`, String(id));
    const before = seen.get(id);
    if (before !== undefined) throw lineError(origin, line, `each ${subject} once`, `${id}, as on line ${before.number}`);
    seen.set(id, line);
    const weight = column === 0 ? undefined : numbers[column];
    if (weight === undefined) continue;
    if (weight < 1 || weight > 2 ** 31 - 1) throw lineError(origin, line, "a communication weight of at least 1", String(weight));
    use(id, weight);
  }
}

function firstWords(text: string, count: number): string {
  return text.trim().split(/\s+/).slice(0, count).join(" ");
}

/**
 * Writes a graph in the layout with weights last (work weights are 1). The format has no outputs: outputs with successors,
 * and names, are lost.
 */
export function hyperDagFrom(graph: Cdag): string {
  const pins: string[] = [];
  let hyperedges = 0;
  for (let v = 0; v < graph.vertexCount; v++) {
    const successors = successorsOf(graph, v);
    if (successors.length === 0) continue;
    pins.push(`${hyperedges} ${v}`, ...Array.from(successors, (w) => `${hyperedges} ${w}`));
    hyperedges++;
  }
  const vertices = Array.from(graph.weights, (weight, v) => `${v} 1 ${weight}`);
  return `% HyperDAG file format v1\n${[`${hyperedges} ${graph.vertexCount} ${pins.length}`, ...pins, ...vertices].join("\n")}\n`;
}
