import { longChainComputation } from "../computation/long-chain.js";
import { InputError } from "../errors.js";
import { expand } from "../pebble/expand.js";
import type { Move } from "../pebble/rules.js";
import { twoLevelGame } from "../pebble/rules.js";
import type { LongChainPart, WordLongChain } from "../schedules/word-long-chain.js";
import { longChainTotal } from "../schedules/word-long-chain.js";
import type { FusedRows } from "../schedules/word-long-chain-rows.js";
import { listWordChain } from "./lift-word-chain.js";
import { listWordGemm } from "./lift-word-gemm.js";
import type { LiftedReplay, ProductVertices } from "./lifted.js";
import { MAXIMUM_LIFTED_PRODUCTS, MAXIMUM_LIFTED_VERTICES, range, runs, stageVertices, vertexNamed } from "./lifted.js";

/**
 * The moves of a word-level schedule of a chain of three products or more on the textbook machine, part after part.
 *
 * @throws InputError when the chain has too many scalar products to list.
 */
export function liftWordLongChain(schedule: WordLongChain, fastWords: number): LiftedReplay {
  const { m, widths } = schedule.workload;
  const products = widths.slice(1).reduce((sum, width, q) => sum + m * width * (widths[q] as number), 0);
  if (products > MAXIMUM_LIFTED_PRODUCTS) {
    throw new InputError("workload", `at most ${MAXIMUM_LIFTED_PRODUCTS} scalar products to lift`, String(products));
  }
  const graph = expand(longChainComputation(schedule.workload), { maximumVertices: MAXIMUM_LIFTED_VERTICES });
  const named = vertexNamed(graph);
  const stage = (q: number): ProductVertices =>
    stageVertices(named, { a: `X${q - 1}`, b: `W${q}`, sum: `X${q}` }, widths[q - 1] as number);
  const moves: Move[] = [];
  for (const part of schedule.parts) listPart(part, schedule, stage, fastWords, moves);
  return {
    interface: "slow-fast",
    graph,
    game: twoLevelGame(fastWords),
    moves,
    unit: "words",
    replayed: longChainTotal(schedule),
  };
}

function listPart(
  part: LongChainPart,
  { workload: { m, widths } }: WordLongChain,
  stage: (q: number) => ProductVertices,
  fastWords: number,
  moves: Move[],
): void {
  switch (part.kind) {
    case "product":
      listWordGemm(part.product, stage(part.first), fastWords, moves);
      break;
    case "pair":
      listWordChain(part.chain, { first: stage(part.first), second: stage(part.last) }, fastWords, moves);
      break;
    case "rows":
      listRows(part, m, widths, stage, moves);
  }
}

/** Panels of rows go through all products; with all weights held a panel is one row. */
function listRows(
  part: FusedRows,
  m: number,
  widths: readonly number[],
  stage: (q: number) => ProductVertices,
  moves: Move[],
): void {
  const { first, last, modes, weightsStay } = part;
  const layers = range(first, last + 1).map((q, index) => ({
    product: stage(q),
    k: widths[q - 1] as number,
    n: widths[q] as number,
    enters: q === first,
    leaves: q === last,
    mode: modes[index],
  }));
  const wordsOf = ({ product, k, n }: Layer): readonly number[] =>
    range(0, k).flatMap((p) => range(0, n).map((j) => product.b(0, p, j)));
  if (weightsStay) for (const layer of layers) for (const word of wordsOf(layer)) moves.push(["load", word]);
  for (const [i0, i1] of runs(m, part.rows)) {
    const rows = range(i0, i1);
    for (const layer of layers) {
      if (layer.mode === "stream") streamWeights(layer, rows, moves);
      else {
        if (!weightsStay) for (const word of wordsOf(layer)) moves.push(["load", word]);
        for (const i of rows) turnRows(layer, [i], (_, __, use) => use(), moves);
        if (!weightsStay) for (const word of wordsOf(layer)) moves.push(["delete", word]);
      }
    }
  }
  if (weightsStay) for (const layer of layers) for (const word of wordsOf(layer)) moves.push(["delete", word]);
}

interface Layer {
  readonly product: ProductVertices;
  readonly k: number;
  readonly n: number;
  readonly enters: boolean;
  readonly leaves: boolean;
}

function streamWeights(layer: Layer, rows: readonly number[], moves: Move[]): void {
  const { product } = layer;
  const pass = (p: number, j: number, use: () => void): void => {
    moves.push(["load", product.b(0, p, j)]);
    use();
    moves.push(["delete", product.b(0, p, j)]);
  };
  turnRows(layer, rows, pass, moves);
}

/** The rows' words meet the weights: sum by sum in the last layer, word by word of the old form in others. `pass` brings a weight. */
function turnRows(
  { product, k, n, enters, leaves }: Layer,
  rows: readonly number[],
  pass: (p: number, j: number, use: () => void) => void,
  moves: Move[],
): void {
  const meet = (p: number, j: number): void =>
    pass(p, j, () => {
      for (const i of rows) moves.push(product.multiplyAdd(0, i, j, p));
    });
  if (leaves) {
    for (const j of range(0, n)) {
      for (const p of range(0, k)) meet(p, j);
      for (const i of rows) moves.push(["store", product.sum(0, i, j, k - 1)], ["delete", product.sum(0, i, j, k - 1)]);
    }
    for (const i of rows) for (const p of range(0, k)) moves.push(["delete", product.a(0, i, p)]);
    return;
  }
  for (const p of range(0, k)) {
    if (enters) for (const i of rows) moves.push(["load", product.a(0, i, p)]);
    for (const j of range(0, n)) meet(p, j);
    for (const i of rows) moves.push(["delete", product.a(0, i, p)]);
  }
}
