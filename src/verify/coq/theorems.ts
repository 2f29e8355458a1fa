import { type CoqCertificate, type CoqTable, coqText, type Figures } from "./terms.js";

/** A piece of a Coq file: the commands, and the files of the development that they need. */
export interface CoqText {
  readonly files: readonly string[];
  readonly text: string;
}

/** What is said of every execution, and the proof of it once `check`, the result of the computation, is there. */
interface Statement {
  readonly files: readonly string[];
  readonly statement: string;
  readonly proof: string;
}

/**
 * A certificate with its theorem: the soundness of the checker, written out for the executions that the certificate is about.
 * `others` are the certificates beside it: one of them may name the computation that a compulsory certificate is about.
 */
export function coqTheorem(name: string, certificate: CoqCertificate, others: readonly CoqCertificate[]): CoqText {
  const { files, statement, proof } = statementOf(certificate, others);
  const lines = [
    `Definition ${name}_certificate : ${certificate.type} :=`,
    `  ${coqText(certificate.term)}.`,
    "",
    `Theorem ${name} ${statement}.`,
    "Proof.",
    `have check : ${certificate.check} ${name}_certificate = true by vm_compute.`,
    ...tablesHold(certificate, name),
    `${proof}`,
    "Qed.",
  ];
  return { files: [...certificate.files, ...files], text: lines.join("\n") };
}

function statementOf(certificate: CoqCertificate, others: readonly CoqCertificate[]): Statement {
  const sound = `${certificate.check}_sound check`;
  switch (certificate.theorem) {
    case "compulsory":
      return compulsoryStatement(certificate, sound, others);
    case "chain-fused":
      return chainStatement(certificate, partsOf(certificate, FAST_ADDS), ` -> ${ROWS}`, [
        `move=> count rows sizes leg; exact: (${sound} (conj count rows) leg).`,
      ]);
    case "chain-recomputation": {
      return chainStatement(certificate, movedBy(certificate), "", [
        `move=> count sizes leg; have moves := ${sound}.`,
        "exact: (moves pairs e count leg).",
      ]);
    }
    case "gemm-segments":
    case "conv-segments":
      return productStatement(certificate, partsOf(certificate, FAST_ADDS), [`move=> sizes leg; exact: (${sound} leg).`]);
    case "gemm-holding-cost":
    case "conv-holding-cost":
      return productStatement(certificate, `${FAST_ADDS}${movedBy(certificate)}`, [
        `move=> sizes leg fast; exact: (${certificate.check}_sound tables check leg fast).`,
      ]);
    case "gemm-whole-passes":
    case "conv-whole-passes":
      return productStatement(certificate, movedBy(certificate), [`move=> sizes leg; exact: (${sound} leg).`]);
    default: {
      const one = `exists p, ${figure(certificate, "value")} <= Z.of_nat (traffic_of sizes e p)`;
      return productStatement(certificate, one, [`move=> sizes leg; exact: (${sound} leg).`]);
    }
  }
}

/** That the tables which the certificate names passed, in its order: what `tableTheorem` proved. */
function tablesHold({ tables, theorem }: CoqCertificate, name: string): readonly string[] {
  if (tables === undefined) return [];
  const proof = tables.reduceRight((rest, table) => `(conj ${table.name}_passes ${rest})`, "I");
  const parts = theorem === "conv-holding-cost" ? "conv_holding_parts" : "holding_parts";
  return [`have tables : tables_hold (${parts} ${name}_certificate) by exact: ${proof}.`];
}

/** A table that certificates name, and that it passes. It is computed once, when the proof is complete. */
export function tableTheorem({ name, type, check, term }: CoqTable): string {
  const lines = [`Definition ${name} : ${type} :=`, `  ${coqText(term)}.`, `Theorem ${name}_passes : ${check} ${name} = true.`];
  return [...lines, "Proof. by vm_cast_no_check (erefl true). Qed."].join("\n");
}

/** Of a product or a convolution. */
function productStatement(certificate: CoqCertificate, says: string, proof: readonly string[]): Statement {
  const figures = certificate.figures;
  const { type, sizes } = computationOf(certificate);
  const statement = [
    `(e : execution [finType of 'I_${nat(figures, "memories")}]`,
    `    ${type}) :`,
    `  let sizes := ${sizes} in`,
    `  legal sizes ${nat(figures, "capacity")} e ->`,
    `  ${says}`,
  ];
  return { files: [], statement: statement.join("\n"), proof: proof.join("\n") };
}

/**
 * Of the product or chain of the document, where its arrays come to the same words; else of every computation that has the arrays
 * listed.
 */
function compulsoryStatement(certificate: CoqCertificate, sound: string, others: readonly CoqCertificate[]): Statement {
  const arrays = `has_arrays sizes ${figure(certificate, "inputs")}\n    ${figure(certificate, "outputs")}`;
  const about = others.find((other) => ARRAYS[other.theorem]?.(other.figures).join() === totals(certificate));
  if (about === undefined) {
    const statement = [
      "(M : finType) (C : computation) (sizes : sizes C) (capacity : nat) (e : execution M C) :",
      `  ${arrays} ->`,
      "  legal sizes capacity e ->",
      `  ${partsOf(certificate)}`,
    ];
    return { files: [], statement: statement.join("\n"), proof: `move=> arrays leg; exact: (${sound} arrays leg).` };
  }
  const { type, sizes, pairs } = computationOf(about);
  const statement = [
    `(M : finType) (capacity : nat)${pairs === undefined ? "" : ` (pairs : ${pairs})`}`,
    `    (e : execution M ${type}) :`,
    ...(pairs === undefined ? [] : [`  ${ROWS} ->`, "  (forall column, exists row, (column.1, row, column.2) \\in pairs) ->"]),
    `  let sizes := ${sizes} in`,
    "  legal sizes capacity e ->",
    `  ${partsOf(certificate)}`,
  ];
  const [ok, has, conditions] =
    pairs === undefined
      ? ["check_instance", "product_has_arrays ok", ""]
      : ["check_chain_instance", "chain_has_arrays ok rows columns", "rows columns "];
  const proof = [
    `have ok : ${ok} ${figure(about, "instance")} = true by vm_compute.`,
    `move=> ${conditions}sizes leg; have [words computed inputs outs] := ${has}.`,
    `have arrays : ${arrays}.`,
    "  by split; [exact: words | exact: computed | rewrite [LHS]inputs; vm_compute | rewrite [LHS]outs; vm_compute].",
    `exact: (${sound} arrays leg).`,
  ];
  return { files: about.files, statement: statement.join("\n"), proof: proof.join("\n") };
}

