import { InputError } from "../../errors.js";
import { textLines } from "../../text/text-lines.js";
import { buildCdag, type Cdag } from "../cdag.js";
import { successorsOf } from "../rules.js";
import { lineError, MAXIMUM_FILE_VERTICES, type SourceLine, wholeNumbers } from "./lines.js";
import { closingEdge, repeatedEdge } from "./wrong-edges.js";

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
  let [header, last, count]: [SourceLine | undefined, SourceLine | undefined, number] = [undefined, undefined, 0];
  for (const line of dataLines(text)) {
    if (header === undefined) header = line;
    else [last, count] = [line, count + 1];
  }
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
  const layout = layoutOf(hyperedges, vertices, pins, count);
  if (layout === undefined) {
    const accepted = `${pins} pin lines, ${pins} and ${vertices} vertex lines, or ${hyperedges} and ${vertices} and ${pins} lines`;
    throw lineError(origin, last ?? header, `${accepted} after the header`, `${count} lines, the last here`);
  }
  const read = new PinReader(origin, hyperedges, vertices);
  const weights = new Array<number>(vertices).fill(1);
  const ofHyperedges = new WeightReader(origin, hyperedges, "hyperedge", 1);
  const ofVertices = new WeightReader(origin, vertices, "vertex", layout.vertexWeightColumn);
  let place = -1;
  for (const line of dataLines(text)) {
    if (place >= 0) {
      const part = layout.parts.find(({ from, to }) => from <= place && place < to)?.name;
      if (part === "pins") read.pin(line);
      else (part === "vertices" ? ofVertices : ofHyperedges).line(line);
    }
    place++;
  }
  for (const [edge, weight] of ofHyperedges.weights) {
    const source = read.sources.get(edge);
    if (source !== undefined) weights[source] = weight;
  }
  for (const [vertex, weight] of ofVertices.weights) weights[vertex] = weight;
  const { edges } = read;
  try {
    return buildCdag({ vertices, edges, weights });
  } catch (error) {
    if (error instanceof InputError && error.subject === "edges") throw read.wrongEdge() ?? error;
    throw error;
  }
}

/** Lines that are neither empty nor comments. */
function* dataLines(text: string): Generator<SourceLine, void> {
  for (const [number, line] of textLines(text)) if (!line.startsWith("%")) yield { number, text: line };
}

interface Layout {
  readonly parts: readonly { readonly name: "hyperedges" | "vertices" | "pins"; readonly from: number; readonly to: number }[];
  /** Column of the communication weight in a vertex line; 0 where vertex lines carry none. */
  readonly vertexWeightColumn: number;
}

/** Which lines after the header are what; undefined where their number fits no layout. */
function layoutOf(hyperedges: number, vertices: number, pins: number, count: number): Layout | undefined {
  const [edges, all] = [hyperedges, hyperedges + vertices];
  if (count === all + pins) {
    const own = [
      { name: "hyperedges", from: 0, to: edges },
      { name: "vertices", from: edges, to: all },
    ] as const;
    return { parts: [...own, { name: "pins", from: all, to: count }], vertexWeightColumn: 0 };
  }
  if (count !== pins && count !== pins + vertices) return undefined;
  const parts = [
    { name: "pins", from: 0, to: pins },
    { name: "vertices", from: pins, to: count },
  ] as const;
  return { parts, vertexWeightColumn: 2 };
}

/** Reads pin lines, `hyperedge vertex`. */
class PinReader {
  readonly sources: Map<number, number> = new Map();
  readonly edges: (readonly [from: number, to: number])[] = [];
  /** Line of each edge, and of the first pin of each hyperedge. */
  readonly #lines: number[] = [];
  readonly #owners = new Map<number, number>();
  readonly #origin: string;
  readonly #hyperedges: number;
  readonly #vertices: number;

  constructor(origin: string, hyperedges: number, vertices: number) {
    this.#origin = origin;
    this.#hyperedges = hyperedges;
    this.#vertices = vertices;
  }

  pin(line: SourceLine): void {
    const [hyperedge, vertex] = wholeNumbers(this.#origin, line, 2, "a hyperedge and a vertex") as [number, number];
    if (hyperedge >= this.#hyperedges)
      throw lineError(this.#origin, line, `a hyperedge below ${this.#hyperedges}`, String(hyperedge));
    if (vertex >= this.#vertices) throw lineError(this.#origin, line, `a vertex below ${this.#vertices}`, String(vertex));
    const source = this.sources.get(hyperedge);
    if (source === undefined) {
      this.sources.set(hyperedge, vertex);
      this.#owners.set(hyperedge, line.number);
    } else if (source === vertex) {
      throw lineError(this.#origin, line, "each pin once", `${source} -> ${vertex}, as on line ${this.#owners.get(hyperedge)}`);
    } else {
      this.edges.push([source, vertex]);
      this.#lines.push(line.number);
    }
  }

  /** The first edge that is there twice or closes a cycle. */
  wrongEdge(): InputError | undefined {
    const at = (edge: number): string => `${this.#origin}:${this.#lines[edge]}`;
    const text = (edge: number): string => this.edges[edge]?.join(" -> ") ?? "";
    const [first, second] = repeatedEdge(this.#vertices, this.edges) ?? [];
    if (first !== undefined && second !== undefined)
      return new InputError(at(second), "each pin once", `${text(second)}, as on line ${this.#lines[first]}`);
    const closing = closingEdge(this.#vertices, this.edges);
    if (closing === undefined) return undefined;
    return new InputError(at(closing), "an acyclic graph", `the edge ${text(closing)}, which closes a cycle`);
  }
}

/** Reads `id property ...` lines, each id once; the weight is the property in `column`, where there is one. */
class WeightReader {
  readonly weights: Map<number, number> = new Map();
  readonly #seen = new Map<number, number>();
  readonly #origin: string;
  readonly #count: number;
  readonly #subject: string;
  readonly #column: number;

  constructor(origin: string, count: number, subject: string, column: number) {
    this.#origin = origin;
    this.#count = count;
    this.#subject = subject;
    this.#column = column;
  }

  line(line: SourceLine): void {
    const numbers = wholeNumbers(this.#origin, line, 1, `a ${this.#subject} and its weights`);
    const id = numbers[0] as number;
    if (id >= this.#count) throw lineError(this.#origin, line, `a ${this.#subject} below ${this.#count}`, String(id));
    const before = this.#seen.get(id);
    if (before !== undefined) throw lineError(this.#origin, line, `each ${this.#subject} once`, `${id}, as on line ${before}`);
    this.#seen.set(id, line.number);
    const weight = this.#column === 0 ? undefined : numbers[this.#column];
    if (weight === undefined) return;
    if (weight < 1 || weight > 2 ** 31 - 1)
      throw lineError(this.#origin, line, "a communication weight of at least 1", String(weight));
    this.weights.set(id, weight);
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
