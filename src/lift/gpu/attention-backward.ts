import { valueDimOf } from "../../computation/attention.js";
import { sequenceAt } from "../../computation/attention-mask.js";
import { BYTES_OF } from "../../computation/data-types.js";
import { forwardOf } from "../../computation/fused/attention-backward.js";
import type { AttentionRow } from "../../pebble/attention-graph.js";
import { attentionRows } from "../../pebble/attention-graph.js";
import type { Cdag } from "../../pebble/cdag.js";
import {
  BackwardGraph,
  checkBackwardSize,
  type Gradient,
  PairsByKey,
  type PairValues,
} from "../../pebble/expand-attention-backward.js";
import { sequenceOf } from "../../schedules/gpu/attention/arrays.js";
import { type FlashBackward, flashBackwardArrays } from "../../schedules/gpu/attention/flash-backward.js";
import { layOutFlashBackward } from "../../schedules/gpu/attention/flash-backward-layout.js";
import { keyRuns } from "../../schedules/gpu/attention/key-runs.js";
import { type TileGrid, tileAt, tileGrids } from "../../schedules/tiles/tile-arrays.js";
import { type AddOrder, cutsOf, type LiftableKernel } from "../liftable-kernel.js";
import { MAXIMUM_LIFTED_VERTICES, sumBytes } from "../lifted.js";

/** The moves of a backward kernel, ready for the referee. @throws InputError when the attention is too large to list. */
export function liftableFlashBackward(schedule: FlashBackward): LiftableKernel {
  const { workload: w, tile, queryGradient, groups } = schedule;
  checkBackwardSize(w, MAXIMUM_LIFTED_VERTICES);
  const [k, n] = [w.dim, valueDimOf(w)];
  const operands = BYTES_OF[w.dataType] * (tile.bm + tile.bn) * (k + n);
  // dK and dV beside a tile of S and of dP, whose places P and dS take, a share of dQ, L and D.
  const sums = sumBytes(w) * (tile.bn * (k + n) + 2 * tile.bm * tile.bn + tile.bm * (k + 2));
  const isAdded = queryGradient === "l2-adds" || groups === "l2-adds";
  return {
    graph: isAdded ? (order) => backwardGraph(schedule, order) : backwardGraph(schedule, () => []),
    layout: layOutFlashBackward(schedule),
    cuts: cutsOf(flashBackwardArrays(schedule)),
    rewritten: new Set(["sums of dQ", ...(groups === "l2-adds" ? ["sums of dK", "sums of dV"] : [])]),
    roomBytes: operands + sums,
  };
}

