import type { Workload } from "../../computation/workload.js";
import type { Theorem } from "../theorem.js";

/**
 * What a theorem comes to in words, on one fast memory of S words that starts empty: at least `leading` less `less`, wherever all of `valid`
 * hold. Every formula is the theorem at one cut, with its roundings counted against it.
 */
export interface FormulaText {
  readonly theorem: Theorem["id"];
  readonly leading: string;
  readonly less?: string;
  readonly valid?: readonly string[];
}

/** The formulas of a kind of workload, and what their symbols mean. */
export interface KindFormulas {
  readonly symbols: Readonly<Record<string, string>>;
  readonly formulas: readonly FormulaText[];
}

const compulsory = (leading: string): FormulaText => ({ theorem: "compulsory", leading });

/** Two products in a row, `h` elements between them made of k products each and used in n: at the cuts T = 2S and T = S. */
function ofChain(h: string, k: string, n: string): readonly FormulaText[] {
  return [
    {
      theorem: "chain-recomputation",
      leading: `2·${h}·(${k} + ${n})/√S`,
      less: `9·${h}/8`,
      valid: [`9·√S ≤ 16·${k}`],
    },
    {
      theorem: "chain-fused",
      leading: `${h}·(${k} + ${n})²/S`,
      less: `${h}·(${k} + ${n})^4/(${n}·S³)`,
      valid: [`${n} ≤ ${k}`, `8·(${k} + ${n})^4 ≤ 27·${n}²·S`],
    },
    {
      theorem: "chain-fused",
      leading: `4·${h}·${k}·${n}/S`,
      less: `16·${h}·${k}²·${n}/S³`,
      valid: [`${k} ≤ ${n}`, `128·${k}² ≤ 27·S`],
    },
  ];
}

const PRODUCT = { m: "rows of A and C", n: "columns of B and C", k: "columns of A, rows of B" };

/** `b` products side by side: at T = 2S, and in whole memories of A or B. */
function ofProducts(b: string): readonly FormulaText[] {
  return [
    { theorem: "gemm-segments", leading: `2·${b}m·n·k/√S`, less: "2·S" },
    {
      theorem: "gemm-whole-passes",
      leading: `${b}m·n·(1 + k²/S)`,
      less: `${b}k·min(m, n)`,
      valid: ["k ≤ √S", "S ≤ k·m", "S ≤ k·n"],
    },
  ];
}

export const GEMM_FORMULAS: KindFormulas = {
  symbols: { b: "products side by side (batch)", ...PRODUCT },
  formulas: [compulsory("b·(m·k + k·n + m·n)"), ...ofProducts("b·")],
};

export const CHAIN_FORMULAS: KindFormulas = {
  symbols: { m: "rows of A, H and E", k: "columns of A", l: "columns of H", n: "columns of E" },
  formulas: [compulsory("m·k + k·l + l·n + m·n"), ...ofChain("m·l", "k", "n")],
};

const ROWS = { rows: "rows of X and Y", columns: "words of a row" };

function ofStatistics(shared: string): KindFormulas {
  return {
    symbols: ROWS,
    formulas: [
      compulsory(`2·rows·columns${shared}`),
      { theorem: "row-statistics", leading: `3·rows·columns${shared}`, less: "rows·S", valid: ["S ≤ columns"] },
    ],
  };
}

const ATTENTION = {
  p: "pairs of a query and a key that it sees, over batch and heads",
  q: "rows of Q and O, over batch and heads",
  c: "rows of K and V, over batch and key-value heads",
  d: "columns of Q and K",
  v: "columns of V and O",
};

/** At T = 2S, where a segment holds √2·S√S products, or S√S. */
function ofTriangles(inputs: string, leading: string, symbols: KindFormulas["symbols"]): KindFormulas {
  return { symbols, formulas: [compulsory(inputs), { theorem: "triangular-segments", leading, less: "2·S" }] };
}

/** In d dimensions at T = d·S, with a margin of so many cells on each side that are not counted. */
function ofCells(d: number, extents: readonly string[], margin: string, each: string): FormulaText {
  const inside = extents.map((extent) => `(${extent} − ${margin})`).join("·");
  const valid = [`${d} ≤ d`, `d ≤ ${d}`, ...extents.map((extent) => `${margin} ≤ ${extent}`)];
  const leading = `t·${inside}·${each}`.replaceAll(`− ${margin}`, `− (${margin})`);
  return { theorem: "layered-segments", leading, less: `${d}·S`, valid };
}

