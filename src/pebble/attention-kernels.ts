import { type AttentionWorkload, type PackedAttention, valueDimOf } from "../computation/attention.js";
import { AttentionGraph, type AttentionRow, attentionRows, keyBlocks } from "./attention-graph.js";
import type { Cdag } from "./cdag.js";
import { checkVertexCount } from "./iteration-box.js";

/**
 * Graphs of attention as particular kernels evaluate it, with what they pass through memory as words of its own; vertices weigh
 * their bytes. `expandAttention` has the kernels that pass nothing. What a mask hides and tiles in memory hold all the same is set
 * without work: scores, their exponentials, and statistics and sums of rows that see no key.
 */

/** S, then its softmax by whole rows, P = exp(S − M) / L, then O = P·V. S and P are operands. */
export function unfusedAttention(w: AttentionWorkload, maximumVertices: number): Cdag {
  return everyRow(w, maximumVertices, (graph, row) => {
    const { operand, sum } = graph.bytes;
    graph.hide(row, ["S", "P"]);
    if (row.keys.length === 0) return graph.blind(row, "O");
    const scores = graph.scores(row, row.keys, operand);
    const maximum = graph.terms(`M[${row.name}]`, scores);
    const weights = row.keys.map((j, at) => graph.add(`X[${row.name},${j}]`, sum, [scores[at] as number, maximum]));
    const total = graph.terms(`L[${row.name}]`, weights);
    const shares = row.keys.map((j, at) => graph.add(`P[${row.name},${j}]`, operand, [weights[at] as number, total]));
    graph.outputs(row, shares);
  });
}

/** S, then M and L of each row by blocks of keys, then O from S, M and L. */
export function partialSoftmaxAttention(w: AttentionWorkload, keyBlock: number, maximumVertices: number): Cdag {
  return everyRow(w, maximumVertices, (graph, row) => {
    const { operand, sum } = graph.bytes;
    graph.hide(row, ["S"]);
    if (row.keys.length === 0) {
      for (const name of ["M", "L"]) graph.preset(`${name}[${row.name},0]`, sum);
      return graph.blind(row, "O");
    }
    const scores = graph.scores(row, row.keys, operand);
    let [maximum, total]: [number | undefined, number | undefined] = [undefined, undefined];
    for (let first = 0, t = 0; first < scores.length; first += keyBlock, t++) {
      const block = scores.slice(first, first + keyBlock);
      const before = maximum;
      maximum = graph.terms(`M[${row.name}]@${t}`, before === undefined ? block : [before, ...block]);
      const now = maximum;
      const factor = before === undefined ? undefined : graph.add(`R[${row.name}]@${t}`, sum, [before, now]);
      const weights = block.map((score, at) => graph.add(`X[${row.name},${first + at}]`, sum, [score, now]));
      const carried = total === undefined || factor === undefined ? undefined : { value: total, factor };
      total = graph.terms(`L[${row.name}]@${t}`, weights, carried);
    }
    const stored = [
      graph.add(`M[${row.name},0]`, sum, [maximum as number]),
      graph.add(`L[${row.name},0]`, sum, [total as number]),
    ];
    graph.outputs(
      row,
      row.keys.map((j, at) => graph.add(`P[${row.name},${j}]`, operand, [scores[at] as number, ...stored])),
    );
  });
}

/**
 * Parts of the keys, each with its O and log-sum-exp, walked from the last block of keys to the first, then merged; `partOf` says in
 * which part a row meets a key.
 */
