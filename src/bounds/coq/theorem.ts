import { Refused } from "../verify/fields.js";
import type { CoqCertificate, Figures } from "./certificate.js";

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
 * A certificate with its theorem: the soundness of the checker, written out for the executions that the certificate speaks about.
 * `product` holds the figures of a product in the same document: what a compulsory certificate is about, if the arrays are its own.
 */
export function coqTheorem(name: string, certificate: CoqCertificate, product?: Figures): CoqText {
  const { files, statement, proof } = statementOf(certificate, product);
  const lines = [
    `Definition ${name}_certificate : ${certificate.type} :=`,
    `  ${certificate.term}.`,
    "",
    `Theorem ${name} ${statement}.`,
    "Proof.",
    `have check : ${certificate.check} ${name}_certificate = true by vm_compute.`,
    `${proof}`,
    "Qed.",
  ];
  return { files: [...certificate.files, ...files], text: lines.join("\n") };
}

function statementOf(certificate: CoqCertificate, product: Figures | undefined): Statement {
  const sound = `${certificate.check}_sound check`;
  switch (certificate.theorem) {
    case "compulsory":
      return compulsoryStatement(certificate, sound, product);
    case "chain-transients":
      return chainStatement(certificate, sound);
    case "product-segments":
      return productStatement(certificate, partsOf(certificate), [
        `move=> sizes leg; have [reads writes moves] := ${sound}.`,
        "by split; [exact: (reads e leg) | exact: (writes e leg) | exact: (moves e leg)].",
      ]);
    default: {
      const one = `exists p, ${figure(certificate, "value")} <= Z.of_nat (traffic_of sizes e p)`;
      return productStatement(certificate, one, [`move=> sizes leg; exact: (${sound} leg).`]);
    }
  }
}

function productStatement(certificate: CoqCertificate, says: string, proof: readonly string[]): Statement {
  const figures = certificate.figures;
  const statement = [
    `(e : execution [finType of 'I_${nat(figures, "memories")}]`,
    `    ${productType(figures)}) :`,
    `  let sizes := ${productSizes(figures)} in`,
    `  legal sizes ${nat(figures, "capacity")} e ->`,
    `  ${says}`,
  ];
  return { files: [], statement: statement.join("\n"), proof: proof.join("\n") };
}

function productType(figures: Figures): string {
  return `(product ${["batch", "m", "n", "k"].map((name) => nat(figures, name)).join(" ")})`;
}

function productSizes(figures: Figures): string {
  return `product_sizes _ _ _ _ ${["a", "b", "partial", "output"].map((name) => nat(figures, name)).join(" ")}`;
}

/** Of the product, where the arrays are its own; else of every computation that has these arrays. */
function compulsoryStatement(certificate: CoqCertificate, sound: string, product: Figures | undefined): Statement {
  const parts = partsOf(certificate);
  const own = product === undefined ? undefined : productArrays(product);
  const { inputs, outputs } = certificate.figures;
  if (product === undefined || own?.inputs !== inputs || own?.outputs !== outputs) {
    const statement = [
      "(M : finType) (C : computation) (sizes : sizes C) (capacity : nat) (e : execution M C) :",
      `  has_arrays sizes ${inputs}`,
      `    ${outputs} ->`,
      "  legal sizes capacity e ->",
      `  ${parts}`,
    ];
    return { files: [], statement: statement.join("\n"), proof: `move=> arrays leg; exact: (${sound} arrays leg).` };
  }
  const statement = [
    `(M : finType) (capacity : nat) (e : execution M`,
    `    ${productType(product)}) :`,
    `  let sizes := ${productSizes(product)} in`,
    "  legal sizes capacity e ->",
    `  ${parts}`,
  ];
  const proof = [
    `have ok : check_instance ${product["instance"]} = true by vm_compute.`,
    `move=> sizes leg; exact: (${sound} (product_has_arrays ok) leg).`,
  ];
  return { files: ["Product", "CheckProduct"], statement: statement.join("\n"), proof: proof.join("\n") };
}

/** The arrays of a product as a compulsory certificate lists them. */
function productArrays(product: Figures): { readonly inputs: string; readonly outputs: string } {
  const words = (...names: string[]): string => String(names.reduce((all, name) => all * BigInt(product[name] ?? 0), 1n));
  const array = (size: string, ...names: string[]): string => `Array ${words(...names)} ${product[size]}`;
  return {
    inputs: `[:: ${array("a", "batch", "m", "k")}; ${array("b", "batch", "k", "n")}]`,
    outputs: `[:: ${array("output", "batch", "m", "n")}]`,
  };
}

/** Of every chain with so many elements of H, at least one in each row: which of them exist (a mask) is left open. */
function chainStatement(certificate: CoqCertificate, sound: string): Statement {
  const figures = certificate.figures;
  const nats = (...names: string[]): string => names.map((name) => nat(figures, name)).join(" ");
  const ordinals = ["batch", "m", "l"].map((name) => `'I_${nat(figures, name)}`).join(" * ");
  const statement = [
    `(pairs : {set ${ordinals}})`,
    `    (e : execution [finType of 'I_${nat(figures, "memories")}]`,
    `    (@chain ${nats("batch", "m", "k", "l", "n", "factors")} pairs)) :`,
    `  Z.of_nat #|pairs| = ${figure(certificate, "pairs")} -> (forall row, exists column, (row, column) \\in pairs) ->`,
    `  let sizes := @chain_sizes _ _ _ _ _ _ pairs ${nats("a", "b", "d", "h", "partial", "output")} in`,
    `  legal sizes ${nat(figures, "capacity")} e ->`,
    `  ${partsOf(certificate)}`,
  ];
  const proof = [
    `move=> count rows sizes leg; have [reads writes moves] := ${sound}.`,
    "have there := conj count rows.",
    "by split; [exact: (reads pairs e there leg) | exact: (writes pairs e there leg) | exact: (moves pairs e there leg)].",
  ];
  return { files: [], statement: statement.join("\n"), proof: proof.join("\n") };
}

/** Loads, stores and both together. */
function partsOf(certificate: CoqCertificate): string {
  const [reads, writes, value] = ["reads", "writes", "value"].map((name) => figure(certificate, name));
  return [
    `[/\\ ${reads} <= Z.of_nat (loads sizes e), ${writes} <= Z.of_nat (stores sizes e)`,
    `    & ${value} <= Z.of_nat (traffic sizes e)]`,
  ].join("\n");
}

/** Binary numerals stay binary: `Z.to_nat` is never computed. */
function nat(figures: Figures, name: string): string {
  return `(Z.to_nat ${figures[name]})`;
}

function figure(certificate: CoqCertificate, name: string): string {
  const found = certificate.figures[name];
  if (found === undefined) throw new Refused(name, "not in the certificate");
  return found;
}