/** The backward pass with what the kernels pass through memory as words of their own. */
function backwardGraph(schedule: FlashBackward, order: AddOrder): Cdag {
  const { workload: w, tile, queryGradient, groups, backwards } = schedule;
  const forward = forwardOf(w);
  const graph = new BackwardGraph(w);
  const { output, sum } = graph.bytes;
  const grids = tileGrids(flashBackwardArrays(schedule)).grids as Readonly<Record<string, TileGrid>>;
  const tileOf = (grid: string, matrix: number, row: number, side: number): number =>
    tileAt(grids[grid] as TileGrid, matrix, Math.floor(row / side), 0);

  /** A sum of some pairs, or a word that is set to zero where there are none. */
  const part = (which: Gradient, c: number, pairs: readonly PairValues[], name: string, weight: number): number =>
    pairs.length === 0 ? graph.preset(name, weight) : graph.partial(which, c, pairs, name, weight);

  /** What the parts come to that are added in the L2 to a word set to zero before, and its words in memory. */
  const added = (which: Gradient, c: number, word: string, at: number, parts: readonly (readonly PairValues[])[]): void => {
    const values = parts.map((pairs, s) => part(which, c, pairs, `sums of ${word}+${s}`, sum));
    let before = graph.preset(`sums of ${word}@0`, sum);
    order(at).forEach((s, v) => {
      const name = `sums of ${word}@${v + 1}`;
      before = graph.terms(name, [before, values[s] as number]);
    });
    graph.output(graph.add(word, output, [before]));
  };

  const ofKeys = new PairsByKey();
  for (const row of attentionRows(forward)) {
    readRow(graph, row);
    const pairs = row.keys.map((key) => graph.pair(row, key));
    for (const pair of pairs) ofKeys.add(`${row.shared},${pair.key}`, pair);
    for (const c of graph.columns) {
      const word = `dQ[${row.name},${c}]`;
      if (queryGradient === "second-pass") graph.output(part("dQ", c, pairs, word, output));
      else added("dQ", c, word, tileOf("sumsOfQ", row.head, row.query, tile.bm), inTilesOfKeys(schedule, row, pairs));
    }
  }
  const group = w.heads / w.kvHeads;
  for (const [keyHead, key, name] of keysOf(schedule)) {
    for (const c of graph.columns) graph.input(`K[${name},${c}]`);
    for (const c of graph.valueColumns) graph.input(`V[${name},${c}]`);
    const pairs = inOrder(ofKeys.get(name) ?? [], tile.bm, backwards);
    const byHead = Array.from({ length: group }, (_, at) => pairs.filter(({ row }) => row.head === keyHead * group + at));
    for (const which of ["dK", "dV"] as const) {
      for (const c of graph.columnsOf(which)) {
        const word = `${which}[${name},${c}]`;
        if (groups === "in-cta") graph.output(part(which, c, byHead.flat(), word, output));
        else if (groups === "l2-adds") {
          const at = tileOf(which === "dK" ? "sumsOfK" : "sumsOfV", keyHead, key, tile.bn);
          added(which, c, word, at, byHead);
        } else {
          const parts = byHead.map((own, h) => {
            const head = keyHead * group + h;
            const place = `${Math.floor(head / w.heads)},${head % w.heads},${key},${c}`;
            return part(which, c, own, `${which} of heads[${place}]`, output);
          });
          const whole = graph.terms(word, parts);
          graph.complete(whole, word, output);
          graph.output(whole);
        }
      }
    }
  }
  return graph.build();
}

/** Words of a row, which come in tiles with others although it may see no key. */
function readRow(graph: BackwardGraph, { name }: AttentionRow): void {
  for (const c of graph.columns) graph.input(`Q[${name},${c}]`);
  for (const c of graph.valueColumns) graph.input(`dO[${name},${c}]`);
  for (const statistic of ["L", "D"]) graph.input(`${statistic}[${name},0]`, graph.bytes.sum);
}

/** The pairs of a row by the tiles of keys that its tile of queries meets, upwards. */
function inTilesOfKeys(
  { workload, tile }: FlashBackward,
  row: AttentionRow,
  pairs: readonly PairValues[],
): readonly (readonly PairValues[])[] {
  const forward = forwardOf(workload);
  const runs = keyRuns(forward, tile, sequenceOf(forward, row.head), Math.floor(row.query / tile.bm));
  return runs.flatMap(({ first, count }) =>
    Array.from({ length: count }, (_, at) => pairs.filter(({ key }) => Math.floor(key / tile.bn) === first + at)),
  );
}

/** Pairs of a key as a kernel meets them: tiles of queries upwards or downwards, rows of a tile upwards. */
function inOrder(pairs: readonly PairValues[], bm: number, backwards: boolean): readonly PairValues[] {
  const tileOf = ({ row }: PairValues): number => Math.floor(row.query / bm) * (backwards ? -1 : 1);
  return [...pairs].sort((x, y) => tileOf(x) - tileOf(y) || x.row.query - y.row.query);
}

/** Every key: its head counted over the batch, its place, and its name `batch,head,key`. */
function* keysOf({ workload: w }: FlashBackward): Generator<readonly [keyHead: number, key: number, name: string]> {
  for (let keyHead = 0; keyHead < w.batch * w.kvHeads; keyHead++) {
    const batch = Math.floor(keyHead / w.kvHeads);
    for (let key = 0; key < sequenceAt(w, batch).keys; key++) yield [keyHead, key, `${batch},${keyHead % w.kvHeads},${key}`];
  }
}