export function splitAttention(
  w: PackedAttention,
  keyBlock: number,
  parts: number,
  partOf: (row: AttentionRow, key: number) => number,
  maximumVertices: number,
): Cdag {
  return everyRow(w, maximumVertices, (graph, row) => {
    const { sum, output } = graph.bytes;
    const keysOfParts: number[][] = Array.from({ length: parts }, () => []);
    for (const key of row.keys) keysOfParts[partOf(row, key)]?.push(key);
    keysOfParts.forEach((keys, s) => {
      if (keys.length > 0) return;
      graph.preset(`parts of LSE[${s},${row.name},0]`, sum);
      for (const c of graph.valueColumns) graph.preset(`parts of O[${s},${row.name},${c}]`, sum);
    });
    if (row.keys.length === 0) return graph.blind(row, "O", "LSE");
    const merged = keysOfParts.flatMap((keys, s) => {
      if (keys.length === 0) return [];
      const { sums, maximum, total } = graph.online(`${s}/`, row, [...keyBlocks(w, keys, keyBlock)].reverse());
      const lse = graph.add(`parts of LSE[${s},${row.name},0]`, sum, [maximum, total]);
      return [{ lse, sums: sums.map((value, c) => graph.add(`parts of O[${s},${row.name},${c}]`, sum, [value, total])) }];
    });
    const [lses, whole] = [merged.map((part) => part.lse), `LSE[${row.name},0]`];
    const lse = lses.length === 1 ? graph.add(whole, sum, lses) : graph.terms(whole, lses);
    graph.output(lse);
    const shares = merged.map((part, s) => graph.add(`W[${row.name}]/${s}`, sum, [part.lse, lse]));
    for (const c of graph.valueColumns) {
      const products = merged.map((part, s) => [shares[s] as number, part.sums[c] as number]);
      graph.output(graph.products(`O[${row.name},${c}]`, products, output));
    }
  });
}

/**
 * Keys block by block with the row's sums of O, normalised, and its log-sum-exp in memory between them: `sums of O[…]@t` and
 * `LSE[…]@t`. A block that a mask hides from a row leaves both as they are. `lastBlock` is the one that writes O.
 */
export function rewrittenAttention(
  w: AttentionWorkload,
  keyBlock: number,
  lastBlock: (query: number) => number,
  maximumVertices: number,
): Cdag {
  return everyRow(w, maximumVertices, (graph, row) => {
    const { sum, output } = graph.bytes;
    let before: { readonly lse: number; readonly sums: readonly number[] } | undefined;
    const last = lastBlock(row.query);
    for (let t = 0; t <= last; t++) {
      const name = (c: number): string => (t === last ? `O[${row.name},${c}]` : `sums of O[${row.name},${c}]@${t}`);
      const weight = t === last ? output : sum;
      const keys = row.keys.slice(t * keyBlock, (t + 1) * keyBlock);
      const old = before;
      if (keys.length === 0 && old === undefined) {
        const lse = graph.preset(`LSE[${row.name},0]@${t}`, sum);
        before = { lse, sums: graph.valueColumns.map((c) => graph.preset(name(c), weight)) };
      } else if (keys.length === 0 && old !== undefined) {
        const lse = graph.add(`LSE[${row.name},0]@${t}`, sum, [old.lse]);
        before = { lse, sums: old.sums.map((value, c) => graph.add(name(c), weight, [value])) };
      } else {
        const block = graph.online(`${t}/`, row, [keys]);
        const lse = graph.add(`LSE[${row.name},0]@${t}`, sum, [
          ...(old === undefined ? [] : [old.lse]),
          block.maximum,
          block.total,
        ]);
        const share = graph.add(`W[${row.name}]@${t}`, sum, [block.maximum, lse]);
        const kept = old === undefined ? undefined : graph.add(`R[${row.name}]@${t}`, sum, [old.lse, lse]);
        const sums = block.sums.map((value, c) => {
          const carried = kept === undefined ? [] : [old?.sums[c] as number, kept];
          return graph.add(name(c), weight, [...carried, value, share]);
        });
        before = { lse, sums };
      }
    }
    graph.output(before?.lse as number);
    for (const value of before?.sums ?? []) graph.output(value);
  });
}

function everyRow(w: PackedAttention, maximumVertices: number, write: (graph: AttentionGraph, row: AttentionRow) => void): Cdag {
  // Two vertices a product, and for each key and block of keys some more.
  const pairs = BigInt(w.batch) * BigInt(w.heads) * BigInt(w.queries) * BigInt(w.keys);
  checkVertexCount("attention", pairs * (3n * BigInt(Math.max(w.dim, valueDimOf(w))) + 8n), maximumVertices);
  const graph = new AttentionGraph(w);
  for (const row of attentionRows(w)) {
    if (row.keys.length === 0) graph.readQuery(row);
    write(graph, row);
  }
  graph.readUnseenKeys();
  return graph.build();
}
