// Bounds of every workload as formulas: node scripts/symbolic.js; --write puts them into docs/symbolic.md.
import { readFileSync, writeFileSync } from "node:fs";
import { FORMULAS } from "../build/bounds/symbolic/formulas.js";
import { symbolicBounds } from "../build/index.js";

/** Einsums that other tools print formulas of. */
const TEXTS = [
  "O[r,q,p] += A[r,q,s] * C[s,p]",
  "M[i,l] += X[i,j,k] * B[j,l] * C[k,l]",
  "C[i,j] += A[i,k] * A[j,k]",
  "F[i] += P[i] * Q[j]",
  "Z[i,j,k] += A[i,l] * B[j,l] * C[k,l]",
  "S[i,j] += Q[i,d] * K[j,d]; O[i,e] += S[i,j] * V[j,e]",
];

const math = (latex) => `$${latex}$`;
const rows = (subject) => {
  const { workload, symbols, bounds } = symbolicBounds(subject);
  const meanings = typeof subject === "string" ? Object.entries(symbols).filter(([name]) => name !== "S") : [];
  const lines = bounds.map(({ formula, valid, theorem }) =>
    [math(formula.latex), valid.map(({ latex }) => math(latex)).join(", ") || "always", `\`${theorem}\``].join(" | "),
  );
  return [
    `### ${typeof subject === "string" ? workload : `\`${workload}\``}`,
    "",
    ...(meanings.length === 0 ? [] : [`${meanings.map(([name, what]) => `\`${name}\`: ${what}`).join("; ")}.`, ""]),
    "| words moved, at least | where | theorem |",
    "|---|---|---|",
    ...lines.map((line) => `| ${line} |`),
    "",
  ];
};
const text = [...Object.keys(FORMULAS), ...TEXTS.map((one) => ({ text: one }))].flatMap(rows).join("\n");
if (process.argv[2] === "--write") {
  const page = new URL("../docs/symbolic.md", import.meta.url);
  const before = readFileSync(page, "utf8");
  writeFileSync(
    page,
    before.replace(/(<!-- table -->\n)[\s\S]*?(<!-- end -->)/, (_, open, close) => `${open}${text}${close}`),
  );
} else process.stdout.write(text);
