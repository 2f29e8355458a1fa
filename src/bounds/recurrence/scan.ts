import { sizeOf } from "../../computation/data-types.js";
import { gemmComputation, gemmWorkload } from "../../computation/gemm.js";
import { type ScanWorkload, scanArrays, scanType, scanWords } from "../../computation/recurrence/scan.js";
import type { Setting } from "../bound.js";
import type { GemmTotalCertificate } from "../certificates/gemm.js";
import type { CompulsoryCertificate } from "../certificates/others.js";
import type { ScanStatesCertificate } from "../certificates/scan.js";
import { bestTotals, productCertificates } from "../gemm/certificates.js";
import { compulsoryCertificate } from "../rows/compulsory.js";

type Arrays = CompulsoryCertificate["inputs"];

/** Compulsory traffic of a scan, in any order of evaluation. */
export function proveCompulsoryScan(w: ScanWorkload, setting: Pick<Setting, "unit" | "units">): CompulsoryCertificate {
  const { inputs, outputs } = arraysOf(w, setting);
  return compulsoryCertificate(inputs, outputs);
}

/**
 * The states of a group of heads as a product Kᵀ·V (proofs/scan-states.md): what this alone must move, for each group, and on top every other
 * array once but the first states, onto which an L2 may add. Where the last state is no output, words for its stores are taken off, and
 * products are formed only by kernels that go token by token. Empty where compulsory traffic is more.
 */
export function proveScanStates(w: ScanWorkload, setting: Setting): readonly ScanStatesCertificate[] {
  const { inputs, outputs } = arraysOf(w, setting);
  const others = {
    inputs: inputs.filter(({ array }) => array !== "K" && array !== "V" && array !== "H0"),
    outputs: outputs.filter(({ array }) => array !== "HT"),
  };
  const product = gemmComputation(
    gemmWorkload({
      ...{ m: w.state, n: (w.heads / w.groups) * w.dim, k: w.tokens },
      ...{ dataType: w.dataType, outputType: w.accumulator, accumulator: w.accumulator },
    }),
  );
  const compulsory = compulsoryCertificate(inputs, outputs).value;
  return bestTotals(productCertificates(product, setting) ?? [], setting)
    .map((own) => onTop(w, own, others))
    .filter(({ value }) => value > compulsory);
}

function onTop(
  w: ScanWorkload,
  product: GemmTotalCertificate,
  others: Pick<ScanStatesCertificate, "inputs" | "outputs">,
): ScanStatesCertificate {
  const { extents, weights } = product.instance;
  const groups = BigInt(w.batch) * BigInt(w.groups);
  const form = w.finalState ? "stored-state" : "recurrence";
  const lastState = form === "stored-state" ? 0n : extents.m * extents.n * weights.output;
  const once = [...others.inputs, ...others.outputs].reduce((sum, { words, wordSize }) => sum + words * wordSize, 0n);
  return { theorem: "scan-states", form, product, groups, ...others, value: groups * (product.value - lastState) + once };
}

function arraysOf(
  w: ScanWorkload,
  { unit, units }: Pick<Setting, "unit" | "units">,
): { readonly inputs: Arrays; readonly outputs: Arrays } {
  const of = (role: "input" | "output"): Arrays =>
    scanArrays(w).flatMap((array) => {
      const words = scanWords(w, array);
      if (array.role !== role || words === 0n) return [];
      return [{ array: array.name, words, wordSize: unit === "words" ? 1n : sizeOf(scanType(w, array), units) }];
    });
  return { inputs: of("input"), outputs: of("output") };
}