/** Formulas by kind of workload; those of an einsum follow from its text. */
export const FORMULAS: Readonly<Record<Exclude<Workload["kind"], "einsum">, KindFormulas>> = {
  gemm: GEMM_FORMULAS,
  chain: CHAIN_FORMULAS,
  "multilayer-chain": {
    symbols: {
      m: "rows",
      p: "products of neighbouring widths, w0·w1 + w1·w2 + …",
      e: "columns of X0 and of the last X together",
      c: "columns of all X between them together",
      w: "the least of the widths but the last two",
    },
    formulas: [
      compulsory("m·e + p"),
      { theorem: "multilayer-stages", leading: "2·m·p/√S", less: "m·c + 2·S", valid: ["√S ≤ 2·w"] },
      {
        theorem: "multilayer-whole-rows",
        leading: "1024·w·m·p·S/(1024·S² + 320·w²·S + w^4)",
        less: "S",
        valid: ["7·w² ≤ 24·S"],
      },
    ],
  },
  ffn: {
    symbols: { t: "tokens", d: "model", h: "hidden", f: "products in front: 1, or 2 where gated" },
    formulas: [
      compulsory("2·t·d + (f + 1)·d·h"),
      {
        theorem: "chain-recomputation",
        leading: "2·(f + 1)·t·h·d/√S",
        less: "9·f·t·h/8",
        valid: ["9·√S ≤ 16·d"],
      },
      {
        theorem: "chain-fused",
        leading: "(√f + 1)²·t·h·d²/S",
        less: "(√f + 1)^4·t·h·d³/S³",
        valid: ["8·(√f + 1)^4·d² ≤ 27·S"],
      },
    ],
  },
  attention: {
    symbols: ATTENTION,
    formulas: [compulsory("(q + c)·(d + v)"), ...ofChain("p", "d", "v")],
  },
  "epilogue-gemm": {
    symbols: { ...PRODUCT, e: "words that the epilogue reads" },
    formulas: [compulsory("m·k + k·n + m·n + e"), ...ofProducts("")],
  },
  "sparse-gemm": {
    symbols: { ...PRODUCT, s: "rows of A, or columns of B, of the sparse operand" },
    formulas: [
      compulsory("(m + n)·k/2 + s·k/8 + m·n"),
      { theorem: "gemm-sparse-segments", leading: "m·n·k/√S + s·k/8", less: "2·S" },
    ],
  },
  "attention-backward": {
    symbols: ATTENTION,
    formulas: [
      compulsory("2·q·d + q·v + 2·q + 2·c·(d + v)"),
      // The cut is S.
      {
        theorem: "attention-backward",
        leading: "2·p·(2·d + v)·(d + v)/S",
        less: "4·p·(2·d + v)·(d + v)²/S³",
        valid: ["v ≤ d", "32·(d + v)² ≤ 27·S"],
      },
      {
        theorem: "attention-backward",
        leading: "4·p·(2·d + v)·d/S",
        less: "16·p·(2·d + v)·d²/S³",
        valid: ["d ≤ v", "128·d² ≤ 27·S"],
      },
    ],
  },
  conv: {
    symbols: {
      I: "words of the input that some product meets",
      W: "words of the filters",
      O: "words of the output",
      u: "products, each divided by the root of the reuse of its tap (3×3, stride 1: by 3), to four digits",
    },
    formulas: [compulsory("I + W + O"), { theorem: "conv-segments", leading: "2·u/√S", less: "2·u/S² + 2·S" }],
  },
  "grouped-gemm": {
    symbols: {
      r: "rows of all groups",
      g: "groups that have rows",
      a: "groups that read one row of A",
      n: "columns of B and C",
      k: "columns of A, rows of B",
    },
    formulas: [
      compulsory("r·k/a + g·k·n + r·n"),
      { theorem: "gemm-segments", leading: "2·r·n·k/√(a·(S + 1))", less: "g·(2·S + 3)", valid: ["√S ≤ k"] },
    ],
  },
  moe: {
    symbols: {
      r: "rows of all experts",
      g: "experts that have rows",
      a: "experts of a token",
      d: "model",
      h: "hidden",
      f: "products in front: 1, or 2 where gated",
    },
    formulas: [
      compulsory("2·r·d/a + (f + 1)·g·d·h"),
      {
        theorem: "chain-recomputation",
        leading: "2·(f + 1)·r·h·d/(a·√(S + 1))",
        less: "9·f·r·h/(8·a) + g·(2·S + 3)",
        valid: ["9·√(S + 1) ≤ 16·d"],
      },
    ],
  },
  elementwise: {
    symbols: { ...ROWS, x: "operands" },
    formulas: [compulsory("(x + 1)·rows·columns")],
  },
  softmax: ofStatistics(""),
  rmsnorm: ofStatistics(" + columns"),
  layernorm: ofStatistics(" + 2·columns"),
  rotary: {
    symbols: { rows: "rows of X", heads: "heads", dim: "words of a head" },
    formulas: [compulsory("2·rows·heads·dim + rows·dim")],
  },
  "norm-gemm": {
    symbols: { ...PRODUCT, r: "head dimension of a rotary embedding, else 0" },
    formulas: [compulsory("m·k + k·n + m·n + k + m·r"), ...ofProducts("")],
  },
  syrk: ofTriangles("n·m + n·(n + 1)/2", "n·(n − 1)·m/√(2·S)", { n: "rows of A", m: "columns of A" }),
  syr2k: ofTriangles("2·n·m + n·(n + 1)/2", "2·n·(n − 1)·m/√(2·S)", { n: "rows of A and B", m: "columns of A and B" }),
  symm: ofTriangles("2·n·m + n·(n + 1)/2", "2·n·(n − 1)·m/√(2·S)", { n: "rows of A, B and C", m: "columns of B and C" }),
  trmm: ofTriangles("2·n·m + n·(n + 1)/2", "n·(n + 1)·m/√S", { n: "rows of L, B and C", m: "columns of B and C" }),
  trsm: ofTriangles("2·n·m + n·(n + 1)/2", "n·(n − 1)·m/√S", { n: "rows of L, B and X", m: "columns of B and X" }),
  cholesky: ofTriangles("n·(n + 1)", "n·(n − 1)·(n − 2)/(3·√(2·S))", { n: "rows and columns" }),
  "gram-schmidt": {
    symbols: { n: "columns of A and Q", m: "rows of A and Q" },
    formulas: [
      compulsory("2·n·m + n·(n + 1)/2"),
      // The cut is S + 2·m.
      {
        theorem: "gram-schmidt-hourglass",
        leading: "n·(n − 1)·m²/(2·(S + 2·m)) + n·(n + 1)/2",
        less: "S + m",
      },
    ],
  },
  "floyd-warshall": ofTriangles("2·n·(n − 1)", "2·n·(n − 1)·(n − 2)/(3·√S)", { n: "vertices" }),
  stencil: {
    symbols: {
      a: "cells along the first dimension",
      b: "along the second, 1 without one",
      c: "along the third, 1 without one",
      t: "steps",
      r: "radius",
      d: "dimensions",
      k: "κ^d, κ the boundary of sets of cells: a box (2·r·d)^d; a star 2·r, 8, 16 in one to three dimensions, (2·r)^d where r > 1",
    },
    formulas: [
      compulsory("2·a·b·c"),
      ofCells(1, ["a"], "2·S + 2·r", "k/(2·(S + k))"),
      ofCells(2, ["a", "b"], "12·r·√(S/k) + 8·r", "2/(2·√(3·S/k) + 3)"),
      ofCells(3, ["a", "b", "c"], "12·r·(4·S/k)^(1/3) + 8·r", "3/(3·(4·S/k)^(1/3) + 4)"),
    ],
  },
  scan: {
    symbols: {
      g: "groups of all sequences",
      n: "rows of a state",
      c: "columns of a group's states",
      t: "tokens",
      o: "words of all arrays but K, V, first and last states",
      f: "1 where the last states are stored, else 0",
    },
    formulas: [
      compulsory("g·(t·(n + c) + f·n·c) + o"),
      { theorem: "scan-states", leading: "2·g·n·c·t/√S + o", less: "2·g·S", valid: ["1 ≤ f"] },
    ],
  },
  fft: {
    symbols: { p: "points", l: "layers, log2 p", L: "log2 S, rounded up" },
    formulas: [compulsory("2·p"), { theorem: "layered-segments", leading: "7·p·l/(8·(L + 4)) + p", less: "7·S" }],
  },
  lu: ofTriangles("2·n² − n", "(n − 1)·n·(2·n − 1)/(3·√S)", { n: "rows and columns" }),
};