/** What the arrays of a product or a chain come to: reads, writes. */
const ARRAYS: Readonly<Record<string, (figures: Figures) => readonly bigint[]>> = {
  "gemm-segments": (figures) => {
    const words = wordsOf(figures);
    return [words("a", "batch", "m", "k") + words("b", "batch", "k", "n"), words("output", "batch", "m", "n")];
  },
  "chain-fused": (figures) => {
    const words = wordsOf(figures);
    const inputs = [words("a", "batch", "m", "k"), words("b", "batch", "l", "factors", "k"), words("d", "batch", "l", "n")];
    return [inputs.reduce((x, y) => x + y), words("output", "batch", "m", "n")];
  },
};

function wordsOf(figures: Figures): (...names: readonly string[]) => bigint {
  return (...names) => names.reduce((all, name) => all * BigInt(figure({ figures }, name)), 1n);
}

function totals(certificate: CoqCertificate): string {
  return ["reads", "writes"].map((name) => figure(certificate, name)).join();
}

const ROWS = "(forall row, exists column, (row, column) \\in pairs)";

/** Of every chain with so many elements of H: which of them exist (a mask) is left open, but for what `rows` asks of them. */
function chainStatement(certificate: CoqCertificate, says: string, rows: string, proof: readonly string[]): Statement {
  const figures = certificate.figures;
  const { type, sizes, pairs } = computationOf(certificate);
  const statement = [
    `(pairs : ${pairs})`,
    `    (e : execution [finType of 'I_${nat(figures, "memories")}] ${type}) :`,
    `  Z.of_nat #|pairs| = ${figure(certificate, "pairs")}${rows} ->`,
    `  let sizes := ${sizes} in`,
    `  legal sizes ${nat(figures, "capacity")} e ->`,
    `  ${says}`,
  ];
  return { files: [], statement: statement.join("\n"), proof: proof.join("\n") };
}

/** The computation of a product's, a convolution's or a chain's certificate, its word sizes, and the type of the set of elements of H. */
function computationOf({ theorem, figures }: CoqCertificate): {
  readonly type: string;
  readonly sizes: string;
  readonly pairs?: string;
} {
  const nats = (...names: string[]): string => names.map((name) => nat(figures, name)).join(" ");
  const within = (part: string, ...names: string[]): string => nats(...names.map((name) => `${part}.${name}`));
  if (theorem.startsWith("conv-")) {
    const axes = ["rows", "columns"].map((axis) => `(Axis ${within(axis, "extent", "kernel", "stride", "padding")})`);
    return {
      type: `(conv ${within("channels", "batch", "input", "output")} ${axes.join(" ")})`,
      sizes: `conv_sizes _ _ _ _ _ ${within("weights", "input", "filter", "partial", "output")}`,
    };
  }
  if (!theorem.startsWith("chain-")) {
    const sizes = `product_sizes _ _ _ _ ${nats("a", "b", "partial", "output")}`;
    return { type: `(product ${nats("batch", "m", "n", "k")})`, sizes };
  }
  // Accumulators of H are of the size of those of E where its recomputation is charged.
  const sizes = theorem === "chain-recomputation" ? "chain_sums_sizes" : "chain_sizes";
  return {
    type: `(chain ${nats("k", "n", "factors")} pairs)`,
    sizes: `${sizes} pairs ${nats("a", "b", "d", "h", "partial", "output")}`,
    pairs: `{set ${["batch", "m", "l"].map((name) => `'I_${nat(figures, name)}`).join(" * ")}}`,
  };
}

/** The premise of a claim that holds only where slow memory never adds. */
const FAST_ADDS = "no_slow_adds e -> ";

/** Loads, under a premise, stores and both together. */
function partsOf(certificate: CoqCertificate, ofReads = ""): string {
  const [reads, writes, value] = ["reads", "writes", "value"].map((name) => figure(certificate, name));
  return [
    `[/\\ ${ofReads}${reads} <= Z.of_nat (loads sizes e), ${writes} <= Z.of_nat (stores sizes e)`,
    `    & ${value} <= Z.of_nat (traffic sizes e)]`,
  ].join("\n");
}

/** Both together alone. */
function movedBy(certificate: CoqCertificate): string {
  return `${figure(certificate, "value")} <= Z.of_nat (traffic sizes e)`;
}

/** Binary numerals stay binary: `Z.to_nat` is never computed. */
function nat(figures: Figures, name: string): string {
  return `(Z.to_nat ${figure({ figures }, name)})`;
}

function figure({ figures }: Pick<CoqCertificate, "figures">, name: string): string {
  const found = figures[name];
  if (found === undefined) throw new RangeError(`no figure ${name} of a certificate that was read`);
  return coqText(found);
}
